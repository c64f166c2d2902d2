//! A document: a type with a name and a version, and the one list of them.
//!
//! An answer of the command or of the lab carries the name of its schema in its last field: `"schema":"sprague/v1/solve"` stands for
//! `docs/schema/solve.json`, whose `$id` it is. The version counts changes that break a reader; a new field does not.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{command, lab};

/// The version of all documents.
pub const VERSION: u32 = 1;

/// A JSON document of its own.
pub trait Document: Serialize + JsonSchema {
    /// Its name: that of the command, or of the question to the lab.
    const NAME: &'static str;
}

/// The name of a document's schema, with the version.
pub fn schema_name<D: Document>() -> String {
    format!("sprague/v{VERSION}/{}", D::NAME)
}

#[derive(Serialize)]
struct Labeled<'d, D> {
    #[serde(flatten)]
    document: &'d D,
    schema: String,
}

/// The document as text, with the name of its schema as the last field.
pub fn to_json<D: Document>(document: &D) -> serde_json::Result<String> {
    serde_json::to_string(&Labeled { document, schema: schema_name::<D>() })
}

macro_rules! documents {
    (command $($type:ty = $name:literal)*; lab $($answer:ty = $question:literal)*;) => {
        $(impl Document for $type {
            const NAME: &'static str = $name;
        })*
        $(impl Document for $answer {
            const NAME: &'static str = $question;
        })*

        /// The schema of each document by its name: `solve` of the command, `lab/position` of the lab.
        pub fn schemas() -> Vec<(&'static str, Value)> {
            vec![$(($name, schema::<$type>()),)* $(($question, schema::<$answer>()),)*]
        }
    };
}

documents! {
    command
    command::Solve = "solve"
    command::UnansweredLine = "unanswered-line"
    command::ValuesDocument = "values"
    command::SignatureDocument = "signature"
    command::PeriodDocument = "period"
    command::GenusDocument = "misere-genus"
    command::QuotientDocument = "misere-quotient"
    command::Sparse = "sparse"
    command::Stats = "stats"
    command::GameDocument = "game"
    command::Graph = "graph"
    command::Plot = "plot"
    command::Compare = "compare"
    command::CompareMisere = "compare-misere"
    command::NimLength = "nim-length"
    command::UlamWarburton = "ulam-warburton"
    command::Identify = "identify"
    command::NimberDocument = "nimber"
    command::Bench = "bench"
    command::StatusDocument = "status"
    command::RowStatusDocument = "row-status"
    command::PairStatusDocument = "pair-status"
    command::Verify = "verify"
    command::SurveyPlanned = "survey-plan"
    command::SurveyTask = "survey-run"
    command::SurveyStatus = "survey-status"
    command::SurveyMerged = "survey-merge"
    command::Check = "check"
    command::Reproduce = "reproduce"
    command::StarTable = "star-table"
    command::StarPicture = "star-picture"
    command::StarRow = "star-row"
    command::StarPair = "star-pair"
    command::StarSequence = "star-sequence"
    command::StarPairs = "star-pairs"
    command::StarDiagonal = "star-diagonal"
    command::StarPositionsDocument = "star-positions"
    command::StarLine = "star-line"
    command::StarTracks = "star-tracks"
    crate::ProblemDocument = "problem";
    lab
    lab::GameList = "lab/games"
    lab::GameAnswer = "lab/game"
    lab::PositionAnswer = "lab/position"
    lab::MoveAnswer = "lab/move"
    lab::ReplyAnswer = "lab/reply"
    lab::TeacherAnswer = "lab/teacher"
    lab::ValuesAnswer = "lab/values"
    lab::CompareAnswer = "lab/compare"
    lab::GraphAnswer = "lab/graph"
    lab::UploadAnswer = "lab/graphs"
    lab::JobList = "lab/jobs"
    lab::JobAnswer = "lab/job"
    lab::JobValues = "lab/job-values"
    lab::RasterHead = "lab/raster"
    lab::ScatterHead = "lab/scatter"
    lab::HistogramAnswer = "lab/histogram"
    lab::SummaryAnswer = "lab/summary"
    lab::TableHead = "lab/star-table"
    lab::RowResult = "lab/star-row"
    lab::SequenceResult = "lab/star-sequence"
    lab::DiagonalResult = "lab/star-diagonal";
}

/// The schema of a document, which carries its name.
fn schema<D: Document>() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = false;
    let schema: Schema = settings.into_generator().into_root_schema_for::<D>();
    let mut head = json!({"$schema": schema.get("$schema"), "$id": schema_name::<D>(), "version": VERSION});
    let fields = head.as_object_mut().expect("an object");
    for (word, what) in schema.as_object().into_iter().flatten().filter(|(word, _)| *word != "$schema") {
        fields.insert(word.clone(), what.clone());
    }
    let field =
        json!({"description": "The name of this schema, with its version", "const": schema_name::<D>()});
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    properties["schema"] = field;
    let required = fields.entry("required").or_insert_with(|| json!([]));
    required.as_array_mut().expect("a list").push("schema".into());
    head
}
