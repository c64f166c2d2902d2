//! A graph whose nodes or edges are taken: a grid as it lies, any other graph as a list of neighbors.

use sprague::games::View;
use sprague::games::view::GraphView;

use super::{Ink, MOST_ROWS, Tone, WIDTH, and_more, clip};

const LONGEST_NAME: usize = 12;
/// The columns from one node of a grid to the next.
const STEP: usize = 4;

/// The graph of a view.
pub fn draw(view: &View, ink: Ink) -> Vec<String> {
    let Some(graph) = &view.graph else {
        return vec![ink.paint(Tone::Faint, "(a graph that is too large to be drawn)")];
    };
    if graph.names.is_empty() {
        return vec![ink.paint(Tone::Faint, "(no node is left)")];
    }
    grid(graph, ink).unwrap_or_else(|| lists(graph, ink))
}

/// Names that are rows and columns of a grid, as they lie; `None` if they are not, or do not fit.
fn grid(graph: &GraphView, ink: Ink) -> Option<Vec<String>> {
    let place = |name: &String| {
        let (row, column) = name.split_once('.')?;
        let place: (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let fits = (1..=MOST_ROWS).contains(&place.0) && (1..=(WIDTH - 8) / STEP).contains(&place.1);
        fits.then_some(place)
    };
    let places: Vec<(usize, usize)> = graph.names.iter().map(place).collect::<Option<_>>()?;
    let joined = |&(a, b): &(usize, usize)| {
        let (a, b) = (places[a], places[b]);
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
    };
    if !graph.edges.iter().all(joined) {
        return None;
    }
    let rows = places.iter().map(|place| place.0).max()?;
    let columns = places.iter().map(|place| place.1).max()?;
    let has_edge = |a: (usize, usize), b: (usize, usize)| {
        graph.edges.iter().any(|&(from, to)| (places[from], places[to]) == (a, b))
    };
    let numbers = (1..=columns).map(|column| format!("{column:<STEP$}")).collect::<Vec<_>>().concat();
    let mut lines = vec![ink.paint(Tone::Faint, &format!("    {}", numbers.trim_end()))];
    for row in 1..=rows {
        let mut line = ink.paint(Tone::Faint, &format!("{row:>3} "));
        let mut below = " ".repeat(4);
        for column in 1..=columns {
            let node = (row, column);
            let is_there = places.contains(&node);
            line.push_str(&if is_there { ink.paint(Tone::Piece, ink.stone()) } else { " ".to_owned() });
            line.push_str(if has_edge(node, (row, column + 1)) {
                ink.pick("───", "---")
            } else {
                "   "
            });
            below.push_str(if has_edge(node, (row + 1, column)) {
                ink.pick("│   ", "|   ")
            } else {
                "    "
            });
        }
        lines.push(line.trim_end().to_owned());
        if row < rows {
            lines.push(below.trim_end().to_owned());
        }
    }
    Some(lines)
}

/// Each node with its neighbors, each edge once.
fn lists(graph: &GraphView, ink: Ink) -> Vec<String> {
    let name = |node: usize| clip(&graph.names[node], LONGEST_NAME);
    let widest = (0..graph.names.len()).map(|node| name(node).chars().count()).max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut shown = vec![false; graph.names.len()];
    for node in 0..graph.names.len() {
        let ends = |&&(a, b): &&(usize, usize)| a == node || b == node;
        let all: Vec<usize> =
            graph.edges.iter().filter(ends).map(|&(a, b)| if a == node { b } else { a }).collect();
        let new: Vec<String> = all.iter().filter(|&&other| !shown[other]).map(|&other| name(other)).collect();
        shown[node] = true;
        if new.is_empty() && !all.is_empty() {
            continue;
        }
        let own = ink.paint(Tone::Piece, &format!("{:<widest$}", name(node)));
        let line = if new.is_empty() {
            own
        } else {
            format!(
                "{own} {} {}",
                ink.pick("──", "--"),
                clip(&new.join(", "), WIDTH.saturating_sub(widest + 8))
            )
        };
        lines.push(line);
    }
    let all = lines.len();
    lines.truncate(MOST_ROWS);
    lines.extend(and_more(MOST_ROWS, all, "nodes with edges"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::drawn as board;

    #[test]
    fn a_grid_lies_as_it_is_and_others_are_listed() {
        let grid = "      1   2   3\n    1 o---o---o\n      |   |   |\n    2 o---o---o";
        assert_eq!(board("node-kayles: grid 2x3", Ink::ASCII), grid);
        assert_eq!(
            board("node-kayles: {1.1-1.2, 2.2}", Ink::ASCII),
            "      1   2\n    1 o---o\n\n    2     o"
        );
        assert_eq!(board("node-kayles: {a-b, a-c, d}", Ink::ASCII), "  a -- b, c\n  d");
        assert_eq!(board("hackenbush: {ground-a, a-a, a-b, a-b}", Ink::ASCII), "  a      -- a, b, b, ground");
        assert_eq!(board("arc-kayles: {}", Ink::ASCII), "  (no node is left)");
    }
}
