//! The lab from outside, over real connections: known answers, whole games, jobs, hostile requests, attacks, a crowd.

mod answers;
mod attacks;
mod budgets;
mod client;
mod crowd;
mod damaged;
mod description;
mod elsewhere;
mod entry;
mod games;
mod hostile;
mod jobs;
mod process;
mod schema;
