//! Boards of components: moves are told and typed as on the board of each component, with its number in front, and
//! joined by semicolons where several are moved at once: `1: take 2 from 5; 3: 2 from 4`.

use super::typed::Typed;
use super::{InnerView, View};
use crate::games::action::{Action, JointMove};

/// The component that a part belongs to.
fn component(view: &View, part: usize) -> Option<(usize, &InnerView)> {
    let at = view.inside.partition_point(|inner| inner.first <= part).checked_sub(1)?;
    Some((at, &view.inside[at]))
}

/// `part` is the number of the component, or that of a part where the action has parts of its own.
pub(super) fn words(view: &View, part: Option<usize>, action: &Action) -> String {
    let alone = |at: usize, inner: &InnerView, own: usize, action: &Action| {
        let words = inner.view.words(Some(own), action);
        if view.inside.len() > 1 { format!("{}: {words}", at + 1) } else { words }
    };
    let in_part = |step: &JointMove| {
        component(view, step.part).map(|(at, inner)| alone(at, inner, step.part - inner.first, &step.action))
    };
    match action {
        Action::Joint { moves } => moves.iter().filter_map(in_part).collect::<Vec<_>>().join("; "),
        action => {
            let step = JointMove { part: part.unwrap_or_default(), action: action.clone() };
            in_part(&step).unwrap_or_default()
        }
    }
}

/// What a line may mean, each on a part: a move in one component, and moves in several.
pub(super) fn read(view: &View, line: &str) -> Vec<(usize, Action)> {
    /// More readings of a line are not compared.
    const MOST: usize = 64;
    let mut found: Vec<Vec<JointMove>> = vec![Vec::new()];
    for piece in line.split(';') {
        let named =
            piece.split_once(':').and_then(|(name, rest)| Some((name.trim().parse::<usize>().ok()?, rest)));
        let (place, words) = named.map_or((None, piece), |(place, rest)| (Some(place), rest));
        let typed = Typed::read(words.trim());
        let meant: Vec<JointMove> = (1..)
            .zip(&view.inside)
            .filter(|(number, _)| place.is_none_or(|place| place == *number))
            .flat_map(|(_, inner)| {
                let short = typed.iter().flat_map(|typed| typed.actions(&inner.view));
                let named = inner.view.named(words.trim()).map(|action| (0, action));
                let all = short.chain(named);
                all.map(|(part, action)| JointMove { part: inner.first + part, action }).collect::<Vec<_>>()
            })
            .collect();
        found = found
            .iter()
            .flat_map(|before| {
                meant.iter().map(move |step| [&before[..], std::slice::from_ref(step)].concat())
            })
            .take(MOST)
            .collect();
    }
    let whole = |mut moves: Vec<JointMove>| {
        moves.sort_by_key(|step| step.part);
        let part = moves.first()?.part;
        Some(match &moves[..] {
            // ordinal sums have no other moves
            [only] => vec![(part, only.action.clone()), (part, Action::Joint { moves })],
            _ => vec![(part, Action::Joint { moves })],
        })
    };
    found.into_iter().filter_map(whole).flatten().collect()
}

pub(super) fn forms(actions: &[&Action]) -> &'static [&'static str] {
    if actions.iter().any(|action| matches!(action, Action::Joint { .. })) {
        &["1: take 2 from 5; 2: take 1 from 4   move in components 1 and 2, as on their own boards"]
    } else {
        &["1: take 2 from 5     move in component 1, as on its own board"]
    }
}
