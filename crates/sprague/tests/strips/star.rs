//! Star Silver Dollar (theory 6.3 to 6.8).

use sprague::games::Game;
use sprague::games::star::{Star, StarPosition};
use sprague::ruleset::Ruleset;
use sprague::search::Solver;

use super::{all_strips, compare, star};
use crate::common::{nimber, rows};

#[test]
fn star_silver_dollar_samples() {
    let mut solver = Solver::new(Star);
    for row in rows(include_str!("../../../tables/golden/star_silver_dollar_samples.csv")) {
        let (position, value) = (star(row[0]), nimber(row[4]));
        assert_eq!(solver.value(&position).unwrap(), value, "{}", row[0]);
        assert_eq!(position.zero_is_occupied(), row[6] == "1");
        if let Some(reduction) = Star.reduce(&position).filter(|reduction| !reduction.rest.is_empty()) {
            assert_eq!(reduction.known, nimber(row[3]), "{}", row[0]);
            assert_eq!(Star.canonical(reduction.rest[0].clone()), Star.canonical(star(row[1])));
        }
    }
}

#[test]
fn star_of_one_and_two_tokens() {
    let mut solver = Solver::new(Star);
    for row in rows(include_str!("../../../tables/golden/star_silver_dollar_mixed_heads.csv")) {
        let position = star(&format!("{}|{} {}", row[0], row[1], row[2]));
        assert_eq!(solver.value(&position).unwrap(), nimber(row[3]), "{row:?}");
    }
}

#[test]
fn stars_of_two_strips_equal_the_search() {
    let strips = all_strips(8, 1..=4);
    let pairs = strips
        .iter()
        .enumerate()
        .flat_map(|(i, a)| strips[i..].iter().map(move |b| vec![a.clone(), b.clone()]));
    let stars: Vec<StarPosition> = pairs.filter_map(StarPosition::new).collect();
    assert_eq!(stars.len(), 11_123);
    let tally = compare(Star, stars);
    assert!(tally.closed > 5000 && tally.reduced > 9000, "{tally:?}");
}

#[test]
fn stars_of_three_strips_equal_the_search() {
    let strips = all_strips(6, 1..=4);
    let mut stars = Vec::new();
    for (i, a) in strips.iter().enumerate() {
        for (j, b) in strips.iter().enumerate().skip(i) {
            stars.extend(
                strips[j..].iter().filter_map(|c| StarPosition::new(vec![a.clone(), b.clone(), c.clone()])),
            );
        }
    }
    assert_eq!(stars.len(), 17_050);
    compare(Star, stars);
    compare(Star, [star(""), star("||"), star("0||"), star("|3"), star("|2 4||3 5|"), star("4||4|2|1")]);
}
