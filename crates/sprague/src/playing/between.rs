//! The way from one state of a board to another, found from what is different.
//!
//! A move changes one thing, so the numbers that are gone and the numbers that are new name it: a token and its square, a
//! heap and its size, a rectangle and its two parts. Nothing is listed, so that boards with more moves than fit anywhere
//! are no harder than small ones. Of several ways to the same position the first is meant, as in the list of all.

use super::action::{Action, Way};
use super::candidates::candidates;
use super::moves::is_playable;
use crate::games::rectangle::{Cuboid, Rectangles};
use crate::games::silver_dollar::{Strip, Strips};
use crate::games::star::StarPosition;
use crate::games::wythoff;
use crate::position::Term;
use crate::ruleset::Ruleset;

/// The first way to make the move from one term to another of the same game, as if it were the first of a sum.
pub fn way_of_term(before: &Term, after: &Term) -> Option<Way> {
    let way = |part, action, term| Way { at: 0, part: Some(part), action, term };
    match (before, after) {
        (Term::Rectangles(game, cuboids), Term::Rectangles(_, left)) => cut(*game, cuboids, left),
        (Term::SilverDollar(game, strips), Term::SilverDollar(_, left)) => {
            let wanted = after.identity();
            slides(&strips.0, &left.0)
                .map(|(strip, action, after)| way(strip, action, Term::SilverDollar(*game, Strips(after))))
                .find(|way| way.term.identity() == wanted)
        }
        (Term::Star(game, star), Term::Star(_, left)) => {
            let wanted = after.identity();
            slides(star.strips(), left.strips())
                .filter_map(|(strip, action, after)| {
                    Some(way(strip, action, Term::Star(*game, StarPosition::new(after)?)))
                })
                .find(|way| way.term.identity() == wanted)
        }
        (Term::StarNim(game, tokens), Term::StarNim(_, left)) => {
            let (strip, action, after) = slide(tokens, left)?;
            let allowed = !(tokens.contains(&0) && left.iter().filter(|&&square| square == 0).count() > 1);
            allowed.then(|| way(strip, action, Term::StarNim(*game, after)))
        }
        (Term::Shared(game, tokens), Term::Shared(same, left)) if game == same => {
            let (strip, action, after) = slide(tokens, left)?;
            let Action::Slide { from, to, .. } = action else { return None };
            let action = Action::Slide { strip, token: 0, from, to };
            game.allows(tokens, from, to).then(|| way(strip, action, Term::Shared(*game, after)))
        }
        (Term::Chomp(game, boards), Term::Chomp(_, left)) => {
            let (old, new) = one_changed(boards.boards(), left.boards())?;
            let place = boards.boards().iter().position(|board| *board == old)?;
            let (row, column) = old.square_eaten(&new)?;
            let boards = boards.boards().iter().enumerate();
            let boards = boards.map(|(at, &board)| if at == place { new } else { board });
            Some(way(place, Action::Bite { row, column }, Term::Chomp(game.clone(), boards.collect())))
        }
        (Term::BogusNim(game, position), Term::BogusNim(_, left)) => {
            let (from, to) = one_changed(position.heaps(), left.heaps())?;
            let place = position.heaps().iter().position(|&heap| heap == from)?;
            let moved = position.moved(place, to).filter(|moved| moved == left)?;
            let action = match to.checked_sub(from) {
                Some(added) => Action::Add { heap: from, added },
                None => took(from, place, to),
            };
            Some(way(place, action, Term::BogusNim(*game, moved)))
        }
        (Term::Wythoff(_, from), Term::Wythoff(_, to)) => {
            between_pairs(*from, *to).map(|(part, action)| Way { at: 0, part, action, term: after.clone() })
        }
        (Term::Digraph(game, node), Term::Digraph(_, to)) => {
            let found = game.options(node).contains(to);
            let action = || Action::Walk { node: game.graph().name(*to).to_owned() };
            found.then(|| way(0, action(), after.clone()))
        }
        (Term::Nearly(..), Term::Nearly(..)) if is_playable(before) => {
            let wanted = after.identity();
            candidates(before).into_iter().find(|way| way.term.identity() == wanted)
        }
        _ => None,
    }
}

fn took(heap: u64, at: usize, left: u64) -> Action {
    Action::Heap { heap, at, left: if left == 0 { Vec::new() } else { vec![left] } }
}

/// What one list has that the other has not, counted with multiplicity.
fn without<T: Clone + Ord>(list: &[T], other: &[T]) -> Vec<T> {
    let (mut list, mut other) = (list.to_vec(), other.to_vec());
    list.sort_unstable();
    other.sort_unstable();
    let mut rest = Vec::new();
    let mut at = 0;
    for item in list {
        while other.get(at).is_some_and(|known| *known < item) {
            at += 1;
        }
        if other.get(at) == Some(&item) {
            at += 1;
        } else {
            rest.push(item);
        }
    }
    rest
}

/// The only item that was replaced, and by what.
fn one_changed<T: Clone + Ord>(before: &[T], after: &[T]) -> Option<(T, T)> {
    let (mut gone, mut new) = (without(before, after), without(after, before));
    (gone.len() == 1 && new.len() == 1).then(|| (gone.remove(0), new.remove(0)))
}

/// The token that went down, where each strip has one.
fn slide(tokens: &[u64], left: &[u64]) -> Option<(usize, Action, Vec<u64>)> {
    let (from, to) = one_changed(tokens, left).filter(|(from, to)| to < from)?;
    let strip = tokens.iter().position(|&token| token == from)?;
    let mut after = tokens.to_vec();
    after[strip] = to;
    Some((strip, Action::Slide { strip, token: 0, from, to }, after))
}

/// The ways in which a token goes down within its room, so that the squares are those that are left.
fn slides<'s>(strips: &'s [Strip], left: &[Strip]) -> impl Iterator<Item = (usize, Action, Vec<Strip>)> + 's {
    let squares =
        |strips: &[Strip]| strips.iter().flat_map(|strip| strip.tokens().to_vec()).collect::<Vec<u64>>();
    let changed = one_changed(&squares(strips), &squares(left));
    changed.into_iter().flat_map(move |(from, to)| {
        strips.iter().enumerate().filter_map(move |(at, strip)| {
            let token = strip.tokens().binary_search(&from).ok()?;
            strip.room(token).contains(&to).then(|| {
                let mut after = strips.to_vec();
                after[at] = strip.moved(token, to);
                (at, Action::Slide { strip: at, token, from, to }, after)
            })
        })
    })
}

/// The cut that leaves these cuboids, whose sides may come in any order.
fn cut(game: Rectangles, cuboids: &[Cuboid], left: &[Cuboid]) -> Option<Way> {
    let sorted = |cuboids: &[Cuboid]| game.canonical(cuboids.to_vec());
    let (before, after) = (sorted(cuboids), sorted(left));
    let (gone, new) = (without(&before, &after), without(&after, &before));
    let ([whole], [one, other]) = (&gone[..], &new[..]) else { return None };
    let parts = sorted(&[one.clone(), other.clone()]);
    for (place, cuboid) in cuboids.iter().enumerate() {
        if sorted(std::slice::from_ref(cuboid))[0] != *whole {
            continue;
        }
        for (along, &side) in cuboid.iter().enumerate() {
            let mut lengths: Vec<u64> = one.iter().chain(other).copied().filter(|&at| at < side).collect();
            lengths.sort_unstable();
            lengths.dedup();
            for at in lengths {
                let part = |length: u64| {
                    let mut part = cuboid.clone();
                    part[along] = length;
                    part
                };
                let cut = [part(at), part(side - at)];
                if at.abs_diff(side - at) >= game.least_difference && sorted(&cut) == parts {
                    let after = [&cuboids[..place], &cut, &cuboids[place + 1..]].concat();
                    let action = Action::Break { cuboid: cuboid.clone(), along, at };
                    return Some(Way {
                        at: 0,
                        part: Some(place),
                        action,
                        term: Term::Rectangles(game, after),
                    });
                }
            }
        }
    }
    None
}

/// From the larger heap, from the smaller, or from both.
fn between_pairs(from: wythoff::Position, to: wythoff::Position) -> Option<(Option<usize>, Action)> {
    let ((a, b), (c, d)) = (from.heaps(), to.heaps());
    // what the larger heap became while the other stayed, and the other way round
    let kept =
        |stays: u64| [(c, d), (d, c)].into_iter().find(|&(same, _)| same == stays).map(|(_, left)| left);
    if let Some(left) = kept(b).filter(|&left| left < a) {
        return Some((Some(0), took(a, 0, left)));
    }
    if let Some(left) = kept(a).filter(|&left| left < b) {
        return Some((Some(1), took(b, 1, left)));
    }
    let taken = a.checked_sub(c).filter(|&taken| taken > 0 && b.checked_sub(taken) == Some(d))?;
    Some((None, Action::TakeBoth { taken }))
}
