//! What run folders come to: a run, a proof in a folder, a verification. Behind the feature `runs`, for the front ends that
//! have a disk.

use std::fmt::Write;

use sprague::star::{PairGame, RowStage};
use sprague_store::{
    Disagreement, Label, ObservedPeriod, PairStatus, ProofTrust, RowStatus, Session, StatisticsCheck, Status,
    VerifyReport,
};

use crate::star::{of_pairs, row_period};
use crate::{Told, command};

/// The state of a proof of which not all was computed again.
const CLAIMED: &str =
    "claimed: not all of it was computed again; `sprague star` writes its certificate (--certificate FILE)";

/// How far a run is.
pub fn run_status(status: &Status) -> Told<command::StatusDocument> {
    Told::new(document(status), text(status))
}

/// The status as JSON: what the contract names, and what a table of records needs.
fn document(status: &Status) -> command::StatusDocument {
    let manifest = &status.manifest;
    let found_wrong = |failed: &Disagreement| command::FoundWrong {
        segment: failed.segment,
        heap: failed.heap,
        what: failed.what.to_string(),
        kernel: failed.kernel.to_string(),
        date: failed.date.to_string(),
    };
    let session = |session: &Session| command::RunSession {
        from: session.from,
        kernel: session.kernel.to_string(),
        block: session.block,
        threads: session.threads,
        version: session.version.to_string(),
        machine: session.machine.to_string(),
        started: session.started.to_string(),
    };
    let greatest = status.tally.records().last();
    command::StatusDocument {
        game: manifest.game.clone(),
        rule: manifest.rule.clone(),
        from: manifest.from,
        to: manifest.to,
        done: status.done,
        finished: manifest.result.is_some() && status.done == Some(manifest.to),
        running: status.is_running,
        segments: status.segments,
        double_checked: status.double_checked,
        last_rare: status.rares.last().map(|rare| rare.0),
        rare_count: status.space.map(|_| status.rares.len()),
        mask: status.space.map(|(mask, _)| format!("{mask:#x}")),
        label: status.label.to_string(),
        statistics: status.statistics.to_string(),
        found_wrong: status.disagreements.iter().map(found_wrong).collect(),
        hash: status.signature.clone(),
        manifest_hash: manifest.result.as_ref().map(|result| result.hash.clone()),
        audited: status.audited.0,
        audits_open: status.audited.1,
        seconds: status.milliseconds as f64 / 1000.0,
        max: greatest.map(|record| record.1),
        argmax: greatest.map(|record| record.0),
        zero_count: status.tally.counts().next().filter(|count| count.0 == 0).map_or(0, |count| count.1),
        counts: status.tally.counts().collect(),
        period_observed: observed(status),
        sessions: manifest.sessions.iter().map(session).collect(),
    }
}

/// The status in words.
fn text(status: &Status) -> String {
    let manifest = &status.manifest;
    let mut text = format!("{}: heaps {} to {}\n\n", manifest.game, manifest.from, manifest.to);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<11} {value}");
    };
    let wanted = manifest.to.saturating_sub(manifest.from).saturating_add(1);
    let done = status.done.map_or(0, |done| done.saturating_sub(manifest.from) + 1);
    let share = 100.0 * done as f64 / wanted as f64;
    let state = match (status.is_running, done == wanted) {
        (_, true) => "finished",
        (true, false) => "a process is at work",
        (false, false) => "nobody is at work",
    };
    line(
        "done",
        format!(
            "{} ({share:.2} %), {state}",
            status.done.map_or("nothing".to_owned(), |done| done.to_string())
        ),
    );
    line("segments", format!("{} of 2^20 heaps", status.segments));
    line("label", label(status));
    for failed in &status.disagreements {
        let Disagreement { segment, what, kernel, date, .. } = failed;
        let after = segment + 1;
        line("found wrong", format!("{what} ({kernel}, {date}); `sprague resume` computes it again"));
        line("", format!("and `sprague verify --segments {segment}..{after}` settles it"));
    }
    line(
        "statistics",
        match status.statistics {
            StatisticsCheck::Counted => "as the run counted them; `sprague verify` recomputes them",
            StatisticsCheck::Recomputed => "recomputed, and they agree",
            StatisticsCheck::Refuted => "not to be relied on",
        }
        .to_owned(),
    );
    line("audited", format!("{} heaps, {} left open", status.audited.0, status.audited.1));
    if let Some((mask, _)) = status.space {
        let last =
            status.rares.last().map_or("none".to_owned(), |(heap, value)| format!("{heap} (value {value})"));
        line("rare", format!("{} heaps under mask {mask:#x}, the last {last}", status.rares.len()));
    }
    if let Some((heap, value)) = status.tally.records().last() {
        line("greatest", format!("{value}, first at heap {heap}"));
    }
    if let Some(seen) = manifest.period_observed {
        for (name, what) in ["period", "", "", ""].into_iter().zip(period(&manifest.game, seen)) {
            line(name, what);
        }
    }
    let seconds = status.milliseconds as f64 / 1000.0;
    line("time", format!("{seconds:.1} s, {:.0} heaps a second", done as f64 / seconds.max(0.001)));
    let kernels: Vec<&str> = manifest.sessions.iter().map(|session| &*session.kernel).collect();
    if let Some(last) = manifest.sessions.last() {
        line("computed by", format!("version {}, {}, {}", last.version, distinct(&kernels), last.machine));
    }
    line("signature", status.signature.clone());
    if let Some(result) = manifest.result.as_ref().filter(|result| Some(result.done) == status.done) {
        line("manifest", result.hash.clone());
    }
    text
}

/// The period that the run has observed, as JSON.
pub fn observed(status: &Status) -> Option<command::PeriodObserved> {
    let seen = status.manifest.period_observed?;
    Some(command::PeriodObserved {
        period: seen.period,
        seen_from: seen.seen_from,
        at: seen.at,
        compared: seen.compared,
        condition_a: seen.condition_a,
    })
}

/// What a run has observed of a period, what that shows, and what to do next, in lines.
pub fn period(game: &str, seen: ObservedPeriod) -> [String; 4] {
    let ObservedPeriod { period, seen_from, at, compared, condition_a } = seen;
    let theorem = if condition_a {
        "the values computed meet condition (a) of theorem P.5; condition (b) is not checked by a run"
    } else {
        "the values compared are not those that condition (a) of theorem P.5 asks for"
    };
    let is_word = game.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
    let game = if is_word { game.to_owned() } else { format!("'{game}'") };
    [
        format!("{period}, observed from heap {seen_from} on and not proved"),
        format!("the {compared} values before heap {at} are those {period} heaps before"),
        theorem.to_owned(),
        format!("`sprague prove {game} --limit {at} -o FILE` looks for a proof"),
    ]
}

/// The proof of a row of 2-Star Nim, told.
pub fn row_status(status: &RowStatus) -> Told<command::RowStatusDocument> {
    let RowStatus { proof, trust, worked, is_running, .. } = status;
    let shown = *trust == ProofTrust::Recomputed;
    let (row, done, of, state) = match &proof.stage {
        RowStage::Following(pass) if *is_running => {
            (pass.row, pass.done(), pass.cycle, "a process is at work")
        }
        RowStage::Following(pass) => (pass.row, pass.done(), pass.cycle, "nobody is at work"),
        RowStage::Proved(found) => {
            let columns = proof.level.lower_period;
            (found.row, columns, columns, if shown { "proved" } else { CLAIMED })
        }
        RowStage::Failed => (proof.level.row + 1, 0, 1, "the tracks could not be followed"),
    };
    let share = 100.0 * done as f64 / of as f64;
    let seconds = worked.as_secs_f64();
    let document = command::RowStatusDocument {
        row: proof.row,
        at_row: row,
        columns_done: done,
        columns: of,
        running: *is_running,
        proved: matches!(proof.stage, RowStage::Proved(_)) && shown,
        seconds,
        rows: proof.history.iter().map(|(found, _)| row_period(found)).collect(),
    };
    let text = format!(
        "row {} of 2-Star Nim\n\n  at          row {row}: {done} of {of} columns ({share:.2} %), {state}\n  time        {seconds:.1} s\n",
        proof.row
    );
    Told::new(document, text)
}

/// The proof of a pair of Star Nim, told.
pub fn pair_status(status: &PairStatus) -> Told<command::PairStatusDocument> {
    let PairStatus { proof, trust, worked, is_running, .. } = status;
    let shown = *trust == ProofTrust::Recomputed;
    let ((a, b), (done, all)) = (proof.target, of_pairs(proof));
    let (seconds, columns) = (worked.as_secs_f64(), proof.offsets.len() as u64);
    let state = match (proof.next(), is_running) {
        (None, _) => if shown { "proved" } else { CLAIMED }.to_owned(),
        (Some((i, j)), true) => format!("{columns} columns of the pair {i} {j}, a process is at work"),
        (Some((i, j)), false) => format!("{columns} columns of the pair {i} {j}, nobody is at work"),
    };
    let tokens = if proof.game == PairGame::Partners { 4 } else { 3 };
    let text = format!(
        "pair {a} {b} of {tokens}-Star Nim\n\n  at          {done} of {all} pairs, {state}\n  time        {seconds:.1} s\n"
    );
    let document = command::PairStatusDocument {
        a,
        b,
        pairs_done: done,
        pairs: all,
        columns_done: columns,
        running: *is_running,
        proved: proof.is_over() && shown,
        seconds,
    };
    Told::new(document, text)
}

/// The label, with the share where only some of it was double-checked.
pub fn label(status: &Status) -> String {
    if status.double_checked == 0 || status.label >= Label::DoubleChecked {
        return status.label.to_string();
    }
    format!("{}, double-checked {} of {} segments", status.label, status.double_checked, status.segments)
}

fn distinct(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    names.join(" and ")
}

/// What came of a verification; positive where everything agrees.
pub fn verification(report: &VerifyReport) -> Told<command::Verify> {
    let document = command::Verify {
        segments_checked: report.checked,
        segments: report.segments,
        mismatches: report.mismatches.len(),
        found_wrong: report.open,
        label: report.label.to_string(),
        double_checked: report.double_checked,
        differs_at: report.mismatches.clone(),
        kernel: report.kernel.to_string(),
        block: report.block,
        recorded: report.unrecorded.is_none(),
    };
    Told::new(document, verified(report)).only_if(report.mismatches.is_empty() && report.open == 0)
}

fn verified(report: &VerifyReport) -> String {
    let VerifyReport { checked, segments, double_checked, mismatches, open, label, kernel, block, .. } =
        report;
    let how = format!("with {kernel} in blocks of {block}");
    if let Some(heap) = mismatches.first() {
        let count = mismatches.len();
        return format!(
            "{checked} segments computed again {how}: {count} mismatches, the first at heap {heap}\n\
             It stays on record: `sprague resume` goes back to before it, and a later `sprague verify` settles it.\n"
        );
    }
    let share = if *label >= Label::DoubleChecked {
        String::new()
    } else {
        format!(", double-checked {double_checked} of {segments}")
    };
    let before = if *open == 0 {
        String::new()
    } else {
        format!(
            "\n{open} segments that were found wrong before are not among them; `sprague status` names them"
        )
    };
    format!(
        "{checked} of {segments} segments computed again {how}, values and statistics: all agree{before}\n\
         label: {label}{share}\n"
    )
}
