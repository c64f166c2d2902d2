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

/// Reads and checks a file.
#[expect(clippy::disallowed_methods, reason = "the one file that the checker reads")]
pub fn check_file(path: &Path, selection: Selection, threads: usize) -> CheckReport {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    match (read, std::str::from_utf8(&bytes)) {
        (Err(error), _) => failed(Fault::Unreadable(error.to_string())),
        (_, Err(_)) => failed(Fault::Invalid("the file is not text".into())),
        (_, Ok(text)) => check(text, selection, threads),
    }
}

/// Checks the text of a certificate.
pub fn check(text: &str, selection: Selection, threads: usize) -> CheckReport {
    let other = || Certificate::parse(text)?.check(selection, threads);
    let misere = MisereCertificate::report(text, selection);
    let found = misere.or_else(|| StarCertificate::report(text, selection, threads));
    found.unwrap_or_else(other).unwrap_or_else(failed)
}

fn failed(fault: Fault) -> CheckReport {
    CheckReport { complete: false, claim: "Nothing was shown.".into(), checked_to: 0, fault: Some(fault) }
}

impl Certificate {
    /// Checks everything, or the segments selected.
    fn check(&self, selection: Selection, threads: usize) -> Result<CheckReport, Fault> {
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
                let values = rule.recomputed(runs)?;
                small::follows(self.theorem, rule, self.claim, &values).map(|()| runs.len() - 1)?
            }
            Evidence::Classes(text, runs) => {
                let values = rule.recomputed(runs)?;
                classes::follows(rule, self.claim, text, &values).map(|()| runs.len() - 1)?
            }
            Evidence::Sparse(space, digest) => {
                let game = Game::new(self, space)?;
                sparse::check(&game, *digest).map(|()| game.end - 1)?
            }
            Evidence::Segmented(space, segments) => {
                let game = Game::new(self, space)?;
                segments::check(&game, segments, &chosen, threads)?;
                if chosen.len() < segments.len() {
                    let first = chosen.iter().enumerate().take_while(|(at, one)| at == *one).count();
                    let checked_to = first.checked_sub(1).map_or(space.reach, |last| segments[last].end - 1);
                    let (list, total) = (selection::list(&chosen), segments.len());
                    let claim = format!(
                        "Segments {list} of {total} hold: by the rule `{rule}` their values follow from those at their starts and \
                         have the hashes written. The others were not checked, so it is not shown that {claim}."
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
