//! Relations between heap games: first cousins and standard forms.
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
//! **Standard form** of an octal code. Bit 2 of `d_i` is redundant if some j < i has bit 4 and a heap of i-j has no
//! option: from n > i the option {i-j, n-i} has the same value as n-i. After those, bit 1 of `d_i` is redundant if
//! heap i has another option of value 0. A dropped bit leaves another option of the same value in its place, so no
//! value changes and no heap becomes terminal; bits 4 are never dropped, so they stay as witnesses, whatever the
//! order.

use super::clause::Clause;
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
    for clause in rule.clauses() {
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
                Clause { take: take.clone(), leave, condition, on: on.clone() }
            }));
        }
    }
    clauses.retain(|clause| !clause.take.is_empty() && !clause.on.is_empty());
    Rule::new(clauses).ok()
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

/// The game without moves that never matter, because another move always has an option of the same value.
///
/// Only finite octal codes are changed.
///
/// ```
/// use sprague::heap::{relations, Rule};
/// assert_eq!(relations::standard_form(&"0.077".parse::<Rule>()?).to_string(), "0.074");
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn standard_form(rule: &Rule) -> Rule {
    let code = Code::of(rule).filter(|code| code.is_octal() && code.ending() == Ending::Zeros);
    let Some(code) = code else { return rule.clone() };
    let mut digits: Vec<u8> = (0..=code.last()).map(|i| code.digit(i)).collect();
    let split = digits.clone();
    for (i, digit) in digits.iter_mut().enumerate() {
        if (0..i).any(|j| split[j] & 4 != 0 && rule.is_terminal((i - j) as u64)) {
            *digit &= !2;
        }
    }
    let mut values: Vec<Nimber> = Vec::new();
    for (size, digit) in digits.iter_mut().enumerate() {
        let value = |parts: &Vec<u64>| parts.iter().map(|&part| values[part as usize]).sum::<Nimber>();
        let options: Vec<Vec<u64>> = rule.options(size as u64).collect();
        if options.iter().any(|parts| !parts.is_empty() && value(parts).is_zero()) {
            *digit &= !1;
        }
        values.push(mex(options.iter().map(value)));
    }
    Code::new(digits, Ending::Zeros).rule().unwrap_or_else(|_| rule.clone())
}

#[cfg(test)]
mod tests {
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
        for code in codes() {
            let rule = code.rule().unwrap();
            let standard = standard_form(&rule);
            assert_eq!(standard_form(&standard), standard, "{code}");
            if standard != rule {
                changed += 1;
                let shorter = Code::of(&standard).unwrap();
                assert_eq!(values_of_code(&code, 300), values_of_code(&shorter, 300), "{code} and {shorter}");
            }
        }
        assert!(changed > 100, "{changed}");
        for (text, standard) in
            [("0.057", "0.055"), ("0.077", "0.074"), ("0.77", "0.77"), ("grundy", "4!.0"), ("0.0", "0.0")]
        {
            assert_eq!(standard_form(&text.parse().unwrap()), standard.parse().unwrap(), "{text}");
        }
    }
}
