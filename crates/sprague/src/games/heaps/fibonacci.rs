//! Heaps with a memory: take less than the whole heap first, then at most k times what was taken last; k = 2 is
//! Fibonacci Nim (theory R.3, R.9).
//!
//! A position is a heap and the most that may be taken from it. Write the heap as a sum of numbers of a sequence, each
//! more than k times the next: for k = 2 these are Fibonacci numbers, no two of which are neighbors (Zeckendorf). The
//! position is P exactly when its smallest part is beyond the limit (Whinihan 1963, Schwenk 1970). A move wins exactly
//! when it takes the sum of the last parts and the next part is more than k times that, so there are as many candidates
//! as parts. Values have no known formula; they are looked up in a table. With a larger limit there are more options, so
//! the value of a heap grows with the limit, and the table keeps the limits where it does. A heap of n takes n steps
//! once all smaller ones are known.

use std::collections::BTreeMap;
use std::fmt;

use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{Limits, TooLarge};
use crate::nimber::{Nimber, ValueSet};
use crate::notation::{Cursor, LARGEST, NotationError, joined};
use crate::play::Outcome;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The largest factor that is read: the parts of a heap are among some forty times as many numbers.
const MOST_FACTOR: u64 = 1000;

/// The rules: a move takes at most so many times what was taken last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FibonacciNim {
    factor: u64,
}

impl FibonacciNim {
    /// The game with a factor of 1 to 1000; 2 is Fibonacci Nim.
    pub const fn new(factor: u64) -> Option<Self> {
        if factor == 0 || factor > MOST_FACTOR { None } else { Some(Self { factor }) }
    }

    /// The theorem on its P-positions.
    const fn theorem(self) -> Theorem {
        if self.factor == 2 { Theorem::FibonacciNim } else { Theorem::Memory }
    }

    /// Who wins (theory R.3, R.9).
    pub fn outcome(self, position: LimitedHeap) -> Outcome {
        let parts = parts(self.factor, position.heap);
        let lost = parts.last().is_none_or(|&part| part > position.most());
        if lost { Outcome::P } else { Outcome::N }
    }

    /// All winning moves: what is left.
    pub fn winning_moves(self, position: LimitedHeap) -> Vec<LimitedHeap> {
        let parts = parts(self.factor, position.heap);
        let mut taken = 0;
        let mut found = Vec::new();
        for (at, &part) in parts.iter().enumerate().rev() {
            taken += part;
            let wins = at == 0 || u128::from(self.factor) * u128::from(taken) < parts[at - 1].into();
            if taken <= position.most() && wins {
                found.push(self.after(position, taken));
            }
        }
        found
    }

    /// What is left after so many tokens are taken.
    fn after(self, position: LimitedHeap, taken: u64) -> LimitedHeap {
        let limit = self.factor.saturating_mul(taken).min(LARGEST);
        LimitedHeap { heap: position.heap - taken, limit: Some(limit) }
    }
}

/// A heap, and the most that may be taken from it; `None` before the first move, which takes less than all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimitedHeap {
    heap: u64,
    limit: Option<u64>,
}

impl LimitedHeap {
    /// A heap with a limit, or before the first move.
    pub const fn new(heap: u64, limit: Option<u64>) -> Self {
        Self { heap, limit }
    }

    /// The most that a move may take.
    pub fn most(self) -> u64 {
        self.limit.unwrap_or(self.heap.saturating_sub(1)).min(self.heap)
    }
}

/// The numbers of the sequence, each more than `factor` times the next, whose sum is a number below 2^63, the largest
/// first. The sequence is 1 and then each number plus the least of which it is at most `factor` times as large.
fn parts(factor: u64, mut number: u64) -> Vec<u64> {
    let mut sequence = vec![1_u64];
    let mut least = 0;
    while let Some(&last) = sequence.last()
        && last <= number
    {
        while u128::from(factor) * u128::from(sequence[least]) < last.into() {
            least += 1;
        }
        sequence.push(last + sequence[least]);
    }
    let mut parts = Vec::new();
    for part in sequence.into_iter().rev() {
        if part <= number {
            parts.push(part);
            number -= part;
        }
    }
    parts
}

/// The values of all heaps up to some, with every limit, for each factor.
#[derive(Clone, Debug, Default)]
pub struct FibonacciTables(BTreeMap<u64, FibonacciTable>);

/// The values of all heaps up to some, with every limit.
#[derive(Clone, Debug, Default)]
pub struct FibonacciTable {
    /// For each heap the limits from which on its value is at least 1, 2, 3, ...
    grows_at: Vec<Vec<u64>>,
}

impl FibonacciTable {
    /// Computes the values up to a heap.
    fn extend(&mut self, factor: u64, heap: u64, limits: &Limits) -> Result<(), TooLarge> {
        const STEPS_PER_MOVE: u64 = 10;
        let mut seen = ValueSet::default();
        for heap in self.grows_at.len() as u64..=heap {
            limits.spend(STEPS_PER_MOVE * heap)?;
            seen.clear();
            let mut grows_at = Vec::new();
            for taken in 1..=heap {
                seen.insert(self.value(heap - taken, factor.saturating_mul(taken)));
                while seen.mex().0 > grows_at.len() as u64 {
                    grows_at.push(taken);
                }
            }
            self.grows_at.push(grows_at);
        }
        Ok(())
    }

    /// The value of a heap that was computed, with a limit.
    fn value(&self, heap: u64, limit: u64) -> Nimber {
        Nimber(self.grows_at[heap as usize].partition_point(|&at| at <= limit) as u64)
    }
}

impl FibonacciNim {
    fn title(self) -> String {
        if self.factor == 2 { "Fibonacci Nim".to_owned() } else { Game::name(&self) }
    }
}

impl Game for FibonacciNim {
    type At = LimitedHeap;
    const ENTRY: &'static Entry = &Entry {
        name: "fibonacci",
        title: "Fibonacci Nim",
        aliases: &["fibonacci-nim", "mem"],
        kind: EntryKind::Board("fibonacci: 20"),
        words: "Take at least one token from the heap: at first less than all, later at most twice what was taken \
                last. `fibonacci: 18 limit 4` says that at most 4 may be taken now, and in `mem(3): 18` a move takes \
                at most 3 times what was taken last.",
        known: &[
            "P if the smallest Fibonacci number of Zeckendorf's sum is more than may be taken (theory R.3).",
            "With k times instead of twice the same holds for another sequence of numbers (theory R.9).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "`limit` and a number, ";
    const LISTED_IN_PART: bool = true;
    const PLAIN: Option<Self> = Some(Self { factor: 2 });

    fn name(&self) -> String {
        match self.factor {
            2 => Self::ENTRY.name.to_owned(),
            factor => format!("mem({factor})"),
        }
    }

    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let mut ahead = text.clone();
        ahead.skip_spaces();
        if ahead.peek() != Some('(') {
            return Ok(Self { factor: 2 });
        }
        let (factor, at) =
            text.parameter("how many times what was taken last may be taken, as in `mem(3)`")?;
        Self::new(factor).ok_or_else(|| {
            at.error(format!("a move takes at most 1 to {MOST_FACTOR} times what was taken last"))
        })
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<LimitedHeap, NotationError> {
        text.skip_spaces();
        let heap = text.number("a heap size")?;
        let mut ahead = text.clone();
        ahead.skip_spaces();
        let mut limit = None;
        if ahead.eat_str("limit") {
            ahead.skip_spaces();
            limit = Some(ahead.number("the most tokens that may be taken now")?);
            *text = ahead;
        }
        Ok(LimitedHeap { heap, limit })
    }

    fn write(&self, position: &LimitedHeap, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", position.heap)?;
        position.limit.map_or(Ok(()), |limit| write!(f, " limit {limit}"))
    }

    /// No more can be taken than there is.
    fn representative(&self, position: LimitedHeap) -> LimitedHeap {
        LimitedHeap { heap: position.heap, limit: Some(position.most()) }
    }

    fn actions<'p>(&'p self, position: &'p LimitedHeap, _part: usize) -> impl Iterator<Item = Action> + 'p {
        (1..=position.most()).map(|taken| Action::take(position.heap, 0, taken))
    }

    fn act(&self, position: &LimitedHeap, _part: usize, action: &Action) -> Option<LimitedHeap> {
        let Action::Take(change) = action else { return None };
        let allowed = change.heap == position.heap && (1..=position.most()).contains(&change.taken);
        allowed.then(|| self.after(*position, change.taken))
    }

    fn actions_between(&self, before: &LimitedHeap, after: &LimitedHeap) -> Vec<(usize, Action)> {
        let taken = before.heap.checked_sub(after.heap).filter(|&taken| taken > 0);
        taken.map(|taken| (0, Action::take(before.heap, 0, taken))).into_iter().collect()
    }

    fn guess(
        &self,
        position: &LimitedHeap,
        between: &mut dyn FnMut(u64, u64) -> u64,
    ) -> Option<(usize, Action)> {
        let most = position.most();
        (most > 0).then(|| (0, Action::take(position.heap, 0, between(1, most))))
    }

    fn view(&self, position: &LimitedHeap) -> View {
        View { limit: Some(position.most()), ..View::of_heaps(BoardKind::Nim, &[position.heap]) }
    }

    fn reduce(&self, position: &LimitedHeap) -> Option<Reduction<LimitedHeap>> {
        let lost = self.outcome(*position) == Outcome::P;
        lost.then(|| Reduction::closed(Nimber::ZERO, self.theorem()))
    }

    fn working(&self, position: &LimitedHeap, _known: &mut Known) -> Option<Working> {
        let (parts, most) = (parts(self.factor, position.heap), position.most());
        let part = |&part: &u64| WorkingRow::new(format!("part {part}"), part).out_of([position.heap]);
        let limit = WorkingRow::new("at most to take", most);
        let rows = parts.iter().map(part).chain([limit]).collect();
        let &least = parts.last()?;
        let decides = if least > most {
            format!("The smallest part {least} is more than the {most} that may be taken")
        } else {
            format!(
                "The smallest part {least} is no more than the {most} that may be taken, so taking it wins"
            )
        };
        let sum = joined(&parts, " + ");
        let sum = match self.factor {
            2 => format!("{} = {sum}, Fibonacci numbers of which no two are neighbors", position.heap),
            factor => format!(
                "{} = {sum}, numbers of the sequence, each more than {factor} times the next",
                position.heap
            ),
        };
        Some(Working::of_outcome(self.theorem(), Combine::Within, rows).because(sum).because(decides))
    }

    /// The outcome is known, so a table must be small to be worth its while.
    fn evaluate(&self, position: &LimitedHeap, known: &mut Known) -> Result<Evaluation, TooLarge> {
        const STEPS: f64 = 1000.0;
        let (outcome, theorem) = (self.outcome(*position), self.theorem());
        let by_theorem = Some((outcome, theorem));
        if outcome == Outcome::P {
            return Ok(Evaluation::valued(Nimber::ZERO, vec![Ground::Theorem(theorem)]));
        }
        let heap = position.heap as f64;
        let admitted =
            known.limits().admit_steps(format!("the table of {}", self.title()), STEPS * heap * heap);
        let valued = admitted.and_then(|()| {
            let limits = known.limits().clone();
            let table = known.table::<FibonacciTables>().0.entry(self.factor).or_default();
            table.extend(self.factor, position.heap, &limits)?;
            Ok(Evaluation::valued(table.value(position.heap, position.most()), vec![Ground::Table]))
        });
        match valued {
            Err(TooLarge::Stopped) => Err(TooLarge::Stopped),
            valued => Evaluation::or_outcome(valued, by_theorem),
        }
    }

    fn moves_by_theorem(
        &self,
        position: &LimitedHeap,
        value: Nimber,
        _most: usize,
    ) -> Option<Found<LimitedHeap>> {
        value.is_zero().then(|| self.winning_moves(*position).into())
    }

    /// Every smaller heap with every multiple of the factor up to it, and the heap itself as the limit.
    fn reachable(&self, position: &LimitedHeap) -> f64 {
        let heap = position.heap as f64;
        heap * heap / (2.0 * self.factor as f64) + 2.0 * heap + 2.0
    }

    fn breadth(&self, position: &LimitedHeap) -> f64 {
        position.most() as f64
    }
}
