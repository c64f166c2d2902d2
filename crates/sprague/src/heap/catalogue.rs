//! The named games: one table for names, aliases, rules in words, and what is known.
//!
//! Heap games carry their rule as text, which the tests read; boards are listed here so that every name is found in
//! one place, and read elsewhere. What is known is said with the number of the statement it rests on.

use strsim::levenshtein;

use super::rule::Rule;

/// A named game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names for the same game.
    pub aliases: &'static [&'static str],
    /// What kind of game it is.
    pub kind: Kind,
    /// The rules in words.
    pub words: &'static str,
    /// Facts about its values, with the statement of the theory in brackets.
    pub known: &'static [&'static str],
    /// The number of its nim-sequence in the On-Line Encyclopedia of Integer Sequences.
    pub oeis: Option<&'static str>,
}

/// The kinds of games in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A heap game, with its code or rules.
    Heap(&'static str),
    /// Any other game, with a position as an example.
    Board(&'static str),
}

impl Entry {
    /// The rule of a heap game.
    pub fn rule(&self) -> Option<Rule> {
        match self.kind {
            Kind::Heap(text) => Some(text.parse().expect("the rules of the catalogue parse")),
            Kind::Board(_) => None,
        }
    }

    /// The name, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The entry with this name or alias, and the name as the table spells it. Letter case and apostrophes do not count.
pub fn find(word: &str) -> Option<(&'static str, &'static Entry)> {
    let word: String = word.chars().filter(|&c| c != '\'').collect();
    let mut names = ENTRIES.iter().flat_map(|entry| entry.names().map(move |name| (name, entry)));
    names.find(|(name, _)| name.eq_ignore_ascii_case(&word))
}

/// The entry of the heap game with this rule, however it is called.
pub fn of_rule(rule: &Rule) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.rule().as_ref() == Some(rule))
}

/// The name that is at most two letters away from a misspelled one.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.chars().count() > 40 {
        return None;
    }
    let names = ENTRIES.iter().flat_map(Entry::names).map(|name| (levenshtein(name, &word), name));
    names.min().filter(|&(distance, name)| distance <= 2 && distance < name.len() / 2).map(|(_, name)| name)
}

macro_rules! entries {
    ($($name:literal $(| $alias:literal)* = $kind:ident($text:literal), $words:literal, [$($known:literal),*]
        $(, $oeis:literal)?;)*) => {
        /// All named games.
        pub const ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::$kind($text),
            words: $words,
            known: &[$($known),*],
            oeis: entries!(@oeis $($oeis)?),
        },)*];
    };
    (@oeis) => { None };
    (@oeis $oeis:literal) => { Some($oeis) };
}

entries! {
    "nim" = Heap("0.3..."), "Take any number of tokens from one heap.",
        ["The value of a heap is its size (theory 2.1).", "The misère P-positions are those of normal play, but for heaps of at most 1 token, where they are the other ones (theory 2.2)."];
    "kayles" | "thesis-a" = Heap("0.77"), "Take one or two tokens and, if you like, split what is left into two heaps: knock down one pin of a row, or two neighbors.",
        ["Period 12 from heap 71 on, proved (theory 3.3)."], "A002186";
    "dawsons-kayles" | "dawson-kayles" = Heap("0.07"), "Take two tokens and, if you like, split what is left into two heaps: paint two adjacent free squares of a row.",
        ["Period 34 from heap 53 on, proved (theory 3.2)."];
    "dawsons-chess" | "dawson-chess" = Heap("0.137"), "Take one token if it is the last, two if what is left is one heap or nothing, or three and leave at most two heaps.",
        ["The value of a heap of n is that of n+1 tokens in Dawson's Kayles, 0.07.", "Period 34 from heap 52 on, proved (theory 3.2, 3.4)."], "A002187";
    "officers" = Heap("0.6"), "Take one token and leave one heap or two.",
        ["The value of a heap of n is that of n+1 tokens in Couples-Are-Forever."];
    "treblecross" | "one-dimensional-tic-tac-toe" = Heap("0.007"), "Take three tokens and, if you like, split what is left into two heaps.", [];
    "guiles" = Heap("0.15"), "Take one token if it is the last, or two and leave nothing or two heaps.", [];
    "lasker" | "laskers-nim" | "lasker-nim" = Heap("4.3..."), "Take any number of tokens from one heap, or split a heap into two without taking.", [];
    "grundy" | "grundys-game" | "thesis-b" = Heap("split(2, distinct)"), "Split one heap into two heaps of different sizes.",
        ["No period is known (theory 4.1).", "Up to 49 000 000 there are 41 positive heaps of value 0, the last 1222 (theory 4.4), and 1286 positive heaps of rare value, the last 48 399 022 (theory 4.6)."], "A002188";
    "couples-are-forever" | "thesis-e" = Heap("split(2) on 3.."), "Split one heap of at least three tokens into two.",
        ["The value of a heap of n is that of n-1 tokens in Officers, 0.6.", "No period up to 20 000 (theory 4.1)."];
    "thesis-c" = Heap("split(2)"), "Split one heap into two.", ["0 for odd heaps, 1 for even ones, proved (theory 4.1 C)."];
    "thesis-d" = Heap("split(2, distinct) | split(2) on 2"), "Split one heap into two of different sizes; a heap of 2 may be split into 1 and 1.",
        ["The same values as splitting into any two heaps: 0 for odd heaps, 1 for even ones (theory 4.1 D)."];
    "thesis-f" = Heap("split(2, diff>=2)"), "Split one heap into two that differ by at least 2.", ["Period 4 from heap 5 on, proved (theory 4.1 F)."];
    "thesis-g" = Heap("split(2, diff>=3)"), "Split one heap into two that differ by at least 3.", ["No period up to 100 000 (theory 4.1)."];
    "thesis-h" = Heap("split(3, distinct)"), "Split one heap into three of different sizes.",
        ["The formula (n-3)/3, rounded down, holds for 3 to 12 tokens only (theory 4.7)."];
    "thesis-i" = Heap("split(3, not-all-equal)"), "Split one heap into three that are not all equal.",
        ["Every value occurs at most three times, so there is no period, proved (theory 4.7)."];
    "thesis-j" = Heap("split(3)"), "Split one heap into three.", ["The value is (n-1)/2, rounded down, proved (theory 4.1 J)."];
    "rectangle" | "rectangles" = Board("rectangle: 4x7 3x3"), "Cut one rectangle, in one direction, into two with integer sides that differ by at least 1; rectangle(diff>=D) asks for D.",
        ["0 if both sides have value 0 in the game of one dimension, the other value if one has, 1 if neither has (theory 5.2); likewise in any dimension (theory 5.3)."];
    "silver-dollar" = Board("silver-dollar: [2,5,6,8,10]"), "Move one token of a strip to a smaller empty square without jumping.",
        ["The nim-sum of the gaps between pairs of tokens, counted from the largest (theory 6.2)."];
    "star" | "star-silver-dollar" = Board("star: [3] [4] [2,5,7]"), "Silver Dollar on strips that share square 0, which holds at most one token.",
        ["Only the lowest token or two of each strip need a search; the others count as pairs (theory 6.5)."];
    "star-nim" = Board("star-nim: 3 5 7"), "Star Silver Dollar with one token on each strip: Nim in which only one heap may be emptied.",
        ["Three heaps are P if their nim-sum is 0 (theory 7.2); two heaps if they are equal and at least 2, or 0 and 1 (theory 7.1)."];
    "shared" = Board("shared(2): 5 7"), "Two strips with one token each that share their first squares in the same order.",
        ["A token on the shared squares makes it Silver Dollar (theory 9.2)."];
    "nearly" = Board("nearly(kayles, nim): [5] [3]"), "The nearly disjunctive sum: the first component moved to a P-position of its own becomes the owner, and no other may be moved to one.",
        ["Of Nim heaps it is Star Nim (theory 9.1)."];
    "chomp" = Board("chomp: 3x4"), "Eat a square and all that lie below and to the right of it; the first square is poisoned and may not be eaten.",
        ["Every rectangle but 1x1 is N (theory 10.1)."];
    "bogus-nim" | "poker-nim" = Board("bogus-nim: 3 5 bank 7"), "Nim in which a player may also add tokens from a bank.", ["The values are those of Nim (theory 2.3)."];
    "wythoff" | "wythoffs-game" = Board("wythoff: 5 8"), "Take from one heap, or the same number from both.", ["P-positions by the golden ratio (theory W.1)."];
    "graph" = Board("graph: {a>b, a>c, b>c}#a"), "Move along an edge of a graph.", [];
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::heap::HeapGame;

    #[test]
    fn names_are_unique_and_resolve_to_one_game() {
        let mut seen = BTreeSet::new();
        for entry in ENTRIES {
            for name in entry.names() {
                assert!(seen.insert(name), "{name} twice");
                assert_eq!(
                    find(&name.to_uppercase()).map(|(found, e)| (found, e.name)),
                    Some((name, entry.name))
                );
                if let Kind::Heap(text) = entry.kind {
                    let game: HeapGame = name.parse().unwrap();
                    assert_eq!(game, text.parse().unwrap());
                    assert_eq!(game.to_string(), name);
                    assert_eq!(of_rule(&game.rule).map(|e| e.name), Some(entry.name));
                }
            }
        }
        assert_eq!(find("Dawson's-Kayles").map(|(name, _)| name), Some("dawsons-kayles"));
    }

    #[test]
    fn a_misspelled_name_is_guessed() {
        assert_eq!(nearest("kayls"), Some("kayles"));
        assert_eq!(nearest("Grundi"), Some("grundy"));
        assert_eq!(nearest("wythof"), Some("wythoff"));
        assert_eq!(nearest("poker"), None);
        assert_eq!(nearest(""), None);
    }
}
