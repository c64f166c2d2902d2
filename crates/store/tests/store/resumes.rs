//! Runs that are stopped at random heaps and resumed, each time with another number of threads.

use std::sync::atomic::AtomicBool;

use crate::disk::Memory;
use crate::kit::{Quiet, folder, game, options};
use sprague::heap::HeapGame;
use sprague::sequence::{Engine, EngineSettings, Signature};
use sprague_kit::{Random, extent};
use sprague_store::{Keep, Run, RunEnding, RunSettings, status};

/// Stops a run so often on its way, at heaps from 1 on, and goes on with 1 to 4 threads; the signature of the end.
fn stopped_again_and_again(game: &HeapGame, to: u64, stops: u64, chance: &mut Random) -> String {
    let memory = Memory::default();
    let mut ends: Vec<u64> = (0..stops).map(|_| chance.between(1, to - 1)).collect();
    ends.push(to);
    ends.sort_unstable();
    let some = |chance: &mut Random| EngineSettings { threads: 1 + chance.index(4), ..options() };
    let settings = RunSettings { to: ends[0], keep: Keep::Nothing, state_bytes: 1 << 26 };
    let mut run = Run::create(folder(&memory), game, settings, some(chance)).expect("an empty folder");
    for (at, &end) in ends.iter().enumerate() {
        if at > 0 {
            drop(run);
            run = Run::open(folder(&memory), Some(end), some(chance)).expect("a run");
        }
        let mut watcher = Quiet::default();
        let ending = run.work(&AtomicBool::new(false), &mut watcher);
        assert!(matches!(ending, Ok(RunEnding::Finished)), "stop {at} at {end}: {ending:?}");
        assert!(watcher.0.is_empty() && run.setbacks == 0, "stop {at} at {end}: {:?}", watcher.0);
    }
    drop(run);
    status(&folder(&memory)).expect("a run").0.signature
}

/// Heaps from 1 to 20 million: the places where a resumed run of Grundy's game used to panic, after stops at 4.3, 4.6,
/// 4.72, 5.0, 5.2 and 6.0 million, are among them.
#[test]
fn attack_runs_resumed_over_thread_counts() {
    let (stops, to) = extent((6, 1_500_000), (100, 20_000_000));
    let (mut chance, mut done) = (Random::new(16), 0);
    for (code, to) in [("grundy", to), ("0.207", to / 10), ("0.16", to / 4)] {
        let game = game(code);
        let mut expected = Signature::from(0);
        let _ = Engine::new(game.rule.clauses(), options()).stream(to, &mut expected);
        let stops = if code == "grundy" { stops } else { stops / 2 };
        assert_eq!(stopped_again_and_again(&game, to, stops, &mut chance), expected.finish(), "{code}");
        done += stops;
    }
    println!(
        "attack | runs stopped and resumed in their folder, 1 to 4 threads | {done} | 0 other signatures, 0 panics"
    );
}
