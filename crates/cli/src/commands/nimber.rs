//! `sprague nimber`: an expression of nim-arithmetic and what it comes to.

use std::process::ExitCode;

use sprague::nim_expression::NimExpression;
use sprague_answer::command;

use crate::args::{Common, NimberArgs};
use crate::failure::Failure;
use crate::output;

pub fn run(args: &NimberArgs, common: &Common) -> Result<ExitCode, Failure> {
    let text = args.expression.join(" ");
    let expression: NimExpression = text.parse().map_err(|error| Failure::notation(&text, error))?;
    let value = expression.value().0;
    if common.json {
        output::json(common, &command::NimberDocument { expression: expression.to_string(), value })
    } else {
        output::text(common, &format!("{expression} = {value}\n"))
    }
}
