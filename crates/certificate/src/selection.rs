//! Which segments of a certificate are checked. Every run draws a new sample, so that no forger can foresee it.

use std::hash::{BuildHasher, RandomState};

use crate::{Certificate, Evidence, Fault, Selection};

impl Selection {
    /// Reads `3..7`: the segments 3 to 6, counted from 0.
    pub fn segments(text: &str) -> Option<Self> {
        let (first, end) = text.split_once("..")?;
        Some(Self::Range(first.parse().ok()?, end.parse().ok()?))
    }

    /// Only the first so many heaps of these segments; `None` if none were named.
    pub const fn with_heaps(self, heaps: u64) -> Option<Self> {
        if let Self::Range(first, end) = self { Some(Self::Heads(first, end, heaps)) } else { None }
    }

    /// Reads `5%` or `5`, more than 0 and at most 100.
    pub fn sample(text: &str) -> Option<Self> {
        let percent: f64 = text.strip_suffix('%').unwrap_or(text).parse().ok()?;
        (percent > 0.0 && percent <= 100.0).then_some(Self::Sample(percent))
    }

    /// The indices of the segments to check, ascending.
    pub(crate) fn indices(self, certificate: &Certificate) -> Result<Vec<usize>, Fault> {
        let total = match &certificate.evidence {
            Evidence::Segmented(_, segments) => segments.len(),
            _ => 0,
        };
        match self {
            Self::Heads(first, end, _) => Self::Range(first, end).among(total),
            _ => self.among(total),
        }
    }

    /// How many heaps of each segment are checked at most.
    pub(crate) const fn heaps(self) -> Option<u64> {
        if let Self::Heads(_, _, heaps) = self { Some(heaps) } else { None }
    }

    /// The same where so many segments are there.
    pub(crate) fn among(self, total: usize) -> Result<Vec<usize>, Fault> {
        let mut all: Vec<usize> = (0..total).collect();
        match self {
            Self::All => Ok(all),
            Self::Range(first, end) if first < end && end <= total as u64 => {
                Ok(all[first as usize..end as usize].to_vec())
            }
            Self::Sample(percent) if total > 0 => {
                let random = RandomState::new();
                all.sort_unstable_by_key(|at| random.hash_one(at));
                all.truncate((total as f64 * percent / 100.0).ceil().max(1.0) as usize);
                all.sort_unstable();
                Ok(all)
            }
            _ => Err(Fault::NoSegments),
        }
    }
}

/// Indices as they are asked for: `3..7, 9..10`.
pub(crate) fn list(chosen: &[usize]) -> String {
    let text = |run: &[usize]| format!("{}..{}", run[0], run[0] + run.len());
    chosen.chunk_by(|a, b| a + 1 == *b).map(text).collect::<Vec<_>>().join(", ")
}
