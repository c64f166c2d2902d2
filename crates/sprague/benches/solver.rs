//! The solver against a plain recursion over a `HashMap`, in the same run.
//!
//! Both compute Sprague-Grundy values of whole positions from the same options. The plain one is what anybody would
//! write first: a map from positions to values and a recursive function. Prints positions per second and the ratio
//! of the times, three rounds each, alternating. Then nim-products, by the tables and bit by bit.

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
