//! Any text as a graph file, edge list or DOT: it is read or refused, and the values of what was read obey the mex.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague::games::digraph::Digraph;
use sprague::nimber::mex;
use sprague::play::Play;

fuzz_target!(|text: &str| {
    let Ok(graph) = Digraph::from_text(text) else { return };
    let values = graph.values(Play::Normal);
    for node in graph.nodes() {
        let options = graph.options(node).iter().map(|option| values[option.index()]);
        assert_eq!(values[node.index()], mex(options));
    }
});
