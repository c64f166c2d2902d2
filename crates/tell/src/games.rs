//! The catalogue, and everything known about one game: its rule in all spellings, its relatives, its facts, what is
//! settled of it.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::games::{Term, catalogue as games};
use sprague::heap::catalogue::{self, Entry, EntryKind};
use sprague::heap::closed::closed_form;
use sprague::heap::{HeapGame, Rule, describe, relations};
use sprague::notation::{Cursor, NotationError};
use sprague::position::Position;

use crate::lab::{GameAnswer, GameEntry};
use crate::library::{self, Row};
use crate::{Told, oeis, settled};

crate::document::documents! {
    GameDocument = "game"
}

/// What is known of a game: one entry of the catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Game")]
pub enum GameDocument {
    /// A heap game.
    Heap(Box<HeapGameFacts>),
    /// A board.
    Board(BoardGameFacts),
}

/// What is known of a heap game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HeapGameFacts {
    /// The game as it was called.
    pub game: String,
    /// The canonical form of its rule.
    pub canonical: String,
    /// Its code, where it has one.
    pub code: Option<String>,
    /// Its names.
    pub names: Vec<String>,
    /// The standard form, with the same values at every heap (theory H.5).
    pub standard_form: String,
    /// The game whose heap n - 1 has the value of heap n here (theory H.1).
    pub first_cousin: Option<String>,
    /// The named games whose first cousin this is.
    pub first_cousin_of: Vec<String>,
    /// The rules in words.
    pub rules: String,
    /// Other codes with the same values at every heap.
    pub equal: Vec<String>,
    /// Facts.
    pub known: Vec<String>,
    /// The proved period and its certificate, where one is kept.
    pub solved: Option<Solved>,
    /// Who solved it, with the source.
    pub solved_by: Vec<String>,
    /// How far its values were computed, here and by others, with the source.
    pub computed: Vec<String>,
    /// What is not known of it.
    pub open: Option<String>,
    /// The number of its sequence in the OEIS.
    pub oeis: Option<String>,
}

/// The proved period of a game, and where its certificate is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// The fundamental period.
    pub period: u64,
    /// The exact preperiod.
    pub preperiod: u64,
    /// What each turn adds.
    pub saltus: u64,
    /// The theorem by its number (`docs/theory.md`), or the word for a closed form.
    pub theorem: String,
    /// The file in `proofs/`, where it is kept.
    pub certificate: Option<String>,
    /// The command that writes it.
    pub command: String,
}

/// What is known of a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardGameFacts {
    /// The game, with its parameters.
    pub game: String,
    /// The same.
    pub canonical: String,
    /// Boards have no code.
    pub code: (),
    /// Its names.
    pub names: Vec<String>,
    /// Boards have no standard form.
    pub standard_form: (),
    /// The rules in words.
    pub rules: String,
    /// A position.
    pub example: String,
    /// Facts.
    pub known: Vec<String>,
}

/// A game that is asked about.
pub enum GameQuestion {
    /// A heap game.
    Heap(HeapGame),
    /// A board of the catalogue, by its name with the parameters that were typed, and an example with these parameters.
    Board {
        /// Its entry.
        entry: &'static Entry,
        /// The name with parameters, in one spelling.
        title: String,
        /// A position.
        example: String,
    },
}

impl GameQuestion {
    /// Reads a game: the name of a board, with parameters or without; a code, a name or a rule of a heap game.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let name = text.split('(').next().unwrap_or_default().trim();
        let Some((entry, example)) = board(name) else { return Ok(Self::Heap(text.parse()?)) };
        let mut cursor = Cursor::new(text);
        cursor.take_while(|c| c != '(');
        let mut title = entry.name.to_owned();
        if !cursor.rest().is_empty() {
            if let Some(read) = Term::read_board_name(entry.name, &mut cursor) {
                title = read?;
            }
            cursor.end()?;
        }
        // the example with these parameters, where it is a position of that board too
        let body = example.split_once(':').map_or("", |(_, body)| body);
        let changed = format!("{title}:{body}");
        let example = if changed.parse::<Position>().is_ok() { changed } else { example.to_owned() };
        Ok(Self::Board { entry, title, example })
    }

    /// What is known of it.
    pub fn answer(&self) -> Told<GameDocument> {
        match self {
            Self::Heap(game) => {
                let facts = heap_facts(game);
                let text = heap_text(game, &facts);
                Told::new(GameDocument::Heap(Box::new(facts)), text)
            }
            Self::Board { entry, title, example } => {
                // parameters change the rules
                let own = example.parse::<Position>().ok().filter(|_| title != entry.name);
                let own = own.and_then(|position| position.0.first().map(Term::rules_in_words));
                let rules = own.unwrap_or_else(|| entry.words.to_owned());
                let mut text = format!("{title}\n\n{rules}\n");
                for fact in entry.known {
                    let _ = writeln!(text, "Known: {fact}");
                }
                let _ = writeln!(text, "\nTry: sprague solve \"{example}\"");
                let facts = BoardGameFacts { rules, ..board_facts(entry, title, example) };
                Told::new(GameDocument::Board(facts), text)
            }
        }
    }
}

/// The board of this name, with its example.
fn board(name: &str) -> Option<(&'static Entry, &'static str)> {
    let (_, entry) = games::find(name)?;
    if let EntryKind::Board(example) = entry.kind { Some((entry, example)) } else { None }
}

/// All named games as documents.
pub fn catalogue_documents() -> Vec<GameDocument> {
    let document = |entry: &Entry| match (entry.rule(), entry.kind) {
        (Some(rule), _) => {
            Some(GameDocument::Heap(Box::new(heap_facts(&HeapGame { rule, name: Some(entry.name.into()) }))))
        }
        (None, EntryKind::Board(example)) => {
            Some(GameDocument::Board(board_facts(entry, entry.name, example)))
        }
        (None, EntryKind::Heap(_)) => None,
    };
    games::entries().filter_map(document).collect()
}

/// All named games, a line each.
pub fn catalogue_text() -> String {
    let mut text = String::from("Heap games and their rules:\n");
    for entry in games::entries().filter(|entry| matches!(entry.kind, EntryKind::Heap(_))) {
        let rule = entry.rule().map_or(String::new(), |rule| rule.to_string());
        row(&mut text, entry, &rule);
    }
    text.push_str("\nBoards (with an example):\n");
    for entry in games::entries() {
        if let EntryKind::Board(example) = entry.kind {
            row(&mut text, entry, example);
        }
    }
    text + "\nAny code (0.77, 4.7, 0.3f, 0.3...) and any rule is a game too:\n  sprague games \"take(1,3) leave(0..2) | split(2, distinct)\"\n"
}

fn row(text: &mut String, entry: &Entry, what: &str) {
    let _ = if entry.aliases.is_empty() {
        writeln!(text, "  {:<20} {what}", entry.name)
    } else {
        writeln!(text, "  {:<20} {what:<35} also {}", entry.name, entry.aliases.join(", "))
    };
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn names(entry: Option<&Entry>) -> Vec<String> {
    entry.iter().flat_map(|entry| entry.names()).map(str::to_owned).collect()
}

fn board_facts(entry: &Entry, title: &str, example: &str) -> BoardGameFacts {
    BoardGameFacts {
        game: title.to_owned(),
        canonical: title.to_owned(),
        code: (),
        names: names(Some(entry)),
        standard_form: (),
        rules: entry.words.to_owned(),
        example: example.to_owned(),
        known: owned(entry.known),
    }
}

/// The facts of the catalogue, and the theorem that gives all values.
fn known(rule: &Rule) -> Vec<String> {
    let facts = catalogue::of_rule(rule).map_or(&[][..], |entry| entry.known);
    let theorem = closed_form(rule, 0).map(|(_, theorem)| format!("Every value by theorem: {theorem}."));
    owned(facts).into_iter().chain(theorem).collect()
}

fn heap_facts(game: &HeapGame) -> HeapGameFacts {
    let rule = &game.rule;
    let entry = catalogue::of_rule(rule);
    let records = settled::records(rule);
    let solved = |row: Row| Solved {
        period: row.period,
        preperiod: row.preperiod,
        saltus: row.saltus,
        theorem: row.theorem.clone(),
        command: row.command(),
        certificate: row.file,
    };
    HeapGameFacts {
        game: game.to_string(),
        canonical: rule.to_string(),
        code: rule.code(),
        names: names(entry),
        standard_form: relations::standard_form(rule).to_string(),
        first_cousin: relations::first_cousin(rule).map(|rule| rule.to_string()),
        first_cousin_of: shifted_to(rule),
        rules: describe(rule),
        equal: equal_codes(rule),
        known: known(rule),
        solved: records.solved.map(solved),
        solved_by: records.by,
        computed: records.computed,
        open: records.open,
        oeis: oeis::of_rule(rule).map(|sequence| sequence.number.to_owned()),
    }
}

fn heap_text(game: &HeapGame, facts: &HeapGameFacts) -> String {
    let mut text = format!("{game}\n\n{}\n\n", facts.rules);
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<15} {value}");
    };
    line("canonical form", &facts.canonical);
    if facts.code.is_some() {
        line("rules", &game.rule.clause_text());
    }
    if !facts.names.is_empty() {
        line("names", &facts.names.join(", "));
    }
    let form = &facts.standard_form;
    if *form == facts.canonical {
        line("standard form", "itself");
    } else {
        line("standard form", &format!("{form} (same values at every heap, theory H.5)"));
    }
    if let Some(cousin) = &facts.first_cousin {
        line("first cousin", &format!("{cousin} (its heap n-1 has the value of heap n here, theory H.1)"));
    }
    for shifted in &facts.first_cousin_of {
        line("first cousin", &format!("{shifted} (its heap n+1 has the value of heap n here, theory H.1)"));
    }
    if !facts.equal.is_empty() {
        line("equal games", &facts.equal.join(", "));
    }
    facts.known.iter().for_each(|fact| line("known", fact));
    if let Some(Solved { period, preperiod, saltus, theorem, certificate, command }) = &facts.solved {
        let saltus = if *saltus == 0 { String::new() } else { format!(", saltus {saltus}") };
        let certificate = match certificate {
            Some(file) => format!("certificate proofs/{file}"),
            None => format!("certificate by `{command}`"),
        };
        line(
            "solved",
            &format!("period {period}, preperiod {preperiod}{saltus}, by {theorem}; {certificate}"),
        );
    }
    facts.solved_by.iter().for_each(|who| line("solved by", who));
    facts.computed.iter().for_each(|how_far| line("computed", how_far));
    facts.open.iter().for_each(|open| line("open", open));
    if let Some(row) = library::find_misere(&game.rule) {
        line("misère play", &row.words());
    }
    facts.oeis.iter().for_each(|oeis| line("OEIS", oeis));
    text
}

/// The other codes d0.d1d2d3 with d0 = 0 or 4 of the same standard form, so with the same values at every heap, in their
/// shortest spelling.
fn equal_codes(rule: &Rule) -> Vec<String> {
    if rule.code().is_none() {
        return Vec::new();
    }
    let standard = relations::standard_form(rule);
    let same = |code: &String| {
        code.parse::<Rule>().is_ok_and(|other| other != *rule && relations::standard_form(&other) == standard)
    };
    let codes = [0, 4].into_iter().flat_map(|first| (0..512).map(move |rest| format!("{first}.{rest:03o}")));
    let shortest = |code: String| match code.trim_end_matches('0') {
        short if short.ends_with('.') => format!("{short}0"),
        short => short.to_owned(),
    };
    codes.map(shortest).filter(same).collect()
}

/// The named games whose first cousin this is.
fn shifted_to(rule: &Rule) -> Vec<String> {
    let named = catalogue::HEAP_GAMES.iter().filter_map(|entry| Some((entry.name, entry.rule()?)));
    let shifted = named.filter(|(_, other)| relations::first_cousin(other).as_ref() == Some(rule));
    shifted.map(|(name, _)| name.to_owned()).collect()
}

/// What the page is told of a game by its name, a code or a rule.
pub fn game_answer(text: &str) -> Result<GameAnswer, NotationError> {
    if let Some((entry, example)) = board(text.trim()) {
        return Ok(GameAnswer {
            game: entry.name.to_owned(),
            canonical: entry.name.to_owned(),
            code: None,
            names: names(Some(entry)),
            standard_form: None,
            first_cousin: None,
            rules: entry.words.to_owned(),
            known: owned(entry.known),
            oeis: entry.oeis.map(str::to_owned),
            example: example.to_owned(),
            sequence: false,
        });
    }
    let game: HeapGame = text.parse()?;
    let entry = catalogue::of_rule(&game.rule);
    Ok(GameAnswer {
        game: game.to_string(),
        canonical: game.rule.to_string(),
        code: game.rule.code(),
        names: names(entry),
        standard_form: Some(relations::standard_form(&game.rule).to_string()),
        first_cousin: relations::first_cousin(&game.rule).map(|rule| rule.to_string()),
        rules: describe(&game.rule),
        known: known(&game.rule),
        oeis: entry.and_then(|entry| entry.oeis).map(str::to_owned),
        example: format!("{game}: {}", first_heaps(entry.map_or("", |entry| entry.name))),
        sequence: true,
    })
}

/// What the page's gallery is told of a named game.
pub fn gallery_entry(entry: &'static Entry) -> GameEntry {
    let game = entry.rule().map(|rule| HeapGame { rule, name: Some(entry.name.into()) });
    let example = match entry.kind {
        EntryKind::Heap(_) => format!("{}: {}", entry.name, first_heaps(entry.name)),
        EntryKind::Board(example) => example.to_owned(),
    };
    let position: Position = example.parse().expect("the examples of the catalogue are positions");
    let board = position.0[0].view().board;
    GameEntry {
        name: entry.name,
        title: entry.title.to_owned(),
        group: board.group(),
        board,
        example,
        rules: entry.words.to_owned(),
        known: owned(entry.known),
        aliases: owned(entry.aliases),
        oeis: entry.oeis.map(str::to_owned),
        sequence: game.is_some(),
        code: game.and_then(|game| game.rule.code()),
    }
}

/// First heaps of a game that is then neither over at once nor long.
fn first_heaps(name: &str) -> &'static str {
    match name {
        "nim" => "3 4 5",
        "kayles" => "7 5",
        "dawsons-kayles" | "dawsons-chess" | "treblecross" => "9 6",
        "lasker" => "4 3 2",
        "rims" | "thesis-c" | "thesis-d" | "couples-are-forever" => "6 4",
        "thesis-h" | "thesis-i" | "thesis-j" => "10 7",
        _ => "9 5",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_position_with_moves() {
        for entry in games::entries() {
            let position: Position = gallery_entry(entry).example.parse().expect("a position");
            assert!(sprague::moves::any(&position), "{position}");
        }
    }
}
