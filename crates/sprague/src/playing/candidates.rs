//! Every change of one part of a board that looks like a move; the rules decide which of them are.

use super::action::{Action, Way};
use super::moves::change;
use crate::games::bogus_nim;
use crate::games::rectangle::Cuboid;
use crate::games::silver_dollar::{Strip, Strips};
use crate::games::star::StarPosition;
use crate::games::wythoff;
use crate::position::Term;

/// Every change of one part that looks like a move.
pub fn candidates(term: &Term) -> Vec<Way> {
    let way = |part, action, term| Way { at: 0, part: Some(part), action, term };
    match term {
        Term::Heaps(..) => Vec::new(),
        Term::Rectangles(game, cuboids) => {
            let least = game.least_difference;
            let cuts = (0..cuboids.len()).flat_map(|place| cuts(cuboids, place, least));
            cuts.map(|(place, action, after)| way(place, action, Term::Rectangles(*game, after))).collect()
        }
        Term::SilverDollar(game, strips) => slides(&strips.0)
            .map(|(strip, action, after)| way(strip, action, Term::SilverDollar(*game, Strips(after))))
            .collect(),
        Term::Star(game, star) => slides(star.strips())
            .filter_map(|(strip, action, after)| {
                Some(way(strip, action, Term::Star(*game, StarPosition::new(after)?)))
            })
            .collect(),
        Term::StarNim(game, tokens) => single_slides(tokens)
            .map(|(strip, action, after)| way(strip, action, Term::StarNim(*game, after)))
            .collect(),
        Term::Shared(game, tokens) => single_slides(tokens)
            .map(|(strip, action, after)| way(strip, action, Term::Shared(*game, after)))
            .collect(),
        Term::Nearly(_, before) => {
            let change_to = |after: &Term| {
                let Term::Nearly(_, state) = after else { return None };
                let mut pairs = before.components().zip(state.components()).enumerate();
                let (component, (old, new)) = pairs.find(|(_, (old, new))| old != new)?;
                let (heap, parts) = change(old, new)?;
                let at = old.sizes().iter().position(|&size| size == heap)?;
                Some((component, Action::Heap { heap, at, left: parts.into_iter().rev().collect() }))
            };
            let changes = term.options().into_iter().filter_map(|after| {
                change_to(&after).map(|(component, action)| way(component, action, after))
            });
            changes.collect()
        }
        Term::Chomp(game, position) => {
            let mut found = Vec::new();
            for (place, board) in position.boards().iter().enumerate() {
                for (row, columns) in (1..).zip(board.rows()) {
                    for column in 1..=columns {
                        let Some(after) = board.eat((row, column)) else { continue };
                        let boards = position.boards().iter().enumerate();
                        let boards = boards.map(|(at, &old)| if at == place { after } else { old });
                        let term = Term::Chomp(game.clone(), boards.collect());
                        found.push(way(place, Action::Bite { row, column }, term));
                    }
                }
            }
            found
        }
        Term::BogusNim(game, position) => {
            let mut found = Vec::new();
            for (place, &heap) in position.heaps().iter().enumerate() {
                for size in 0..=heap.saturating_add(position.bank()) {
                    let added = size.saturating_sub(heap);
                    let mut heaps = position.heaps().to_vec();
                    heaps[place] = size;
                    let bank = position.bank() - added;
                    let Some(after) = bogus_nim::Position::new(heaps, bank) else { continue };
                    let action =
                        if added > 0 { Action::Add { heap, added } } else { took(heap, place, size) };
                    found.push(way(place, action, Term::BogusNim(*game, after)));
                }
            }
            found
        }
        Term::Wythoff(game, position) => {
            let (a, b) = position.heaps();
            let after = |a, b| wythoff::Position::new(a, b).map(|at| Term::Wythoff(game.clone(), at));
            let first = (0..a).filter_map(|left| Some(way(0, took(a, 0, left), after(left, b)?)));
            let second = (0..b).filter_map(|left| Some(way(1, took(b, 1, left), after(a, left)?)));
            let both = (1..=b).filter_map(|taken| {
                let term = after(a - taken, b - taken)?;
                Some(Way { at: 0, part: None, action: Action::TakeBoth { taken }, term })
            });
            first.chain(second).chain(both).collect()
        }
        Term::Digraph(game, node) => {
            let steps = game.graph().options(*node).iter();
            let walk = |to| Action::Walk { node: game.graph().name(to).to_owned() };
            steps.map(|&to| way(0, walk(to), Term::Digraph(game.clone(), to))).collect()
        }
    }
}

fn took(heap: u64, at: usize, left: u64) -> Action {
    Action::Heap { heap, at, left: if left == 0 { Vec::new() } else { vec![left] } }
}

/// Every cut of the cuboid at this place into parts that differ by at least `least`: no more than there are options, also
/// where a side is long and hardly any cut is allowed.
fn cuts(
    cuboids: &[Cuboid],
    place: usize,
    least: u64,
) -> impl Iterator<Item = (usize, Action, Vec<Cuboid>)> + '_ {
    let cuboid = &cuboids[place];
    (0..cuboid.len()).flat_map(move |along| {
        let side = cuboid[along];
        let small = side.saturating_sub(least) / 2;
        let large = (side - small).max(small + 1);
        (1..=small).chain(large..side).map(move |at| {
            let part = |length| {
                let mut part = cuboid.clone();
                part[along] = length;
                part
            };
            let parts = [part(at), part(cuboid[along] - at)];
            let after = [&cuboids[..place], &parts, &cuboids[place + 1..]].concat();
            (place, Action::Break { cuboid: cuboid.clone(), along, at }, after)
        })
    })
}

/// Every token down to every square above the next lower token.
fn slides(strips: &[Strip]) -> impl Iterator<Item = (usize, Action, Vec<Strip>)> + '_ {
    strips.iter().enumerate().flat_map(move |(strip, tokens)| {
        let tokens = tokens.tokens();
        (0..tokens.len()).flat_map(move |token| {
            let (from, floor) = (tokens[token], if token == 0 { 0 } else { tokens[token - 1] + 1 });
            (floor..from).filter_map(move |to| {
                let mut moved = tokens.to_vec();
                moved[token] = to;
                let mut after = strips.to_vec();
                after[strip] = Strip::new(moved)?;
                Some((strip, Action::Slide { strip, token, from, to }, after))
            })
        })
    })
}

fn single_slides(tokens: &[u64]) -> impl Iterator<Item = (usize, Action, Vec<u64>)> + '_ {
    tokens.iter().enumerate().flat_map(move |(strip, &from)| {
        (0..from).map(move |to| {
            let mut after = tokens.to_vec();
            after[strip] = to;
            (strip, Action::Slide { strip, token: 0, from, to }, after)
        })
    })
}
