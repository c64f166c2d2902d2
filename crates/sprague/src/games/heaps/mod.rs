//! Positions of a heap game: some heaps, in which a move changes one (theory 1.5).
//!
//! The search under normal play meets single heaps only, at most one of each size. Under misère play sums do not
//! come apart, so the estimate counts multisets of heaps that still have moves. A move is checked against the clauses
//! of the rule, at the cost of its parts, whatever the size of the heap.
//!
//! Games in which neighbors are taken are played with rows of pins: what stands on either side of the gap are the heaps
//! that are left, so a move has two ways where the sides differ.

mod periodic;
mod winning;

use std::fmt;

use super::digraph::Files;
use super::winning::MOST_TRIED;
use super::{Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, Room, View};
use crate::heap::catalogue::{self, Entry};
use crate::heap::{Condition, HeapGame, Rule, closed};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::ruleset::Ruleset;
use crate::search::{Limits, TooLarge};
use crate::theorem::Theorem;

/// The most pins that are played pin by pin.
const MOST_PINS: u128 = 400;

/// Heaps, the largest first, without empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(Vec<u64>);

impl Heaps {
    /// Heaps of these sizes, in any order; zeros are dropped.
    pub fn new(sizes: impl IntoIterator<Item = u64>) -> Self {
        let mut sizes: Vec<u64> = sizes.into_iter().filter(|&size| size > 0).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        Self(sizes)
    }

    /// One heap.
    pub fn single(size: u64) -> Self {
        Self::new([size])
    }

    /// The sizes, descending.
    pub fn sizes(&self) -> &[u64] {
        &self.0
    }

    /// The number of tokens in all heaps.
    pub fn total(&self) -> u128 {
        self.0.iter().copied().map(u128::from).sum()
    }

    /// The largest heap, 0 if there is none.
    pub fn largest(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// The position after the heap at this place is replaced by parts.
    #[must_use]
    pub fn replaced(&self, place: usize, parts: impl IntoIterator<Item = u64>) -> Self {
        let others = self.0.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, &size)| size);
        Self::new(others.chain(parts))
    }

    /// The places of the first heap of each size.
    pub(crate) fn distinct(&self) -> impl Iterator<Item = (usize, u64)> {
        let first = |&(at, &size): &(usize, &u64)| at == 0 || self.0[at - 1] != size;
        self.0.iter().enumerate().filter(first).map(|(at, &size)| (at, size))
    }
}

impl Ruleset for HeapGame {
    type Position = Heaps;

    fn options(&self, position: &Heaps) -> Vec<Heaps> {
        let mut all = Vec::new();
        for (place, size) in position.distinct() {
            all.extend(self.rule.options(size).map(|parts| position.replaced(place, parts)));
        }
        all
    }

    fn components(&self, position: Heaps, parts: &mut Vec<Heaps>) {
        let open = position.0.iter().filter(|&&size| !self.rule.is_terminal(size));
        parts.extend(open.map(|&size| Heaps::single(size)));
    }

    fn known_value(&self, component: &Heaps) -> Option<Nimber> {
        self.reduce(component).map(|reduction| reduction.known)
    }
}

impl Game for HeapGame {
    /// That of the first of them; each game has its own, if it has a name.
    const ENTRY: &'static Entry = &catalogue::HEAP_GAMES[0];
    const CONTINUATION: &'static str = "a heap size, ";
    const LISTED_IN_PART: bool = true;

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
        let game = Self::read(text)?;
        text.skip_spaces();
        if !text.eat(':') {
            return Err(text.expected(&format!("`:` and heaps after the game, as in `{game}: 7 5`")));
        }
        let heaps = Game::read(&game, text)?;
        Ok((game, heaps))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Heaps, NotationError> {
        read_heaps(text)
    }

    fn write(&self, position: &Heaps, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position.fmt(f)
    }

    fn parts(&self, position: &Heaps) -> usize {
        position.0.len()
    }

    fn kinds(&self, position: &Heaps) -> Vec<usize> {
        position.distinct().map(|(at, _)| at).collect()
    }

    fn actions<'p>(&'p self, position: &'p Heaps, part: usize) -> impl Iterator<Item = Action> + 'p {
        let heap = position.0[part];
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
        let &size = position.0.get(part)?;
        let change = action.heap_change(part).filter(|change| change.heap == size && change.at == part)?;
        let parts: Vec<u64> = change.left.into_iter().rev().collect();
        allows(&self.rule, size, &parts).then(|| position.replaced(part, parts))
    }

    fn has_move(&self, position: &Heaps) -> bool {
        position.0.iter().any(|&size| !self.rule.is_terminal(size))
    }

    /// A random change of a random heap, if the rule allows it.
    fn guess(
        &self,
        position: &Heaps,
        between: &mut dyn FnMut(u64, u64) -> u64,
    ) -> Option<(usize, Action)> {
        const MOST_PARTS: u64 = 4;
        fn pick<'t, T>(items: &'t [T], between: &mut dyn FnMut(u64, u64) -> u64) -> Option<&'t T> {
            items.get(between(0, (items.len() as u64).checked_sub(1)?) as usize)
        }
        let size = *pick(&position.0, between)?;
        let place = position.0.iter().position(|&other| other == size)?;
        let clause = pick(self.rule.clauses(), between)?;
        let &(low, high) = pick(clause.take.ranges(), between)?;
        if low > size {
            return None;
        }
        let left = size - between(low, high.min(size));
        let &(fewest, most) = pick(clause.leave.ranges(), between)?;
        let count =
            if left == 0 { 0 } else { between(fewest, most.clamp(fewest, fewest.max(MOST_PARTS))) };
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
        View::of_heaps(board, &position.0)
    }

    fn reduce(&self, component: &Heaps) -> Option<Reduction<Heaps>> {
        let mut found: Option<(Nimber, Theorem)> = None;
        for &size in component.sizes() {
            let (value, theorem) = closed::closed_form(&self.rule, size)?;
            found = Some((value + found.map_or(Nimber::ZERO, |(known, _)| known), theorem));
        }
        found.map(|(known, theorem)| Reduction::closed(known, theorem))
    }

    fn evaluate(&self, component: &Heaps, known: &mut Known) -> Result<Evaluation, TooLarge> {
        known.heap(self, component.largest()).map(|(value, ground)| Evaluation::valued(value, vec![ground]))
    }

    /// At most one, for a single heap.
    fn moves_by_theorem(&self, component: &Heaps, value: Nimber, _most: usize) -> Option<Counted<Heaps>> {
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
        component.largest() as f64 + 1.0
    }

    fn reachable(&self, component: &Heaps) -> f64 {
        if self.rule.most_heaps() <= 1 {
            return component.sizes().iter().map(|&size| size as f64 + 1.0).product();
        }
        self.multisets(component)
    }

    fn forms(&self, component: &Heaps) -> f64 {
        self.search_size(component)
    }

    fn breadth(&self, position: &Heaps) -> f64 {
        position.distinct().map(|(_, size)| self.rule.option_count(size)).sum()
    }

    fn words(&self, position: &Heaps) -> f64 {
        position.0.len() as f64
    }
}

/// Heaps as they are written, the largest first.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, size) in self.0.iter().enumerate() {
            write!(f, "{}{size}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Reads heaps with spaces or commas between them; zeros are dropped.
pub(crate) fn read_heaps(text: &mut Cursor<'_>) -> Result<Heaps, NotationError> {
    let mut sizes = Vec::new();
    loop {
        let mut ahead = text.clone();
        ahead.skip_spaces();
        let comma = !sizes.is_empty() && ahead.eat(',');
        ahead.skip_spaces();
        if !comma && !ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Heaps::new(sizes));
        }
        sizes.push(ahead.number("a heap size")?);
        *text = ahead;
    }
}

/// Whether a rule lets a heap become these parts, given in ascending order.
pub fn allows(rule: &Rule, size: u64, parts: &[u64]) -> bool {
    let left = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
    let Some(taken) = left.and_then(|left| size.checked_sub(left)) else { return false };
    rule.clauses().iter().any(|clause| {
        clause.on.contains(size)
            && clause.take.contains(taken)
            && clause.leave.contains(parts.len() as u64)
            && clause.condition.allows(parts)
    })
}

/// Whether every move takes some tokens and leaves at most two heaps of any sizes, and some move leaves two: then heaps
/// are rows of pins, and a move knocks down neighbors.
pub fn is_game_of_neighbors(rule: &Rule) -> bool {
    let clauses = rule.clauses();
    let breaks = clauses.iter().any(|clause| clause.leave.contains(2));
    let plain = |least: Option<u64>, condition| least >= Some(1) && condition == Condition::Any;
    rule.is_two_part() && breaks && clauses.iter().all(|clause| plain(clause.take.least(), clause.condition))
}

impl HeapGame {
    fn has_pins(&self, position: &Heaps) -> bool {
        position.total() <= MOST_PINS && is_game_of_neighbors(&self.rule)
    }

    /// How many multisets of heaps with moves have no heap larger and no total greater than the position's.
    fn multisets(&self, position: &Heaps) -> f64 {
        const COUNTED: u128 = 4096;
        let total = position.total();
        if total > COUNTED {
            return f64::INFINITY;
        }
        let total = total as usize;
        let mut of_total = vec![0.0; total + 1];
        of_total[0] = 1.0;
        for size in (1..=position.largest()).filter(|&size| !self.rule.is_terminal(size)) {
            for sum in size as usize..=total {
                of_total[sum] += of_total[sum - size as usize];
            }
        }
        of_total.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> HeapGame {
        text.parse().unwrap()
    }

    fn read(text: &str) -> Result<Heaps, NotationError> {
        let mut cursor = Cursor::new(text);
        let heaps = read_heaps(&mut cursor)?;
        cursor.end()?;
        Ok(heaps)
    }

    #[test]
    fn heaps_are_read_in_any_order_and_written_descending() {
        for text in ["7 5 3", "3, 5 ,7", " 5 7,3 0", "3,5,7,0"] {
            assert_eq!(read(text).unwrap().sizes(), [7, 5, 3], "{text}");
        }
        assert_eq!(read("").unwrap(), Heaps::default());
        assert_eq!(read("0 0").unwrap(), Heaps::default());
        for (text, column) in [("5,", 3), ("5,,3", 3), (",5", 1), ("5 x", 3), ("-1", 1), ("5 2^63", 3)] {
            assert_eq!(read(text).unwrap_err().column, column, "{text}");
        }
    }

    #[test]
    fn options_replace_one_heap() {
        let options = game("kayles").options(&Heaps::new([2, 2]));
        assert_eq!(options, [[2, 1].as_slice(), &[2]].map(|sizes| Heaps::new(sizes.iter().copied())));
    }

    #[test]
    fn estimates_bound_what_a_search_meets() {
        use std::collections::BTreeSet;
        for (text, heaps) in
            [("0.77", vec![9]), ("grundy", vec![8, 5]), ("take(1..3)", vec![6, 4]), ("split(3)", vec![12])]
        {
            let game = game(text);
            let start = Heaps::new(heaps);
            let mut seen = BTreeSet::new();
            let mut open = vec![start.clone()];
            while let Some(position) = open.pop() {
                let mut parts = Vec::new();
                game.components(position, &mut parts);
                let rest = Heaps::new(parts.iter().map(Heaps::largest));
                if seen.insert(rest.clone()) {
                    open.extend(game.options(&rest));
                }
            }
            assert!(game.reachable(&start) >= seen.len() as f64, "{text}: {}", seen.len());
            assert!(game.breadth(&start) >= game.options(&start).len() as f64, "{text}");
        }
    }

    #[test]
    fn huge_heaps_are_refused_before_a_search() {
        let big = Heaps::single(1 << 62);
        assert!(game("kayles").reachable(&big).is_infinite());
        assert!(game("kayles").search_size(&big) > 1e18);
        assert!(game("split(2..)").breadth(&big).is_infinite());
    }

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
