//! Heap games as boards: heaps under a rule, told and played like the others.
//!
//! Positions and options are those of [`crate::heap`]. A move is checked against the clauses of the rule, at the cost
//! of its parts, whatever the size of the heap.
//!
//! Games in which neighbors are taken are played with rows of pins: what stands on either side of the gap are the heaps
//! that are left, so a move has two ways where the sides differ.

pub mod bogus_nim;
pub mod corner;
pub mod euclid;
pub mod fibonacci;
pub mod moore;
mod periodic;
mod winning;
pub mod wythoff;
mod wythoff_rows;

use std::fmt;

use crate::games::graphs::digraph::Files;
use crate::games::winning::MOST_TRIED;
use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, Room, View};
use crate::heap::catalogue::{self, Entry};
use crate::heap::{Condition, HeapGame, Heaps, Rule, closed, read_heaps};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::working::Working;

/// The most pins that are played pin by pin.
const MOST_PINS: u128 = 400;

impl Game for HeapGame {
    type At = Heaps;
    /// That of the first of them; each game has its own, if it has a name.
    const ENTRY: &'static Entry = &catalogue::HEAP_GAMES[0];
    const CONTINUATION: &'static str = "a heap size, ";
    const LISTED_IN_PART: bool = true;
    const EVALUATED_AT_ONCE: bool = true;

    fn entry(&self) -> Option<&'static Entry> {
        catalogue::of_rule(&self.rule)
    }

    fn name(&self) -> String {
        self.to_string()
    }

    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Self::read(text)
    }

    fn read_term(text: &mut Cursor<'_>, _files: &dyn Files) -> Result<(Self, Heaps), NotationError> {
        let (game, next) = Self::read_open(text)?;
        let mut after = text.clone();
        after.skip_spaces();
        let is_list = after.peek().is_some_and(|c| c.is_ascii_digit() || "([{|".contains(c));
        let is_row =
            after.rest().starts_with(['I', 'X', '.', '_']) && text.rest().starts_with(char::is_whitespace);
        match after.peek() {
            None => return Err(after.expected(&format!("`:` and heaps after the game, as in `{game}: 7 5`"))),
            Some('(' | '|') => *text = after,
            Some(':' | '：' | '=') => text.colon(&text.clone())?,
            Some(_) if is_list || is_row => text.colon(&text.clone())?,
            Some(_) => return Err(after.expected(next)),
        }
        let heaps = Game::read(&game, text)?;
        Ok((game, heaps))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Heaps, NotationError> {
        read_row(text).map_or_else(|| read_heaps(text), Ok)
    }

    fn write(&self, position: &Heaps, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position}")
    }

    fn after_one_move(&self, position: &Heaps) -> Vec<Heaps> {
        let replaced =
            |(place, size)| self.rule.options(size).map(move |parts| position.replaced(place, parts));
        position.distinct().flat_map(replaced).collect()
    }

    fn take_apart(&self, position: Heaps, parts: &mut Vec<Heaps>) {
        let open = position.sizes().iter().filter(|&&size| !self.rule.is_terminal(size));
        parts.extend(open.map(|&size| Heaps::single(size)));
    }

    fn parts(&self, position: &Heaps) -> usize {
        position.sizes().len()
    }

    fn kinds(&self, position: &Heaps) -> Vec<usize> {
        position.distinct().map(|(at, _)| at).collect()
    }

    fn actions<'p>(&'p self, position: &'p Heaps, part: usize) -> impl Iterator<Item = Action> + 'p {
        let heap = position.sizes()[part];
        let pins = self.has_pins(position);
        self.rule.options(heap).flat_map(move |parts| {
            let left = parts.iter().sum::<u64>();
            let (low, high) = match parts[..] {
                [] => (0, 0),
                [one] => (0, one),
                [low, high] => (low, high),
                _ => return [Action::heap(heap, part, parts), None].into_iter().flatten(),
            };
            let ways = if pins {
                let mirrored = (low != high).then(|| Action::knock(heap, high, heap - left)).flatten();
                [Action::knock(heap, low, heap - left), mirrored]
            } else {
                [Action::heap(heap, part, parts), None]
            };
            ways.into_iter().flatten()
        })
    }

    fn act(&self, position: &Heaps, part: usize, action: &Action) -> Option<Heaps> {
        let &size = position.sizes().get(part)?;
        let change = action.heap_change(part).filter(|change| change.heap == size && change.at == part)?;
        let parts: Vec<u64> = change.left.into_iter().rev().collect();
        allows(&self.rule, size, &parts).then(|| position.replaced(part, parts))
    }

    fn has_move(&self, position: &Heaps) -> bool {
        position.sizes().iter().any(|&size| !self.rule.is_terminal(size))
    }

    /// A random change of a random heap, if the rule allows it.
    fn guess(&self, position: &Heaps, between: &mut dyn FnMut(u64, u64) -> u64) -> Option<(usize, Action)> {
        const MOST_PARTS: u64 = 4;
        fn pick<'t, T>(items: &'t [T], between: &mut dyn FnMut(u64, u64) -> u64) -> Option<&'t T> {
            items.get(between(0, (items.len() as u64).checked_sub(1)?) as usize)
        }
        let size = *pick(position.sizes(), between)?;
        let place = position.sizes().iter().position(|&other| other == size)?;
        let clause = pick(self.rule.clauses(), between)?;
        let left = if let Some(take) = clause.take.ranges() {
            let &(low, high) = pick(take.ranges(), between)?;
            if low > size {
                return None;
            }
            size - between(low, high.min(size))
        } else {
            const MOST_AMOUNTS: usize = 64;
            let amounts: Vec<u64> = clause.take.up_to(size).take(MOST_AMOUNTS).collect();
            size - pick(&amounts, between)?
        };
        let &(fewest, most) = pick(clause.leave.ranges(), between)?;
        let count = if left == 0 { 0 } else { between(fewest, most.clamp(fewest, fewest.max(MOST_PARTS))) };
        if count > left || count > MOST_PARTS || (count == 0 && left > 0) {
            return None;
        }
        let mut ends: Vec<u64> = (1..count).map(|_| between(1, left - 1)).chain([left]).collect();
        ends.sort_unstable();
        let starts = [0].into_iter().chain(ends.iter().copied());
        let parts = starts.zip(&ends).map(|(start, end)| end - start).collect();
        Some((place, Action::heap(size, place, parts)?))
    }

    fn view(&self, position: &Heaps) -> View {
        let board = if self.has_pins(position) {
            BoardKind::Pins
        } else if self.rule.most_heaps() <= 1 {
            BoardKind::Nim
        } else {
            BoardKind::Heaps
        };
        View::of_heaps(board, position.sizes())
    }

    fn reduce(&self, component: &Heaps) -> Option<Reduction<Heaps>> {
        self.closed_value(component).map(|(known, theorem)| Reduction::closed(known, theorem))
    }

    fn working(&self, position: &Heaps, known: &mut Known) -> Option<Working> {
        let size = match position.sizes() {
            [] => 0,
            [size] => *size,
            _ => return None,
        };
        closed::working(&self.rule, size).or_else(|| known.proved_period(self)?.working(size))
    }

    fn evaluate(&self, component: &Heaps, known: &mut Known) -> Result<Evaluation, TooLarge> {
        known.heap(self, component.largest()).map(|(value, ground)| Evaluation::valued(value, vec![ground]))
    }

    /// At most one, for a single heap.
    fn moves_by_theorem(&self, component: &Heaps, value: Nimber, _most: usize) -> Option<Found<Heaps>> {
        let [size] = component.sizes() else { return None };
        let left = closed::heaps_of_value(&self.rule, *size, value)?;
        Some(left.into_iter().map(Heaps::single).collect::<Vec<_>>().into())
    }

    fn moves_of_value(
        &self,
        position: &Heaps,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Heaps>, TooLarge> {
        winning::moves_of_value(self, position, value, room, known)
    }

    /// Moves of heaps of different sizes never leave the same heaps, so they are counted and not listed.
    fn count_options(&self, position: &Heaps, _limits: &Limits) -> Option<u64> {
        (self.breadth(position) <= MOST_TRIED)
            .then(|| position.distinct().map(|(_, size)| self.rule.options(size).count() as u64).sum())
    }

    fn search_size(&self, component: &Heaps) -> f64 {
        component.sizes_below()
    }

    fn reachable(&self, component: &Heaps) -> f64 {
        self.positions_reached(component)
    }

    fn forms(&self, component: &Heaps) -> f64 {
        self.search_size(component)
    }

    fn breadth(&self, position: &Heaps) -> f64 {
        self.option_bound(position)
    }

    fn words(&self, position: &Heaps) -> f64 {
        position.sizes().len() as f64
    }
}

/// Nim by its name.
pub fn nim() -> HeapGame {
    HeapGame { rule: catalogue::HEAP_GAMES[0].rule().expect("Nim is a heap game"), name: Some("nim".into()) }
}

/// Heaps drawn as rows of pins, `IIXIII`, or of squares, `++++`: anything else that may stand in a row is a gap.
fn read_row(text: &mut Cursor<'_>) -> Option<Heaps> {
    let is_token = |c: char| matches!(c, 'I' | '|' | '+');
    let mut ahead = text.clone();
    let mut end = text.clone();
    let mut heaps = Vec::new();
    loop {
        ahead.skip_spaces();
        let mut behind = ahead.clone();
        let row = behind.take_while(|c| is_token(c) || matches!(c, 'X' | 'x' | '.' | '_' | '-'));
        // a plus of its own joins terms, and what goes on is no row
        let is_row =
            !row.is_empty() && row != "+" && behind.peek().is_none_or(|c| c.is_whitespace() || c == ')');
        if !is_row {
            break;
        }
        let runs = row.split(|c| !is_token(c)).map(|run| run.len() as u64);
        heaps.extend(runs.filter(|&run| run > 0));
        ahead = behind.clone();
        end = behind;
    }
    if heaps.is_empty() {
        return None;
    }
    *text = end;
    Some(Heaps::new(heaps))
}

/// Whether a rule lets a heap become these parts, given in ascending order.
pub fn allows(rule: &Rule, size: u64, parts: &[u64]) -> bool {
    let left = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
    let Some(taken) = left.and_then(|left| size.checked_sub(left)) else { return false };
    rule.clauses().iter().any(|clause| {
        clause.on.contains(size)
            && clause.take.contains(size, taken)
            && clause.leave.contains(parts.len() as u64)
            && clause.condition.allows(parts)
    })
}

/// Whether every move takes some tokens and leaves at most two heaps of any sizes, and some move leaves two: then heaps
/// are rows of pins, and a move knocks down neighbors.
pub fn is_game_of_neighbors(rule: &Rule) -> bool {
    let Some(clauses) = rule.plain() else { return false };
    let breaks = clauses.iter().any(|clause| clause.leave.contains(2));
    let plain = |least: Option<u64>, condition| least >= Some(1) && condition == Condition::Any;
    rule.is_two_part() && breaks && clauses.iter().all(|clause| plain(clause.take.least(), clause.condition))
}

impl HeapGame {
    fn has_pins(&self, position: &Heaps) -> bool {
        position.total() <= MOST_PINS && is_game_of_neighbors(&self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_of_the_rule_agrees_with_the_list() {
        for text in [
            "kayles",
            "grundy",
            "lasker",
            "0.137",
            "split(3, not-all-equal)",
            "split(2, diff>=3)",
            "take(2,5) leave(1..3, distinct) on 4.. | split(2) on 6",
        ] {
            let game: HeapGame = text.parse().expect("a game");
            let single: Vec<Vec<u64>> = (0..=12).flat_map(partitions).collect();
            for size in 1..=12 {
                let options: std::collections::HashSet<Vec<u64>> = game.rule.options(size).collect();
                for parts in &single {
                    assert_eq!(
                        allows(&game.rule, size, parts),
                        options.contains(parts),
                        "{text} {size} {parts:?}"
                    );
                }
            }
        }
    }

    /// Ascending parts with this sum.
    fn partitions(total: u64) -> Vec<Vec<u64>> {
        fn extend(total: u64, least: u64, parts: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
            if total == 0 {
                all.push(parts.clone());
            }
            for part in least..=total {
                parts.push(part);
                extend(total - part, part, parts, all);
                parts.pop();
            }
        }
        let mut all = Vec::new();
        extend(total, 1, &mut Vec::new(), &mut all);
        all
    }

    #[test]
    fn only_games_of_neighbors_have_pins() {
        let has_pins = |text: &str| is_game_of_neighbors(&text.parse().expect("a rule"));
        assert!(["0.77", "0.07", "0.137", "0.6", "0.007", "0.15"].into_iter().all(has_pins));
        let others = ["0.3...", "split(2, distinct)", "4.3...", "split(3)", "take(1..3)", "0.0"];
        assert!(!others.into_iter().any(has_pins));
    }
}
