//! `sprague survey status`: which units are done.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use sprague_survey::{Collected, SurveyPlan, SurveyWork, array, collect};
use sprague_tell::command;

use super::open;
use crate::args::Common;
use crate::failure::Failure;
use crate::output;
use crate::output::grouped;

pub fn run(dir: &Path, common: &Common) -> Result<ExitCode, Failure> {
    let (folder, plan) = open(dir)?;
    let found = collect(&folder, &plan)?;
    if common.json {
        return output::json(common, &document(&plan, &found));
    }
    output::text(common, &text(&plan, &found))
}

fn what(plan: &SurveyPlan) -> String {
    match &plan.work {
        SurveyWork::Games(games) => {
            games.request.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        SurveyWork::Verify(run) => format!("verification of {}", run.folder),
    }
}

/// The state of a survey as JSON.
pub fn document(plan: &SurveyPlan, found: &Collected) -> command::SurveyStatus {
    let damage = |damage: &sprague_survey::Damage| command::SurveyDamage {
        task: damage.task,
        file: damage.file.clone(),
        why: damage.why.to_string(),
    };
    command::SurveyStatus {
        survey: what(plan),
        tasks: found.tasks,
        done: found.tasks - found.missing.len() as u64,
        missing: found.missing.clone(),
        begun: found.begun.clone(),
        damaged: found.damaged.iter().map(damage).collect(),
        differing: found.differing.clone(),
        rechecked: found.rechecked,
        rechecked_elsewhere: found.elsewhere,
        hosts: found.hosts.iter().map(ToString::to_string).collect(),
        cpu_s: found.cpu_s,
        identity: plan.identity(),
        version: plan.version.to_string(),
        made: plan.made.to_string(),
    }
}

/// The state of a survey in words.
pub fn text(plan: &SurveyPlan, found: &Collected) -> String {
    let done = found.tasks - found.missing.len() as u64;
    let mut text = format!("{}\n", what(plan));
    let mut line = |name: &str, what: String| {
        let _ = writeln!(text, "  {name:<10} {what}");
    };
    line("plan", format!("made {} by version {}", plan.made, plan.version));
    line("done", format!("{} of {} tasks", grouped(done), grouped(found.tasks)));
    if !found.missing.is_empty() {
        line("missing", array(&found.missing));
    }
    if !found.begun.is_empty() {
        line("begun", array(&found.begun));
    }
    for damage in &found.damaged {
        line("damaged", format!("task {}: {}: {}", damage.task, damage.file, damage.why));
    }
    for differing in &found.differing {
        line("differing", differing.clone());
    }
    if found.rechecked > 0 {
        line("rechecked", format!("{} games, {} of them on another host", found.rechecked, found.elsewhere));
    }
    let hosts: Vec<&str> = found.hosts.iter().map(|host| &**host).collect();
    let count = hosts.len();
    let shown = if count > 8 { format!("{count} hosts") } else { hosts.join(", ") };
    line("CPU time", format!("{:.1} s{}{shown}", found.cpu_s, if count > 0 { ", on " } else { "" }));
    text
}
