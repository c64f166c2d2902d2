//! The tracks of a row from several marks at once, for long certificates: what `tracks` does for one mark, with a word of
//! 32 places for each window. Where a word might not do, or anything is wrong, it says so, and each is followed alone.

use crate::mark::Mark;

/// Segments that are followed side by side, so that one instruction serves several.
pub(crate) const LANES: usize = 16;

/// Several marks with the same number of rows, a word of 32 places for each window. A word is enough as long as the rows
/// below use nothing at its last place: then each finds a free place in it, and no used one is lost.
pub(crate) struct Together {
    below: Vec<[u32; LANES]>,
    used: [u32; LANES],
    mask: [u32; LANES],
    owner: [[u8; 32]; LANES],
}

impl Together {
    pub(crate) fn new(marks: &[&Mark; LANES]) -> Self {
        let of = |number: &dyn Fn(&Mark) -> u64| marks.map(|mark| number(mark) as u32);
        let mut owner = [[0; 32]; LANES];
        for (owner, mark) in owner.iter_mut().zip(marks) {
            (0..).zip(&mark.tracks).for_each(|(track, &place)| owner[place as usize % 32] = track);
        }
        let below = (0..marks[0].below.len()).map(|row| of(&|mark| mark.below[row])).collect();
        Self { below, used: of(&|mark| mark.used), mask: of(&Mark::mask), owner }
    }

    /// What `Mark::follow` does, for all of them; false where it has to be asked itself.
    pub(crate) fn follow(&mut self, columns: u64) -> bool {
        let Self { below, used, mask, owner } = self;
        let mut fault = [0; LANES];
        let (mut moved, mut to) = ([0; LANES], [0; LANES]);
        for b in 0..columns {
            let mut seen = [1u32; LANES];
            for window in &mut *below {
                for lane in 0..LANES {
                    let taken = window[lane] | seen[lane];
                    let lowest = !taken & taken.wrapping_add(1);
                    window[lane] = (window[lane] | lowest) >> 1;
                    fault[lane] |= taken | lowest;
                    seen[lane] = (seen[lane] | lowest) << 1;
                }
            }
            for lane in 0..LANES {
                let free = !(used[lane] | mask[lane] | seen[lane]);
                let v = free & free.wrapping_neg();
                let u = mask[lane] & !seen[lane] & v.wrapping_sub(1);
                let one = u != 0 && u & u.wrapping_sub(1) == 0 && v != 0 && (used[lane] | u) & 1 == 1;
                fault[lane] |= seen[lane] | u32::from(!one) << 31;
                used[lane] = (used[lane] | u) >> 1;
                mask[lane] = (mask[lane] & !u | v) >> 1;
                (moved[lane], to[lane]) = (u, v);
            }
            for lane in 0..LANES {
                let slot = |bit: u32| (b as u32).wrapping_add(bit.trailing_zeros()) as usize % 32;
                owner[lane][slot(to[lane])] = owner[lane][slot(moved[lane])];
            }
        }
        fault.iter().all(|bits| bits >> 31 == 0)
    }

    /// The mark of a lane after so many columns.
    pub(crate) fn mark(&self, lane: usize, columns: u64) -> Mark {
        let below = self.below.iter().map(|row| u64::from(row[lane])).collect();
        let mut tracks = vec![0; self.mask[lane].count_ones() as usize];
        for place in (0..32).filter(|place| self.mask[lane] >> place & 1 == 1) {
            tracks[usize::from(self.owner[lane][(columns + place) as usize % 32])] = place;
        }
        Mark { below, used: self.used[lane].into(), tracks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Selection, StarCertificate, StarEvidence};

    const ROW_7: &str = include_str!("../tests/star/tracks-7.cert");

    fn numbers(mark: &Mark) -> Vec<u64> {
        mark.below.iter().copied().chain([mark.used]).chain(mark.tracks.iter().copied()).collect()
    }

    /// A certificate of row 7 with marks so far apart, and these marks.
    fn with_marks(spacing: u64) -> (StarCertificate, Vec<Mark>) {
        let mut paper = StarCertificate::parse(ROW_7).unwrap();
        let StarEvidence::Tracks { again, marks: lines } = &mut paper.evidence else { panic!() };
        let mut mark = Mark::new(7, &lines[0]).unwrap();
        let mut marks = vec![mark.clone()];
        for _ in 0..*again / spacing {
            mark.follow(spacing).unwrap();
            marks.push(mark.clone());
        }
        *lines = marks.iter().map(numbers).collect();
        (paper, marks)
    }

    fn lanes(marks: &[Mark]) -> [&Mark; LANES] {
        std::array::from_fn(|lane| &marks[lane % marks.len()])
    }

    #[test]
    fn marks_are_followed_together_as_they_are_alone() {
        let (_, marks) = with_marks(45);
        for columns in [0, 1, 2, 31, 32, 33, 45, 720, 5041] {
            let mut together = Together::new(&lanes(&marks));
            assert!(together.follow(columns));
            for (lane, mark) in lanes(&marks).into_iter().enumerate() {
                let mut alone = mark.clone();
                alone.follow(columns).unwrap();
                assert!(together.mark(lane, columns) == alone, "lane {lane} after {columns} columns");
            }
        }
    }

    /// Every number of a mark changed in a few ways, in the midst of good ones: what goes through together is what comes
    /// out alone, and what fails alone does not go through.
    #[test]
    fn what_is_wrong_alone_is_not_right_together() {
        let (_, marks) = with_marks(45);
        let (mut failed, mut left) = (0, 0);
        for (place, change) in
            (0..numbers(&marks[3]).len()).flat_map(|place| (0..32).map(move |bit| (place, 1 << bit)))
        {
            let mut other = numbers(&marks[3]);
            other[place] ^= change;
            let Ok(other) = Mark::new(7, &other) else { continue };
            let mut lanes = lanes(&marks);
            lanes[5] = &other;
            let mut together = Together::new(&lanes);
            let (passes, mut alone) = (together.follow(45), other.clone());
            let result = alone.follow(45);
            assert!(!passes || (result.is_ok() && together.mark(5, 45) == alone), "{place} {change}");
            failed += usize::from(result.is_err());
            left += usize::from(result.is_ok() && !passes);
        }
        assert!(failed > 50, "{failed}");
        assert!(left < 20, "{left} that hold alone were left to be followed alone");
    }

    #[test]
    fn many_segments_are_checked_as_few_are() {
        for spacing in [9, 20, 45, 48, 720] {
            let (paper, marks) = with_marks(spacing);
            let report = crate::check(&paper.to_text(), Selection::All, 2);
            assert!(report.complete && report.fault.is_none(), "{report:?}");
            for wrong in [1, marks.len() / 2, marks.len() - 2] {
                let mut paper = paper.clone();
                let StarEvidence::Tracks { marks: lines, .. } = &mut paper.evidence else { panic!() };
                if !(1..lines.len() - 1).contains(&wrong) {
                    continue;
                }
                lines[wrong].swap(7, 8);
                let fault = crate::check(&paper.to_text(), Selection::All, 2).fault.unwrap().to_string();
                assert!(fault.ends_with("does not lead to the next (M10)"), "{fault}");
            }
        }
    }

    /// Whether the period is the least is asked with the last segment, not with the others.
    #[test]
    fn the_last_segment_brings_the_least_period() {
        let (mut paper, marks) = with_marks(45);
        paper.first += 1;
        let says = |from: usize, to: usize| {
            crate::check(&paper.to_text(), Selection::Range(from as u64, to as u64), 1)
        };
        assert!(says(0, 3).fault.is_none());
        let last = marks.len() - 1;
        assert!(says(last - 1, last).fault.unwrap().to_string().ends_with("(M12)"));
        paper.first -= 1;
        let report = crate::check(&paper.to_text(), Selection::Range(last as u64 - 1, last as u64), 1);
        assert!(!report.complete && report.claim.contains("are the least"), "{report:?}");
    }
}
