//! What can be wrong with a proof: theirs, or ours before we send it.

/// What a peer did wrong in a seal, a proof or a letter.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// A seal has another number of commitments than its laws have slots.
    #[error("{found} commitments for {due} slots")]
    Count {
        /// Slots of the laws.
        due: usize,
        /// Commitments received.
        found: usize,
    },
    /// Not the canonical encoding of a point.
    #[error("malformed point")]
    Point,
    /// Not the canonical encoding of a scalar.
    #[error("malformed scalar")]
    Scalar,
    /// A commitment is the identity, which hides nothing.
    #[error("commitment {0} is the identity")]
    Identity(usize),
    /// A commitment equals an earlier one, so it was not made as the protocol says.
    #[error("commitment {0} repeats an earlier one")]
    Repeated(usize),
    /// A proof has more or fewer parts than its statements need.
    #[error("proof of the wrong shape")]
    Shape,
    /// A line names a slot that was never sealed.
    #[error("slot {0} is not sealed")]
    Unsealed(u32),
    /// Not every slot and line of at most one is proven to be 0 or 1.
    #[error("something that must be 0 or 1 is not proven to be")]
    Bits,
    /// A line of exactly a number is not proven; numbered as in the laws.
    #[error("line {0} of the laws does not have its sum")]
    Sum(usize),
    /// A claim is not proven; numbered as claimed.
    #[error("claim {0} is not proven")]
    Claim(usize),
    /// A letter that its reader cannot open, or whose contents do not open the lines asked for.
    #[error("letter does not hold what it must")]
    Letter,
}

/// Why we cannot prove what we were asked to: our own fault, caught before anything is sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unlawful {
    /// Another number of slots waits to be sealed, or is the last part, than the laws have.
    #[error("{found} slots to be sealed, the laws have {due}")]
    Count {
        /// Slots of the laws.
        due: usize,
        /// Slots of the chart that wait.
        found: usize,
    },
    /// A line names a slot that the chart does not have.
    #[error("slot {0} is not on the chart")]
    Slot(u32),
    /// The chart breaks its laws.
    #[error("the chart breaks its laws")]
    Laws,
    /// A claim is false; numbered as claimed.
    #[error("claim {0} is false")]
    Claim(usize),
    /// The reader's public key has small order, so that everyone could read the letter.
    #[error("the reader's key keeps no secret")]
    Reader,
}
