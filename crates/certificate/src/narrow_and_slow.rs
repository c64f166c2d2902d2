//! The fast walk against the slow one: the same values, and the same refusals at the same heaps, from true windows and
//! from forged ones.
#![allow(clippy::pedantic, reason = "numbers here are small")]

use crate::narrow::Narrow;
use crate::removed::forge::{claim, code, naive, space};
use crate::sparse::{Game, Walk};
use crate::{Certificate, Evidence, Runs, SpaceText, SpaceType, TheoremName};
use sprague_kit::Random;

/// The values from the end of the window on, or why there are none; and how many of them the fast walk found.
fn walked(
    game: &Game,
    small: &[u32],
    (start, window): (u64, &[u32]),
    end: u64,
    fast: bool,
) -> (Result<Vec<u32>, String>, usize) {
    let mut narrow = Narrow::new(game, small).filter(|_| fast);
    let mut walk = Walk::new(game, Some(small), (start, end), window.to_vec());
    let (mut values, mut quickly) = (Vec::new(), 0);
    while walk.next() < end {
        if let Some(narrow) = &mut narrow {
            narrow.advance(&mut walk, end, &mut |block: &[u8]| {
                quickly += block.len();
                values.extend(block.iter().map(|&value| u32::from(value)));
            });
            assert_eq!(walk.next(), start + window.len() as u64 + values.len() as u64);
        }
        for _ in walk.next()..end.min(walk.next() + 100) {
            match walk.step(game.space.reach) {
                Ok(value) => values.push(value),
                Err(fault) => return (Err(fault.to_string()), quickly),
            }
            walk.forget(game.back + 1);
        }
    }
    (Ok(values), quickly)
}

/// Both walks; how many values the fast one found, and whether they were refused.
fn compared(game: &Game, small: &[u32], window: (u64, &[u32]), end: u64) -> (usize, bool) {
    let (slow, _) = walked(game, small, window, end, false);
    let (fast, quickly) = walked(game, small, window, end, true);
    assert_eq!(slow, fast, "{:?} {:?}", game.space, game.rule());
    (quickly, slow.is_err())
}

fn paper(text: &str) -> Certificate {
    let evidence = Evidence::Small(Runs::default());
    let claim = claim(1 << 20, 2, 0);
    Certificate { theorem: TheoremName::Sparse, rule: code(text), claim, evidence }
}

#[test]
fn the_fast_walk_agrees_with_the_slow_one() {
    const LENGTH: u64 = 4000;
    let mut chance = Random::new(0x0123_4567_89ab_cdef);
    let (mut quickly, mut refused, mut held) = (0, 0, 0);
    let games = [
        ("0.106", SpaceType::One, 1),
        ("0.104", SpaceType::One, 1),
        ("0.454", SpaceType::Zero, 0),
        ("0.054", SpaceType::Zero, 0),
        ("0.156", SpaceType::Zero, 0),
        ("0.356", SpaceType::Zero, 0),
        ("0.354", SpaceType::Zero, 0),
        ("0.45", SpaceType::Zero, 0),
        ("0.77", SpaceType::Zero, 0),
        ("0.07", SpaceType::One, 0),
        ("0.117", SpaceType::One, 1),
        ("0.1017", SpaceType::One, 1),
        ("4.064", SpaceType::Zero, 0),
        ("0.16", SpaceType::Zero, 0),
    ];
    for (text, kind, parity) in games {
        let values = naive(&code(text), LENGTH);
        let found = space(&values, kind, parity, 0);
        let last = found.rare.last().map_or(0, |rare| rare.0);
        for reach in [last.min(1200), 64, 100, 200, 400, 1000] {
            // rare heaps beyond W are left out, and the walks must refuse the same ones
            let mut space = SpaceText { reach, ..found.clone() };
            space.rare.retain(|rare| rare.0 <= reach);
            let certificate = paper(text);
            let Ok(game) = Game::new(&certificate, &space, u64::MAX) else { continue };
            let small = &values[..=reach as usize];
            let length = game.back + 1;
            let mut see = |found: (usize, bool)| {
                quickly += found.0;
                refused += usize::from(found.1);
                held += usize::from(!found.1);
            };
            for _ in 0..4 {
                let end = length + chance.below(LENGTH - length);
                let start = end - length;
                let window = &values[start as usize..end as usize];
                let beyond = end + 700 + chance.below(100);
                see(compared(&game, small, (start, window), beyond));
                // one value or a few changed, or none true, and with larger values
                for most in [1, 2, 5, window.len()] {
                    for values in [4, 32, 64, 80] {
                        let mut forged = window.to_vec();
                        for _ in 0..most {
                            forged[chance.below(length) as usize] = chance.below(values) as u32;
                        }
                        // far from the start, where all heaps have the same options, and near it
                        for start in [start, start + (1 << 20)] {
                            see(compared(&game, small, (start, &forged), start + length + 500));
                        }
                    }
                }
            }
            for at in 0..space.rare.len().min(6) {
                let mut fewer = space.clone();
                fewer.rare.remove(at);
                let Ok(game) = Game::new(&certificate, &fewer, u64::MAX) else { continue };
                let window = &values[values.len() - length as usize..];
                see(compared(&game, small, (LENGTH - length, window), LENGTH + 500));
            }
        }
    }
    println!("{quickly} values by the fast walk; {held} walks hold, {refused} are refused");
    assert!(quickly > 100_000 && refused > 100 && held > 100, "{quickly} {refused} {held}");
}

/// Long enough for the options to be chosen, and for old values to be forgotten.
#[test]
fn a_long_fast_walk_agrees_with_the_slow_one() {
    for (text, kind, parity) in [("0.106", SpaceType::One, 1), ("0.454", SpaceType::Zero, 0)] {
        let values = naive(&code(text), 6000);
        let found = space(&values, kind, parity, 5000);
        let certificate = paper(text);
        let game = Game::new(&certificate, &found, u64::MAX).unwrap();
        let small = &values[..=5000];
        let window = &values[values.len() - game.back as usize - 1..];
        let start = 6000 - window.len() as u64;
        let (quickly, refused) = compared(&game, small, (start, window), 120_000);
        assert!(quickly > 100_000 && !refused, "{text} {quickly} {refused}");
    }
}
