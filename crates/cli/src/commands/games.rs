//! `sprague games`: the catalogue, or everything known about one game.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::games::{Term, catalogue as games};
use sprague::heap::catalogue::{self, Entry, EntryKind};
use sprague::heap::closed::closed_form;
use sprague::heap::{HeapGame, Rule, describe, relations};
use sprague::notation::{Cursor, NotationError};
use sprague::position::Position;
use sprague_answer::command::{BoardGameFacts, GameDocument, HeapGameFacts, Solved};

use super::{heap_game, survey};
use crate::args::{Common, Games};
use crate::failure::Failure;
use crate::library::{self, Row};
use crate::{output, settled};

pub fn run(args: &Games, common: &Common) -> Result<ExitCode, Failure> {
    let Some(text) = &args.game else { return catalogue(common) };
    let name = text.split('(').next().unwrap_or_default().trim();
    if let Some((_, entry)) = games::find(name)
        && let EntryKind::Board(example) = entry.kind
    {
        let title = title(entry, text).map_err(|error| Failure::notation(text, error))?;
        return board(&Board { entry, example: adapted(example, &title), title }, common);
    }
    heap(&heap_game(text)?, common)
}

/// A board of the catalogue, by its name with parameters.
struct Board<'t> {
    entry: &'t Entry,
    title: String,
    example: String,
}

/// The name of a board with the parameters that were typed, in one spelling.
fn title(entry: &Entry, text: &str) -> Result<String, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.take_while(|c| c != '(');
    if cursor.rest().is_empty() {
        return Ok(entry.name.to_owned());
    }
    let title =
        Term::read_board_name(entry.name, &mut cursor).unwrap_or_else(|| Ok(entry.name.to_owned()))?;
    cursor.end()?;
    Ok(title)
}

/// The example with these parameters, where it is a position of that board too.
fn adapted(example: &str, title: &str) -> String {
    let body = example.split_once(':').map_or("", |(_, body)| body);
    let changed = format!("{title}:{body}");
    if changed.parse::<Position>().is_ok() { changed } else { example.to_owned() }
}

fn catalogue(common: &Common) -> Result<ExitCode, Failure> {
    let entries: Vec<&Entry> = games::entries().collect();
    if common.json {
        let documents: Vec<GameDocument> = entries.iter().filter_map(|entry| entry_document(entry)).collect();
        return output::json_list(common, &documents);
    }
    let mut text = String::from("Heap games and their rules:\n");
    for entry in entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Heap(_))) {
        let rule = entry.rule().map_or(String::new(), |rule| rule.to_string());
        row(&mut text, entry, &rule);
    }
    text.push_str("\nBoards (with an example):\n");
    for entry in entries {
        if let EntryKind::Board(example) = entry.kind {
            row(&mut text, entry, example);
        }
    }
    text.push_str(
        "\nAny code (0.77, 4.7, 0.3f, 0.3...) and any rule is a game too:\n  sprague games \"take(1,3) leave(0..2) | split(2, distinct)\"\n",
    );
    output::text(common, &text)
}

fn row(text: &mut String, entry: &Entry, what: &str) {
    let _ = if entry.aliases.is_empty() {
        writeln!(text, "  {:<20} {what}", entry.name)
    } else {
        writeln!(text, "  {:<20} {what:<35} also {}", entry.name, entry.aliases.join(", "))
    };
}

fn entry_document(entry: &Entry) -> Option<GameDocument> {
    match (entry.rule(), entry.kind) {
        (Some(rule), _) => Some(heap_document(&HeapGame { rule, name: Some(entry.name) })),
        (None, EntryKind::Board(example)) => {
            Some(board_document(&Board { entry, title: entry.name.to_owned(), example: example.to_owned() }))
        }
        (None, EntryKind::Heap(_)) => None,
    }
}

fn board_document(Board { entry, title, example }: &Board<'_>) -> GameDocument {
    GameDocument::Board(BoardGameFacts {
        game: title.clone(),
        canonical: title.clone(),
        code: (),
        names: entry.names().map(str::to_owned).collect(),
        standard_form: (),
        rules: entry.words.to_owned(),
        example: example.clone(),
        known: entry.known.iter().map(|&fact| fact.to_owned()).collect(),
    })
}

fn board(board: &Board<'_>, common: &Common) -> Result<ExitCode, Failure> {
    if common.json {
        return output::json(common, &board_document(board));
    }
    let mut text = format!("{}\n\n{}\n", board.title, board.entry.words);
    for fact in board.entry.known {
        let _ = writeln!(text, "Known: {fact}");
    }
    let _ = writeln!(text, "\nTry: sprague solve \"{}\"", board.example);
    output::text(common, &text)
}

/// What is known of a heap game: the facts of the catalogue, and the theorem that gives all its values.
fn known(rule: &Rule) -> Vec<String> {
    let facts = catalogue::of_rule(rule).map_or(&[][..], |entry| entry.known);
    let theorem = closed_form(rule, 0).map(|(_, theorem)| format!("Every value by theorem: {theorem}."));
    facts.iter().map(|&fact| fact.to_owned()).chain(theorem).collect()
}

fn heap(game: &HeapGame, common: &Common) -> Result<ExitCode, Failure> {
    if common.json {
        return output::json(common, &heap_document(game));
    }
    let entry = catalogue::of_rule(&game.rule);
    let mut text = format!("{game}\n\n{}\n\n", describe(&game.rule));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<15} {value}");
    };
    line("canonical form", &game.rule.to_string());
    if game.rule.code().is_some() {
        line("rules", &game.rule.clause_text());
    }
    let names: Vec<&str> = entry.iter().flat_map(|entry| entry.names()).collect();
    if !names.is_empty() {
        line("names", &names.join(", "));
    }
    let standard = relations::standard_form(&game.rule);
    if standard == game.rule {
        line("standard form", "itself");
    } else {
        line("standard form", &format!("{standard} (same values at every heap, theory H.5)"));
    }
    if let Some(cousin) = relations::first_cousin(&game.rule) {
        line("first cousin", &format!("{cousin} (its heap n-1 has the value of heap n here, theory H.1)"));
    }
    for shifted in shifted_to(&game.rule) {
        line("first cousin", &format!("{shifted} (its heap n+1 has the value of heap n here, theory H.1)"));
    }
    let equal = equal_codes(&game.rule);
    if !equal.is_empty() {
        line("equal games", &equal.join(", "));
    }
    for fact in known(&game.rule) {
        line("known", &fact);
    }
    let records = settled::records(&game.rule);
    if let Some(row) = &records.solved {
        line("solved", &solved(row));
    }
    for who in &records.by {
        line("solved by", who);
    }
    for how_far in &records.computed {
        line("computed", how_far);
    }
    if let Some(open) = &records.open {
        line("open", open);
    }
    if let Some(row) = library::find_misere(&game.rule) {
        line("misère play", &row.words());
    }
    if let Some(oeis) = entry.and_then(|entry| entry.oeis) {
        line("OEIS", oeis);
    }
    output::text(common, &text)
}

/// The other codes d0.d1d2d3 with d0 = 0 or 4 of the same standard form, so with the same values at every heap.
fn equal_codes(rule: &Rule) -> Vec<String> {
    let standard = relations::standard_form(rule);
    let same = |code: &String| {
        code.parse::<Rule>().is_ok_and(|other| other != *rule && relations::standard_form(&other) == standard)
    };
    if rule.code().is_none() { Vec::new() } else { survey::codes().filter(same).collect() }
}

/// The period of a solved game, and where its proof is.
fn solved(row: &Row) -> String {
    let saltus = if row.saltus == 0 { String::new() } else { format!(", saltus {}", row.saltus) };
    let certificate = match &row.file {
        Some(file) => format!("certificate proofs/{file}"),
        None => format!("certificate by `{}`", row.command()),
    };
    format!("period {}, preperiod {}{saltus}, by {}; {certificate}", row.period, row.preperiod, row.theorem)
}

/// The named games whose first cousin this is.
fn shifted_to(rule: &Rule) -> Vec<&'static str> {
    let named = catalogue::HEAP_GAMES.iter().filter_map(|entry| Some((entry.name, entry.rule()?)));
    named
        .filter(|(_, other)| relations::first_cousin(other).as_ref() == Some(rule))
        .map(|(name, _)| name)
        .collect()
}

fn heap_document(game: &HeapGame) -> GameDocument {
    let entry = catalogue::of_rule(&game.rule);
    let records = settled::records(&game.rule);
    let solved = |row: Row| Solved {
        period: row.period,
        preperiod: row.preperiod,
        saltus: row.saltus,
        theorem: row.theorem.clone(),
        command: row.command(),
        certificate: row.file,
    };
    GameDocument::Heap(Box::new(HeapGameFacts {
        game: game.to_string(),
        canonical: game.rule.to_string(),
        code: game.rule.code(),
        names: entry.iter().flat_map(|entry| entry.names()).map(str::to_owned).collect(),
        standard_form: relations::standard_form(&game.rule).to_string(),
        first_cousin: relations::first_cousin(&game.rule).map(|rule| rule.to_string()),
        first_cousin_of: shifted_to(&game.rule).into_iter().map(str::to_owned).collect(),
        rules: describe(&game.rule),
        equal: equal_codes(&game.rule),
        known: known(&game.rule),
        solved: records.solved.map(solved),
        solved_by: records.by,
        computed: records.computed,
        open: records.open,
        oeis: entry.and_then(|entry| entry.oeis).map(str::to_owned),
    }))
}
