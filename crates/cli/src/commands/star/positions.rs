//! `sprague star positions`: the P-positions of k-Star Nim, compared with those of Nim.

use std::fmt::Write;
use std::process::ExitCode;

use sprague_star::StarPositions;
use sprague_tell::command;

use crate::args::Common;
use crate::args::star::Positions;
use crate::failure::Failure;
use crate::output;

/// The most positions that are listed.
const MOST_LISTED: u64 = 10_000_000;

pub fn run(args: &Positions, common: &Common) -> Result<ExitCode, Failure> {
    let tokens = usize::try_from(args.tokens.get()).unwrap_or(usize::MAX);
    let mut positions = StarPositions::new(tokens, args.max.get(), &common.limits())?;
    let mut listed = Vec::new();
    // Where all are as a theorem says, it is said.
    let mut as_in_nim = true;
    let mut with_one_as_three = true;
    for position in positions.by_ref() {
        let sum = |tokens: &[u64]| tokens.iter().fold(0, |sum, token| sum ^ token);
        as_in_nim &= sum(&position) == 0;
        with_one_as_three &= position[0] != 1 || sum(&position[1..]) == 0;
        if args.list {
            if listed.len() as u64 >= MOST_LISTED {
                return Err(Failure::Input(format!(
                    "more than {MOST_LISTED} P-positions; lower --max, or leave out --list"
                )));
            }
            listed.push(position);
        }
    }
    listed.sort_unstable();
    let counts = positions.counts();
    if common.json {
        let document = command::StarPositionsDocument {
            tokens,
            max: args.max.get(),
            nim: counts.nim,
            star: counts.star,
            both: counts.both,
            positions: args.list.then_some(listed),
        };
        return output::json(common, &document);
    }
    let mut text = format!(
        "{tokens}-Star Nim, {tokens} {} on squares 1 to {}, sorted, computed:\n  P in Nim       {:>12}\n  P in Star Nim  {:>12}\n  P in both      {:>12}\n",
        if tokens == 1 { "token" } else { "tokens" },
        args.max.get(),
        counts.nim,
        counts.star,
        counts.both
    );
    let remark = match tokens {
        2 => Some("(a, b) is P exactly when a = b >= 2 (theory 7.1)."),
        3 if as_in_nim && counts.nim == counts.star => Some("The same as in Nim, as theory 7.2 says."),
        4 if with_one_as_three => {
            Some("Those with a token on 1 are those of 3-Star Nim and 1, as theory 7.3 says.")
        }
        _ => None,
    };
    if let Some(remark) = remark {
        let _ = writeln!(text, "{remark}");
    }
    for position in listed {
        let squares: Vec<String> = position.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "{}", squares.join(" "));
    }
    output::text(common, &text)
}
