//! Permanence for rules that leave at most one heap (theory P.7).
//!
//! **T6** (subtraction games). A move takes at most s tokens and leaves one heap or nothing. If n0, p >= 1 and
//! G(n+p) = G(n) for n0 <= n < n0 + s, then for all n >= n0.
//!
//! *Proof.* Let n >= n0 + s be the first open heap. The options of n that are not empty are n - i >= n0, i <= s, and
//! those of n + p are these plus p, with the same values. To leave nothing needs a heap of at most s < n tokens. QED
//!
//! So s consecutive values are the whole state, and every such game has a period.

use super::claim::Claim;
use super::shape::Shape;
use super::window::Window;
use crate::theorem::Theorem;

/// The window of T6.
pub fn window(shape: &Shape, from: u64, period: u64) -> Option<Window> {
    let taken = shape.taken.filter(|_| shape.heaps <= 1)?;
    Window::checked(Theorem::SubtractionPeriod, shape, from, from.checked_add(taken), period)
}

/// The period p from n0, if T6 shows it from these values of the heaps 0, 1, 2, and so on.
pub fn claim(shape: &Shape, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    window(shape, from, period)?.claim(values)
}
