//! The named heap games: one table for names, aliases, rules in words, and what is known.
//!
//! Their rules stand as text, which the tests read. Boards have their entries in their own files; all of them together
//! are in [`crate::games::catalogue`]. What is known is said with the number of the statement it rests on.

use super::rule::Rule;

/// A named game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, in lower case.
    pub name: &'static str,
    /// The name as a title.
    pub title: &'static str,
    /// Other names for the same game.
    pub aliases: &'static [&'static str],
    /// What kind of game it is.
    pub kind: EntryKind,
    /// The rules in words.
    pub words: &'static str,
    /// Facts about its values, with the statement of the theory in brackets.
    pub known: &'static [&'static str],
    /// The number of its nim-sequence in the On-Line Encyclopedia of Integer Sequences.
    pub oeis: Option<&'static str>,
}

/// The kinds of games in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A heap game, with its code or rules.
    Heap(&'static str),
    /// Any other game, with a position as an example.
    Board(&'static str),
}

impl Entry {
    /// The rule of a heap game.
    pub fn rule(&self) -> Option<Rule> {
        match self.kind {
            EntryKind::Heap(text) => Some(text.parse().expect("the rules of the catalogue parse")),
            EntryKind::Board(_) => None,
        }
    }

    /// The name, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The entry of the heap game with this rule, however it is called.
pub fn of_rule(rule: &Rule) -> Option<&'static Entry> {
    HEAP_GAMES.iter().find(|entry| entry.rule().as_ref() == Some(rule))
}

macro_rules! entries {
    ($($name:literal ($title:literal) $(| $alias:literal)* = $kind:ident($text:literal), $words:literal, [$($known:literal),*]
        $(, $oeis:literal)?;)*) => {
        /// The named heap games.
        pub const HEAP_GAMES: &[Entry] = &[$(Entry {
            name: $name,
            title: $title,
            aliases: &[$($alias),*],
            kind: EntryKind::$kind($text),
            words: $words,
            known: &[$($known),*],
            oeis: entries!(@oeis $($oeis)?),
        },)*];
    };
    (@oeis) => { None };
    (@oeis $oeis:literal) => { Some($oeis) };
}

entries! {
    "nim" ("Nim") = Heap("0.3..."), "Take any number of tokens from one heap.",
        ["The value of a heap is its size (theory 2.1).", "The misère P-positions are those of normal play, but for heaps of at most 1 token, where they are the other ones (theory 2.2)."];
    "kayles" ("Kayles") | "rayles" | "thesis-a" = Heap("0.77"), "Take one or two tokens and, if you like, split what is left into two heaps: knock down one pin of a row, or two neighbors.",
        ["Period 12 from heap 71 on, proved (theory 3.3).", "Rayles is the same game: draw a closed loop through one or two of the points (theory R.8)."], "A002186";
    "rims" ("Rims") = Heap("0.7..."), "Take any number of tokens and, if you like, split what is left into two heaps: draw a closed loop through some of the points, meeting no other loop; the others are inside or outside.",
        ["The value of a heap is its size (theory R.8)."];
    "dawsons-kayles" ("Dawson's Kayles") | "dawson-kayles" = Heap("0.07"), "Take two tokens and, if you like, split what is left into two heaps: paint two adjacent free squares of a row.",
        ["Period 34 from heap 53 on, proved (theory 3.2)."];
    "dawsons-chess" ("Dawson's Chess") | "dawson-chess" = Heap("0.137"), "Take one token if it is the last, two if what is left is one heap or nothing, or three and leave at most two heaps.",
        ["The value of a heap of n is that of n+1 tokens in Dawson's Kayles, 0.07.", "Period 34 from heap 52 on, proved (theory 3.2, 3.4)."], "A002187";
    "officers" ("Officers") = Heap("0.6"), "Take one token and leave one heap or two.",
        ["The value of a heap of n is that of n+1 tokens in Couples-Are-Forever."];
    "treblecross" ("Treblecross") | "one-dimensional-tic-tac-toe" = Heap("0.007"), "Take three tokens and, if you like, split what is left into two heaps.", [];
    "guiles" ("Guiles") = Heap("0.15"), "Take one token if it is the last, or two and leave nothing or two heaps.", [];
    "lasker" ("Lasker's Nim") | "laskers-nim" | "lasker-nim" = Heap("4.3..."), "Take any number of tokens from one heap, or split a heap into two without taking.",
        ["The values from heap 1 on are 1, 2, 4, 3 and then 4 more with every 4 tokens: period 4, saltus 4, proved (theory P.11)."];
    "grundy" ("Grundy's game") | "grundys-game" | "thesis-b" = Heap("split(2, distinct)"), "Split one heap into two heaps of different sizes.",
        ["No period is known (theory 4.1).", "Up to 49 000 000 there are 41 positive heaps of value 0, the last 1222 (theory 4.4), and 1286 positive heaps of rare value, the last 48 399 022 (theory 4.6)."], "A002188";
    "couples-are-forever" ("Couples are Forever") | "thesis-e" = Heap("split(2) on 3.."), "Split one heap of at least three tokens into two.",
        ["The value of a heap of n is that of n-1 tokens in Officers, 0.6.", "No period up to 20 000 (theory 4.1), nor, as Officers, up to 140 000 000 000 000, which J. P. Grossman has published (theory H.2)."];
    "thesis-c" ("Split in two") = Heap("split(2)"), "Split one heap into two.", ["0 for odd heaps, 1 for even ones, proved (theory 4.1 C)."];
    "thesis-d" ("Split in two, unequal but for 2") = Heap("split(2, distinct) | split(2) on 2"), "Split one heap into two of different sizes; a heap of 2 may be split into 1 and 1.",
        ["The same values as splitting into any two heaps: 0 for odd heaps, 1 for even ones (theory 4.1 D)."];
    "thesis-f" ("Split, at least 2 apart") = Heap("split(2, diff>=2)"), "Split one heap into two that differ by at least 2.", ["Period 4 from heap 5 on, proved (theory 4.1 F)."];
    "thesis-g" ("Split, at least 3 apart") = Heap("split(2, diff>=3)"), "Split one heap into two that differ by at least 3.", ["No period up to 100 000 (theory 4.1)."];
    "thesis-h" ("Split in three, all different") = Heap("split(3, distinct)"), "Split one heap into three of different sizes.",
        ["The formula (n-3)/3, rounded down, holds for 3 to 12 tokens only (theory 4.7)."];
    "thesis-i" ("Split in three, not all equal") = Heap("split(3, not-all-equal)"), "Split one heap into three that are not all equal.",
        ["Every value occurs at most three times, so there is no period, proved (theory 4.7)."];
    "thesis-j" ("Split in three") = Heap("split(3)"), "Split one heap into three.", ["The value is (n-1)/2, rounded down, proved (theory 4.1 J)."];
}
