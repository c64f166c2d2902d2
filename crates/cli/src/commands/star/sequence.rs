//! `sprague star sequence`: the pairs of one value, and the period of their differences.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::star::{MOST_DIAGONAL, MOST_SHARED, ValueMachine, shared_sequence_period};
use sprague_proof::star;
use sprague_star::{Algorithm, AlgorithmOne, AlgorithmTwo};
use sprague_tell::command::StarPairs;
use sprague_tell::star as tell;
use sprague_tell::star_trace::star_trace;

use super::certificate;
use super::watch::Watch;
use crate::args::Common;
use crate::args::star::{BlockSearch, Sequence, Way};
use crate::failure::Failure;
use crate::output;

/// The most pairs that are listed.
const MOST_PAIRS: u64 = 10_000_000;
/// The pairs of a trace unless told, the most of them, and the greatest value.
const USUALLY_TRACED: u64 = 10;
const MOST_TRACED: u64 = 1_000;
const MOST_TRACED_VALUE: u32 = 100;
/// The algorithms of the paper get slow beyond.
const MOST_BY_ALGORITHM: u64 = 100_000;

pub fn run(args: &Sequence, common: &Common) -> Result<ExitCode, Failure> {
    let most = 2 * MOST_DIAGONAL;
    let value = u32::try_from(args.value).ok().filter(|&value| value <= most).ok_or_else(|| {
        Failure::Input(format!("value {} is out of reach; values go from 0 to {most}", args.value))
    })?;
    if args.trace {
        return traced(value, args, common);
    }
    if args.by != Way::Machine && args.pairs.is_none() {
        return Err(Failure::Input("--by says how pairs are listed; write --pairs N, or --trace".to_owned()));
    }
    admit_shared(args.shared.get())?;
    if let Some(count) = args.pairs {
        return list(args.shared.get(), value, count, args.by, common);
    }
    certificate::admit(args.certificate.as_ref(), None)?;
    admit(&args.search, f64::from(value) + 17.0, common)?;
    let mut watch = Watch::new(common)?;
    let look = &mut |sight| watch.look(sight);
    let found = shared_sequence_period(args.shared.get(), value, args.search.start, args.search.rows, look);
    drop(watch);
    if args.certificate.is_some() {
        certificate::write(args.certificate.as_ref(), star::of_sequence(value, &found).as_ref(), 1)?;
    }
    output::told(common, &tell::sequence(args.shared.get(), value, &found))
}

/// Refuses more shared squares than are looked at.
pub fn admit_shared(shared: u64) -> Result<(), Failure> {
    if shared <= MOST_SHARED {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{shared} shared squares are out of reach; there are at most {MOST_SHARED} here"
    )))
}

/// How the first pairs were found.
fn traced(value: u32, args: &Sequence, common: &Common) -> Result<ExitCode, Failure> {
    let algorithm = match args.by {
        Way::One => Algorithm::One,
        Way::Two => Algorithm::Two,
        Way::Machine => {
            let message = "--trace shows an algorithm of the paper; add --by algorithm-1 or --by algorithm-2";
            return Err(Failure::Input(message.to_owned()));
        }
    };
    let count = args.pairs.unwrap_or(USUALLY_TRACED);
    if count > MOST_TRACED || value > MOST_TRACED_VALUE {
        return Err(Failure::Input(format!(
            "{count} pairs of value {value} are too many to show so; the limits are {MOST_TRACED} pairs and value \
             {MOST_TRACED_VALUE}"
        )));
    }
    output::told(common, &star_trace(value, count as usize, algorithm))
}

/// Refuses a search for blocks that would take too long.
pub fn admit(search: &BlockSearch, values: f64, common: &Common) -> Result<(), Failure> {
    let steps = search.start as f64 * values + search.rows as f64 * 16.0;
    Ok(common.limits().admit_steps("the search for blocks", steps)?)
}

fn pairs(shared: u64, value: u32, way: Way) -> Box<dyn Iterator<Item = (u64, u64)>> {
    match way {
        Way::One => Box::new(AlgorithmOne::new(value)),
        Way::Two => Box::new(AlgorithmTwo::new(value)),
        Way::Machine => {
            let mut machine = ValueMachine::above(shared, value);
            // a token on a shared square
            let first = (0..shared).map(move |square| (square, square + u64::from(value) + 1));
            let rows = std::iter::from_fn(move || {
                let (row, mut pair) = (machine.row(), None);
                machine.step(|g, difference| {
                    if g == value {
                        pair = Some((row, row + u64::from(difference)));
                    }
                });
                Some(pair)
            });
            Box::new(first.chain(rows.flatten()))
        }
    }
}

fn list(shared: u64, value: u32, count: u64, way: Way, common: &Common) -> Result<ExitCode, Failure> {
    let most = if way == Way::Machine { MOST_PAIRS } else { MOST_BY_ALGORITHM };
    if count > most {
        return Err(Failure::Input(format!("{count} pairs are too many for this way, the limit is {most}")));
    }
    let pairs: Vec<(u64, u64)> = pairs(shared, value, way).take(count as usize).collect();
    if common.json {
        let pairs: Vec<[u64; 2]> = pairs.iter().map(|&(x, y)| [x, y]).collect();
        return output::json(common, &StarPairs { value, pairs });
    }
    let mut text = String::from("n,x,y,y-x\n");
    for (n, (x, y)) in pairs.into_iter().enumerate() {
        let _ = writeln!(text, "{n},{x},{y},{}", y - x);
    }
    output::text(common, &text)
}
