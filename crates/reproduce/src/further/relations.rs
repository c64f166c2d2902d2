//! Relations between games, and theorems on periods that the program rests on.

use sprague::Limits;
use sprague::heap::{HeapGame, Rule, relations};
use sprague::sequence::period::{Finding, HowFar, Period, RuleFacts, sparse};
use sprague::sequence::{Kind, Space, naive_values};
use sprague::theorem::Theorem;

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same};
use crate::plain::{self, Chance, mex, octal, octal_splitting, two_parts};
use crate::range::{Range, values};
use crate::thesis::proved;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("cousin", "first cousins", "H.1", Holds, first_cousins,
        "If the heap 1 has no move, the game with one token less in every heap has the same values, one \
         heap earlier; 0.07 becomes 0.137."),
    ("officers", "Couples-are-Forever and Officers", "H.2", Holds, couples_and_officers,
        "The heap n of Couples-are-Forever is the heap n - 1 of Officers, 0.6."),
    ("standard", "standard forms", "H.5", Holds, standard_forms,
        "Dropping redundant digits of a code changes no value."),
    ("canonical", "canonical forms", "H.4", Holds, canonical_forms,
        "Two parts: unequal, not all equal, differing by at least 1 are one rule."),
    ("octal", "permanence, Guy and Smith", "P.1", Holds, two_digit_codes,
        "What is proved of the codes d0.d1d2 from their first values is true of later ones, and exact."),
    ("subtraction", "permanence of subtraction games", "P.7", Holds, subtraction_games,
        "A subtraction game repeats for ever once as many values repeat as a move takes at most."),
    ("all-but", "all-but subtraction games", "P.8", Holds, all_but_games,
        "If all but finitely many numbers may be taken, the values are additively periodic."),
    ("apart", "permanence for parts that differ", "P.5", Holds, condition_on_apart,
        "With D = 3, R = 2, n₀ = 4, p = 1, W = 2 the values 0, 1, 0, 1, 1, 1, 1 repeat, and the next is \
         2: n₀ ≥ R + D is needed."),
    ("excluded", "excluded periods", "P.6", Holds, excluded_periods_are_none,
        "No excluded period of a solved game divides its period."),
    ("survey", "codes of three digits", "P.1", Holds, survey,
        "Of the 1024 codes d0.d1d2d3 with d0 = 0 or 4, the first 20 000 values prove a period of 695."),
];

/// How many codes of the survey the values to 1000 settle.
const SETTLED_FROM_1000: u64 = 672;

fn rule(text: &str) -> Result<Rule, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

fn code(digits: &[u8]) -> String {
    let digits: String = digits.iter().map(u8::to_string).collect();
    format!("0.{digits}")
}

fn first_cousins(range: &Range) -> Checked {
    same(
        "0.07",
        relations::first_cousin(&rule("0.07")?).map(|cousin| cousin.to_string()),
        Some("0.137".to_owned()),
    )?;
    let mut chance = Chance(1);
    let (mut codes, wanted) = (0, range.to(400, 2000));
    while codes < wanted {
        let digits: Vec<u8> =
            (0..=chance.below(4)).map(|at| chance.below(8) as u8 & if at == 0 { 6 } else { 7 }).collect();
        let Some(cousin) = relations::first_cousin(&rule(&code(&digits))?) else { continue };
        let own = octal(&digits, &[], 40);
        let other: Vec<u64> = naive_values(cousin.clauses(), 39).iter().map(|value| value.0).collect();
        same(&code(&digits), own[1..].to_vec(), other)?;
        codes += 1;
    }
    Ok(holds(format!("{codes} random codes, n ≤ 40"), codes))
}

fn couples_and_officers(range: &Range) -> Checked {
    let to = range.to(3000, 20_000);
    let couples = values("thesis-e", to);
    same("the values", couples[1..].to_vec(), values("0.6", to - 1))?;
    same("by mex", octal(&[6], &[], 600), two_parts(601, |a, b| a + b != 2)[1..].to_vec())?;
    Ok(holds(format!("n ≤ {to}"), to))
}

fn standard_forms(range: &Range) -> Checked {
    let mut chance = Chance(3);
    let (mut changed, rounds) = (0, range.to(1500, 3000));
    for _ in 0..rounds {
        let digits: Vec<u8> = (0..=chance.below(4)).map(|_| chance.below(8) as u8).collect();
        let own = rule(&code(&digits))?;
        let standard = relations::standard_form(&own);
        let other: Vec<u64> = naive_values(standard.clauses(), 40).iter().map(|value| value.0).collect();
        same(&code(&digits), octal(&digits, &[], 40), other)?;
        changed += u64::from(standard != own);
    }
    ensure!(changed > rounds / 10, "only {changed} codes were not in standard form");
    Ok(holds(format!("{rounds} random codes, {changed} not in standard form, n ≤ 40"), rounds))
}

fn canonical_forms(_: &Range) -> Checked {
    let grundy = rule("split(2, distinct)")?;
    for text in ["grundy", "split(2, not-all-equal)", "split(2, diff>=1)"] {
        ensure!(rule(text)? == grundy, "{text}");
    }
    ensure!(rule("0.77")? == rule("take(1,2) leave(0..2)")? && rule("0.77")? != rule("0.7")?, "Kayles");
    same("values", values("split(2, not-all-equal)", 300), two_parts(300, |a, b| a != b))?;
    Ok(holds("four spellings, values to 300", 300))
}

/// The least p and then the least start with which the later half of the values repeats.
fn seen(values: &[u64], period: &Period) -> bool {
    let (start, p) = (period.preperiod as usize, period.period as usize);
    let holds = plain::period_holds(values, start, p);
    let earlier = start > 0 && plain::period_holds(values, start - 1, p);
    holds && !earlier && (1..p).all(|q| !p.is_multiple_of(q) || !plain::period_holds(values, start, q))
}

fn two_digit_codes(_: &Range) -> Checked {
    let mut settled = 0;
    for bits in 0..64u8 {
        let digits = [bits >> 3, bits & 7];
        let Ok((period, _)) = proved(&code(&digits), 1200) else { continue };
        if period.saltus == 0 {
            ensure!(seen(&octal(&digits, &[], 2400), &period), "{}: {period:?}", code(&digits));
            settled += 1;
        }
    }
    ensure!(settled > 40, "{settled} codes");
    Ok(holds(format!("{settled} of the 64 codes 0.d1d2, proved from values to 1200, values to 2400"), 2400))
}

fn subtraction_games(range: &Range) -> Checked {
    let mut chance = Chance(7);
    let rounds = range.to(150, 1000);
    for _ in 0..rounds {
        let mut taken: Vec<usize> = (0..=chance.below(3)).map(|_| 1 + chance.index(9)).collect();
        taken.sort_unstable();
        taken.dedup();
        let text = format!("take({})", taken.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
        let (period, _) = proved(&text, 100_000)?;
        let g = plain::values(3000, |heap, known, option| {
            taken.iter().filter(|&&i| i <= heap).for_each(|&i| option(known[heap - i]));
        });
        if period.period < 1000 && period.preperiod < 1000 {
            ensure!(seen(&g, &period), "{text}: {period:?}");
        }
    }
    Ok(holds(format!("{rounds} random sets, values to 3000"), rounds))
}

fn all_but_games(range: &Range) -> Checked {
    let mut chance = Chance(8);
    let rounds = range.to(40, 200);
    for _ in 0..rounds {
        let mut barred: Vec<usize> = (0..=chance.below(3)).map(|_| 2 + chance.index(9)).collect();
        barred.sort_unstable();
        barred.dedup();
        let last = barred[barred.len() - 1];
        let allowed: Vec<String> = (1..last).filter(|i| !barred.contains(i)).map(|i| i.to_string()).collect();
        let text = format!("take({},{}..)", allowed.join(","), last + 1);
        let (period, theorem) = proved(&text, 100_000)?;
        same(&text, theorem, Theorem::AllButPeriod)?;
        ensure!(period.saltus > 0, "{text} does not grow");
        let g = plain::values(1200, |heap, known, option| {
            (1..=heap).filter(|i| !barred.contains(i)).for_each(|i| option(known[heap - i]));
        });
        let (start, p) = (period.preperiod as usize, period.period as usize);
        ensure!(
            (start..g.len().saturating_sub(p)).all(|n| g[n + p] == g[n] + period.saltus),
            "{text}: {period:?}"
        );
    }
    Ok(holds(format!("{rounds} random sets, values to 1200"), rounds))
}

/// Two parts that differ by at least 3, after the seven values given.
fn condition_on_apart(_: &Range) -> Checked {
    let mut g: Vec<u64> = vec![0, 1, 0, 1, 1, 1, 1];
    let heap = g.len();
    g.push(mex((1..=heap / 2)
        .filter(|&a| heap - 2 * a >= 3)
        .map(|a| g[a] ^ g[heap - a])
        .collect::<Vec<_>>()));
    same("the next value", g[7], 2)?;
    ensure!((4..6).all(|n| g[n] == g[n + 1]), "the window does not repeat");
    let shape = RuleFacts::of(rule("split(2, diff>=3)")?.clauses());
    let space = Space::new(1, Kind::Value).ok_or("a mask")?;
    let values: Vec<u32> = g.iter().map(|&value| value as u32).collect();
    ensure!(sparse::claim(&shape, space, &values[..7], 4, 1).is_none(), "the library would accept n₀ = 4");
    Ok(holds("the counterexample of theory P.5", 7))
}

fn excluded_periods_are_none(_: &Range) -> Checked {
    let mut games = 0;
    for text in ["0.77", "0.07", "0.45", "0.156", "split(2)", "split(2, diff>=2)", "thesis-d"] {
        let (period, _) = proved(text, 20_000)?;
        let g = values(text, 3000);
        let zeros: Vec<u64> = (1..=3000).filter(|&n| g[n as usize] == 0).collect();
        let excluded = sprague::analysis::excluded_periods(rule(text)?.clauses(), &zeros);
        ensure!(!excluded.contains(&period.period), "{text}: {} is excluded", period.period);
        games += 1;
    }
    ensure!(games == 7, "{games} games");
    Ok(holds("seven solved games, zeros to 3000", 3000))
}

fn survey(range: &Range) -> Checked {
    let to = range.to(1000, 20_000);
    let (mut settled, mut codes) = (0, 0);
    for bits in 0..1024u16 {
        let zeroth = 4 * (bits >> 9) as u8;
        let digits = [(bits >> 6 & 7) as u8, (bits >> 3 & 7) as u8, (bits & 7) as u8];
        let text = format!("{zeroth}.{}{}{}", digits[0], digits[1], digits[2]);
        let rule = rule(&text)?;
        codes += 1;
        let mut sequence = HeapGame::from(rule).sequence();
        let report = sequence.period(HowFar::To(to), &Limits::unlimited());
        let Finding::Proved(period, claim) = report.finding else { continue };
        settled += 1;
        if claim.used > 0 && period.saltus == 0 {
            let later = octal_splitting(zeroth, &digits, &[], 1500);
            let (start, p) = (period.preperiod as usize, period.period as usize);
            ensure!(start + p > later.len() || plain::period_holds(&later, start, p), "{text}: {period:?}");
        }
    }
    same("codes with a proved period", settled, range.to(SETTLED_FROM_1000, 695))?;
    Ok(holds(format!("{settled} of {codes} codes from values to {to}"), to))
}
