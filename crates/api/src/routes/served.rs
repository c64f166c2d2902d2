//! What only a server answers: the description of the interface and the events of a job. They stand in the table of
//! routes with the others, and a host that cannot answer them refuses them.

use super::Nothing;
use crate::operation::{Operation, Types};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::sent::Sent;

/// What is never sent from here.
pub enum Description {}

impl Sent for Description {
    fn reply(self) -> Reply {
        match self {}
    }

    fn describe(operation: Operation, _: &mut Types) -> Operation {
        operation.file("The description", &["application/json"])
    }
}

/// What is never sent from here.
pub enum Events {}

impl Sent for Events {
    fn reply(self) -> Reply {
        match self {}
    }

    fn describe(operation: Operation, _: &mut Types) -> Operation {
        operation.file("Events whose data is a job", &["text/event-stream"])
    }
}

/// Refuses what only a server answers.
pub fn elsewhere<S: Sent>(_: Nothing, _: &Question<'_>) -> Result<S, Refusal> {
    Err(Refusal::missing("the engine in the browser has no such path"))
}
