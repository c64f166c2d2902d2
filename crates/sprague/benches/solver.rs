//! The solver against a plain recursion over a `HashMap`, in the same run.
//!
//! Both compute Sprague-Grundy values of whole positions from the same options. The plain one is what anybody would
//! write first: a map from positions to values and a recursive function. Prints positions per second and the ratio
//! of the times, three rounds each, alternating.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sprague::games::chomp::Chomp;
use sprague::games::{Game, Known};
use sprague::heap::{HeapGame, Heaps};
use sprague::limits::Limits;
use sprague::nimber::{Nimber, mex};
use sprague::notation::Cursor;
use sprague::ruleset::Ruleset;
use sprague::search::Solver;

/// The game without its theorems: a search has to do the work.
#[derive(Clone)]
struct Searched<R>(R);

impl<R: Ruleset> Ruleset for Searched<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position) -> Vec<R::Position> {
        self.0.options(position)
    }

    fn components(&self, position: R::Position, parts: &mut Vec<R::Position>) {
        self.0.components(position, parts);
    }

    fn canonical(&self, position: R::Position) -> R::Position {
        self.0.canonical(position)
    }
}

fn plain<R: Ruleset>(rules: &R, position: &R::Position, known: &mut HashMap<R::Position, Nimber>) -> Nimber {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options = rules.options(position);
    let values: Vec<Nimber> = options.iter().map(|option| plain(rules, option, known)).collect();
    let value = mex(values);
    known.insert(position.clone(), value);
    value
}

fn compare<R: Ruleset + Clone>(name: &str, rules: &R, position: &R::Position) {
    println!("{name}");
    println!("  {:>28} {:>28} {:>7}", "plain recursion", "solver", "ratio");
    for _ in 0..3 {
        let start = Instant::now();
        let mut known = HashMap::new();
        let expected = plain(rules, position, &mut known);
        let plain_time = start.elapsed();

        let start = Instant::now();
        let mut solver = Solver::new(rules.clone());
        let value = solver.value(position).expect("within the usual limits");
        let solver_time = start.elapsed();

        assert_eq!(value, expected);
        println!(
            "  {} {} {:>6.1}x",
            line(known.len(), plain_time),
            line(solver.evaluated(), solver_time),
            plain_time.as_secs_f64() / solver_time.as_secs_f64()
        );
    }
}

fn line(positions: usize, time: Duration) -> String {
    let rate = positions as f64 / time.as_secs_f64() / 1e6;
    format!("{positions:>9} in {:>8.1} ms ({rate:.2} M/s)", time.as_secs_f64() * 1e3)
        .chars()
        .take(60)
        .collect()
}

fn main() {
    let mut text = Cursor::new("9x9");
    let chomp = Chomp.read(&mut text).expect("a board");
    compare("Chomp 9x9", &Searched(Chomp), &chomp);

    let kayles: HeapGame = "kayles".parse().expect("a name");
    compare("Kayles rows 14 11 8", &Searched(kayles), &Heaps::new(vec![14, 11, 8]));

    let mut text = Cursor::new("12x12");
    let chomp = Chomp.read(&mut text).expect("a board");
    let start = Instant::now();
    let value = Known::new(Limits::default()).value(&Chomp, &chomp).expect("within the usual limits");
    let value = value.expect("the table gives it");
    println!("Chomp 12x12 by its table: value {value} in {:.2} s", start.elapsed().as_secs_f64());
}
