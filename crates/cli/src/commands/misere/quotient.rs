//! `sprague misere quotient`: order, generators, rules, P-portion, values of heaps with their period.

use std::fmt::Write as _;
use std::process::ExitCode;

use sprague::heap::HeapGame;
use sprague::quotient::{
    Element, Quotient, QuotientEnd, QuotientExtent, QuotientFound, Word, quotient, word_in_letters,
};
use sprague::theorem::Theorem;
use sprague_answer::command;

use super::picture::Drawing;
use crate::args::Common;
use crate::args::misere::QuotientArgs;
use crate::commands::heap_game;
use crate::failure::Failure;
use crate::{output, progress};

/// No period is proved, and none of the heaps that were asked for.
const EXIT_NEGATIVE: u8 = 1;
/// The last heap where none was named.
pub const USUAL_HEAPS: u64 = 2_000;
/// The most values of heaps that are printed for people.
const SHOWN: usize = 120;

/// How far to go for one game.
pub fn extent(to: Option<u64>, max_order: u64) -> QuotientExtent {
    let order = usize::try_from(max_order).unwrap_or(usize::MAX);
    QuotientExtent { heaps: vec![to.unwrap_or(USUAL_HEAPS)], order, until_period: true }
}

pub fn run(args: &QuotientArgs, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let limits = progress::limits(common);
    let drawing = args.svg.as_deref().map(|file| Drawing::prepared(file, args, common)).transpose()?;
    let found = quotient(std::slice::from_ref(&game.rule), &extent(args.to, args.max_order), &limits)?;
    if let Some(drawing) = drawing {
        drawing.write(&game, &found.quotient, &document(&game, &found))?;
        if let Some(why) = unproved(&found).filter(|_| !common.quiet) {
            eprintln!("{why}");
        }
    } else if common.json {
        output::json(common, &document(&game, &found))?;
    } else {
        output::text(common, &report(&game, &found))?;
    }
    let is_done = match found.end {
        QuotientEnd::Periods => true,
        QuotientEnd::Heaps => args.to.is_some(),
        QuotientEnd::Order { .. } | QuotientEnd::Layers { .. } | QuotientEnd::Limit { .. } => false,
    };
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) })
}

fn document(game: &HeapGame, found: &QuotientFound) -> command::QuotientDocument {
    let quotient = &found.quotient;
    let word = |word: &Word| -> Vec<[u64; 2]> {
        let powers = quotient.generators().iter().zip(word).filter(|(_, times)| **times > 0);
        powers.map(|(heap, &times)| [heap.size, times.into()]).collect()
    };
    let numbers = |elements: &[Element]| elements.iter().map(|&x| u32::from(x)).collect::<Vec<_>>();
    let generator = |heap: &sprague::quotient::RuleHeap| command::QuotientGenerator {
        heap: heap.size,
        action: quotient.value(*heap).map_or_else(Vec::new, |value| numbers(quotient.monoid().row(value))),
    };
    command::QuotientDocument {
        game: game.to_string(),
        order: quotient.order(),
        portion: numbers(&quotient.portion()),
        generators: quotient.generators().iter().map(generator).collect(),
        rules: quotient.rewriting().iter().map(|rule| [word(&rule.left), word(&rule.right)]).collect(),
        phi: numbers(quotient.values(0)),
        period: quotient.period(0).map(|period| period.period),
        preperiod: quotient.period(0).map(|period| period.preperiod),
        heaps: quotient.values(0).len() as u64 - 1,
        growth: quotient.growth().iter().map(|(heap, order)| [heap.size, *order as u64]).collect(),
        kernel: numbers(&quotient.monoid().kernel()),
        lower_bound: match &found.end {
            QuotientEnd::Order { heap, more_than, .. } => {
                Some(command::QuotientBound { heap: heap.size, more_than: *more_than as u64 })
            }
            _ => None,
        },
        theorem: quotient.period(0).map(|_| Theorem::QuotientPeriod.to_string()),
    }
}

fn report(game: &HeapGame, found: &QuotientFound) -> String {
    let quotient = &found.quotient;
    let mut text = String::new();
    let last = quotient.values(0).len() - 1;
    let (order, positions) = (quotient.order(), quotient.portion().len());
    let of = match quotient.period(0) {
        Some(_) => "of all heaps".to_owned(),
        None => format!("of the heaps to {last}"),
    };
    let _ = writeln!(text, "{game}: the misère quotient {of} has {order} elements, {positions} of them P.");
    let words = |elements: &[Element]| {
        let words: Vec<String> = elements.iter().map(|&x| word_in_letters(&quotient.word(x))).collect();
        words.join(" ")
    };
    let letter = |at: usize| {
        let mut word = vec![0; quotient.generators().len()];
        word[at] = 1;
        word_in_letters(&word)
    };
    let generators: Vec<String> = (0..)
        .zip(quotient.generators())
        .map(|(at, heap)| format!("{} = heap {}", letter(at), heap.size))
        .collect();
    let _ = writeln!(text, "generators  {}", generators.join(", "));
    let rules: Vec<String> = quotient
        .rewriting()
        .iter()
        .map(|rule| format!("{}={}", word_in_letters(&rule.left), word_in_letters(&rule.right)))
        .collect();
    let _ = writeln!(text, "rules       {}", rules.join(" "));
    let _ = writeln!(text, "P-portion   {}", words(&quotient.portion()));
    let growth: Vec<String> =
        quotient.growth().iter().map(|(heap, order)| format!("{}:{order}", heap.size)).collect();
    let _ = writeln!(text, "growth      {}", growth.join(" "));
    let _ = writeln!(text, "kernel      {} elements", quotient.monoid().kernel().len());
    text.push_str(&values(quotient, words));
    if let Some(why) = unproved(found) {
        let _ = writeln!(text, "{why}");
    }
    text
}

/// The values of heaps, and the turn that repeats.
fn values(quotient: &Quotient, words: impl Fn(&[Element]) -> String) -> String {
    let all = &quotient.values(0)[1..];
    let Some(period) = quotient.period(0) else {
        let shown = all.len().min(SHOWN);
        let more = if shown < all.len() { " ... (all of them with --json)" } else { "" };
        return format!("heaps 1..   {}{more}\n", words(&all[..shown]));
    };
    let start = period.preperiod as usize - 1;
    let turn = &all[start..start + period.period as usize];
    let shown = |part: &[Element]| {
        let more = if part.len() > SHOWN { " ... (all of them with --json)" } else { "" };
        format!("{}{more}", words(&part[..part.len().min(SHOWN)]))
    };
    format!(
        "heaps 1..   {}\ncycle       {}\nThe values have period {} from heap {} on; this is proved by {}.\n",
        shown(&all[..start]),
        shown(turn),
        period.period,
        period.preperiod,
        Theorem::QuotientPeriod
    )
}

/// Why no period is proved, and what helps.
pub fn unproved(found: &QuotientFound) -> Option<String> {
    let last = found.quotient.values(0).len() - 1;
    let order = found.quotient.order();
    Some(match &found.end {
        QuotientEnd::Periods => return None,
        QuotientEnd::Heaps => {
            format!("This is about the heaps to {last} only: no period is proved. --to lets it go further.")
        }
        QuotientEnd::Order { heap, more_than, .. } => format!(
            "The quotient of the heaps to {} has more than {more_than} elements (proved, theory M.14); to heap {last} it \
             has {order}. Raise --max-order.",
            heap.size
        ),
        QuotientEnd::Layers { heap } => format!(
            "The powers of heap {} did not repeat within the limit on layers; to heap {last} the quotient has {order} \
             elements. --to {last} asks for these alone.",
            heap.size
        ),
        QuotientEnd::Limit { heap, refusal } => format!(
            "Heap {} was not added: {refusal}; to heap {last} the quotient has {order} elements. {} lets it go further.",
            heap.size,
            sprague_answer::flags(refusal.limits())
        ),
    })
}
