//! Certificates of periods in 2-Star Nim: accepted by the checker, then written.

use std::path::PathBuf;

use sprague_certificate::{Selection, StarCertificate, StarEvidence, check};

use crate::commands::plot::check_folder;
use crate::failure::{Failure, say};
use crate::output;

/// The most columns of a period of the row below that the checker follows before a certificate is written: row 15
/// takes it minutes, row 16 more than an hour.
const MOST_COLUMNS: u64 = 1 << 36;

/// Refuses a place where nothing can be written, before anything is computed.
pub fn admit(path: Option<&PathBuf>, dir: Option<&PathBuf>) -> Result<(), Failure> {
    if let Some(dir) = dir {
        output::reads(dir);
    }
    path.map_or(Ok(()), |path| check_folder(path).map_err(Failure::Input).and_then(|()| output::admit(path)))
}

/// Writes the certificate where one was asked for, if something is proved and the checker accepts it; whether the checker
/// has seen all of it.
pub fn write(
    path: Option<&PathBuf>,
    paper: Option<&StarCertificate>,
    threads: usize,
) -> Result<bool, Failure> {
    let Some(path) = path else { return Ok(false) };
    let Some(paper) = paper else {
        eprintln!("No certificate is written: nothing is proved.");
        return Ok(false);
    };
    let text = paper.to_text();
    let wish = what_to_check(&paper.evidence);
    if let Some(fault) = check(&text, wish, threads).fault {
        return Err(Failure::SelfCheck(format!("no certificate is written: {fault}")));
    }
    output::write_file(path, text.as_bytes())?;
    if wish != Selection::All {
        let path = path.display();
        say(&format!(
            "The checker followed the first segment only; all of it: sprague check {path} --threads N"
        ));
    }
    Ok(wish == Selection::All)
}

/// All, or the first segment where all of it takes more than an hour.
fn what_to_check(evidence: &StarEvidence) -> Selection {
    match evidence {
        StarEvidence::Tracks { again, .. } if *again > MOST_COLUMNS => Selection::Range(0, 1),
        _ => Selection::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of a pass are the period of the row below: 11, 14, 15 and 16 (theory 8.11).
    #[test]
    fn rows_from_16_on_are_checked_in_part_before_they_are_written() {
        let wish = |below: u64| what_to_check(&StarEvidence::Tracks { again: below, marks: Vec::new() });
        assert_eq!([12_700_800, 16_003_008_000].map(wish), [Selection::All, Selection::All]);
        assert_eq!([320_060_160_000, 3_200_601_600_000].map(wish), [Selection::Range(0, 1); 2]);
    }
}
