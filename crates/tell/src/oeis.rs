//! Sequences of the On-Line Encyclopedia of Integer Sequences: which game a number is, which number a game has, and the
//! name and first index of its b-file.
//!
//! The facts are a table, `crates/tables/oeis.csv`; every row names the page whose terms were read, and a test compares
//! them with the values computed here.

use std::sync::LazyLock;

use sprague::heap::{HeapGame, Rule};

/// One sequence.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The number, as A002187.
    pub number: &'static str,
    /// The game whose values it lists.
    pub game: HeapGame,
    /// The index of the first term.
    pub offset: u64,
    /// The heap whose value the first term is.
    pub heap: u64,
    /// The page that was read.
    pub source: &'static str,
    /// The terms that were read.
    pub terms: Vec<u64>,
}

impl Sequence {
    /// The name that the encyclopedia gives to the file of its terms.
    pub fn file_name(&self) -> String {
        format!("b{}.txt", &self.number[1..])
    }

    /// The index of the term that is the value of a heap; `None` before the first.
    pub fn index(&self, heap: u64) -> Option<u64> {
        heap.checked_sub(self.heap).and_then(|after| self.offset.checked_add(after))
    }
}

static SEQUENCES: LazyLock<Vec<Sequence>> = LazyLock::new(|| {
    let rows = sprague_tables::OEIS.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| read(row).expect("a row of the table of sequences")).collect()
});

fn read(row: &'static str) -> Option<Sequence> {
    let [number, game, offset, heap, source, terms] = row.split(';').collect::<Vec<_>>()[..] else {
        return None;
    };
    let terms = terms.split_whitespace().map(|term| term.parse().ok()).collect::<Option<_>>()?;
    let (offset, heap) = (offset.parse().ok()?, heap.parse().ok()?);
    Some(Sequence { number, game: game.parse().ok()?, offset, heap, source, terms })
}

/// All of them, by their numbers.
pub fn all() -> &'static [Sequence] {
    &SEQUENCES
}

/// The sequence with this number, written with or without the A and the zeros behind it.
pub fn by_number(text: &str) -> Option<&'static Sequence> {
    let digits = |text: &str| text.trim().trim_start_matches(['A', 'a']).trim_start_matches('0').to_owned();
    all().iter().find(|sequence| digits(sequence.number) == digits(text))
}

/// The sequence of a game.
pub fn of_rule(rule: &Rule) -> Option<&'static Sequence> {
    all().iter().find(|sequence| sequence.game.rule == *rule)
}

/// The sequences that begin with these values, from the heap of their first term on or from the heap before it, whose
/// value is 0; each with the heap of the first value.
pub fn beginning_with(values: &[u64]) -> Vec<(&'static Sequence, u64)> {
    let begins = |sequence: &'static Sequence| {
        let terms = &sequence.terms;
        let plain = terms.starts_with(values).then_some(sequence.heap);
        let with_zero = || {
            let [0, rest @ ..] = values else { return None };
            (sequence.heap > 0 && terms.starts_with(rest)).then(|| sequence.heap - 1)
        };
        Some((sequence, plain.or_else(with_zero)?))
    };
    if values.is_empty() { Vec::new() } else { all().iter().filter_map(begins).collect() }
}

#[cfg(test)]
mod tests {
    use sprague::limits::Limits;

    use super::*;

    #[test]
    fn the_terms_that_were_read_are_the_values() {
        for sequence in all() {
            let last = sequence.heap + sequence.terms.len() as u64 - 1;
            let values = sequence.game.clone().sequence().values(sequence.heap..=last, &Limits::default());
            let values: Vec<u64> = values.expect("small heaps").iter().map(|value| value.0).collect();
            assert_eq!(values, sequence.terms, "{}", sequence.number);
            assert!(sequence.terms.len() >= 60 && !sequence.source.is_empty(), "{}", sequence.number);
            assert_eq!(of_rule(&sequence.game.rule).map(|found| found.number), Some(sequence.number));
            let found = beginning_with(&sequence.terms[..40]);
            assert!(
                found.iter().any(|(found, heap)| found.number == sequence.number && *heap == sequence.heap)
            );
        }
        assert!(all().len() >= 17 && all().is_sorted_by_key(|sequence| sequence.number));
    }

    #[test]
    fn numbers_and_names_of_files() {
        let sequence = by_number("A071434").expect("a sequence of the table");
        assert_eq!(
            (sequence.game.to_string(), sequence.file_name()),
            ("0.1377".into(), "b071434.txt".into())
        );
        assert_eq!((sequence.index(0), sequence.index(1), sequence.index(9)), (None, Some(1), Some(9)));
        assert_eq!(by_number("71434").map(|found| found.number), Some("A071434"));
        assert!(by_number("A000001").is_none() && by_number("").is_none());
    }

    /// The catalogue and the table say the same.
    #[test]
    fn the_catalogue_has_the_numbers_of_the_table() {
        for entry in sprague::heap::catalogue::HEAP_GAMES {
            let rule = entry.rule().expect("a heap game");
            if let Some(number) = entry.oeis {
                assert_eq!(of_rule(&rule).map(|found| found.number), Some(number), "{}", entry.name);
            }
        }
    }
}
