//! The library of proofs: an index of the solved games whose certificates were accepted.
//!
//! `proofs/index.csv` has a row for each: the claim, the theorem, how many values the proof took, and the file of the
//! certificate, if it is small enough to be kept. `proofs/misere.csv` has a row for each game that is solved under misère
//! play. The program contains both as they were at build time.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sprague::heap::{Rule, relations};

pub use sprague_proofs::{INDEX, MISERE};

/// A solved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The game.
    pub game: String,
    /// The fundamental period.
    pub period: u64,
    /// The exact preperiod.
    pub preperiod: u64,
    /// What each turn adds.
    pub saltus: u64,
    /// The theorem by its number (`docs/theory.md`), or the word for a closed form.
    pub theorem: String,
    /// How many values the proof needs, from heap 0 on.
    pub values: u64,
    /// CPU time of search, certificate and check together, to a tenth.
    pub seconds: f64,
    /// The size of the certificate.
    pub bytes: u64,
    /// How far to look, where the usual limit is not enough, as it is typed.
    pub limit: String,
    /// The certificate, where it is kept.
    pub file: Option<String>,
}

/// In place of a limit: the proof is one of hours, by `prove --dir`.
pub const FAR: &str = "far";

/// Where its certificates are, in the folder of the library.
pub const MISERE_FOLDER: &str = "misere";

/// A game that is solved under misère play: by its quotient, or because all large heaps are firm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MisereRow {
    /// The game.
    pub game: String,
    /// The order of the quotient of all heaps.
    pub order: Option<usize>,
    /// How many of its elements are P.
    pub positions: Option<usize>,
    /// The fundamental period.
    pub period: Option<u64>,
    /// The exact preperiod.
    pub preperiod: Option<u64>,
    /// Where there is no quotient: the fickle heaps, with spaces between them; all others are firm.
    pub fickle: String,
    /// The last heap that the proof looks at.
    pub heaps: u64,
    /// The size of the certificate.
    pub bytes: u64,
    /// How far to look, where the usual limit is not enough, as it is typed.
    pub limit: String,
    /// The certificate, where it is kept.
    pub file: Option<String>,
}

/// The rows of an index; none where it is another kind of table.
pub fn read<R: DeserializeOwned>(text: &str) -> Result<Vec<R>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect()
}

/// The text of an index.
pub fn text(rows: &[impl Serialize]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The row of a game that has the same values at every heap, or at heaps shifted by some tokens (theory H.1, H.5): then
/// with the preperiod of this game.
pub fn find(rule: &Rule) -> Option<Row> {
    let rows = || read::<Row>(INDEX).ok().into_iter().flatten();
    let solved = |row: &Row| row.game.parse::<Rule>().ok();
    let standard = relations::standard_form(rule);
    let equal = |other: Rule| other == *rule || relations::standard_form(&other) == standard;
    if let Some(row) = rows().find(|row| solved(row).is_some_and(equal)) {
        return Some(row);
    }
    rule.code()?;
    let (root, shift) = relations::root(rule);
    rows().find_map(|row| {
        let (its_root, its_shift) = relations::root(&solved(&row).filter(|rule| rule.code().is_some())?);
        // the heap before its period is one of the root's, so that the preperiod stays exact
        let preperiod = row.preperiod.checked_sub(its_shift).filter(|&first| first > 0)? + shift;
        (its_root == root).then_some(Row { preperiod, ..row })
    })
}

/// The row of a game under misère play. Standard forms do not hold there, so the rule must be the same.
pub fn find_misere(rule: &Rule) -> Option<MisereRow> {
    let same = |row: &MisereRow| row.game.parse::<Rule>().is_ok_and(|solved| solved == *rule);
    read(MISERE).ok()?.into_iter().find(same)
}

impl MisereRow {
    /// The command that writes the certificate.
    pub fn command(&self) -> String {
        let limit = if self.limit.is_empty() { String::new() } else { format!(" --limit {}", self.limit) };
        format!("sprague prove --misere {}{limit} -o {}", self.game, self.file_name())
    }

    /// The name of the certificate's file, kept or not.
    pub fn file_name(&self) -> String {
        format!("{}.cert", self.game)
    }

    /// What is shown, in words.
    pub fn words(&self) -> String {
        match (self.order, self.positions, self.period, self.preperiod) {
            (Some(order), Some(positions), Some(period), Some(preperiod)) => format!(
                "quotient of order {order}, {positions} P-elements, period {period} from heap {preperiod} on (M.11)"
            ),
            _ => format!(
                "all heaps but {} are firm: a sum with another heap is played as under normal play (M.6)",
                self.fickle
            ),
        }
    }
}

impl Row {
    /// The command that writes the certificate.
    pub fn command(&self) -> String {
        if let Some(pair) = self.game.strip_prefix("star-nim ") {
            return format!("sprague star {pair} --certificate {}", self.file_name());
        }
        let limit = match self.limit.as_str() {
            "" => String::new(),
            FAR => " --dir D".to_owned(),
            limit => format!(" --limit {limit}"),
        };
        let game = if self.game.contains('(') { format!("\"{}\"", self.game) } else { self.game.clone() };
        format!("sprague prove {game}{limit} -o {}", self.file_name())
    }

    /// The name of the certificate's file, kept or not.
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
        format!("{}.cert", self.game.chars().map(plain).collect::<String>().trim_end_matches('_'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_read_as_it_was_written() {
        let rows: Vec<Row> = read(INDEX).expect("an index");
        assert!(!rows.is_empty());
        assert_eq!(text(&rows).expect("text"), INDEX);
        assert!(INDEX.contains("\"take(1,3,4)\",7,0,0,"), "a game with commas is one field");
        assert!(rows.iter().any(|row| row.game == "take(1,3,4)"));
        assert!(read::<Row>("period\n5\n").is_err());
        let rows: Vec<MisereRow> = read(MISERE).expect("an index");
        assert!(!rows.is_empty());
        assert_eq!(text(&rows).expect("text"), MISERE);
    }

    #[test]
    fn equal_games_share_a_proof() {
        let rule = |text: &str| text.parse::<Rule>().expect("a game");
        for (text, period, preperiod) in [("0.77", 12, 71), ("0.057", 148, 259), ("0.055", 148, 259)] {
            let row = find(&rule(text)).expect(text);
            assert_eq!((row.period, row.preperiod), (period, preperiod), "{text}");
        }
        assert_eq!(find(&rule("0.007")), None);
        // 0.055 and 0.057 have the same nim values; under misère play each rule needs a proof of its own
        assert!(find_misere(&rule("0.77")).is_some_and(|row| row.order == Some(40)));
        assert_eq!(find_misere(&rule("0.07")), None);
        // 0.1777 is the first cousin of 0.454, and 0.77 that of no code in the index
        let cousin = find(&rule("0.1777")).expect("the proof of 0.454");
        assert_eq!(
            (cousin.game.as_str(), cousin.period, cousin.preperiod),
            ("0.454", 60_620_715, 160_949_018)
        );
    }
}
