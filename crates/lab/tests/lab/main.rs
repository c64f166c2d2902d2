//! The lab from outside, over real connections: known answers, whole games, jobs, hostile requests, attacks, a crowd.

mod answers;
mod attacks;
mod budgets;
mod client;
mod corpus;
mod crowd;
mod damaged;
mod description;
mod elsewhere;
mod entry;
mod games;
#[path = "../generated.rs"]
mod generated;
mod hostile;
mod jobs;
mod process;
mod rest;
mod schema;
