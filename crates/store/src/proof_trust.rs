//! What is known of a kept proof when it is opened.

/// How much of what a proof says was computed in this process, from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofTrust {
    /// All of it: what a file said was computed again.
    Recomputed,
    /// Some of it is what a file says, and no more. Only a certificate shows it.
    Claimed,
}
