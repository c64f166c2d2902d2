//! Surveys of heap games on many machines: thousands of independent games, or the stretches of one long run, in units
//! that any scheduler can run.
//!
//! A survey lives in a folder. [`SurveyPlan`] says what is computed: which games were asked for, which of them are equal
//! or cousins (theory H) and so are computed once, how far, and in which units. [`run_task`] does one unit and leaves
//! one sealed result. [`collect`] reads all results and checks them against the plan and against each other, [`confirm`]
//! has the certificates checked, and there is one row for every game that was asked for.
//!
//! Nothing is ever written over. Each process writes files of its own name, whole or not at all, so units may be killed,
//! started twice or started again on another machine. A unit that was done twice counts once, and only if both results
//! say the same. All disk access goes through [`sprague_store`]; the formats are in `docs/long-runs.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod collect;
mod confirm;
mod cost;
mod finding;
mod kept_values;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod request;
mod results;
mod row;
mod seal;
mod search;
mod sets;
mod slurm;
mod task;

pub use collect::{Collected, Damage, collect};
pub use confirm::confirm;
pub use finding::{CertificateFile, FormFinding, GameStanding, RootFinding};
pub use plan::{AskedGame, FormGame, GamesWork, RecheckWork, RootGame, SurveyPlan, SurveyWork, VerifyWork};
pub use request::{MOST_GAMES, Wish, games_of};
pub use results::UnitResult;
pub use row::{SurveyRow, csv_text};
pub use sets::{MOST_OF_SETS, SetCounts, SetRecord, SetTable, all_sets, numbers_of};
pub use slurm::{array, script};
pub use task::{TaskEnding, TaskWorker, run_task};

#[cfg(feature = "parquet")]
pub use self::parquet::parquet_bytes;
