//! Heaps of tokens, rows of pins, heaps beside a bank, and components of heaps: what is taken, split, added and knocked
//! down.

use std::collections::HashSet;

use super::typed::{Word, names, positive, without_and};
use super::{BoardKind, Part, View, on, without};
use crate::games::action::{Action, HeapChange, Taken};
use crate::notation::joined;

/// What can be typed where pins stand in rows.
pub const PIN_FORMS: &[&str] = &[
    "pin 3                knock down pin 3",
    "pins 3 4             knock down pins 3 and 4 (pins 3-5: three of them)",
];

pub(super) fn words(view: &View, part: Option<usize>, action: &Action) -> String {
    let take = |taken: u64, heap: u64| format!("take {taken} from {heap}");
    match action {
        Action::TakeSeveral { takes } => match &takes[..] {
            [one, other] if one.taken == other.taken && view.parts.len() == 2 => {
                format!("take {} from both", one.taken)
            }
            _ => {
                let each = takes.iter().map(|Taken { heap, taken, .. }| format!("{taken} from {heap}"));
                format!("take {}", joined(each, ", "))
            }
        },
        Action::Add { heap, added, .. } => format!("add {added} to {heap}"),
        _ => {
            let Some(HeapChange { heap, taken, left, .. }) = action.heap_change(0) else {
                return String::new();
            };
            let words = match (left.len(), taken) {
                (0 | 1, _) => take(taken, heap),
                (_, 0) => format!("split {heap} into {}", joined(&left, " ")),
                _ => format!("{heap} -> {}", joined(&left, " ")),
            };
            if view.board == BoardKind::Nearly { words + &on(view, part, "") } else { words }
        }
    }
}

pub(super) fn forms(view: &View, actions: &[&Action]) -> &'static [&'static str] {
    match view.board {
        BoardKind::Nim if actions.iter().any(|action| action.is_on_several()) => &[
            "take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)",
            "take 2 from 7, 1 from 5   the same from more heaps at once",
        ],
        BoardKind::Nim => &["take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)"],
        BoardKind::Bank => &[
            "take 2 from 7        take 2 tokens from a heap of 7",
            "add 3 to 5           add 3 tokens from the bank to a heap of 5",
        ],
        BoardKind::Wythoff => &[
            "take 2 from 7        take 2 tokens from a heap of 7",
            "take 2 from both     take 2 tokens from each heap",
        ],
        BoardKind::Heaps if actions.iter().all(|action| matches!(action, Action::Split(_))) => {
            &["split 7 into 4 3     split a heap of 7 (split into 4 3: the same)"]
        }
        _ => &[
            "take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)",
            "split 7 into 4 3     split a heap of 7",
            "7 -> 4 2             replace a heap of 7 by heaps of 4 and 2",
        ],
    }
}

pub(super) fn component_read(view: &View, words: &[Word]) -> Option<Vec<(usize, Action)>> {
    read(&[], words)?;
    let in_component = |(at, part): (usize, &Part)| {
        let Part::Component { heaps, .. } = part else { return Vec::new() };
        read(heaps, words).into_iter().flatten().map(|(_, action)| (at, action)).collect()
    };
    Some(view.parts.iter().enumerate().flat_map(in_component).collect())
}

pub(super) fn component_between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let mut pairs = before.parts.iter().zip(&after.parts).enumerate();
    let changed = pairs.find_map(|(at, pair)| match pair {
        (Part::Component { heaps: old, .. }, Part::Component { heaps: new, .. }) if old != new => {
            Some((at, between(old, new, false)))
        }
        _ => None,
    });
    let (component, actions) = changed.unwrap_or_default();
    actions.into_iter().map(|(_, action)| (component, action)).collect()
}

/// What a line may do to heaps; a heap that is not named may be any.
pub(super) fn read(heaps: &[u64], words: &[Word]) -> Option<Vec<(usize, Action)>> {
    use Word::{Arrow, Number as N};
    let mut seen = HashSet::new();
    let kinds: Vec<(usize, u64)> =
        heaps.iter().copied().enumerate().filter(|&(_, size)| seen.insert(size)).collect();
    let named = |heap: Option<u64>| {
        kinds.iter().copied().filter(move |&(_, size)| heap.is_none_or(|heap| heap == size))
    };
    let become_of = |from: u64, parts: &[u64]| {
        let change = |(at, size): (usize, u64)| match parts {
            [part] if *part > size => Some((at, Action::add(size, part - size)?)),
            _ => Some((at, Action::heap(size, at, parts.to_vec())?)),
        };
        named(Some(from)).filter_map(change).collect()
    };
    let split = |from: Option<u64>, parts: Vec<u64>| {
        let sum = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
        let sum = sum.filter(|&sum| from.is_none_or(|from| from == sum));
        sum.map_or_else(Vec::new, |sum| become_of(sum, &parts))
    };
    let take = |count: u64, from: Option<u64>| {
        let large = named(from).filter(|&(_, size)| size >= count);
        large.map(|(at, size)| (at, Action::take(size, at, count))).collect()
    };
    let add = |count: u64, to: Option<u64>| {
        named(to).filter_map(|(at, size)| Some((at, Action::add(size, count)?))).collect()
    };
    Some(match (&names(words)[..], words) {
        (_, [N(from), Arrow, parts @ ..]) => become_of(*from, &positive(parts)?),
        (["take", ""], [_, N(count)]) => take(*count, None),
        (["take", "", "from", "both"], [_, N(count), ..]) if heaps.len() == 2 => {
            take_each(heaps, heaps.iter().map(|&heap| (*count, heap)))
        }
        (["take", "", "from", "both"], [_, N(_), ..]) => Vec::new(),
        (["take", "", "from", ""], [_, N(count), _, N(from)]) => take(*count, Some(*from)),
        (["take", "", "from", "", ..], [_, takes @ ..]) => take_each(heaps, several(takes)?),
        (["add", ""], [_, N(count)]) => add(*count, None),
        (["add", "", "to", ""], [_, N(count), _, N(to)]) => add(*count, Some(*to)),
        (["split", "into", ..], [_, _, parts @ ..]) => split(None, positive(parts)?),
        (["split", "", "into", ..], [_, N(from), _, parts @ ..]) => split(Some(*from), positive(parts)?),
        _ => return None,
    })
}

/// `2 from 7 3 from 5`, perhaps with `and` between them.
fn several(words: &[Word]) -> Option<Vec<(u64, u64)>> {
    let take = |take: &[Word]| match take {
        [Word::Number(count), from, Word::Number(heap)] if from.name() == "from" => Some((*count, *heap)),
        _ => None,
    };
    without_and(words).chunks(3).map(take).collect()
}

/// So many from each of these heaps, equal heaps one after the other.
fn take_each(heaps: &[u64], takes: impl IntoIterator<Item = (u64, u64)>) -> Vec<(usize, Action)> {
    let mut used = vec![false; heaps.len()];
    let mut all = Vec::new();
    for (taken, heap) in takes {
        let Some(at) = (0..heaps.len()).find(|&at| heaps[at] == heap && !used[at]) else { return Vec::new() };
        used[at] = true;
        all.push(Taken { heap, at, taken });
    }
    all.sort_unstable_by_key(|take| take.at);
    let first = all.first().map_or(0, |take| take.at);
    vec![(first, Action::TakeSeveral { takes: all })]
}

/// One heap became others, or several heaps became smaller.
pub(in crate::games) fn between(before: &[u64], after: &[u64], pins: bool) -> Vec<(usize, Action)> {
    let (mut gone, mut new) = (without(before, after), without(after, before));
    if let [heap] = gone[..] {
        let Some(at) = before.iter().position(|&size| size == heap) else { return Vec::new() };
        let action = match new[..] {
            [size] if size > heap => Action::add(heap, size - heap),
            _ if pins && new.len() <= 2 => {
                let taken = new.iter().try_fold(heap, |rest, &part| rest.checked_sub(part));
                taken.and_then(|taken| Action::knock(heap, if new.len() == 2 { new[0] } else { 0 }, taken))
            }
            _ => Action::heap(heap, at, new),
        };
        return action.into_iter().map(|action| (at, action)).collect();
    }
    if gone.len() < 2 || new.len() > gone.len() {
        return Vec::new();
    }
    // if heaps can have become these at all, the largest can have become the largest, and so on
    new.resize(gone.len(), 0);
    gone.sort_unstable_by(|a, b| b.cmp(a));
    new.sort_unstable_by(|a, b| b.cmp(a));
    let takes: Option<Vec<(u64, u64)>> = gone
        .iter()
        .zip(&new)
        .map(|(&heap, &left)| Some((heap.checked_sub(left).filter(|&taken| taken > 0)?, heap)))
        .collect();
    takes.map(|takes| take_each(before, takes)).unwrap_or_default()
}
