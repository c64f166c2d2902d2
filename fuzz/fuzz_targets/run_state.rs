//! Any bytes as the state of an engine, in a snapshot of a rule: an engine goes on from it or refuses it.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::EngineSettings;
use sprague_store::formats::{Position, Snapshot, is_engine_of};

fuzz_target!(|bytes: &[u8]| {
    let Some(snapshot) = Snapshot::decode(bytes) else { return };
    let rule: Rule = "0.16".parse().expect("a rule");
    let options = EngineSettings { threads: 1, ..EngineSettings::default() };
    let fits = match &snapshot.position {
        Position::Start => false,
        Position::Values(values) => values.len() < 1000 && values.iter().all(|&value| value < 1 << 16),
        Position::State(state) => is_engine_of(&snapshot, state),
    };
    if let Some(mut engine) = fits.then(|| snapshot.engine(&rule, options)).flatten() {
        let to = engine.next().saturating_add(100);
        let _ = engine.stream(to, &mut |_: u64, _: &[Nimber]| ControlFlow::Continue(()));
    }
});
