//! The only place that writes answers: to the standard output or to the file of `-o`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use crate::args::Common;
use crate::failure::Failure;

/// Writes the answer where it was asked for.
pub fn write(common: &Common, bytes: &[u8]) -> Result<ExitCode, Failure> {
    match &common.output {
        None => print(bytes)?,
        Some(path) => write_file(path, bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the place where it was asked for, for an answer that comes in pieces.
#[expect(clippy::disallowed_methods, reason = "the file of -o, in pieces")]
pub fn stream(common: &Common) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &common.output else {
        return Ok(Box::new(io::BufWriter::new(io::stdout().lock())));
    };
    let file = fs::File::create(path);
    let file = file.map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))?;
    Ok(Box::new(io::BufWriter::new(file)))
}

/// Writes text.
pub fn text(common: &Common, text: &str) -> Result<ExitCode, Failure> {
    write(common, text.as_bytes())
}

/// Writes one JSON document.
pub fn json(common: &Common, document: &impl Serialize) -> Result<ExitCode, Failure> {
    write(common, &line(document)?)
}

/// Writes a picture where it was asked for, and on the standard output a JSON document about it if one was.
pub fn picture(common: &Common, bytes: &[u8], document: &impl Serialize) -> Result<ExitCode, Failure> {
    let code = write(common, bytes)?;
    if common.json && common.output.is_some() {
        print(&line(document)?)?;
    }
    Ok(code)
}

fn line(document: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut bytes = serde_json::to_vec(document).map_err(|error| Failure::Input(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())?;
    Ok(())
}

/// Writes a file that was asked for.
#[expect(clippy::disallowed_methods, reason = "the file of -o")]
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}
