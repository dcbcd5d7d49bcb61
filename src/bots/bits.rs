//! Sets of cells as whole numbers, so that all positions of a ship are found by a few shifts.
//!
//! Cells are numbered row by row with one column more than the board has. That column is never in a
//! set, so what is shifted over the edge of a row falls into it and is masked away.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A set of small numbers.
pub(super) trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The set without members.
    const EMPTY: Self;

    /// The set of this number alone.
    fn one(number: u32) -> Self;
    /// How many members there are.
    fn count(self) -> u32;
    /// The smallest member; meaningless for the empty set.
    fn first(self) -> u32;
    /// Without the smallest member.
    fn rest(self) -> Self;
    /// The member before which there are `rank` smaller ones; there are more members than that.
    fn nth(self, rank: u32) -> u32;

    /// Whether there are no members.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Members of this set that are not in the other.
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether the sets have a member in common.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The members in ascending order.
    fn members(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || {
            let member = (!left.is_empty()).then(|| left.first())?;
            left = left.rest();
            Some(member)
        })
    }
}

/// Enough for boards of up to 10x10.
impl Bits for u128 {
    const EMPTY: u128 = 0;

    fn one(number: u32) -> u128 {
        1 << number
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    fn rest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    fn nth(self, rank: u32) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        match rank.checked_sub(low.count_ones()) {
            None => nth(low, rank),
            Some(rank) => 64 + nth(high, rank),
        }
    }
}

/// The number of members that is `rank` steps above the smallest.
fn nth(mut word: u64, mut rank: u32) -> u32 {
    let mut below = 0;
    // A byte at a time, then a bit at a time: cheaper than 64 steps where sets are dense.
    loop {
        let here = (word as u8).count_ones();
        if rank < here || word == 0 {
            break;
        }
        rank -= here;
        word >>= 8;
        below += 8;
    }
    for _ in 0..rank {
        word &= word.wrapping_sub(1);
    }
    below + word.trailing_zeros()
}

/// Enough for boards of up to 15x15: the lower and the upper half.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) struct Wide(u128, u128);

impl BitAnd for Wide {
    type Output = Wide;
    fn bitand(self, other: Wide) -> Wide {
        Wide(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    fn bitor(self, other: Wide) -> Wide {
        Wide(self.0 | other.0, self.1 | other.1)
    }
}

impl Not for Wide {
    type Output = Wide;
    fn not(self) -> Wide {
        Wide(!self.0, !self.1)
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;
    fn shl(self, by: u32) -> Wide {
        match by {
            0 => self,
            1..128 => Wide(self.0 << by, self.1 << by | self.0 >> (128 - by)),
            _ => Wide(0, self.0.checked_shl(by - 128).unwrap_or(0)),
        }
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;
    fn shr(self, by: u32) -> Wide {
        match by {
            0 => self,
            1..128 => Wide(self.0 >> by | self.1 << (128 - by), self.1 >> by),
            _ => Wide(self.1.checked_shr(by - 128).unwrap_or(0), 0),
        }
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide(0, 0);

    fn one(number: u32) -> Wide {
        Wide(1, 0) << number
    }

    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }

    fn first(self) -> u32 {
        if self.0 == 0 { 128 + self.1.first() } else { self.0.first() }
    }

    fn rest(self) -> Wide {
        if self.0 == 0 { Wide(0, self.1.rest()) } else { Wide(self.0.rest(), self.1) }
    }

    fn nth(self, rank: u32) -> u32 {
        match rank.checked_sub(self.0.count_ones()) {
            None => self.0.nth(rank),
            Some(rank) => 128 + self.1.nth(rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    fn agrees<B: Bits>(limit: u32) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let members: Vec<u32> =
                (0..limit - 1).filter(|_| rng.random_range(0..4) == 0).chain([limit - 1]).collect();
            let set = members.iter().fold(B::EMPTY, |set, &member| set | B::one(member));
            assert_eq!(set.count() as usize, members.len());
            assert!(set.members().eq(members.iter().copied()));
            for (rank, &member) in (0..).zip(&members) {
                assert_eq!(set.nth(rank), member);
            }
            let by = rng.random_range(0..limit);
            assert!((set >> by).members().eq(members.iter().filter_map(|member| member.checked_sub(by))));
            let up = members.iter().map(|member| member + by).filter(|&member| member < limit);
            let all = (0..limit).fold(B::EMPTY, |set, member| set | B::one(member));
            assert!(((set << by) & all).members().eq(up));
        }
    }

    #[test]
    fn both_widths_are_sets() {
        agrees::<u128>(128);
        agrees::<Wide>(256);
    }
}
