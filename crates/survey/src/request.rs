//! What a survey is asked for: patterns of codes, families of subtraction sets, rules. A request becomes a list of games,
//! each with the text by which it was asked for; the number of games is bounded before the list is made.

use sprague::heap::{HeapGame, Rule};
use sprague_store::StoreError;

/// The most games of a plan.
pub const MOST_GAMES: u64 = 1 << 20;

/// A part of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A code, in which each `?` stands for every octal digit.
    Octal(String),
    /// A code, in which each `?` stands for every hexadecimal digit.
    Hexadecimal(String),
    /// Subtraction sets: `max 8` for all sets of numbers up to 8, `max 24 size 3` for those of at most three numbers.
    Subtraction(String),
    /// One game by its code, its name or its rules.
    Game(String),
}

/// The games of a request, each once, in the order in which they were asked for.
pub fn games_of(wishes: &[Wish]) -> Result<Vec<(String, Rule)>, StoreError> {
    let mut total = 0u64;
    for wish in wishes {
        total = total.saturating_add(wish.count()?);
    }
    if total > MOST_GAMES {
        return Err(refuse(format!("the request has {total} games, and a plan has at most {MOST_GAMES}")));
    }
    let mut games = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for wish in wishes {
        for text in wish.texts()? {
            if seen.insert(text.clone()) {
                let game: HeapGame = text.parse().map_err(|error| refuse(format!("`{text}`, {error}")))?;
                games.push((text, game.rule));
            }
        }
    }
    if games.is_empty() { Err(refuse("no game was asked for".to_owned())) } else { Ok(games) }
}

fn refuse(why: String) -> StoreError {
    StoreError::Request(why)
}

impl Wish {
    /// How many games it has.
    fn count(&self) -> Result<u64, StoreError> {
        match self {
            Self::Game(_) => Ok(1),
            Self::Octal(pattern) => Ok(patterns(pattern, 8)),
            Self::Hexadecimal(pattern) => Ok(patterns(pattern, 16)),
            Self::Subtraction(text) => {
                let (max, size) = subtraction(text)?;
                // sets of k of the max numbers, k from 1 to size
                let (mut sets, mut total) = (1u64, 0u64);
                for k in 1..=size {
                    sets = sets.saturating_mul(max - k + 1) / k;
                    total = total.saturating_add(sets);
                    if total > MOST_GAMES {
                        return Err(refuse(format!(
                            "there are more than {MOST_GAMES} subtraction sets of `{text}`, the most that a plan has; \
                             bound the number of their elements, as in `max {max} size 3`"
                        )));
                    }
                }
                Ok(total)
            }
        }
    }

    /// The texts of its games.
    fn texts(&self) -> Result<Vec<String>, StoreError> {
        match self {
            Self::Game(text) => Ok(vec![text.clone()]),
            Self::Octal(pattern) => Ok(expand(pattern, "01234567")),
            Self::Hexadecimal(pattern) => Ok(expand(pattern, "0123456789abcdef")),
            Self::Subtraction(text) => {
                let (max, size) = subtraction(text)?;
                let mut texts = Vec::new();
                sets(&mut Vec::new(), max, size, &mut texts);
                Ok(texts)
            }
        }
    }
}

/// How many codes a pattern has.
fn patterns(pattern: &str, base: u64) -> u64 {
    let (before, after) = pattern.split_once('.').unwrap_or(("", pattern));
    let count = |text: &str| u32::try_from(text.matches('?').count()).unwrap_or(u32::MAX);
    // before the point a digit is a multiple of 4
    base.saturating_pow(count(after)).saturating_mul((base / 4).saturating_pow(count(before)))
}

/// All codes of a pattern, in the order of their digits.
fn expand(pattern: &str, digits: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut after_point = !pattern.contains('.');
    for letter in pattern.trim().chars() {
        after_point |= letter == '.';
        let step = if after_point { 1 } else { 4 };
        let choices: Vec<char> =
            if letter == '?' { digits.chars().step_by(step).collect() } else { vec![letter] };
        texts = texts
            .iter()
            .flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}")))
            .collect();
    }
    texts
}

/// Reads `max 24` or `max 24 size 3`: the greatest number of a set, and how many numbers it may have.
fn subtraction(text: &str) -> Result<(u64, u64), StoreError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.parse::<u64>().ok().filter(|number| (1..=4096).contains(number));
    let read = match words[..] {
        ["max", max] => number(max).map(|max| (max, max)),
        ["max", max, "size", size] => number(max).zip(number(size)).map(|(max, size)| (max, size.min(max))),
        _ => None,
    };
    read.ok_or_else(|| {
        refuse(format!("`{text}`: expected `max 8`, or `max 24 size 3` for at most three numbers"))
    })
}

/// The sets that continue this one, in the order of a dictionary.
fn sets(begun: &mut Vec<u64>, max: u64, size: u64, texts: &mut Vec<String>) {
    for next in begun.last().map_or(1, |last| last + 1)..=max {
        begun.push(next);
        let numbers: Vec<String> = begun.iter().map(u64::to_string).collect();
        texts.push(format!("take({})", numbers.join(",")));
        if size > 1 {
            sets(begun, max, size - 1, texts);
        }
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(wish: Wish) -> usize {
        let announced = wish.count().expect("a wish");
        let games = games_of(&[wish]).expect("games");
        assert_eq!(games.len() as u64, announced);
        games.len()
    }

    #[test]
    fn patterns_have_every_code_once() {
        assert_eq!(count(Wish::Octal("0.???".into())), 512);
        assert_eq!(count(Wish::Hexadecimal("0.??".into())), 256);
        assert_eq!(count(Wish::Octal("?.1?".into())), 16);
        assert_eq!(count(Wish::Subtraction("max 8".into())), 255);
        assert_eq!(count(Wish::Subtraction("max 10 size 2".into())), 55);
        let blocks = games_of(&[Wish::Octal("0.3[0?]".into())]).expect("games");
        assert_eq!((blocks.len(), blocks[7].1.to_string().as_str()), (8, "0.3[07]"));
        let games = games_of(&[Wish::Octal("0.7?".into()), Wish::Game("0.77".into())]).expect("games");
        assert_eq!((games.len(), games[7].0.as_str()), (8, "0.77"));
    }

    #[test]
    fn what_is_too_much_or_no_game_is_refused_in_a_line() {
        let refused = |wish: Wish| games_of(&[wish]).expect_err("a refusal").to_string();
        assert!(refused(Wish::Octal("0.????????????????????????????".into())).contains("at most 1048576"));
        assert!(refused(Wish::Subtraction("max 24".into())).contains("max 24 size 3"));
        assert!(refused(Wish::Subtraction("max 99999999999999999999".into())).contains("expected"));
        assert!(refused(Wish::Octal("0.7x?".into())).contains("column"));
        assert!(refused(Wish::Game(String::new())).contains("column"));
        assert!(refused(Wish::Octal("3.?".into())).contains("column"));
    }
}
