//! Relations between heap games: first cousins, standard forms, roots.
//!
//! **First cousins.** Let a heap of 1 have no option. Write n' = n-1 for every heap, the parts of an option
//! included; parts of 1 become empty and had value 0 anyway. A move that takes i tokens from n and leaves k heaps
//! takes i' = n' - (sum of the parts') = i+k-1 from n', and leaves those k' <= k heaps that were not 1. By
//! induction G(n) = G'(n-1) for n >= 1, where G' is the game with these moves. Any parts become any parts; parts
//! not all equal become k' < k parts (k' >= 1) without condition, or k not all equal; different parts have at most
//! one 1. Parts that differ by 2 or more would need a least size in G', so those rules have no cousin here. In
//! octal digits, d' being the cousin's: `d'_j` has bit 4 if `d_{j-1}` has; bit 2 if `d_{j-1}` has bit 4 or `d_j`
//! has bit 2; bit 1 if one of these or if `d_{j+1}` has bit 1.
//!
//! **Standard form** of a finite code, octal or hexadecimal (theory H.5). Taking i and leaving the heaps P, h of them,
//! is redundant if for some j < i and h' > h one may take j and leave h' heaps, and there are h' - h heaps of total i-j
//! with nim-sum 0: leave P and these instead. Only the values of heaps up to i are used, and they do not depend on that
//! bit. If the bit (j, h') is redundant itself, through (l, h''), the companions of both together show that the first
//! one is redundant through (l, h''); so all redundant bits are dropped at once. This is about values under normal play.
//!
//! **Root**: the standard form of the first cousin of the standard form, and so on, until a heap of 1 has an option.
//! Codes with one root have the same values up to a shift of the heaps.

use super::clause::{Clause, PlainClause};
use super::code::{Code, Ending};
use super::condition::Condition;
use super::rule::Rule;
use super::set::{ENDLESS, SizeSet};
use crate::nimber::{Nimber, mex};

/// The game in which a heap of n-1 has the value of a heap of n here, for all n >= 1: the first cousin.
///
/// None if a heap of 1 has an option, if parts must differ by 2 or more, or if a move may leave any number of heaps.
///
/// ```
/// use sprague::heap::{relations, Rule};
/// let dawsons_kayles: Rule = "0.07".parse()?;
/// assert_eq!(relations::first_cousin(&dawsons_kayles).unwrap().to_string(), "0.137");
/// let couples_are_forever: Rule = "split(2) on 3..".parse()?;
/// assert_eq!(relations::first_cousin(&couples_are_forever).unwrap().to_string(), "0.6");
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn first_cousin(rule: &Rule) -> Option<Rule> {
    const MOST_HEAPS: u64 = 64;
    if !rule.is_terminal(1) || rule.most_heaps() > MOST_HEAPS {
        return None;
    }
    let mut clauses = Vec::new();
    for clause in rule.plain()? {
        let on = lowered(&clause.on, 1);
        for heaps in clause.leave.up_to(MOST_HEAPS) {
            let take = match heaps {
                0 => lowered(&clause.take, 1),
                _ => raised(&clause.take, heaps - 1),
            };
            let condition = clause.condition.for_heaps(heaps);
            let leave = match condition {
                Condition::Any => vec![(0, heaps, Condition::Any)],
                Condition::NotAllEqual => vec![(1, heaps - 1, Condition::Any), (heaps, heaps, condition)],
                Condition::Differ(1) => vec![(heaps - 1, heaps, condition)],
                Condition::Differ(_) => return None,
            };
            clauses.extend(leave.into_iter().map(|(low, high, condition)| {
                let leave = SizeSet::range(low, high);
                PlainClause::new(take.clone(), leave, condition, on.clone())
            }));
        }
    }
    clauses.retain(|clause: &PlainClause| !clause.take.is_empty() && !clause.on.is_empty());
    Rule::new(clauses.into_iter().map(Clause::from)).ok()
}

fn raised(set: &SizeSet, by: u64) -> SizeSet {
    let up = |n: u64| if n == ENDLESS { n } else { n.saturating_add(by) };
    set.ranges().iter().map(|&(low, high)| (up(low), up(high))).collect()
}

/// The set with `by` taken from every element; smaller elements are dropped.
fn lowered(set: &SizeSet, by: u64) -> SizeSet {
    let down = |n: u64| if n == ENDLESS { n } else { n - by };
    set.from(by).ranges().iter().map(|&(low, high)| (down(low), down(high))).collect()
}

/// The game without moves that never matter, because another move always has an option of the same value (theory H.5).
///
/// Only finite codes are changed.
///
/// ```
/// use sprague::heap::{relations, Rule};
/// assert_eq!(relations::standard_form(&"0.077".parse::<Rule>()?).to_string(), "0.074");
/// assert_eq!(relations::standard_form(&"0.742".parse::<Rule>()?).to_string(), "0.74");
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn standard_form(rule: &Rule) -> Rule {
    let code = Code::of(rule).filter(|code| code.ending() == Ending::Zeros);
    let Some(code) = code else { return rule.clone() };
    let digits: Vec<u8> = (0..=code.last()).map(|i| code.digit(i)).collect();
    let mut values: Vec<Nimber> = Vec::new();
    for size in 0..digits.len() as u64 {
        let value = |parts: Vec<u64>| parts.iter().map(|&part| values[part as usize]).sum::<Nimber>();
        values.push(mex(rule.options(size).map(value)));
    }
    let is_redundant = |i: usize, left: u32| {
        (0..i).any(|j| {
            (left + 1..4).any(|other| digits[j] >> other & 1 == 1 && cancels(&values, i - j, other - left))
        })
    };
    let kept = |(i, &digit): (usize, &u8)| {
        let bits = (0..4).filter(|&left| digit >> left & 1 == 1 && !is_redundant(i, left));
        bits.map(|left| 1 << left).sum()
    };
    let kept = digits.iter().enumerate().map(kept).collect();
    Code::new(kept, Ending::Zeros).rule().unwrap_or_else(|_| rule.clone())
}

/// Whether there are so many heaps, 1 to 3, of this total with the nim-sum 0.
fn cancels(values: &[Nimber], total: usize, heaps: u32) -> bool {
    match heaps {
        1 => values[total].is_zero(),
        2 => (1..=total / 2).any(|a| values[a] == values[total - a]),
        _ => (1..=total / 3)
            .any(|a| (a..=(total - a) / 2).any(|b| values[a] + values[b] == values[total - a - b])),
    }
}

/// The game that the code leads to by standard forms and first cousins, and by how many heaps its values are shifted:
/// a heap of n here has the value of a heap of n - shift there, for n >= shift.
///
/// ```
/// use sprague::heap::{relations, Rule};
/// let (root, shift) = relations::root(&"0.07".parse::<Rule>()?);
/// assert_eq!((root.to_string().as_str(), shift), ("0.137", 1));
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn root(rule: &Rule) -> (Rule, u64) {
    let mut root = standard_form(rule);
    let mut shift = 0;
    // a game without moves is its own cousin
    while !root.clauses().is_empty()
        && Code::of(&root).is_some_and(|code| code.ending() == Ending::Zeros)
        && let Some(cousin) = first_cousin(&root)
    {
        root = standard_form(&cousin);
        shift += 1;
    }
    (root, shift)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::nimber::ValueSet;

    fn values(rule: &Rule, to: u64) -> Vec<Nimber> {
        let mut values: Vec<Nimber> = Vec::new();
        for n in 0..=to {
            let mut seen = ValueSet::default();
            for parts in rule.options(n) {
                seen.insert(parts.iter().map(|&part| values[part as usize]).sum());
            }
            values.push(seen.mex());
        }
        values
    }

    /// The values of an octal code, straight from its digits.
    fn values_of_code(code: &Code, to: usize) -> Vec<u64> {
        let mut values = vec![0];
        for n in 1..=to {
            let mut seen = ValueSet::default();
            for taken in 0..=n.min(code.last() as usize) {
                let (digit, left) = (code.digit(taken as u64), n - taken);
                if digit & 1 != 0 && left == 0 {
                    seen.insert(Nimber::ZERO);
                }
                if digit & 2 != 0 && left > 0 {
                    seen.insert(Nimber(values[left]));
                }
                if digit & 4 != 0 {
                    (1..=left / 2).for_each(|part| seen.insert(Nimber(values[part] ^ values[left - part])));
                }
            }
            values.push(seen.mex().0);
        }
        values
    }

    fn codes() -> impl Iterator<Item = Code> {
        let three = |n: u16| [n >> 6 & 7, n >> 3 & 7, n & 7].map(|digit| digit as u8);
        [0, 4]
            .into_iter()
            .flat_map(move |d0| (0..512).map(three).map(move |[a, b, c]| vec![d0, a, b, c]))
            .map(|digits| Code::new(digits, Ending::Zeros))
    }

    #[test]
    fn cousins_of_all_short_codes_have_the_values_of_the_digits_rule() {
        let mut cousins = 0;
        for code in codes() {
            let rule = code.rule().unwrap();
            let cousin = first_cousin(&rule);
            assert_eq!(cousin.is_some(), code.digit(1) % 2 == 0, "{code}");
            let Some(cousin) = cousin else { continue };
            cousins += 1;
            let digit = |j: u64| {
                let four = code.digit(j - 1) & 4;
                let two = if four > 0 || code.digit(j) & 2 > 0 { 2 } else { 0 };
                let one = u8::from(two > 0 || code.digit(j + 1) & 1 > 0);
                four | two | one
            };
            let digits = std::iter::once(0).chain((1..=5).map(digit)).collect();
            assert_eq!(cousin, Code::new(digits, Ending::Zeros).rule().unwrap(), "{code}");
            let values = |rule| values_of_code(&Code::of(rule).unwrap(), 200);
            assert_eq!(values(&rule)[1..], values(&cousin)[..200], "{code}");
        }
        assert_eq!(cousins, 512);
    }

    #[test]
    fn cousins_of_other_rules() {
        let expected = [
            ("split(2) on 3..", "0.6"),
            ("0.6", "0.37"),
            ("split(2, distinct)", "take(1) leave(1) | take(1) leave(2, distinct)"),
            ("split(3)", "0.0f"),
            ("split(3, not-all-equal)", "take(2) leave(1,2) | take(2) leave(3, not-all-equal)"),
            ("split(3, distinct)", "take(2) leave(2,3, distinct)"),
            (
                "take(2..) leave(0..2) on 4..9",
                "take(1..8) leave(0) on 3..8 | take(2..) leave(0,1) on 3..8 | take(3..) leave(0..2) on 3..8",
            ),
        ];
        for (text, cousin) in expected {
            let (rule, cousin): (Rule, Rule) = (text.parse().unwrap(), cousin.parse().unwrap());
            let found = first_cousin(&rule).unwrap();
            assert_eq!(found, cousin, "{text}: {found}");
            assert_eq!(values(&rule, 60)[1..], values(&cousin, 59), "{text}");
        }
        for text in ["0.77", "nim", "split(2, diff>=2)", "split(2..)"] {
            assert_eq!(first_cousin(&text.parse().unwrap()), None, "{text}");
        }
    }

    #[test]
    fn standard_forms_of_all_short_codes_have_the_same_values() {
        let mut changed = 0;
        let mut forms = BTreeSet::new();
        for code in codes() {
            let rule = code.rule().unwrap();
            let standard = standard_form(&rule);
            assert_eq!(standard_form(&standard), standard, "{code}");
            forms.insert(standard.clone());
            if standard != rule {
                changed += 1;
                let shorter = Code::of(&standard).unwrap();
                assert_eq!(values_of_code(&code, 300), values_of_code(&shorter, 300), "{code} and {shorter}");
            }
        }
        assert_eq!((changed, forms.len()), (1024 - 324, 324));
        let roots: BTreeSet<Rule> = forms.iter().map(|form| root(form).0).collect();
        assert_eq!(roots.len(), 279);
        for (text, standard) in
            [("0.057", "0.055"), ("0.077", "0.074"), ("0.77", "0.77"), ("grundy", "4!.0"), ("0.0", "0.0")]
        {
            assert_eq!(standard_form(&text.parse().unwrap()), standard.parse().unwrap(), "{text}");
        }
    }
    #[test]
    fn forms_and_roots_of_hexadecimal_codes() {
        for (width, forms, roots) in [(2, 182, 174), (3, 1186, 1140)] {
            let codes = (0..1_u32 << (4 * width)).map(|n| format!("0.{n:0width$x}"));
            let rules: Vec<Rule> = codes.map(|code| code.parse().unwrap()).collect();
            let standard: BTreeSet<Rule> = rules.iter().map(standard_form).collect();
            assert_eq!(standard.len(), forms);
            assert_eq!(standard.iter().map(|form| root(form).0).collect::<BTreeSet<_>>().len(), roots);
            for rule in rules.iter().step_by(if width == 3 { 37 } else { 1 }) {
                let form = standard_form(rule);
                assert_eq!(standard_form(&form), form, "{rule}");
                let (root, shift) = root(rule);
                let (own, forms, roots) = (values(rule, 40), values(&form, 40), values(&root, 40));
                assert_eq!(own, forms, "{rule} and {form}");
                assert_eq!(own[shift as usize..], roots[..=40 - shift as usize], "{rule} and {root}");
            }
        }
    }

    /// Codes of four and five digits, with d0 of every kind: values of the form, and the bits dropped one by one.
    #[test]
    fn longer_codes_and_any_order() {
        let mut seed = 5_u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        for _ in 0..400 {
            let most = [8, 16][below(2) as usize];
            let first = if most == 8 { 4 * below(2) } else { 4 * below(4) };
            let digits: Vec<u8> = std::iter::once(first)
                .chain((0..2 + below(4)).map(|_| below(most)))
                .map(|d| d as u8)
                .collect();
            let rule = Code::new(digits, Ending::Zeros).rule().unwrap();
            let form = standard_form(&rule);
            assert_eq!(values(&rule, 36), values(&form, 36), "{rule} and {form}");
            // with any one of the dropped bits alone dropped the form is the same
            let (all, kept) = (Code::of(&rule).unwrap(), Code::of(&form).unwrap());
            let dropped: Vec<(u64, u8)> = (0..=all.last())
                .flat_map(|i| (0..4).map(move |bit| (i, 1 << bit)))
                .filter(|&(i, bit)| all.digit(i) & bit != 0 && kept.digit(i) & bit == 0)
                .collect();
            if dropped.is_empty() {
                continue;
            }
            let (at, bit) = dropped[below(dropped.len() as u64) as usize];
            let fewer = (0..=all.last()).map(|i| all.digit(i) & !(if i == at { bit } else { 0 })).collect();
            let fewer = Code::new(fewer, Ending::Zeros).rule().unwrap();
            assert_eq!(standard_form(&fewer), form, "{rule} without a bit of d[{at}]");
        }
    }
}
