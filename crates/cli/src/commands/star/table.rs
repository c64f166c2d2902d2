//! `sprague star table`: the values of two tokens as rows, CSV, JSON or a heat map.
//!
//! CSV is written row by row, so only the disk bounds its size; tables that are shown or drawn are bounded by what can
//! be seen.

use std::io::{IsTerminal, Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use sprague::games::Game;
use sprague::games::nearly::Nearly;
use sprague::limits::Limits;
use sprague::search::Solver;
use sprague_picture::pixels::Painter;
use sprague_picture::{HeatMap, HeatQuantity};
use sprague_star::{TableSize, send_table};
use sprague_tell::command::{self, StarCells};

use super::terminal::Grid;
use crate::args::Common;
use crate::args::star::{Coloring, Table, TableFormat};
use crate::commands::heap_game;
use crate::commands::plot::check_folder;
use crate::draw::ink::{Colors, Ink};
use crate::failure::Failure;
use crate::{ending, output, progress};

/// Cells held in memory while a table streams.
const MEMORY: usize = 1 << 25;
/// Cells that a person looks at.
const MOST_SHOWN: f64 = 250_000.0;
/// Cells of one JSON document.
const MOST_IN_JSON: f64 = 50_000_000.0;

/// A row: its number, the first column, the values.
type Cells<'a> = dyn FnMut(u64, u64, &[Option<i64>]) -> Result<(), Failure> + 'a;

pub fn run(args: &Table, common: &Common) -> Result<ExitCode, Failure> {
    let format = format(args, common)?;
    let cells = (args.rows as f64 + 1.0) * (args.cols as f64 + 1.0);
    let most = match format {
        TableFormat::Table => MOST_SHOWN,
        TableFormat::Json => MOST_IN_JSON,
        _ => f64::INFINITY,
    };
    if cells > most {
        let message = format!("{cells} cells are too many to show so, the limit is {most}; use --format csv");
        return Err(Failure::Input(message));
    }
    match format {
        TableFormat::Csv => csv(args, common),
        TableFormat::Svg | TableFormat::Png => picture(args, common, format),
        TableFormat::Table | TableFormat::Json => {
            let mut rows: Vec<Vec<Option<i64>>> = Vec::new();
            send(args, common, &mut |_, first, cells| {
                if first == 0 {
                    rows.push(Vec::new());
                }
                rows.last_mut().into_iter().for_each(|row| row.extend(cells));
                Ok(())
            })?;
            if format == TableFormat::Json {
                let cells = if args.offsets { StarCells::Offsets(rows) } else { StarCells::Values(rows) };
                let document =
                    command::StarTable { game: game(args), rows: args.rows, cols: args.cols, cells };
                return output::json(common, &document);
            }
            let mut text = Vec::new();
            Grid::new(&rows, colored(args, common)).write(&rows, &mut text)?;
            output::write(common, &text)
        }
    }
}

fn format(args: &Table, common: &Common) -> Result<TableFormat, Failure> {
    let path = common.output.as_deref();
    path.map_or(Ok(()), check_folder).map_err(Failure::Input)?;
    let format = match (args.format, path.and_then(ending::of).as_deref()) {
        (Some(format), _) => format,
        (None, Some("svg")) => TableFormat::Svg,
        (None, Some("png")) => TableFormat::Png,
        (None, Some("csv")) => TableFormat::Csv,
        (None, Some("json")) => TableFormat::Json,
        (None, Some(other @ ("gif" | "jpg" | "jpeg" | "webp" | "bmp" | "pdf" | "eps"))) => {
            let name = path.unwrap_or(Path::new("")).display();
            return Err(Failure::Input(format!("{name}: no .{other} is drawn; name it .svg or .png")));
        }
        (None, _) if common.json => TableFormat::Json,
        (None, _) => TableFormat::Table,
    };
    if common.json && path.is_none() && matches!(format, TableFormat::Svg | TableFormat::Png) {
        let message = "--json needs the picture in a file; write -o FILE.svg or -o FILE.png";
        return Err(Failure::Input(message.to_owned()));
    }
    if format == TableFormat::Png && path.is_none() && stdout().is_terminal() {
        return Err(Failure::Input("a terminal cannot show a PNG picture; write -o FILE.png".to_owned()));
    }
    Ok(format)
}

fn colored(args: &Table, common: &Common) -> bool {
    match args.color {
        Coloring::Always => true,
        Coloring::Never => false,
        Coloring::Auto => common.output.is_none() && Ink::of_environment().colors == Colors::Ansi,
    }
}

fn game(args: &Table) -> String {
    match (&args.nearly, args.shared.get()) {
        (Some(game), _) => format!("nearly({game})"),
        (None, 1) => "star-nim".to_owned(),
        (None, shared) => format!("shared({shared})"),
    }
}

fn csv(args: &Table, common: &Common) -> Result<ExitCode, Failure> {
    let mut out = output::stream(common)?;
    let last = args.cols + 1;
    send(args, common, &mut |_, first, cells| {
        let mut line = String::with_capacity(cells.len() * 8);
        for (b, cell) in (first..).zip(cells) {
            if b > 0 {
                line.push(',');
            }
            if let Some(number) = cell {
                line.push_str(&number.to_string());
            }
        }
        if first + cells.len() as u64 == last {
            line.push('\n');
        }
        Ok(out.write_all(line.as_bytes())?)
    })?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn picture(args: &Table, common: &Common, format: TableFormat) -> Result<ExitCode, Failure> {
    let painter = match format {
        TableFormat::Png => Some(Painter::new().map_err(Failure::Input)?),
        _ => None,
    };
    let quantity = if args.offsets { HeatQuantity::Offset } else { HeatQuantity::Value };
    let mut map = HeatMap::new(args.rows, args.cols, quantity);
    send(args, common, &mut |a, first, cells| {
        for (b, cell) in (first..).zip(cells) {
            if let Some(number) = cell {
                map.add(a, b, *number);
            }
        }
        Ok(())
    })?;
    let what = if args.offsets { "values minus the diagonal, G(a, b) − b" } else { "values G(a, b)" };
    let svg = map.to_svg(&format!("{}: {what}", game(args)));
    let bytes = match painter {
        None => svg.into_bytes(),
        Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
    };
    let file = common.output.as_ref().map(|path| path.display().to_string());
    let document =
        command::StarPicture { game: game(args), rows: args.rows, cols: args.cols, file, bytes: bytes.len() };
    output::picture(common, &bytes, &document)
}

/// Sends all cells in the order of reading.
fn send(args: &Table, common: &Common, sink: &mut Cells<'_>) -> Result<(), Failure> {
    let limits = progress::limits(common);
    let shown = |b: u64, value: u64| {
        let column = if args.offsets { b.cast_signed() } else { 0 };
        value.cast_signed() - column
    };
    if args.rows >= 1 << 40 || args.cols >= 1 << 40 {
        return Err(Failure::Input("rows and columns go up to 2^40".to_owned()));
    }
    if let Some(game) = &args.nearly {
        return send_nearly(game, args, &limits, sink, shown);
    }
    let extent = TableSize { rows: args.rows, columns: args.cols, shared: args.shared.get() };
    limits.admit_steps(
        format!("a table of {} rows and {} columns", args.rows, args.cols),
        extent.work(MEMORY),
    )?;
    let mut failure = None;
    let _ = send_table(extent, MEMORY, &mut |a, first, values| {
        let cells: Vec<Option<i64>> = (first..)
            .zip(values)
            .map(|(b, &value)| extent.is_position(a, b).then(|| shown(b, value)))
            .collect();
        failure = sink(a, first, &cells).err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    failure.map_or(Ok(()), Err)
}

/// The nearly disjunctive sum of two heaps, without an owner, by search (theory 9.1).
fn send_nearly(
    game: &str,
    args: &Table,
    limits: &Limits,
    sink: &mut Cells<'_>,
    shown: impl Fn(u64, u64) -> i64,
) -> Result<(), Failure> {
    let nearly = Nearly::new(vec![heap_game(game)?]).within(limits);
    let largest = nearly.position([vec![args.rows.max(args.cols)], vec![args.cols]]);
    nearly.admit(&largest)?;
    let size = nearly.search_size(&largest);
    limits.admit(format!("nearly({game}) on heaps up to {} and {}", args.rows, args.cols), size)?;
    let mut solver = Solver::with_limits(nearly.clone(), limits.clone());
    for a in 0..=args.rows {
        let mut row = Vec::new();
        for b in 0..=args.cols {
            let value = solver.value(&nearly.position([vec![a], vec![b]]))?;
            row.push(Some(shown(b, value.0)));
        }
        sink(a, 0, &row)?;
    }
    Ok(())
}
