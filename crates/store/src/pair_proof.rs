//! The proof of a pair of 4-Star Nim as bytes: all of it, so that it continues as if it had never stopped.
//!
//! A proof consists of the pairs that are done, each with its offsets up to the end of its first turn, and the offsets
//! of the pair at work. A file whose checksum is right and whose content does not fit together is refused: pairs are
//! recomputed from the pairs below them. How many columns that may take is fixed here and never asks the file; what is
//! not recomputed within it is a claim. Nothing that is read can make the proof panic.

use std::collections::{BTreeMap, BTreeSet};

use sprague::star::{MOST_PAIR, PairGame, PairPeriod, PairProof};

use crate::coding::{Decoder, Encoder};
use crate::error::KeptSubject;
use crate::error::StoreError;
use crate::kept_proof::KeptProof;
use crate::proof_trust::ProofTrust;
use crate::sealed::Kind;

/// Columns between two looks at the clock, a fraction of a second.
const STEP: u64 = 1 << 16;

/// Columns of all pairs together that are recomputed when a file is read: about a second.
const BUDGET: u64 = 1 << 22;

impl KeptProof for PairProof {
    type Subject = (PairGame, u64, u64);
    const PREFIX: &'static str = "pairs-";
    const KIND: Kind = Kind::PairProof;
    const RUN: &'static [u8] = b"sprague pair of 4-Star Nim\n";

    fn begin((game, a, b): Self::Subject) -> Result<Self, StoreError> {
        Self::new(game, a, b)
            .ok_or_else(|| StoreError::Request(format!("there is no proof of the pair {a} {b}")))
    }

    fn turns_to(&mut self, (game, a, b): Self::Subject) -> bool {
        self.game == game && self.aim(a, b)
    }

    fn kept(&self) -> KeptSubject {
        KeptSubject::Pair(self.target.0, self.target.1)
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, _: usize) -> bool {
        self.advance(STEP);
        false
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        let mut out = Encoder::default();
        out.add(&milliseconds).add(&(self.game == PairGame::Values)).add(&self.target);
        out.number(self.proved.len() as u64);
        for found in self.proved.values() {
            out.add(&(found.a, found.b)).add(&(found.first_column, found.period));
            out.add(&(found.from, found.again)).add(&found.offsets);
        }
        out.add(&self.offsets);
        out.into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        let mut from = Decoder::new(bytes);
        let milliseconds = from.take()?;
        let game = if from.take()? { PairGame::Values } else { PairGame::Partners };
        let target: (u64, u64) = from.take()?;
        let mut proof = Self::new(game, target.0, target.1).filter(|proof| proof.target == target)?;
        let mut proved = BTreeMap::new();
        for _ in 0..from.index((MOST_PAIR * MOST_PAIR) as usize)? {
            let found = pair(&mut from, game)?;
            proved.insert((found.a, found.b), found);
        }
        let whole = |&pair: &(u64, u64)| Self::closure(pair).all(|below| proved.contains_key(&below));
        if !proved.keys().all(whole) {
            return None;
        }
        proof.proved = proved;
        proof.offsets = from.take()?;
        let fits = match proof.next() {
            Some((a, b)) => near(game, (a, b), &proof.offsets),
            None => proof.offsets.is_empty(),
        };
        (fits && from.is_done()).then_some((proof, milliseconds))
    }

    fn examine(&self, _: u64) -> Result<ProofTrust, &'static str> {
        examine(self)
    }

    fn examine_turned(&self, _: ProofTrust) -> Result<ProofTrust, &'static str> {
        examine(self)
    }
}

fn pair(input: &mut Decoder<'_>, game: PairGame) -> Option<PairPeriod> {
    let ((a, b), (first_column, period)): ((u64, u64), (u64, u64)) = input.take()?;
    let ((from, again), offsets): ((u64, u64), Vec<i8>) = input.take()?;
    let fits = 1 <= a
        && a <= b
        && a.checked_add(b)? <= MOST_PAIR
        && first_column >= 1
        && period >= 1
        && first_column.checked_add(period)? == offsets.len() as u64 + 1
        && (first_column..1 << 40).contains(&from)
        && (1..1 << 40).contains(&again)
        && again.is_multiple_of(period)
        && near(game, (a, b), &offsets);
    let at_zero = fits.then(|| game.with_zero(a, b))?;
    Some(PairPeriod { a, b, first_column, period, from, again, at_zero, offsets })
}

/// Whether nothing is farther from its column than it can be, nor below 0.
fn near(game: PairGame, (a, b): (u64, u64), offsets: &[i8]) -> bool {
    let reach = (a + b - u64::from(game == PairGame::Partners)).cast_signed();
    (1i64..).zip(offsets).all(|(c, &offset)| i64::from(offset).abs() <= reach && c + i64::from(offset) >= 0)
}

/// Recomputes the pairs from the pairs below them: the target first, then what it rests on, the pair at work, and the
/// others with what is left of the budget. If all that the target rests on is recomputed in full, so is the target: each
/// pair follows from smaller ones.
pub fn examine(proof: &PairProof) -> Result<ProofTrust, &'static str> {
    let mut left = BUDGET;
    let mut agrees = |pair: (u64, u64), columns: u64| {
        let some = columns.min(left);
        left -= some;
        let is_right = some == 0 || proof.agrees(pair, some);
        if is_right { Ok(some == columns) } else { Err("a pair is not what the pairs below it make of it") }
    };
    let own: BTreeSet<(u64, u64)> = PairProof::closure(proof.target).collect();
    let (mut own, others): (Vec<&(u64, u64)>, Vec<_>) =
        proof.proved.keys().partition(|pair| own.contains(pair));
    own.sort_by_key(|pair| **pair != proof.target);
    let columns = |pair| {
        let found: &PairPeriod = &proof.proved[pair];
        found.from.saturating_add(found.again)
    };
    let mut all = true;
    for pair in own {
        all &= agrees(*pair, columns(pair))?;
    }
    if let Some(pair) = proof.next() {
        // all columns, the last one too: a wrong one would be carried on
        all &= agrees(pair, proof.offsets.len() as u64)?;
    }
    for pair in others {
        agrees(*pair, columns(pair))?;
    }
    Ok(if all { ProofTrust::Recomputed } else { ProofTrust::Claimed })
}

#[cfg(test)]
mod tests {
    use sprague_kit::Random;

    use super::*;

    /// Reading is inverse to writing at every step; no changed byte makes reading panic, and what is read of a changed
    /// file is refused or proves what is true.
    #[test]
    fn proofs_are_read_as_they_were_written() {
        let mut whole = PairProof::new(PairGame::Partners, 5, 6).expect("a pair");
        while !whole.is_over() {
            whole.advance(10_000);
        }
        let mut proof = PairProof::new(PairGame::Partners, 5, 6).expect("a pair");
        let (mut chance, mut steps, mut refused, mut read) = (Random::new(1), 0, 0, 0);
        loop {
            let bytes = proof.to_bytes(steps);
            assert_eq!(PairProof::from_bytes(&bytes), Some((proof.clone(), steps)));
            assert_eq!(examine(&proof), Ok(ProofTrust::Recomputed));
            for _ in 0..40 {
                let mut changed = bytes.clone();
                changed[chance.index(bytes.len())] ^= 1 << chance.index(8);
                if let Some((mut other, _)) = PairProof::from_bytes(&changed) {
                    read += 1;
                    if examine(&other) != Ok(ProofTrust::Recomputed) {
                        refused += 1;
                    } else if other.target.0 + other.target.1 < 20 && other.game == whole.game {
                        other.aim(5, 6);
                        while !other.is_over() {
                            other.advance(10_000);
                        }
                        assert_eq!(other.period(5, 6), whole.period(5, 6));
                    }
                }
                assert_eq!(PairProof::from_bytes(&bytes[..chance.index(bytes.len())]), None);
            }
            if proof.is_over() {
                break;
            }
            proof.advance(40);
            steps += 1;
        }
        assert!(steps > 20 && refused > 0 && read > refused, "{steps} {refused} {read}");
    }
}
