//! A proved period as a theorem for Coq, whose checkers and their proofs are in `proofs/coq`.
//!
//! The file states the rule, the claim, and for a sparse game the mask, the rare heaps and W; it holds no value
//! that Coq does not compute again. Whatever theorem has shown the period here, the file takes one that Coq has:
//! P.10, which contains P.1 to P.4 and P.7, where its values by the definition are few enough, else P.5; P.8 where
//! all but finitely many numbers may be taken; the closed form of three parts. Small proofs are computed with binary numbers and need no axiom;
//! large ones with the primitive integers and arrays of Coq.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Period, Source};
use sprague::theorem::Theorem;
use sprague_certificate as certificate;
use sprague_certificate::{
    ConditionText, ENDLESS, Evidence, MoveText, RuleText, Set, SpaceText, SpaceType, TheoremName,
};

use crate::{Proved, rule, sparse};

/// The most steps with binary numbers, a second or two.
const MOST_PLAIN: f64 = 3e6;
/// The most steps with primitive integers, some minutes.
const MOST_PRIMITIVE: f64 = 1e9;
/// Values that fit into a set of the machine with binary numbers, into one word, and into eight.
const PLAIN: u32 = 256;
const WORD: u32 = 63;
const WORDS: u32 = 504;

/// A theorem for Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoqTheorem {
    /// The file.
    pub text: String,
    /// The theorem of `docs/theory.md` that it rests on.
    pub theorem: &'static str,
    /// Whether its computation rests on the primitive integers and arrays of Coq.
    pub primitive: bool,
}

/// What a file of Coq calls the game of this text: letters, digits and underscores. A word of letters alone could be
/// one of Coq's, or of the statements: it is used only where it is the name of a known game.
pub fn identifier(known: Option<&str>, text: &str) -> String {
    let text = known.unwrap_or(text);
    let mut name = String::new();
    for c in text.chars().map(|c| c.to_ascii_lowercase()) {
        match c {
            'a'..='z' | '0'..='9' => name.push(c),
            _ if !name.is_empty() && !name.ends_with('_') => name.push('_'),
            _ => {}
        }
    }
    let name = name.trim_end_matches('_');
    let is_word = known.is_some() || name.contains(|c: char| !c.is_ascii_alphabetic());
    if is_word && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.to_owned()
    } else {
        format!("game_{name}")
    }
}

/// Writes the theorem of a proved period, and of who wins the sum of `heaps`, if there are any.
pub fn theorem(
    name: &str,
    rule: &Rule,
    proved: &Proved,
    heaps: &[u64],
    source: &mut dyn Source,
) -> Result<CoqTheorem, String> {
    let paper = rule::text(rule)?;
    let known = Known::of(source, proved, heaps);
    let check = match proved.claim.theorem {
        Theorem::AllButPeriod | Theorem::Nim => all_but(&paper, proved)?,
        Theorem::SplitThree => three_parts(),
        _ if proved.period.saltus > 0 => {
            return Err("it is not one of those in which all but finitely many numbers may be taken, and its values grow"
                .to_owned());
        }
        _ => repeating(&paper, rule, proved, &known, source)?,
    };
    Ok(CoqTheorem {
        text: file(name, rule, &paper, &check, &known),
        theorem: check.theorem,
        primitive: check.machine.starts_with("Check") && check.machine != "CheckN",
    })
}

/// What is computed: the machine, the checker's name, its arguments after the rule and before the facts.
struct Check {
    theorem: &'static str,
    machine: &'static str,
    checker: &'static str,
    arguments: String,
    claim: (u64, u64, u64),
}

/// P.8: the numbers above x may be taken, and the state repeats at the heap that the theorem says.
fn all_but(paper: &RuleText, proved: &Proved) -> Result<Check, String> {
    let Period { preperiod, period, saltus, .. } = proved.period;
    let endless = paper.moves.iter().flat_map(|m| &m.take.0).filter(|range| range.1 == ENDLESS);
    let first =
        endless.map(|range| range.0).min().ok_or("no number of tokens is the greatest that may be taken")?;
    let from = proved.claim.used.saturating_sub(period).max(preperiod).max(first - 1);
    let steps = steps(paper, (from + period) as f64);
    if steps > MOST_PLAIN {
        return Err(format!("it would take {steps:.0} steps by the definition, more than {MOST_PLAIN:.0}"));
    }
    let arguments = format!(" {} {from}", first - 1);
    let claim = (preperiod, period, saltus);
    Ok(Check { theorem: "P.8", machine: "CheckN", checker: "check_all_but", arguments, claim })
}

/// The closed form of a heap that is split into three: it speaks of one rule, and only the heaps of a sum are computed.
fn three_parts() -> Check {
    let arguments = String::new();
    Check { theorem: "4.1 J", machine: "Closed", checker: "check_three_parts", arguments, claim: (1, 2, 1) }
}

fn repeating(
    paper: &RuleText,
    rule: &Rule,
    proved: &Proved,
    known: &Known,
    source: &mut dyn Source,
) -> Result<Check, String> {
    let Period { preperiod, period, .. } = proved.period;
    let claim = (preperiod, period, 0);
    let stated = certificate::ClaimText { preperiod, period, saltus: 0 };
    let parts =
        |machine| Check { theorem: "P.10", machine, checker: "check_parts", arguments: String::new(), claim };
    let values =
        certificate::values_needed(TheoremName::Parts, paper, stated).map_err(|fault| fault.to_string())?;
    let steps = steps(paper, values as f64);
    // the checker of other clauses keeps the values of the options in a list, where any value fits
    let one_by_one = !paper.moves.iter().all(is_plain);
    let plain_values = one_by_one || known.most < PLAIN;
    if steps <= MOST_PLAIN && plain_values {
        return Ok(parts("CheckN"));
    }
    if one_by_one {
        return Err(format!("it would take {steps:.0} steps by the definition, more than {MOST_PLAIN:.0}"));
    }
    let machine = match known.most {
        most if most < WORD => "CheckInt",
        most if most < WORDS => "CheckWide",
        most => return Err(format!("its values are as large as {most}, and {} is the most", WORDS - 1)),
    };
    if steps <= MOST_PRIMITIVE && !known.common_from_preperiod {
        return Ok(parts(machine));
    }
    match sparse::evidence(rule, proved, source) {
        Ok(Evidence::Sparse(space, _)) => {
            let end = (preperiod + space.reach + most_taken(paper) + period) as f64;
            let splits: f64 =
                paper.moves.iter().filter(|m| has(&m.leave, 2)).map(|m| count(&m.take, end)).sum();
            let sparse = end * (space.rare.len() as f64 * splits + 20.0);
            if sparse <= MOST_PRIMITIVE {
                let machine = if sparse <= MOST_PLAIN && plain_values { "CheckN" } else { machine };
                let arguments = sparse_arguments(paper, &space);
                return Ok(Check { theorem: "P.5", machine, checker: "check_sparse", arguments, claim });
            }
        }
        Ok(_) | Err(_) if steps <= MOST_PRIMITIVE => {}
        Ok(_) => return Err("its proof is cut into segments, which Coq does not compute".to_owned()),
        Err(why) => return Err(why),
    }
    if steps <= MOST_PRIMITIVE {
        return Ok(parts(machine));
    }
    Err(format!("it would take more than {MOST_PRIMITIVE:.0} steps"))
}

/// About how many options the values of the heaps below `count` have, all together.
fn steps(paper: &RuleText, values: f64) -> f64 {
    let splits = |left: u64| (1..=left).fold(1.0, |splits, j| splits * values / j as f64);
    let of = |m: &MoveText| {
        let left = m.leave.0.iter().flat_map(|&(low, high)| low..=high);
        count(&m.take, values) * left.map(splits).sum::<f64>()
    };
    paper.moves.iter().map(of).sum()
}

fn sparse_arguments(paper: &RuleText, space: &SpaceText) -> String {
    let odd = paper.moves.iter().filter(|m| has(&m.leave, 2)).any(|m| m.take.0[0].0 % 2 == 1);
    let kind = match space.kind {
        SpaceType::Zero => "None".to_owned(),
        SpaceType::One => format!("(Some {odd})"),
    };
    let rare: Vec<u64> = space.rare.iter().map(|&(heap, _)| heap).filter(|&heap| heap > 0).collect();
    format!(" {} {kind} {}\n    {}", space.mask, space.reach, list(&rare))
}

/// What the values up to the end of the first period say.
struct Known {
    /// The greatest value.
    most: u32,
    /// The heaps of a sum, with their values.
    heaps: Vec<(u64, u64)>,
    /// Whether a sparse space is known, and all heaps of the first period are common: P.5 needs it.
    common_from_preperiod: bool,
}

impl Known {
    fn of(source: &mut dyn Source, proved: &Proved, heaps: &[u64]) -> Self {
        let Period { preperiod, period, saltus, .. } = proved.period;
        let space = proved.claim.space.or_else(|| source.space());
        let turns = |heap: u64| heap.saturating_sub(preperiod) / period;
        let heaps = heaps.iter().map(|&heap| (heap, 0)).collect();
        let mut known = Self { most: 0, heaps, common_from_preperiod: space.is_some() };
        source.send(0, preperiod + period - 1, &mut |first: u64, chunk: &[Nimber]| {
            for (at, value) in chunk.iter().enumerate() {
                known.most = known.most.max(value.0 as u32);
                let here = first + at as u64;
                known.common_from_preperiod &=
                    here < preperiod || space.is_none_or(|space| !space.is_rare(here, value.0 as u32));
                for (heap, known) in &mut known.heaps {
                    if *heap - turns(*heap) * period == here {
                        *known = value.0 + turns(*heap) * saltus;
                    }
                }
            }
            ControlFlow::Continue(())
        });
        known
    }
}

fn file(name: &str, rule: &Rule, paper: &RuleText, check: &Check, known: &Known) -> String {
    let (preperiod, period, saltus) = check.claim;
    let Check { theorem, machine, checker, arguments, .. } = check;
    let facts: Vec<String> = known.heaps.iter().map(|(heap, value)| format!("({heap}, {value})")).collect();
    let facts = format!("[{}]", facts.join("; "));
    let grows = saltus > 0;
    let (plus, t, is_t) = if grows { (format!(" + {saltus}"), " t", " + t") } else { Default::default() };
    let arguments = match *checker {
        "check_three_parts" => String::new(),
        "check_all_but" => format!(" {name} {preperiod} {period} {saltus}{arguments}"),
        _ => format!(" {name} {preperiod} {period}{arguments}"),
    };
    let library = if *machine == "Closed" { "Closed" } else { "Machines" };
    let of = if grows { "growth_of _ _ _ _ _" } else { "period_of _ _ _ _" };
    let least = if grows { "least_growth_of _ _ _ _ _" } else { "least_of _ _ _ _" };
    let holes = match *checker {
        "check_parts" => 4,
        "check_all_but" => 7,
        "check_three_parts" => 1,
        _ => 8,
    };
    let sound = format!("({machine}.{checker}_sound{} checked)", " _".repeat(holes));
    let clauses = paper.moves.iter().map(clause).collect::<Vec<_>>().join(";\n   ");
    let mut text = format!(
        "(** * {name}: period {period} from heap {preperiod} on\n\n    \
         The rule is [{rule}]. By theorem {theorem} of docs/theory.md; made by [sprague prove]. *)\n\
         From Sprague Require Import Claims {library}.\n\n\
         Definition {name} : rule :=\n  [{clauses}].\n\n\
         Lemma checked : {machine}.{checker}{arguments} {facts} = true.\n\
         Proof. vm_cast_no_check (eq_refl true). Qed.\n\n\
         (** The values repeat{}. *)\n\
         Theorem period : forall n, {preperiod} <= n -> G {name} (n + {period}) = G {name} n{plus}.\n\
         Proof. exact ({of} {sound}). Qed.\n\n\
         (** No period begins sooner, and every period is a multiple of this one. *)\n\
         Theorem least : forall a q{t}, 0 < q -> (forall n, a <= n -> G {name} (n + q) = G {name} n{is_t}) ->\n  \
         {preperiod} <= a /\\ N.divide {period} q.\n\
         Proof. exact ({least} {sound}). Qed.\n",
        if grows { ", each time greater" } else { "" },
    );
    if !known.heaps.is_empty() {
        let heaps: Vec<u64> = known.heaps.iter().map(|&(heap, _)| heap).collect();
        let next = known.heaps.iter().fold(0, |sum, &(_, value)| sum ^ value) != 0;
        let (who, position, sum) =
            if next { ("next", "N_position", "ltac:(easy)") } else { ("previous", "P_position", "eq_refl") };
        let _ = write!(
            text,
            "\n(** Who wins this sum under normal play: the {who} player. *)\n\
             Theorem {who}_player_wins : {position} Normal (heaps {name} {}).\n\
             Proof. exact (Claims.{who}_player_wins _ _ _ {sound} {sum}). Qed.\n",
            list(&heaps),
        );
    }
    text
}

fn clause(m: &MoveText) -> String {
    let condition = match m.condition {
        ConditionText::Any => "Any".to_owned(),
        ConditionText::NotAllEqual => "NotAllEqual".to_owned(),
        ConditionText::Differ(least) => format!("(Differ {least})"),
    };
    format!("Clause {} {} {condition} {}", set(&m.take), set(&m.leave), set(&m.on))
}

fn set(set: &Set) -> String {
    let range = |&(low, high): &(u64, u64)| match high {
        ENDLESS => format!("From {low}"),
        _ => format!("Range {low} {high}"),
    };
    format!("[{}]", set.0.iter().map(range).collect::<Vec<_>>().join("; "))
}

/// A list of numbers, in lines that are not too long.
fn list(numbers: &[u64]) -> String {
    let lines: Vec<String> = numbers
        .chunks(16)
        .map(|line| line.iter().map(u64::to_string).collect::<Vec<_>>().join("; "))
        .collect();
    format!("[{}]", lines.join(";\n     "))
}

fn is_plain(m: &MoveText) -> bool {
    m.condition == ConditionText::Any && m.on.0 == [(0, ENDLESS)] && most(&m.leave) <= 2
}

fn most(set: &Set) -> u64 {
    set.0.last().map_or(0, |range| range.1)
}

fn most_taken(paper: &RuleText) -> u64 {
    paper.moves.iter().map(|m| most(&m.take)).max().unwrap_or(0)
}

fn has(set: &Set, n: u64) -> bool {
    set.0.iter().any(|&(low, high)| low <= n && n <= high)
}

/// How many members of a set are below `end`.
fn count(set: &Set, end: f64) -> f64 {
    set.0.iter().map(|&(low, high)| (high as f64 - low as f64 + 1.0).min(end)).sum()
}
