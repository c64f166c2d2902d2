//! `sprague survey plan`: which games, how far, in which units.

use std::path::Path;
use std::process::ExitCode;

use sprague_store::{parts_of_run, read_text};
use sprague_survey::{SurveyPlan, SurveyWork, VerifyWork, Wish, games_of};
use sprague_tell::command;

use super::{absolute, chance};
use crate::args::Common;
use crate::args::survey::SurveyPlanArgs;
use crate::commands::folder;
use crate::failure::Failure;
use crate::output;
use crate::output::grouped;

pub fn run(args: &SurveyPlanArgs, common: &Common) -> Result<ExitCode, Failure> {
    let seed = args.seed.unwrap_or_else(chance);
    let mut plan = match &args.verify {
        Some(run) => verification(args, run, seed)?,
        None => games(args, common)?,
    };
    if let Some(share) = args.recheck {
        plan.recheck(share, seed)?;
    }
    let target = folder(&args.dir);
    if SurveyPlan::is_in(&target).unwrap_or(false) {
        // the same plan again changes nothing, units that were added included
        let (known, _) = SurveyPlan::read(&target)?;
        if known.identity() == plan.identity() {
            plan = known;
        } else {
            return Err(Failure::Input(format!(
                "{} holds another survey; take another folder",
                args.dir.display()
            )));
        }
    } else {
        plan.write(&target)?;
    }
    report(&plan, &args.dir, common)
}

fn verification(args: &SurveyPlanArgs, run: &Path, seed: u64) -> Result<SurveyPlan, Failure> {
    let parts = parts_of_run(&folder(run), args.sample, seed)?;
    Ok(SurveyPlan::of_run(VerifyWork {
        folder: absolute(run).to_string_lossy().into_owned(),
        sample: args.sample.map(|share| format!("{}%", 100.0 * share)),
        seed: if args.sample.is_some() { seed } else { 0 },
        parts,
    }))
}

fn games(args: &SurveyPlanArgs, common: &Common) -> Result<SurveyPlan, Failure> {
    let mut wishes: Vec<Wish> = args.codes.iter().cloned().map(Wish::Octal).collect();
    wishes.extend(args.hex.iter().cloned().map(Wish::Hexadecimal));
    wishes.extend(args.subtraction.iter().cloned().map(Wish::Subtraction));
    let mut request: Vec<String> = args.codes.clone();
    request.extend(args.hex.iter().map(|pattern| format!("{pattern} (hexadecimal)")));
    request.extend(args.subtraction.iter().map(|sets| format!("subtraction sets, {sets}")));
    for (file, wish) in [
        (&args.codes_file, Wish::Octal as fn(String) -> Wish),
        (&args.rules, Wish::Game as fn(String) -> Wish),
    ] {
        let Some(path) = file else { continue };
        output::reads_before(path, common)?;
        let text = read_text(path)
            .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        wishes.extend(lines.map(|line| wish(line.to_owned())));
        request.push(format!("the games of {}", path.display()));
    }
    if wishes.is_empty() {
        return Err(Failure::Input(
            "no games were named; --codes, --codes-file, --hex, --subtraction and --rules name them"
                .to_owned(),
        ));
    }
    let games = games_of(&wishes)?;
    let tasks = args.tasks.map(|tasks| usize::try_from(tasks).unwrap_or(usize::MAX));
    if tasks == Some(0) {
        return Err(Failure::Input("a plan has at least one unit".to_owned()));
    }
    let to = args.to.unwrap_or(0);
    Ok(SurveyPlan::of_games(request, games, (to, common.max_steps), tasks)?)
}

fn report(plan: &SurveyPlan, dir: &Path, common: &Common) -> Result<ExitCode, Failure> {
    let (games, forms, roots, to) = match &plan.work {
        SurveyWork::Games(games) => (games.asked.len(), games.forms.len(), games.roots.len(), Some(games.to)),
        SurveyWork::Verify(_) => (0, 0, 0, None),
    };
    if common.json {
        let document = command::SurveyPlanned {
            dir: dir.display().to_string(),
            tasks: plan.tasks(),
            rechecks: plan.tasks() - plan.first_units() as u64,
            games,
            forms,
            roots,
            to,
            identity: plan.identity(),
        };
        return output::json(common, &document);
    }
    let tasks = plan.tasks();
    let what = match &plan.work {
        SurveyWork::Games(work) => format!(
            "{} games, {} of them different, {} to compute (equal games and cousins once), to heap {}",
            grouped(games as u64),
            grouped(forms as u64),
            grouped(roots as u64),
            grouped(work.to)
        ),
        SurveyWork::Verify(work) => {
            format!("{} segments of the run of {}", grouped(work.parts.segments), work.parts.game)
        }
    };
    let again = match tasks - plan.first_units() as u64 {
        0 => String::new(),
        again => format!(", the last {again} of them to compute a sample again"),
    };
    let dir = dir.display();
    output::text(
        common,
        &format!(
            "{what}\n{tasks} tasks{again}\n\n\
             one task       sprague survey run --dir {dir} --task 1\n\
             all, here      sprague survey run --dir {dir} --all\n\
             all, by Slurm  sprague survey submit --dir {dir}\n\
             then           sprague survey merge --dir {dir}\n"
        ),
    )
}
