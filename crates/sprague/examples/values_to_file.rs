//! A stream of values into a file: the first million heaps of Grundy's game, in bounded memory.
//!
//! `cargo run --release -p sprague --example values_to_file -- grundy 1000000 grundy.txt`. Without these arguments a short one.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use sprague::Limits;
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, last, path): (HeapGame, u64, PathBuf) = match &arguments[..] {
        [game, last, path] => (game.parse()?, last.parse()?, path.into()),
        _ => ("grundy".parse()?, 2000, std::env::temp_dir().join("sprague-values.txt")),
    };

    // ANCHOR: stream
    let mut file = BufWriter::new(File::create(&path)?);
    let mut written = Ok(());
    // any closure of this form is a sink: chunks come in order, and breaking stops the engine
    let mut sink = |first: u64, values: &[Nimber]| {
        written = (first..).zip(values).try_for_each(|(heap, value)| writeln!(file, "{heap} {value}"));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    game.sequence().stream(0..=last, &Limits::default(), &mut sink)?;
    written?;
    file.flush()?;
    // ANCHOR_END: stream
    println!("{game}, heaps 0 to {last}: {} bytes in {}", file.get_ref().metadata()?.len(), path.display());
    Ok(())
}
