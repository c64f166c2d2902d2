//! Lines of Star Silver Dollar with one or two tokens a strip (theory 6.8).

use sprague::games::silver_dollar::Strip;
use sprague::games::star::{Star, StarPosition};
use sprague::ruleset::Plain;
use sprague::search::Solver;
use sprague::star::{HeadLine, row_by_repetition};

use super::{lines, number};

/// Source: the mixed heads [a], [b, c] (theory 6.8).
#[test]
fn golden_mixed_heads() {
    let mut cells = 0;
    for line in lines(include_str!("../../../tables/golden/star_silver_dollar_mixed_heads.csv")) {
        let [a, b, c, value] =
            line[..].try_into().map(|line: [&str; 4]| line.map(number)).expect("four columns");
        let upper = HeadLine::new(&[vec![a]], Some(b), 10_000).expect("small");
        assert_eq!(upper.values(c).last(), Some(&value), "[{a}] [{b},{c}], the upper token runs");
        let single = HeadLine::new(&[vec![b, c]], None, 10_000).expect("small");
        assert_eq!(single.values(a).last(), Some(&value), "[{a}] [{b},{c}], the single token runs");
        cells += 1;
    }
    assert!(cells > 100);
}

#[test]
fn the_plain_search_agrees() {
    let mut solver = Solver::new(Plain(Star));
    let shapes: [(&[&[u64]], Option<u64>); 7] = [
        (&[&[3]], Some(2)),
        (&[&[2, 4]], None),
        (&[&[2, 4]], Some(2)),
        (&[&[2], &[3]], Some(1)),
        (&[&[2], &[1, 3]], None),
        (&[&[1, 3], &[2, 3]], None),
        (&[], Some(3)),
    ];
    for (strips, lower) in shapes {
        let strips: Vec<Vec<u64>> = strips.iter().map(|strip| strip.to_vec()).collect();
        let line = HeadLine::new(&strips, lower, 10_000).expect("small");
        for (t, value) in (line.first()..).zip(line.values(9)) {
            let running: Vec<u64> = lower.into_iter().chain([t]).collect();
            let all =
                strips.iter().chain([&running]).map(|strip| Strip::new(strip.clone()).expect("ascending"));
            let star = StarPosition::new(all.collect()).expect("nobody on 0");
            assert_eq!(solver.value(&star).expect("small").0, value, "{strips:?} {running:?}");
        }
    }
}

/// One token beside one: the rows of Star Nim, whose periods are known.
#[test]
fn rows_of_star_nim_are_lines() {
    for row in 1..=6 {
        let line = HeadLine::new(&[vec![row]], None, 100).expect("small");
        let found = line.period(10_000).expect("a period");
        let known = row_by_repetition(row as usize, 10_000).expect("a period");
        assert_eq!((found.first, found.period), (known.first_column, known.period), "row {row}");
    }
}

#[test]
fn periods_of_mixed_lines_hold_and_are_least() {
    for (a, b) in (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))) {
        let line = HeadLine::new(&[vec![a]], Some(b), 1000).expect("small");
        let found = line.period(100_000).expect("a period");
        let offsets: Vec<i64> = (b + 1..)
            .zip(line.values(4000))
            .map(|(t, value)| value.cast_signed() - t.cast_signed())
            .collect();
        let from = (found.first - b - 1) as usize;
        assert!(
            offsets[from..].iter().zip(found.offsets.iter().cycle()).all(|(x, y)| x == y),
            "[{a}] [{b},*]"
        );
        let p = found.period as usize;
        assert!(
            from == 0 || offsets[from - 1] != offsets[from - 1 + p],
            "[{a}] [{b},*] starts at {}",
            found.first
        );
        assert!(
            (1..p)
                .all(|q| !p.is_multiple_of(q)
                    || (0..p).any(|i| found.offsets[i] != found.offsets[(i + q) % p]))
        );
    }
}

#[test]
fn what_is_no_line_is_refused() {
    assert!(HeadLine::new(&[vec![1, 2, 3]], None, 1000).is_none(), "three tokens");
    assert!(HeadLine::new(&[vec![0]], None, 1000).is_none(), "a token on 0");
    assert!(HeadLine::new(&[vec![3, 2]], None, 1000).is_none(), "not ascending");
    assert!(HeadLine::new(&[vec![]], None, 1000).is_none(), "an empty strip");
    assert!(HeadLine::new(&[vec![2]], Some(0), 1000).is_none(), "the lower token on 0");
    assert!(HeadLine::new(&[vec![100, 200]], Some(50), 1000).is_none(), "too many placements");
    assert!(HeadLine::new(&[vec![9]], Some(4), 1000).expect("small").period(10).is_none(), "too short");
}

/// Theory 6.10: with square 0 counted as an entry where the token runs alone, no line has a value twice. In [1] [2] [*]
/// that entry is 1, the option of every other place, and so the value 1 never occurs from square 1 on.
#[test]
fn a_constant_source_is_the_entry_at_zero() {
    let line = HeadLine::new(&[vec![1], vec![2]], None, 100).expect("small");
    assert!(!line.values(5000).contains(&1));
    for (a, b) in (1..=5).flat_map(|a| (a..=6).map(move |b| (a, b))) {
        let line = HeadLine::new(&[vec![a], vec![b]], None, 1000).expect("small");
        let mut all = line.values(1000);
        all.push((a - 1) ^ (b - 1));
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0] < two[1]), "[{a}] [{b}] [*]");
    }
}
