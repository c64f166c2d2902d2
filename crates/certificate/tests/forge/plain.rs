//! A third checker, of claims alone: plain mex over small sizes, compared with what is claimed as far as it goes.
//!
//! It knows nothing of theorems, states or evidence: values by the definition, and for every claim whether it is
//! refuted by them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use sprague_certificate::{
    Certificate, ClaimText, ConditionText, Evidence, RuleText, StarCertificate, Subject,
};

/// The sides of the tables of 2-Star Nim: all rows, and the first rows much further.
const SIDE: usize = 1500;
const ROWS: usize = 17;
const COLUMNS: usize = 8000;

/// G(a, b) for a < rows and b < columns, by the definition: G(0, b) = b - 1, G(a, b) = G(b, a), otherwise mex.
fn table(rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let words = (rows + columns) / 64 + 1;
    let mut found = vec![vec![0; columns]; rows];
    // What has been seen in each row and in each column.
    let (mut in_row, mut in_column) = (vec![vec![0u64; words]; rows], vec![vec![0u64; words]; columns]);
    for a in 0..rows {
        for b in 0..columns {
            if a == 0 && b == 0 {
                continue;
            }
            let free = |word: usize| !(in_row[a][word] | in_column[b][word]);
            let value = match (a, b) {
                (0, b) => b - 1,
                (a, 0) => a - 1,
                _ => {
                    let word = (0..words).find(|&word| free(word) != 0).unwrap();
                    64 * word + free(word).trailing_zeros() as usize
                }
            };
            found[a][b] = value as u32;
            in_row[a][value / 64] |= 1 << (value % 64);
            in_column[b][value / 64] |= 1 << (value % 64);
        }
    }
    found
}

fn square() -> &'static Vec<Vec<u32>> {
    static TABLE: OnceLock<Vec<Vec<u32>>> = OnceLock::new();
    TABLE.get_or_init(|| table(SIDE, SIDE))
}

fn strip() -> &'static Vec<Vec<u32>> {
    static TABLE: OnceLock<Vec<Vec<u32>>> = OnceLock::new();
    TABLE.get_or_init(|| table(ROWS, COLUMNS))
}

/// The tokens that stay in the plain table of pairs, and its columns.
const PAIR_SIDE: usize = 8;
const PAIR_COLUMNS: usize = 2500;

/// D(a, b, c) for tokens from 0 on: what makes a P-position of 4-Star Nim with them, by mex over all three tokens.
fn partners() -> &'static Vec<Vec<Vec<usize>>> {
    static TABLE: OnceLock<Vec<Vec<Vec<usize>>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut found = vec![vec![vec![usize::MAX; PAIR_COLUMNS]; PAIR_SIDE + 1]; PAIR_SIDE + 1];
        for a in 0..=PAIR_SIDE {
            for b in 0..=PAIR_SIDE {
                let mut used = vec![false; PAIR_COLUMNS + 2 * PAIR_SIDE];
                for c in 0..PAIR_COLUMNS {
                    let tokens: Vec<usize> = [a, b, c].into_iter().filter(|&token| token > 0).collect();
                    found[a][b][c] = match tokens[..] {
                        [x, y] => 1 + ((x - 1) ^ (y - 1)),
                        [_, _, _] => {
                            let lowered: BTreeSet<usize> = (0..a)
                                .map(|i| found[i][b][c])
                                .chain((0..b).map(|j| found[a][j][c]))
                                .collect();
                            (0..).find(|d| !used[*d] && !lowered.contains(d)).unwrap()
                        }
                        _ => continue,
                    };
                    used[found[a][b][c]] = true;
                }
            }
        }
        found
    })
}

/// Terms, and the number of the first one.
type StarTerms = (Arc<Vec<i64>>, u64);

/// The terms of what has the period, as far as they are known, and the number of the first one.
pub fn star_terms(subject: Subject) -> Option<StarTerms> {
    static KNOWN: Mutex<BTreeMap<String, Option<StarTerms>>> = Mutex::new(BTreeMap::new());
    let known = KNOWN.lock().unwrap().get(&subject.to_string()).cloned();
    known.unwrap_or_else(|| {
        let found = find_star_terms(subject).map(|(terms, origin)| (Arc::new(terms), origin));
        KNOWN.lock().unwrap().insert(subject.to_string(), found.clone());
        found
    })
}

fn find_star_terms(subject: Subject) -> Option<(Vec<i64>, u64)> {
    match subject {
        Subject::Row(row) => {
            let row = strip().get(row as usize).filter(|_| row > 0)?;
            Some(((1..COLUMNS).map(|b| i64::from(row[b]) - b as i64).collect(), 1))
        }
        Subject::Diagonal(c) => {
            let c = usize::try_from(c).ok().filter(|&c| c < SIDE)?;
            Some(((1..SIDE - c).map(|a| i64::from(square()[a][a + c])).collect(), 1))
        }
        Subject::Value(g) => {
            // Each number is in one pair, and its partner is at most g + 1 away.
            let reach = usize::try_from(g).ok().filter(|&g| g < 200)? + 1;
            let known = SIDE - reach;
            let pair =
                |x: usize| (x..=x + reach).find(|&y| (x, y) != (0, 0) && u64::from(square()[x][y]) == g);
            Some(((0..known).filter_map(|x| pair(x).map(|y| (y - x) as i64)).collect(), 0))
        }
        Subject::Pair(a, b) => {
            let line = partners().get(a as usize)?.get(b as usize).filter(|_| a > 0 && b > 0)?;
            Some(((1..PAIR_COLUMNS).map(|c| line[c] as i64 - c as i64).collect(), 1))
        }
    }
}

/// Why the terms refute the claim that they have the period from this one on and no smaller period or start; `None` if
/// they do not.
pub fn refuted(terms: &[i64], first: u64, period: u64, saltus: i64) -> Option<String> {
    let (Ok(first), Ok(p)) = (usize::try_from(first), usize::try_from(period)) else { return None };
    let repeats = |at: usize, apart: usize, plus: i64| terms[at + apart] == terms[at] + plus;
    let end = terms.len().saturating_sub(p);
    let fails = (first..end).filter(|&at| !repeats(at, p, saltus)).count();
    if fails > 0 {
        return Some(format!("the period fails at {fails} places"));
    }
    if first > 0 && first - 1 < end && repeats(first - 1, p, saltus) {
        return Some("it starts before".into());
    }
    for q in (1..p).filter(|q| p % q == 0 && saltus % (p / q) as i64 == 0) {
        let plus = saltus / (p / q) as i64;
        if first + p + q <= terms.len() && (first..first + p).all(|at| repeats(at, q, plus)) {
            return Some(format!("{q} is a period"));
        }
    }
    None
}

fn within(ranges: &[(u64, u64)], n: u64) -> bool {
    ranges.iter().any(|&(low, high)| low <= n && n <= high)
}

/// All ways to write `total` as `left` parts, descending from `most` on.
fn parts(total: u64, left: u64, most: u64, so_far: &mut Vec<u64>, each: &mut dyn FnMut(&[u64])) {
    if left == 0 {
        if total == 0 {
            each(so_far);
        }
        return;
    }
    for part in (1..=most.min(total)).rev() {
        so_far.push(part);
        parts(total - part, left - 1, part, so_far, each);
        so_far.pop();
    }
}

/// The values of the first heaps by the definition.
pub fn heap_values(rule: &RuleText, count: usize) -> Vec<u32> {
    static KNOWN: Mutex<BTreeMap<String, Vec<u32>>> = Mutex::new(BTreeMap::new());
    let name = rule.to_string();
    let mut values = KNOWN.lock().unwrap().get(&name).cloned().unwrap_or_default();
    for n in values.len()..count {
        let mut seen = BTreeSet::new();
        for m in rule.moves.iter().filter(|m| within(&m.on.0, n as u64)) {
            for taken in (0..=n as u64).filter(|&taken| within(&m.take.0, taken)) {
                for left in (0..=16).filter(|&left| within(&m.leave.0, left)) {
                    let rest = n as u64 - taken;
                    parts(rest, left, rest, &mut Vec::new(), &mut |heaps| {
                        let allowed = heaps.len() < 2
                            || match m.condition {
                                ConditionText::Any => true,
                                ConditionText::NotAllEqual => heaps[0] != heaps[heaps.len() - 1],
                                ConditionText::Differ(least) => {
                                    heaps.windows(2).all(|two| two[0] - two[1] >= least)
                                }
                            };
                        // A heap left as it was is no option; such rules are refused.
                        if allowed && heaps.iter().all(|&heap| heap < n as u64) {
                            seen.insert(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]));
                        }
                    });
                }
            }
        }
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    KNOWN.lock().unwrap().insert(name, values.clone());
    values.truncate(count);
    values
}

/// Why the claim of an accepted text is false, as far as plain mex can tell.
pub fn text_refuted(text: &str) -> Option<String> {
    if let Ok(paper) = StarCertificate::parse(text) {
        let (terms, origin) = star_terms(paper.subject)?;
        return refuted(&terms, paper.first.saturating_sub(origin), paper.period, 0);
    }
    let paper = Certificate::parse(text).ok()?;
    let ClaimText { preperiod, period, saltus } = paper.claim;
    let most = paper.rule.moves.iter().filter_map(|m| m.leave.0.last()).map(|range| range.1).max();
    let far = preperiod.saturating_add(period.saturating_mul(3)).saturating_add(60);
    let count = far.min(match most.unwrap_or(0) {
        0..=2 => 420,
        3 => 130,
        _ => 40,
    });
    let values: Vec<i64> = heap_values(&paper.rule, count as usize).into_iter().map(i64::from).collect();
    if let Evidence::Classes(text, _) = &paper.evidence
        && !text.constant.is_empty()
    {
        let step = |n: u64| if text.constant.contains(&(n % period)) { 0 } else { saltus as i64 };
        let fails = |n: &u64| values[(n + period) as usize] != values[*n as usize] + step(*n);
        let end = (values.len() as u64).saturating_sub(period);
        let early = preperiod > 0 && !fails(&(preperiod - 1));
        let failed = (preperiod..end).find(fails).map(|n| format!("the split period fails at heap {n}"));
        return failed.or_else(|| early.then(|| "it starts before".into()));
    }
    refuted(&values, preperiod, period, saltus as i64)
}
