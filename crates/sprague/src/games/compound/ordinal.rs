//! Ordinal sums: a move in a component deletes all components behind it (theory J.4).
//!
//! The value comes from the last component forwards: it needs the value of the rest, and the values of all options of
//! the component in front of it. Components that are gone are not written.

use std::collections::BTreeSet;
use std::fmt;

use super::{CompoundPosition, REFUSED, Step, cost_of_options, outcome_of};
use crate::games::components::{self, read_games};
use crate::games::{Action, AnyGame, Evaluation, Game, Known, Term, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::closed::is_nim;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The ordinal sum of components of one game, or of one game each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal {
    games: Vec<AnyGame>,
}

impl Ordinal {
    /// The ordinal sum of components of one game, or of one game each.
    pub const fn of(games: Vec<AnyGame>) -> Self {
        Self { games }
    }
}

/// The number with this place, from 0, among those that are no value of an option of the term.
fn left_out(term: &Term, place: Nimber, known: &mut Known) -> Result<Nimber, TooLarge> {
    if let Term::Heaps(game, heaps) = term
        && is_nim(&game.rule)
        && let [size] = heaps.sizes()
    {
        let value = size.checked_add(place.0);
        return value.map(Nimber).ok_or_else(|| TooLarge::Endless {
            what: crate::limits::named(format!("the value of an ordinal sum with {term}")),
            reason: "it is larger than 2^64 - 1",
        });
    }
    known.limits().admit_steps(format!("the options of {term}"), cost_of_options(term) as f64)?;
    known.limits().spend(cost_of_options(term))?;
    let mut values = BTreeSet::new();
    for option in term.distinct_options() {
        let Some(value) = option.value(known)? else {
            // its outcome is known, and that is not enough
            outcome_of(&option, known)?;
            return Err(TooLarge::Endless {
                what: crate::limits::named(format!("the value of {option}")),
                reason: "theory tells only who wins it, and an ordinal sum needs its value",
            });
        };
        values.insert(value);
    }
    term.failure().map_or(Ok(()), Err)?;
    let mut found = place.0;
    for value in values {
        if value.0 <= found {
            found += 1;
        }
    }
    Ok(Nimber(found))
}

impl Game for Ordinal {
    type At = CompoundPosition;
    const ENTRY: &'static Entry = &Entry {
        name: "ordinal",
        title: "Ordinal sum",
        aliases: &["ordinal-sum"],
        kind: EntryKind::Board("ordinal(kayles, nim): [5] / [3]"),
        words: "Move in any component; all components behind it are deleted.",
        known: &[
            "The value follows from those of the options of each component and of what is behind it (theory J.4).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;

    fn name(&self) -> String {
        components::name(Self::ENTRY.name, &self.games)
    }

    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        read_games(text, &REFUSED).map(Self::of)
    }

    /// One bracket for each component, with `/` between them or without; those that are deleted are left out.
    fn read(&self, text: &mut Cursor<'_>) -> Result<CompoundPosition, NotationError> {
        let position = CompoundPosition::read(&self.games, text, true)?;
        if position.0.is_empty() {
            return Err(text.expected("components in brackets, as in `[5] / [3]`"));
        }
        Ok(position)
    }

    fn write(&self, position: &CompoundPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position.write(" / ", f)
    }

    fn representative(&self, mut position: CompoundPosition) -> CompoundPosition {
        for (_, term) in &mut position.0 {
            *term = term.canonical();
        }
        position
    }

    fn unanswered(&self, position: &CompoundPosition) -> Option<TooLarge> {
        position.components().find_map(Term::failure)
    }

    fn inside<'p>(&self, position: &'p CompoundPosition) -> Vec<(usize, &'p Term)> {
        position.first_parts()
    }

    fn parts(&self, position: &CompoundPosition) -> usize {
        position.components().map(Term::parts).sum()
    }

    fn actions<'p>(
        &'p self,
        position: &'p CompoundPosition,
        part: usize,
    ) -> impl Iterator<Item = Action> + 'p {
        let place = position.place(part);
        let moves = place.map(|(at, own)| position.0[at].1.moves_of(own).map(|(action, _)| action));
        moves.into_iter().flatten()
    }

    fn act(&self, position: &CompoundPosition, part: usize, action: &Action) -> Option<CompoundPosition> {
        let (at, own) = position.place(part)?;
        let mut after = CompoundPosition(position.0[..=at].to_vec());
        after.0[at].1 = position.0[at].1.act(own, action)?;
        Some(after)
    }

    fn identity(&self, position: &CompoundPosition) -> CompoundPosition {
        CompoundPosition(position.0.iter().map(|(game, term)| (*game, term.identity())).collect())
    }

    /// In the last component that is left.
    fn actions_between(&self, before: &CompoundPosition, after: &CompoundPosition) -> Vec<Step> {
        let Some(last) = after.0.len().checked_sub(1) else { return Vec::new() };
        let parts = before.first_parts();
        let Some(&(first, old)) = parts.get(last) else { return Vec::new() };
        old.actions_to(&after.0[last].1).into_iter().map(|(part, action)| (first + part, action)).collect()
    }

    fn has_move(&self, position: &CompoundPosition) -> bool {
        position.components().any(Term::has_move)
    }

    fn view(&self, position: &CompoundPosition) -> View {
        position.view()
    }

    fn evaluate(&self, component: &CompoundPosition, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let mut value = Nimber::ZERO;
        for term in component.0.iter().rev().map(|(_, term)| term) {
            value = left_out(term, value, known)?;
        }
        Ok(Evaluation::valued(value, vec![Ground::Theorem(Theorem::Ordinal)]))
    }

    fn working(&self, component: &CompoundPosition, known: &mut Known) -> Option<Working> {
        let (mut value, mut rows) = (Nimber::ZERO, Vec::new());
        for term in component.0.iter().rev().map(|(_, term)| term) {
            let before = value;
            value = left_out(term, value, known).ok()?;
            let because =
                format!("number {before}, counted from 0, among the values that no option of {term} has");
            rows.push(WorkingRow::new(term.to_string(), value).because(because));
        }
        Some(Working::of_value(Theorem::Ordinal, Combine::Last, rows))
    }

    fn refusal(&self, position: &CompoundPosition) -> Option<String> {
        position.components().find_map(Term::refusal)
    }

    fn reachable(&self, position: &CompoundPosition) -> f64 {
        let whole = |term: &Term| term.components().iter().map(Term::reachable).product::<f64>();
        // a component that was moved is the last one
        position.components().map(whole).sum::<f64>() + 1.0
    }

    fn breadth(&self, position: &CompoundPosition) -> f64 {
        position.components().map(Term::breadth).sum()
    }

    fn words(&self, position: &CompoundPosition) -> f64 {
        position.components().map(|term| term.words() + 6.0).sum::<f64>() + 3.0 * self.games.len() as f64
    }
}
