//! Stars at squares of any size, by periods that are proved: values, and the moves to a value (theory 8.15, 7.11).
//!
//! Everything here is one rule used a few times: from its first periodic square on a line of values grows by its period
//! from turn to turn. Two tokens follow it along a row, up to row 16, or along a diagonal, up to the 29th; a token that
//! runs above others that stay follows its line; four tokens have their outcome by the pair of the two smallest. What
//! was proved for a question is kept for the next one. A proof counts against the steps of the question, and a square
//! does not.

use std::collections::HashMap;

use crate::games::Known;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::star::{FarBlocks, FarLine, FarRows, HeadLine, LAST_LOCKED, MOST_PAIR, PairGame, PairProof};
use crate::theorem::Theorem;

/// Columns of a pair between two looks at the limits.
const STRIDE: u64 = 1 << 12;
/// The most placements of the tokens that stay, and the most columns in which a state must come back.
const MOST_LINES: usize = 2_000;
const MOST_COLUMNS: u64 = 1 << 20;
/// Of so many steps one may be spent on the period of a line, which there is, but perhaps not within reach.
const LINE_SHARE: u64 = 1_000;

/// Strips beside the running token, and the token below it.
type LineKey = (Vec<Vec<u64>>, Option<u64>);

/// What was proved so far.
#[derive(Debug, Default)]
struct StarProofs {
    rows: FarRows,
    blocks: FarBlocks,
    pairs: Option<PairProof>,
    lines: HashMap<LineKey, Option<FarLine>>,
}

/// A token that moves: from a square to a lower one.
type Step = (u64, u64);

/// The value of two tokens above square 0, the lower one first, and the theorem.
pub(super) fn two_tokens(
    (a, b): (u64, u64),
    known: &mut Known,
) -> Result<Option<(Nimber, Theorem)>, TooLarge> {
    let (limits, threads) = (known.limits().clone(), known.threads());
    let proofs = known.table::<StarProofs>();
    if let Some(row) = proved_row(a) {
        let column = proofs.rows.columns(row, b, 1, threads, &limits)?;
        let value = column.first().and_then(|rows| rows.last()).copied();
        return Ok(value.map(|value| (Nimber(value), row_theorem(row))));
    }
    let Some(c) = locked_diagonal(a, b) else { return Ok(None) };
    let value = proofs.blocks.diagonal(a, c, &limits)?;
    Ok(value.map(|value| (Nimber(value), Theorem::StarDiagonals)))
}

/// The last row that is proved for the sake of a position: the pass of the next one takes ten times as long.
const LAST_ROW: usize = 16;

fn proved_row(a: u64) -> Option<usize> {
    usize::try_from(a).ok().filter(|row| (1..=LAST_ROW).contains(row))
}

fn locked_diagonal(a: u64, b: u64) -> Option<u32> {
    u32::try_from(b - a).ok().filter(|&c| c <= LAST_LOCKED)
}

const fn row_theorem(row: usize) -> Theorem {
    if row <= 8 { Theorem::StarRows } else { Theorem::StarTracks }
}

/// All moves of two tokens above square 0, the lower one first, to positions of this value; `None` where no period
/// tells.
pub(super) fn moves_of_two(
    (a, b): (u64, u64),
    value: Nimber,
    known: &mut Known,
) -> Result<Option<Vec<Step>>, TooLarge> {
    let (limits, threads) = (known.limits().clone(), known.threads());
    let proofs = known.table::<StarProofs>();
    let wanted = value.0;
    let mut found = Vec::new();
    if let Some(row) = proved_row(a) {
        let column = proofs.rows.columns(row, b, 1, threads, &limits)?.pop().unwrap_or_default();
        // The lower token to each square below it; on square 0 the other one is a Nim heap (theory 6.4).
        let below = [b - 1].into_iter().chain(column).zip(0..a);
        found.extend(below.filter(|&(other, _)| other == wanted).map(|(_, square)| (a, square)));
        // The higher token: each value stands once in the row, near its own column (theory 8.5).
        let first = wanted.saturating_sub(a - 1);
        let squares = first.max(1)..b.min(wanted.saturating_add(a + 1));
        if first == 0 && a - 1 == wanted {
            found.push((b, 0));
        }
        if !squares.is_empty() {
            let count = squares.end - squares.start;
            let columns = proofs.rows.columns(row, squares.start, count, threads, &limits)?;
            let at = columns.iter().position(|rows| rows.last() == Some(&wanted));
            found.extend(at.map(|at| (b, squares.start + at as u64)));
        }
    } else {
        let locked = u32::try_from(wanted).ok().filter(|&g| g <= 2 * LAST_LOCKED);
        let (Some(g), Some(_)) = (locked, locked_diagonal(a, b)) else { return Ok(None) };
        let (Some(x), Some(y)) =
            (proofs.blocks.partner(b, g, &limits)?, proofs.blocks.partner(a, g, &limits)?)
        else {
            return Ok(None);
        };
        found.extend((x < a).then_some((a, x)));
        found.extend((y < b).then_some((b, y)));
    }
    // Equal tokens have the same moves.
    found.sort_unstable();
    found.dedup();
    Ok(Some(found))
}

/// The outcome of four tokens above square 0, ascending, by the pair of the two smallest; `None` where they are too
/// large.
pub(super) fn four_tokens(tokens: [u64; 4], known: &mut Known) -> Result<Option<Outcome>, TooLarge> {
    let [a, b, c, d] = tokens;
    let Some(pairs) = proved_pair((a, b), known)? else { return Ok(None) };
    let partner = pairs.period(a, b).map(|pair| pair.value(c));
    Ok(partner.map(|partner| if partner == d { Outcome::P } else { Outcome::N }))
}

/// The square that makes a P-position with the three smallest of four tokens, and the period of such squares.
pub(super) fn partner_of(tokens: [u64; 4], known: &mut Known) -> Result<Option<(u64, u64)>, TooLarge> {
    let [a, b, c, _] = tokens;
    let Some(pairs) = proved_pair((a, b), known)? else { return Ok(None) };
    Ok(pairs.period(a, b).map(|pair| (pair.value(c), pair.period)))
}

/// All winning moves of four tokens above square 0, ascending; `None` where the two smallest are too large.
pub(super) fn moves_of_four(tokens: [u64; 4], known: &mut Known) -> Result<Option<Vec<Step>>, TooLarge> {
    let [a, b, c, d] = tokens;
    let Some(pairs) = proved_pair((a, b), known)? else { return Ok(None) };
    let partner = |x: u64, y: u64, third: u64| match x.min(y) {
        0 => Some(PairGame::Partners.with_zero(x.max(y), third)),
        _ => pairs.period(x, y).map(|pair| pair.value(third)),
    };
    let mut found = Vec::new();
    found.extend((0..a).filter(|&i| partner(i, b, c) == Some(d)).map(|i| (a, i)));
    found.extend((0..b).filter(|&j| partner(a, j, c) == Some(d)).map(|j| (b, j)));
    found.extend(partner(a, b, d).filter(|&to| to < c).map(|to| (c, to)));
    found.extend(partner(a, b, c).filter(|&to| to < d).map(|to| (d, to)));
    // Equal tokens have the same moves.
    found.sort_unstable();
    found.dedup();
    Ok(Some(found))
}

fn proved_pair(pair: (u64, u64), known: &mut Known) -> Result<Option<&PairProof>, TooLarge> {
    if pair.0.saturating_add(pair.1) > MOST_PAIR {
        return Ok(None);
    }
    let limits = known.limits().clone();
    let pairs = &mut known.table::<StarProofs>().pairs;
    if pairs.is_none() {
        *pairs = PairProof::new(PairGame::Partners, pair.0, pair.1);
    }
    let Some(proof) = pairs else { return Ok(None) };
    proof.aim(pair.0, pair.1);
    while let Some((a, b)) = proof.next() {
        limits.spend(STRIDE * (a + b))?;
        proof.advance(STRIDE);
    }
    Ok(Some(proof))
}

/// Strips of one or two tokens beside a token that runs above `lower`, or alone: values at every square.
pub(super) fn line<'k>(
    strips: &[Vec<u64>],
    lower: Option<u64>,
    known: &'k mut Known,
) -> Result<Option<&'k FarLine>, TooLarge> {
    let limits = known.limits().clone();
    let key = (strips.to_vec(), lower);
    if !known.table::<StarProofs>().lines.contains_key(&key) {
        let line = HeadLine::new(strips, lower, MOST_LINES);
        let columns = |line: &HeadLine| (limits.steps / LINE_SHARE / line.cost().max(1)).min(MOST_COLUMNS);
        let far = match line {
            Some(line) => {
                let (columns, cost) = (columns(&line), line.cost());
                let far = line.far(columns);
                let taken = far.as_ref().map_or(columns, FarLine::columns);
                limits.spend(taken.saturating_mul(cost))?;
                far
            }
            None => None,
        };
        known.table::<StarProofs>().lines.insert(key.clone(), far);
    }
    Ok(known.table::<StarProofs>().lines.get(&key).and_then(Option::as_ref))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::strips::single_tokens::{TwoStarTable, two_star_table};

    /// All moves to a value by the table.
    fn plain(table: &TwoStarTable, (a, b): (u64, u64), value: u64) -> Vec<Step> {
        let at = |a: u64, b: u64| table.get(a as usize, b as usize).map(|value| value.0);
        let lower = (0..a).filter(|&i| at(i, b) == Some(value)).map(|i| (a, i));
        let higher = (0..b).filter(|&y| at(a, y) == Some(value)).map(|y| (b, y));
        let mut all: Vec<Step> = lower.chain(higher).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Rows, also past one turn of the first ones, and every value that can be wanted.
    #[test]
    fn rows_agree_with_the_table() {
        let table = two_star_table(16, 700);
        let mut known = Known::default();
        for (a, b) in (1..=16).flat_map(|a| (a..=120).chain(690..700).map(move |b| (a, b))) {
            let value = two_tokens((a, b), &mut known).expect("small").expect("a row").0;
            assert_eq!(Some(value), table.get(a as usize, b as usize), "({a}, {b})");
            for wanted in (0..150).chain(680..720) {
                let found = moves_of_two((a, b), Nimber(wanted), &mut known).expect("small");
                assert_eq!(found, Some(plain(&table, (a, b), wanted)), "({a}, {b}) to {wanted}");
            }
        }
    }

    /// From the marks: rows 9 to 11 one and two periods later than the first columns.
    #[test]
    fn marks_lead_to_every_column() {
        let (mut rows, limits) = (FarRows::default(), crate::limits::Limits::default());
        for (row, period) in [(8, 10_080), (9, 151_200), (10, 1_058_400)] {
            let mut columns = |first| rows.columns(row, first, 300, 1, &limits).expect("within the limits");
            let early = columns(70);
            for turns in [1, 3, 10, 1_000_000_007] {
                let late = columns(70 + turns * period);
                let shifted =
                    |rows: &Vec<u64>| rows.iter().map(|value| value + turns * period).collect::<Vec<_>>();
                assert_eq!(late, early.iter().map(shifted).collect::<Vec<_>>(), "row {row}, {turns} turns");
            }
        }
    }

    /// Diagonals and partners, below the row from which on the blocks are proved and beyond it.
    #[test]
    fn diagonals_agree_with_the_table() {
        let table = two_star_table(260, 260);
        let mut known = Known::default();
        for (a, c) in (17..150).flat_map(|a| (0..=29).map(move |c| (a, c))) {
            let (b, g) = (a + c, table.get(a as usize, (a + c) as usize).expect("inside"));
            if let Some((value, theorem)) = two_tokens((a, b), &mut known).expect("small") {
                assert_eq!((value, theorem), (g, Theorem::StarDiagonals), "({a}, {b})");
            }
            for wanted in [0, 1, 2, 5, 9, 10, 17, 26, 30, 41, 57, 58] {
                let found = moves_of_two((a, b), Nimber(wanted), &mut known).expect("small");
                assert_eq!(found, Some(plain(&table, (a, b), wanted)), "({a}, {b}) to {wanted}");
            }
        }
        assert_eq!(moves_of_two((1000, 1001), Nimber(59), &mut known), Ok(None));
        assert_eq!(moves_of_two((1000, 1030), Nimber(0), &mut known), Ok(None));
    }

    /// Each number and its partner, far beyond one turn of every block; golden partners of 10^15.
    #[test]
    fn partners_are_partners_of_their_partners() {
        let (mut blocks, limits) = (FarBlocks::default(), crate::limits::Limits::default());
        let mut partner = |n, g| blocks.partner(n, g, &limits).expect("within the limits").expect("locked");
        let n = 1_000_000_000_000_000;
        let near: Vec<i64> = (0..=10).map(|g| partner(n, g).wrapping_sub(n).cast_signed()).collect();
        assert_eq!(near, [0, -1, 1, -2, 2, -3, -4, 4, 3, -5, 5]);
        for g in [0, 3, 6, 13, 22, 35, 53, 58] {
            for n in [2_000_000, 3_000_017, 1 << 62] {
                let other = partner(n, g);
                assert_eq!(partner(other, g), n, "{n}, value {g}");
            }
        }
    }
}
