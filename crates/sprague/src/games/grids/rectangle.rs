//! Schrage's rectangles: cut one side of a cuboid into two parts that differ by at least d (theory 5.1-5.4).
//!
//! Let g be the values of the one-dimensional game, `split(2, diff>=d)`. A cuboid has the value f = 0 if all
//! its sides have g = 0, f = g if exactly one side has a positive g, and f = 1 if two or more have. Proof by
//! induction, in any dimension; a cut of side s into a, b has a value f(a) + f(b), the other sides kept:
//! - no positive side: g(s) = 0 means g(a) != g(b) for every cut, so f(a) != f(b) and 0 is not an option;
//! - one positive side s: its cuts give 0, ..., g(s)-1 and never g(s), by definition; a cut of a zero side
//!   has g(a) != g(b), so it gives 1 + 1 = 0 or g(s) + 1, never g(s);
//! - at least two: a positive side has a cut with g(a) = g(b), hence f(a) = f(b), so 0 is an option; 1 is
//!   not, since parts that keep two positive sides give 1 + 1 = 0, and parts that may keep only one, of value
//!   h > 0, give 0 or h + 1.
//!
//! The values g come from elsewhere, as a look-up; cuboids cost one look-up a side.
//!
//! `rectangle(RULE)` changes a side by any rule of heaps, `rectangle(RULE, RULE)` by another one in each direction. The
//! proof asks for nothing but two parts, so it holds for rules all of whose moves leave two heaps (5.4). A rule with
//! other moves, such as one that takes tokens from a side and leaves one part, is searched.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::games::heaps::allows;
use crate::games::winning::{self, Found, Room};
use crate::games::{Action, BoardKind, Evaluation, Game, Known, Part, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{Clause, Condition, HeapGame, Rule, SizeSet, describe};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// How many examples of winning cuts are enough, where they are too many to try all.
const EXAMPLES: usize = 12;
/// How many cuts of each side are looked at for examples, the smallest parts first.
const MOST_EXAMINED: u64 = 2_000;

/// The rules: what may become of a side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangles {
    /// The least difference of two parts; 1 in Schrage's game, a two-dimensional Grundy's game.
    least_difference: u64,
    /// The rule of all sides, or one for each direction; empty where the difference says it.
    rules: Vec<HeapGame>,
}

/// The sides of a cuboid, at least one, each at least 1, in the order given.
pub type Cuboid = Vec<u64>;

/// The options of a cuboid that were found to have a wanted value, the one with the smaller part first, and whether
/// these are all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// Each option is two cuboids.
    pub options: Vec<[Cuboid; 2]>,
    /// Whether these are all.
    pub all: bool,
}

/// The value of a cuboid from the one-dimensional values of its sides (theory 5.2, 5.3).
///
/// ```
/// use sprague::{nimber::Nimber, games::rectangle::value_from_sides};
/// assert_eq!(value_from_sides(&[Nimber(0), Nimber(4), Nimber(0)]), Nimber(4));
/// assert_eq!(value_from_sides(&[Nimber(3), Nimber(4)]), Nimber(1));
/// ```
pub fn value_from_sides(sides: &[Nimber]) -> Nimber {
    let mut positive = sides.iter().filter(|side| !side.is_zero());
    match (positive.next(), positive.next()) {
        (None, _) => Nimber::ZERO,
        (Some(&only), None) => only,
        (Some(_), Some(_)) => Nimber(1),
    }
}

impl Rectangles {
    /// The game in which the two parts of a cut side differ by at least this much.
    pub const fn new(least_difference: u64) -> Self {
        Self { least_difference, rules: Vec::new() }
    }

    /// The game in which a side changes by a rule of heaps: one for all sides, or one for each direction.
    pub fn with_rules(mut rules: Vec<HeapGame>) -> Self {
        // the same rule for each direction is one for all
        if rules.windows(2).all(|pair| pair[0].rule == pair[1].rule) {
            rules.truncate(1);
        }
        if let [game] = &rules[..]
            && let Some(least_difference) = difference_of(&game.rule)
        {
            return Self::new(least_difference);
        }
        Self { least_difference: 0, rules }
    }

    /// The least difference of the parts, where nothing else is asked.
    pub const fn least_difference(&self) -> Option<u64> {
        if self.rules.is_empty() { Some(self.least_difference) } else { None }
    }

    /// The rule of a direction.
    fn rule(&self, along: usize) -> Option<&HeapGame> {
        self.rules.get(along.min(self.rules.len().checked_sub(1)?))
    }

    /// Whether 5.4 gives the values: every move of every rule leaves two parts.
    fn has_theorem(&self) -> bool {
        let two = SizeSet::range(2, 2);
        self.rules.iter().all(|game| game.rule.clauses().iter().all(|clause| clause.leave == two))
    }

    /// The cuboids that a change of one side leaves.
    fn changed(cuboid: &[u64], along: usize, parts: &[u64]) -> Vec<Cuboid> {
        parts.iter().map(|&length| with_side(cuboid, along, length)).collect()
    }

    /// The ways to change one side by the rules, as parts in ascending order.
    fn changes<'p>(&'p self, cuboid: &'p [u64], along: usize) -> impl Iterator<Item = Vec<u64>> + 'p {
        let rule = self.rule(along).map(|game| &game.rule);
        rule.into_iter().flat_map(move |rule| rule.options(cuboid[along]))
    }

    /// The statement behind [`value_from_sides`]; a cuboid of one side is a heap and needs none.
    pub fn theorem(cuboid: &[u64]) -> Option<Theorem> {
        match cuboid.len() {
            0 | 1 => None,
            2 => Some(Theorem::Rectangles),
            _ => Some(Theorem::RectanglesAnyDimension),
        }
    }

    /// The value of a cuboid, given the values of the one-dimensional game.
    pub fn value(cuboid: &[u64], heap_value: impl Fn(u64) -> Nimber) -> Nimber {
        value_from_sides(&cuboid.iter().map(|&side| heap_value(side)).collect::<Vec<_>>())
    }

    /// The options of a cuboid with the value `wanted`, at most `most` of them, given the values of the
    /// one-dimensional game. Of each side the first `tries` cuts are looked at, the least part first.
    pub fn cuts_of_value(
        &self,
        cuboid: &[u64],
        wanted: Nimber,
        most: usize,
        tries: u64,
        mut heap_value: impl FnMut(u64) -> Nimber,
    ) -> Cuts {
        let values: Vec<Nimber> = cuboid.iter().map(|&side| heap_value(side)).collect();
        let mut options = Vec::new();
        let mut all = true;
        let mut sides = values.clone();
        for (at, &side) in cuboid.iter().enumerate() {
            if self.cuts(side) > tries {
                all = false;
            }
            for part in 1..=self.cuts(side).min(tries) {
                let value: Nimber = [part, side - part]
                    .map(|length| {
                        sides[at] = heap_value(length);
                        value_from_sides(&sides)
                    })
                    .into_iter()
                    .sum();
                if value == wanted {
                    if options.len() == most {
                        return Cuts { options, all: false };
                    }
                    options.push([with_side(cuboid, at, part), with_side(cuboid, at, side - part)]);
                }
            }
            sides[at] = values[at];
        }
        Cuts { options, all }
    }

    /// The number of ways to cut a side, which is also the greatest smaller part.
    const fn cuts(&self, side: u64) -> u64 {
        side.saturating_sub(self.least_difference) / 2
    }
}

fn with_side(cuboid: &[u64], at: usize, length: u64) -> Cuboid {
    let mut sides = cuboid.to_vec();
    sides[at] = length;
    sides
}

impl Game for Rectangles {
    type At = Vec<Cuboid>;
    const ENTRY: &'static Entry = &Entry {
        name: "rectangle",
        title: "Rectangles",
        aliases: &["rectangles"],
        kind: EntryKind::Board("rectangle: 4x7 3x3"),
        words: "Cut one rectangle, in one direction, into two with integer sides that differ by at least 1; \
                rectangle(diff>=D) asks for D, rectangle(RULE) changes a side by any rule of heaps, and \
                rectangle(RULE, RULE) by one for each direction.",
        known: &[
            "0 if both sides have value 0 in the game of one dimension, the other value if one has, 1 if neither \
                  has (theory 5.2); likewise in any dimension (theory 5.3), and for every rule that always leaves two \
                  parts (theory 5.4).",
        ],
        oeis: None,
    };
    const CONTINUATION: &'static str = "another board, ";

    fn name(&self) -> String {
        match self.least_difference {
            _ if !self.rules.is_empty() => format!("rectangle({})", joined(&self.rules, ", ")),
            1 => "rectangle".to_owned(),
            least => format!("rectangle(diff>={least})"),
        }
    }

    fn rules_in_words(&self) -> String {
        match (self.least_difference, &self.rules[..]) {
            (0, []) => "Cut one rectangle, in one direction, into two with integer sides.".to_owned(),
            (1, []) => Self::ENTRY.words.to_owned(),
            (least, []) => format!(
                "Cut one rectangle, in one direction, into two with integer sides that differ by at least {least}."
            ),
            (_, [rule]) => format!(
                "Change the sides of one rectangle in one direction as heaps are changed: {}",
                describe(&rule.rule)
            ),
            (_, rules) => {
                let each = (1..).zip(rules).map(|(at, rule)| format!("side {at}: {}", describe(&rule.rule)));
                format!(
                    "Change the sides of one rectangle in one direction as heaps are changed. Of {}",
                    joined(each, " Of ")
                )
            }
        }
    }

    /// `(diff>=D)`, `(RULE)`, `(RULE, RULE)`, or nothing, which is D = 1.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.skip_spaces();
        if !text.eat('(') {
            return Ok(Self::new(1));
        }
        text.skip_spaces();
        if text.eat_str("diff") {
            text.skip_spaces();
            if !text.eat_str(">=") {
                return Err(text.expected("`>=`, as in `rectangle(diff>=2)`"));
            }
            text.skip_spaces();
            let least_difference = text.number("the least difference of the parts")?;
            text.require(')')?;
            return Ok(Self::new(least_difference));
        }
        if text.peek().is_none_or(|c| c == ')') {
            return Err(text.expected(
                "`diff>=D` or a rule, as in `rectangle(diff>=2)` or `rectangle(split(2) on 3..)`",
            ));
        }
        let next = "`,` and the rule of the next direction, or `)`";
        text.bracketed(')', next, HeapGame::read).map(Self::with_rules)
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<Cuboid>, NotationError> {
        let mut position = Vec::new();
        loop {
            text.skip_spaces();
            if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(position);
            }
            let mut cuboid = Vec::new();
            let start = text.clone();
            loop {
                let at = text.clone();
                let side = text.number("the length of a side")?;
                if side == 0 {
                    return Err(at.error("a side has at least length 1"));
                }
                cuboid.push(side);
                if !text.times() {
                    break;
                }
            }
            if self.rules.len() > 1 && cuboid.len() != self.rules.len() {
                let rules = self.rules.len();
                return Err(start.error(format!(
                    "{rules} rules are named, so there are {rules} sides, not {}",
                    cuboid.len()
                )));
            }
            position.push(cuboid);
        }
    }

    fn write(&self, position: &Vec<Cuboid>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(position.iter().map(|cuboid| joined(cuboid, "x")), " "))
    }

    fn after_one_move(&self, position: &Vec<Cuboid>) -> Vec<Vec<Cuboid>> {
        let mut all = Vec::new();
        for place in self.kinds(position) {
            let cuboid = &position[place];
            for (at, &side) in cuboid.iter().enumerate() {
                if self.rules.is_empty() {
                    for part in 1..=self.cuts(side) {
                        let parts = [part, side - part].map(|length| with_side(cuboid, at, length));
                        all.push([&position[..place], &parts, &position[place + 1..]].concat());
                    }
                }
                for parts in self.changes(cuboid, at) {
                    let parts = Self::changed(cuboid, at, &parts);
                    all.push([&position[..place], &parts, &position[place + 1..]].concat());
                }
            }
        }
        all
    }

    fn take_apart(&self, position: Vec<Cuboid>, parts: &mut Vec<Vec<Cuboid>>) {
        parts.extend(position.into_iter().map(|cuboid| vec![cuboid]));
    }

    fn representative(&self, mut position: Vec<Cuboid>) -> Vec<Cuboid> {
        if self.rules.len() < 2 {
            for cuboid in &mut position {
                cuboid.sort_unstable();
                cuboid.reverse();
            }
        }
        position.sort_unstable();
        position
    }

    fn parts(&self, position: &Vec<Cuboid>) -> usize {
        position.len()
    }

    fn kinds(&self, position: &Vec<Cuboid>) -> Vec<usize> {
        first_of_each(position)
    }

    /// A cut and its mirror image are two actions, though they leave the same cuboids.
    fn actions<'p>(&'p self, position: &'p Vec<Cuboid>, part: usize) -> impl Iterator<Item = Action> + 'p {
        let cuboid = &position[part];
        let cuts = (0..cuboid.len()).filter(|_| self.rules.is_empty()).flat_map(move |along| {
            let (side, small) = (cuboid[along], self.cuts(cuboid[along]));
            let large = (side - small).max(small + 1);
            (1..=small).chain(large..side).filter_map(move |at| Action::cut(cuboid, along, at))
        });
        let changes = (0..cuboid.len()).flat_map(move |along| {
            let side = cuboid[along];
            self.changes(cuboid, along).flat_map(move |parts| {
                let ways = match parts[..] {
                    [low, high] if low + high == side => {
                        let mirrored = (low != high).then(|| Action::cut(cuboid, along, high)).flatten();
                        [Action::cut(cuboid, along, low), mirrored]
                    }
                    _ => [Action::heap(side, along, parts), None],
                };
                ways.into_iter().flatten()
            })
        });
        cuts.chain(changes)
    }

    fn act(&self, position: &Vec<Cuboid>, part: usize, action: &Action) -> Option<Vec<Cuboid>> {
        let cuboid = position.get(part)?;
        let (along, mut lengths) = match action {
            Action::Break { rectangle, along, at, .. } if rectangle == cuboid => {
                let rest = cuboid.get(*along)?.checked_sub(*at).filter(|&rest| rest > 0 && *at > 0)?;
                (*along, vec![*at, rest])
            }
            Action::Take(change) | Action::Split(change) | Action::TakeAndSplit(change)
                if cuboid.get(change.at) == Some(&change.heap) =>
            {
                (change.at, change.left.clone())
            }
            _ => return None,
        };
        let parts = Self::changed(cuboid, along, &lengths);
        lengths.sort_unstable();
        let allowed = match (self.rule(along), &lengths[..]) {
            (Some(game), lengths) => allows(&game.rule, cuboid[along], lengths),
            (None, &[low, high]) => low + high == cuboid[along] && high - low >= self.least_difference,
            (None, _) => false,
        };
        allowed.then(|| [&position[..part], &parts, &position[part + 1..]].concat())
    }

    /// What is found from the difference is a cut; other changes are looked for among all of them.
    fn actions_between(&self, before: &Vec<Cuboid>, after: &Vec<Cuboid>) -> Vec<(usize, Action)> {
        if self.rules.is_empty() {
            return self.view(before).actions_to(&self.view(after));
        }
        let wanted = self.canonical(after.clone());
        let leads = |part: usize, action: &Action| {
            self.act(before, part, action).is_some_and(|reached| self.canonical(reached) == wanted)
        };
        let all =
            (0..before.len()).flat_map(|part| self.actions(before, part).map(move |action| (part, action)));
        all.take(MOST_EXAMINED as usize * 50)
            .find(|(part, action)| leads(*part, action))
            .into_iter()
            .collect()
    }

    fn view(&self, position: &Vec<Cuboid>) -> View {
        let rectangle = |sides: &Cuboid| Part::Rectangle { sides: sides.clone() };
        View::new(BoardKind::Rectangles, position.iter().map(rectangle))
    }

    /// Schrage's theorem, on the values of the sides.
    fn evaluate(&self, component: &Vec<Cuboid>, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if !self.has_theorem() && component.iter().any(|cuboid| cuboid.len() > 1) {
            return known.by_theorem_or_search(self, component);
        }
        let mut total = Nimber::ZERO;
        let mut grounds = Vec::new();
        for cuboid in component {
            let mut sides = Vec::with_capacity(cuboid.len());
            let longest = cuboid.iter().max();
            for (along, &side) in cuboid.iter().enumerate() {
                let (value, ground) = self.side(along, side, known)?;
                sides.push(value);
                if Some(&side) == longest && !grounds.contains(&ground) {
                    grounds.push(ground);
                }
            }
            total += value_from_sides(&sides);
            let theorem = Self::theorem(cuboid);
            let general = theorem.filter(|_| !self.rules.is_empty()).map(|_| Theorem::RectanglesAnyRule);
            grounds.extend(general.or(theorem).map(Ground::Theorem));
        }
        Ok(Evaluation::valued(total, grounds))
    }

    fn working(&self, position: &Vec<Cuboid>, known: &mut Known) -> Option<Working> {
        let [cuboid] = &position[..] else { return None };
        if cuboid.len() > 1 && !self.has_theorem() {
            return None;
        }
        let row = |(along, &side): (usize, &u64)| {
            let (value, ground) = self.side(along, side, known).ok()?;
            Some(WorkingRow::new(format!("G({side})"), value).out_of([side]).because(ground.to_string()))
        };
        let rows = cuboid.iter().enumerate().map(row).collect::<Option<Vec<_>>>()?;
        let theorem =
            if self.rules.is_empty() { Self::theorem(cuboid) } else { Some(Theorem::RectanglesAnyRule) };
        let working = Working::of_value(theorem.unwrap_or(Theorem::Rectangles), Combine::Sides, rows);
        Some(working.because("A side of n counts as a heap of n that is cut in the same way"))
    }

    /// Each cut in turn, or examples among the cuts with the smallest parts.
    fn moves_of_value(
        &self,
        position: &Vec<Cuboid>,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Vec<Cuboid>>, TooLarge> {
        match winning::by_theorem_or_trial(self, position, value, room, known)? {
            Some(found) => Ok(found),
            None if self.rules.is_empty() => self.examples_of_value(position, value, room, known),
            None => Ok(Found::default()),
        }
    }

    fn search_size(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.inside(cuboid)).sum()
    }

    fn reachable(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.dissections(cuboid)).product()
    }

    fn forms(&self, component: &Vec<Cuboid>) -> f64 {
        self.search_size(component)
    }

    fn breadth(&self, position: &Vec<Cuboid>) -> f64 {
        if self.rules.is_empty() {
            return position.iter().flatten().map(|&side| self.cuts(side) as f64).sum();
        }
        let count =
            |(along, &side): (usize, &u64)| self.rule(along).map_or(0.0, |game| game.rule.option_count(side));
        position.iter().flat_map(|cuboid| cuboid.iter().enumerate().map(count)).sum()
    }

    fn words(&self, position: &Vec<Cuboid>) -> f64 {
        position.iter().map(|cuboid| cuboid.len() as f64 + 5.0).sum()
    }
}

impl Rectangles {
    /// The value of one side: a heap that is split into parts which differ enough.
    fn side(&self, along: usize, side: u64, known: &mut Known) -> Result<(Nimber, Ground), TooLarge> {
        if let Some(game) = self.rule(along) {
            return known.heap(game, side);
        }
        let heap = known.table::<Sides>().0.entry(self.least_difference);
        let heap = heap.or_insert_with(|| split_in_two(self.least_difference)).clone();
        known.heap(&heap, side)
    }

    fn examples_of_value(
        &self,
        position: &[Cuboid],
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Vec<Cuboid>>, TooLarge> {
        let total = known.value(self, &position.to_vec())?.unwrap_or_default();
        let mut moves = Vec::new();
        let mut all = true;
        let mut seen = HashSet::new();
        for (at, cuboid) in position.iter().enumerate() {
            if !seen.insert(cuboid) {
                continue;
            }
            known.limits().check_time()?;
            let tries: f64 = cuboid.iter().map(|&side| (side / 2).min(MOST_EXAMINED) as f64).sum();
            if tries > room.tries {
                all = false;
                break;
            }
            room.tries -= tries;
            let own = known.value(self, &vec![cuboid.clone()])?.unwrap_or_default();
            let mut refusal = None;
            let side = |length| match self.side(0, length, known) {
                Ok((value, _)) => value,
                Err(error) => {
                    refusal = Some(error);
                    Nimber::ZERO
                }
            };
            let cuts = self.cuts_of_value(cuboid, value + total + own, EXAMPLES, MOST_EXAMINED, side);
            if let Some(refusal) = refusal {
                return Err(refusal);
            }
            all &= cuts.all;
            for parts in cuts.options {
                if moves.len() >= room.moves {
                    // cuboids that differ in the order of their sides may have the same moves: those left out are not
                    // counted
                    all = false;
                    break;
                }
                moves.push([&position[..at], &parts, &position[at + 1..]].concat());
            }
        }
        let moves = winning::distinct(self, moves);
        let total = all.then_some(moves.len() as u64);
        Ok(Found { moves, total })
    }
}

/// The least difference that a rule asks of two parts, where that is all it says.
fn difference_of(rule: &Rule) -> Option<u64> {
    let [clause] = &rule.plain()?[..] else { return None };
    let least = match clause.condition {
        Condition::Any => 0,
        Condition::Differ(least) => least,
        Condition::NotAllEqual => 1,
    };
    (*rule == split_in_two(least).rule).then_some(least)
}

/// The one-dimensional games, by the least difference of the parts.
#[derive(Default)]
struct Sides(HashMap<u64, HeapGame>);

/// The heap game of one side: split a heap into two parts that differ by at least this much.
fn split_in_two(least_difference: u64) -> HeapGame {
    let condition = match least_difference {
        0 => Condition::Any,
        least => Condition::Differ(least),
    };
    let two = SizeSet::range(2, 2);
    let clause = Clause::new(SizeSet::range(0, 0), two, condition, SizeSet::all());
    HeapGame::from(Rule::new([clause]).expect("splitting in two is a rule"))
}

impl Rectangles {
    /// An upper bound on the number of cuboids that cuts can lead to.
    fn inside(&self, cuboid: &[u64]) -> f64 {
        if !self.rules.is_empty() {
            return cuboid.iter().map(|&side| side as f64).product();
        }
        cuboid.iter().filter(|&&side| self.cuts(side) > 0).map(|&side| side as f64).product()
    }

    /// An upper bound on the number of positions that cuts can lead to: the multisets of cuboids inside this
    /// one that have its volume, sides that cannot be cut left out of both.
    fn dissections(&self, cuboid: &[u64]) -> f64 {
        const LARGEST_VOLUME: f64 = 1000.0;
        if self.inside(cuboid) > LARGEST_VOLUME {
            return f64::INFINITY;
        }
        let mut kinds = vec![vec![]];
        for &side in cuboid.iter().filter(|&&side| !self.rules.is_empty() || self.cuts(side) > 0) {
            kinds = (1..=side)
                .flat_map(|s| kinds.iter().map(move |kind| [kind.as_slice(), &[s]].concat()))
                .collect();
        }
        let volume = self.inside(cuboid) as usize;
        if self.rules.len() < 2 {
            for kind in &mut kinds {
                kind.sort_unstable();
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        let mut ways = vec![0.0; volume + 1];
        ways[0] = 1.0;
        for kind in kinds {
            let size = kind.iter().product::<u64>() as usize;
            for filled in size..=volume {
                ways[filled] += ways[filled - size];
            }
        }
        // a rule that takes leaves a smaller volume
        if self.rules.is_empty() { ways[volume] } else { ways.iter().sum() }
    }
}
