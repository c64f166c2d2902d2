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
const SURVEYS: [Survey; 6] = [
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
    Survey {
        name: "blocks",
        games: &["--codes", "0.[??]", "--codes", "0.[???]"],
        to: "20000",
        tasks: "32",
        page: &["-o", "docs/surveys/blocks-of-octal-digits.md"],
    },
    Survey {
        name: "splits",
        games: &["--rules", "target/surveys/splits.txt"],
        to: "100000",
        tasks: "64",
        page: &["-o", "docs/surveys/splits-into-two-parts.md"],
    },
];

/// The variants of Grundy's game: a heap is split into two parts whose difference is in no set of numbers from 1 to 8
/// (0, equal parts, is forbidden or allowed); and splits into two or more equal parts, alone and beside taking one.
fn splits() -> String {
    let mut rules = String::new();
    for set in 0..1u32 << 9 {
        let forbidden: Vec<String> = (0..9).filter(|d| set >> d & 1 == 1).map(|d| d.to_string()).collect();
        rules += &match forbidden.len() {
            0 => "split(2)\n".to_owned(),
            _ => format!("split(2, diff not in {{{}}})\n", forbidden.join(",")),
        };
    }
    for parts in ["2", "3", "4", "2,3", "2,4", "3,4", "2..4", "2.."] {
        rules += &format!("split({parts}, equal)\ntake(1) | split({parts}, equal)\n");
    }
    rules
}

/// The sets within {1, …, 28}: one table, twenty minutes, and the page that `tools/subtraction-sets.py` makes of it.
const SETS: &str = "docs/surveys/subtraction-sets.csv";

/// Makes the pages of these surveys, of all but the first if none is named.
pub fn make(names: &[&str]) -> Done {
    let names = if names.is_empty() { &["four", "hex", "hex3", "blocks", "splits", "sets"] } else { names };
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
        if self.name == "splits" {
            std::fs::create_dir_all("target/surveys").map_err(|error| error.to_string())?;
            std::fs::write("target/surveys/splits.txt", splits()).map_err(|error| error.to_string())?;
        }
        let folder = target().join("surveys").join(self.name);
        let dir = ["--dir", folder.to_str().ok_or("the target folder has no readable name")?];
        let plan = [&["survey", "plan"], self.games, &["--to", self.to, "--tasks", self.tasks], &dir];
        sprague(&plan.concat())?;
        sprague(&[&["survey", "run", "--all"], &dir[..]].concat())?;
        sprague(&[&["survey", "merge"], &dir[..], self.page].concat())
    }
}
