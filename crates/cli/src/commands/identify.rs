//! `sprague identify`: which known games have this sequence.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::analysis::{Match, identify};
use sprague::nimber::Nimber;
use sprague_answer::command;

use crate::args::{Common, Identify};
use crate::failure::Failure;
use crate::output;

/// More values than this are not needed to tell games apart, and cost time.
const MOST_VALUES: usize = 20_000;

pub fn run(args: &Identify, common: &Common) -> Result<ExitCode, Failure> {
    if args.values.len() > MOST_VALUES {
        let message = format!("{} values are more than the limit of {MOST_VALUES}", args.values.len());
        return Err(Failure::Input(message));
    }
    let values: Vec<Nimber> = args.values.iter().copied().map(Nimber).collect();
    let found = identify(&values);
    if common.json {
        output::json(common, &document(&args.values, &found))?;
    } else {
        output::text(common, &report(values.len(), &found))?;
    }
    Ok(if found.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn document(values: &[u64], found: &[Match]) -> command::Identify {
    let one = |found: &Match| command::IdentifiedGame {
        game: found.game.to_string(),
        canonical: found.game.rule.to_string(),
        from: found.first,
    };
    command::Identify { values: values.to_vec(), matches: found.iter().map(one).collect() }
}

fn report(length: usize, found: &[Match]) -> String {
    if found.is_empty() {
        return "No named game, no octal code of up to three digits and no simple splitting or taking game has these values.\n"
            .to_owned();
    }
    let mut text = format!("These {length} values are those of\n");
    for Match { game, first } in found {
        let canonical = game.rule.to_string();
        let name = game.to_string();
        let also = if name == canonical { String::new() } else { format!(" = {canonical}") };
        let _ = writeln!(text, "  {name}{also}, from heap {first}");
    }
    text.push_str("The values given agree; further ones were not compared.\n");
    text
}
