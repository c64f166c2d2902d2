//! `sprague proofs` (hidden): keeps the library of proofs and writes the page about it.
//!
//! The folder has `games.txt`, with one game on each line and a limit if the usual one is not enough; `index.csv`, with
//! a row for each proved game; and the certificates that are small enough. Named games, or `all`, are proved again and
//! their rows replaced, but for proofs of hours, which have `far` in place of a limit. `misere.txt`, `misere.csv` and the folder `misere` are the same for misère play; `misere` proves
//! these games again. The answer is the page `docs/solved.md`, made from both indexes alone.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sprague::heap::catalogue;
use sprague::sequence::Sequence;
use sprague::sequence::period::{Finding, HowFar};
use sprague::star::{PairGame, PairProof};
use sprague_certificate::{Selection, check};
use sprague_proof::{Proved, certify, star};
use sprague_store::{read_text, write_file};

use super::misere::{MisereShown, certified};
use super::{heap_game, no_json};
use crate::args::{self, Common, Proofs};
use crate::clock::Stopwatch;
use crate::failure::Failure;
use crate::library::{self, FAR, MISERE_FOLDER, MisereRow, Row};
use crate::output::grouped;
use crate::{output, progress};

/// How the line of a pair of 4-Star Nim begins.
const PAIR: &str = "star-nim pair ";
/// The largest certificate that is kept, in bytes.
const MOST_KEPT: u64 = 300_000;
/// The same for certificates of misère play, of which there are many.
const MOST_KEPT_MISERE: u64 = 40_000;

pub fn run(args: &Proofs, common: &Common) -> Result<ExitCode, Failure> {
    no_json("proofs", "a page in Markdown", common)?;
    let is_named = |word: &str| args.games.iter().any(|game| game == word || game == "all");
    let rows: Vec<Row> = kept_rows(&args.folder, ["games.txt", "index.csv"], is_named, |game, limit| {
        prove(&args.folder, game, limit, common).inspect(|row| {
            tell(
                common,
                &format!("{game}: period {}, preperiod {}, {} s", row.period, row.preperiod, row.seconds),
            );
        })
    })?;
    let misere = args.games.iter().any(|game| game == "misere");
    let misere: Vec<MisereRow> = kept_rows(
        &args.folder,
        ["misere.txt", "misere.csv"],
        |word| misere || is_named(word),
        |game, limit| {
            prove_misere(&args.folder, game, limit, common)
                .inspect(|row| tell(common, &format!("{game}: {}", row.words())))
        },
    )?;
    output::text(common, &output::page(&page(&rows, &misere)))
}

fn tell(common: &Common, line: &str) {
    if !common.quiet {
        eprintln!("{line}");
    }
}

/// A row of an index of proofs.
trait Proof: Serialize + DeserializeOwned {
    fn game(&self) -> &str;
}

impl Proof for Row {
    fn game(&self) -> &str {
        &self.game
    }
}

impl Proof for MisereRow {
    fn game(&self) -> &str {
        &self.game
    }
}

/// The rows of an index, after those of the named games of its list were proved again.
fn kept_rows<R: Proof>(
    folder: &Path,
    [list, index]: [&str; 2],
    is_named: impl Fn(&str) -> bool,
    prove: impl Fn(&str, &str) -> Result<R, Failure>,
) -> Result<Vec<R>, Failure> {
    let index = folder.join(index);
    let all = games(&folder.join(list))?;
    let mut rows: Vec<R> = match read_text(&index) {
        Ok(text) => library::read(&text).map_err(|why| unreadable(&index, &why))?,
        Err(_) => Vec::new(),
    };
    for (game, limit) in all.iter().filter(|(game, limit)| is_named(game) && limit != FAR) {
        let row = prove(game, limit)?;
        rows.retain(|other| other.game() != game);
        rows.push(row);
        rows.sort_by_key(|row| all.iter().position(|(game, _)| game == row.game()));
        let text = library::text(&rows).map_err(|why| unreadable(&index, &why))?;
        write_file(&index, text.as_bytes())?;
    }
    Ok(rows)
}

fn unreadable(index: &Path, why: &csv::Error) -> Failure {
    Failure::Input(format!("{}: {why}", index.display()))
}

/// The games of the list, each with its limit or nothing.
fn games(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    output::reads(path);
    let text = read_text(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let game = |line: &str| {
        let (game, limit) = line.split_once("  ").unwrap_or((line, ""));
        (game.to_owned(), limit.trim().to_owned())
    };
    Ok(lines.map(game).collect())
}

fn prove(folder: &Path, text: &str, limit: &str, common: &Common) -> Result<Row, Failure> {
    if let Some(tokens) = text.strip_prefix(PAIR) {
        return prove_pair(folder, text, tokens, common);
    }
    let game = heap_game(text)?;
    let to = if limit.is_empty() { None } else { Some(args::number(limit).map_err(Failure::Input)?) };
    let start = Stopwatch::start();
    let limits = progress::limits(common);
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let answer = sequence.period(to.map_or(HowFar::Usual, HowFar::To), &limits);
    let Finding::Proved(period, claim) = answer.finding else {
        return Err(Failure::Input(format!("{text}: no period was proved")));
    };
    let proved = Proved { period: period.clone(), claim };
    let accepted = certify(&game.rule, proved, &mut sequence.read(&limits), common.engine().threads)
        .map_err(|why| Failure::Input(format!("{text}: no certificate: {why}")))?;
    let theorem = accepted.text.lines().find_map(|line| line.strip_prefix("theorem ")).unwrap_or_default();
    let row = Row {
        game: text.to_owned(),
        period: period.period,
        preperiod: period.preperiod,
        saltus: period.saltus,
        theorem: theorem.to_owned(),
        values: if claim.used == 0 { 0 } else { accepted.report.checked_to + 1 },
        seconds: (start.seconds() * 10.0).round() / 10.0,
        bytes: accepted.text.len() as u64,
        limit: limit.to_owned(),
        file: None,
    };
    kept(folder, row, &accepted.text)
}

/// The row after its certificate was written, if that is small enough.
fn kept(folder: &Path, mut row: Row, certificate: &str) -> Result<Row, Failure> {
    let name = row.file_name();
    if row.bytes <= MOST_KEPT {
        write_file(&folder.join(&name), certificate.as_bytes())?;
        row.file = Some(name);
    }
    Ok(row)
}

/// A game under misère play, where its certificate decides every sum.
fn prove_misere(folder: &Path, text: &str, limit: &str, common: &Common) -> Result<MisereRow, Failure> {
    /// The largest order.
    const ORDER: u64 = 400;
    let game = heap_game(text)?;
    let to = if limit.is_empty() { None } else { Some(args::number(limit).map_err(Failure::Input)?) };
    let (accepted, shown) = certified(&game, to, ORDER, &progress::limits(common))?;
    let (order, positions, period, fickle) = match shown {
        MisereShown::All { order, positions, period } => {
            (Some(order), Some(positions), Some(period), Vec::new())
        }
        MisereShown::Firm { fickle } => (None, None, None, fickle),
        MisereShown::Part => return Err(Failure::Input(format!("{text}: misère play is not solved"))),
    };
    let fickle: Vec<String> = fickle.iter().map(u64::to_string).collect();
    let mut row = MisereRow {
        game: text.to_owned(),
        order,
        positions,
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        fickle: fickle.join(" "),
        heaps: accepted.report.checked_to,
        bytes: accepted.text.len() as u64,
        limit: limit.to_owned(),
        file: None,
    };
    if row.bytes <= MOST_KEPT_MISERE {
        let name = row.file_name();
        write_file(&folder.join(MISERE_FOLDER).join(&name), accepted.text.as_bytes())?;
        row.file = Some(name);
    }
    Ok(row)
}

/// A pair of 4-Star Nim, with all pairs that it depends on; the preperiod is its first column.
fn prove_pair(folder: &Path, text: &str, tokens: &str, common: &Common) -> Result<Row, Failure> {
    let start = Stopwatch::start();
    let no_pair = || Failure::Input(format!("{text}: two tokens are missing"));
    let (a, b) = tokens.split_once(' ').ok_or_else(no_pair)?;
    let token = |text: &str| args::number(text).map_err(Failure::Input);
    let mut proof = PairProof::new(PairGame::Partners, token(a)?, token(b)?).ok_or_else(no_pair)?;
    while !proof.is_over() {
        proof.advance(u64::MAX);
    }
    let paper = star::of_pair(&proof).ok_or_else(no_pair)?;
    let certificate = paper.to_text();
    let report = check(&certificate, Selection::All, common.engine().threads);
    if let Some(fault) = report.fault {
        return Err(Failure::SelfCheck(format!("{text}: no certificate: {fault}")));
    }
    let row = Row {
        game: text.to_owned(),
        period: paper.period,
        preperiod: paper.first,
        saltus: paper.period,
        theorem: "7.9".to_owned(),
        values: report.checked_to,
        seconds: (start.seconds() * 10.0).round() / 10.0,
        bytes: certificate.len() as u64,
        limit: String::new(),
        file: None,
    };
    kept(folder, row, &certificate)
}

/// The page about the solved games.
fn page(rows: &[Row], misere: &[MisereRow]) -> String {
    let mut page = String::from(
        "# Solved games\n\n\
         Generated by `make proofs` from `proofs/index.csv`; do not edit. Every period here is proved: fundamental, with the \
         exact preperiod, by the theorem named (`docs/certificate.md`), from the values of so many heaps, and with a \
         certificate that the independent checker accepted in full. Time is CPU time of search, certificate and check together. \
         Certificates that are not kept in `proofs/` are written by the command given. G(n + period) = G(n) + saltus for every \
         n >= preperiod; no saltus is written where it is 0. The pairs of 4-Star Nim at the end have D(a, b, c + period) = D(a, b, \
         c) + period from column c = preperiod on, each together with all pairs that it depends on (`docs/star-nim.md`).\n\n\
         | game | period | preperiod | theorem | values | s | certificate |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let names = row.game.parse().ok().and_then(|rule| catalogue::of_rule(&rule));
        let name = names.map_or(String::new(), |entry| format!(" {}", entry.name));
        let saltus = if row.saltus == 0 { String::new() } else { format!(" (saltus {})", row.saltus) };
        let certificate = match &row.file {
            Some(file) => format!("[{file}](../proofs/{file})"),
            None => format!("`{}` ({} bytes)", row.command(), grouped(row.bytes)),
        };
        let _ = writeln!(
            page,
            "| {}{name} | {}{saltus} | {} | {} | {} | {:.1} | {certificate} |",
            row.game,
            grouped(row.period),
            grouped(row.preperiod),
            row.theorem,
            grouped(row.values),
            row.seconds
        );
    }
    page + &misere_page(misere)
}

/// The part about misère play.
fn misere_page(rows: &[MisereRow]) -> String {
    let certificate = |row: &MisereRow| match &row.file {
        Some(file) => format!("[{file}](../proofs/{MISERE_FOLDER}/{file})"),
        None => format!("`{}` ({} bytes)", row.command(), grouped(row.bytes)),
    };
    let shown = |number: Option<u64>| number.map_or_else(String::new, grouped);
    let whole = rows.iter().filter(|row| row.order.is_some());
    let mut page = format!(
        "\n## Misère play\n\n\
         Under misère play a finite quotient decides every sum of heaps, of any size (theory M.7 to M.12): multiply the values of \
         the heaps; the sum is P exactly if the product is one of the P-elements. {} games are solved so. The values of heaps have \
         this period from this heap on, both exact; the proof looks at so many heaps. Each certificate was accepted by the \
         independent checker. What is not solved is in `docs/misere-survey.md`.\n\n\
         | game | order | P-elements | period | from heap | heaps | certificate |\n|---|---|---|---|---|---|---|\n",
        whole.clone().count()
    );
    for row in whole {
        let name = row.game.parse().ok().and_then(|rule| catalogue::of_rule(&rule));
        let name = name.map_or(String::new(), |entry| format!(" {}", entry.name));
        let _ = writeln!(
            page,
            "| {}{name} | {} | {} | {} | {} | {} | {} |",
            row.game,
            row.order.unwrap_or_default(),
            row.positions.unwrap_or_default(),
            shown(row.period),
            shown(row.preperiod),
            grouped(row.heaps),
            certificate(row)
        );
    }
    let firm = rows.iter().filter(|row| row.order.is_none());
    let _ = write!(
        page,
        "\nIn {} more games all heaps are tame, and all but a few, the fickle ones, are firm (theory M.6). A sum with a firm heap \
         has its outcome of normal play, and any other sum is P exactly if its nim-sum is 1; so the nim values decide misère play.\n\n\
         | game | fickle heaps | heaps | certificate |\n|---|---|---|---|\n",
        firm.clone().count()
    );
    for row in firm {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            row.game,
            row.fickle,
            grouped(row.heaps),
            certificate(row)
        );
    }
    page
}
