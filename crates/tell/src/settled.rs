//! What is settled of a heap game: the proof that is kept, the survey of three-digit codes, what others have published,
//! and how far the values are known.
//!
//! Everything is read from tables of the project: `proofs/index.csv`, and in `crates/tables/records` `survey.csv`
//! (written with `docs/survey.md`), `literature.csv` (each row with its source) and `runs.csv` (`docs/records.md`). Codes
//! with one root have the same values but for a shift of the heaps (theory H.1, H.5), so what is known of one is known
//! of all.

use serde::{Deserialize, Serialize};
use sprague::heap::closed::closed_form;
use sprague::heap::{HeapGame, Rule, catalogue, relations};
use sprague_tables::records::{LITERATURE, RUNS, SURVEY};

use crate::grouped;
use crate::library::{self, Row};

/// Rules that are proved to have no period (theory 4.7).
const NO_PERIOD: [&str; 1] = ["split(3, not-all-equal)"];

/// What a paper or a list says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The period was found and proved.
    Solved,
    /// The values were computed to a heap.
    Computed,
    /// A list of unsolved games has it.
    Unsolved,
}

/// A row of the table of the literature.
#[derive(Clone, Debug, Deserialize)]
pub struct Published {
    /// The game.
    pub game: String,
    /// What is said of it.
    pub what: What,
    /// Who says it, or who has done it.
    pub who: String,
    /// When.
    pub year: Option<u64>,
    /// The last heap that was computed.
    pub to: Option<u64>,
    /// The period, where it is not proved here.
    pub period: Option<u64>,
    /// Its preperiod.
    pub preperiod: Option<u64>,
    /// Where it is said.
    pub source: String,
}

/// A long run: how far it went.
#[derive(Clone, Debug, Deserialize)]
struct Run {
    game: String,
    to: u64,
}

/// How a game of the survey stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Proved here.
    Proved,
    /// Solved by others, with more values than were computed here.
    Published,
    /// Neither.
    Open,
}

/// A row of the survey: a game in standard form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Surveyed {
    /// The game.
    pub game: String,
    /// How many codes have this form.
    pub codes: u64,
    /// The code whose values it has, shifted.
    pub root: String,
    /// The value of heap n is that of heap n - shift of the root.
    pub shift: u64,
    /// How it stands.
    pub standing: Standing,
    /// The proved period, or the published one.
    pub period: Option<u64>,
    /// Its preperiod.
    pub preperiod: Option<u64>,
    /// The theorem that proves it.
    pub theorem: String,
    /// How many values the proof takes.
    pub values: Option<u64>,
    /// The last heap that was computed for the survey.
    pub computed: u64,
}

/// All that is recorded of a game.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The proved period.
    pub solved: Option<Row>,
    /// By whom it was solved, a sentence for each.
    pub by: Vec<String>,
    /// How far it was computed, here and by others.
    pub computed: Vec<String>,
    /// What is open.
    pub open: Option<String>,
}

fn rows<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().filter_map(Result::ok).collect()
}

/// The table of the literature.
pub fn literature() -> Vec<Published> {
    rows(LITERATURE)
}

/// The root of a code, or of the code whose heap n - 1 has the value of heap n here; and by how many heaps the values
/// are shifted.
pub fn family(rule: &Rule) -> (Rule, u64) {
    if rule.code().is_some() {
        return relations::root(rule);
    }
    match relations::first_cousin(rule).filter(|cousin| cousin.code().is_some()) {
        Some(cousin) => {
            let (root, shift) = relations::root(&cousin);
            (root, shift + 1)
        }
        None => (rule.clone(), 0),
    }
}

/// What was published of games with the same values but for a shift of the heaps.
pub fn published(rule: &Rule) -> Vec<Published> {
    let root = family(rule).0;
    let same = |row: &Published| {
        row.game.parse::<HeapGame>().is_ok_and(|game| game.rule == *rule || family(&game.rule).0 == root)
    };
    literature().into_iter().filter(same).collect()
}

/// All that is recorded of a game.
pub fn records(rule: &Rule) -> Records {
    let published = published(rule);
    let surveyed: Option<Surveyed> = {
        let form = relations::standard_form(rule).to_string();
        rows::<Surveyed>(SURVEY).into_iter().find(|row| rule.code().is_some() && row.game == form)
    };
    let mut records = Records { solved: library::find(rule), ..Records::default() };
    if records.solved.is_none() {
        records.solved = surveyed.as_ref().and_then(|row| proved(rule, row));
    }
    for row in &published {
        let year = row.year.map_or(String::new(), |year| format!(", {year}"));
        let named = cousin_named(rule, &row.game);
        match row.what {
            What::Solved => {
                let period = match (row.period, row.preperiod) {
                    (Some(period), Some(preperiod)) => format!(
                        ", by a computation: period {} from heap {} on, not proved again here",
                        grouped(period),
                        grouped(preperiod)
                    ),
                    _ => String::new(),
                };
                records.by.push(format!("{}{year}{period}{named} ({})", row.who, row.source));
            }
            What::Computed => records.computed.push(format!(
                "by {}{year}, at least to heap {}{named} ({})",
                row.who,
                grouped(row.to.unwrap_or(0)),
                row.source
            )),
            What::Unsolved => {}
        }
    }
    let listed = published.iter().any(|row| row.what == What::Unsolved);
    if records.solved.is_some() && records.by.is_empty() {
        let list = if listed {
            ", and the list of T. Czajka (github.com/tczajka/octal-games) has it as unsolved"
        } else {
            ""
        };
        records.by.push(format!("proved here; the sources at hand do not say who solved it first{list}"));
    }
    records.computed.splice(0..0, here(rule, surveyed.as_ref()));
    let settled = records.solved.is_some()
        || published.iter().any(|row| row.what == What::Solved)
        || closed_form(rule, 0).is_some()
        || NO_PERIOD.iter().any(|text| text.parse::<Rule>().is_ok_and(|other| other == *rule));
    let is_recorded = surveyed.is_some() || !published.is_empty() || catalogue::of_rule(rule).is_some();
    if !settled && is_recorded {
        let list = if listed {
            "; the list of T. Czajka (github.com/tczajka/octal-games) has it as unsolved too"
        } else {
            ""
        };
        records.open = Some(format!("whether the values become periodic is not known here{list}"));
    } else if !settled {
        records.open = Some("no record is kept of this game; `sprague period` looks for a proof".to_owned());
    }
    records
}

/// What was computed here: the longest run, or the survey.
fn here(rule: &Rule, surveyed: Option<&Surveyed>) -> Option<String> {
    let runs = library::read::<Run>(RUNS).ok().into_iter().flatten();
    let same = |run: &Run| run.game.parse::<HeapGame>().is_ok_and(|game| game.rule == *rule);
    if let Some(last) = runs.filter(same).map(|run| run.to).max() {
        return Some(format!("here to heap {} (docs/records.md)", grouped(last)));
    }
    let row = surveyed?;
    Some(format!("here to heap {}, with all codes of three digits (docs/survey.md)", grouped(row.computed)))
}

/// The name of the other game, where what is said is said of a game whose values are shifted or spelled otherwise.
fn cousin_named(rule: &Rule, game: &str) -> String {
    let same = game.parse::<HeapGame>().is_ok_and(|other| other.rule == *rule);
    if same { String::new() } else { format!(", as {game}") }
}

/// The proof of a row of the survey.
fn proved(rule: &Rule, row: &Surveyed) -> Option<Row> {
    Some(Row {
        game: rule.to_string(),
        period: row.period.filter(|_| row.standing == Standing::Proved)?,
        preperiod: row.preperiod?,
        saltus: 0,
        theorem: row.theorem.clone(),
        values: row.values?,
        seconds: 0.0,
        bytes: 0,
        limit: String::new(),
        file: None,
    })
}

/// The table of the survey as it is kept.
pub fn survey_text(rows: &[Surveyed]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Records {
        records(&text.parse::<HeapGame>().expect("a game").rule)
    }

    #[test]
    fn every_row_of_the_tables_is_read() {
        assert_eq!(literature().len(), LITERATURE.lines().count() - 1);
        assert_eq!(rows::<Surveyed>(SURVEY).len(), SURVEY.lines().count() - 1);
        assert!(
            literature().iter().all(|row| row.game.parse::<HeapGame>().is_ok() && !row.source.is_empty())
        );
        assert_eq!(survey_text(&rows::<Surveyed>(SURVEY)).expect("text"), SURVEY);
    }

    #[test]
    fn games_say_by_whom_they_were_solved_and_what_is_open() {
        for game in ["4.364", "4.366", "4.406"] {
            let records = of(game);
            assert!(records.solved.is_some() && records.open.is_none(), "{game}");
            assert!(records.by[0].starts_with("proved here"), "{:?}", records.by);
        }
        for (game, who) in [
            ("kayles", "Richard Guy and Cedric Smith, 1956 ("),
            ("nim", "C. L. Bouton, 1901 ("),
            ("thesis-c", "E. Schlebusch, 2015 ("),
            ("thesis-f", "E. Schlebusch, 2015 ("),
            ("thesis-j", "E. Schlebusch, 2015 ("),
        ] {
            assert!(of(game).by[0].starts_with(who), "{game}: {:?}", of(game).by);
        }
        let records = of("0.106");
        assert_eq!(records.solved.as_ref().map(|row| row.period), Some(328_226_140_474));
        assert!(records.open.is_none());
        assert!(records.by[0].starts_with("Achim Flammenkamp ("), "{:?}", records.by);
        assert_eq!(records.computed, ["here to heap 10 000 000 000 (docs/records.md)"]);
        assert_eq!(of("0.376").by.len(), 1);
        let officers = of("0.6");
        assert!(officers.open.is_some());
        assert!(officers.computed[0].starts_with("here to heap 4 294 967 296"), "{:?}", officers.computed);
        assert!(officers.computed[1].starts_with("by J. P. Grossman, at least to heap 140 000 000 000 000"));
        assert!(of("couples-are-forever").computed[0].contains(", as 0.6 "));
        assert!(of("thesis-i").open.is_none() && of("lasker").open.is_none() && of("nim").open.is_none());
        assert!(of("thesis-h").open.is_some() && of("grundy").open.is_some());
    }
}
