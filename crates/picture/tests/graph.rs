//! Layouts and pictures of game graphs: the drawn examples of the thesis, Nim, random graphs.

use std::collections::BTreeMap;

use sprague::nimber::{Nimber, mex, nim_sum};
use sprague::play::Outcome;
use sprague_kit::Random;
use sprague_picture::layout::{BoxSize, Layout, LayoutError, Spacing, layout};
use sprague_picture::{GraphPicture, MoveKind, PictureMove, PictureNode};

/// Source: the game graphs drawn in the thesis (theory 1.1).
const EXAMPLES: &str = include_str!("../../tables/golden/example_game_graphs.csv");

/// Splits a CSV line whose fields may be quoted.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.trim_end().chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("starts with one").push(c),
        }
    }
    fields
}

fn picture(
    title: &str,
    start: usize,
    states: &[(String, Nimber)],
    edges: Vec<(usize, usize)>,
) -> GraphPicture {
    let outcome = |node: usize| Outcome::of_value(states[node].1);
    let moves = edges.into_iter().map(|(from, to)| PictureMove {
        from,
        to,
        kind: MoveKind::between(outcome(from), outcome(to)),
    });
    GraphPicture {
        title: title.to_owned(),
        start,
        moves: moves.collect(),
        nodes: states
            .iter()
            .map(|(label, value)| PictureNode {
                label: vec![label.clone()],
                outcome: Outcome::of_value(*value),
                value: Some((*value).into()),
            })
            .collect(),
    }
}

fn example(game: &str, start: &str) -> GraphPicture {
    let rows: Vec<Vec<String>> = EXAMPLES.lines().skip(1).map(fields).filter(|row| row[0] == game).collect();
    let number = |state: &str| rows.iter().position(|row| row[1] == state).expect("every option is a state");
    let mut states = Vec::new();
    let mut edges = Vec::new();
    for (from, row) in rows.iter().enumerate() {
        states.push((row[1].clone(), Nimber(row[3].parse().expect("a value"))));
        edges.extend(
            row[2].split(';').filter(|option| !option.is_empty()).map(|option| (from, number(option))),
        );
    }
    picture(game, number(start), &states, edges)
}

/// The graph of Nim with sorted heaps.
fn nim(heaps: &[u64]) -> GraphPicture {
    let mut numbers = BTreeMap::from([(heaps.to_vec(), 0)]);
    let mut positions = vec![heaps.to_vec()];
    let mut edges = Vec::new();
    let mut from = 0;
    while let Some(position) = positions.get(from).cloned() {
        for (index, &heap) in position.iter().enumerate() {
            for rest in (0..heap).rev() {
                let mut option = position.clone();
                option[index] = rest;
                option.sort_unstable_by(|a, b| b.cmp(a));
                let fresh = numbers.len();
                let to = *numbers.entry(option.clone()).or_insert(fresh);
                if to == fresh {
                    positions.push(option);
                }
                if !edges.contains(&(from, to)) {
                    edges.push((from, to));
                }
            }
        }
        from += 1;
    }
    let label = |position: &Vec<u64>| {
        let heaps: Vec<String> = position.iter().filter(|&&heap| heap > 0).map(u64::to_string).collect();
        if heaps.is_empty() { "0".to_owned() } else { heaps.join("+") }
    };
    let states: Vec<(String, Nimber)> =
        positions.iter().map(|p| (label(p), nim_sum(p.iter().map(|&heap| Nimber(heap))))).collect();
    picture(&format!("Nim with heaps {}", label(&heaps.to_vec())), 0, &states, edges)
}

/// Pseudorandom edges, all from a smaller to a larger node.
fn random_edges(nodes: usize, count: usize, reach: usize, seed: u64) -> Vec<(usize, usize)> {
    let mut random = Random::new(seed);
    let pairs = (0..count).map(|_| {
        let from = random.index(nodes - 1);
        (from, (from + 1 + random.index(reach)).min(nodes - 1))
    });
    pairs.collect()
}

fn check(drawing: &Layout, sizes: &[BoxSize], edges: &[(usize, usize)]) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (drawing.nodes[a], drawing.nodes[b]);
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    });
    for pair in order.windows(2) {
        let (a, b) = (drawing.nodes[pair[0]], drawing.nodes[pair[1]]);
        let apart = b.x - a.x - f64::midpoint(sizes[pair[0]].width, sizes[pair[1]].width);
        assert!(a.y < b.y || apart >= Spacing::default().nodes - 1e-6, "nodes {pair:?} are {apart} apart");
    }
    for (node, center) in drawing.nodes.iter().enumerate() {
        let half = sizes[node].width / 2.0;
        assert!(center.x - half >= -1e-6 && center.x + half <= drawing.size.width + 1e-6);
    }
    assert_eq!(drawing.routes.len(), edges.len());
    for (&(from, to), route) in edges.iter().zip(&drawing.routes) {
        assert!(drawing.nodes[from].y < drawing.nodes[to].y, "edge {from} -> {to} does not go down");
        let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
        assert!((first.y - drawing.nodes[from].y - sizes[from].height / 2.0).abs() < 1e-6);
        assert!((first.x - drawing.nodes[from].x).abs() <= sizes[from].width / 2.0);
        assert!((last.y - drawing.nodes[to].y + sizes[to].height / 2.0).abs() < 1e-6);
        assert!((last.x - drawing.nodes[to].x).abs() <= sizes[to].width / 2.0);
        assert!(route.own >= 2 && route.own <= route.points.len());
        for step in route.points.windows(2) {
            assert!(step[0].y <= step[1].y);
            // Where an edge is level with nodes it is vertical and outside all of them.
            for (node, center) in
                drawing.nodes.iter().enumerate().filter(|&(node, _)| node != from && node != to)
            {
                let level = step[0].y < center.y && step[1].y > center.y;
                assert!(
                    !level || (step[0].x - step[1].x).abs() < 1e-6,
                    "edge {from} -> {to} leans at node {node}"
                );
                let inside = level && (step[0].x - center.x).abs() < sizes[node].width / 2.0;
                assert!(!inside, "edge {from} -> {to} runs through node {node}");
            }
        }
    }
}

fn random_sizes(nodes: usize) -> Vec<BoxSize> {
    (0..nodes)
        .map(|node| BoxSize { width: 30.0 + (node * 37 % 90) as f64, height: 24.0 + (node * 5 % 9) as f64 })
        .collect()
}

#[test]
fn nodes_keep_apart_and_edges_go_down_around_them() {
    for seed in 1..60 {
        let nodes = 5 + seed as usize;
        let edges = random_edges(nodes, nodes * 2, 1 + seed as usize % 20, seed);
        let sizes = random_sizes(nodes);
        let drawing = layout(&sizes, &edges, Spacing::default()).expect("acyclic");
        check(&drawing, &sizes, &edges);
        assert_eq!(layout(&sizes, &edges, Spacing::default()), Ok(drawing), "same input, same drawing");
    }
}

#[test]
fn degenerate_graphs_are_drawn() {
    let nothing = layout(&[], &[], Spacing::default()).expect("no edge is no cycle");
    assert_eq!(nothing.size, BoxSize::default());
    let size = BoxSize { width: 40.0, height: 20.0 };
    let one = layout(&[size], &[], Spacing::default()).expect("acyclic");
    assert_eq!((one.size, one.nodes[0].x, one.nodes[0].y), (size, 20.0, 10.0));
    let twice = layout(&[size; 2], &[(0, 1), (0, 1)], Spacing::default()).expect("acyclic");
    check(&twice, &[size; 2], &[(0, 1), (0, 1)]);
    let cycle = layout(&[size; 3], &[(0, 1), (1, 2), (2, 1)], Spacing::default());
    assert_eq!(cycle, Err(LayoutError::Cycle { node: 1 }));
}

#[test]
fn a_path_is_straight() {
    let sizes = random_sizes(8);
    let edges: Vec<(usize, usize)> = (0..7).map(|node| (node, node + 1)).collect();
    let drawing = layout(&sizes, &edges, Spacing::default()).expect("acyclic");
    assert!(drawing.nodes.iter().all(|center| (center.x - drawing.nodes[0].x).abs() < 1e-6));
}

#[test]
fn large_graphs_are_drawn() {
    let sizes = random_sizes(2000);
    let path: Vec<(usize, usize)> = (0..1999).map(|node| (node, node + 1)).collect();
    for (first, reach) in [(vec![], 40), (vec![], 2000), (path, 300)] {
        let mut edges = first;
        edges.extend(random_edges(2000, 10_000 - edges.len(), reach, 7));
        let drawing = layout(&sizes, &edges, Spacing::default()).expect("acyclic");
        assert_eq!(drawing.nodes.len(), 2000);
        assert!(edges.iter().all(|&(from, to)| drawing.nodes[from].y < drawing.nodes[to].y));
    }
}

/// Every tag that opens closes in turn, and no special character is left over.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "stray > in {text:?}");
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name)),
                "{entity:?}"
            );
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "broken tag {tag:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty());
}

#[test]
fn the_drawn_examples_have_their_winning_moves() {
    // Theory 1.1: the first moves that win are to 1+1, 1+1 and 4+2.
    for (game, start, winning) in
        [("nim(2,1)", "2+1", "1+1"), ("kayles(3)", "3", "1+1"), ("grundy(6)", "6", "4+2")]
    {
        let picture = example(game, start);
        for (from, node) in picture.nodes.iter().enumerate() {
            let options = picture.moves.iter().filter(|step| step.from == from).map(|step| step.to);
            assert_eq!(
                node.value,
                Some(mex(options.filter_map(|to| picture.nodes[to].value.as_ref()?.finite())).into()),
                "{:?}",
                node.label
            );
        }
        let first = |step: &&PictureMove| step.from == picture.start && step.kind == MoveKind::Winning;
        let wins: Vec<&str> =
            picture.moves.iter().filter(first).map(|step| &*picture.nodes[step.to].label[0]).collect();
        assert_eq!(wins, [winning]);

        let svg = picture.to_svg().expect("acyclic");
        assert_well_formed(&svg);
        for node in &picture.nodes {
            let caption = format!(">{} · {}</text>", node.outcome, node.value.as_ref().expect("normal play"));
            assert!(svg.contains(&format!(">{}</text>", node.label[0])) && svg.contains(&caption));
        }
        let winning = picture.moves.iter().filter(|step| step.kind == MoveKind::Winning).count();
        assert_eq!(picture.to_dot().matches("penwidth=3.2").count(), winning);
    }
}

#[test]
fn any_text_makes_a_well_formed_picture() {
    let label = "<a & \"b\" \\ > \u{0} 'c'";
    let mut picture = example("nim(2,1)", "2+1");
    picture.title = label.to_owned();
    picture.nodes[0].label = vec![label.to_owned(), "second\u{1f}".to_owned()];
    picture.nodes[1].value = None;
    let svg = picture.to_svg().expect("acyclic");
    assert_well_formed(&svg);
    assert!(svg.contains("&lt;a &amp; &quot;b&quot; \\ &gt; \u{fffd} 'c'</text>"));
    assert!(!svg.contains('\0') && !svg.contains("<a "));
    let dot = picture.to_dot();
    assert!(dot.contains(r#"n0 [label="<a & \"b\" \\ > "#));
    assert!(dot.contains("n1 [label=\"1+1\\nP\", style=\"filled,rounded\", peripheries=2"));
}

#[test]
fn a_picture_that_names_strangers_is_refused() {
    let mut picture = example("nim(2,1)", "2+1");
    picture.start = 99;
    assert!(matches!(picture.to_svg(), Err(LayoutError::NoSuchNode { to: 99, .. })));
}

#[test]
fn pictures_are_deterministic_and_bounded() {
    let picture = nim(&[3, 3, 2]);
    let svg = picture.to_svg().expect("acyclic");
    assert_eq!(picture.to_svg().as_ref(), Ok(&svg));
    assert_well_formed(&svg);
    assert_eq!(svg.matches("-position, value").count(), picture.nodes.len());
    assert!(svg.len() < 400 * (picture.nodes.len() * 3 + picture.moves.len()));
}

/// To look at: the files are in the folder `tmp` of the build.
#[test]
fn pictures_are_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let pictures = [
        ("nim-2-1", example("nim(2,1)", "2+1")),
        ("kayles-3", example("kayles(3)", "3")),
        ("grundy-6", example("grundy(6)", "6")),
        ("nim-6", nim(&[6])),
        ("nim-3-3-2", nim(&[3, 3, 2])),
        ("nim-5-4-3", nim(&[5, 4, 3])),
    ];
    for (name, picture) in pictures {
        let svg = picture.to_svg().expect("acyclic");
        assert_well_formed(&svg);
        std::fs::write(folder.join(name).with_extension("svg"), svg).expect("a writable folder");
        std::fs::write(folder.join(name).with_extension("dot"), picture.to_dot()).expect("a writable folder");
    }
}
