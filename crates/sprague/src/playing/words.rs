//! A move in short words, which the command also understands when they are typed.

use crate::games::rectangle::Cuboid;
use crate::games::silver_dollar::Strip;
use crate::heap::Heaps;
use crate::position::Term;

use super::moves::change;

/// What happened between two terms of the same game; `None` where it has no short form.
pub fn words(from: &Term, to: &Term) -> Option<String> {
    match (from, to) {
        (Term::Heaps(_, before), Term::Heaps(_, after)) => heap_change(before, after),
        (Term::Rectangles(_, before), Term::Rectangles(_, after)) => cut(before, after),
        (Term::SilverDollar(_, before), Term::SilverDollar(_, after)) => slide(&before.0, &after.0),
        (Term::Star(_, before), Term::Star(_, after)) => slide(before.strips(), after.strips()),
        (Term::StarNim(_, before), Term::StarNim(_, after))
        | (Term::Shared(_, before), Term::Shared(_, after)) => {
            let (&from, &to) = before.iter().zip(after).find(|(old, new)| old != new)?;
            Some(format!("{from} to {to}"))
        }
        (Term::Nearly(_, before), Term::Nearly(_, after)) => {
            let mut pairs = before.components().zip(after.components()).enumerate();
            let (at, (old, new)) = pairs.find(|(_, (old, new))| old != new)?;
            let place = if before.components().len() > 1 { format!(" on {}", at + 1) } else { String::new() };
            heap_change(old, new).map(|words| format!("{words}{place}"))
        }
        (Term::Chomp(_, before), Term::Chomp(_, after)) => {
            let mut pairs = before.boards().iter().zip(after.boards()).enumerate();
            let (at, (old, new)) = pairs.find(|(_, (old, new))| old != new)?;
            let (row, column) = old.square_eaten(new)?;
            let place =
                if before.boards().len() > 1 { format!(" on board {}", at + 1) } else { String::new() };
            Some(format!("{row} {column}{place}"))
        }
        (Term::BogusNim(_, before), Term::BogusNim(_, after)) => {
            let (gone, new) = difference(before.heaps(), after.heaps());
            let (&from, &to) = (gone.first()?, new.first()?);
            Some(if to < from { take(from - to, from) } else { format!("add {} to {from}", to - from) })
        }
        (Term::Wythoff(_, before), Term::Wythoff(_, after)) => {
            let ((a, b), (c, d)) = (before.heaps(), after.heaps());
            let (gone, new) = difference(&[a, b], &[c, d]);
            Some(match (&gone[..], &new[..]) {
                ([from], [to]) => take(from - to, *from),
                _ => from_both(a - c),
            })
        }
        (Term::Digraph(game, _), Term::Digraph(_, node)) => Some(game.graph().name(*node).to_owned()),
        _ => None,
    }
}

fn take(count: u64, from: u64) -> String {
    format!("take {count} from {from}")
}

/// The same number taken from both heaps, in words.
pub fn from_both(count: u64) -> String {
    format!("take {count} from both")
}

fn heap_change(before: &Heaps, after: &Heaps) -> Option<String> {
    let (size, parts) = change(before, after)?;
    let left: u64 = parts.iter().sum();
    let descending: Vec<String> = parts.iter().rev().map(u64::to_string).collect();
    let descending = descending.join(" ");
    Some(match parts.len() {
        0 | 1 => take(size - left, size),
        _ if left == size => format!("split {size} into {descending}"),
        _ => format!("{size} -> {descending}"),
    })
}

/// The token that moved, with its strip where another strip has a token on the same square.
fn slide(before: &[Strip], after: &[Strip]) -> Option<String> {
    let (at, (old, new)) = before.iter().zip(after).enumerate().find(|(_, (old, new))| old != new)?;
    let (from, to) = old.tokens().iter().zip(new.tokens()).find(|(from, to)| from != to)?;
    let alike = before.iter().filter(|strip| strip.tokens().contains(from)).count();
    let place = if alike > 1 { format!(" on strip {}", at + 1) } else { String::new() };
    Some(format!("{from} to {to}{place}"))
}

/// The side that was cut, with its cuboid where another kind of cuboid has such a side.
fn cut(before: &[Cuboid], after: &[Cuboid]) -> Option<String> {
    let (gone, new) = difference(before, after);
    let (whole, part) = (gone.first()?, new.first()?);
    let along = (0..whole.len()).find(|&along| whole[along] != part[along])?;
    let (side, at) = (whole[along], part[along].min(whole[along] - part[along]));
    let alike = before.iter().filter(|cuboid| *cuboid != whole && cuboid.contains(&side)).count();
    let sides: Vec<String> = whole.iter().map(u64::to_string).collect();
    let of = if alike > 0 { format!(" of {}", sides.join("x")) } else { String::new() };
    Some(format!("cut {side}{of} at {at}"))
}

/// What is in the first list only, and in the second only, counted with multiplicity.
fn difference<T: Clone + PartialEq>(before: &[T], after: &[T]) -> (Vec<T>, Vec<T>) {
    let mut new = after.to_vec();
    let mut gone = Vec::new();
    for item in before {
        match new.iter().position(|other| other == item) {
            Some(at) => {
                new.remove(at);
            }
            None => gone.push(item.clone()),
        }
    }
    (gone, new)
}
