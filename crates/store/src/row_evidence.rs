//! Tests whether the claims of a file about a row of 2-Star Nim follow from its data.
//!
//! A checksum shows that a file is as it was written, not that it is true. So no claim about a row is trusted. Its
//! period and first column are computed again from the marks and the tracks. The rows up to [`WHOLE`] are proved again
//! and compared. The tracks are followed from marks to the next ones: from all marks up to [`QUICK`] columns, beyond
//! that from some marks chosen at random. Then, and if there are rows between [`WHOLE`] and the last one, the proof is a
//! claim; a check of a certificate (`sprague star row A --certificate FILE`) covers all of it.

use std::sync::{Mutex, PoisonError};

use sprague::star::{
    FARTHEST_MARK, LARGEST_ROW, Mark, Pass, PassRun, RowPeriod, RowProof, RowStage, TrackedRow, row_windows,
};

use crate::audit::scramble;
use crate::proof_trust::ProofTrust;

/// Rows up to this one are proved again, in less than a second.
const WHOLE: usize = 12;

/// Where the tracks of a row may first be looked for.
const STARTS: [u64; 4] = [1 << 17, 1 << 19, 1 << 21, 1 << 23];

/// Columns until the pattern of the next row has settled.
const SETTLING: u64 = 1 << 16;

/// So many columns are followed again in less than a second.
const QUICK: u64 = 1 << 27;

/// No mark is set on the way.
const FAR: u64 = 1 << 60;

/// Marks that are followed side by side.
const TOGETHER: usize = 16;

/// What is known of a row after its pass, with its period and the lengths of the cycles of its tracks.
type Proved = (TrackedRow, (RowPeriod, Vec<usize>));

/// The rows proved in this process, from row 1 on.
static PROVED: Mutex<Vec<Proved>> = Mutex::new(Vec::new());

/// What is wrong with a proof, if something is; whether all of it was computed again.
pub fn examine(proof: &RowProof, seed: u64) -> Result<ProofTrust, &'static str> {
    let RowProof { row, start, level, stage, history } = proof;
    if !STARTS.contains(start) || level.row == 0 || level.row > *row || level.base != base(*start, level.row)
    {
        return Err("it starts where no proof starts");
    }
    let whole_level = examine_level(level, *start, seed)?;
    let last = (level.row_period().ok_or("its marks show no least period")?, level.cycle_type());
    if history.len() != level.row || history.last() != Some(&last) {
        return Err("its period is not that of its marks");
    }
    let known = proved(level.row.min(WHOLE));
    if history.iter().zip(&known).any(|(said, known)| *said != known.1) {
        return Err("a row has another period than it says");
    }
    let rows = (1..).zip(history).all(|(row, found)| found.0.row == row);
    let divide = history.windows(2).all(|pair| pair[1].0.period.is_multiple_of(pair[0].0.period));
    if !rows || !divide {
        return Err("its rows contradict each other");
    }
    let whole_stage = match stage {
        // the tracks are looked for four times, or there are too many rows
        RowStage::Failed if *start == STARTS[3] || level.row >= LARGEST_ROW => true,
        RowStage::Failed => return Err("it gives up too early"),
        RowStage::Proved(found) if *found == last.0 && level.row == *row => true,
        RowStage::Proved(_) => return Err("its period is not that of its marks"),
        RowStage::Following(pass) => examine_pass(pass, level, *start, seed)?,
    };
    // of the rows between those proved again and the last one the file holds no marks
    let whole = whole_level && whole_stage && level.row <= WHOLE + 1;
    Ok(if whole { ProofTrust::Recomputed } else { ProofTrust::Claimed })
}

const fn base(start: u64, row: usize) -> u64 {
    start + (row as u64 - 1) * SETTLING
}

/// The rows up to one, proved here.
fn proved(row: usize) -> Vec<Proved> {
    let mut known = PROVED.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() < row
        && let Some(mut proof) = RowProof::new(1)
    {
        known.clear();
        loop {
            while !proof.is_over() {
                proof.advance(u64::MAX, 1);
            }
            let (RowStage::Proved(_), Some(found)) = (&proof.stage, proof.history.last()) else { break };
            known.push((proof.level.clone(), found.clone()));
            if known.len() >= row || !proof.raise(known.len() + 1) {
                break;
            }
        }
    }
    known[..row.min(known.len())].to_vec()
}

/// Whether all marks of a row were followed.
fn examine_level(level: &TrackedRow, start: u64, seed: u64) -> Result<bool, &'static str> {
    let spacing = level.lower_period / (level.marks.len() as u64).max(1);
    let tracks = level.sigma.len();
    if tracks > LARGEST_ROW || level.labels >> tracks != 0 || spacing == 0 || spacing > FARTHEST_MARK {
        return Err("its tracks or its marks are out of reach");
    }
    let turn = |labels: u32| {
        let used = level.sigma.iter().enumerate().filter(|(track, _)| labels >> track & 1 == 1);
        used.fold(0u32, |turned, (_, &to)| turned | 1 << to)
    };
    // sigma is a permutation of at most 17 tracks: its order is small
    let mut ratio = 1;
    let mut turned = turn(level.labels);
    while turned != level.labels {
        turned = turn(turned);
        ratio += 1;
    }
    if ratio != level.ratio {
        return Err("its labels have another orbit than it says");
    }
    if level.row == 1 {
        return if *level == TrackedRow::first(start) { Ok(true) } else { Err("row 1 is another one") };
    }
    if start == STARTS[0] && level.row <= WHOLE {
        let known = proved(level.row);
        let same = known.get(level.row - 1).is_some_and(|known| known.0 == *level);
        return if same { Ok(true) } else { Err("its marks are not those of the row") };
    }
    if level.windows(0, 0) != row_windows(level.row, level.base) {
        return Err("its marks do not begin where the row is");
    }
    let marks = &level.marks;
    let count = marks.len() as u64;
    let back = (level.base - 1).div_ceil(spacing) % count;
    // all of them where that is quick; else those before the base, from which the first column follows, and some others
    let near = (1..=TOGETHER as u64 / 2).map(|at| (2 * count - back - at) % count);
    let random = (0..).map(|at| scramble(seed ^ at) % count);
    let some = near.chain([count - 1]).chain(random).take(4 * TOGETHER);
    let all = level.lower_period <= QUICK;
    let chosen: Vec<u64> = if all { (0..count).collect() } else { some.collect() };
    let mut taken = 0;
    let chosen: Vec<usize> = chosen.into_iter().map(|at| at as usize).collect();
    for group in chosen.chunks(TOGETHER) {
        let from: Vec<&Mark> = group.iter().map(|&at| &marks[at]).collect();
        let found = follow(level.row, &from, spacing);
        for (&at, run) in group.iter().zip(&found) {
            let expected = marks.get(at + 1).cloned().unwrap_or_else(|| {
                let first = &marks[0];
                Mark { places: level.sigma.iter().map(|&to| first.places[to]).collect(), ..first.clone() }
            });
            if run.fault || run.taken & !level.taken != 0 || run.marks.get(1) != Some(&expected) {
                return Err("a mark does not lead to the next one");
            }
            taken |= run.taken;
        }
    }
    if all && taken != level.taken { Err("it takes other places than it says") } else { Ok(all) }
}

/// Follows marks through so many columns and one more; the second mark of each run is where the next one should be.
fn follow(row: usize, marks: &[&Mark], columns: u64) -> Vec<PassRun> {
    go(row, marks, columns + 1, columns)
}

/// Takes runs that stand at marks through so many columns.
fn go(row: usize, marks: &[&Mark], columns: u64, spacing: u64) -> Vec<PassRun> {
    let runs: Vec<PassRun> = marks.iter().map(|mark| PassRun::at(mark)).collect();
    let cycle = columns.saturating_mul(runs.len() as u64);
    let mut pass = Pass { row, base: 1, cycle, spacing, runs };
    pass.advance(columns, 1);
    pass.runs
}

/// Whether all marks of a pass were followed.
fn examine_pass(pass: &Pass, level: &TrackedRow, start: u64, seed: u64) -> Result<bool, &'static str> {
    let count = pass.runs.len() as u64;
    let available = level.marks.len() as u64 * level.ratio;
    if pass.base != base(start, pass.row) || !available.is_multiple_of(count) || pass.spacing > FARTHEST_MARK
    {
        return Err("its runs start where no run starts");
    }
    let tracks = pass.runs[0].pattern.tracks.count_ones() as usize;
    for group in pass.runs.chunks(TOGETHER) {
        let together = group.iter().all(|run| run.done == group[0].done);
        let marked =
            group.iter().all(|run| run.marks.len() as u64 == run.done.div_ceil(pass.spacing) && !run.fault);
        let tracked = group.iter().all(|run| {
            run.pattern.tracks.count_ones() as usize == tracks
                && run.marks.iter().all(|mark| mark.places.len() == tracks)
        });
        if !together || !marked || !tracked {
            return Err("its runs have other marks than they say");
        }
    }
    // where a run starts follows from the marks of the row before it
    let random = (0..).map(|at| scramble(seed ^ at << 20) % count);
    let chosen: Vec<u64> = [0, count - 1].into_iter().chain(random).take(TOGETHER).collect();
    let plain = |run: u64| {
        let at = run * (available / count);
        let marks = level.marks.len() as u64;
        let windows = level.windows(at / marks, (at % marks) as usize);
        Mark { windows, used: 0, places: Vec::new() }
    };
    let plains: Vec<Mark> = chosen.iter().map(|&run| plain(run)).collect();
    let settled = go(pass.row, &plains.iter().collect::<Vec<_>>(), SETTLING, FAR);
    for (&run, settled) in chosen.iter().zip(&settled) {
        let run = &pass.runs[run as usize];
        let begins = run.marks.first().map_or(&run.pattern.windows, |mark| &mark.windows);
        if *begins != settled.pattern.windows {
            return Err("a run does not begin where the row below is");
        }
    }
    // from mark to mark, and from the last one to where the run is: all of them where that is quick
    let all = pass.done() <= QUICK;
    let runs: Vec<&PassRun> = if all {
        pass.runs.iter().collect()
    } else {
        let random = (0..TOGETHER as u64).map(|at| scramble(seed ^ at << 40) % count);
        random.map(|run| &pass.runs[run as usize]).collect()
    };
    let mut steps: Vec<&[Mark]> = runs.iter().flat_map(|run| run.marks.windows(2)).collect();
    if !all && !steps.is_empty() {
        let count = steps.len() as u64;
        steps =
            (0..4 * TOGETHER as u64).map(|at| steps[(scramble(seed ^ at << 41) % count) as usize]).collect();
    }
    let mut taken = 0;
    for group in steps.chunks(TOGETHER) {
        let from: Vec<&Mark> = group.iter().map(|step| &step[0]).collect();
        let found = follow(pass.row, &from, pass.spacing);
        if group.iter().zip(&found).any(|(step, run)| run.fault || run.marks.get(1) != Some(&step[1])) {
            return Err("a mark does not lead to the next one");
        }
        taken |= found.iter().fold(0, |taken, run| taken | run.taken);
    }
    for run in &runs {
        let Some(last) = run.marks.last() else { continue };
        let rest = run.done - (run.marks.len() as u64 - 1) * pass.spacing;
        let found = &go(pass.row, &[last], rest, FAR)[0];
        if found.fault || found.pattern != run.pattern || found.planes != run.planes {
            return Err("its last mark does not lead to where it is");
        }
        taken |= found.taken;
    }
    let said = runs.iter().fold(0, |said, run| said | run.taken);
    if all && said & !taken != 0 { Err("it takes other places than it says") } else { Ok(all) }
}
