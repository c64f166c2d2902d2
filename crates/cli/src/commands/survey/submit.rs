//! `sprague survey slurm` and `sprague survey submit`: the job script, and `sbatch`.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use sprague_survey::{collect, script};
use sprague_tell::ProblemCode;

use super::{absolute, open};
use crate::args::Common;
use crate::args::survey::SurveySubmit;
use crate::commands::no_json;
use crate::failure::Failure;
use crate::output;

/// The script, kept in the folder of the survey.
const SCRIPT: &str = "job.sh";

pub fn print(dir: &Path, common: &Common) -> Result<ExitCode, Failure> {
    no_json("survey slurm", "a job script", common)?;
    match text(dir)? {
        Some((text, _)) => output::text(common, &text),
        None => Err(Failure::Input(format!("{}: every task is done; merge it", dir.display()))),
    }
}

/// The script for the tasks that are not done, and how many these are; `None` where there are none.
fn text(dir: &Path) -> Result<Option<(String, usize)>, Failure> {
    let (folder, plan) = open(dir)?;
    let found = collect(&folder, &plan)?;
    let mut tasks = found.missing;
    tasks.extend(found.damaged.iter().map(|damage| damage.task));
    tasks.sort_unstable();
    tasks.dedup();
    if tasks.is_empty() {
        return Ok(None);
    }
    let program =
        std::env::current_exe().map_err(|error| Failure::Input(format!("where is this program? {error}")))?;
    let script = script(&program.to_string_lossy(), &absolute(dir).to_string_lossy(), &tasks);
    Ok(Some((script, tasks.len())))
}

pub fn run(args: &SurveySubmit, common: &Common) -> Result<ExitCode, Failure> {
    no_json("survey submit", "what sbatch says", common)?;
    let Some((text, tasks)) = text(&args.dir)? else {
        return output::text(common, "every task is done; nothing was submitted\n");
    };
    let folder = crate::commands::folder(&args.dir);
    folder.write(SCRIPT, text.as_bytes())?;
    let path = folder.file(SCRIPT);
    let answer = Command::new("sbatch").args(&args.sbatch).arg(&path).output();
    let answer = match answer {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Failure::Refused {
                code: ProblemCode::BadInput,
                message: "there is no sbatch on this machine".to_owned(),
                way_out: Some(format!(
                    "give {} to your scheduler, or `sprague survey run --dir {} --all` does the tasks here",
                    path.display(),
                    args.dir.display()
                )),
            });
        }
        answer => answer.map_err(|error| Failure::Input(format!("cannot start sbatch: {error}")))?,
    };
    if !answer.status.success() {
        let said = String::from_utf8_lossy(&answer.stderr);
        return Err(Failure::Input(format!("sbatch refused {}: {}", path.display(), said.trim())));
    }
    let said = String::from_utf8_lossy(&answer.stdout);
    output::text(common, &format!("{}: {tasks} tasks\n", said.trim()))
}
