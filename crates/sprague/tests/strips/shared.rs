//! Shared squares (theory 9.2).

use sprague::games::shared::Shared;
use sprague::games::star_nim::StarNim;
use sprague::nimber::{Nimber, nim_sum};
use sprague::play::Outcome;
use sprague::ruleset::Plain;
use sprague::search::Solver;

use super::{ascending, compare};

#[test]
fn no_shared_cell_is_nim_and_one_is_star_nim() {
    let mut nim = Solver::new(Plain(Shared::new(0)));
    let (mut one, mut star) = (Solver::new(Plain(Shared::new(1))), Solver::new(Plain(StarNim)));
    for tokens in ascending(3, 0, 9) {
        let value = nim_sum(tokens.iter().copied().map(Nimber));
        assert_eq!(nim.value(&tokens), Ok(value), "{tokens:?}");
        if tokens[1] > 0 {
            assert_eq!(one.value(&tokens), star.value(&tokens), "{tokens:?}");
        }
    }
}

#[test]
fn shared_cells_equal_the_search() {
    for cells in 0..=4 {
        let rules = Shared::new(cells);
        let legal = |tokens: &Vec<u64>| !tokens.windows(2).any(|pair| pair[0] == pair[1] && pair[0] < cells);
        let few = [0, 1, 3, 4].map(|k| ascending(k, 0, [1, 17, 17, 9, 7][k])).concat();
        let pairs: Vec<_> = ascending(2, 0, 17).into_iter().filter(legal).collect();
        compare(rules, few.into_iter().filter(legal));
        let tally = compare(rules, pairs.clone());
        assert!(tally.listed >= pairs.len(), "{cells} {tally:?}");
        let mut solver = Solver::new(Plain(rules));
        for tokens in pairs {
            let [a, b] = tokens[..] else { unreachable!("pairs have two tokens") };
            let outcome = solver.outcome(&tokens).unwrap();
            assert_eq!(rules.outcome_by_theorem(&tokens).unwrap().0, outcome, "{cells}: {tokens:?}");
            if cells > 0 && a >= cells {
                assert_eq!(outcome == Outcome::P, a == b && a > cells, "{cells}: {tokens:?}");
            }
        }
    }
}
