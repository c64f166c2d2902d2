//! Results of units: who writes them, who reads them, and what makes one believable.
//!
//! A result is a file of its own process: `results/TASK-TOKEN`, or `verified/TASK-TOKEN` for parts of a run. It is sealed,
//! carries the identity of the plan and its task, and has exactly what the plan asks of the task. What was done so far by
//! a unit that is not finished is in `work/TASK-TOKEN`, in the same form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sprague_store::{CheckedPart, FileText, Folder, StoreError};

use crate::finding::RootFinding;
use crate::plan::{PlanIndex, SurveyPlan, SurveyWork};
use crate::seal;

/// No result is longer.
const MOST_BYTES: u64 = 1 << 28;

/// No certificate is longer than its checker reads.
pub const MOST_CERTIFICATE: u64 = 1 << 25;

/// What a unit found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitResult {
    /// The identity of the plan.
    pub plan: String,
    /// The task.
    pub task: u64,
    /// The version of the program.
    pub version: FileText,
    /// Where it was computed.
    pub host: FileText,
    /// The kernel.
    pub kernel: FileText,
    /// When it was written.
    pub date: FileText,
    /// CPU time in seconds.
    pub cpu_s: f64,
    /// What was found of each root of the unit.
    pub findings: Vec<RootFinding>,
    /// What was found of a part of a run.
    pub part: Option<CheckedPart>,
}

/// A result file: its name, and what it says or what is wrong with it.
pub type ResultFile = (String, Result<UnitResult, FileText>);

/// The folder of the results of a plan.
pub const fn results_folder(plan: &SurveyPlan) -> &'static str {
    match plan.work {
        SurveyWork::Games(_) => "results",
        SurveyWork::Verify(_) => "verified",
    }
}

/// The task in a name such as `17-0123456789abcdef`; other names are not ours.
fn task_of(name: &str) -> Option<u64> {
    let (task, token) = name.split_once('-')?;
    let number: u64 = task.parse().ok()?;
    let is_ours = number.to_string() == task
        && !token.is_empty()
        && token.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    is_ours.then_some(number)
}

/// The files of a task in a folder.
pub fn files_of(folder: &Folder, inside: &str, task: u64) -> Result<Vec<String>, StoreError> {
    let names = folder.names(inside)?.into_iter().filter(|name| task_of(name) == Some(task));
    Ok(names.map(|name| format!("{inside}/{name}")).collect())
}

/// The results of one task.
pub fn results_of(folder: &Folder, plan: &SurveyPlan, task: u64) -> Result<Vec<ResultFile>, StoreError> {
    let (identity, index) = (plan.identity(), PlanIndex::of(plan));
    let names = files_of(folder, results_folder(plan), task)?;
    names.into_iter().map(|name| read(folder, (plan, &index, &identity), task, name)).collect()
}

/// The results of all tasks.
pub fn all_results(folder: &Folder, plan: &SurveyPlan) -> Result<BTreeMap<u64, Vec<ResultFile>>, StoreError> {
    let (identity, index, inside) = (plan.identity(), PlanIndex::of(plan), results_folder(plan));
    let mut all: BTreeMap<u64, Vec<ResultFile>> = BTreeMap::new();
    for name in folder.names(inside)? {
        if let Some(task) = task_of(&name).filter(|task| (1..=plan.tasks()).contains(task)) {
            let file = read(folder, (plan, &index, &identity), task, format!("{inside}/{name}"))?;
            all.entry(task).or_default().push(file);
        }
    }
    Ok(all)
}

/// Reads a result; a failure of the disk is none of the file.
fn read(
    folder: &Folder,
    plan: (&SurveyPlan, &PlanIndex, &str),
    task: u64,
    name: String,
) -> Result<ResultFile, StoreError> {
    let read = match folder.read(&name, MOST_BYTES) {
        Ok(Some(bytes)) => seal::open::<UnitResult>(&bytes),
        Ok(None) => Err("it is missing".into()),
        Err(StoreError::Damaged { why, .. }) => Err(why.into()),
        Err(error) => return Err(error),
    };
    let mut checked = read.and_then(|result| result.examine(plan, task).map(|()| result));
    if let Ok(result) = &checked
        && let Some(why) = missing_certificate(folder, &result.findings)?
    {
        checked = Err(why.into());
    }
    Ok((name, checked))
}

/// Which certificate of some findings is not as it was written, if any.
pub fn missing_certificate(folder: &Folder, findings: &[RootFinding]) -> Result<Option<String>, StoreError> {
    for certificate in findings.iter().filter_map(|finding| finding.certificate.as_ref()) {
        let file = &certificate.file;
        let is_name = file.strip_prefix("certificates/").is_some_and(|name| is_plain(name, "-."));
        let bytes = if is_name { folder.read(file, MOST_CERTIFICATE) } else { Ok(None) };
        let why = match bytes {
            Ok(Some(bytes)) if *blake3::hash(&bytes).to_hex() == *certificate.blake3 => continue,
            Ok(Some(_)) | Err(StoreError::Damaged { .. }) => "is damaged",
            Ok(None) => "is missing",
            Err(error) => return Err(error),
        };
        let file = FileText::from(file.as_str());
        return Ok(Some(format!("its certificate {file} {why}")));
    }
    Ok(None)
}

impl UnitResult {
    /// Whether it is what the plan asks of the task.
    fn examine(
        &self,
        (plan, index, identity): (&SurveyPlan, &PlanIndex, &str),
        task: u64,
    ) -> Result<(), FileText> {
        if self.plan != identity {
            return Err("it belongs to another plan".into());
        }
        if self.task != task {
            return Err(format!("it is the result of task {}", self.task).into());
        }
        let fits = match &plan.work {
            SurveyWork::Verify(run) => {
                let part = usize::try_from(task - 1).ok().and_then(|at| run.parts.parts.get(at));
                let (Some(part), Some(checked)) = (part, &self.part) else {
                    return Err("it is no result of a verification".into());
                };
                let inside = |segment: u64| (part.first..part.until).contains(&segment);
                let agreed = checked.agreed.as_ref();
                agreed.is_none_or(|s| {
                    (s.first, s.until, &s.signature) == (part.first, part.until, &part.leaves)
                }) && (agreed.is_some() || !checked.disagreements.is_empty())
                    && checked.disagreements.iter().all(|failed| inside(failed.segment))
            }
            SurveyWork::Games(games) => {
                let roots = plan.roots_of(task).map_or(&[][..], |(roots, _)| roots);
                let found = self.findings.iter().map(|finding| &finding.root);
                found.eq(roots) && self.findings.iter().all(|finding| is_of_plan(games.to, index, finding))
            }
        };
        if fits { Ok(()) } else { Err("it has not what the plan asks of its task".into()) }
    }

    /// What of another result of the same task it contradicts, if anything.
    pub fn contradicts(&self, other: &Self) -> Option<(Option<u32>, &'static str)> {
        if let (Some(one), Some(two)) = (&self.part, &other.part)
            && !one.says_the_same(two)
        {
            return Some((None, "the segments"));
        }
        let pairs = self.findings.iter().zip(&other.findings);
        pairs.into_iter().find_map(|(one, two)| one.contradicts(two).map(|what| (Some(one.root), what)))
    }
}

/// Whether a text has letters and digits of ASCII and these marks, and nothing else.
fn is_plain(text: &str, marks: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c))
}

/// Whether a finding has the forms that its root has in the plan, and no text that is no number, hash or name of ours.
fn is_of_plan(to: u64, index: &PlanIndex, finding: &RootFinding) -> bool {
    let texts = finding.forms.iter().all(|form| {
        is_plain(&form.signature, "") && form.space.as_ref().is_none_or(|(mask, _)| is_plain(mask, ""))
    });
    let forms = index.forms.get(finding.root as usize);
    texts
        && forms.is_some_and(|forms| forms.iter().eq(finding.forms.iter().map(|form| &form.form)))
        && finding.to <= to
}

/// Writes a result, whole or not at all, under a name that nobody else has.
pub fn write(folder: &Folder, inside: &str, token: &str, result: &UnitResult) -> Result<String, StoreError> {
    folder.create(inside)?;
    let name = format!("{inside}/{}-{token}", result.task);
    folder.write(&name, seal::seal(result).as_bytes())?;
    Ok(name)
}

/// What a unit that was stopped has found before; what cannot be used is no loss but of time.
pub fn found_before(folder: &Folder, plan: &SurveyPlan, task: u64) -> Result<Vec<RootFinding>, StoreError> {
    let SurveyWork::Games(games) = &plan.work else { return Ok(Vec::new()) };
    let (identity, index) = (plan.identity(), PlanIndex::of(plan));
    let mut found: Vec<RootFinding> = Vec::new();
    for name in files_of(folder, "work", task)? {
        let Ok(Some(bytes)) = folder.read(&name, MOST_BYTES) else { continue };
        let Ok(part) = seal::open::<UnitResult>(&bytes) else { continue };
        if part.plan != identity || part.task != task {
            continue;
        }
        for finding in part.findings {
            let is_new = found.iter().all(|known| known.root != finding.root);
            if is_new
                && is_of_plan(games.to, &index, &finding)
                && missing_certificate(folder, std::slice::from_ref(&finding))?.is_none()
            {
                found.push(finding);
            }
        }
    }
    Ok(found)
}
