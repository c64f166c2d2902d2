//! The surveys whose pages are kept: what is asked for, how far, in how many units, and where the page is.

use std::process::Command;

use crate::{Done, ended, sprague, target};

/// A survey by a plan.
struct Survey {
    name: &'static str,
    /// The games that are asked for, as `sprague survey plan` takes them.
    games: &'static [&'static str],
    to: &'static str,
    tasks: &'static str,
    /// What becomes of the results.
    page: &'static [&'static str],
}

/// The first takes a minute, four digits an hour of CPU time, three hexadecimal digits 13 minutes. On a cluster `survey
/// submit` takes the place of `survey run`.
const SURVEYS: [Survey; 4] = [
    Survey {
        name: "three",
        games: &["--codes", "0.???", "--codes", "4.???"],
        to: "20000",
        tasks: "32",
        page: &["--table", "crates/tables/records/survey.csv", "-o", "docs/survey.md"],
    },
    Survey {
        name: "four",
        games: &["--codes", "0.????", "--codes", "4.????"],
        to: "20000",
        tasks: "200",
        page: &["-o", "docs/surveys/four-octal-digits.md"],
    },
    Survey {
        name: "hex",
        games: &["--hex", "0.??"],
        to: "20000",
        tasks: "32",
        page: &["-o", "docs/surveys/two-hexadecimal-digits.md"],
    },
    Survey {
        name: "hex3",
        games: &["--hex", "0.???"],
        to: "6000",
        tasks: "256",
        page: &["-o", "docs/surveys/three-hexadecimal-digits.md"],
    },
];

/// The sets within {1, …, 28}: one table, twenty minutes, and the page that `tools/subtraction-sets.py` makes of it.
const SETS: &str = "docs/surveys/subtraction-sets.csv";

/// Makes the pages of these surveys, of all but the first if none is named.
pub fn make(names: &[&str]) -> Done {
    let names = if names.is_empty() { &["four", "hex", "hex3", "sets"] } else { names };
    names.iter().try_for_each(|name| match SURVEYS.iter().find(|survey| survey.name == *name) {
        Some(survey) => survey.make(),
        None if *name == "sets" => {
            sprague(&["survey", "sets", "--max", "28", "-o", SETS])?;
            ended(Command::new("python3").args(["tools/subtraction-sets.py", SETS]))
        }
        None => Err(format!("there is no survey {name}")),
    })
}

impl Survey {
    fn make(&self) -> Done {
        let folder = target().join("surveys").join(self.name);
        let dir = ["--dir", folder.to_str().ok_or("the target folder has no readable name")?];
        let plan = [&["survey", "plan"], self.games, &["--to", self.to, "--tasks", self.tasks], &dir];
        sprague(&plan.concat())?;
        sprague(&[&["survey", "run", "--all"], &dir[..]].concat())?;
        sprague(&[&["survey", "merge"], &dir[..], self.page].concat())
    }
}
