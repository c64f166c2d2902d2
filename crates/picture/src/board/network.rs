//! Graphs: nodes and edges that are taken, a token that walks along arrows, and Hackenbush on its ground.

use std::collections::BTreeMap;

use sprague::games::{BoardKind, Part, View};

use super::scene::{GROUND, LINE, Paint, Scene};
use crate::layout::Point;
use crate::lettering::Lettering;
use crate::network::network_places;
use crate::svg::Path;

const RADIUS: f64 = 15.0;
/// Parallel edges are so far apart in their middles.
const APART: f64 = 22.0;

pub(super) fn draw(view: &View) -> Scene {
    let mut scene = Scene::default();
    let Some(graph) = &view.graph else { return walk(view) };
    if graph.names.is_empty() {
        scene.text(Lettering::Note, (0.0, 10.0), "no node is left");
        return scene;
    }
    let is_directed = view.board == BoardKind::Graph;
    let (places, size) = network_places(&graph.names, &graph.edges);
    scene.reserve(size.width, size.height);
    let ground = graph.names.iter().position(|name| name == "ground");
    let mut parallel: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (edge, &(a, b)) in graph.edges.iter().enumerate() {
        parallel.entry((a.min(b), a.max(b))).or_default().push(edge);
    }
    for ((a, b), edges) in &parallel {
        let middle = (edges.len() as f64 - 1.0) / 2.0;
        for (number, &edge) in edges.iter().enumerate() {
            if a == b {
                loop_at(&mut scene, places[*a], number);
                continue;
            }
            let (from, to) = graph.edges[edge];
            let side = if from == *a { 1.0 } else { -1.0 };
            let bend = side * (number as f64 - middle) * APART;
            let path = curve(places[from], places[to], bend);
            if is_directed {
                arrow(&mut scene, &path);
            }
            let mut line = Path::default();
            line.move_to(path[0].0, path[0].1);
            path[1..].iter().for_each(|point| line.line_to(point.0, point.1));
            scene.line(line, 2.2, LINE);
        }
    }
    let here =
        view.parts.iter().find_map(|part| if let Part::Node { node, .. } = part { Some(node) } else { None });
    for (node, (name, place)) in graph.names.iter().zip(&places).enumerate() {
        if ground == Some(node) {
            continue;
        }
        let is_here = here == Some(name);
        scene.circle((place.x, place.y), RADIUS, if is_here { Paint::Marked } else { Paint::Empty });
        let fits = Lettering::Caption.width(name) < 2.0 * RADIUS + 4.0;
        let y = if fits { place.y } else { place.y + RADIUS + 9.0 };
        scene.text(Lettering::Caption, (place.x, y), name.clone());
    }
    if let Some(ground) = ground {
        let y = places[ground].y;
        let mut line = Path::default();
        line.line((4.0, y), (size.width - 4.0, y));
        scene.line(line, 5.0, GROUND);
        scene.text(Lettering::Caption, (size.width / 2.0, y + 16.0), "ground");
    }
    scene
}

/// Points along an edge that is bent in its middle.
fn curve(from: Point, to: Point, bend: f64) -> Vec<(f64, f64)> {
    const STEPS: usize = 12;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1e-6);
    let (nx, ny) = (-dy / length, dx / length);
    let steps = if bend == 0.0 { 1 } else { STEPS };
    let point = |step: usize| {
        let t = step as f64 / steps as f64;
        let out = 4.0 * bend * t * (1.0 - t);
        (from.x + t * dx + out * nx, from.y + t * dy + out * ny)
    };
    (0..=steps).map(point).collect()
}

/// The head of an arrow at the rim of the node where it ends.
fn arrow(scene: &mut Scene, path: &[(f64, f64)]) {
    let [.., before, end] = path else { return };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (end.0 - RADIUS * ux, end.1 - RADIUS * uy);
    let back = (tip.0 - 10.0 * ux, tip.1 - 10.0 * uy);
    let mut head = Path::default();
    head.polygon(&[tip, (back.0 - 5.0 * uy, back.1 + 5.0 * ux), (back.0 + 5.0 * uy, back.1 - 5.0 * ux)]);
    scene.fill(head, LINE);
}

/// An edge from a node to itself.
fn loop_at(scene: &mut Scene, place: Point, number: usize) {
    const STEPS: usize = 24;
    let radius = 13.0 + 6.0 * number as f64;
    let middle = (place.x + 0.62 * (RADIUS + radius), place.y - 0.62 * (RADIUS + radius));
    let corner = |step: usize| {
        let angle = std::f64::consts::TAU * step as f64 / STEPS as f64;
        (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
    };
    let mut path = Path::default();
    path.polygon(&(0..STEPS).map(corner).collect::<Vec<_>>());
    scene.line(path, 2.2, LINE);
    scene.reserve(middle.0 + radius + 4.0, 0.0);
}

/// A node and the nodes that moves lead to, where the whole graph is not at hand.
fn walk(view: &View) -> Scene {
    const MOST: usize = 24;
    const ROW: f64 = 30.0;
    let mut scene = Scene::default();
    let [Part::Node { node, exits, exit_count }] = &view.parts[..] else { return scene };
    let rows = exits.len().clamp(1, MOST) as f64;
    let here = (Lettering::Label.width(node) / 2.0 + 14.0, rows * ROW / 2.0);
    let (half, far) = (here.0 - 2.0, 2.0 * here.0 + 90.0);
    for (at, exit) in exits.iter().take(MOST).enumerate() {
        let y = (at as f64 + 0.5) * ROW;
        let mut line = Path::default();
        line.line((here.0 + half, here.1), (far, y));
        scene.line(line, 1.4, LINE);
        scene.text(Lettering::Note, (far + 8.0, y), exit.clone());
    }
    scene.rectangle((2.0, here.1 - 15.0), (2.0 * half, 30.0), 15.0, Paint::Marked);
    scene.text(Lettering::Label, here, node.clone());
    if *exit_count > exits.len().min(MOST) {
        let more = exit_count - exits.len().min(MOST);
        scene.text(Lettering::Note, (far + 8.0, (rows + 0.5) * ROW), format!("and {more} more"));
    }
    scene
}
