//! Any bytes as the state of an engine, in a snapshot of a rule: an engine goes on from it or refuses it.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{Engine, EngineSettings};
use sprague_store::formats::{Bond, Position, Snapshot, is_engine_of};

fuzz_target!(|bytes: &[u8]| {
    let Some(snapshot) = Snapshot::decode(Bond::Bound, bytes) else { return };
    let rule: Rule = "0.16".parse().expect("a rule");
    let options = EngineSettings { threads: 1, ..EngineSettings::default() };
    let engine = match &snapshot.position {
        Position::Start => None,
        Position::Values(values) if values.len() < 1000 && values.iter().all(|&value| value < 1 << 16) => {
            let values: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
            Engine::from_values(rule.clauses(), options, &values)
        }
        Position::Values(_) => None,
        Position::State(state) if is_engine_of(&snapshot, state) => {
            Engine::from_state(rule.clauses(), options, state)
        }
        Position::State(_) => None,
    };
    if let Some(mut engine) = engine {
        let to = engine.next().saturating_add(100);
        let _ = engine.stream(to, &mut |_: u64, _: &[Nimber]| ControlFlow::Continue(()));
    }
});
