//! Checks claims on several threads and keeps the results in the order of the claims.
//!
//! Threads take the next claim from a counter. A check that panics is caught and reported as the failure of its claim.
//! A check whose verdict is not the expected one is reported in the same way, because an erratum that is no longer one
//! matters too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::claim::PaperClaim;
use crate::finding::{Checked, ClaimFinding};
use crate::range::Range;

/// A claim with what came of it.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// The claim.
    pub claim: PaperClaim,
    /// What the check found, or why the claim fails.
    pub found: Result<ClaimFinding, String>,
    /// How long the check took, by the clock.
    pub time: Duration,
}

impl CheckedClaim {
    /// Whether the claim fails.
    pub const fn fails(&self) -> bool {
        self.found.is_err()
    }
}

/// Checks the claims with so many threads; the listener hears of each when it is done.
pub fn run(
    claims: &[PaperClaim],
    range: &Range,
    threads: usize,
    listener: &(dyn Fn(&CheckedClaim) + Sync),
) -> Vec<CheckedClaim> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, CheckedClaim)>> = Mutex::default();
    let work = || {
        while let Some(claim) = claims.get(next.fetch_add(1, Ordering::Relaxed)) {
            let entry = check(claim, range);
            listener(&entry);
            let at = claims.iter().position(|other| std::ptr::eq(other, claim)).unwrap_or_default();
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((at, entry));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, claims.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, entry)| entry).collect()
}

fn check(claim: &PaperClaim, range: &Range) -> CheckedClaim {
    let start = Instant::now();
    let caught = catch_unwind(AssertUnwindSafe(|| (claim.check)(range)));
    let found = caught.unwrap_or_else(|panic| Err(format!("the check broke down: {}", words(&*panic))));
    CheckedClaim {
        claim: *claim,
        found: found.and_then(|finding| expected(claim, finding)),
        time: start.elapsed(),
    }
}

fn expected(claim: &PaperClaim, finding: ClaimFinding) -> Checked {
    if claim.expected.is_met_by(&finding.verdict) {
        return Ok(finding);
    }
    Err(format!("expected {:?}, found {:?}", claim.expected, finding.verdict))
}

fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}
