//! The library of proofs: an index of the solved games whose certificates were accepted.
//!
//! `proofs/index.csv` has a row for each: the claim, the theorem, how many values the proof took, and the file of the
//! certificate, if it is small enough to be kept. The program contains the index as it was at build time.

use std::fmt::Write;

use sprague::heap::{Rule, relations};

/// The index that the program was built with.
pub const INDEX: &str = include_str!("../../../proofs/index.csv");
const HEAD: &str = "game,period,preperiod,saltus,theorem,values,seconds,bytes,limit,file";

/// A solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub game: String,
    pub period: u64,
    pub preperiod: u64,
    pub saltus: u64,
    /// The theorem by its name in certificates.
    pub theorem: String,
    /// How many values the proof needs, from heap 0 on.
    pub values: u64,
    /// CPU time of search, certificate and check together.
    pub seconds: f64,
    /// The size of the certificate.
    pub bytes: u64,
    /// How far to look, where the usual limit is not enough, as it is typed.
    pub limit: String,
    /// The certificate, where it is kept.
    pub file: Option<String>,
}

/// The rows of an index; games may contain commas, so fields are counted from the end.
pub fn read(text: &str) -> Option<Vec<Row>> {
    let mut lines = text.lines();
    (lines.next()? == HEAD).then_some(())?;
    lines.map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut fields = line.rsplitn(10, ',');
    let mut field = || fields.next();
    let (file, limit, bytes, seconds, values) = (field()?, field()?, field()?, field()?, field()?);
    let (theorem, saltus, preperiod, period, game) = (field()?, field()?, field()?, field()?, field()?);
    Some(Row {
        game: game.to_owned(),
        period: period.parse().ok()?,
        preperiod: preperiod.parse().ok()?,
        saltus: saltus.parse().ok()?,
        theorem: theorem.to_owned(),
        values: values.parse().ok()?,
        seconds: seconds.parse().ok()?,
        bytes: bytes.parse().ok()?,
        limit: limit.to_owned(),
        file: Some(file.to_owned()).filter(|file| !file.is_empty()),
    })
}

/// The text of an index.
pub fn text(rows: &[Row]) -> String {
    let mut text = format!("{HEAD}\n");
    for row in rows {
        let Row { game, period, preperiod, saltus, theorem, values, seconds, bytes, limit, file } = row;
        let file = file.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "{game},{period},{preperiod},{saltus},{theorem},{values},{seconds:.1},{bytes},{limit},{file}"
        );
    }
    text
}

/// The row of a game that has the same values at every heap.
pub fn find(rule: &Rule) -> Option<Row> {
    let standard = relations::standard_form(rule);
    read(INDEX)?.into_iter().find(|row| {
        row.game
            .parse::<Rule>()
            .is_ok_and(|solved| solved == *rule || relations::standard_form(&solved) == standard)
    })
}

impl Row {
    /// The command that writes the certificate.
    pub fn command(&self) -> String {
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
        assert_eq!(text(&rows), INDEX);
        let comma = format!("{HEAD}\ntake(1,3,4),7,0,0,T6,12,0.0,221,,take_1_3_4.cert\n");
        assert_eq!(read(&comma).expect("a row")[0].game, "take(1,3,4)");
        assert_eq!(read("period\n"), None);
    }

    #[test]
    fn equal_games_share_a_proof() {
        let rule = |text: &str| text.parse::<Rule>().expect("a game");
        for (text, period, preperiod) in [("0.77", 12, 71), ("0.057", 148, 259), ("0.055", 148, 259)] {
            let row = find(&rule(text)).expect(text);
            assert_eq!((row.period, row.preperiod), (period, preperiod), "{text}");
        }
        assert_eq!(find(&rule("0.007")), None);
    }
}
