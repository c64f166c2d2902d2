//! One root: its values, what can be shown about them, and the numbers of each of its forms.
//!
//! The first 2^18 heaps are computed in memory, and most games are settled there. A longer game becomes a run in a folder
//! of its own, with checkpoints and audits, whose values are kept until the result is written; the theorems then read
//! them from there. So a game that takes days can be stopped at any moment. Beyond a proved period nothing is computed:
//! the values, and so the signature to the last heap, follow from it.
//!
//! Every game that was asked for is computed once more by the definition, to a few hundred heaps: that its values are
//! those of its root, shifted, is a theorem, and it is checked all the same.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sprague::Limits;
use sprague::heap::{HeapGame, Rule};
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar, Period, PeriodReport, Source, find};
use sprague::sequence::{
    Counts, EngineSettings, Kind, ProvedPeriod, Sequence, Shape, Signature, Sink, Space, naive_values,
};
use sprague_proof::{Proved, certify};
use sprague_store::{Folder, Keep, Run, RunEnding, RunSettings, StoreError, Watcher, status};

use crate::cost;
use crate::finding::{CertificateFile, FormFinding, GameStanding, RootFinding, shifted};
use crate::kept_values::KeptValues;

/// Longer games are computed in a folder of their own.
const LONG: u64 = 1 << 18;

/// How far a game is computed by the definition: one whose moves leave at most two heaps, and another.
const NAIVE: (u64, u64) = (400, 60);

/// A root that is to be computed.
pub struct RootOrder {
    /// Its number in the plan.
    pub root: u32,
    /// Its rule.
    pub rule: Rule,
    /// Its forms: number in the plan, rule, shift.
    pub forms: Vec<(u32, Rule, u64)>,
    /// The games that were asked for, with their shifts.
    pub asked: Vec<(Rule, u64)>,
    /// The last heap.
    pub to: u64,
    /// The most steps.
    pub steps: u64,
    /// Whether a proof is written down as a certificate.
    pub certificate: bool,
}

/// Who computes it, and where.
pub struct RootRoom<'a> {
    /// The folder of the survey.
    pub folder: &'a Folder,
    /// The name of this process in names of files.
    pub token: &'a str,
    /// The task, in names of folders.
    pub task: u64,
    /// How values are computed.
    pub settings: EngineSettings,
    /// The machine.
    pub host: &'a str,
    /// Asks it to stop.
    pub stop: &'a AtomicBool,
    /// How often a long game writes a checkpoint.
    pub checkpoint_every: Duration,
}

/// What was found of a root, and the run folder that is of no use once that is on the disk.
pub type Found = (RootFinding, Option<Folder>);

/// Computes a root; `None` where it was asked to stop.
pub fn find_root(
    order: &RootOrder,
    room: &RootRoom<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Option<Found>, StoreError> {
    let limits = Limits::unlimited();
    let reached = cost::reach(&order.rule, order.to, order.steps);
    let mut sequence = Sequence::new(order.rule.clone().into(), room.settings);
    let is_stopped = || room.stop.load(Ordering::Relaxed);
    let report =
        sequence.period_heard(HowFar::To(reached.min(LONG)), &limits, &mut |_: u64, _: &[Nimber]| {
            if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    if is_stopped() {
        return Ok(None);
    }
    let is_proved = matches!(report.finding, Finding::Proved(..));
    let is_wide = sequence.may_be_sparse() && sequence.space().is_none();
    let reached =
        if is_proved || !is_wide { reached } else { cost::reach_without_space(reached, order.steps) };
    if is_proved || reached <= LONG {
        let finding = finish(order, room, &report, reached, &mut sequence.read(&limits))?;
        return Ok(Some((finding, None)));
    }
    drop(sequence);
    find_long(order, room, reached, watcher)
}

/// The run folder of a long game; the number is 1 unless several processes have the same task.
pub fn run_folder(task: u64, root: u32, number: usize) -> String {
    format!("work/{task}-root-{}-{number}", root + 1)
}

/// The same for a game of many heaps, in a run folder.
fn find_long(
    order: &RootOrder,
    room: &RootRoom<'_>,
    reached: u64,
    watcher: &mut dyn Watcher,
) -> Result<Option<Found>, StoreError> {
    /// So many processes may have the same game at once.
    const ROOMS: usize = 16;
    let game: HeapGame = order.rule.clone().into();
    let settings = RunSettings { to: reached, keep: Keep::Values, state_bytes: 0 };
    let mut begun = None;
    for number in 1..=ROOMS {
        let folder = room.folder.inside(&run_folder(room.task, order.root, number));
        match Run::start(folder, &game, settings, room.settings) {
            // another process has the same task
            Err(StoreError::Locked(_)) => {}
            started => {
                begun = Some(started?.0);
                break;
            }
        }
    }
    let Some(mut run) = begun else {
        return Err(StoreError::Request(format!("too many processes are at work on {}", order.rule)));
    };
    run.checkpoint_every = room.checkpoint_every;
    if run.work(room.stop, watcher)? == RunEnding::Stopped {
        return Ok(None);
    }
    let (status, contents) = status(run.folder())?;
    let space = status.space.and_then(Space::from_parts);
    let mut values = KeptValues::new(&contents, space, room.stop);
    let report = find(&order.rule, &mut values, HowFar::To(reached));
    if let Some(failure) = values.failure.take() {
        return Err(failure);
    }
    if room.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let found = finish(order, room, &report, reached, &mut values);
    if let Some(failure) = values.failure.take() {
        return Err(failure);
    }
    let found = found?;
    if room.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some((found, Some(run.folder().clone()))))
}

/// The values of a root, from a proved period where they can be held, else as they were computed.
enum Values<'s> {
    Proved(Box<ProvedPeriod>),
    Read(&'s mut dyn Source),
}

impl Values<'_> {
    /// Sends the values of the heaps 0 to `to` of a form: zeros, then the values of the root.
    fn send(&mut self, shift: u64, to: u64, sink: &mut dyn Sink) {
        const PIECE: u64 = 1 << 14;
        let zeros = vec![Nimber::ZERO; shift.min(to + 1) as usize];
        if !zeros.is_empty() && sink.accept(0, (&zeros).into()).is_break() {
            return;
        }
        let Some(last) = to.checked_sub(shift) else { return };
        match self {
            Self::Read(source) => {
                source.send(0, last, &mut |first: u64, values: &[Nimber]| {
                    sink.accept(first + shift, values.into())
                });
            }
            Self::Proved(proved) => {
                for first in (0..=last).step_by(PIECE as usize) {
                    let end = last.min(first + PIECE - 1);
                    let values: Vec<Nimber> = (first..=end).map(|heap| proved.value(heap)).collect();
                    if sink.accept(first + shift, (&values).into()).is_break() {
                        return;
                    }
                }
            }
        }
    }

    /// The first values of the root.
    fn first(&mut self, count: u64) -> Vec<u64> {
        let mut values = Vec::new();
        if let Some(to) = count.checked_sub(1) {
            self.send(0, to, &mut |_: u64, chunk: &[Nimber]| {
                values.extend(chunk.iter().map(|value| value.0));
                ControlFlow::Continue(())
            });
        }
        values
    }
}

/// Everything that is said of a root, from its values and the search for a period.
fn finish(
    order: &RootOrder,
    room: &RootRoom<'_>,
    report: &PeriodReport,
    to: u64,
    source: &mut dyn Source,
) -> Result<RootFinding, StoreError> {
    let (standing, period, claim) = match &report.finding {
        Finding::Proved(period, claim) => (GameStanding::Proved, Some(period), Some(claim)),
        Finding::Observed(period) => (GameStanding::Observed, Some(period), None),
        Finding::Nothing => (GameStanding::Open, None, None),
    };
    let held = ProvedPeriod::new(report, source);
    let mut values = match held {
        Ok(proved) => Values::Proved(Box::new(proved)),
        Err(_) => Values::Read(&mut *source),
    };
    check_definition(order, to, &mut values)?;
    let mut forms = Vec::new();
    for (form, rule, shift) in &order.forms {
        forms.push(form_finding(*form, rule, *shift, to, period, &mut values));
    }
    drop(values);
    let (mut certificate, mut no_certificate) = (None, None);
    if let (Some(period), Some(claim), true) = (period, claim, order.certificate) {
        let proved = Proved { period: period.clone(), claim: *claim };
        match certify(&order.rule, proved, source, room.settings.threads) {
            Ok(accepted) => {
                let file = format!("certificates/{}-{}.cert", order.root + 1, room.token);
                room.folder.create("certificates")?;
                room.folder.write(&file, accepted.text.as_bytes())?;
                let blake3 = blake3::hash(accepted.text.as_bytes()).to_hex().to_string();
                certificate = Some(CertificateFile { file, blake3 });
            }
            Err(why) => no_certificate = Some(why.into()),
        }
    }
    Ok(RootFinding {
        root: order.root,
        standing,
        period: period.map(|period| period.period),
        saltus: period.map(|period| period.saltus),
        theorem: claim.map(|claim| claim.theorem.number().into()),
        values: claim.map_or(to + 1, |claim| claim.used),
        to,
        forms,
        certificate,
        no_certificate,
        cpu_s: 0.0,
        host: room.host.into(),
        kernel: room.settings.kernel.to_string().into(),
    })
}

/// Computes the first heaps of every game that was asked for by the definition.
fn check_definition(order: &RootOrder, to: u64, values: &mut Values<'_>) -> Result<(), StoreError> {
    let known = values.first(NAIVE.0.min(to) + 1);
    for (rule, shift) in &order.asked {
        let last = if rule.most_heaps() <= 2 { NAIVE.0 } else { NAIVE.1 }.min(to);
        for (heap, value) in (0..=last).zip(naive_values(rule.clauses(), last)) {
            let other = heap.checked_sub(*shift).map_or(0, |heap| known[heap as usize]);
            if value.0 != other {
                return Err(StoreError::SelfCheck(format!(
                    "heap {heap} of {rule} has the value {value} by the definition, and {other} as a heap of {}",
                    order.rule
                )));
            }
        }
    }
    Ok(())
}

/// The numbers of one form.
fn form_finding(
    form: u32,
    rule: &Rule,
    shift: u64,
    to: u64,
    period: Option<&Period>,
    values: &mut Values<'_>,
) -> FormFinding {
    /// With greater values no space is looked for.
    const WIDEST: u64 = 1 << 16;
    let sequence = Sequence::new(rule.clone().into(), EngineSettings::default());
    let parity = Shape::new(rule.clauses()).and_then(|shape| shape.break_parity());
    let mut counts = sequence.may_be_sparse().then(Counts::default);
    let (mut signature, mut zeros, mut max, mut bits) = (Signature::from(0), 0, (0, 0), 0);
    values.send(shift, to, &mut |first: u64, chunk: &[Nimber]| {
        signature.accept(first, chunk.into())?;
        for (heap, value) in (first..).zip(chunk) {
            bits |= value.0;
            zeros += u64::from(value.is_zero());
            if value.0 > max.0 {
                max = (value.0, heap);
            }
        }
        counts = counts.take().filter(|_| max.0 < WIDEST);
        if let Some(counts) = &mut counts {
            counts.add_all(first, chunk.into());
        }
        ControlFlow::Continue(())
    });
    let space = counts.and_then(|counts| counts.good_space(parity));
    let rare = space.map(|space| {
        let (mut count, mut last) = (0, None);
        values.send(shift, to, &mut |first: u64, chunk: &[Nimber]| {
            for (heap, value) in (first..).zip(chunk) {
                if space.is_rare(heap, value.0 as u32) {
                    (count, last) = (count + 1, Some(heap));
                }
            }
            ControlFlow::Continue(())
        });
        (count, last)
    });
    let preperiod = period.map(|period| {
        let turn = if period.preperiod == 0 && shift > 0 {
            values.first(period.period.min(to + 1))
        } else {
            Vec::new()
        };
        shifted(period, shift, |heap| turn.get(heap as usize).copied().unwrap_or(u64::MAX))
    });
    let mask = |space: Space| format!("{:#06x}", space.open_mask(bits) & 0xffff);
    FormFinding {
        form,
        preperiod,
        signature: signature.finish(),
        max,
        zeros,
        space: space.map(|space| (mask(space), u8::from(space.kind() != Kind::Value))),
        rare,
    }
}
