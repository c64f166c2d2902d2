//! `sprague nim-length`: the longest game of Nim in which a player who can win moves to nim-sum 0 (theory 2.4).

use std::process::ExitCode;

use sprague::nim::{longest_optimal_game, winning_moves};
use sprague::notation::LARGEST;
use sprague::play::Outcome;
use sprague_answer::command;

use crate::args::{Common, NimLength};
use crate::failure::Failure;
use crate::output;

pub fn run(args: &NimLength, common: &Common) -> Result<ExitCode, Failure> {
    let tokens: u128 = args.heaps.iter().copied().map(u128::from).sum();
    let (Ok(tokens), Ok(length)) = (u64::try_from(tokens), u64::try_from(longest_optimal_game(&args.heaps)))
    else {
        return Err(too_many(tokens));
    };
    if tokens.max(length) > LARGEST {
        return Err(too_many(tokens.into()));
    }
    let shortest = winning_moves(&args.heaps).into_iter().min_by_key(|step| step.from - step.to);
    let outcome = if shortest.is_some() { Outcome::N } else { Outcome::P };
    if common.json {
        let heaps = args.heaps.clone();
        let taken = shortest.map(|step| step.from - step.to);
        return output::json(common, &command::NimLength { heaps, tokens, outcome, length, taken });
    }
    let heaps: Vec<String> = args.heaps.iter().map(u64::to_string).collect();
    let heaps = heaps.join(" ");
    let why = match shortest {
        None => format!(
            "P-position: the loser can take the tokens one by one, and every winning reply takes one, too, so all \
             {tokens} tokens go one by one (theory 2.4)."
        ),
        Some(step) => format!(
            "N-position: of {tokens} tokens the least winning move takes {} ({} becomes {}), and then the rest go one \
             by one (theory 2.4).",
            step.from - step.to,
            step.from,
            step.to
        ),
    };
    let moves = if length == 1 { "move" } else { "moves" };
    output::text(common, &format!("nim: {heaps}\nThe longest game has {length} {moves}.\n{why}\n"))
}

fn too_many(tokens: u128) -> Failure {
    Failure::Input(format!("the heaps have {tokens} tokens, more than 2^63-1 in all; use smaller heaps"))
}
