//! The proof of a row of 2-Star Nim as bytes: all of it, so that it continues as if it had never stopped.
//!
//! A proof consists of the rows that are done, with the marks of the last one, and the pass over the next row: its
//! runs, each with its windows, its pattern, the numbers of its tracks and its marks. A file whose checksum is right
//! and whose content does not fit together is refused; nothing that is read can make the proof panic. A wrong bit in a
//! pass is found at its end, where each run must end in the state in which the next one began.

use sprague::star::{LARGEST_ROW, Mark, Pass, PassRun, Pattern, RowPeriod, RowProof, RowStage, TrackedRow};

use crate::coding::{Coded, Decoder, Encoder, coded};
use crate::error::KeptSubject;
use crate::error::StoreError;
use crate::kept_proof::KeptProof;
use crate::proof_trust::ProofTrust;
use crate::row_evidence;
use crate::sealed::Kind;

/// Columns of all runs of a row together between two looks at the clock, a fraction of a second.
const STEP: u64 = 1 << 26;

coded!(
    RowPeriod { row, first_column, period }
    TrackedRow { row, base, lower_period, ratio, labels, taken, sigma, marks }
    Mark { windows, used, places }
    Pattern { windows, used, tracks }
    PassRun { pattern, planes, done, taken, fault, marks }
    Pass { row, base, cycle, spacing, runs }
);

/// The planes of a run; before row 17 there were four.
impl Coded for [u64; 5] {
    fn put(&self, out: &mut Encoder) {
        out.list(self);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        let mut planes: Vec<u64> = from.take()?;
        planes.resize(planes.len().max(5), 0);
        planes.try_into().ok()
    }
}

impl KeptProof for RowProof {
    type Subject = usize;
    const PREFIX: &'static str = "tracks-";
    const KIND: Kind = Kind::RowProof;
    const RUN: &'static [u8] = b"sprague row of 2-Star Nim\n";

    fn begin(row: usize) -> Result<Self, StoreError> {
        Self::new(row).ok_or_else(|| StoreError::Request(format!("there is no proof of row {row}")))
    }

    fn turns_to(&mut self, row: usize) -> bool {
        self.row == row || self.raise(row)
    }

    fn kept(&self) -> KeptSubject {
        KeptSubject::Row(self.row)
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, threads: usize) -> bool {
        let RowStage::Following(pass) = &self.stage else { return false };
        let (columns, row) = (STEP.div_ceil(pass.runs.len() as u64), pass.row);
        self.advance(columns, threads);
        matches!(&self.stage, RowStage::Following(pass) if pass.row != row)
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        let Self { row, start, level, stage, history } = self;
        let mut out = Encoder::default();
        out.add(&milliseconds).add(row).add(start).add(history).add(level);
        match stage {
            RowStage::Failed => out.number(0),
            RowStage::Proved(_) => out.number(1),
            RowStage::Following(pass) => out.number(2).add(pass),
        };
        out.into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        let mut from = Decoder::new(bytes);
        let (milliseconds, row, start) = (from.take()?, from.index(LARGEST_ROW)?, from.take()?);
        let history: Vec<(RowPeriod, Vec<usize>)> = from.take()?;
        let level = from.take().filter(is_level)?;
        let last = history.last()?.0;
        let fits = history.iter().all(|(found, _)| found.period > 0)
            && last.row == level.row
            && level.row <= row
            && level.period() == Some(last.period);
        let stage = match from.number()? {
            0 => RowStage::Failed,
            1 if last.row == row => RowStage::Proved(last),
            2 => RowStage::Following(from.take().filter(|pass| is_pass(pass, &level))?),
            _ => return None,
        };
        (fits && from.is_done()).then_some((Self { row, start, level, stage, history }, milliseconds))
    }

    fn examine(&self, seed: u64) -> Result<ProofTrust, &'static str> {
        row_evidence::examine(self, seed)
    }
}

fn is_level(level: &TrackedRow) -> bool {
    let mut sorted = level.sigma.clone();
    sorted.sort_unstable();
    let parts = level.marks.len() as u64;
    (1..=LARGEST_ROW).contains(&level.row)
        && are_marks(&level.marks, level.row - 1)
        && sorted.iter().copied().eq(0..sorted.len())
        && level.marks.iter().all(|mark| mark.places.len() == sorted.len())
        && (1..1 << 26).contains(&level.base)
        && level.ratio > 0
        && parts > 0
        && level.lower_period.is_multiple_of(parts)
        && level.lower_period.checked_mul(level.ratio).is_some_and(|period| period < 1 << 60)
}

fn is_pass(pass: &Pass, level: &TrackedRow) -> bool {
    let count = pass.runs.len() as u64;
    let is_run = |run: &PassRun| {
        run.pattern.windows.len() == pass.row - 1
            && run.done <= pass.cycle / count
            && are_marks(&run.marks, pass.row - 1)
    };
    pass.row == level.row + 1
        && pass.row <= LARGEST_ROW
        && level.period() == Some(pass.cycle)
        && (1..1 << 26).contains(&pass.base)
        && (1..=1 << 16).contains(&count)
        && pass.spacing > 0
        && pass.cycle.is_multiple_of(count)
        && pass.runs.iter().all(is_run)
}

/// Whether the marks have the windows of so many rows, all with equally many tracks.
fn are_marks(marks: &[Mark], rows: usize) -> bool {
    marks.iter().all(|mark| {
        mark.windows.len() == rows
            && mark.places.len() == marks[0].places.len()
            && mark.places.iter().all(|&place| place < 32)
    })
}

#[cfg(test)]
mod tests {
    use sprague_kit::Random;

    use super::*;

    /// Reading is inverse to writing at every step, and no changed byte makes reading panic.
    #[test]
    fn proofs_are_read_as_they_were_written() {
        let mut proof = RowProof::new(10).expect("a row");
        let mut chance = Random::new(1);
        let mut steps = 0;
        loop {
            let bytes = proof.to_bytes(steps);
            assert_eq!(RowProof::from_bytes(&bytes), Some((proof.clone(), steps)));
            for _ in 0..20 {
                let mut changed = bytes.clone();
                changed[chance.index(bytes.len())] ^= 1 << chance.index(8);
                if let Some((mut other, _)) = RowProof::from_bytes(&changed) {
                    other.advance(1000, 1);
                }
                assert_eq!(RowProof::from_bytes(&bytes[..chance.index(bytes.len())]), None);
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
