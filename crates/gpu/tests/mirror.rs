//! The kernels' algorithm in plain Rust, in the place of a device: every value must be that of the block engine alone.

use std::ops::ControlFlow;

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::accelerator::{self, Accelerator, Stretch, StretchInput};
use sprague::sequence::{Engine, EngineSettings, Kernel};
use sprague_gpu::Mirror;

/// A mirror that says when it is asked.
#[derive(Debug, Default)]
struct Counting(Mirror);

thread_local! {
    static STRETCHES: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Accelerator for Counting {
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        self.0.load(ground)
    }

    fn extend(&mut self, until: u64, exceptions: &[(u64, u8)]) {
        self.0.extend(until, exceptions);
    }

    fn stretch(&mut self) -> Result<Stretch, String> {
        let stretch = self.0.stretch()?;
        STRETCHES.set(STRETCHES.get() + stretch.bytes.len() as u64);
        Ok(stretch)
    }
}

fn values(engine: &mut Engine, to: u64) -> Vec<Nimber> {
    let mut values = Vec::new();
    let _ = engine.stream(to, &mut |_: u64, some: &[Nimber]| {
        values.extend_from_slice(some);
        ControlFlow::Continue(())
    });
    values
}

/// Where the engine starts to hand heaps over, and how far the test goes.
const HANDED_OVER: u64 = 1 << 22;
const LAST: u64 = HANDED_OVER + (1 << 14) + 1234;

/// Grundy's game and Officers have over a thousand rare heaps, Officers indices beyond 127; 0.106 and 0.127 are of
/// type 1, 0.45 has two break indices, the last one parts that must differ by two.
#[test]
fn a_mirror_gives_the_values_of_the_block_engine() {
    accelerator::install(|| Ok(Box::new(Counting::default())));
    for code in ["grundy", "0.6", "0.106", "0.127", "0.45", "split(2, diff>=2)"] {
        let game: HeapGame = code.parse().expect("a game");
        let mut start = Engine::new(game.rule.clauses(), EngineSettings::default());
        let _ = values(&mut start, HANDED_OVER - 1);
        let Some(state) = start.state() else { panic!("{code} has no sparse space") };
        let from = |kernel| {
            let options = EngineSettings { kernel, ..EngineSettings::default() };
            Engine::from_state(game.rule.clauses(), options, &state).expect("a state that fits")
        };
        let before = STRETCHES.get();
        let expected = values(&mut from(Kernel::best()), LAST);
        assert_eq!(STRETCHES.get(), before);
        let mut assisted = from(Kernel::GPU);
        let found = values(&mut assisted, LAST);
        assert_eq!(assisted.notice(), None, "{code}");
        assert!(STRETCHES.get() - before > 1 << 13, "{code}: the mirror computed too little");
        let differ = found.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!((differ, found.len()), (None, expected.len()), "{code}");
    }
}
