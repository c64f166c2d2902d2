//! Exact Sprague-Grundy values, outcomes and winning moves of impartial games.
//!
//! Three tasks, three lines each: values, winning moves, a proved period.
//!
//! ```
//! use sprague::{HeapGame, Known, Limits, Position, Request, solve};
//!
//! let grundy: HeapGame = "grundy".parse()?;
//! let values = grundy.sequence().values(1..=6, &Limits::default())?;
//! println!("{values:?}"); // [0, 0, 1, 0, 2, 1]
//!
//! let position: Position = "kayles: 5 7 + nim: 3".parse()?;
//! let answer = solve(&position, Request::default(), &mut Known::default())?;
//! println!("{:?}", answer.winning_moves); // all moves to value 0, as positions
//!
//! let chess: HeapGame = "0.137".parse()?;
//! let period = chess.sequence().prove(&Limits::default())?.period().clone();
//! println!("{period}"); // 34 from heap 52 on
//! # assert_eq!(values, [0, 0, 1, 0, 2, 1].map(sprague::Nimber));
//! # assert_eq!((period.period, period.preperiod), (34, 52));
//! # assert!(!answer.winning_moves.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rest of this page is a tour of the theory in the order of `docs/theory.md`, whose numbers it cites. Every
//! example is run as a test. Whole programs are in `examples/`: `three_tasks` (the lines above), `cram` (a game of
//! one's own, on a board), `period` (a period found and proved), `values_to_file` (a stream of values).
//!
//! # A game of your own in ten lines
//!
//! A game is its options. Here two tokens stand on a staircase, and a move takes one of them one or two steps down,
//! but never past the other; nothing of it is built in.
//!
//! ```
//! use sprague::{Outcome, Ruleset, Solver};
//!
//! struct Staircase;
//! impl Ruleset for Staircase {
//!     type Position = (u32, u32); // the lower and the upper token
//!     fn options(&self, &(low, high): &(u32, u32)) -> Vec<(u32, u32)> {
//!         let lower = (low.saturating_sub(2)..low).map(|step| (step, high));
//!         let upper = (high.saturating_sub(2).max(low)..high).map(|step| (low, step));
//!         lower.chain(upper).collect()
//!     }
//! }
//!
//! let mut solver = Solver::new(Staircase);
//! assert_eq!(solver.outcome(&(3, 6))?, Outcome::P);
//! assert_eq!(solver.winning_moves(&(4, 6))?, [(3, 6), (4, 4)]);
//! # Ok::<(), sprague::TooLarge>(())
//! ```
//!
//! # Outcomes, values, mex (theory 1.1 to 1.3)
//!
//! A position is a **P-position** if the previous player wins, an **N-position** if the next one does. Its value is
//! the mex of its options' values, the least natural number that does not occur among them; P-positions are those of
//! value 0.
//!
//! ```
//! use sprague::nimber::{Nimber, mex};
//! assert_eq!(mex([Nimber(0), Nimber(1), Nimber(3)]), Nimber(2));
//! assert_eq!(mex([]), Nimber(0)); // no options: the player to move has lost
//! ```
//!
//! # Sums (theory 1.5 to 1.9)
//!
//! In a sum a player moves in one component. The value of a sum is the **nim-sum**, exclusive or, of the values.
//! Different rulesets add up with [`ruleset::Sum`]:
//!
//! ```
//! use sprague::{HeapGame, Nimber, Solver, heap::Heaps, ruleset::Sum};
//!
//! let kayles: HeapGame = "kayles".parse()?;
//! let nim: HeapGame = "nim".parse()?;
//! let mut solver = Solver::new(Sum(kayles, nim));
//! // Kayles rows of 5 and 7 have the values 4 and 2, so a Nim heap of 6 makes a P-position.
//! let position = (Some(Heaps::new(vec![5, 7])), Some(Heaps::new(vec![6])));
//! assert_eq!(solver.value(&position)?, Nimber(4) + Nimber(2) + Nimber(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions in the notation, and answers with reasons (theory 1.8)
//!
//! ```
//! use sprague::{Known, Play, Position, Request, solve};
//!
//! let mut known = Known::default();
//! let mut winning = |text: &str, play| -> Result<Vec<String>, Box<dyn std::error::Error>> {
//!     let position: Position = text.parse()?;
//!     let answer = solve(&position, Request { play, moves: 100 }, &mut known)?;
//!     Ok(answer.winning_moves.iter().map(Position::to_string).collect())
//! };
//! assert_eq!(winning("grundy: 6", Play::Normal)?, ["grundy: 4 2"]);
//! assert_eq!(winning("kayles: 2 + nim: 1", Play::Normal)?, ["kayles: 1 + nim: 1"]);
//! assert_eq!(winning("kayles: 2 + nim: 1", Play::Misere)?, ["kayles: + nim: 1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Nim, with its relatives (theory 2)
//!
//! ```
//! use sprague::{Outcome, nim};
//! assert_eq!(nim::misere_outcome(&[2, 2]), Outcome::P); // theory 2.2
//! assert_eq!(nim::longest_optimal_game(&[3, 4, 5]), 11); // theory 2.4
//! assert_eq!(sprague::ulam_warburton::births(7), 36); // theory 2.5
//! ```
//!
//! # Heap games: codes, names and rules (theory 3, 4)
//!
//! A rule has one canonical form, whatever it was written as. Values stream from an engine into a sink.
//!
//! ```
//! use sprague::{HeapGame, Limits, Nimber};
//!
//! let kayles: HeapGame = "0.77".parse()?;
//! assert_eq!(kayles, "take(1,2) leave(0..2)".parse()?);
//!
//! let grundy: HeapGame = "split(2, distinct)".parse()?;
//! let values = grundy.sequence().values(1..=12, &Limits::default())?;
//! assert_eq!(values, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1].map(Nimber));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Boards (theory 5 to 7, 9, 10)
//!
//! Rectangles, Silver Dollar, Star Nim, Chomp and the others are rulesets too, and where a theorem gives the value
//! it is used and named.
//!
//! ```
//! use sprague::{Known, Nimber, Position};
//!
//! let mut known = Known::default();
//! let mut value = |text: &str| -> Result<Nimber, Box<dyn std::error::Error>> {
//!     let position: Position = text.parse()?;
//!     Ok(position.0[0].value(&mut known)?.expect("small enough"))
//! };
//! assert_eq!(value("rectangle: 7x18")?, Nimber(4)); // Schrage's theorem, theory 5.2
//! assert_eq!(value("silver-dollar: [2,5,6,8,10]")?, Nimber(3)); // theory 6.2
//! assert_eq!(value("star: [2,5] [3] [1,4,6]")?, Nimber(0)); // head/tail theorem, theory 6.5
//! assert_eq!(value("star-nim: 3 6")?, Nimber(8)); // theory 8.1
//! assert_eq!(value("chomp: 3x3")?, Nimber(5)); // searched, theory 10.1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Misère play (theory 10.2)
//!
//! When the player who cannot move wins, values no longer decide sums; the search runs over whole positions.
//!
//! ```
//! use sprague::{HeapGame, Nimber, heap::Heaps, search::MisereSolver};
//!
//! let kayles: HeapGame = "kayles".parse()?;
//! let mut solver = MisereSolver::new(kayles);
//! let lost: Vec<u64> = (1..=20).filter(|&n| solver.value(&Heaps::new(vec![n])) == Ok(Nimber(0))).collect();
//! assert_eq!(lost, [1, 4, 9, 12, 20]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![allow(clippy::single_match_else, reason = "two arms of a match read as well as `if let` with `else`")]
#![allow(clippy::unused_self, reason = "methods of a game stand beside each other, whatever they ask of it")]
#![deny(unsafe_code)]
#![deny(missing_docs)]

pub mod analysis;
pub mod counting;
pub mod games;
pub mod graph;
pub mod heap;
pub mod limits;
pub mod loopy;
pub mod moves;
pub mod nim;
pub mod nim_expression;
mod nim_field;
pub mod nimber;
pub mod notation;
pub mod open_position;
pub mod opponent;
pub mod play;
pub mod position;
pub mod quotient;
pub mod ruleset;
pub mod search;
pub mod sequence;
pub mod solve;
pub mod star;
pub mod theorem;
pub mod ulam_warburton;
pub mod working;

pub use games::{Game, Known};
pub use heap::HeapGame;
pub use limits::{Limits, TooLarge};
pub use nimber::Nimber;
pub use play::{Outcome, Play};
pub use position::Position;
pub use ruleset::Ruleset;
pub use search::{Solver, TryRuleset};
pub use sequence::Sequence;
pub use sequence::period::Period;
pub use solve::{Answer, Request, solve};

/// The Rust in the readmes of the project and of this crate compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
struct Readmes;
