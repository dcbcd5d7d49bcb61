//! Chance that nobody controls.
//!
//! With its seal each seat publishes the tip of a hash chain. For a draw every seat in play reveals
//! its next link back from the tip, and the outcome hashes all of them together with the head of the
//! entry that asked: the act was logged before any link was revealed, so it can be neither aimed nor
//! moved to another branch.

use sha2::{Digest as _, Sha256};
use zeroize::ZeroizeOnDrop;

use crate::seal::Digest;

/// One seat's secret chain of links.
#[derive(Clone, ZeroizeOnDrop)]
pub struct Chain {
    /// `links[0]` is the tip and public from the start; each next hashes to the one before it.
    links: Vec<Digest>,
}

impl Chain {
    /// The chain of a seat whose card declares `draws` draws: twice as long and some more, since
    /// every seat that leaves costs the others a link.
    pub fn new(game: &Digest, seat: u8, secret: &[u8; 32], draws: u32) -> Chain {
        let length = draws.saturating_mul(2).saturating_add(LINKS_SPARE);
        let mut link: Digest =
            Sha256::new().chain_update(b"marque/1/draw/end").chain_update(secret).finalize().into();
        let mut links = vec![link];
        for index in (0..length).rev() {
            link = step(game, seat, index, &link);
            links.push(link);
        }
        links.reverse();
        Chain { links }
    }

    /// The public tip.
    pub fn tip(&self) -> Digest {
        self.links.first().copied().unwrap_or_default()
    }

    /// The link of this number, the tip being number 0; none when used up.
    pub fn link(&self, number: u32) -> Option<Digest> {
        self.links.get(number as usize).copied()
    }
}

/// Links beyond twice the number of draws: more than seats can leave.
const LINKS_SPARE: u32 = 4;

/// Whether `link` is number `number` of the chain in which `known` is number `since`, the tip being
/// number 0.
pub fn follows(game: &Digest, seat: u8, known: (u32, &Digest), number: u32, link: &Digest) -> bool {
    let (since, known) = known;
    since < number
        && (since..number).rev().fold(*link, |link, index| step(game, seat, index, &link)) == *known
}

fn step(game: &Digest, seat: u8, index: u32, link: &Digest) -> Digest {
    Sha256::new()
        .chain_update(b"marque/1/draw/link")
        .chain_update(game)
        .chain_update([seat])
        .chain_update(index.to_le_bytes())
        .chain_update(link)
        .finalize()
        .into()
}

/// The outcome of a draw: a stream of bits from which a game takes what it needs, in a fixed order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Draw {
    seed: Digest,
    block: u32,
    bits: u128,
    left: u32,
}

impl Draw {
    /// The outcome of draw number `number`, asked for by the entry with head `asked`, from the links
    /// of the seats in play in seat order.
    pub fn new(game: &Digest, number: u32, asked: &Digest, links: &[Digest]) -> Draw {
        let mut hash = Sha256::new()
            .chain_update(b"marque/1/draw/outcome")
            .chain_update(game)
            .chain_update(number.to_le_bytes())
            .chain_update(asked);
        for link in links {
            hash.update(link);
        }
        Draw { seed: hash.finalize().into(), block: 0, bits: 0, left: 0 }
    }

    /// The next bit: of block `b` of SHA-256(tag ‖ seed ‖ b), bits ascend from the lowest of the
    /// first byte; 128 bits of each block are used.
    pub fn bit(&mut self) -> bool {
        if self.left == 0 {
            let block: Digest = Sha256::new()
                .chain_update(b"marque/1/draw/bits")
                .chain_update(self.seed)
                .chain_update(self.block.to_le_bytes())
                .finalize()
                .into();
            self.block = self.block.wrapping_add(1);
            self.bits = block.iter().take(16).rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
            self.left = 128;
        }
        let bit = self.bits & 1 == 1;
        self.bits >>= 1;
        self.left -= 1;
        bit
    }

    /// A number below `n`, each equally likely, by rejection (G-5); 0 if `n` is 0 or 1.
    pub fn below(&mut self, n: u32) -> u32 {
        let width = u32::BITS - n.saturating_sub(1).leading_zeros();
        loop {
            let value = (0..width).fold(0, |value, bit| value | u32::from(self.bit()) << bit);
            if value < n.max(1) {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_follows_the_one_before_it_and_no_other() {
        let chain = Chain::new(&[7; 32], 1, &[9; 32], 3);
        let (mut since, mut known) = (0, chain.tip());
        for number in 1.. {
            let Some(link) = chain.link(number) else {
                assert_eq!(number, 11, "twice three draws and four more");
                break;
            };
            assert!(follows(&[7; 32], 1, (since, &known), number, &link));
            assert!(follows(&[7; 32], 1, (0, &chain.tip()), number, &link), "links may be passed over");
            assert!(!follows(&[7; 32], 2, (since, &known), number, &link), "another seat");
            assert!(!follows(&[8; 32], 1, (since, &known), number, &link), "another game");
            assert!(!follows(&[7; 32], 1, (since, &known), number + 1, &link), "another place in the chain");
            assert!(!follows(&[7; 32], 1, (number, &link), number, &link), "no link follows itself");
            (since, known) = (number, link);
        }
    }

    #[test]
    fn numbers_are_below_their_bound_and_all_occur() {
        for n in [1, 2, 3, 5, 7, 100] {
            let mut draw = Draw::new(&[1; 32], 0, &[2; 32], &[[3; 32], [4; 32]]);
            let mut seen = vec![0u32; n as usize];
            for _ in 0..200 * n {
                if let Some(count) = seen.get_mut(draw.below(n) as usize) {
                    *count += 1;
                }
            }
            assert_eq!(seen.iter().sum::<u32>(), 200 * n);
            assert!(seen.iter().all(|&count| (100..400).contains(&count)), "{n}: {seen:?}");
        }
    }

    #[test]
    fn the_outcome_depends_on_everything_it_is_made_of() {
        let links = [[3; 32], [4; 32]];
        let outcome = |game, number, asked, links: &[Digest]| Draw::new(game, number, asked, links).seed;
        let base = outcome(&[1; 32], 0, &[2; 32], &links);
        assert_ne!(base, outcome(&[9; 32], 0, &[2; 32], &links));
        assert_ne!(base, outcome(&[1; 32], 1, &[2; 32], &links));
        assert_ne!(base, outcome(&[1; 32], 0, &[9; 32], &links));
        assert_ne!(base, outcome(&[1; 32], 0, &[2; 32], &[[4; 32], [3; 32]]));
    }
}
