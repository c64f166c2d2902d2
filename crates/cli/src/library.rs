//! The library of proofs: an index of the solved games whose certificates were accepted.
//!
//! `proofs/index.csv` has a row for each: the claim, the theorem, how many values the proof took, and the file of the
//! certificate, if it is small enough to be kept. The program contains the index as it was at build time.

use serde::{Deserialize, Serialize};
use sprague::heap::{Rule, relations};

/// The index that the program was built with.
pub const INDEX: &str = include_str!("../../../proofs/index.csv");

/// A solved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub game: String,
    pub period: u64,
    pub preperiod: u64,
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

/// The rows of an index; none where it is another kind of table.
pub fn read(text: &str) -> Result<Vec<Row>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect()
}

/// The text of an index.
pub fn text(rows: &[Row]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The row of a game that has the same values at every heap, or at heaps shifted by some tokens (theory H.1, H.5): then
/// with the preperiod of this game.
pub fn find(rule: &Rule) -> Option<Row> {
    let rows = || read(INDEX).ok().into_iter().flatten();
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

impl Row {
    /// The command that writes the certificate.
    pub fn command(&self) -> String {
        if let Some(pair) = self.game.strip_prefix("star-nim ") {
            return format!("sprague star {pair} --certificate {}", self.file_name());
        }
        let limit = if self.limit.is_empty() { String::new() } else { format!(" --limit {}", self.limit) };
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
        let rows = read(INDEX).expect("an index");
        assert!(!rows.is_empty());
        assert_eq!(text(&rows).expect("text"), INDEX);
        assert!(INDEX.contains("\"take(1,3,4)\",7,0,0,"), "a game with commas is one field");
        assert!(rows.iter().any(|row| row.game == "take(1,3,4)"));
        assert!(read("period\n5\n").is_err());
    }

    #[test]
    fn equal_games_share_a_proof() {
        let rule = |text: &str| text.parse::<Rule>().expect("a game");
        for (text, period, preperiod) in [("0.77", 12, 71), ("0.057", 148, 259), ("0.055", 148, 259)] {
            let row = find(&rule(text)).expect(text);
            assert_eq!((row.period, row.preperiod), (period, preperiod), "{text}");
        }
        assert_eq!(find(&rule("0.007")), None);
        // 0.1777 is the first cousin of 0.454, and 0.77 that of no code in the index
        let cousin = find(&rule("0.1777")).expect("the proof of 0.454");
        assert_eq!(
            (cousin.game.as_str(), cousin.period, cousin.preperiod),
            ("0.454", 60_620_715, 160_949_018)
        );
    }
}
