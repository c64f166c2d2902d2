//! The proof of a row of 2-Star Nim as bytes: all of it, so that it continues as if it had never stopped.
//!
//! A proof consists of the rows that are done, with the marks of the last one, and the pass over the next row: its
//! runs, each with its windows, its pattern, the numbers of its tracks and its marks. A file whose checksum is right
//! and whose content does not fit together is refused; nothing that is read can make the proof panic. A wrong bit in a
//! pass is found at its end, where each run must end in the state in which the next one began.

use sprague::star::{LARGEST_ROW, Mark, Pass, PassRun, Pattern, RowPeriod, RowProof, RowStage, TrackedRow};

use crate::coding::{Decoder, Encoder};

/// The bytes of a proof that has worked so long.
pub fn encode(proof: &RowProof, milliseconds: u64) -> Vec<u8> {
    let mut out = Encoder::default();
    out.number(milliseconds).number(proof.row as u64).number(proof.start);
    out.number(proof.history.len() as u64);
    for (found, cycles) in &proof.history {
        out.number(found.row as u64).number(found.first_column).number(found.period);
        out.list(cycles.iter().map(|&length| length as u64));
    }
    let TrackedRow { row, base, lower_period, marks, sigma, labels, ratio, taken } = &proof.level;
    out.number(*row as u64).number(*base).number(*lower_period).number(*ratio);
    out.number((*labels).into()).number((*taken).into()).list(sigma.iter().map(|&track| track as u64));
    put_marks(&mut out, marks);
    match &proof.stage {
        RowStage::Failed => drop(out.number(0)),
        RowStage::Proved(_) => drop(out.number(1)),
        RowStage::Following(pass) => {
            out.number(2).number(pass.row as u64).number(pass.base).number(pass.cycle).number(pass.spacing);
            out.number(pass.runs.len() as u64);
            for run in &pass.runs {
                out.list(run.pattern.windows.iter().map(|&window| window.into()));
                out.number(run.pattern.used.into()).number(run.pattern.tracks.into());
                out.list(run.planes.iter().map(|&plane| plane.into()));
                out.number(run.done).number(run.taken.into()).number(run.fault.into());
                put_marks(&mut out, &run.marks);
            }
        }
    }
    out.into_bytes()
}

/// The proof of these bytes, and how long it has worked; `None` where they are no proof.
pub fn decode(bytes: &[u8]) -> Option<(RowProof, u64)> {
    let mut from = Decoder::new(bytes);
    let milliseconds = from.number()?;
    let (row, start) = (from.index(LARGEST_ROW)?, from.number()?);
    let mut history = Vec::new();
    for _ in 0..from.index(LARGEST_ROW)? {
        let found = RowPeriod {
            row: from.index(LARGEST_ROW)?,
            first_column: from.number()?,
            period: from.number().filter(|&period| period > 0)?,
        };
        history.push((found, from.list()?.into_iter().map(|length| length as usize).collect()));
    }
    let level = level(&mut from)?;
    let last = history.last().map(|found: &(RowPeriod, Vec<usize>)| found.0)?;
    let fits = last.row == level.row && level.row <= row && level.period() == Some(last.period);
    let stage = match from.number()? {
        0 => RowStage::Failed,
        1 if last.row == row => RowStage::Proved(last),
        2 => RowStage::Following(pass(&mut from, &level)?),
        _ => return None,
    };
    (fits && from.is_done()).then_some((RowProof { row, start, level, stage, history }, milliseconds))
}

fn level(from: &mut Decoder<'_>) -> Option<TrackedRow> {
    let row = from.index(LARGEST_ROW)?;
    let (base, lower_period, ratio) = (from.number()?, from.number()?, from.number()?);
    let (labels, taken) = (from.small()?, from.small()?);
    let sigma: Vec<usize> = from.list()?.into_iter().map(|track| track as usize).collect();
    let mut sorted = sigma.clone();
    sorted.sort_unstable();
    let marks = get_marks(from, row.checked_sub(1)?)?;
    let parts = marks.len() as u64;
    let fits = sorted.iter().copied().eq(0..sigma.len())
        && marks.iter().all(|mark| mark.places.len() == sigma.len())
        && (1..1 << 26).contains(&base)
        && ratio > 0
        && parts > 0
        && lower_period.is_multiple_of(parts)
        && lower_period.checked_mul(ratio).is_some_and(|period| period < 1 << 60);
    fits.then_some(TrackedRow { row, base, lower_period, marks, sigma, labels, ratio, taken })
}

fn pass(from: &mut Decoder<'_>, level: &TrackedRow) -> Option<Pass> {
    let row = from.index(LARGEST_ROW)?;
    let (base, cycle, spacing) = (from.number()?, from.number()?, from.number()?);
    let count = from.index(1 << 16)?;
    let fits = row == level.row + 1 && level.period() == Some(cycle) && (1..1 << 26).contains(&base);
    if !fits || count == 0 || spacing == 0 || !cycle.is_multiple_of(count as u64) {
        return None;
    }
    let mut runs = Vec::new();
    for _ in 0..count {
        let windows = words(from)?;
        let (used, tracks) = (from.small()?, from.small()?);
        let planes = words(from)?.try_into().ok()?;
        let (done, taken, fault) = (from.number()?, from.small()?, from.index(1)? == 1);
        let marks = get_marks(from, row - 1)?;
        if windows.len() != row - 1 || done > cycle / count as u64 {
            return None;
        }
        runs.push(PassRun { pattern: Pattern { windows, used, tracks }, planes, done, marks, taken, fault });
    }
    Some(Pass { row, base, cycle, spacing, runs })
}

fn put_marks(out: &mut Encoder, marks: &[Mark]) {
    out.number(marks.len() as u64);
    for mark in marks {
        out.list(mark.windows.iter().map(|&window| window.into()))
            .number(mark.used.into())
            .block(&mark.places);
    }
}

/// Marks with the windows of so many rows, all with equally many tracks.
fn get_marks(from: &mut Decoder<'_>, rows: usize) -> Option<Vec<Mark>> {
    let mut marks: Vec<Mark> = Vec::new();
    for _ in 0..from.index(1 << 24)? {
        let mark = Mark { windows: words(from)?, used: from.small()?, places: from.block()?.to_vec() };
        let alike = marks.first().is_none_or(|first| first.places.len() == mark.places.len());
        if mark.windows.len() != rows || !alike || mark.places.iter().any(|&place| place >= 32) {
            return None;
        }
        marks.push(mark);
    }
    Some(marks)
}

fn words(from: &mut Decoder<'_>) -> Option<Vec<u32>> {
    from.list()?.into_iter().map(|word| word.try_into().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading is inverse to writing at every step, and no changed byte makes reading panic.
    #[test]
    fn proofs_are_read_as_they_were_written() {
        let mut proof = RowProof::new(10).expect("a row");
        let mut chance = 1u64;
        let mut steps = 0;
        loop {
            let bytes = encode(&proof, steps);
            assert_eq!(decode(&bytes), Some((proof.clone(), steps)));
            for _ in 0..20 {
                chance =
                    chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mut changed = bytes.clone();
                changed[(chance >> 16) as usize % bytes.len()] ^= 1 << (chance >> 60 & 7);
                if let Some((mut other, _)) = decode(&changed) {
                    other.advance(1000, 1);
                }
                assert_eq!(decode(&bytes[..(chance >> 16) as usize % bytes.len()]), None);
            }
            if proof.is_over() {
                break;
            }
            proof.advance(50_000, 1);
            steps += 1;
        }
        assert!(steps > 8 && matches!(proof.stage, RowStage::Proved(_)));
    }
}
