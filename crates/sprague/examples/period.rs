//! A period, found and proved from code: for the octal game 0.156, and not for Grundy's game.
//!
//! `cargo run -p sprague --example period`.

use sprague::heap::Rule;
use sprague::limits::Limits;
use sprague::notation::NotationError;
use sprague::period::{DenseSource, Extent, Finding, find};

fn main() -> Result<(), NotationError> {
    // ANCHOR: proof
    for game in ["0.156", "split(2, distinct)"] {
        let rule: Rule = game.parse()?;
        let answer = find(&rule, &mut DenseSource::new(&rule, &Limits::default()), Extent::To(10_000));
        match answer.finding {
            Finding::Proved(period, claim) => println!("{game}: {period}\n{claim}"),
            Finding::Observed(period) => println!("{game}: {period} so far; nothing proves it"),
            Finding::Nothing => println!("{game}: no period up to heap {}", answer.computed_to),
        }
        // a proof is a matter of the type: what is only seen is another variant
        assert_eq!(matches!(answer.finding, Finding::Proved(..)), game == "0.156");
    }
    // ANCHOR_END: proof
    Ok(())
}
