//! A game of one's own: Cram. Players in turn put a domino on two free neighboring squares of a board.
//!
//! `cargo run -p sprague --example cram`. Only `options` is required.

use sprague::limits::TooLarge;
use sprague::nimber::Nimber;
use sprague::ruleset::Ruleset;
use sprague::search::Solver;

// ANCHOR: game
/// Boards of this many columns; a position is the set of its free squares, a bit each.
struct Cram(u32);

impl Ruleset for Cram {
    type Position = u64;

    fn options(&self, &free: &u64) -> Vec<u64> {
        let is_last = |square: u32| (square + 1).is_multiple_of(self.0);
        let across = (0..63).filter(|&square| !is_last(square)).map(|square| 0b11 << square);
        let down = (0..64 - self.0).map(|square| (1 | 1 << self.0) << square);
        across.chain(down).filter(|domino| free & domino == *domino).map(|domino| free & !domino).collect()
    }
}
// ANCHOR_END: game

fn main() -> Result<(), TooLarge> {
    // ANCHOR: use
    let mut strip = Solver::new(Cram(12));
    let values = (0..=12).map(|squares| strip.value(&((1 << squares) - 1)));
    let values: Vec<Nimber> = values.collect::<Result<_, _>>()?;
    // on one row it is Dawson's Kayles: `sprague values dawsons-kayles --to 12`
    assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2].map(Nimber));

    let mut board = Solver::new(Cram(4));
    let (square, oblong) = (0xffff, 0xfff);
    // 4 x 4: answer each domino by its image under a half turn
    assert_eq!(board.value(&square)?, Nimber(0));
    // 3 x 4: take the middle, then do the same
    assert!(board.winning_moves(&oblong)?.contains(&0b1111_1001_1111));
    // ANCHOR_END: use
    println!("Cram on 1 x 12 squares has the value {}; 4 x 4 is lost, 3 x 4 is won", values[12]);
    Ok(())
}
