//! All results of a survey, checked against the plan and against each other.
//!
//! What is missing, what is damaged and what contradicts itself is named; nothing that was found once counts twice. A
//! task with several results counts by its first, if all of them say the same. What results call proved is a claim here.

use std::collections::BTreeSet;

use sprague_store::{CheckedPart, FileText, Folder, StoreError};

use crate::finding::{GameStanding, RootFinding};
use crate::plan::{SurveyPlan, SurveyWork};
use crate::results::{all_results, files_of};
use crate::search::run_folder;

/// A file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The task.
    pub task: u64,
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub why: FileText,
}

/// What a survey has so far.
#[derive(Clone, Debug)]
pub struct Collected {
    /// How many tasks there are.
    pub tasks: u64,
    /// The tasks that have no result that can be used.
    pub missing: Vec<u64>,
    /// Those of them that were stopped and go on from where they were.
    pub begun: Vec<u64>,
    /// The files that cannot be used.
    pub damaged: Vec<Damage>,
    /// What contradicts itself, a sentence each.
    pub differing: Vec<String>,
    /// What was found of each root; of one that contradicts itself nothing.
    pub findings: Vec<Option<RootFinding>>,
    /// What was found of each part of a run.
    pub parts: Vec<CheckedPart>,
    /// How many roots were computed a second time and agree.
    pub rechecked: u64,
    /// How many of them on another host than the first time.
    pub elsewhere: u64,
    /// The hosts.
    pub hosts: BTreeSet<FileText>,
    /// CPU time in seconds.
    pub cpu_s: f64,
}

impl Collected {
    /// Whether nothing is missing, damaged or contradictory.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty() && self.differing.is_empty()
    }
}

/// Reads all results of a survey. No period is proved yet, see [`confirm`](crate::confirm).
pub fn collect(folder: &Folder, plan: &SurveyPlan) -> Result<Collected, StoreError> {
    let roots = if let SurveyWork::Games(games) = &plan.work { games.roots.len() } else { 0 };
    let mut all = Collected {
        tasks: plan.tasks(),
        missing: Vec::new(),
        begun: Vec::new(),
        damaged: Vec::new(),
        differing: Vec::new(),
        findings: vec![None; roots],
        parts: Vec::new(),
        rechecked: 0,
        elsewhere: 0,
        hosts: BTreeSet::new(),
        cpu_s: 0.0,
    };
    let mut refused = vec![false; roots];
    let mut files = all_results(folder, plan)?;
    for task in 1..=plan.tasks() {
        let mut good = Vec::new();
        for (file, result) in files.remove(&task).unwrap_or_default() {
            match result {
                Ok(result) => good.push((file, result)),
                Err(why) => all.damaged.push(Damage { task, file, why }),
            }
        }
        let mut good = good.into_iter();
        let Some((file, first)) = good.next() else {
            all.missing.push(task);
            if is_begun(folder, plan, task)? {
                all.begun.push(task);
            }
            continue;
        };
        let mut differs = false;
        for (other, result) in good {
            if let Some((root, what)) = first.contradicts(&result) {
                let game = root.map_or(String::new(), |root| format!(" of {}", name(plan, root)));
                all.differing.push(format!("{file} and {other} differ in {what}{game}"));
                differs = true;
                if let Some(root) = root {
                    refused[root as usize] = true;
                }
            }
        }
        all.cpu_s += first.cpu_s;
        all.hosts.insert(first.host.clone());
        all.parts.extend(first.part.filter(|_| !differs));
        let is_first = plan.roots_of(task).is_some_and(|(_, again)| !again);
        for finding in first.findings {
            let place = &mut all.findings[finding.root as usize];
            match place {
                None if is_first => *place = Some(finding),
                None => {}
                Some(known) => {
                    if let Some(what) = known.contradicts(&finding) {
                        all.differing.push(format!(
                            "{file}, which computed {} again, differs in {what}",
                            name(plan, finding.root)
                        ));
                        refused[finding.root as usize] = true;
                    } else {
                        all.rechecked += 1;
                        all.elsewhere += u64::from(known.host != finding.host);
                        // what one of them could prove is proved
                        if known.standing != GameStanding::Proved && finding.standing == GameStanding::Proved
                        {
                            known.standing = finding.standing;
                            (known.period, known.saltus) = (finding.period, finding.saltus);
                            (known.theorem, known.values) = (finding.theorem, finding.values);
                            for (one, two) in known.forms.iter_mut().zip(finding.forms) {
                                one.preperiod = two.preperiod;
                            }
                        }
                    }
                }
            }
        }
    }
    for (finding, _) in all.findings.iter_mut().zip(refused).filter(|(_, refused)| *refused) {
        *finding = None;
    }
    // a result says what its author says; `confirm` asks the certificates
    for finding in
        all.findings.iter_mut().flatten().filter(|finding| finding.standing == GameStanding::Proved)
    {
        finding.standing = GameStanding::Claimed;
    }
    Ok(all)
}

/// Whether a task was stopped and goes on from where it was: with what it found, or with the run of a long game.
fn is_begun(folder: &Folder, plan: &SurveyPlan, task: u64) -> Result<bool, StoreError> {
    if !files_of(folder, "work", task)?.is_empty() {
        return Ok(true);
    }
    for &root in plan.roots_of(task).map_or(&[][..], |(roots, _)| roots) {
        if folder.has(&format!("{}/manifest.json", run_folder(task, root, 1)))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of a root.
fn name(plan: &SurveyPlan, root: u32) -> &str {
    match &plan.work {
        SurveyWork::Games(games) => &games.roots[root as usize].rule,
        SurveyWork::Verify(run) => &run.parts.game,
    }
}
