//! P-positions of k-Star Nim beside Nim's (theory 7.1 to 7.4); the golden lists are claims of `farr-ho` 3.

use sprague::games::star_nim::StarNim;
use sprague::limits::Limits;
use sprague::play::Outcome;
use sprague::search::Solver;
use sprague_star::{PositionCounts, StarPositions};

fn positions(tokens: usize, most: u64) -> (Vec<Vec<u64>>, PositionCounts) {
    let mut positions = StarPositions::new(tokens, most, &Limits::default()).expect("small");
    let mut found: Vec<Vec<u64>> = positions.by_ref().collect();
    found.sort_unstable();
    (found, positions.counts())
}

#[test]
fn propositions_one_to_three() {
    assert!(positions(2, 200).0.into_iter().eq((2..=200).map(|n| vec![n, n])));
    let (three, counts) = positions(3, 60);
    assert_eq!((counts.star, counts.nim, counts.both), (counts.nim, counts.nim, three.len() as u64));
    assert!(three.iter().all(|tokens| tokens[0] ^ tokens[1] ^ tokens[2] == 0));
    let with_one: Vec<Vec<u64>> = positions(4, 50)
        .0
        .into_iter()
        .filter(|tokens| tokens[0] == 1)
        .map(|tokens| tokens[1..].to_vec())
        .collect();
    assert!(with_one == positions(3, 50).0);
}

#[test]
fn the_search_agrees() {
    for (k, most) in [(1, 9), (2, 12), (3, 9), (4, 7), (5, 5), (6, 4), (7, 3)] {
        let found = positions(k, most).0;
        let mut solver = Solver::new(StarNim);
        let mut tokens = vec![1; k];
        let mut p = 0;
        loop {
            if tokens.is_sorted() && solver.outcome(&tokens).expect("small") == Outcome::P {
                assert!(found.contains(&tokens), "{tokens:?}");
                p += 1;
            }
            let Some(at) = tokens.iter().position(|&token| token < most) else { break };
            tokens[at] += 1;
            tokens[..at].fill(1);
        }
        assert_eq!(p, found.len(), "{k} {most}");
    }
}

#[test]
fn too_many_are_refused() {
    for (k, most) in [(6, 10_000), (1, u64::MAX), (40, 1000), (2, 1 << 40)] {
        assert!(StarPositions::new(k, most, &Limits::default()).is_err(), "{k} {most}");
    }
    assert_eq!(StarPositions::new(3, 0, &Limits::default()).expect("nothing").count(), 0);
}
