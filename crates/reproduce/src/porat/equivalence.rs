//! Sections 2 to 4.1 of the notes: sums, equivalence, nimbers, on 34 small games.

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same};
use crate::plain::{Chance, Game, mex};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("2.1", "section 2", "1.5", Holds, sums,
        "Sums are commutative and associative."),
    ("2.2", "Lemma 2.1", "1.9", Holds, adding_a_p_position,
        "Adding a P-position changes no outcome."),
    ("2.3", "Lemma 2.2", "1.9", Holds, equivalence,
        "G + G is a P-position, and G ≈ H exactly when G + H is one."),
    ("3.1", "Thm 3.1", "1.9", Holds, nimbers,
        "Every game is equivalent to one nimber and only one."),
    ("3.2", "Prop. 3.1", "1.9", Holds, different_nimbers,
        "*n ≈ *m only for n = m."),
    ("4.1", "Prop. 4.1", "1.9", Holds, nimber_by_mex,
        "The nimber of a game is the mex of those of its options."),
    ("4.1a", "Thm 4.1", "1.6", Holds, nimber_of_a_sum,
        "The nimber of a sum is the nim-sum."),
];

fn family() -> Vec<Game> {
    let mut chance = Chance(19);
    let mut games = Game::of_length_three();
    while games.len() < 34 {
        let game = Game::random(&mut chance, 6, 4);
        if game.length() <= 4 {
            games.push(game);
        }
    }
    games
}

fn sums(_: &Range) -> Checked {
    let games = family();
    for a in &games {
        for b in &games {
            same("a + b", a.plus(b).is_p(), b.plus(a).is_p())?;
        }
        let (b, c) = (&games[9], &games[25]);
        same("(a + b) + c", a.plus(b).plus(c).is_p(), a.plus(&b.plus(c)).is_p())?;
    }
    Ok(holds("34 × 34 games", 34))
}

fn adding_a_p_position(_: &Range) -> Checked {
    let games = family();
    let lost: Vec<&Game> = games.iter().filter(|game| game.is_p()).collect();
    for a in &lost {
        for g in &games {
            same("outcome", g.plus(a).is_p(), g.is_p())?;
        }
    }
    Ok(holds(format!("{} P-positions, 34 games", lost.len()), 34))
}

fn equivalence(_: &Range) -> Checked {
    let games = family();
    for g in &games {
        ensure!(g.plus(g).is_p(), "G + G is N");
        for h in &games {
            let equivalent = games.iter().all(|x| g.plus(x).is_p() == h.plus(x).is_p());
            same("G + H is P", g.plus(h).is_p(), equivalent)?;
            same("equal values", g.value() == h.value(), equivalent)?;
        }
    }
    Ok(holds("34 games in 34 contexts", 34))
}

fn nimbers(_: &Range) -> Checked {
    for game in family() {
        let fitting: Vec<usize> = (0..8).filter(|&n| game.plus(&Game::nim_heap(n)).is_p()).collect();
        same("nimbers", fitting, vec![game.value() as usize])?;
    }
    Ok(holds("34 games against *0 to *7", 34))
}

fn different_nimbers(_: &Range) -> Checked {
    for n in 0..12 {
        for m in 0..12 {
            same("*n + *m is P", Game::nim_heap(n).plus(&Game::nim_heap(m)).is_p(), n == m)?;
        }
    }
    Ok(holds("n, m < 12", 11))
}

fn nimber_by_mex(_: &Range) -> Checked {
    let mut positions = 0;
    for game in family() {
        for last in 0..game.options.len() {
            let part = Game { options: game.options[..=last].to_vec() };
            let nimber = (0..8).find(|&n| part.plus(&Game::nim_heap(n)).is_p()).ok_or("no nimber")?;
            let options =
                game.options[last].iter().map(|&option| Game { options: game.options[..=option].to_vec() });
            let nimbers =
                options.filter_map(|option| (0..8).find(|&n| option.plus(&Game::nim_heap(n)).is_p()));
            same("mex", nimber as u64, mex(nimbers.map(|n| n as u64)))?;
            positions += 1;
        }
    }
    Ok(holds(format!("{positions} positions"), positions))
}

fn nimber_of_a_sum(_: &Range) -> Checked {
    let games = family();
    for g in &games {
        for h in &games {
            let nimber = sprague::nimber::Nimber(g.value()) + sprague::nimber::Nimber(h.value());
            ensure!(g.plus(h).plus(&Game::nim_heap(nimber.0 as usize)).is_p(), "the sum is not {nimber}");
        }
    }
    Ok(holds("34 × 34 games", 34))
}
