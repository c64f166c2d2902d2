//! One task, from its beginning or from where it was stopped to its result.
//!
//! A task may be started any number of times, at the same time too. One that finds a result is done. A result that is
//! damaged is set aside, and the task is done again. What was found so far is written every minute and when the task is
//! asked to stop, so a task that is killed loses at most that minute; a long game has checkpoints of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sprague::heap::{HeapGame, Rule};
use sprague::sequence::{EngineSettings, Kernel};
use sprague_store::{CheckRoom, Disk, Folder, StoreError, Watcher, check_part, discard_run, now};

use crate::plan::{GamesWork, PlanIndex, SurveyPlan, SurveyWork, VerifyWork};
use crate::results::{self, UnitResult, files_of, found_before, results_folder, results_of};
use crate::search::{RootOrder, RootRoom, find_root};

/// Who does a task.
pub struct TaskWorker<'a> {
    /// The folder of the survey.
    pub folder: &'a Folder,
    /// The disk, for the folder of a run that is verified.
    pub disk: Arc<dyn Disk>,
    /// The name of this process in names of files: hexadecimal digits that no other process has.
    pub token: String,
    /// The machine.
    pub host: String,
    /// How values are computed.
    pub settings: EngineSettings,
    /// Whether the kernel was asked for.
    pub kernel: Option<Kernel>,
    /// Asks it to stop.
    pub stop: &'a AtomicBool,
    /// CPU time of the process so far, in seconds.
    pub cpu: &'a dyn Fn() -> f64,
    /// How often what was found is written.
    pub checkpoint_every: Duration,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskEnding {
    /// Its result is written.
    Finished,
    /// It had a result before.
    WasFinished,
    /// It was asked to stop.
    Stopped,
}

/// Does a task.
pub fn run_task(
    plan: &SurveyPlan,
    task: u64,
    worker: &TaskWorker<'_>,
    watcher: &mut dyn Watcher,
) -> Result<TaskEnding, StoreError> {
    if !(1..=plan.tasks()).contains(&task) {
        return Err(StoreError::Request(format!(
            "there is no task {task}: the plan has the tasks 1 to {}",
            plan.tasks()
        )));
    }
    if is_done(plan, task, worker.folder, watcher)? {
        tidy(worker.folder, task)?;
        return Ok(TaskEnding::WasFinished);
    }
    worker.folder.create("work")?;
    let result = match &plan.work {
        SurveyWork::Games(games) => games_task(plan, games, task, worker, watcher)?,
        SurveyWork::Verify(run) => verify_task(plan, run, task, worker, watcher)?,
    };
    let Some(result) = result else { return Ok(TaskEnding::Stopped) };
    results::write(worker.folder, results_folder(plan), &worker.token, &result)?;
    // another process may have done the same meanwhile
    for (name, other) in results_of(worker.folder, plan, task)? {
        if let Some((_, what)) = other.ok().and_then(|other| result.contradicts(&other)) {
            return Err(StoreError::SelfCheck(format!(
                "task {task} has two results that differ in {what}; the other is {}",
                worker.folder.file(&name).display()
            )));
        }
    }
    tidy(worker.folder, task)?;
    Ok(TaskEnding::Finished)
}

/// Whether a task has a result; one that is damaged is set aside.
fn is_done(
    plan: &SurveyPlan,
    task: u64,
    folder: &Folder,
    watcher: &mut dyn Watcher,
) -> Result<bool, StoreError> {
    let mut is_done = false;
    for (name, result) in results_of(folder, plan, task)? {
        match result {
            Ok(_) => is_done = true,
            Err(why) => {
                let aside = folder.set_aside(&name)?;
                watcher.warn(format!(
                    "{} is damaged: {why}; it is set aside as {aside}",
                    folder.file(&name).display()
                ));
            }
        }
    }
    Ok(is_done)
}

/// Removes what only an unfinished task needs.
fn tidy(folder: &Folder, task: u64) -> Result<(), StoreError> {
    files_of(folder, "work", task)?.iter().try_for_each(|name| folder.remove(name))
}

fn unit(plan: &SurveyPlan, task: u64, worker: &TaskWorker<'_>) -> UnitResult {
    UnitResult {
        plan: plan.identity(),
        task,
        version: env!("CARGO_PKG_VERSION").into(),
        host: worker.host.as_str().into(),
        kernel: worker.settings.kernel.to_string().into(),
        date: now().into(),
        cpu_s: 0.0,
        findings: Vec::new(),
        part: None,
    }
}

/// The rule of a text that a plan holds.
fn rule(folder: &Folder, text: &str) -> Result<Rule, StoreError> {
    let game: Result<HeapGame, _> = text.parse();
    game.map(|game| game.rule).map_err(|error| {
        StoreError::damaged(&folder.file("plan.json"), format!("`{text}` is no game: {error}"))
    })
}

/// A task of games; `None` where it was asked to stop.
fn games_task(
    plan: &SurveyPlan,
    games: &GamesWork,
    task: u64,
    worker: &TaskWorker<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Option<UnitResult>, StoreError> {
    let (roots, again) = plan.roots_of(task).unwrap_or_default();
    let before = found_before(worker.folder, plan, task)?;
    let index = PlanIndex::of(plan);
    let settings = if again { other_kernel(worker) } else { worker.settings };
    let mut result = unit(plan, task, worker);
    result.kernel = settings.kernel.to_string().into();
    let mut saved = Instant::now();
    let mut is_new = false;
    for &root in roots {
        if let Some(finding) = before.iter().find(|finding| finding.root == root) {
            result.findings.push(finding.clone());
            continue;
        }
        let started = (worker.cpu)();
        let order = order(games, &index, root, worker.folder, !again)?;
        let room = RootRoom {
            folder: worker.folder,
            token: &worker.token,
            task,
            settings,
            host: &worker.host,
            stop: worker.stop,
            checkpoint_every: worker.checkpoint_every,
        };
        let found =
            if worker.stop.load(Ordering::Relaxed) { None } else { find_root(&order, &room, watcher)? };
        let Some((mut finding, run)) = found else {
            // also what was found of the roots that come later
            let rest = before.iter().filter(|f| result.findings.iter().all(|known| known.root != f.root));
            result.findings.extend(rest.cloned().collect::<Vec<_>>());
            if is_new {
                results::write(worker.folder, "work", &worker.token, &result)?;
            }
            return Ok(None);
        };
        finding.cpu_s = thousandths((worker.cpu)() - started);
        result.findings.push(finding);
        is_new = true;
        if run.is_some() || saved.elapsed() >= worker.checkpoint_every {
            results::write(worker.folder, "work", &worker.token, &result)?;
            saved = Instant::now();
        }
        if let Some(run) = run {
            discard_run(&run)?;
        }
    }
    result.cpu_s = thousandths(result.findings.iter().map(|finding| finding.cpu_s).sum());
    Ok(Some(result))
}

fn thousandths(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// What is computed again is computed another way.
fn other_kernel(worker: &TaskWorker<'_>) -> EngineSettings {
    const OTHER_BLOCK: usize = 96;
    let is_other = |kernel: &Kernel| *kernel != Kernel::best() && kernel.method.continues_states();
    let other = Kernel::available().into_iter().rev().find(is_other).unwrap_or(Kernel::TEXTBOOK);
    EngineSettings { kernel: worker.kernel.unwrap_or(other), block: OTHER_BLOCK, ..worker.settings }
}

/// A root with everything that hangs on it.
fn order(
    games: &GamesWork,
    index: &PlanIndex,
    root: u32,
    folder: &Folder,
    certificate: bool,
) -> Result<RootOrder, StoreError> {
    let mut order = RootOrder {
        root,
        rule: rule(folder, &games.roots[root as usize].rule)?,
        forms: Vec::new(),
        asked: Vec::new(),
        to: games.to,
        steps: games.steps,
        certificate,
    };
    for &number in &index.forms[root as usize] {
        let form = &games.forms[number as usize];
        order.forms.push((number, rule(folder, &form.rule)?, form.shift));
        for &asked in &index.asked[number as usize] {
            order.asked.push((rule(folder, &games.asked[asked as usize].text)?, form.shift));
        }
    }
    Ok(order)
}

/// A task of a verification; `None` where it was asked to stop.
fn verify_task(
    plan: &SurveyPlan,
    run: &VerifyWork,
    task: u64,
    worker: &TaskWorker<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Option<UnitResult>, StoreError> {
    let started = (worker.cpu)();
    let folder = Folder::new(Arc::clone(&worker.disk), Path::new(&run.folder));
    let earlier = files_of(worker.folder, "work", task)?;
    let pause = format!("work/{task}-{}", worker.token);
    let room = CheckRoom { folder: worker.folder, pause: &pause, earlier: &earlier };
    let how = (worker.kernel, worker.settings.threads);
    let number = (&run.parts, task as usize - 1);
    let Some(checked) = check_part(&folder, number, how, worker.stop, &room, watcher)? else {
        return Ok(None);
    };
    let mut result = unit(plan, task, worker);
    let kernels = checked.agreed.iter().map(|agreed| &agreed.kernel);
    let kernel = kernels.chain(checked.disagreements.iter().map(|failed| &failed.kernel)).next();
    result.kernel = kernel.cloned().unwrap_or_default();
    result.part = Some(checked);
    result.cpu_s = thousandths((worker.cpu)() - started);
    Ok(Some(result))
}
