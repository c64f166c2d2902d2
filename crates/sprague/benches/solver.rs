//! The solver against a plain recursion over a `HashMap`, in the same run.
//!
//! Both compute Sprague-Grundy values of whole positions from the same options. The plain one is what anybody would
//! write first: a map from positions to values and a recursive function. Prints positions per second and the ratio
//! of the times, three rounds each, alternating. Then nim-products, by the tables and bit by bit.
//!
//! Graphs and boards have a search of their own. It is compared with the same plain recursion over sets of nodes, a word
//! each, in time and in the memory that is resident at the end.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sprague::games::chomp::Chomp;
use sprague::games::cram::Cram;
use sprague::games::node_kayles::NodeKayles;
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

/// The plain recursion over whole sets of nodes; a move takes one of these sets, if it is there.
fn plain_sets(left: u64, moves: &[(u64, u64)], known: &mut HashMap<u64, u8>) -> u8 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut seen = 0u64;
    for &(needed, taken) in moves {
        if left & needed == needed {
            seen |= 1 << plain_sets(left & !taken, moves, known);
        }
    }
    let value = seen.trailing_ones() as u8;
    known.insert(left, value);
    value
}

/// The moves of Node Kayles or of Cram on a grid: the nodes that must be there, and those that go.
fn grid_moves(rows: u64, columns: u64, nodes: bool) -> Vec<(u64, u64)> {
    let at = |row: u64, column: u64| 1u64 << (row * columns + column);
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                edges.push((at(row, column), at(row, column + 1)));
            }
            if row + 1 < rows {
                edges.push((at(row, column), at(row + 1, column)));
            }
        }
    }
    if !nodes {
        return edges.into_iter().map(|(a, b)| (a | b, a | b)).collect();
    }
    let near = |node: u64| {
        edges.iter().filter(|&&(a, b)| a == node || b == node).fold(node, |near, (a, b)| near | a | b)
    };
    (0..rows * columns).map(|node| (1 << node, near(1 << node))).collect()
}

/// The memory that is resident, in megabytes; 0 where the system does not tell.
#[expect(clippy::disallowed_methods, reason = "a benchmark asks the system for its memory")]
fn resident() -> f64 {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = told.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0.0);
    pages * 4096.0 / 1e6
}

fn compare_grid<G: Game>(game: &G, text: &str, (rows, columns): (u64, u64), nodes: bool) {
    let position = game.read(&mut Cursor::new(text)).expect("a board");
    let (before, start) = (resident(), Instant::now());
    let mut known = Known::new(Limits::default());
    let value = known.value(game, &position).expect("within the usual limits").expect("a value");
    let (time, memory) = (start.elapsed().as_secs_f64(), resident() - before);
    drop(known);
    let (before, start) = (resident(), Instant::now());
    let mut sets = HashMap::new();
    let plain = plain_sets((1 << (rows * columns)) - 1, &grid_moves(rows, columns, nodes), &mut sets);
    let (plain_time, plain_memory) = (start.elapsed().as_secs_f64(), resident() - before);
    assert_eq!(value, Nimber(plain.into()));
    println!(
        "{} {text}: value {value} in {:.1} ms and {memory:.1} MB; plain memo of {} sets in {:.1} ms and \
         {plain_memory:.1} MB: {:.1}x the time",
        G::ENTRY.title,
        1e3 * time,
        sets.len(),
        1e3 * plain_time,
        plain_time / time
    );
}

fn main() {
    compare_grid(&NodeKayles, "grid 5x6", (5, 6), true);
    compare_grid(&NodeKayles, "grid 6x7", (6, 7), true);
    compare_grid(&Cram, "5x5", (5, 5), false);
    compare_grid(&Cram, "5x6", (5, 6), false);

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

    products();
}

/// The product by Karatsuba down to single bits, without tables.
fn product_of_bits(a: u64, b: u64, bits: u32) -> u64 {
    if bits == 1 || a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let low_bits = (1 << half) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> half, a & low_bits), (b >> half, b & low_bits));
    let (low, high) = (product_of_bits(a0, b0, half), product_of_bits(a1, b1, half));
    let all = product_of_bits(a1 ^ a0, b1 ^ b0, half);
    (all ^ low) << half | (low ^ product_of_bits(high, 1 << (half - 1), half))
}

/// Nim-products, inverses and roots of 64-bit numbers, and the plain product in the same run.
fn products() {
    const COUNT: u64 = 2_000_000;
    const PLAIN: u64 = 20_000;
    let numbers = |count: u64| (1..=count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63);
    // each result is an operand of the next, so that nothing is left out or done side by side
    let measure = |count: u64, step: &dyn Fn(u64, u64) -> u64| {
        let start = Instant::now();
        let last = numbers(count).fold(1, step);
        (start.elapsed().as_secs_f64() * 1e9 / count as f64, last)
    };
    let start = Instant::now();
    let first = Nimber(3) * Nimber(5);
    println!(
        "Nim-arithmetic of 64 bits; the first product, {first}, makes the tables in {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    for _ in 0..3 {
        let (plain, slow) = measure(PLAIN, &|a, b| product_of_bits(a, b, 64) ^ b);
        let (_, fast) = measure(PLAIN, &|a, b| (Nimber(a) * Nimber(b)).0 ^ b);
        assert_eq!(slow, fast);
        let (product, _) = measure(COUNT, &|a, b| (Nimber(a) * Nimber(b)).0 ^ b);
        let (inverse, _) = measure(COUNT, &|a, b| Nimber(a ^ b).inverse().map_or(1, |inverse| inverse.0));
        let (root, _) = measure(COUNT, &|a, b| Nimber(a ^ b).square_root().0);
        println!(
            "  product {product:.1} ns, inverse {inverse:.1} ns, square root {root:.1} ns; product by bits {plain:.0} ns ({:.0}x)",
            plain / product
        );
    }
}
