//! A graph as a game, and a term of the notation: `{a>b, b>c}#a`, or `FILE#a`.
//!
//! This library does no I/O: who reads terms hands over a way to read files. A file's name runs to `#` or to
//! the end of the text, so such a term is the last of a sum. The values of all nodes are found when the game
//! is made, one pass over the edges, or one for each value where there is a cycle (theory D.2); a search under normal
//! play then looks at nothing.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::{Digraph, GraphError, Node, inline, name};
use crate::games::looks::GraphView;
use crate::games::{Action, BoardKind, Evaluation, Game, Known, Part, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::loopy::LoopyLabels;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Play;
use crate::sequence::Ground;

/// A way to read files that a position names.
pub trait Files {
    /// The text of a file, or why there is none, in words.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// No files: only inline graphs can be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> Result<String, String> {
        Err("files are not read here; write the graph inline, in braces".to_owned())
    }
}

const LAST_TERM: &str = "; a graph in a file must be the last term of a sum";

/// What the nodes of a graph are worth.
#[derive(Clone, Debug)]
enum Worth {
    /// Every play ends.
    Ending(Arc<[Nimber]>),
    /// There is a cycle.
    Loopy(Arc<LoopyLabels>),
}

/// The game on a graph: a token is moved along its edges.
#[derive(Clone, Debug)]
pub struct DigraphGame {
    graph: Arc<Digraph>,
    worth: Worth,
    source: Option<String>,
    /// A number that differs for different graphs, as a rule.
    hash: u64,
}

impl DigraphGame {
    /// The game on a graph; `source` is the name of the file it came from.
    pub fn new(graph: Digraph, source: Option<String>) -> Self {
        let worth = match graph.values(Play::Normal) {
            Ok(values) => Worth::Ending(values.into()),
            Err(_) => Worth::Loopy(Arc::new(graph.arrows().labels())),
        };
        let mut hasher = DefaultHasher::new();
        (&graph.names, &graph.targets).hash(&mut hasher);
        Self { graph: Arc::new(graph), worth, source, hash: hasher.finish() }
    }

    /// The graph.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The name of the file it came from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Reads the body of a term: a graph, inline or in a file, and the start. Without `#` the only source is
    /// the start.
    pub fn read_body(text: &mut Cursor<'_>, files: &dyn Files) -> Result<(Self, Node), NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let game = if text.peek() == Some('{') {
            Self::new(inline::read(text)?, None)
        } else {
            let path = text.take_while(|c| c != '#').trim_end();
            if path.is_empty() {
                return Err(start.expected("a graph, as in {a>b, b>c}#a, or the name of a file"));
            }
            let last = if path.contains(" + ") { LAST_TERM } else { "" };
            let content = files.read(path).map_err(|why| start.error(format!("{path}: {why}{last}")))?;
            let graph = Digraph::from_text(&content).map_err(|why| start.error(format!("{path}: {why}")))?;
            Self::new(graph, Some(path.to_owned()))
        };
        let node = game.read_node(text, &start)?;
        Ok((game, node))
    }

    /// Reads `#node`, or nothing.
    fn read_node(&self, text: &mut Cursor<'_>, graph: &Cursor<'_>) -> Result<Node, NotationError> {
        if !text.eat('#') {
            return self.graph.only_source().map_err(|error| graph.error(error.to_string()));
        }
        text.skip_spaces();
        let at = text.clone();
        let node = if self.source.is_none() || text.peek() == Some('"') {
            name::read(text)?
        } else {
            text.take_while(|_| true).trim_end().to_owned()
        };
        self.graph.node(&node).map_err(|error| match error {
            GraphError::UnknownNode { .. } if node.contains(" + ") => at.error(format!("{error}{LAST_TERM}")),
            _ => at.error(error.to_string()),
        })
    }
}

impl PartialEq for DigraphGame {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for DigraphGame {}

impl PartialOrd for DigraphGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the graph; positions of one game share theirs, so that this is mostly a comparison of pointers.
impl Ord for DigraphGame {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.graph, &other.graph) { Ordering::Equal } else { self.graph.cmp(&other.graph) }
    }
}

impl Hash for DigraphGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl Game for DigraphGame {
    type At = Node;
    const ENTRY: &'static Entry = &Entry {
        name: "graph",
        title: "Game graph",
        aliases: &[],
        kind: EntryKind::Board("graph: {a>b, a>c, b>c}#a"),
        words: "Move along an edge of a graph.",
        known: &[
            "A graph may have cycles: then some positions are draws, and values may be infinite (theory D.1, D.2).",
        ],
        oeis: None,
    };
    const EVALUATED_AT_ONCE: bool = true;

    /// There are none, and without a body there is no game.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Err(text.expected("`:` and a graph, as in graph: {a>b, b>c}#a"))
    }

    fn read_term(text: &mut Cursor<'_>, files: &dyn Files) -> Result<(Self, Node), NotationError> {
        text.colon(&text.clone())?;
        Self::read_body(text, files)
    }

    /// Reads a position of this very graph: the same inline graph or the same file name.
    fn read(&self, text: &mut Cursor<'_>) -> Result<Node, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let same = match &self.source {
            None => inline::read(text)? == *self.graph,
            Some(source) => text.take_while(|c| c != '#').trim_end() == source,
        };
        if same {
            self.read_node(text, &start)
        } else {
            Err(start.error("this is a position of another graph"))
        }
    }

    fn write(&self, node: &Node, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.graph.name(*node);
        let Some(source) = &self.source else {
            inline::write(&self.graph, f)?;
            return write!(f, "#{}", name::written(name));
        };
        let plain = !name.is_empty() && !name.starts_with('"') && name.trim() == name;
        let name = if plain { name.to_owned() } else { name::quoted(name) };
        write!(f, "{source}#{name}")
    }

    fn after_one_move(&self, node: &Node) -> Vec<Node> {
        self.graph.options(*node).to_vec()
    }

    fn value_at_once(&self, node: &Node) -> Option<Nimber> {
        match &self.worth {
            Worth::Ending(values) => values.get(node.index()).copied(),
            Worth::Loopy(labels) => labels.value(node.index()).finite(),
        }
    }

    fn label(&self, node: &Node) -> Option<String> {
        Some(self.graph.name(*node).to_owned())
    }

    fn actions<'p>(&'p self, node: &'p Node, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let walk = |&to: &Node| Action::Walk { node: self.graph.name(to).to_owned() };
        self.graph.options(*node).iter().map(walk)
    }

    fn act(&self, node: &Node, _part: usize, action: &Action) -> Option<Node> {
        let Action::Walk { node: name } = action else { return None };
        let to = self.graph.node(name).ok()?;
        self.graph.options(*node).contains(&to).then_some(to)
    }

    fn view(&self, node: &Node) -> View {
        const MOST_EXITS: usize = 100;
        let name = |node: &Node| self.graph.name(*node).to_owned();
        let options = self.graph.options(*node);
        let exits = options.iter().take(MOST_EXITS).map(name).collect();
        let here = Part::Node { node: name(node), exits, exit_count: options.len() };
        View { graph: self.drawn(*node), ..View::new(BoardKind::Graph, [here]) }
    }

    fn evaluate(&self, node: &Node, _known: &mut Known) -> Result<Evaluation, TooLarge> {
        Ok(match &self.worth {
            Worth::Ending(values) => Evaluation::valued(values[node.index()], vec![Ground::Table]),
            Worth::Loopy(labels) => Evaluation::loopy(labels.value(node.index())),
        })
    }

    fn is_loopy(&self) -> bool {
        matches!(self.worth, Worth::Loopy(_))
    }

    fn turn(&self, node: &Node) -> u32 {
        match &self.worth {
            Worth::Ending(_) => 0,
            Worth::Loopy(labels) => labels.turn(node.index()).unwrap_or(0),
        }
    }

    fn reachable(&self, _node: &Node) -> f64 {
        self.graph.node_count() as f64
    }

    fn breadth(&self, node: &Node) -> f64 {
        self.graph.options(*node).len() as f64
    }
}

impl DigraphGame {
    /// The whole graph, where it is small enough to be drawn.
    fn drawn(&self, start: Node) -> Option<GraphView> {
        const MOST_DRAWN: usize = 120;
        let graph = &self.graph;
        if graph.node_count() > MOST_DRAWN || graph.edge_count() > 4 * MOST_DRAWN {
            return None;
        }
        let edges = graph
            .nodes()
            .flat_map(|from| graph.options(from).iter().map(move |to| (from.index(), to.index())));
        let mut reachable = vec![false; graph.node_count()];
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reachable[node.index()], true) {
                open.extend(graph.options(node));
            }
        }
        let names = graph.nodes().map(|node| graph.name(node).to_owned()).collect();
        Some(GraphView { names, edges: edges.collect(), reachable })
    }
}
