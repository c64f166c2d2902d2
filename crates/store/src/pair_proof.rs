//! The proof of a pair of 4-Star Nim as bytes: all of it, so that it continues as if it had never stopped.
//!
//! A proof consists of the pairs that are done, each with its offsets up to the end of its first turn, and the offsets
//! of the pair at work. A file whose checksum is right and whose content does not fit together is refused: pairs are
//! recomputed from the pairs below them, all of them where that is quick, some of them otherwise. Nothing that is read
//! can make the proof panic.

use std::collections::BTreeMap;

use sprague::star::{MOST_PAIR, PairGame, PairPeriod, PairProof};

use crate::audit::scramble;
use crate::coding::{Decoder, Encoder};

/// Columns of all pairs together that are quickly recomputed.
const QUICK: u64 = 1 << 21;
/// Pairs that are recomputed where all of them would take long.
const SAMPLE: u64 = 8;

/// The bytes of a proof that has worked so long.
pub fn encode(proof: &PairProof, milliseconds: u64) -> Vec<u8> {
    let mut out = Encoder::default();
    let game = u64::from(proof.game == PairGame::Values);
    out.number(milliseconds).number(game).number(proof.target.0).number(proof.target.1);
    out.number(proof.proved.len() as u64);
    for found in proof.proved.values() {
        out.number(found.a).number(found.b).number(found.first_column).number(found.period);
        out.number(found.from).number(found.again).block(&bytes(&found.offsets));
    }
    out.block(&bytes(&proof.offsets));
    out.into_bytes()
}

/// The proof of these bytes, and how long it has worked; `None` where they are no proof.
pub fn decode(bytes: &[u8]) -> Option<(PairProof, u64)> {
    let mut from = Decoder::new(bytes);
    let milliseconds = from.number()?;
    let game = [PairGame::Partners, PairGame::Values][from.index(1)?];
    let (a, b) = (from.number()?, from.number()?);
    let mut proof = PairProof::new(game, a, b).filter(|proof| proof.target == (a, b))?;
    let mut proved = BTreeMap::new();
    for _ in 0..from.index((MOST_PAIR * MOST_PAIR) as usize)? {
        let found = pair(&mut from, game)?;
        proved.insert((found.a, found.b), found);
    }
    let whole = |&pair: &(u64, u64)| PairProof::closure(pair).all(|below| proved.contains_key(&below));
    if !proved.keys().all(whole) {
        return None;
    }
    proof.proved = proved;
    proof.offsets = offsets(from.block()?);
    let fits = match proof.next() {
        Some((a, b)) => near(game, (a, b), &proof.offsets),
        None => proof.offsets.is_empty(),
    };
    (fits && from.is_done()).then_some((proof, milliseconds))
}

fn pair(from: &mut Decoder<'_>, game: PairGame) -> Option<PairPeriod> {
    let (a, b, first_column, period) = (from.number()?, from.number()?, from.number()?, from.number()?);
    let (start, again, offsets) = (from.number()?, from.number()?, offsets(from.block()?));
    let fits = 1 <= a
        && a <= b
        && a.checked_add(b)? <= MOST_PAIR
        && first_column >= 1
        && period >= 1
        && first_column.checked_add(period)? == offsets.len() as u64 + 1
        && (first_column..1 << 40).contains(&start)
        && (1..1 << 40).contains(&again)
        && again.is_multiple_of(period)
        && near(game, (a, b), &offsets);
    let at_zero = fits.then(|| game.with_zero(a, b))?;
    Some(PairPeriod { a, b, first_column, period, from: start, again, at_zero, offsets })
}

/// Whether nothing is farther from its column than it can be, nor below 0.
fn near(game: PairGame, (a, b): (u64, u64), offsets: &[i8]) -> bool {
    let reach = (a + b - u64::from(game == PairGame::Partners)).cast_signed();
    (1i64..).zip(offsets).all(|(c, &offset)| i64::from(offset).abs() <= reach && c + i64::from(offset) >= 0)
}

fn bytes(offsets: &[i8]) -> Vec<u8> {
    offsets.iter().map(|offset| offset.cast_unsigned()).collect()
}

fn offsets(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|byte| byte.cast_signed()).collect()
}

/// Whether what is said of the pairs follows from the pairs below them, as far as is looked.
pub fn examine(proof: &PairProof, seed: u64) -> Result<(), &'static str> {
    let columns = |found: &PairPeriod| found.from.saturating_add(found.again);
    let all: u64 = proof.proved.values().map(columns).fold(0, u64::saturating_add);
    let pairs: Vec<&PairPeriod> = proof.proved.values().collect();
    let chosen: Vec<&PairPeriod> = if all <= QUICK {
        pairs
    } else {
        let some = (0..SAMPLE).map(|at| scramble(seed ^ at << 20) % pairs.len() as u64);
        some.map(|at| pairs[at as usize]).collect()
    };
    let share = (QUICK / chosen.len().max(1) as u64).max(1 << 12);
    if !chosen.iter().all(|found| proof.agrees((found.a, found.b), columns(found).min(share))) {
        return Err("a pair is not what the pairs below it make of it");
    }
    // all columns, the last one too: a wrong one would be carried on
    let at_work = proof.next().is_none_or(|pair| proof.agrees(pair, (proof.offsets.len() as u64).min(QUICK)));
    if at_work { Ok(()) } else { Err("the pair at work is not what the pairs below it make of it") }
}

#[cfg(test)]
mod tests {
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
        let (mut chance, mut steps, mut refused, mut read) = (1u64, 0, 0, 0);
        loop {
            let bytes = encode(&proof, steps);
            assert_eq!(decode(&bytes), Some((proof.clone(), steps)));
            assert_eq!(examine(&proof, steps), Ok(()));
            for _ in 0..40 {
                chance =
                    chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mut changed = bytes.clone();
                changed[(chance >> 16) as usize % bytes.len()] ^= 1 << (chance >> 60 & 7);
                if let Some((mut other, _)) = decode(&changed) {
                    read += 1;
                    if examine(&other, chance).is_err() {
                        refused += 1;
                    } else if other.target.0 + other.target.1 < 20 && other.game == whole.game {
                        other.aim(5, 6);
                        while !other.is_over() {
                            other.advance(10_000);
                        }
                        assert_eq!(other.period(5, 6), whole.period(5, 6));
                    }
                }
                assert_eq!(decode(&bytes[..(chance >> 16) as usize % bytes.len()]), None);
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
