//! The page about a survey: what is proved, by what, what is equal, and what is left open.
//!
//! Games are counted three times: as they were asked for, by standard forms (theory H.5: the same values), and by roots
//! (theory H.1: the same values but for a shift of the heaps). A game that the survey left open may be in the library of
//! proofs, with more values, or solved by others; a proof for one game settles all games of its root.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use sprague::heap::{HeapGame, Rule, relations};
use sprague_store::{FileText, StoreError};
use sprague_survey::{GameStanding, SurveyPlan, SurveyRow, SurveyWork};

use crate::library::{self, Row};
use crate::output::grouped;
use crate::settled::{self, Published, Standing, Surveyed, What};

/// Proofs that take at least so many values are listed.
const LISTED: u64 = 200;

/// No more of them are listed: the longest.
const MOST_LISTED: usize = 400;

/// The codes of games are named as long as there are no more.
const MOST_NAMED: usize = 2_000;

/// The most requests that the title names.
const MOST_IN_TITLE: usize = 8;

/// All games of one standard form.
struct Game<'r> {
    codes: Vec<String>,
    row: &'r SurveyRow,
    proof: Proof,
}

/// Why a game is settled, if it is.
enum Proof {
    /// From the values of the survey.
    Values(Row),
    /// In the library of proofs.
    Kept(Row),
    /// Its values are those of a game that is proved, but for a shift.
    Cousin,
    /// Solved by others.
    Published(Box<Published>),
    /// A result calls it proved, and no certificate that was checked shows it.
    Claimed,
    /// The values computed have a period.
    Observed,
    Open,
}

impl Game<'_> {
    /// The proof by its row, here or in the library.
    fn proved(&self) -> Option<&Row> {
        match &self.proof {
            Proof::Values(row) | Proof::Kept(row) => Some(row),
            Proof::Cousin | Proof::Published(_) | Proof::Claimed | Proof::Observed | Proof::Open => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.proof, Proof::Open | Proof::Claimed | Proof::Observed)
    }
}

type Games<'r> = BTreeMap<String, Game<'r>>;

/// The rows by their standard forms.
fn games(rows: &[SurveyRow]) -> Games<'_> {
    let mut games = Games::new();
    for row in rows {
        let code =
            row.game.parse::<HeapGame>().map_or_else(|_| row.game.clone(), |game| game.rule.to_string());
        let game = games.entry(row.form.clone()).or_insert_with(|| Game {
            codes: Vec::new(),
            row,
            proof: proof(row),
        });
        game.codes.push(code);
    }
    let proved: BTreeSet<String> = games
        .values()
        .filter(|game| game.proved().is_some())
        .map(|game| game.row.canonical.clone())
        .collect();
    for game in games.values_mut().filter(|game| game.is_open() && proved.contains(&game.row.canonical)) {
        game.proof = Proof::Cousin;
    }
    games
}

/// Why a game in standard form is settled: by its values, by a proof that is kept, or by others.
fn proof(row: &SurveyRow) -> Proof {
    if let (GameStanding::Proved, Some(period), Some(preperiod)) = (row.status, row.period, row.preperiod) {
        return Proof::Values(Row {
            game: row.form.clone(),
            period,
            preperiod,
            saltus: row.saltus.unwrap_or(0),
            theorem: row.theorem.clone().unwrap_or_default(),
            values: row.values,
            seconds: 0.0,
            bytes: 0,
            limit: String::new(),
            file: None,
        });
    }
    let Ok(rule) = row.form.parse::<Rule>() else { return Proof::Open };
    if let Some(kept) = library::find(&rule) {
        return Proof::Kept(kept);
    }
    let solved = settled::published(&rule).into_iter().find(|row| row.what == What::Solved);
    match solved {
        Some(solved) => Proof::Published(Box::new(solved)),
        None if row.status == GameStanding::Claimed => Proof::Claimed,
        None if row.status == GameStanding::Observed => Proof::Observed,
        None => Proof::Open,
    }
}

/// The table that `sprague games` reads.
pub fn table(rows: &[SurveyRow]) -> Result<String, StoreError> {
    let games = games(rows);
    let surveyed: Vec<Surveyed> = games.iter().map(|(name, game)| surveyed(name, game)).collect();
    settled::survey_text(&surveyed).map_err(|error| StoreError::Request(error.to_string()))
}

fn surveyed(name: &str, game: &Game<'_>) -> Surveyed {
    let row = game.proved();
    let standing = match game.proof {
        Proof::Open | Proof::Claimed | Proof::Observed => Standing::Open,
        Proof::Published(_) => Standing::Published,
        Proof::Values(_) | Proof::Kept(_) | Proof::Cousin => Standing::Proved,
    };
    Surveyed {
        game: name.to_owned(),
        codes: game.codes.len() as u64,
        root: game.row.canonical.clone(),
        shift: game.row.shift,
        standing,
        period: row.map(|row| row.period),
        preperiod: row.map(|row| row.preperiod),
        theorem: row.map_or(String::new(), |row| row.theorem.clone()),
        values: row.map(|row| row.values),
        computed: game.row.to,
    }
}

/// What was asked for, as a title: a long list by its ends.
fn subject(request: &[FileText]) -> String {
    let asked: Vec<String> = request.iter().map(FileText::cell).collect();
    match &asked[..] {
        [first, .., last] if asked.len() > MOST_IN_TITLE => {
            format!("{} rules, {first} to {last}", grouped(asked.len() as u64))
        }
        _ => asked.join(", "),
    }
}

fn plural(count: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// Games as asked, standard forms and roots, as text.
fn counted<'g, 'r: 'g>(games: impl Iterator<Item = &'g Game<'r>>) -> String {
    let (mut codes, mut forms, mut roots) = (0, 0, BTreeSet::new());
    for game in games {
        codes += game.codes.len();
        forms += 1;
        roots.insert(&game.row.canonical);
    }
    [plural(codes, "code"), plural(forms, "game"), plural(roots.len(), "root")].join(", ")
}

/// The page.
pub fn page(plan: &SurveyPlan, rows: &[SurveyRow]) -> String {
    let SurveyWork::Games(work) = &plan.work else { return String::new() };
    let games = games(rows);
    let to = grouped(work.to);
    let count = |keep: &dyn Fn(&Proof) -> bool| counted(games.values().filter(|game| keep(&game.proof)));
    let mut page = format!(
        "# Survey of {}\n\n\
         Made by `sprague survey merge`; do not edit. {} codes were asked for; codes with one standard form have the same \
         values at every heap (theory H.5), and forms with one root have the same values but for a shift of the heaps \
         (theory H.1), so that each root is computed once, to heap {to}. The first heaps of every code were computed once \
         more by the definition, without a difference. So these are {}.\n\n\
         - **Proved from the values computed: {}.**\n\
         - Proved by certificates that are kept (`docs/solved.md`), from more values: {}.\n",
        subject(&work.request),
        grouped(work.asked.len() as u64),
        counted(games.values()),
        count(&|proof| matches!(proof, Proof::Values(_) | Proof::Cousin)),
        count(&|proof| matches!(proof, Proof::Kept(_))),
    );
    for (name, game) in &games {
        if let Proof::Published(row) = &game.proof {
            let (period, preperiod) = (row.period.unwrap_or(0), row.preperiod.unwrap_or(0));
            let _ = writeln!(
                page,
                "- Solved by others, with more values than were computed here: {}. {name} by {}: period {} from heap {} on ({}).",
                counted(std::iter::once(game)),
                row.who,
                grouped(period),
                grouped(preperiod),
                row.source
            );
        }
    }
    if games.values().any(|game| matches!(game.proof, Proof::Observed)) {
        let _ = writeln!(
            page,
            "- The values computed have a period that no theorem shows: {}.",
            count(&|proof| matches!(proof, Proof::Observed))
        );
    }
    if games.values().any(|game| matches!(game.proof, Proof::Claimed)) {
        let _ = writeln!(
            page,
            "- A result calls a period proved, and no certificate that was checked here shows it: {}.",
            count(&|proof| matches!(proof, Proof::Claimed))
        );
    }
    let _ = write!(page, "- Unsettled: {}.\n\n", counted(games.values().filter(|game| game.is_open())));
    let short: Vec<&Game<'_>> = games.values().filter(|game| game.row.to < work.to).collect();
    if !short.is_empty() {
        let least = short.iter().map(|game| game.row.to).min().unwrap_or(0);
        let _ = write!(
            page,
            "Of {} the values end earlier, at heap {} at least, where the steps of a game are spent.\n\n",
            counted(short.into_iter()),
            grouped(least)
        );
    }
    page += &theorems(&games);
    page += &independent(&games);
    page += &cousins(&games);
    page += &long_proofs(&games);
    if rows.len() <= MOST_NAMED {
        page += &equal_values(&to, &games);
    }
    page + &unsettled(&games, rows.len() <= MOST_NAMED)
}

fn theorems(games: &Games<'_>) -> String {
    let mut theorems: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for game in games.values() {
        if let Proof::Values(row) = &game.proof {
            let count = theorems.entry(&row.theorem).or_default();
            *count = (count.0 + game.codes.len(), count.1 + 1);
        }
    }
    let counts: Vec<String> = theorems
        .iter()
        .map(|(number, count)| format!("{number}: {}, {}", plural(count.0, "code"), plural(count.1, "game")))
        .collect();
    format!("Theorems of these proofs (numbers of `docs/theory.md`): {}.\n\n", counts.join("; "))
}

/// The list of unsolved games of another author, compared by roots; only where the survey has its roots and no others.
fn independent(games: &Games<'_>) -> String {
    let listed: Vec<Published> =
        settled::literature().into_iter().filter(|row| row.what == What::Unsolved).collect();
    let root = |code: &str| code.parse::<Rule>().map(|rule| relations::root(&rule).0.to_string());
    let roots: BTreeSet<String> = listed.iter().filter_map(|row| root(&row.game).ok()).collect();
    let all: BTreeSet<&String> = games.values().map(|game| &game.row.canonical).collect();
    let open: BTreeSet<String> =
        games.values().filter(|game| game.is_open()).map(|game| game.row.canonical.clone()).collect();
    let is_same_field = roots.iter().all(|root| all.contains(root)) && open.len() <= roots.len();
    if !is_same_field {
        return String::new();
    }
    let settled: Vec<&str> = listed
        .iter()
        .map(|row| row.game.as_str())
        .filter(|code| root(code).is_ok_and(|root| !open.contains(&root)))
        .collect();
    let ours: Vec<&String> = open.difference(&roots).collect();
    let source = listed.first().map_or("", |row| &row.source);
    let rest = if ours.is_empty() {
        format!(
            "The other {} have {} different roots, and these are the {} roots that are unsettled here, no more and no less.",
            listed.len() - settled.len(),
            roots.intersection(&open).count(),
            open.len()
        )
    } else {
        format!("Unsettled here and not in that list: {ours:?}.")
    };
    format!(
        "An independent count: {source} ({} codes, Grundy's game not counted) was made by other programs. Of its codes {} are \
         settled here: {}. {rest}\n\n",
        listed.len(),
        settled.len(),
        settled.join(", ")
    )
}

/// Why there are fewer unsettled roots than unsettled games.
fn cousins(games: &Games<'_>) -> String {
    let mut families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, game) in games.iter().filter(|(_, game)| game.is_open()) {
        families.entry(&game.row.canonical).or_default().push(name);
    }
    let (forms, roots) = (families.values().map(Vec::len).sum::<usize>(), families.len());
    let several: Vec<String> =
        families.values().filter(|names| names.len() > 1).map(|names| names.join(" and ")).collect();
    if several.is_empty() || several.len() > 40 {
        return String::new();
    }
    format!(
        "Counted by codes the unsettled games are many more than counted by roots: equal codes leave {forms} games, and \
         cousins leave {roots} roots, because these have the same values but for a shift: {}.\n\n",
        several.join("; ")
    )
}

fn long_proofs(games: &Games<'_>) -> String {
    let mut long: Vec<(&String, &Game<'_>, &Row)> = games
        .iter()
        .filter_map(|(name, game)| Some((name, game, game.proved()?)))
        .filter(|(_, _, row)| row.values >= LISTED)
        .collect();
    let all = long.len();
    long.sort_by_key(|(_, _, row)| std::cmp::Reverse(row.values));
    long.truncate(MOST_LISTED);
    long.sort_by_key(|(name, _, _)| (*name).clone());
    let cut = if all > MOST_LISTED {
        format!(
            "There are {} of them; these are the {MOST_LISTED} that take most values.\n\n",
            grouped(all as u64)
        )
    } else {
        String::new()
    };
    let mut text = format!(
        "## Proofs from {LISTED} values or more\n\n{cut}| game | codes | period | preperiod | saltus | theorem | values |\n|---|---|---|---|---|---|---|\n"
    );
    for (name, game, row) in long {
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {} |",
            game.codes.len(),
            grouped(row.period),
            grouped(row.preperiod),
            row.saltus,
            row.theorem,
            grouped(row.values)
        );
    }
    text
}

fn equal_values(to_text: &str, games: &Games<'_>) -> String {
    let mut text = format!(
        "\n## Equal values\n\nGames of different standard form whose values agree to heap {to_text}:\n\n"
    );
    let mut same: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, game) in games {
        same.entry(&game.row.signature).or_default().push(name);
    }
    let mut same: Vec<Vec<&str>> = same.into_values().filter(|names| names.len() > 1).collect();
    same.sort_unstable();
    for names in same {
        let settled = names.iter().all(|name| games.get(*name).is_some_and(|game| game.proved().is_some()));
        let why =
            if settled { "equal for ever, since all have proved periods" } else { "as far as was computed" };
        let _ = writeln!(text, "- {}: {why}", names.join(", "));
    }
    text
}

/// The open games by their roots: the first form of each root, with its other codes, then its cousins.
fn unsettled(games: &Games<'_>, with_codes: bool) -> String {
    let mut text = "\n## Unsettled\n\nEach root once, by its first game in standard form".to_owned();
    text += if with_codes {
        ". After `=` the other codes of that form, after `cousins` the games whose values are the same but for a shift of \
         the heaps.\n\n"
    } else {
        ", with the number of codes that it settles.\n\n"
    };
    let mut roots: BTreeMap<&str, Vec<(&String, &Game<'_>)>> = BTreeMap::new();
    for (name, game) in games.iter().filter(|(_, game)| game.is_open()) {
        roots.entry(&game.row.canonical).or_default().push((name, game));
    }
    let mut families: Vec<Vec<(&String, &Game<'_>)>> = roots.into_values().collect();
    families.sort_unstable_by_key(|family| family[0].0);
    if !with_codes {
        let names: Vec<String> = families
            .iter()
            .map(|family| {
                format!(
                    "{} ({})",
                    family[0].0,
                    family.iter().map(|(_, game)| game.codes.len()).sum::<usize>()
                )
            })
            .collect();
        return text + &names.join(", ") + "\n";
    }
    let in_full = |(name, game): &(&String, &Game<'_>)| {
        let others: Vec<&str> = game.codes.iter().map(String::as_str).filter(|code| code != name).collect();
        if others.is_empty() { (*name).clone() } else { format!("{name} (= {})", others.join(", ")) }
    };
    for family in families {
        let cousins: Vec<String> = family[1..].iter().map(in_full).collect();
        let cousins =
            if cousins.is_empty() { String::new() } else { format!("; cousins {}", cousins.join(", ")) };
        let _ = writeln!(text, "- {}{cousins}", in_full(&family[0]));
    }
    text
}
