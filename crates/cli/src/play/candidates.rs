//! From an intent to the terms that it may mean on a board; whether they are options is decided elsewhere.

use sprague::games::bogus_nim;
use sprague::games::rectangle::Cuboid;
use sprague::games::silver_dollar::{Strip, Strips};
use sprague::games::star::StarPosition;
use sprague::games::wythoff;
use sprague::heap::Heaps;
use sprague::position::Term;

use super::intent::{Intent, Typed};

/// The terms that the intent may mean. Pins are the alley's business and not looked at here.
pub fn candidates(term: &Term, typed: &Typed) -> Vec<Term> {
    let on = Place(typed.on);
    match term {
        Term::Heaps(game, heaps) => heap_changes(heaps, &typed.intent)
            .into_iter()
            .map(|after| Term::Heaps(game.clone(), after))
            .collect(),
        Term::Rectangles(game, cuboids) => {
            cuts(cuboids, &typed.intent).into_iter().map(|after| Term::Rectangles(*game, after)).collect()
        }
        Term::SilverDollar(game, strips) => slides(&strips.0, &typed.intent, on)
            .into_iter()
            .map(|after| Term::SilverDollar(*game, Strips(after)))
            .collect(),
        Term::Star(game, star) => slides(star.strips(), &typed.intent, on)
            .into_iter()
            .filter_map(|after| StarPosition::new(after).map(|after| Term::Star(*game, after)))
            .collect(),
        Term::StarNim(game, tokens) => single_slides(tokens, &typed.intent, on)
            .into_iter()
            .map(|after| Term::StarNim(*game, after))
            .collect(),
        Term::Shared(game, tokens) => single_slides(tokens, &typed.intent, on)
            .into_iter()
            .map(|after| Term::Shared(*game, after))
            .collect(),
        Term::Nearly(_, position) => {
            let changed = |(at, heaps): (usize, &Heaps)| {
                let after = if on.includes(at) { heap_changes(heaps, &typed.intent) } else { Vec::new() };
                after.into_iter().map(move |after| (at, after))
            };
            let wanted: Vec<(usize, Heaps)> = position.components().enumerate().flat_map(changed).collect();
            if wanted.is_empty() {
                return Vec::new();
            }
            term.options().into_iter().filter(|option| is_wanted(term, option, &wanted)).collect()
        }
        Term::Chomp(game, position) => {
            let Intent::Square { row, column } = typed.intent else { return Vec::new() };
            let boards = position.boards();
            let bitten = (0..boards.len()).filter(|&at| on.includes(at)).filter_map(|at| {
                let mut after = boards.to_vec();
                after[at] = boards[at].eat((row, column))?;
                Some(Term::Chomp(game.clone(), after.into_iter().collect()))
            });
            bitten.collect()
        }
        Term::BogusNim(game, position) => {
            let changed = heap_sizes(position.heaps(), &typed.intent).into_iter().filter_map(|(from, to)| {
                let bank = position.bank().checked_sub(to.saturating_sub(from))?;
                let heaps = replaced(position.heaps(), from, to)?;
                bogus_nim::Position::new(heaps, bank).map(|after| Term::BogusNim(*game, after))
            });
            changed.collect()
        }
        Term::Wythoff(game, position) => {
            let (a, b) = position.heaps();
            let pairs: Vec<(u64, u64)> = match typed.intent {
                Intent::TakeFromBoth { count } => {
                    a.checked_sub(count).zip(b.checked_sub(count)).into_iter().collect()
                }
                _ => heap_sizes(&[a, b], &typed.intent)
                    .into_iter()
                    .map(|(from, to)| if from == a { (to, b) } else { (a, to) })
                    .collect(),
            };
            let positions = pairs.into_iter().filter_map(|(a, b)| wythoff::Position::new(a, b));
            positions.map(|after| Term::Wythoff(game.clone(), after)).collect()
        }
        Term::Digraph(..) => Vec::new(),
    }
}

/// The strip, board or component that was named, from 1, or any.
#[derive(Clone, Copy)]
struct Place(Option<u64>);

impl Place {
    fn includes(self, at: usize) -> bool {
        self.0.is_none_or(|place| place == at as u64 + 1)
    }
}

/// The heaps after what was asked for; a heap that was not named may be any.
fn heap_changes(heaps: &Heaps, intent: &Intent) -> Vec<Heaps> {
    let mut changes: Vec<(u64, Vec<u64>)> = Vec::new();
    match intent {
        Intent::Become { from, parts } | Intent::Split { from: Some(from), parts } => {
            changes.push((*from, parts.clone()));
        }
        Intent::Split { from: None, parts } => {
            let sum = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
            changes.extend(sum.map(|sum| (sum, parts.clone())));
        }
        Intent::Take { .. } => {
            let sizes = heap_sizes(heaps.sizes(), intent);
            changes.extend(sizes.into_iter().map(|(from, to)| (from, vec![to])));
        }
        _ => {}
    }
    if let Intent::Split { parts, .. } = intent
        && changes
            .iter()
            .any(|(from, _)| parts.iter().try_fold(*from, |left, &part| left.checked_sub(part)) != Some(0))
    {
        return Vec::new();
    }
    let place = |from: u64| heaps.sizes().iter().position(|&size| size == from);
    changes.into_iter().filter_map(|(from, parts)| Some(heaps.replaced(place(from)?, parts))).collect()
}

/// Heaps and the size that they may become, for moves that keep one heap.
fn heap_sizes(heaps: &[u64], intent: &Intent) -> Vec<(u64, u64)> {
    let named =
        |heap: Option<u64>| heaps.iter().copied().filter(move |&size| heap.is_none_or(|heap| heap == size));
    match intent {
        Intent::Take { count, from } => {
            named(*from).filter_map(|size| Some((size, size.checked_sub(*count)?))).collect()
        }
        Intent::Add { count, to } => {
            named(*to).filter_map(|size| Some((size, size.checked_add(*count)?))).collect()
        }
        Intent::Become { from, parts } => match parts[..] {
            [] => named(Some(*from)).map(|size| (size, 0)).collect(),
            [part] => named(Some(*from)).map(|size| (size, part)).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn replaced(numbers: &[u64], from: u64, to: u64) -> Option<Vec<u64>> {
    let at = numbers.iter().position(|&number| number == from)?;
    let mut after = numbers.to_vec();
    after[at] = to;
    Some(after)
}

/// A token from one square to another; an arrow serves as `to`.
fn squares(intent: &Intent) -> Option<(u64, u64)> {
    match intent {
        Intent::Slide { from, to } => Some((*from, *to)),
        Intent::Become { from, parts } => match parts[..] {
            [] => Some((*from, 0)),
            [to] => Some((*from, to)),
            _ => None,
        },
        _ => None,
    }
}

fn slides(strips: &[Strip], intent: &Intent, on: Place) -> Vec<Vec<Strip>> {
    let Some((from, to)) = squares(intent) else { return Vec::new() };
    let slid = |at: usize| {
        let mut after = strips.to_vec();
        after[at] = Strip::new(replaced(strips[at].tokens(), from, to)?)?;
        Some(after)
    };
    (0..strips.len()).filter(|&at| on.includes(at)).filter_map(slid).collect()
}

fn single_slides(tokens: &[u64], intent: &Intent, on: Place) -> Vec<Vec<u64>> {
    let Some((from, to)) = squares(intent) else { return Vec::new() };
    let slid = |at: usize| {
        let mut after = tokens.to_vec();
        after[at] = to;
        after
    };
    (0..tokens.len()).filter(|&at| tokens[at] == from && on.includes(at)).map(slid).collect()
}

fn cuts(cuboids: &[Cuboid], intent: &Intent) -> Vec<Vec<Cuboid>> {
    let Intent::Cut { side, of, at } = intent else { return Vec::new() };
    let Some(rest) = side.checked_sub(*at) else { return Vec::new() };
    let mut all = Vec::new();
    for (place, cuboid) in cuboids.iter().enumerate() {
        if of.as_ref().is_some_and(|of| of != cuboid) || cuboids[..place].contains(cuboid) {
            continue;
        }
        for along in (0..cuboid.len()).filter(|&along| cuboid[along] == *side) {
            let part = |length| {
                let mut part = cuboid.clone();
                part[along] = length;
                part
            };
            all.push([&cuboids[..place], &[part(*at), part(rest)], &cuboids[place + 1..]].concat());
        }
    }
    all
}

/// Whether an option of a nearly disjunctive sum changes one component in a wanted way.
fn is_wanted(from: &Term, option: &Term, wanted: &[(usize, Heaps)]) -> bool {
    let (Term::Nearly(_, before), Term::Nearly(_, after)) = (from, option) else { return false };
    let mut pairs = before.components().zip(after.components()).enumerate();
    let Some((at, (_, changed))) = pairs.find(|(_, (old, new))| old != new) else { return false };
    wanted.iter().any(|(place, heaps)| *place == at && heaps == changed)
}
