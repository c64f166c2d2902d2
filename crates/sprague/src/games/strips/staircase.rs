//! Staircase Nim: coins stand on steps 1, 2, 3, ...; a move takes any number of them from one step to the step below,
//! and from step 1 off the stairs (theory R.4).
//!
//! The value is the nim-sum of the numbers of coins on the odd steps (Sprague 1937). A move from an odd step makes its
//! heap smaller, a move from an even step makes the odd heap below it larger, and the same number of coins can be taken
//! on from there. So each step has at most one move to a given value.

use std::fmt;

use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Staircase Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StaircaseNim;

/// The number of coins on each step, from step 1; all together at most 2^63-1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stairs(Vec<u64>);

impl Stairs {
    /// Stairs with these coins, from step 1; `None` if they are more than 2^63-1 together.
    pub fn new(steps: Vec<u64>) -> Option<Self> {
        let coins = steps.iter().try_fold(0u64, |sum, &step| sum.checked_add(step));
        coins.is_some_and(|coins| coins <= LARGEST).then_some(Self(steps))
    }

    /// The nim-sum of the odd steps (theory R.4).
    pub fn value(&self) -> Nimber {
        self.0.iter().step_by(2).copied().map(Nimber).sum()
    }

    /// The stairs after so many coins went down from a step, counted from 0.
    fn descended(&self, step: usize, count: u64) -> Option<Self> {
        let mut steps = self.0.clone();
        let coins = steps.get_mut(step).filter(|coins| (1..=**coins).contains(&count))?;
        *coins -= count;
        if let Some(below) = step.checked_sub(1) {
            steps[below] += count;
        }
        Some(Self(steps))
    }
}

impl Game for StaircaseNim {
    type At = Stairs;
    const ENTRY: &'static Entry = &Entry {
        name: "staircase",
        title: "Staircase Nim",
        aliases: &["staircase-nim"],
        kind: EntryKind::Board("staircase: 3 1 4"),
        words: "Take any number of coins from one step to the step below it; coins of step 1 leave the stairs. \
                The first number is step 1.",
        known: &["The nim-sum of the coins on the odd steps (theory R.4)."],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "the coins of a step, ";
    const EVALUATED_AT_ONCE: bool = true;
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<Stairs, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let steps = text.numbers("a heap size")?;
        Stairs::new(steps)
            .ok_or_else(|| start.error("a step could come to hold more than 2^63-1 coins; use fewer coins"))
    }

    fn write(&self, stairs: &Stairs, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&stairs.0, " "))
    }

    /// Empty steps at the top do not matter.
    fn representative(&self, mut stairs: Stairs) -> Stairs {
        while stairs.0.last() == Some(&0) {
            stairs.0.pop();
        }
        stairs
    }

    fn parts(&self, stairs: &Stairs) -> usize {
        stairs.0.len()
    }

    fn actions<'p>(&'p self, stairs: &'p Stairs, part: usize) -> impl Iterator<Item = Action> + 'p {
        (1..=stairs.0[part]).map(move |count| Action::Descend { step: part as u64 + 1, count })
    }

    fn act(&self, stairs: &Stairs, part: usize, action: &Action) -> Option<Stairs> {
        match action {
            &Action::Descend { step, count } if step == part as u64 + 1 => stairs.descended(part, count),
            _ => None,
        }
    }

    fn has_move(&self, stairs: &Stairs) -> bool {
        stairs.0.iter().any(|&coins| coins > 0)
    }

    fn view(&self, stairs: &Stairs) -> View {
        View::of_heaps(BoardKind::Stairs, &stairs.0)
    }

    fn reduce(&self, stairs: &Stairs) -> Option<Reduction<Stairs>> {
        Some(Reduction::closed(stairs.value(), Theorem::StaircaseNim))
    }

    fn working(&self, stairs: &Stairs, _known: &mut Known) -> Option<Working> {
        let odd = (1u64..).zip(&stairs.0).step_by(2);
        let rows = odd.map(|(step, &coins)| WorkingRow::new(format!("step {step}"), coins).out_of([step]));
        Some(Working::of_value(Theorem::StaircaseNim, Combine::NimSum, rows.collect()).because(
            "Only the odd steps count: what comes down from an even step can be taken on by the same number",
        ))
    }

    fn moves_by_theorem(&self, stairs: &Stairs, value: Nimber, most: usize) -> Option<Found<Stairs>> {
        let change = (stairs.value() + value).0;
        let mut found = Counted::first(most);
        for step in 0..stairs.0.len() {
            // the odd step whose heap changes: the step itself, or the one below it
            let odd = stairs.0[step - step % 2];
            let count =
                if step % 2 == 0 { odd.checked_sub(odd ^ change) } else { (odd ^ change).checked_sub(odd) };
            if let Some(count) = count.filter(|count| (1..=stairs.0[step]).contains(count)) {
                found.add(|| stairs.descended(step, count).expect("as many coins as the step holds"));
            }
        }
        Some(found.into())
    }

    /// Coins of a step come to lie on it, on a lower step or off the stairs.
    fn reachable(&self, stairs: &Stairs) -> f64 {
        let ways = |(step, &coins): (u64, &u64)| {
            let places = step as f64 + 1.0;
            (0..=step).map(|i| (coins as f64 + places - i as f64) / (places - i as f64)).product::<f64>()
        };
        (0..).zip(&stairs.0).map(ways).product()
    }

    fn breadth(&self, stairs: &Stairs) -> f64 {
        stairs.0.iter().map(|&coins| coins as f64).sum()
    }

    fn words(&self, stairs: &Stairs) -> f64 {
        stairs.0.len() as f64 + 3.0
    }
}
