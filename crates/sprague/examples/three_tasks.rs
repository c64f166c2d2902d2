//! Values, winning moves and a proved period: three lines each.
//!
//! `cargo run -p sprague --example three_tasks`.

use std::error::Error;

use sprague::{HeapGame, Known, Limits, Position, Request, solve};

fn main() -> Result<(), Box<dyn Error>> {
    // ANCHOR: tasks
    let grundy: HeapGame = "grundy".parse()?;
    let values = grundy.sequence().values(1..=12, &Limits::default())?;
    println!("{}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));

    let position: Position = "kayles: 5 7 + nim: 3".parse()?;
    let answer = solve(&position, Request::default(), &mut Known::default())?;
    answer.winning_moves.iter().for_each(|option| println!("{position} -> {option}"));

    let chess: HeapGame = "0.137".parse()?;
    let period = chess.sequence().prove(&Limits::default())?.period().clone();
    println!("Dawson's chess: {period}");
    // ANCHOR_END: tasks
    Ok(())
}
