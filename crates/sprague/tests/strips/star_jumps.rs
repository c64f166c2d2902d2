//! Star Welter and Star Hexad by the definition (theory R.9).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::common::{answer, least_missing, refused, value};

type Strips = Vec<BTreeSet<u64>>;

/// By the definition; `least` is the least sum of a strip that is moved.
fn plain(strips: &Strips, least: u64, known: &mut HashMap<Strips, u64>) -> u64 {
    let mut key = strips.clone();
    key.sort_unstable();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let occupied = strips.iter().any(|strip| strip.contains(&0));
    let mut seen = BTreeSet::new();
    for (at, strip) in strips.iter().enumerate() {
        for &from in strip {
            for to in (0..from).filter(|to| !strip.contains(to) && !(*to == 0 && occupied)) {
                let mut after = strips.clone();
                after[at].remove(&from);
                after[at].insert(to);
                if after[at].iter().sum::<u64>() >= least {
                    seen.insert(plain(&after, least, known));
                }
            }
        }
    }
    let value = least_missing(&seen);
    known.insert(key, value);
    value
}

fn text(game: &str, strips: &Strips) -> String {
    let strip = |strip: &BTreeSet<u64>| {
        format!("[{}]", strip.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
    };
    format!("{game}: {}", strips.iter().map(strip).collect::<Vec<_>>().join(" "))
}

fn sets(squares: u64, sizes: std::ops::RangeInclusive<u32>) -> Vec<BTreeSet<u64>> {
    let chosen = (0..1u64 << squares).filter(|set| sizes.contains(&set.count_ones()));
    chosen.map(|set| (0..squares).filter(|square| set >> square & 1 == 1).collect()).collect()
}

#[test]
fn star_welter_agrees_with_the_definition() {
    let (strips, mut known) = (sets(6, 1..=3), HashMap::new());
    let mut compared = 0;
    for (at, one) in strips.iter().enumerate() {
        for other in &strips[at..] {
            if one.contains(&0) && other.contains(&0) || compared % 2 == 1 && one.len() + other.len() > 5 {
                compared += 1;
                continue;
            }
            let star = vec![one.clone(), other.clone()];
            assert_eq!(value(&text("star-welter", &star)), plain(&star, 0, &mut known), "{star:?}");
            compared += 1;
        }
    }
    assert!(compared > 700, "{compared}");
    assert_eq!(value("star-welter: [1,4] [2,3]"), 5);
    // with a token on square 0 by theorem, at any size
    let apart = value("welter: 1000000000000000") ^ value("welter: 4 7") ^ value("welter: 2");
    assert_eq!(value("star-welter: [0,1000000000000001] [5,8] [3]"), apart);
}

/// The P-positions of Hexad are the hexads of a Steiner system: every five squares are in one of them.
#[test]
fn p_positions_of_hexad_are_a_steiner_system() {
    let positions: Vec<BTreeSet<u64>> =
        sets(12, 6..=6).into_iter().filter(|set| set.iter().sum::<u64>() >= 21).collect();
    assert_eq!(positions.len(), 905);
    let mut known = HashMap::new();
    let mut fives: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    let mut hexads = 0;
    for (at, set) in positions.iter().enumerate() {
        let star = vec![set.clone()];
        let expected = plain(&star, 21, &mut known);
        if at % 9 == 0 {
            assert_eq!(value(&text("star-hexad", &star)), expected, "{set:?}");
        }
        if expected == 0 {
            hexads += 1;
            for left_out in set {
                *fives
                    .entry(set.iter().copied().filter(|square| square != left_out).collect())
                    .or_default() += 1;
            }
        }
    }
    assert_eq!((hexads, fives.len()), (132, 792));
    assert!(fives.values().all(|&count| count == 1));
}

/// Two strips, square 0 taken in one of them: each alone; the answer lists moves that win.
#[test]
fn star_hexad_of_two_strips() {
    let star: Strips = vec![[0, 1, 2, 5, 7, 8].into(), [1, 2, 3, 4, 5, 8].into()];
    let text = text("star-hexad", &star);
    let mut known = HashMap::new();
    let found = answer(&text);
    assert_eq!(found.value.map(|value| value.0), Some(plain(&star, 21, &mut known)), "{text}");
    for after in &found.winning_moves {
        assert_eq!(value(&after.to_string()), 0, "{after}");
    }
    assert_eq!(refused("star-hexad: [1,2,3]").1, refused("star-hexad: [0,1,2,3,4,5]").1);
    assert!(refused("star-welter: [0,1] [0,2]").1.contains("square 0 is shared"));
}
