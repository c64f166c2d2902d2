//! What was found out about a game: proved, observed or left open, with the numbers of its row.

use serde::{Deserialize, Serialize};
use sprague::sequence::period::Period;
use sprague_store::FileText;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameStanding {
    /// A theorem shows its period: so says the unit that found it. After all results were read, it is said only of what
    /// its certificate shows.
    Proved,
    /// A result says so, and no certificate that was checked here shows it.
    Claimed,
    /// The values computed have a period, and nothing more is known.
    Observed,
    /// Neither.
    Open,
}

/// A certificate beside the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateFile {
    /// Its name in the folder of the survey.
    pub file: String,
    /// BLAKE3 of it.
    pub blake3: String,
}

/// What is said of one form: a root, but for a shift of the heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormFinding {
    /// Which form of the plan.
    pub form: u32,
    /// The exact preperiod, where there is a period.
    pub preperiod: Option<u64>,
    /// The signature of the heaps from 0 to the last one.
    pub signature: String,
    /// The greatest value, and the first heap that has it.
    pub max: (u64, u64),
    /// How many heaps have value 0.
    pub zeros: u64,
    /// The mask of the sparse space and its type, if there is one.
    pub space: Option<(String, u8)>,
    /// How many heaps are rare, and the last of them.
    pub rare: Option<(u64, Option<u64>)>,
}

/// What is said of one root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootFinding {
    /// Which root of the plan.
    pub root: u32,
    /// How it stands.
    pub standing: GameStanding,
    /// The period.
    pub period: Option<u64>,
    /// What is added in each period.
    pub saltus: Option<u64>,
    /// The number of the theorem.
    pub theorem: Option<FileText>,
    /// How many values were computed: all that a proof takes, else all to the last heap.
    pub values: u64,
    /// The last heap of the numbers below; beyond what was computed they follow from the period.
    pub to: u64,
    /// Its forms.
    pub forms: Vec<FormFinding>,
    /// The certificate of a proof.
    pub certificate: Option<CertificateFile>,
    /// Why there is none, where the period is proved.
    pub no_certificate: Option<FileText>,
    /// CPU time in seconds.
    pub cpu_s: f64,
    /// Where it was computed.
    pub host: FileText,
    /// By which kernel.
    pub kernel: FileText,
}

impl RootFinding {
    /// What contradicts what another computation says of the same root, if anything. Two computations may differ in what
    /// they could prove, in their time, their host and their kernel.
    pub fn contradicts(&self, other: &Self) -> Option<&'static str> {
        let values = |finding: &Self| {
            let forms = finding.forms.iter();
            forms.map(|form| (form.form, form.signature.clone(), form.max, form.zeros)).collect::<Vec<_>>()
        };
        let spaces = |finding: &Self| {
            finding.forms.iter().map(|form| (form.space.clone(), form.rare)).collect::<Vec<_>>()
        };
        let period = |finding: &Self| {
            let preperiods = finding.forms.iter().map(|form| form.preperiod);
            (finding.period, finding.saltus, preperiods.collect::<Vec<_>>())
        };
        let both_proved = [self, other].iter().all(|finding| finding.standing == GameStanding::Proved);
        if self.root != other.root {
            Some("the game")
        } else if self.to != other.to || values(self) != values(other) {
            Some("the values")
        } else if spaces(self) != spaces(other) {
            Some("the rare heaps")
        } else if both_proved && period(self) != period(other) {
            Some("the period")
        } else {
            None
        }
    }
}

impl GameStanding {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Claimed => "claimed",
            Self::Observed => "observed",
            Self::Open => "open",
        }
    }
}

/// The exact preperiod of a sequence that has `shift` zeros before another one. Where that one is periodic from its first
/// heap on, some of the zeros may belong to the period already.
pub fn shifted(period: &Period, shift: u64, mut value: impl FnMut(u64) -> u64) -> u64 {
    if period.preperiod > 0 {
        return period.preperiod + shift;
    }
    let mut preperiod = shift;
    while preperiod > 0 {
        // so many heaps before the first one of the other sequence
        let before = shift - (preperiod - 1);
        let turns = before.div_ceil(period.period);
        let place = turns * period.period - before;
        if value(place) != turns * period.saltus_of(place) {
            break;
        }
        preperiod -= 1;
    }
    preperiod
}
