//! What a seat keeps: its chart, and the seed from which all its blindings and nonces follow.

use curve25519_dalek::Scalar;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::transcript::{scalar, sha256};
use super::{Digest, Line, pedersen};

/// All secret values of one seat, one a slot; wiped when dropped, never printed.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Chart(Vec<u8>);

impl Chart {
    /// A chart of these values, slot 0 first.
    pub fn new(values: Vec<u8>) -> Chart {
        Chart(values)
    }

    /// The values, slot 0 first.
    pub fn values(&self) -> &[u8] {
        &self.0
    }

    /// The sum of a line; slots beyond the end count 0.
    pub fn sum(&self, line: &Line) -> u32 {
        line.sum(&self.0)
    }

    /// Adds slots at the end.
    pub fn extend(&mut self, values: &[u8]) {
        // Growing in place could leave a copy behind that nobody wipes.
        let longer = [self.0.as_slice(), values].concat();
        self.0.zeroize();
        self.0 = longer;
    }
}

/// Slots that were sealed together.
struct Part {
    /// Number of its first slot.
    first: usize,
    /// Head of the log before the entry that sealed it; zeros for the seal that opens the game.
    previous: Digest,
}

/// A chart and the seed that seals it; wiped when dropped, never printed.
///
/// The seed must be fresh for every game: two games with one seed would share nonces.
#[derive(ZeroizeOnDrop)]
pub struct Secret {
    #[zeroize(skip)]
    game: Digest,
    #[zeroize(skip)]
    seat: u8,
    seed: [u8; 32],
    chart: Chart,
    #[zeroize(skip)]
    parts: Vec<Part>,
    blindings: Vec<Scalar>,
}

impl Secret {
    /// The secret of a seat before its seal; the chart is the first part.
    pub fn new(game: Digest, seat: u8, seed: [u8; 32], chart: Chart) -> Secret {
        let (parts, blindings) = (Vec::new(), Vec::new());
        let mut secret = Secret { game, seat, seed, chart, parts, blindings };
        secret.seal_part(0, [0; 32]);
        secret
    }

    /// The same secret with these blindings, scalars, instead of those that follow from its seed: what a
    /// cheat would choose who wants two commitments alike, or one that hides nothing.
    ///
    /// None where one of them is no scalar.
    #[cfg(feature = "sim")]
    pub fn blinded_by(mut self, blindings: &[[u8; 32]]) -> Option<Secret> {
        self.blindings = blindings.iter().map(pedersen::decode_scalar).collect::<Option<_>>()?;
        Some(self)
    }

    /// The chart.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// The seed; shown with the chart when the game is over, never before.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Adds slots, to be sealed by the entry that follows the head `previous`.
    pub fn extend(&mut self, previous: Digest, bits: &[u8]) {
        let first = self.chart.values().len();
        self.chart.extend(bits);
        self.seal_part(first, previous);
    }

    /// The hashed board of a part, 0 being the first; `None` where there is no such part.
    pub fn board(&self, part: usize) -> Option<Digest> {
        let Part { first, previous } = self.parts.get(part)?;
        let end = self.parts.get(part + 1).map_or(self.chart.values().len(), |next| next.first);
        let values = self.chart.values().get(*first..end)?;
        Some(board_digest(&self.game, self.seat, previous, &self.seed, values))
    }

    /// What opens a line: its sum, and the sum of its blindings as a scalar, little-endian.
    ///
    /// Slots beyond the end count 0.
    pub fn opening(&self, line: &Line) -> (u32, [u8; 32]) {
        (self.chart.sum(line), self.blinding(line.slots()).to_bytes())
    }

    /// The sum of the blindings of these slots.
    pub(super) fn blinding(&self, slots: &[u32]) -> Scalar {
        slots.iter().filter_map(|&slot| self.blindings.get(slot as usize)).sum()
    }

    /// The sum of the values of these slots.
    pub(super) fn sum(&self, slots: &[u32]) -> u32 {
        let values = self.chart.values();
        slots.iter().filter_map(|&slot| values.get(slot as usize)).map(|&value| u32::from(value)).sum()
    }

    /// Number of slots.
    pub(super) fn len(&self) -> usize {
        self.blindings.len()
    }

    /// First slot of the last part.
    pub(super) fn last_part(&self) -> usize {
        self.parts.last().map_or(0, |part| part.first)
    }

    /// Hashed board of the last part.
    pub(super) fn last_board(&self) -> Digest {
        self.board(self.parts.len().saturating_sub(1)).unwrap_or_default()
    }

    /// The encoded commitments from slot `first` on.
    pub(super) fn commitments(&self, first: usize) -> Vec<[u8; 32]> {
        let values = self.chart.values().get(first..).unwrap_or_default();
        pedersen::commit_all(values, self.blindings.get(first..).unwrap_or_default())
    }

    /// Derives the blindings of the slots from `first` to the end.
    fn seal_part(&mut self, first: usize, previous: Digest) {
        // As in `Chart::extend`, nothing unwiped stays behind.
        let mut longer = Zeroizing::new(Vec::with_capacity(self.chart.values().len()));
        longer.extend_from_slice(&self.blindings);
        for slot in (0u32..).take(self.chart.values().len()).skip(first) {
            longer.push(self.derive(slot, &previous));
        }
        self.blindings.zeroize();
        self.blindings = std::mem::take(&mut *longer);
        self.parts.push(Part { first, previous });
    }

    /// The blinding of a slot. With the slot's number and its part's `previous` hashed, none ever
    /// serves twice, not even where a game continues from another branch of its log.
    fn derive(&self, slot: u32, previous: &Digest) -> Scalar {
        let slot = slot.to_le_bytes();
        scalar("marque/1/blinding", &[&self.game, &[self.seat], &slot, previous, &self.seed])
    }
}

/// The hashed board of one part of a vector: what its owner published with its commitments.
///
/// SHA-256 over tag, game, seat, the `previous` of the part (zeros for the first), a salt that
/// follows from the seed, the values (one byte a slot) and the seed. An audit computes it from the
/// opened values alone, so it needs none of the proofs.
pub fn board_digest(game: &Digest, seat: u8, previous: &Digest, seed: &[u8; 32], values: &[u8]) -> Digest {
    let salt = sha256("marque/1/salt", &[game, &[seat], previous, seed]);
    sha256("marque/1/board", &[game, &[seat], previous, &salt, values, seed])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn no_two_slots_games_seats_or_branches_share_a_blinding() {
        let secret = |game, seat, seed, previous: u8| {
            let mut secret = Secret::new([game; 32], seat, [seed; 32], Chart::new(vec![1; 3]));
            secret.extend([previous; 32], &[1; 3]);
            secret
        };
        let variants = [secret(1, 0, 1, 1), secret(2, 0, 1, 1), secret(1, 1, 1, 1), secret(1, 0, 2, 1)];
        let mut all: Vec<_> = variants.iter().flat_map(|it| &it.blindings).map(Scalar::to_bytes).collect();
        // Another branch of the log shares the first part, which is the same commitment there.
        let branch = secret(1, 0, 1, 2);
        assert_eq!(branch.blindings.get(..3), variants.first().unwrap().blindings.get(..3));
        all.extend(branch.blindings.iter().skip(3).map(Scalar::to_bytes));
        let many = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), many), (27, 27));
    }

    #[test]
    fn every_part_has_its_hashed_board() {
        let mut secret = Secret::new([1; 32], 2, [3; 32], Chart::new(vec![0, 1]));
        secret.extend([4; 32], &[1]);
        secret.extend([5; 32], &[]);
        assert_eq!(secret.board(0), Some(board_digest(&[1; 32], 2, &[0; 32], &[3; 32], &[0, 1])));
        assert_eq!(secret.board(1), Some(board_digest(&[1; 32], 2, &[4; 32], &[3; 32], &[1])));
        assert_eq!(secret.board(2), Some(board_digest(&[1; 32], 2, &[5; 32], &[3; 32], &[])));
        assert_eq!((secret.board(2), secret.board(3)), (Some(secret.last_board()), None));
        assert_eq!((secret.len(), secret.chart().values()), (3, [0, 1, 1].as_slice()));
    }

    #[test]
    fn vectors_computed_elsewhere() {
        let secret = Secret::new([1; 32], 2, [3; 32], Chart::new(vec![0, 1]));
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(
            hex(&secret.board(0).unwrap()),
            "1b4a2ae51ca8b99f4cc4a4adec4a46d99f528fb00719e554fcbe65121a5aad85"
        );
        assert_eq!(
            hex(&secret.opening(&Line::one(1)).1),
            "f954f5339e71aaf69874910fda01ba44a9b3a05d60d8ceb4e1567b8f3a836700"
        );
    }
}
