//! The labelling algorithm on a game graph, step by step: which position is labelled next, how, and why.

use sprague::graph::GameGraph;
use sprague::play::{Outcome, Play};

/// A step: a position whose options are all labelled gets its label.
pub struct LabelStep {
    /// The position, by its number in the graph.
    pub node: usize,
    /// What is done, in a sentence.
    pub words: String,
    /// Why it has the label.
    pub because: String,
}

/// All steps, each after those of its options.
pub fn labelling(graph: &GameGraph) -> Vec<LabelStep> {
    let step = |node: usize| {
        let vertex = &graph.nodes[node];
        let name = |node: usize| match &graph.nodes[node].position.0[..] {
            [term] if term.body().is_empty() => "the end".to_owned(),
            [term] => term.body(),
            _ => graph.nodes[node].position.to_string(),
        };
        let p_option = vertex.options.iter().find(|&&option| graph.nodes[option].outcome == Outcome::P);
        let because = match (p_option, vertex.options.is_empty()) {
            (_, true) if graph.play == Play::Misere => {
                "it has no moves, and under misère play whoever cannot move wins".to_owned()
            }
            (_, true) => "it has no moves, so whoever is to move has lost".to_owned(),
            (Some(&option), false) => format!("a move leads to {}, which is P", name(option)),
            (None, false) => "all its moves lead to positions that are N".to_owned(),
        };
        let words = format!("{} is {}: {because}.", name(node), vertex.outcome);
        LabelStep { node, words, because }
    };
    graph.labelling().into_iter().map(step).collect()
}
