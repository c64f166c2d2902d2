//! One row for every game that was asked for.

use serde::Serialize;
use sprague_store::{FileText, StoreError};

use crate::collect::Collected;
use crate::finding::GameStanding;
use crate::plan::{SurveyPlan, SurveyWork};

/// A row of the merged table. Empty fields are unknown, or do not exist for the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurveyRow {
    /// The game, as it was asked for.
    pub game: String,
    /// The game that was computed for it: its root by equal games and cousins.
    pub canonical: String,
    /// proved, claimed, observed or open.
    pub status: GameStanding,
    /// The period.
    pub period: Option<u64>,
    /// The exact preperiod.
    pub preperiod: Option<u64>,
    /// What is added in each period.
    pub saltus: Option<u64>,
    /// The theorem, by its number in the theory.
    pub theorem: Option<String>,
    /// How many values were computed: those that the proof takes, or all to the last heap.
    pub values: u64,
    /// How many heaps are rare.
    pub rare: Option<u64>,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// The mask of the sparse space.
    pub mask: Option<String>,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Option<u8>,
    /// The greatest value.
    pub max: u64,
    /// The first heap that has it.
    pub argmax: u64,
    /// How many heaps have value 0.
    pub zeros: u64,
    /// The signature of the heaps from 0 to the last one.
    pub signature: String,
    /// CPU time; it stands in the first row of each canonical game, and 0 in the others.
    pub cpu_s: f64,
    /// The standard form.
    pub form: String,
    /// The value of heap n is that of heap n - shift of the canonical game.
    pub shift: u64,
    /// The last heap of `max`, `zeros`, `rare` and `signature`.
    pub to: u64,
    /// The certificate of the canonical game, in the folder of the survey.
    pub certificate: Option<String>,
    /// Where it was computed.
    pub host: String,
    /// By which kernel.
    pub kernel: String,
}

impl SurveyRow {
    /// The rows of all games whose root has a finding, in the order in which they were asked for.
    pub fn all(plan: &SurveyPlan, collected: &Collected) -> Vec<Self> {
        let SurveyWork::Games(games) = &plan.work else { return Vec::new() };
        let mut is_told = vec![false; games.roots.len()];
        let mut rows = Vec::with_capacity(games.asked.len());
        for asked in &games.asked {
            let form = &games.forms[asked.form as usize];
            let root = form.root as usize;
            let Some(found) = &collected.findings[root] else { continue };
            let Some(own) = found.forms.iter().find(|own| own.form == asked.form) else { continue };
            let is_first = !std::mem::replace(&mut is_told[root], true);
            let rare = own.rare.unzip();
            let (mask, kind) = own.space.clone().unzip();
            rows.push(Self {
                game: asked.text.clone(),
                canonical: games.roots[root].rule.clone(),
                status: found.standing,
                period: found.period,
                preperiod: own.preperiod,
                saltus: found.saltus,
                theorem: found.theorem.as_ref().map(FileText::cell),
                values: found.values,
                rare: rare.0,
                last_rare: rare.1.flatten(),
                mask,
                kind,
                max: own.max.0,
                argmax: own.max.1,
                zeros: own.zeros,
                signature: own.signature.clone(),
                cpu_s: if is_first { found.cpu_s } else { 0.0 },
                form: form.rule.clone(),
                shift: form.shift,
                to: found.to,
                certificate: found.certificate.as_ref().map(|certificate| certificate.file.clone()),
                host: found.host.cell(),
                kernel: found.kernel.cell(),
            });
        }
        rows
    }
}

/// The rows as CSV, with a head.
pub fn csv_text(rows: &[SurveyRow]) -> Result<String, StoreError> {
    let failed = |error: String| StoreError::Request(format!("the table cannot be written: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row)).map_err(|error| failed(error.to_string()))?;
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}
