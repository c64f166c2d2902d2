//! `sprague star line`: the values as one number of a position varies, and their additive period.
//!
//! Strips of one or two tokens have a finite machine, which proves the period (theory 6.10). Any other position with a
//! `*` in place of a number is solved for each number in turn; a period found there is only observed.

use std::process::ExitCode;

use sprague::games::Known;
use sprague::nimber::Nimber;
use sprague::position::Position;
use sprague::star::{HeadLine, LinePeriod};
use sprague_tell::star as tell;

use crate::args::Common;
use crate::args::star::Line;
use crate::commands::position;
use crate::failure::Failure;
use crate::{output, progress};

/// The most placements of the tokens that stay.
const MOST_PLACEMENTS: usize = 20_000;
/// The most positions that are solved one by one.
const MOST_SOLVED: u64 = 1_000_000;
/// A period must be seen so many times.
const TIMES: usize = 3;

pub fn run(args: &Line, common: &Common) -> Result<ExitCode, Failure> {
    let text = args.position.trim();
    if text.matches('*').count() != 1 {
        return Err(Failure::Input(format!(
            "`{text}` needs exactly one * in place of a number, as in \"[2] [1,*]\""
        )));
    }
    let text = if text.starts_with('[') { format!("star: {text}") } else { text.to_owned() };
    let (first, values, period, proved) = if let Some((strips, lower)) = heads(&text) {
        let line = HeadLine::new(&strips, lower, MOST_PLACEMENTS).ok_or_else(|| {
            Failure::Input(format!(
                "`{text}`: squares start at 1 and ascend, at most {MOST_PLACEMENTS} placements of the other tokens"
            ))
        })?;
        let steps = args.limit.max(args.to) as f64 * placements(&strips, lower) * 10.0;
        common.limits().admit_steps(format!("the line `{text}`"), steps)?;
        let period = line.period(args.limit);
        let proved = period.is_some();
        (line.first(), line.values(args.to), period, proved)
    } else {
        let (first, values) = searched(&text, args.to, common)?;
        let period = seen(first, &values);
        (first, values, period, false)
    };
    output::told(common, &tell::line(text, (first, args.to), values, period, proved))
}

/// The strips that stay and the lower token of the running one, where all have one or two tokens and `*` is the upper.
fn heads(text: &str) -> Option<(Vec<Vec<u64>>, Option<u64>)> {
    let body = text.strip_prefix("star:")?.trim();
    let (mut strips, mut lower) = (Vec::new(), None);
    for strip in body.split('[').skip(1) {
        let inside = strip.trim().strip_suffix(']')?;
        let tokens: Vec<&str> = inside.split(',').map(str::trim).collect();
        let number = |text: &str| text.parse::<u64>().ok();
        match tokens[..] {
            ["*"] => lower = Some(None),
            [below, "*"] => lower = Some(Some(number(below)?)),
            _ => strips.push(tokens.into_iter().map(number).collect::<Option<Vec<u64>>>()?),
        }
    }
    let fits = strips.iter().all(|strip| (1..=2).contains(&strip.len()) && !strip.contains(&0));
    lower.filter(|lower| fits && *lower != Some(0)).map(|lower| (strips, lower))
}

fn placements(strips: &[Vec<u64>], lower: Option<u64>) -> f64 {
    strips.iter().flatten().chain(&lower).map(|&square| square as f64).product()
}

/// The values from the first number on that makes a position.
fn searched(text: &str, to: u64, common: &Common) -> Result<(u64, Vec<u64>), Failure> {
    if to > MOST_SOLVED {
        return Err(Failure::Input(format!(
            "`{text}` is solved number by number; --to goes up to {MOST_SOLVED} there"
        )));
    }
    let mut known = Known::new(progress::limits(common));
    let (mut first, mut values) = (0, Vec::new());
    for n in 0..=to {
        let typed = text.replace('*', &n.to_string());
        match typed.parse::<Position>() {
            Ok(read) => {
                let mut sum = Nimber::ZERO;
                for term in &read.0 {
                    sum += term.value(&mut known)?.unwrap_or(Nimber::ZERO);
                }
                if values.is_empty() {
                    first = n;
                }
                values.push(sum.0);
            }
            // A number below the others may make no position; but after the first one, each must.
            Err(_) if values.is_empty() && n < to => {}
            Err(_) => {
                position(&typed)?;
            }
        }
    }
    Ok((first, values))
}

/// The least additive period that the values show at least three times to their end.
fn seen(first: u64, values: &[u64]) -> Option<LinePeriod> {
    let offsets: Vec<i64> =
        (first..).zip(values).map(|(n, &value)| value.cast_signed() - n.cast_signed()).collect();
    (1..=offsets.len() / TIMES).find_map(|period| {
        let differ = (0..offsets.len() - period).rposition(|at| offsets[at] != offsets[at + period]);
        let from = differ.map_or(0, |at| at + 1);
        (from + TIMES * period <= offsets.len()).then(|| LinePeriod {
            first: first + from as u64,
            period: period as u64,
            offsets: offsets[from..from + period].to_vec(),
        })
    })
}
