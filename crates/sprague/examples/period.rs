//! A period, found and proved from code: for the octal game 0.156, and not for Grundy's game.
//!
//! `cargo run -p sprague --example period`.

use sprague::Limits;
use sprague::heap::HeapGame;
use sprague::notation::NotationError;
use sprague::sequence::period::{Finding, HowFar};

fn main() -> Result<(), NotationError> {
    // ANCHOR: proof
    for game in ["0.156", "split(2, distinct)"] {
        let mut sequence = game.parse::<HeapGame>()?.sequence();
        let report = sequence.period(HowFar::To(10_000), &Limits::default());
        match &report.finding {
            Finding::Proved(period, claim) => println!("{game}: {period}\n{claim}"),
            Finding::Observed(period) => println!("{game}: {period} so far; nothing proves it"),
            Finding::Nothing => println!("{game}: no period up to heap {}", report.computed_to),
        }
        // a proof is a matter of the type: what is only seen is another variant
        assert_eq!(matches!(report.finding, Finding::Proved(..)), game == "0.156");
    }
    // ANCHOR_END: proof
    Ok(())
}
