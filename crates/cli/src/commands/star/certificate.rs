//! Certificates of periods in 2-Star Nim: accepted by the checker, then written.

use std::path::PathBuf;

use sprague_certificate::{Selection, StarCertificate, check};

use crate::commands::plot::check_folder;
use crate::failure::Failure;
use crate::output;

/// Refuses a place where nothing can be written, before anything is computed.
pub fn admit(path: Option<&PathBuf>) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| check_folder(path)).map_err(Failure::Input)
}

/// Writes the certificate where one was asked for, if something is proved and the checker accepts it.
pub fn write(path: Option<&PathBuf>, paper: Option<&StarCertificate>, threads: usize) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let Some(paper) = paper else {
        eprintln!("No certificate is written: nothing is proved.");
        return Ok(());
    };
    let text = paper.to_text();
    match check(&text, Selection::All, threads).fault {
        None => output::write_file(path, text.as_bytes()),
        Some(fault) => Err(Failure::SelfCheck(format!("no certificate is written: {fault}"))),
    }
}
