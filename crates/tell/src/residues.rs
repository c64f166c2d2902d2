//! The options of all large heaps by residues, as a proof of a period writes them down.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::analysis::{NoResidues, PartClass, ResidueClass, residue_classes};
use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::sequence::{EngineSettings, Sequence};

use crate::Told;

crate::document::documents! {
    ResidueTables = "residues"
}

/// The options of all large heaps of a game with a proved period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResidueTables {
    /// The game.
    pub game: String,
    /// The period; null where none is proved.
    pub period: Option<u64>,
    /// Its preperiod.
    pub preperiod: Option<u64>,
    /// For each residue its options.
    pub residues: Vec<ResidueTable>,
}

/// The heaps of a residue modulo the period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResidueTable {
    /// The residue.
    pub residue: u64,
    /// The least heap from which on all of them have these options.
    pub from: u64,
    /// The kinds of options.
    pub options: Vec<ResidueOption>,
    /// The least number that is the value of no option: the value of the heaps.
    pub value: u64,
}

/// A kind of options.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResidueOption {
    /// The parts: `3` for a heap of 3, `3 mod 4` for any heap from the preperiod on with this residue.
    pub parts: Vec<String>,
    /// The value.
    pub value: u64,
}

/// What is asked.
pub struct ResiduesQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap to look at for a period.
    pub limit: u64,
}

impl ResiduesQuestion<'_> {
    /// The tables, or why there are none.
    pub fn answer(&self, engine: EngineSettings, limits: &Limits) -> Result<Told<ResidueTables>, NoResidues> {
        let game = self.game;
        let mut sequence = Sequence::new(game.clone(), engine);
        let Ok(proved) = sequence.prove_from(self.limit, limits) else {
            let document =
                ResidueTables { game: game.to_string(), period: None, preperiod: None, residues: Vec::new() };
            let text = format!(
                "{game}: no period is proved to heap {}, so its options have no finite table.\n",
                self.limit
            );
            return Ok(Told::new(document, text).only_if(false));
        };
        let (period, preperiod) = (proved.period().period, proved.period().preperiod);
        let classes = residue_classes(game, proved, limits)?;
        let name = |part: &PartClass| match part {
            PartClass::Small(heap) => heap.to_string(),
            PartClass::Residue(residue) => format!("{residue} mod {period}"),
        };
        let mut text = format!("{game}: {}, by {}.\n", proved.period().in_short(), proved.theorem());
        let _ = writeln!(
            text,
            "All options of large heaps; `{} mod {period}` is any heap from {preperiod} on with this residue.",
            preperiod % period
        );
        let value = |part: &PartClass| match *part {
            PartClass::Small(heap) => proved.value(heap),
            PartClass::Residue(residue) => {
                proved.value(preperiod + (residue + period - preperiod % period) % period)
            }
        };
        for class in &classes {
            let _ = writeln!(text, "\nn mod {period} = {}, n >= {}:", class.residue, class.from);
            let rows: Vec<(String, String)> = class
                .options
                .iter()
                .map(|(parts, sum)| {
                    let names: Vec<String> = parts.iter().map(name).collect();
                    let values: Vec<String> = parts.iter().map(|part| value(part).to_string()).collect();
                    let sum = if parts.len() > 1 { format!(" = {sum}") } else { String::new() };
                    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
                    (names, if values.is_empty() { "0".to_owned() } else { values.join(" ⊕ ") + &sum })
                })
                .collect();
            let width = rows.iter().map(|(names, _)| names.len()).max().unwrap_or(0);
            for (names, values) in rows {
                let _ = writeln!(text, "  {names:<width$}  {values}");
            }
            let mut seen: Vec<u64> = class.options.iter().map(|(_, value)| value.0).collect();
            seen.sort_unstable();
            seen.dedup();
            let seen: Vec<String> = seen.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "  value mex {{{}}} = {}", seen.join(", "), class.value);
        }
        let table = |class: &ResidueClass| ResidueTable {
            residue: class.residue,
            from: class.from,
            options: class
                .options
                .iter()
                .map(|(parts, value)| ResidueOption {
                    parts: parts.iter().map(name).collect(),
                    value: value.0,
                })
                .collect(),
            value: class.value.0,
        };
        let document = ResidueTables {
            game: game.to_string(),
            period: Some(period),
            preperiod: Some(preperiod),
            residues: classes.iter().map(table).collect(),
        };
        Ok(Told::new(document, text))
    }
}
