//! `sprague survey` (hidden): every code d0.d1d2d3 with d0 = 0 or 4, 1 024 games, and which of them are settled.
//!
//! The values of each code are computed, by default to heap 20 000, and to heap 1 000 again by the plain recursion; any
//! difference ends the survey. Codes with the same standard form are one game (theory H.5): their values must agree,
//! and the theorems are tried once for all of them. Forms with one root have the same values but for a shift of the
//! heaps (theory H.1), so a proof for one of them settles all. Games that are still open may be in the library of
//! proofs, with more values, or in the literature.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use sprague::Limits;
use sprague::heap::{Rule, relations};
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Sequence, Signature, Sink, naive_values};

use super::no_json;
use crate::args::{Common, Survey};
use crate::failure::Failure;
use crate::library::{self, Row};
use crate::output::grouped;
use crate::settled::{self, Published, Standing, Surveyed, What};
use crate::{output, progress};

/// How far the plain recursion goes.
const NAIVE: u64 = 1_000;
/// Proofs that take at least so many values are listed.
const LISTED: u64 = 200;

/// All codes of one standard form.
struct Game {
    codes: Vec<String>,
    values: String,
    root: String,
    shift: u64,
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
    Open,
}

impl Game {
    /// The proof by its row, here or in the library.
    fn row(&self) -> Option<&Row> {
        match &self.proof {
            Proof::Values(row) | Proof::Kept(row) => Some(row),
            Proof::Cousin | Proof::Published(_) | Proof::Open => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.proof, Proof::Open)
    }
}

type Games = BTreeMap<String, Game>;

pub fn run(args: &Survey, common: &Common) -> Result<ExitCode, Failure> {
    no_json("survey", "a page in Markdown", common)?;
    if args.misere {
        return super::misere::survey(args, common);
    }
    let mut games = Games::new();
    for code in codes() {
        let rule: Rule = code.parse().map_err(|error| Failure::notation(&code, error))?;
        let standard = relations::standard_form(&rule);
        let values = signature(&rule, args.to, common)
            .map_err(|heap| Failure::Input(format!("{code}: the engines differ at heap {heap}")))?;
        if let Some(game) = games.get_mut(&standard.to_string()) {
            if game.values != values {
                return Err(Failure::Input(format!("{code} differs from its standard form {standard}")));
            }
            game.codes.push(code);
            continue;
        }
        if !common.quiet {
            eprintln!("{code}");
        }
        let (root, shift) = relations::root(&standard);
        let proof = proof(&standard, args.to, common);
        let game = Game { codes: vec![code], values, root: root.to_string(), shift, proof };
        games.insert(standard.to_string(), game);
    }
    settle_cousins(&mut games);
    if let Some(path) = &args.table {
        let rows: Vec<Surveyed> = games.iter().map(|(name, game)| surveyed(name, game, args.to)).collect();
        let text = settled::survey_text(&rows).map_err(|why| Failure::Input(why.to_string()))?;
        output::write_file(path, text.as_bytes())?;
    }
    output::text(common, &output::page(&page(args.to, &games)))
}

/// Why a game in standard form is settled: by its values so far, by a proof that is kept, or by others.
fn proof(rule: &Rule, to: u64, common: &Common) -> Proof {
    let mut sequence = Sequence::new(rule.clone().into(), common.engine());
    if let Finding::Proved(period, claim) = sequence.period(HowFar::To(to), &progress::limits(common)).finding
    {
        return Proof::Values(Row {
            game: rule.to_string(),
            period: period.period,
            preperiod: period.preperiod,
            saltus: period.saltus,
            theorem: claim.theorem.number().to_owned(),
            values: claim.used,
            seconds: 0.0,
            bytes: 0,
            limit: String::new(),
            file: None,
        });
    }
    if let Some(row) = library::find(rule) {
        return Proof::Kept(row);
    }
    let solved = settled::published(rule).into_iter().find(|row| row.what == What::Solved);
    solved.map_or(Proof::Open, |row| Proof::Published(Box::new(row)))
}

/// A game with the root of a proved one is settled too.
fn settle_cousins(games: &mut Games) {
    let proved: BTreeSet<String> =
        games.values().filter(|game| game.row().is_some()).map(|game| game.root.clone()).collect();
    for game in games.values_mut().filter(|game| game.is_open() && proved.contains(&game.root)) {
        game.proof = Proof::Cousin;
    }
}

fn surveyed(name: &str, game: &Game, computed: u64) -> Surveyed {
    let row = game.row();
    let standing = match game.proof {
        Proof::Open => Standing::Open,
        Proof::Published(_) => Standing::Published,
        Proof::Values(_) | Proof::Kept(_) | Proof::Cousin => Standing::Proved,
    };
    Surveyed {
        game: name.to_owned(),
        codes: game.codes.len() as u64,
        root: game.root.clone(),
        shift: game.shift,
        standing,
        period: row.map(|row| row.period),
        preperiod: row.map(|row| row.preperiod),
        theorem: row.map_or(String::new(), |row| row.theorem.clone()),
        values: row.map(|row| row.values),
        computed,
    }
}

/// The codes, in their shortest spelling.
pub fn codes() -> impl Iterator<Item = String> {
    let codes = [0, 4].into_iter().flat_map(|first| (0..512).map(move |rest| format!("{first}.{rest:03o}")));
    codes.map(|code| {
        let short = code.trim_end_matches('0');
        if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
    })
}

/// The signature of the values, or the first heap at which the plain recursion disagrees.
fn signature(rule: &Rule, to: u64, common: &Common) -> Result<String, u64> {
    let plain = naive_values(rule.clauses(), NAIVE.min(to));
    let mut signature = Signature::from(0);
    let mut differs = None;
    let mut sequence = Sequence::new(rule.clone().into(), common.engine());
    let _ = sequence.compute(0..=to, &Limits::unlimited(), &mut |first: u64, values: &[Nimber]| {
        let known = plain.iter().skip(first as usize).zip(values);
        let other = known.clone().position(|(a, b)| a != b);
        differs = differs.or(other.map(|at| first + at as u64));
        signature.accept(first, values)?;
        ControlFlow::Continue(())
    });
    differs.map_or_else(|| Ok(signature.finish()), Err)
}

fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Codes, games in standard form and roots, as text.
fn counted<'g>(games: impl Iterator<Item = &'g Game>) -> String {
    let (mut codes, mut forms, mut roots) = (0, 0, BTreeSet::new());
    for game in games {
        codes += game.codes.len();
        forms += 1;
        roots.insert(&game.root);
    }
    [plural(codes, "code"), plural(forms, "game"), plural(roots.len(), "root")].join(", ")
}

fn page(to: u64, games: &Games) -> String {
    let count = |keep: &dyn Fn(&Proof) -> bool| counted(games.values().filter(|game| keep(&game.proof)));
    let to_text = grouped(to);
    let mut page = format!(
        "# A survey of three-digit codes\n\n\
         Generated by `make survey`; do not edit. The {} codes d0.d1d2d3 with d0 = 0 or 4, each computed to heap {to_text} by \
         the engine and to heap {} once more by the plain recursion, without a difference. Codes with one standard form have \
         the same values at every heap (theory H.5); the values of all codes of a form agreed to heap {to_text}. Forms with \
         one root have the same values but for a shift of the heaps (theory H.1). So these are {}.\n\n\
         - **Proved from the first {to_text} values: {}.**\n\
         - Proved by certificates that are kept (`docs/solved.md`): {}.\n",
        games.values().map(|game| game.codes.len()).sum::<usize>(),
        grouped(NAIVE.min(to)),
        counted(games.values()),
        count(&|proof| matches!(proof, Proof::Values(_) | Proof::Cousin)),
        count(&|proof| matches!(proof, Proof::Kept(_))),
    );
    for (name, game) in games {
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
    let _ = write!(page, "- Unsettled: {}.\n\n", count(&|proof| matches!(proof, Proof::Open)));
    page += &theorems(&to_text, games);
    page += &independent(games);
    page += &long_proofs(games);
    page += &equal_values(&to_text, games);
    page + &unsettled(games)
}

fn theorems(to_text: &str, games: &Games) -> String {
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
    format!(
        "Theorems of the proofs from {to_text} values (numbers of `docs/theory.md`): {}.\n\n",
        counts.join("; ")
    )
}

/// The list of unsolved games of another author, compared by roots.
fn independent(games: &Games) -> String {
    let listed: Vec<Published> =
        settled::literature().into_iter().filter(|row| row.what == What::Unsolved).collect();
    let root = |code: &str| code.parse::<Rule>().map(|rule| relations::root(&rule).0.to_string());
    let roots: BTreeSet<String> = listed.iter().filter_map(|row| root(&row.game).ok()).collect();
    let open: BTreeSet<String> =
        games.values().filter(|game| game.is_open()).map(|game| game.root.clone()).collect();
    let settled: Vec<&str> = listed
        .iter()
        .map(|row| row.game.as_str())
        .filter(|code| root(code).is_ok_and(|root| !open.contains(&root)))
        .collect();
    let ours: Vec<&String> = open.difference(&roots).collect();
    let source = listed.first().map_or("", |row| &row.source);
    let rest = if ours.is_empty() {
        format!(
            "The other {} are the {} roots that are unsettled here, no more and no less.",
            listed.len() - settled.len(),
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

fn long_proofs(games: &Games) -> String {
    let mut text = format!(
        "## Proofs from {LISTED} values or more\n\n| game | codes | period | preperiod | theorem | values |\n|---|---|---|---|---|---|\n"
    );
    for (name, game) in games {
        if let Some(row) = game.row().filter(|row| row.values >= LISTED) {
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {} | {} | {} |",
                game.codes.len(),
                grouped(row.period),
                grouped(row.preperiod),
                row.theorem,
                grouped(row.values)
            );
        }
    }
    text
}

fn equal_values(to_text: &str, games: &Games) -> String {
    let mut text = format!(
        "\n## Equal values\n\nGames of different standard form whose values agree to heap {to_text}:\n\n"
    );
    let mut same: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, game) in games {
        same.entry(&game.values).or_default().push(name);
    }
    let mut same: Vec<Vec<&str>> = same.into_values().filter(|names| names.len() > 1).collect();
    same.sort_unstable();
    for names in same {
        let settled = names.iter().all(|name| games.get(*name).is_some_and(|game| game.row().is_some()));
        let why =
            if settled { "equal for ever, since all have proved periods" } else { "as far as was computed" };
        let _ = writeln!(text, "- {}: {why}", names.join(", "));
    }
    text
}

/// The open games by their roots: the first form of each root, with its other codes, then its cousins.
fn unsettled(games: &Games) -> String {
    let mut text = "\n## Unsettled\n\nEach root once, by its first game in standard form. After `=` the other codes of that form, after \
                    `cousins` the games whose values are the same but for a shift of the heaps.\n\n"
        .to_owned();
    let mut roots: BTreeMap<&str, Vec<(&String, &Game)>> = BTreeMap::new();
    for (name, game) in games.iter().filter(|(_, game)| game.is_open()) {
        roots.entry(&game.root).or_default().push((name, game));
    }
    let mut families: Vec<Vec<(&String, &Game)>> = roots.into_values().collect();
    families.sort_unstable_by_key(|family| family[0].0);
    let with_codes = |(name, game): &(&String, &Game)| {
        let others: Vec<&str> = game.codes.iter().map(String::as_str).filter(|code| code != name).collect();
        if others.is_empty() { (*name).clone() } else { format!("{name} (= {})", others.join(", ")) }
    };
    for family in families {
        let cousins: Vec<String> = family[1..].iter().map(with_codes).collect();
        let cousins =
            if cousins.is_empty() { String::new() } else { format!("; cousins {}", cousins.join(", ")) };
        let _ = writeln!(text, "- {}{cousins}", with_codes(&family[0]));
    }
    text
}
