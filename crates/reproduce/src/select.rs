//! Which claims were asked for: all, those of a source, or one by its number.
//!
//! A number selects the claim that has it, its letters and its sections: `9` is all of section 9, `9.1` is 9.1 and
//! 9.1a, `E-T4` one erratum.

use std::fmt;

use crate::claim::{Paper, PaperClaim};

/// What was asked for and is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No such source.
    Paper(String),
    /// The source has no such claim.
    PaperClaim(Paper, String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper(name) => {
                let names = Paper::ALL.map(Paper::name).join(", ");
                write!(f, "there is no source `{name}`; the sources are {names}")
            }
            Self::PaperClaim(source, number) => write!(
                f,
                "{source} has no claim `{number}`; `sprague reproduce {source}` lists its claims with their numbers"
            ),
        }
    }
}

impl std::error::Error for Unknown {}

/// The claims of a source, or one of its numbers; everything without either. `thesis/9.1` is read as both.
pub fn select(
    claims: &[PaperClaim],
    source: Option<&str>,
    number: Option<&str>,
) -> Result<Vec<PaperClaim>, Unknown> {
    let Some(name) = source else { return Ok(claims.to_vec()) };
    let (name, number) = match name.split_once('/') {
        Some((name, rest)) if number.is_none() => (name, Some(rest)),
        _ => (name, number),
    };
    let source: Paper = name.parse().map_err(|()| Unknown::Paper(name.to_owned()))?;
    let of_source = claims.iter().filter(|claim| claim.source == source);
    let Some(number) = number else { return Ok(of_source.copied().collect()) };
    let found: Vec<PaperClaim> = of_source.filter(|claim| belongs(claim.number, number)).copied().collect();
    if found.is_empty() { Err(Unknown::PaperClaim(source, number.to_owned())) } else { Ok(found) }
}

/// Whether a claim's number is the one asked for, or goes on with a letter or a point.
fn belongs(number: &str, asked: &str) -> bool {
    let Some((head, rest)) = number.split_at_checked(asked.len()) else { return false };
    !asked.is_empty()
        && head.eq_ignore_ascii_case(asked)
        && !rest.starts_with(|next: char| next.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::belongs;

    #[test]
    fn a_number_selects_its_letters_and_sections_only() {
        assert!(
            belongs("9.1", "9.1")
                && belongs("9.1a", "9.1")
                && belongs("9.6.1", "9")
                && belongs("E-T4", "e-t4")
        );
        assert!(!belongs("9.1", "9.1a") && !belongs("9.10", "9.1") && !belongs("E-T12", "E-T1"));
        assert!(!belongs("9.1", "") && !belongs("é", "\u{c3}"));
    }
}
