//! A task at work, a slice at a time, so that whoever runs it can look around in between.

use super::job::{Job, JobFinding};
use super::period::PeriodWork;
use super::sequence::{Clock, SequenceWork};
use super::star::RowWork;
use super::task::Task;

/// A task at work.
pub enum Work {
    /// Values of a game.
    Sequence(Box<SequenceWork>),
    /// The search for a period.
    Period(Box<PeriodWork>),
    /// The period of a row of 2-Star Nim.
    Row(Box<RowWork>),
}

/// What a slice of the work came to.
pub enum Step {
    /// There is more to do.
    More,
    /// The values are there, or this was found.
    Done(Option<JobFinding>),
}

impl Work {
    /// Before the first slice; the work may use so many threads.
    pub fn new(task: &Task, threads: usize) -> Result<Self, String> {
        Ok(match task {
            Task::Sequence { game, to } => Self::Sequence(Box::new(SequenceWork::new(game, *to, threads))),
            Task::Period { game, to, paper } => Self::Period(Box::new(PeriodWork::new(game, *to, *paper))),
            Task::StarRow { row } => Self::Row(Box::new(RowWork::new(*row)?)),
        })
    }

    /// Does a slice of so many heaps or columns at most. What it learns of a sparse space is kept in the job.
    pub fn advance(
        &mut self,
        job: &mut Job,
        slice: u64,
        threads: usize,
        clock: Clock<'_>,
    ) -> Result<Step, String> {
        let found = match self {
            Self::Sequence(work) => {
                let Some(values) = job.values.clone() else {
                    return Err("the job has no room for its values".to_owned());
                };
                let is_done = work.advance(&values, &job.progress, slice, clock)?;
                job.classes = work.classes();
                return Ok(if is_done { Step::Done(None) } else { Step::More });
            }
            Self::Period(work) => work.advance(&job.progress, slice)?,
            Self::Row(work) => work.advance(&job.progress, slice, threads)?,
        };
        Ok(found.map_or(Step::More, |found| Step::Done(Some(found))))
    }
}
