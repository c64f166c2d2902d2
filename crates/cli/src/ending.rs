//! A file of `-o` holds what its ending says. Commands that choose a format by the ending write it; an ending of
//! another format is refused before anything is computed.

use std::ffi::OsStr;
use std::path::Path;

use crate::args::misere::MisereCommand;
use crate::args::star::{StarCommand, TableFormat};
use crate::args::survey::SurveyCommand;
use crate::args::{
    Command, Common, Draw, DrawFormat, Graph, GraphFormat, PlotFormat, ValueTable, ValueTableFormat,
    ValuesFormat,
};
use crate::failure::Failure;

/// Endings that promise a format. A file with another one, or with none, may hold anything.
const PROMISES: [&str; 21] = [
    "bmp", "csv", "dot", "eps", "gif", "gv", "htm", "html", "jpeg", "jpg", "json", "parquet", "pdf", "png",
    "ps", "svg", "tif", "tiff", "tsv", "webp", "xlsx",
];

/// The ending of a file in small letters.
pub fn of(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

/// How a game graph is written: as it was asked for, or as the name of the file ends.
pub fn graph_format(graph: &Graph, common: &Common) -> GraphFormat {
    match (graph.format, common.output.as_deref().and_then(of).as_deref()) {
        _ if common.json => GraphFormat::Json,
        (Some(format), _) => format,
        (None, Some("dot" | "gv")) => GraphFormat::Dot,
        (None, Some("json")) => GraphFormat::Json,
        (None, Some("png")) => GraphFormat::Png,
        (None, _) => GraphFormat::Svg,
    }
}

/// How a board is drawn, in the same way.
pub fn draw_format(draw: &Draw, common: &Common) -> DrawFormat {
    match (draw.format, common.output.as_deref().and_then(of).as_deref()) {
        (Some(format), _) => format,
        (None, Some("svg")) => DrawFormat::Svg,
        (None, Some("png")) => DrawFormat::Png,
        (None, _) => DrawFormat::Txt,
    }
}

/// How a table of values is written, in the same way.
pub fn table_format(table: &ValueTable, common: &Common) -> ValueTableFormat {
    match (table.format, common.output.as_deref().and_then(of).as_deref()) {
        _ if common.json => ValueTableFormat::Json,
        (Some(format), _) => format,
        (None, Some("csv")) => ValueTableFormat::Csv,
        (None, Some("json")) => ValueTableFormat::Json,
        (None, _) => ValueTableFormat::Table,
    }
}

/// What a command writes into its file.
struct Written {
    what: &'static str,
    endings: &'static [&'static str],
    way_out: &'static str,
}

const fn written(what: &'static str, endings: &'static [&'static str], way_out: &'static str) -> Written {
    Written { what, endings, way_out }
}

const JSON: Written = written("a JSON document", &["json"], "name it .json or leave out --json");
const TEXT: Written = written("plain text", &[], "name it .txt, or add --json and name it .json");
const CSV: Written = written("CSV", &["csv"], "name it .csv");
const PICTURE: Written = written("a picture in SVG or PNG", &["svg", "png"], "name it .svg or .png");
const SVG: Written = written("a picture in SVG", &["svg"], "name it .svg or leave out --format");
const PNG: Written = written("a picture in PNG", &["png"], "name it .png or leave out --format");
const CERTIFICATE: Written = written("a certificate", &[], "name it .cert");

/// Refuses a file whose ending promises what the command does not write.
pub fn check(command: &Command, common: &Common) -> Result<(), Failure> {
    // a picture of a quotient has a flag of its own for its file
    let drawn = match command {
        Command::Misere(misere) => match &misere.command {
            MisereCommand::Quotient(quotient) => quotient.svg.as_deref(),
            MisereCommand::Genus(_) => None,
        },
        _ => None,
    };
    let Some(path) = common.output.as_deref().or(drawn) else { return Ok(()) };
    let Some(ending) = of(path).filter(|ending| PROMISES.contains(&ending.as_str())) else { return Ok(()) };
    let written = if drawn.is_some() { Some(PICTURE) } else { of_command(command, common) };
    match written {
        Some(Written { what, endings, way_out }) if !endings.contains(&ending.as_str()) => {
            let path = path.display();
            Err(Failure::Input(format!("{path} would hold {what} and not what its name says; {way_out}")))
        }
        _ => Ok(()),
    }
}

/// What a command writes; `None` where the command has its own words about the name of its file.
fn of_command(command: &Command, common: &Common) -> Option<Written> {
    let words = if common.json { JSON } else { TEXT };
    Some(match command {
        Command::UlamWarburton(_) | Command::Lab(_) | Command::Play(_) => return None,
        Command::Plot(plot) => match plot.format? {
            PlotFormat::Svg => SVG,
            PlotFormat::Png => PNG,
        },
        Command::Graph(graph) => match (graph.format, graph_format(graph, common)) {
            (None, _) if !common.json => {
                let endings = &["svg", "png", "dot", "gv", "json"];
                written("a picture in SVG", endings, "name it .svg, .png, .dot or .json")
            }
            (_, GraphFormat::Svg) => SVG,
            (_, GraphFormat::Png) => PNG,
            (_, GraphFormat::Dot) => {
                written("Graphviz", &["dot", "gv"], "name it .dot or leave out --format")
            }
            (_, GraphFormat::Json) => JSON,
        },
        Command::Values(values) => match values.format {
            ValuesFormat::Csv if !common.json => CSV,
            ValuesFormat::Json => JSON,
            _ if common.json => JSON,
            _ => written(
                "plain text",
                &[],
                "name it .txt, or add --format csv or --format json and name it so",
            ),
        },
        Command::Draw(draw) => match (draw.format, draw_format(draw, common)) {
            (_, DrawFormat::Svg) => SVG,
            (_, DrawFormat::Png) => PNG,
            (_, DrawFormat::Txt) => written("plain text", &[], "name it .svg, .png or .txt"),
        },
        Command::Table(table) => match (table.format, table_format(table, common)) {
            (None, ValueTableFormat::Table) => {
                written("plain text", &["csv", "json"], "name it .txt, .csv or .json")
            }
            (_, ValueTableFormat::Csv) => CSV,
            (_, ValueTableFormat::Json) => JSON,
            (_, ValueTableFormat::Table) => TEXT,
        },
        Command::Prove(_) => CERTIFICATE,
        Command::Man => written("a manual page", &[], "name it .1"),
        Command::Completions { .. } => written("a script for a shell", &[], "name it without this ending"),
        Command::Misere(misere) => match &misere.command {
            MisereCommand::Quotient(_) if !common.json => {
                written("plain text", &[], "name it .txt, or draw the quotient with --svg FILE")
            }
            _ => words,
        },
        Command::Star(star) => match &star.command {
            StarCommand::Tracks(_) => PICTURE,
            StarCommand::Table(table) => match table.format? {
                TableFormat::Svg => SVG,
                TableFormat::Png => PNG,
                TableFormat::Csv => CSV,
                TableFormat::Json => JSON,
                TableFormat::Table => words,
            },
            _ => words,
        },
        Command::Survey(survey) => match &survey.command {
            SurveyCommand::Merge(_) => return None,
            SurveyCommand::Sets(_) => CSV,
            SurveyCommand::Slurm(_) => written("a job script", &[], "name it .sh"),
            _ => words,
        },
        Command::Reproduce(_) if !common.json => {
            written("plain text", &[], "name it .txt, or write --html FILE or --markdown FILE")
        }
        _ => words,
    })
}
