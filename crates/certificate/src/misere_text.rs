//! Certificates of misère play as plain data, and their one text, written and read.

use std::fmt::{self, Write};

use crate::read::{Reader, body, number, same_form};
use crate::write::{hex, sha256, write_fields, write_runs};
use crate::{Fault, RuleText, Runs};

/// How the texts begin.
pub(crate) const HEAD: &str = "sprague certificate 1\nkind misere";

/// A monoid by generators: heaps, each with its action on the elements, which are numbered by least words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonoidText {
    /// The number of elements.
    pub order: u64,
    /// The heaps that generate it, each with the product of every element with its value.
    pub generators: Vec<(u64, Vec<u64>)>,
}

/// A claim on misère play, with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisereCertificate {
    /// The quotient of a game.
    Quotient {
        /// The rule of the game.
        rule: RuleText,
        /// The quotient.
        monoid: MonoidText,
        /// The P-elements, ascending.
        portion: Vec<u64>,
        /// The values of the heaps from 0 on.
        values: Runs,
        /// Of which heaps.
        extent: MisereExtent,
    },
    /// A least order of the quotient of the heaps up to a certain one.
    Bound {
        /// The rule of the game.
        rule: RuleText,
        /// The last heap.
        heap: u64,
        /// A monoid for the heaps before it.
        monoid: MonoidText,
        /// The values of these, from heap 0 on.
        values: Runs,
        /// The values of the P-positions among sums with 0, 1, 2, ... times the last heap.
        layers: Vec<Vec<u64>>,
    },
    /// All heaps but a few are firm.
    Tame {
        /// The rule of the game.
        rule: RuleText,
        /// The last fickle heap.
        last_fickle: u64,
        /// The nim values of the heaps from 0 on.
        normal: Runs,
        /// Their misère values.
        misere: Runs,
    },
}

/// The heaps that a quotient is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereExtent {
    /// All: their values have this preperiod and this period.
    All {
        /// The least heap from which on they repeat.
        preperiod: u64,
        /// The least period.
        period: u64,
    },
    /// Those below this one.
    Below(u64),
}

impl MisereCertificate {
    /// The one text of the certificate.
    pub fn to_text(&self) -> String {
        let mut text = String::from(HEAD);
        self.write(&mut text).expect("writing into a string does not fail");
        let hash = hex(&sha256(text.as_bytes()));
        text + "sha256 " + &hash + "\n"
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        match self {
            Self::Quotient { rule, monoid, portion, values, extent } => {
                writeln!(text)?;
                write_rule(text, rule)?;
                write_monoid(text, monoid)?;
                write_numbers(text, "portion", portion)?;
                write_runs(text, "values", values)?;
                match extent {
                    MisereExtent::All { preperiod, period } => {
                        writeln!(text, "preperiod {preperiod}\nperiod {period}")
                    }
                    MisereExtent::Below(heaps) => writeln!(text, "heaps {heaps}"),
                }
            }
            Self::Bound { rule, heap, monoid, values, layers } => {
                writeln!(text, "-bound")?;
                write_rule(text, rule)?;
                writeln!(text, "heap {heap}")?;
                write_monoid(text, monoid)?;
                write_runs(text, "values", values)?;
                for (at, layer) in layers.iter().enumerate() {
                    writeln!(text, "layer {at}")?;
                    write_numbers(text, "portion", layer)?;
                }
                Ok(())
            }
            Self::Tame { rule, last_fickle, normal, misere } => {
                writeln!(text, "-tame")?;
                write_rule(text, rule)?;
                writeln!(text, "last-fickle {last_fickle}")?;
                write_runs(text, "normal", normal)?;
                write_runs(text, "misere", misere)
            }
        }
    }

    /// Reads the one text of a certificate. Says nothing yet about whether it is valid.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let body = body(text)?;
        let mut reader = Reader::new(body);
        let kind = reader.field("kind", |word| {
            ["misere", "misere-bound", "misere-tame"].iter().position(|kind| *kind == word)
        })?;
        let rule = reader.rule()?;
        let read = match kind {
            0 => {
                let monoid = read_monoid(&mut reader)?;
                let (portion, values) = (reader.list("portion", number), reader.runs("values")?);
                let extent = match reader.field("heaps", number) {
                    Ok(heaps) => MisereExtent::Below(heaps),
                    Err(_) => MisereExtent::All {
                        preperiod: reader.field("preperiod", number)?,
                        period: reader.field("period", number)?,
                    },
                };
                Self::Quotient { rule, monoid, portion, values, extent }
            }
            1 => {
                let heap = reader.field("heap", number)?;
                let (monoid, values) = (read_monoid(&mut reader)?, reader.runs("values")?);
                let mut layers = Vec::new();
                while reader.field("layer", number).is_ok() {
                    layers.push(reader.list("portion", number));
                }
                Self::Bound { rule, heap, monoid, values, layers }
            }
            _ => {
                let last_fickle = reader.field("last-fickle", number)?;
                Self::Tame {
                    rule,
                    last_fickle,
                    normal: reader.runs("normal")?,
                    misere: reader.runs("misere")?,
                }
            }
        };
        same_form(body, &read.to_text()).map(|()| read)
    }
}

fn write_rule(text: &mut String, rule: &RuleText) -> fmt::Result {
    rule.moves.iter().try_for_each(|one| writeln!(text, "move {one}"))
}

fn write_numbers(text: &mut String, keyword: &str, numbers: &[u64]) -> fmt::Result {
    write_fields(text, keyword, numbers.iter().map(u64::to_string))
}

fn write_monoid(text: &mut String, monoid: &MonoidText) -> fmt::Result {
    writeln!(text, "order {}", monoid.order)?;
    monoid.generators.iter().try_for_each(|(heap, action)| {
        writeln!(text, "generator {heap}")?;
        write_numbers(text, "action", action)
    })
}

fn read_monoid(reader: &mut Reader<'_>) -> Result<MonoidText, Fault> {
    let order = reader.field("order", number)?;
    let mut generators = Vec::new();
    while let Ok(heap) = reader.field("generator", number) {
        generators.push((heap, reader.list("action", number)));
    }
    Ok(MonoidText { order, generators })
}
