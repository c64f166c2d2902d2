//! Drawings of graphs with cycles: what is left without the edges that lead back is drawn in layers, and each edge that
//! leads back is a curve beside all that it passes, on the side where less is in its way.
//!
//! An edge leads back if a depth-first search from the first node on finds it pointing to a node that is still open; a
//! graph without cycles has none, and its drawing is that of [`layout`].

use super::{BoxSize, EdgeRoute, Layout, LayoutError, Point, Spacing, layout};

/// A drawing, and whether each edge leads back.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopedLayout {
    /// Where everything goes. The route of an edge that leads back is a cubic curve of four points.
    pub layout: Layout,
    /// Whether each edge leads back.
    pub back: Vec<bool>,
}

/// Draws the graph as [`layout`] does; its edges may close cycles.
pub fn layout_with_loops(
    sizes: &[BoxSize],
    edges: &[(usize, usize)],
    spacing: Spacing,
) -> Result<LoopedLayout, LayoutError> {
    let nodes = sizes.len();
    for &(from, to) in edges {
        if from.max(to) >= nodes {
            return Err(LayoutError::NoSuchNode { from, to, nodes });
        }
    }
    let back = leads_back(nodes, edges);
    let forward: Vec<(usize, usize)> =
        edges.iter().zip(&back).filter(|(_, back)| !**back).map(|(edge, _)| *edge).collect();
    let mut drawing = layout(sizes, &forward, spacing)?;
    let mut routes = std::mem::take(&mut drawing.routes).into_iter();
    let (mut least, mut most) = (0.0f64, drawing.size.width);
    for (&(from, to), &back) in edges.iter().zip(&back) {
        if !back {
            drawing.routes.extend(routes.next());
            continue;
        }
        let points = curve(&drawing.nodes, sizes, from, to);
        for point in &points {
            (least, most) = (least.min(point.x), most.max(point.x));
        }
        drawing.routes.push(EdgeRoute { own: points.len(), points });
    }
    // curves on the left make room there
    let places = drawing.routes.iter_mut().flat_map(|route| &mut route.points).chain(&mut drawing.nodes);
    places.for_each(|place| place.x -= least);
    drawing.size.width = most - least;
    Ok(LoopedLayout { layout: drawing, back })
}

/// The curve of an edge that leads back, on the side where fewer nodes are in the way.
fn curve(nodes: &[Point], sizes: &[BoxSize], from: usize, to: usize) -> Vec<Point> {
    let end = |node: usize, side: f64, up: f64| {
        let (at, size) = (nodes[node], sizes[node]);
        Point { x: at.x + side * size.width / 2.0, y: at.y + up * size.height / 4.0 }
    };
    let between = |node: &usize| (nodes[to].y..=nodes[from].y).contains(&nodes[*node].y);
    let beside = |side: f64| {
        let nearest =
            side * if side > 0.0 { nodes[from].x.min(nodes[to].x) } else { nodes[from].x.max(nodes[to].x) };
        (0..nodes.len()).filter(between).filter(move |&node| side * nodes[node].x > nearest)
    };
    let side = if beside(1.0).count() <= beside(-1.0).count() { 1.0 } else { -1.0 };
    let (start, tip) = (end(from, side, 1.0), end(to, side, -1.0));
    let widest = beside(side).map(|node| side * end(node, side, 0.0).x);
    let widest = widest.fold((side * start.x).max(side * tip.x), f64::max);
    // a cubic curve comes three quarters of the way to its two middle points
    let reach = (widest - (side * start.x).min(side * tip.x)) / 3.0
        + 24.0
        + ((start.y - tip.y).abs() / 6.0).min(40.0);
    let bulge = side * (widest + reach);
    vec![start, Point { x: bulge, y: start.y }, Point { x: bulge, y: tip.y }, tip]
}

fn leads_back(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut from = vec![Vec::new(); nodes];
    for (at, &(start, _)) in edges.iter().enumerate() {
        from[start].push(at);
    }
    let mut back = vec![false; edges.len()];
    let mut marks = vec![Mark::New; nodes];
    for root in 0..nodes {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut line = vec![(root, 0)];
        while let Some((node, next)) = line.last_mut() {
            let Some(&edge) = from[*node].get(*next) else {
                marks[*node] = Mark::Done;
                line.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    line.push((to, 0));
                }
                Mark::Open => back[edge] = true,
                Mark::Done => {}
            }
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_leads_back_is_a_curve_beside_the_layers() {
        let size = BoxSize { width: 40.0, height: 20.0 };
        let drawn = layout_with_loops(&[size; 3], &[(0, 1), (1, 0), (1, 2), (2, 2)], Spacing::default());
        let LoopedLayout { layout, back } = drawn.expect("it is drawn");
        assert_eq!(back, [false, true, false, true]);
        assert!(layout.nodes[0].y < layout.nodes[1].y && layout.nodes[1].y < layout.nodes[2].y);
        assert_eq!(layout.routes.iter().map(|route| route.points.len() == 4).collect::<Vec<_>>()[1], true);
        assert!((layout.routes[1].points[1].x - layout.nodes[0].x).abs() > 20.0);
        let places = layout.routes.iter().flat_map(|route| &route.points).chain(&layout.nodes);
        assert!(places.into_iter().all(|place| (0.0..=layout.size.width).contains(&place.x)));
        assert!(layout_with_loops(&[size], &[(0, 1)], Spacing::default()).is_err());
    }
}
