//! Permanence for rules without conditions on the parts (theory P.1, P.2).
//!
//! **T1** (Guy and Smith). A move takes at most k tokens and leaves at most two heaps, any two. If n0, p >= 1 and
//! G(n+p) = G(n) for n0 <= n < 2n0 + p + k, then for all n >= n0.
//!
//! **T1'** The same with at most t heaps and the window n0 <= n < t n0 + (t-1) p + k.
//!
//! *Proof.* Let n be the first open heap, n >= t n0 + (t-1) p + k. Take parts of n + p - i, i <= k; the largest is at
//! least (t n0 + t p)/t = n0 + p. Made smaller by p it is still a heap, from n0 on, of the same value; so the option
//! is one of n, by the same clause. Conversely the largest of the parts of n - i is at least n0 and less than n, so
//! it may be made larger by p. Moves that leave nothing need a heap of at most k < n tokens. So n and n + p have
//! options of the same values. QED
//!
//! The window cannot be used where parts must differ: shifting one part may make them equal.

use super::claim::Claim;
use super::shape::{Parts, Shape};
use super::window::Window;
use crate::heap::ENDLESS;
use crate::theorem::Theorem;

/// The window of T1, or of T1' for rules that leave three or more heaps.
pub fn window(shape: &Shape, from: u64, period: u64) -> Option<Window> {
    let theorem = match shape.heaps {
        0..=2 => Theorem::OctalPeriod,
        ENDLESS => return None,
        _ => Theorem::ManyHeapsPeriod,
    };
    let (Parts::Free, Some(taken)) = (shape.parts, shape.taken) else { return None };
    let heaps = shape.heaps.max(2);
    let end = heaps
        .checked_mul(from)
        .and_then(|end| end.checked_add(period.checked_mul(heaps - 1)?))
        .and_then(|end| end.checked_add(taken));
    Window::checked(theorem, shape, from, end, period)
}

/// The period p from n0, if T1 or T1' shows it from these values of the heaps 0, 1, 2, and so on.
pub fn claim(shape: &Shape, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    window(shape, from, period)?.claim(values)
}
