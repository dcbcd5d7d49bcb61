//! Lines that follow from opened lines.
//!
//! An opened line is an equation about values and one about blindings, so every linear combination of
//! opened lines is opened too, with coefficients out of the scalars of the group: their *span*.

use std::collections::BTreeMap;

use curve25519_dalek::Scalar;

/// Coefficients of slots; none is 0.
pub type Combination = BTreeMap<u16, Scalar>;

/// The line of these slots.
pub fn line(slots: impl IntoIterator<Item = u16>) -> Combination {
    slots.into_iter().map(|slot| (slot, Scalar::ONE)).collect()
}

/// `to += factor · other`.
fn add(to: &mut Combination, factor: Scalar, other: &Combination) {
    for (&slot, coefficient) in other {
        let sum = to.get(&slot).copied().unwrap_or_default() + factor * coefficient;
        if sum == Scalar::ZERO {
            to.remove(&slot)
        } else {
            to.insert(slot, sum)
        };
    }
}

/// Everything that is opened, in reduced echelon form: each row has the coefficient 1 at its first slot,
/// where all others have 0.
#[derive(Default)]
pub struct Span {
    rows: BTreeMap<u16, Combination>,
}

impl Span {
    /// Number of independent lines.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    pub fn open(&mut self, line: Combination) {
        let mut rest = self.rest(line);
        let Some((&slot, &first)) = rest.first_key_value() else { return };
        let inverse = first.invert();
        rest.values_mut().for_each(|coefficient| *coefficient *= inverse);
        for row in self.rows.values_mut() {
            if let Some(&factor) = row.get(&slot) {
                add(row, -factor, &rest);
            }
        }
        self.rows.insert(slot, rest);
    }

    pub fn contains(&self, line: &Combination) -> bool {
        self.rest(line.clone()).is_empty()
    }

    fn rest(&self, mut line: Combination) -> Combination {
        let slots: Vec<u16> = line.keys().copied().collect();
        for slot in slots {
            if let (Some(row), Some(&factor)) = (self.rows.get(&slot), line.get(&slot)) {
                add(&mut line, -factor, row);
            }
        }
        line
    }

    /// Numbers for the slots that add up to 0 along everything in the span, and along other lines only
    /// by chance: a quick way to pass over what is not in it. `any` has a random number for every slot.
    pub fn normal(&self, any: &[Scalar]) -> Vec<Scalar> {
        let mut normal = any.to_vec();
        for (&slot, row) in &self.rows {
            let tail = row.iter().skip(1);
            normal[usize::from(slot)] = -tail.map(|(&other, c)| c * any[usize::from(other)]).sum::<Scalar>();
        }
        normal
    }
}
