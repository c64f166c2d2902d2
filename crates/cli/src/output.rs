//! The only place that writes answers: to the standard output or to the file of `-o`.
//!
//! No answer is written over what the command reads. Whatever reads a file or a folder says so ([`reads`]), and each
//! file is admitted before it is opened for writing; files are compared, not their names.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sprague_store::{is_kept_in, is_same_file};
pub use sprague_tell::grouped;
use sprague_tell::{Document, Told, to_json};

use crate::args::Common;
use crate::failure::{EXIT_NEGATIVE, Failure};
use crate::inside::{Out, in_words, is_inside};

thread_local! {
    /// What the command of this thread reads: files, and folders of runs and surveys.
    static READ: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
}

/// A command begins: nothing is read yet.
pub fn begin() {
    READ.with_borrow_mut(Vec::clear);
}

/// The command reads this file or folder.
pub fn reads(path: &Path) {
    READ.with_borrow_mut(|read| read.push(path.to_owned()));
}

/// Refuses to write over what the command reads.
pub fn admit(path: &Path) -> Result<(), Failure> {
    let is_read =
        |read: &PathBuf| if read.is_dir() { is_kept_in(read, path) } else { is_same_file(read, path) };
    READ.with_borrow(|all| match all.iter().find(|read| is_read(read)) {
        None => Ok(()),
        Some(read) => Err(Failure::Input(format!(
            "cannot write {}: it would be written over what is read from {}; name another file",
            path.display(),
            read.display()
        ))),
    })
}

/// The command reads this file or folder; refuses at once to write its answer over it.
pub fn reads_before(path: &Path, common: &Common) -> Result<(), Failure> {
    reads(path);
    common.output.as_deref().map_or(Ok(()), admit)
}

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
        return Ok(if is_inside() {
            Box::new(Out)
        } else {
            Box::new(io::BufWriter::new(io::stdout().lock()))
        });
    };
    admit(path)?;
    let file = fs::File::create(path);
    let file = file.map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))?;
    Ok(Box::new(io::BufWriter::new(file)))
}

/// Writes text.
pub fn text(common: &Common, text: &str) -> Result<ExitCode, Failure> {
    write(common, text.as_bytes())
}

/// Writes one JSON document.
pub fn json(common: &Common, document: &impl Document) -> Result<ExitCode, Failure> {
    text(common, &format!("{}\n", line(document)?))
}

/// Writes an answer in the form that was asked for; the exit code says whether it is what was wished for.
pub fn told<D: Document>(common: &Common, told: &Told<D>) -> Result<ExitCode, Failure> {
    if common.json {
        in_words(&told.text);
        json(common, &told.document)?
    } else {
        text(common, &told.text)?
    };
    Ok(code(told.is_positive))
}

/// The exit code of an answer, which may be a true negative.
pub fn code(is_positive: bool) -> ExitCode {
    if is_positive { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) }
}

/// Writes a list of JSON documents.
pub fn json_list(common: &Common, documents: &[impl Document]) -> Result<ExitCode, Failure> {
    let lines = documents.iter().map(line).collect::<Result<Vec<String>, Failure>>()?;
    text(common, &format!("[{}]\n", lines.join(",")))
}

/// Writes a picture where it was asked for, and on the standard output a JSON document about it if one was.
pub fn picture(common: &Common, bytes: &[u8], document: &impl Document) -> Result<ExitCode, Failure> {
    let code = write(common, bytes)?;
    if common.json && common.output.is_some() {
        print_json(document)?;
    }
    Ok(code)
}

/// Writes a JSON document on the standard output, whatever goes to the file of `-o`.
pub fn print_json(document: &impl Document) -> Result<(), Failure> {
    print(format!("{}\n", line(document)?).as_bytes())
}

/// A JSON document in one line.
pub fn line(document: &impl Document) -> Result<String, Failure> {
    to_json(document).map_err(|error| Failure::Input(error.to_string()))
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    Out.write_all(bytes).and_then(|()| Out.flush())?;
    Ok(())
}

/// Writes a file that was asked for.
#[expect(clippy::disallowed_methods, reason = "the file of -o")]
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    admit(path)?;
    fs::write(path, bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

/// The words in lines of at most so many characters; all lines but the first are indented.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{indent}{word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// A page of the documentation: lines of at most 120 characters. Tables and headings cannot be broken.
pub fn page(text: &str) -> String {
    let mut page = String::with_capacity(text.len());
    for line in text.lines() {
        let indent = if line.starts_with("- ") { "  " } else { "" };
        page += &if line.starts_with(['|', '#']) { line.to_owned() } else { wrapped(line, 120, indent) };
        page.push('\n');
    }
    page
}
