//! How often each value occurs, zeros, records, and the periods that are excluded, in words.

use std::fmt::Write;

use sprague::analysis::excluded_with_witnesses;
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{Kind, ProvedPeriod, Space, Statistics};

use crate::Told;
use crate::command::{Density, PeriodObserved, Stats};

/// How many numbers of a list a person wants to see.
const SHOWN: usize = 60;
/// How many rows of a table.
const SHOWN_ROWS: usize = 20;

/// The order of the rows of a table of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// The values that occur most often first, as many as fit a screen.
    Count,
    /// All of them, ascending.
    Value,
}

/// What was counted of the heaps of a range.
pub struct CountedValues<'c> {
    /// The game.
    pub game: &'c HeapGame,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The counts.
    pub statistics: &'c Statistics,
    /// What they rest on.
    pub computed: String,
    /// The sparse space, if there is one.
    pub space: Option<Space>,
    /// The proved period.
    pub proved: Option<&'c ProvedPeriod>,
    /// The period that a run has observed: the document, and in four lines.
    pub observed: Option<(PeriodObserved, [String; 4])>,
}

/// How they are told.
#[derive(Clone, Copy, Debug)]
pub struct StatsForm {
    /// The order of the table of values.
    pub order: RowOrder,
    /// Whether each excluded period stands beside the multiple of it that forbids it.
    pub witnesses: bool,
}

impl CountedValues<'_> {
    /// The answer.
    pub fn told(self, form: StatsForm) -> Told<Stats> {
        let excluded = excluded_with_witnesses(self.game.rule.clauses(), self.statistics.zeros());
        let text = self.text(form, &excluded);
        Told::new(self.document(&excluded), text)
    }

    /// The least numbers that are not excluded: of all, and of the multiples of 3.
    fn survivors(&self, excluded: &[(u64, u64)]) -> [Option<u64>; 2] {
        let survives = |period: &u64| excluded.binary_search_by_key(period, |each| each.0).is_err();
        [(1..=1 + self.to).find(survives), (1..=1 + self.to / 3).map(|third| 3 * third).find(survives)]
    }

    /// The class of a value, where the value alone decides it.
    fn is_rare(&self, value: u64) -> Option<bool> {
        let space = self.space.filter(|space| space.kind() == Kind::Value)?;
        Some(space.is_rare(0, u32::try_from(value).ok()?))
    }

    fn document(self, excluded: &[(u64, u64)]) -> Stats {
        let statistics = self.statistics;
        let greatest = statistics.greatest();
        let period = self.proved.map(ProvedPeriod::period);
        let density = |(value, count): (Nimber, u64)| Density {
            value: value.0,
            count,
            period: period.map_or(0, |found| found.period),
        };
        let [least, least_by_3] = self.survivors(excluded);
        let rare = statistics.counts().map(|(value, _)| (value.0, self.is_rare(value.0)));
        let rare: Option<Vec<u64>> = rare
            .filter(|(_, class)| *class != Some(false))
            .map(|(value, class)| class.map(|_| value))
            .collect();
        Stats {
            game: self.game.to_string(),
            from: self.from,
            to: self.to,
            max: greatest.map(|(_, value)| value.0),
            argmax: greatest.map(|(heap, _)| heap),
            zero_count: statistics.zero_count(),
            zeros: statistics.zeros().to_vec(),
            records: statistics.records().iter().map(|&(heap, value)| [heap, value.0]).collect(),
            counts: statistics.counts().map(|(value, count)| (value.0, count)).collect(),
            rare_values: rare.filter(|_| self.space.is_some_and(|space| space.kind() == Kind::Value)),
            excluded_periods: excluded.iter().map(|&(period, _)| period).collect(),
            excluded_by: excluded.iter().map(|&(_, multiple)| multiple).collect(),
            least_not_excluded: least,
            least_not_excluded_by_3: least_by_3,
            densities: self
                .proved
                .and_then(ProvedPeriod::densities)
                .map(|counts| counts.into_iter().map(density).collect()),
            period: period.map(|found| found.period),
            preperiod: period.map(|found| found.preperiod),
            saltus: period.map(|found| found.saltus),
            theorem: self.proved.map(|proved| proved.theorem().to_string()),
            period_observed: self.observed.map(|(document, _)| document),
        }
    }

    fn text(&self, form: StatsForm, excluded: &[(u64, u64)]) -> String {
        let Self { game, from, to, statistics, computed, .. } = self;
        let mut text = format!("{game}: heaps {from} to {to}, {computed}\n");
        if let Some((heap, value)) = statistics.greatest() {
            let _ = writeln!(text, "\nGreatest value {value}, first at heap {heap}.");
        }
        let _ = writeln!(text, "\n{} heaps of value 0:", statistics.zero_count());
        list(&mut text, statistics.zeros().iter());
        let records = statistics.records().iter().map(|(heap, value)| format!("{value} at {heap}"));
        let _ = writeln!(text, "\nRecords, the first heap of each greatest value so far:");
        list(&mut text, records.collect::<Vec<_>>().iter().rev().take(12).rev());
        self.counts(form.order, statistics.counts().collect(), statistics.heaps(), &mut text);
        let _ = writeln!(
            text,
            "\n{} numbers are no period, because a heap of value 0 forbids them (theory 4.4):",
            excluded.len()
        );
        if form.witnesses {
            witnesses(&mut text, excluded);
        } else {
            list(&mut text, excluded.iter().map(|(period, _)| period));
        }
        match self.survivors(excluded) {
            [Some(least), Some(by_3)] if least != by_3 => {
                let _ = writeln!(
                    text,
                    "The smallest that is not excluded is {least}; the smallest divisible by 3 is {by_3}."
                );
            }
            [Some(least), _] => {
                let _ = writeln!(text, "The smallest that is not excluded is {least}.");
            }
            _ => {}
        }
        if let Some((_, [what, compared, theorem, next])) = &self.observed {
            let _ = writeln!(text, "\nPeriod {what}:\n  {compared};\n  {theorem};\n  {next}.");
        }
        self.limits_of_shares(form.order, &mut text);
        text
    }

    /// The table of values, with their share and, in a sparse space, their class.
    fn counts(&self, order: RowOrder, mut counts: Vec<(Nimber, u64)>, heaps: u64, text: &mut String) {
        let kinds = counts.len();
        let class = |value: u64| match self.is_rare(value) {
            Some(true) => "  rare",
            Some(false) => "  common",
            None => "",
        };
        let head = if self.is_rare(0).is_some() { "  class" } else { "" };
        let _ = writeln!(text, "\n  value       heaps   share{head}");
        if order == RowOrder::Count {
            counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
            counts.truncate(SHOWN_ROWS);
        }
        for &(value, count) in &counts {
            let share = 100.0 * count as f64 / heaps as f64;
            let _ = writeln!(text, "  {value:>5} {count:>11} {share:>6.2} %{}", class(value.0));
        }
        if kinds > counts.len() {
            let _ = writeln!(
                text,
                "  ... and {} other values (all of them with --by value)",
                kinds - counts.len()
            );
        }
    }

    /// The exact share of each value among all heaps: what the shares of longer and longer ranges tend to.
    fn limits_of_shares(&self, order: RowOrder, text: &mut String) {
        let Some(proved) = self.proved else { return };
        let found = proved.period();
        let _ = writeln!(text, "\nProved: {}, by {}.", found.in_short(), proved.theorem());
        let Some(counts) = proved.densities() else {
            let _ = writeln!(text, "The values grow with each turn, so each occurs finitely often.");
            return;
        };
        let period = found.period;
        let _ = writeln!(
            text,
            "Densities among all heaps, exactly: the heaps of each value in a turn of {period}."
        );
        self.counts(order, counts, period, text);
    }
}

/// Each excluded period with the multiple that forbids it, in five pairs of columns.
fn witnesses(text: &mut String, excluded: &[(u64, u64)]) {
    const PAIRS: usize = 5;
    let rows = excluded.len().div_ceil(PAIRS);
    let width = excluded.iter().map(|(_, multiple)| multiple.to_string().len()).max().unwrap_or(0).max(2);
    let shown = excluded.len().min(PAIRS);
    let head = format!("{:>width$} {:>width$}", "p", "kp");
    let _ = writeln!(text, "  {}", vec![head; shown].join("   "));
    for row in 0..rows {
        let cells = excluded.iter().skip(row).step_by(rows.max(1));
        let cells: Vec<String> =
            cells.map(|(period, multiple)| format!("{period:>width$} {multiple:>width$}")).collect();
        let _ = writeln!(text, "  {}", cells.join("   "));
    }
}

/// Numbers in lines of at most 100 characters, shortened.
fn list<T: ToString>(text: &mut String, items: impl Iterator<Item = T>) {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    let mut line = String::from(" ");
    for item in items.iter().take(SHOWN) {
        if line.len() + item.len() > 98 {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        let _ = write!(line, " {item}");
    }
    if items.len() > SHOWN {
        let _ = write!(line, " ... and {} more", items.len() - SHOWN);
    }
    let _ = writeln!(text, "{line}");
}
