//! Bits that flip in the engine's live memory: how many are caught, and that none ends as double-checked.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::Memory;
use crate::kit::{Quiet, folder, game, options};
use sprague::heap::HeapGame;
use sprague::sequence::Engine;
use sprague_store::{Choice, Keep, Label, Run, RunEnding, RunSettings, StoreError, status, verify};

/// How long a flipped bit stays flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasting {
    ForEver,
    OnePiece,
}

#[derive(Debug, Default)]
struct Count {
    caught: u32,
    harmless: u32,
    missed: u32,
}

const TO: u64 = (1 << 20) + 300_000;

fn create(memory: &Memory) -> Run {
    let game = game("0.16");
    let settings = RunSettings { to: TO, keep: Keep::Nothing, state_bytes: 1 << 30 };
    let mut run = Run::create(folder(memory), &game, settings, options()).expect("a folder");
    run.checkpoint_every = Duration::from_millis(300);
    run
}

fn flip(engine: &mut Engine, rule: &HeapGame, heap: u64, bit: u32) {
    let Some(mut state) = engine.state() else { return };
    let Some(at) = heap.checked_sub(state.from) else { return };
    if let Some(byte) = state.window.get_mut(at as usize) {
        *byte ^= 1 << bit;
    }
    if let Some(disturbed) = Engine::from_state(rule.rule.clauses(), options(), &state) {
        *engine = disturbed;
    }
}

fn trial(seed: u64, lasting: Lasting, expected: &str, count: &mut Count) {
    let memory = Memory::default();
    let mut run = create(&memory);
    let game = game("0.16");
    let chance = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    // the flip comes at a random piece, in one of the heaps that the next ones look at
    let (when, back, bit) = (300_000 + chance % 900_000, 1 + chance / 7 % 3_000, (chance / 11 % 3) as u32);
    let mut flipped: Option<u64> = None;
    let mut is_over = false;
    run.disturbance = Some(Box::new(move |engine: &mut Engine| {
        if is_over || engine.next() < when {
            return;
        }
        match flipped {
            None => {
                let heap = engine.next() - back;
                flip(engine, &game, heap, bit);
                flipped = Some(heap);
                is_over = lasting == Lasting::ForEver;
            }
            Some(heap) => {
                flip(engine, &game, heap, bit);
                is_over = true;
            }
        }
    }));
    let ending = run.work(&AtomicBool::new(false), &mut Quiet::default());
    let setbacks = run.setbacks;
    drop(run);
    match ending {
        Ok(RunEnding::Finished) => {}
        Err(StoreError::SelfCheck(_)) => return count.caught += 1,
        other => panic!("{other:?}"),
    }
    let (after, _) = status(&folder(&memory)).expect("a run");
    let right = after.signature == expected;
    if setbacks > 0 {
        assert!(right, "a run that went back ends with the right values");
        return count.caught += 1;
    }
    if right {
        return count.harmless += 1;
    }
    count.missed += 1;
    let report = verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
    assert!(!report.mismatches.is_empty() && report.label < Label::DoubleChecked);
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert!(after.label < Label::DoubleChecked);
}

#[test]
fn flips_that_last_are_caught_and_none_ends_as_double_checked() {
    let memory = Memory::default();
    create(&memory).work(&AtomicBool::new(false), &mut Quiet::default()).expect("no failure");
    let (good, _) = status(&folder(&memory)).expect("a run");
    assert_eq!(good.label, Label::Audited);
    let trials = std::env::var("SPRAGUE_FLIPS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    for lasting in [Lasting::ForEver, Lasting::OnePiece] {
        let mut count = Count::default();
        (1..=trials).for_each(|seed| trial(seed, lasting, &good.signature, &mut count));
        println!("{lasting:?}: {count:?}");
        if lasting == Lasting::ForEver {
            assert_eq!(count.missed, 0, "{count:?}");
        }
    }
}
