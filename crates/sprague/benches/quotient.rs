//! Misère quotients: the solved codes of one and two digits and 0.123, the partial quotients and bounds with known
//! orders, and one sum against the plain search in the same run.

use std::time::Instant;

use sprague::heap::{HeapGame, Heaps, Rule};
use sprague::quotient::{Quotient, QuotientExtent, RuleHeap, quotient};
use sprague::search::MisereSolver;
use sprague::{Limits, Outcome};

fn found(game: &str, to: u64, order: usize) -> (Quotient, f64) {
    let rules: Vec<Rule> = game.split('&').map(|game| game.trim().parse().expect("a code")).collect();
    let extent = QuotientExtent { heaps: vec![to; rules.len()], order, until_period: true };
    let start = Instant::now();
    let found = quotient(&rules, &extent, &Limits::default()).expect("within the limits");
    (found.quotient, start.elapsed().as_secs_f64() * 1e3)
}

fn main() {
    let one = (1..8).flat_map(|d| [format!("0.{d}"), format!("4.{d}")]);
    let two = (0..8).flat_map(|d| (1..8).map(move |e| format!("0.{d}{e}")));
    let (mut solved, mut open) = (Vec::new(), Vec::new());
    for game in one.chain(two).chain(["0.123".to_owned()]) {
        let (quotient, time) = found(&game, 400, 400);
        let list = if quotient.period(0).is_some() { &mut solved } else { &mut open };
        list.push((time, game));
    }
    let sum = |list: &[(f64, String)]| list.iter().map(|(time, _)| time).sum::<f64>();
    let slowest = |list: &[(f64, String)]| {
        let slowest = list.iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("some");
        format!("slowest {} in {:.2} ms", slowest.1, slowest.0)
    };
    println!("{} codes solved in {:.1} ms, {}", solved.len(), sum(&solved), slowest(&solved));
    println!(
        "{} codes open at order 400 or heap 400 in {:.1} ms, {}",
        open.len(),
        sum(&open),
        slowest(&open)
    );
    for (game, to, order) in [
        ("0.07", 33, 1000),
        ("0.64", 14, 2500),
        ("0.35", 13, 2500),
        ("0.26", 2000, 900),
        ("0.57", 2000, 900),
        ("4.7", 2000, 900),
        ("0.156", 8000, 400),
        ("0.644", 8000, 400),
        ("0.77 & 0.123", 30, 400),
    ] {
        let (quotient, time) = found(game, to, order);
        let last = quotient.values(0).len() - 1;
        println!("{game} to heap {last}: order {} in {time:.1} ms", quotient.order());
    }
    let sizes = [16, 14, 11];
    let start = Instant::now();
    let game: HeapGame = "kayles".parse().expect("a name");
    let mut search = MisereSolver::new(game);
    let value = search.value(&Heaps::new(sizes)).expect("within the limits");
    let searched = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    let (quotient, _) = found("0.77", 2000, 400);
    let outcome = quotient.outcome(sizes.map(|size| RuleHeap { rule: 0, size }));
    let decided = start.elapsed().as_secs_f64() * 1e3;
    assert_eq!(outcome, Some(Outcome::of_value(value)));
    println!(
        "kayles: 16 14 11 by search of {} sums in {searched:.1} ms, by the quotient of all heaps in {decided:.1} ms: {:.0}x",
        search.evaluated(),
        searched / decided
    );
}
