//! Green Hackenbush: cut an edge of a graph that stands on the ground; what hangs free falls off (theory G.4, G.5).
//!
//! Every value follows in one pass. All nodes of a cycle may be fused into one (G.5), which makes the edges of the cycle
//! loops, and a loop is worth an edge that ends there. When no cycle is left, the graph is a tree of bridges: a bridge
//! is worth one more than what stands on it, and what meets in a node adds up as in Nim (G.4). A depth-first search
//! finds the bridges and adds up on its way back. It runs over a stack of its own, so that a stalk may be as long as a
//! graph can be.

use std::fmt;

use super::network::{Network, on_networks, reading};
use crate::games::graphs::digraph::{Files, NoFiles};
use crate::games::{Action, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The name of the node that is the ground.
const GROUND: &str = "ground";

/// The rules of green Hackenbush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hackenbush;

/// A graph as it is typed. One that was not typed node by node has no ground, so nothing of it would stand.
fn rooted(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Network, NotationError> {
    text.skip_spaces();
    let at = text.clone();
    let network = reading::read(text, files)?;
    if at.peek() != Some('{') && network.edge_count() > 0 && network.node(GROUND).is_none() {
        return Err(at.error(format!(
            "no edge stands on the ground: one of the nodes must be called `{GROUND}`, as in {{{GROUND}-a, a-b}}"
        )));
    }
    Ok(standing(&network))
}

/// What is still joined to the ground.
fn standing(network: &Network) -> Network {
    let (number, _) = network.component_numbers(None);
    let Some(ground) = network.node(GROUND) else { return Network::default() };
    let kept: Vec<bool> = number.iter().map(|&component| component == number[ground]).collect();
    network.induced(&kept).without_isolated()
}

/// A graph after its cycles were fused, as the depth-first search from the ground leaves it.
struct Fused {
    /// The nim-sum of all that stands on a node and on those that are fused with it, as far as the search came to them
    /// through it.
    value: Vec<u64>,
    /// An upper bound on the number of graphs that play can leave of it.
    left: Vec<f64>,
    /// The nodes in the order in which they were found, each with the node and the edge it was found by.
    found: Vec<(usize, Option<(usize, usize)>)>,
    /// Whether the edge that a node was found by is a bridge.
    is_bridge: Vec<bool>,
}

impl Fused {
    fn new(network: &Network, ground: usize) -> Self {
        let size = network.node_count();
        let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); size];
        let mut fused = Self {
            value: vec![0; size],
            left: vec![1.0; size],
            found: Vec::with_capacity(size),
            is_bridge: vec![false; size],
        };
        for (edge, &(a, b)) in network.edges().iter().enumerate() {
            let (a, b) = (a as usize, b as usize);
            if a == b {
                fused.add_cycle_edge(a);
            } else {
                near[a].push((b, edge));
                near[b].push((a, edge));
            }
        }
        let mut time = vec![usize::MAX; size];
        let mut lowest = vec![usize::MAX; size];
        // a node, the edge it was found by, and how many of its edges were looked at
        let mut stack = vec![(ground, None::<(usize, usize)>, 0_usize)];
        time[ground] = 0;
        lowest[ground] = 0;
        fused.found.push((ground, None));
        while let Some((node, by, next)) = stack.last_mut() {
            let (node, by) = (*node, *by);
            if let Some(&(other, edge)) = near[node].get(*next) {
                *next += 1;
                if by.is_some_and(|(_, own)| own == edge) {
                    continue;
                }
                if time[other] == usize::MAX {
                    time[other] = fused.found.len();
                    lowest[other] = time[other];
                    fused.found.push((other, Some((node, edge))));
                    stack.push((other, Some((node, edge)), 0));
                } else if time[other] < time[node] {
                    lowest[node] = lowest[node].min(time[other]);
                    fused.add_cycle_edge(node);
                }
                continue;
            }
            stack.pop();
            let Some((parent, _)) = by else { continue };
            if lowest[node] > time[parent] {
                fused.is_bridge[node] = true;
                fused.value[parent] ^= fused.value[node] + 1;
                fused.left[parent] *= 1.0 + fused.left[node];
            } else {
                fused.add_cycle_edge(parent);
                fused.value[parent] ^= fused.value[node];
                fused.left[parent] *= fused.left[node];
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
        }
        fused
    }

    /// An edge of a cycle is worth 1, and may be there or not.
    fn add_cycle_edge(&mut self, node: usize) {
        self.value[node] ^= 1;
        self.left[node] *= 2.0;
    }

    /// The bridges and loops whose cut leaves this value in all.
    fn cuts(&self, network: &Network, target: u64, most: usize) -> Vec<usize> {
        let mut cuts = Vec::new();
        // for each node the first node found of all that are fused with it, and the value wanted of them together
        let mut first: Vec<usize> = (0..self.value.len()).collect();
        let mut wanted: Vec<Option<u64>> = vec![None; self.value.len()];
        for &(node, by) in &self.found {
            match by {
                None => wanted[node] = Some(target),
                Some((parent, edge)) if self.is_bridge[node] => {
                    let below = first[parent];
                    let Some(want) = wanted[below] else { continue };
                    match want ^ self.value[below] ^ (self.value[node] + 1) {
                        0 => cuts.push(edge),
                        rest => wanted[node] = Some(rest - 1),
                    }
                }
                Some((parent, _)) => first[node] = first[parent],
            }
            if cuts.len() >= most {
                return cuts;
            }
        }
        let looped = |&at: &usize| {
            let (a, b) = network.edges()[at];
            let base = first[a as usize];
            a == b && wanted[base] == Some(self.value[base] ^ 1)
        };
        cuts.extend(network.distinct_edges().filter(looped));
        cuts.truncate(most);
        cuts
    }
}

/// What meets in one node after the fusion.
#[derive(Default)]
struct Meeting {
    /// The nodes that are fused into it.
    nodes: Vec<usize>,
    /// The bridges that stand on it: edges, each with the node above.
    bridges: Vec<(usize, usize)>,
    /// How many edges of cycles end there as loops.
    loops: u64,
}

impl Fused {
    /// What meets in each node, in the order in which they were found, the ground first.
    fn meetings(&self, network: &Network) -> Vec<Meeting> {
        let mut place: Vec<usize> = vec![0; self.value.len()];
        let mut is_bridge = vec![false; network.edge_count()];
        let mut meetings: Vec<Meeting> = Vec::new();
        for &(node, by) in &self.found {
            place[node] = match by {
                Some((parent, edge)) if self.is_bridge[node] => {
                    is_bridge[edge] = true;
                    meetings[place[parent]].bridges.push((edge, node));
                    meetings.len()
                }
                Some((parent, _)) => place[parent],
                None => 0,
            };
            if place[node] == meetings.len() {
                meetings.push(Meeting::default());
            }
            meetings[place[node]].nodes.push(node);
        }
        let on_cycles = network.edges().iter().zip(&is_bridge).filter(|(_, is_bridge)| !**is_bridge);
        for (&(a, _), _) in on_cycles {
            meetings[place[a as usize]].loops += 1;
        }
        meetings
    }
}

impl Meeting {
    fn name(&self, network: &Network) -> String {
        joined(self.nodes.iter().map(|&node| network.name(node)), ", ")
    }

    /// A row for each bridge and one for all loops.
    fn rows(&self, fused: &Fused, network: &Network) -> Vec<WorkingRow> {
        let bridge = |&(edge, node): &(usize, usize)| {
            let (a, b) = network.edges()[edge];
            let above = fused.value[node];
            let label = format!("edge {}–{}", network.name(a as usize), network.name(b as usize));
            WorkingRow::new(label, above + 1)
                .because(format!("what stands on it has value {above}: {above} + 1"))
        };
        let loops = (self.loops > 0).then(|| {
            let row = WorkingRow::new(format!("loops at {}", self.name(network)), self.loops % 2);
            row.because(format!("{} edges of cycles, each a loop of 1 after the fusion", self.loops))
        });
        self.bridges.iter().map(bridge).chain(loops).collect()
    }
}

/// The graph without its fused parts, if it has an edge.
fn fused(network: &Network) -> Option<(Fused, usize)> {
    let ground = network.node(GROUND)?;
    Some((Fused::new(network, ground), ground))
}

impl Game for Hackenbush {
    on_networks!(rooted);
    const ENTRY: &'static Entry = &Entry {
        name: "hackenbush",
        title: "Green Hackenbush",
        aliases: &["green-hackenbush"],
        kind: EntryKind::Board("hackenbush: {ground-a, a-b, b-c, c-a, c-d, ground-e, e-f, e-g}"),
        words: "Cut an edge; what is then no longer joined to the ground falls off.",
        known: &[
            "Bridges are worth one more than what stands on them, and what meets in a node adds up as in Nim \
             (theory G.4).",
            "The nodes of a cycle may be fused; a loop is worth an edge that ends there (theory G.5).",
        ],
        oeis: None,
    };

    /// What meets in the ground only is independent.
    fn take_apart(&self, network: Network, parts: &mut Vec<Network>) {
        let Some(ground) = network.node(GROUND) else { return };
        let (number, count) = network.component_numbers(Some(ground));
        let mut names: Vec<Vec<Box<str>>> = vec![vec![GROUND.into()]; count];
        let mut place = vec![0; network.node_count()];
        for (node, number) in number.iter().enumerate() {
            if let Some(component) = number {
                place[node] = names[*component].len() as u32;
                names[*component].push(network.name(node).into());
            }
        }
        let mut edges: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        for &(a, b) in network.edges() {
            match number[a as usize].or(number[b as usize]) {
                Some(component) => edges[component].push((place[a as usize], place[b as usize])),
                None => parts.push(Network::new(vec![GROUND.into()], [(0, 0)])),
            }
        }
        parts.extend(names.into_iter().zip(edges).map(|(names, edges)| Network::new(names, edges)));
    }

    fn representative(&self, network: Network) -> Network {
        network.canonical(network.node(GROUND))
    }

    fn actions<'p>(&'p self, network: &'p Network, _part: usize) -> impl Iterator<Item = Action> + 'p {
        network.distinct_edges().map(|at| network.pick_edge(network.edges()[at]))
    }

    fn act(&self, network: &Network, _part: usize, action: &Action) -> Option<Network> {
        network.picked_edge(action).map(|at| standing(&network.without_edge(at)))
    }

    fn actions_between(&self, before: &Network, after: &Network) -> Vec<(usize, Action)> {
        // the edge that was cut is not there, or there once less
        let place = |node: u32| after.node(before.name(node as usize)).map(|node| node as u32);
        let times = |edges: &[(u32, u32)], edge: (u32, u32)| {
            edges.partition_point(|&other| other <= edge) - edges.partition_point(|&other| other < edge)
        };
        let cut = |&at: &usize| {
            let edge = before.edges()[at];
            let left = place(edge.0).zip(place(edge.1)).map_or(0, |edge| times(after.edges(), edge));
            left < times(before.edges(), edge)
        };
        before.distinct_edges().filter(cut).map(|at| (0, before.pick_edge(before.edges()[at]))).collect()
    }

    fn reduce(&self, network: &Network) -> Option<Reduction<Network>> {
        let value = fused(network).map_or(0, |(fused, ground)| fused.value[ground]);
        Some(Reduction::closed(Nimber(value), Theorem::Fusion))
    }

    /// The stalks on the ground, and in sentences what was fused and what meets higher up.
    fn working(&self, network: &Network, _known: &mut Known) -> Option<Working> {
        /// Larger graphs are told by what stands on the ground alone.
        const MOST_TOLD: usize = 24;
        let (fused, _) = fused(network)?;
        let meetings = fused.meetings(network);
        let rows = meetings.first()?.rows(&fused, network);
        let mut working = Working::of_value(Theorem::Fusion, Combine::NimSum, rows);
        for meeting in meetings.iter().take(MOST_TOLD) {
            if meeting.nodes.len() > 1 {
                let nodes = meeting.name(network);
                working = working.because(format!("{nodes} lie on cycles and are fused into one node"));
            }
        }
        for meeting in meetings.iter().skip(1).take(MOST_TOLD) {
            let rows = meeting.rows(&fused, network);
            if rows.is_empty() {
                continue;
            }
            let items = joined(rows.iter().map(|row| format!("{} ({})", row.value, row.label)), " ⊕ ");
            let value = fused.value[meeting.nodes[0]];
            working = working.because(format!("On {}: {items} = {value}", meeting.name(network)));
        }
        Some(working)
    }

    /// Cuts of bridges and loops; those of other edges are found by trying, where the graph is small.
    fn moves_by_theorem(&self, network: &Network, value: Nimber, most: usize) -> Option<Found<Network>> {
        const EXAMPLES: usize = 12;
        let (fused, _) = fused(network)?;
        let cuts = fused.cuts(network, value.0, most.min(EXAMPLES));
        let moves = cuts.into_iter().map(|at| standing(&network.without_edge(at)));
        Some(Found { moves: moves.collect(), total: None })
    }

    fn reachable(&self, network: &Network) -> f64 {
        fused(network).map_or(1.0, |(fused, ground)| fused.left[ground])
    }

    fn breadth(&self, network: &Network) -> f64 {
        network.edge_count() as f64
    }
}
