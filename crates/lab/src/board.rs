//! A position as the page draws it: what kind of board each term is, its parts, and what each move does to them.

use serde_json::{Map, Value, json};
use sprague::games::nearly::Owner;
use sprague::games::silver_dollar::Strip;
use sprague::heap::{HeapGame, Heaps};
use sprague::playing::{Action, Way, is_game_of_neighbors, words};
use sprague::position::{Position, Term};
use sprague_picture::layout::{BoxSize, Spacing, layout};

use crate::count::{Count, counts};

/// The most pins in a row that is drawn.
const MOST_PINS: u128 = 400;
/// The largest graph that is drawn.
const MOST_DRAWN: usize = 120;

/// The kind of board on which heaps of a game are played.
pub fn kind_of_heaps(game: &HeapGame, heaps: &Heaps) -> &'static str {
    let rule = &game.rule;
    if is_game_of_neighbors(rule) && heaps.total() <= MOST_PINS {
        "pins"
    } else if rule.most_heaps() <= 1 {
        "nim"
    } else {
        "heaps"
    }
}

/// The kind of board of a term.
pub fn kind(term: &Term) -> &'static str {
    match term {
        Term::Heaps(game, heaps) => kind_of_heaps(game, heaps),
        Term::Rectangles(..) => "rectangles",
        Term::SilverDollar(..) => "strips",
        Term::Star(..) | Term::StarNim(..) => "star",
        Term::Shared(..) => "shared",
        Term::Nearly(..) => "nearly",
        Term::Chomp(..) => "chocolate",
        Term::BogusNim(..) => "bank",
        Term::Wythoff(..) => "wythoff",
        Term::Digraph(..) => "graph",
    }
}

/// A term with its parts.
pub fn term(at: usize, term: &Term) -> Value {
    let size = |&size: &u64| json!({"size": Count(size)});
    let tokens = |tokens: &[u64]| json!({"tokens": counts(tokens)});
    let strip = |strip: &Strip| tokens(strip.tokens());
    let single = |&token: &u64| tokens(&[token]);
    let parts: Vec<Value> = match term {
        Term::Heaps(_, heaps) => heaps.sizes().iter().map(size).collect(),
        Term::Rectangles(_, cuboids) => cuboids.iter().map(|sides| json!({"sides": counts(sides)})).collect(),
        Term::SilverDollar(_, strips) => strips.0.iter().map(strip).collect(),
        Term::Star(_, star) => star.strips().iter().map(strip).collect(),
        Term::StarNim(_, tokens) | Term::Shared(_, tokens) => tokens.iter().map(single).collect(),
        Term::Nearly(game, position) => {
            let last = game.games().len() - 1;
            let component = |(at, heaps): (usize, &Heaps)| {
                let owner = position.owner() == Owner::Component(at);
                json!({"game": game.games()[at.min(last)].to_string(), "heaps": counts(heaps.sizes()), "owner": owner})
            };
            position.components().enumerate().map(component).collect()
        }
        Term::Chomp(_, position) => {
            let boards = position.boards();
            boards.iter().map(|board| json!({"rows": counts(&rows(board, boards.len()))})).collect()
        }
        Term::BogusNim(_, position) => position.heaps().iter().map(size).collect(),
        Term::Wythoff(_, position) => {
            let (larger, smaller) = position.heaps();
            [larger, smaller].iter().map(size).collect()
        }
        Term::Digraph(game, node) => vec![json!({"node": game.graph().name(*node)})],
    };
    let mut document = Map::new();
    document.insert("label".to_owned(), label(at).into());
    document.insert("text".to_owned(), term.to_string().into());
    document.insert("game".to_owned(), term.game_name().into());
    document.insert("board".to_owned(), kind(term).into());
    document.insert("parts".to_owned(), parts.into());
    let extra = match term {
        Term::Shared(game, _) => Some(("shared", Count(game.cells()).into())),
        Term::BogusNim(_, position) => Some(("bank", Count(position.bank()).into())),
        Term::Digraph(..) => Some(("graph", drawing(term))),
        _ => None,
    };
    document.extend(extra.map(|(name, value)| (name.to_owned(), value)));
    document.into()
}

/// The rows of one of so many boards of Chomp; a column longer than anyone can see is cut.
fn rows(board: &sprague::games::chomp::Shape, boards: usize) -> Vec<u64> {
    const MOST_ROWS: usize = 10_000;
    // a block has fewer
    let most = (10 * MOST_ROWS / boards.max(1)).clamp(128, MOST_ROWS);
    if board.row_count() > most as u64 { vec![1; most] } else { board.rows() }
}

/// The whole graph with coordinates, where it is small enough.
fn drawing(term: &Term) -> Value {
    let Term::Digraph(game, start) = term else { return Value::Null };
    let graph = game.graph();
    if graph.node_count() > MOST_DRAWN || graph.edge_count() > 4 * MOST_DRAWN {
        return Value::Null;
    }
    let edges: Vec<(usize, usize)> = graph
        .nodes()
        .flat_map(|from| graph.options(from).iter().map(move |to| (from.index(), to.index())))
        .collect();
    let width = |name: &str| 28.0 + 9.0 * name.chars().count().min(20) as f64;
    let sizes: Vec<BoxSize> =
        graph.nodes().map(|node| BoxSize { width: width(graph.name(node)), height: 36.0 }).collect();
    let Ok(place) = layout(&sizes, &edges, Spacing::default()) else { return Value::Null };
    let mut reachable = vec![false; sizes.len()];
    let mut open = vec![*start];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reachable[node.index()], true) {
            open.extend(graph.options(node));
        }
    }
    let nodes: Vec<Value> = graph
        .nodes()
        .map(|node| {
            let (at, size) = (place.nodes[node.index()], sizes[node.index()]);
            json!({"name": graph.name(node), "x": at.x, "y": at.y, "width": size.width, "height": size.height, "reachable": reachable[node.index()]})
        })
        .collect();
    json!({"nodes": nodes, "edges": edges, "width": place.size.width, "height": place.size.height})
}

/// The name of a term of a sum: A, B, C, ...
pub fn label(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("T{}", at + 1),
    }
}

/// A way to move, with the position it leads to.
pub fn way(from: &Position, way: &Way) -> Value {
    let said = words(&from.0[way.at], &way.term).unwrap_or_else(|| way.term.to_string());
    let said = if from.0.len() > 1 { format!("{}: {said}", label(way.at)) } else { said };
    json!({
        "to": from.with_term(way.at, way.term.clone()).to_string(),
        "term": way.at,
        "part": way.part,
        "words": said,
        "action": action(&way.action),
    })
}

fn action(action: &Action) -> Value {
    match action {
        Action::Heap { heap, at, left } => {
            let taken = heap - left.iter().sum::<u64>();
            let kind = match (left.len(), taken) {
                (0 | 1, _) => "take",
                (_, 0) => "split",
                _ => "take-and-split",
            };
            json!({"kind": kind, "heap": Count(*heap), "at": at, "taken": Count(taken), "left": counts(left)})
        }
        Action::Knock { heap, first, count } => {
            let mut left = [*first, heap - first - count];
            left.sort_unstable_by(|a, b| b.cmp(a));
            let left: Vec<u64> = left.into_iter().filter(|&part| part > 0).collect();
            json!({"kind": "knock", "heap": heap, "first": first, "count": count, "taken": count, "left": left})
        }
        Action::Slide { strip, token, from, to } => {
            json!({"kind": "slide", "strip": strip, "token": token, "from": Count(*from), "to": Count(*to)})
        }
        Action::Bite { row, column } => json!({"kind": "bite", "row": row, "column": column}),
        Action::Break { cuboid, along, at } => {
            let part = |length: u64| {
                let mut part = cuboid.clone();
                part[*along] = length;
                counts(&part)
            };
            let left = [part(*at), part(cuboid[*along] - at)];
            json!({"kind": "break", "rectangle": counts(cuboid), "along": along, "at": Count(*at), "left": left})
        }
        Action::TakeBoth { taken } => json!({"kind": "take-both", "taken": Count(*taken)}),
        Action::Add { heap, added } => {
            json!({"kind": "add", "heap": Count(*heap), "added": Count(*added), "left": [Count(heap + added)]})
        }
        Action::Walk { node } => json!({"kind": "walk", "node": node}),
    }
}
