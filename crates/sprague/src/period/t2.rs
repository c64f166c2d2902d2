//! Permanence for two parts that must differ (theory P.3, P.4).
//!
//! **T2** (Grundy's game). A move splits a heap into two different parts. If a, p >= 1 and G(n+p) = G(n) for
//! a <= n < 2a + 2p - 1, then for all n >= a.
//!
//! **T2'** A move takes at most k tokens and leaves at most two heaps; of two heaps some clauses ask that they differ,
//! by at least D where they ask most. If n0, p >= 1 and G(n+p) = G(n) for n0 <= n < 2n0 + 2p + D + k, then for all
//! n >= n0.
//!
//! *Proof of T2'.* Let n be the first open heap. An option a <= b of n, after taking i, becomes the option a, b + p of
//! n + p; b >= (n-i)/2 >= n0. Conversely let a <= b be an option of n + p. If a and b - p still differ enough, they
//! are an option of n and b - p >= (n-i)/2 >= n0. If not, b - a < p + D, so a > (n-i-D)/2 >= n0 + p, and a - p, b is
//! an option of n. Either way the value is the same. QED T2 is the same proof with D = 1, k = 0 and the halves
//! rounded (theory 4.3).
//!
//! The extra p, compared with T1, is there because shifting the larger part may bring the parts too close.

use super::claim::Claim;
use super::shape::{Parts, Shape};
use super::window::Window;
use crate::theorem::Theorem;

/// The window of T2: for rules that do nothing to large heaps but split them into two different parts.
pub fn window(shape: &Shape, from: u64, period: u64) -> Option<Window> {
    let (Parts::Apart(1), Some(0), 2) = (shape.parts, shape.taken, shape.heaps) else { return None };
    let end = twice(from, period).and_then(|end| end.checked_sub(1));
    Window::checked(Theorem::GrundyPeriod, shape, from, end, period)
}

/// The window of T2'. Rules without a condition are the case D = 0, for which T1 has the shorter window.
pub fn window_apart(shape: &Shape, from: u64, period: u64) -> Option<Window> {
    let taken = shape.taken.filter(|_| shape.parts != Parts::Other && shape.heaps <= 2)?;
    let end = twice(from, period).and_then(|end| end.checked_add(shape.difference())?.checked_add(taken));
    Window::checked(Theorem::ApartPeriod, shape, from, end, period)
}

/// The period p from n0, if T2 or else T2' shows it from these values of the heaps 0, 1, 2, and so on.
pub fn claim(shape: &Shape, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    let windows = [window(shape, from, period), window_apart(shape, from, period)];
    windows.into_iter().flatten().find_map(|window| window.claim(values))
}

fn twice(from: u64, period: u64) -> Option<u64> {
    from.checked_add(period)?.checked_mul(2)
}
