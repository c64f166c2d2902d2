//! Silver Dollar (theory 6.1, 6.2).

use sprague::games::silver_dollar::{SilverDollar, Strips};
use sprague::games::star::{Star, StarPosition};
use sprague::ruleset::Plain;
use sprague::search::MisereSolver;

use super::{all_strips, compare, strip};
use crate::common::{nimber, rows};

#[test]
fn silver_dollar_samples() {
    for row in rows(include_str!("../../../tables/golden/silver_dollar_samples.csv")) {
        assert_eq!(strip(row[0]).value(), nimber(row[2]), "{}", row[0]);
    }
}

#[test]
fn silver_dollar_formula_and_moves_equal_the_search() {
    let strips = all_strips(13, 1..=6);
    assert_eq!(strips.len(), 4095);
    let tally = compare(SilverDollar, strips.into_iter().map(|strip| Strips(vec![strip])));
    assert_eq!(tally.closed, 4095);
    let few = all_strips(5, 0..=3);
    let pairs = few.iter().flat_map(|a| few.iter().map(|b| Strips(vec![a.clone(), b.clone()])));
    assert_eq!(compare(SilverDollar, pairs).closed, few.len().pow(2));
}

#[test]
fn components_and_canonical_forms_leave_misere_values_alone() {
    let few = all_strips(5, 0..=3);
    let (mut plain, mut fast) = (MisereSolver::new(Plain(SilverDollar)), MisereSolver::new(SilverDollar));
    let (mut plain_star, mut fast_star) = (MisereSolver::new(Plain(Star)), MisereSolver::new(Star));
    for (a, b) in few.iter().flat_map(|a| few.iter().map(move |b| (a.clone(), b.clone()))) {
        let position = Strips(vec![a.clone(), b.clone()]);
        assert_eq!(fast.value(&position), plain.value(&position), "{position:?}");
        if let Some(position) = StarPosition::new(vec![a, b]) {
            assert_eq!(fast_star.value(&position), plain_star.value(&position), "{position:?}");
        }
    }
}
