//! Bytes of the fuzzer as choices: one byte a choice, so that a changed byte changes one of them.

use std::convert::Infallible;

use rand::TryRng;

/// What is left to choose with. Once it is used up every choice is the first.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        *first
    }

    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    /// A number below `n`, or 0, where 256 may be too few.
    pub fn far(&mut self, n: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % n.max(1)
    }

    /// As many of the following bytes as there are, at most `n`.
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(n.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    /// Changes, removes or inserts some bytes.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.far(bytes.len());
            match self.below(4) {
                0 => bytes.insert(at, self.byte()),
                1 => drop(bytes.drain(at..(at + 1 + self.below(8)).min(bytes.len()))),
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = self.byte();
                    }
                }
            }
        }
    }
}

impl TryRng for Choices<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.byte().into())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.byte().into())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(self.byte());
        Ok(())
    }
}
