//! A real device against the processor: the signatures of twelve games. Skipped, with the reason, where there is none.

use std::ops::ControlFlow;

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{Engine, EngineSettings, Kernel, Signature, Sink};

fn signature(game: &HeapGame, kernel: Kernel, to: u64) -> (String, Option<String>) {
    let mut engine = Engine::new(game.rule.clauses(), EngineSettings { kernel, ..EngineSettings::default() });
    let mut signature = Signature::from(0);
    let _ = engine.stream(to, &mut |first: u64, values: &[Nimber]| {
        let _ = signature.accept(first, values.into());
        ControlFlow::Continue(())
    });
    (signature.finish(), engine.notice().map(str::to_owned))
}

#[test]
fn a_device_gives_the_values_of_the_processor() {
    if let Err(why) = sprague_gpu::open() {
        eprintln!("SKIPPED: no device to test the kernels on: {why}");
        return;
    }
    sprague_gpu::install();
    let games = [
        "grundy",
        "0.6",
        "0.106",
        "0.127",
        "0.16",
        "0.45",
        "0.454",
        "0.104",
        "0.054",
        "0.376",
        "0.354",
        "split(2, diff>=2)",
    ];
    for code in games {
        let game: HeapGame = code.parse().expect("a game");
        let (expected, _) = signature(&game, Kernel::best(), 10_000_000);
        let (found, notice) = signature(&game, Kernel::GPU, 10_000_000);
        eprintln!(
            "{code}: {found}{}",
            notice.map_or(String::new(), |why| format!(" (left to the processor: {why})"))
        );
        assert_eq!(found, expected, "{code}");
    }
}
