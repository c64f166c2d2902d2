//! The lab from outside, over real connections: known answers, whole games, jobs, hostile requests, a crowd.

mod answers;
mod client;
mod crowd;
mod description;
mod elsewhere;
mod entry;
mod games;
mod hostile;
mod jobs;
mod schema;
