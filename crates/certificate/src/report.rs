//! What was shown, in one sentence that never says more than was checked.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::sparse::{self, Game};
use crate::{
    Certificate, CheckReport, ClaimText, ClassText, Evidence, Fault, MOST_BYTES, MisereCertificate,
    Selection, StarCertificate,
};
use crate::{classes, segments, selection, small};

/// What is told of each segment that holds.
type Log<'a> = dyn Fn(&str) + Sync + 'a;

/// Reads and checks a file; tells which certificate it is, and of each segment that holds, as soon as it is checked.
#[expect(clippy::disallowed_methods, reason = "the one file that the checker reads")]
pub fn check_file_logged(path: &Path, selection: Selection, threads: usize, log: &Log) -> CheckReport {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    match (read, std::str::from_utf8(&bytes)) {
        (Err(error), _) => failed(Fault::Unreadable(error.to_string())),
        (_, Err(_)) => failed(Fault::Invalid("the file is not text".into())),
        (_, Ok(text)) => check_logged(text, selection, threads, log),
    }
}

/// Reads and checks a file.
pub fn check_file(path: &Path, selection: Selection, threads: usize) -> CheckReport {
    check_file_logged(path, selection, threads, &|_| ())
}

/// Checks the text of a certificate.
pub fn check(text: &str, selection: Selection, threads: usize) -> CheckReport {
    check_logged(text, selection, threads, &|_| ())
}

/// Checks the text of a certificate of a period of heaps with so many steps at most, about a nanosecond each; what takes
/// more is not shown.
pub fn check_within(text: &str, steps: u64) -> CheckReport {
    let checked = |paper: Certificate| paper.check(Selection::All, 1, &|_| (), steps);
    Certificate::parse(text).and_then(checked).unwrap_or_else(failed)
}

fn check_logged(text: &str, selection: Selection, threads: usize, log: &Log) -> CheckReport {
    let other = || {
        let certificate = Certificate::parse(text)?;
        if matches!(certificate.evidence, Evidence::Segmented(..)) {
            // its last line, the hash of all before it, tells which certificate the segments belong to
            log(&format!("certificate {}", text.lines().last().unwrap_or_default()));
        }
        certificate.check(selection, threads, log, u64::MAX)
    };
    let misere = MisereCertificate::report(text, selection);
    let found = misere.or_else(|| StarCertificate::report(text, selection, threads));
    found.unwrap_or_else(other).unwrap_or_else(failed)
}

fn failed(fault: Fault) -> CheckReport {
    CheckReport { complete: false, claim: "Nothing was shown.".into(), checked_to: 0, fault: Some(fault) }
}

impl Certificate {
    /// Checks everything, or the segments selected.
    fn check(
        &self,
        selection: Selection,
        threads: usize,
        log: &Log,
        steps: u64,
    ) -> Result<CheckReport, Fault> {
        let (rule, chosen) = (&self.rule, selection.indices(self)?);
        rule.check()?;
        let ClaimText { preperiod, period, saltus } = self.claim;
        let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let mut claim = format!("G(n+{period}) = G(n){plus} for every n >= {preperiod}");
        if let Evidence::Classes(ClassText { constant, .. }, _) = &self.evidence
            && !constant.is_empty()
        {
            let residues: Vec<String> = constant.iter().map(ToString::to_string).collect();
            let residues = residues.join(", ");
            write!(claim, ", but G(n+{period}) = G(n) where n mod {period} is {residues}")
                .unwrap_or_default();
        }
        let to = match &self.evidence {
            Evidence::Closed => small::check_closed(self.theorem, rule, self.claim).map(|()| 0)?,
            Evidence::Small(runs) => {
                let (values, _) = rule.recomputed(runs, steps)?;
                small::follows(self.theorem, rule, self.claim, &values).map(|()| runs.len() - 1)?
            }
            Evidence::Classes(text, runs) => {
                let (values, work) = rule.recomputed(runs, steps)?;
                classes::follows(rule, self.claim, text, &values, work).map(|()| runs.len() - 1)?
            }
            Evidence::Sparse(space, digest) => {
                let game = Game::new(self, space, steps)?;
                sparse::check(&game, *digest).map(|()| game.end - 1)?
            }
            Evidence::Segmented(space, segments) => {
                let game = Game::new(self, space, steps / (1 + segments.len() as u64))?;
                segments::check(&game, segments, (&chosen, selection.heaps()), threads, log)?;
                if let Some(heaps) = selection.heaps() {
                    let (list, total) = (selection::list(&chosen), segments.len());
                    let claim = format!(
                        "At most the first {heaps} heaps of segments {list} of {total} were recomputed by the rule `{rule}`; what \
                         follows them was not, so it is not shown that {claim}."
                    );
                    return Ok(CheckReport { complete: false, claim, checked_to: space.reach, fault: None });
                }
                if chosen.len() < segments.len() {
                    let first = chosen.iter().enumerate().take_while(|(at, one)| at == *one).count();
                    let checked_to = first.checked_sub(1).map_or(space.reach, |last| segments[last].end - 1);
                    let (list, total) = (selection::list(&chosen), segments.len());
                    let hashed = segments.iter().all(|segment| segment.sha256.is_some());
                    let hold =
                        if hashed { "have the hashes written" } else { "lead to the windows at their ends" };
                    let claim = format!(
                        "Segments {list} of {total} hold: by the rule `{rule}` their values follow from those at their starts and \
                         {hold}. The others were not checked, so it is not shown that {claim}."
                    );
                    return Ok(CheckReport { complete: false, claim, checked_to, fault: None });
                }
                game.end - 1
            }
        };
        let grounds = match self.evidence {
            Evidence::Closed => "a closed form of this very rule; no value was recomputed".into(),
            _ => format!("from the values of heaps 0 to {to}, all of them recomputed"),
        };
        let name = self.theorem.name();
        let claim = format!(
            "By the rule `{rule}`, {claim}, and for no smaller period or preperiod: shown by theorem {name}, {grounds}."
        );
        Ok(CheckReport { complete: true, claim, checked_to: to, fault: None })
    }
}
