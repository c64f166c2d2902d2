//! What pictures mark on strips is true: the nim-sum of the gaps is the value, or what the heads leave of it.

use sprague::games::silver_dollar::{SilverDollar, Strips};
use sprague::games::star::{Star, StarPosition};
use sprague::games::{Game, View};
use sprague::nimber::Nimber;
use sprague::ruleset::Plain;
use sprague::search::Solver;

use super::{all_strips, strip};

fn gaps(view: &View) -> Nimber {
    view.strip_marks().iter().flat_map(|marks| &marks.gaps).map(|gap| Nimber(gap.size)).sum()
}

#[test]
fn the_gaps_of_a_strip_have_its_value() {
    let mut solver = Solver::new(Plain(SilverDollar));
    let strips = all_strips(9, 0..=5);
    assert!(strips.len() > 300);
    for strip in strips {
        let position = Strips(vec![strip]);
        assert_eq!(gaps(&SilverDollar.view(&position)), solver.value(&position).unwrap(), "{position:?}");
    }
}

/// Theory 6.4, 6.5, 6.7.
#[test]
fn the_gaps_of_a_star_have_what_its_heads_leave() {
    let mut solver = Solver::new(Plain(Star));
    let strips = all_strips(7, 1..=4);
    let (mut with_heads, mut without) = (0, 0);
    for (at, one) in strips.iter().enumerate() {
        for other in &strips[at..] {
            let Some(star) = StarPosition::new(vec![one.clone(), other.clone()]) else { continue };
            let view = Star.view(&star);
            let all_even = star.strips().iter().all(|strip| strip.tokens().len() % 2 == 0);
            let marked = view.strip_marks();
            let heads = marked.iter().zip(star.strips()).map(|(marks, tokens)| {
                let head: Vec<String> = tokens.tokens()[..marks.head].iter().map(u64::to_string).collect();
                strip(&head.join(" "))
            });
            let heads = StarPosition::new(heads.collect()).expect("no more tokens on square 0");
            let is_settled = all_even || star.zero_is_occupied();
            let of_heads = if is_settled { Nimber(0) } else { solver.value(&heads).unwrap() };
            assert_eq!(of_heads + gaps(&view), solver.value(&star).unwrap(), "{star:?}");
            if is_settled { without += 1 } else { with_heads += 1 }
        }
    }
    assert!(with_heads > 1000 && without > 1000, "{with_heads} {without}");
}
