//! `sprague plot`: the values of a heap game as a raster, a scatter plot or a histogram.

use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::process::ExitCode;

use sprague::sequence::{Sequence, Sink};
use sprague_picture::pixels::Painter;
use sprague_picture::{Classes, Histogram, Raster, Scatter};
use sprague_tell::{command, full_name};

use super::subject::{Subject, subject};
use crate::args::{Common, PlotArgs, PlotFormat, PlotKind};
use crate::failure::Failure;
use crate::{ending, output, progress};

/// The last heap unless told.
const USUAL: u64 = 1_000;

pub fn run(args: &PlotArgs, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, to) = (&subject.game, subject.to(args.to, USUAL));
    // What can be refused is refused before the values are computed.
    let format = format(args, common).map_err(Failure::Input)?;
    let painter = match format {
        PlotFormat::Svg => None,
        PlotFormat::Png => Some(Painter::new().map_err(Failure::Input)?),
    };
    let mut sequence = Sequence::new(game.clone(), common.engine());
    let classes = if args.kind == PlotKind::Raster { None } else { classes(&mut sequence, to, common)? };
    let svg = draw(args, &subject, &mut sequence, to, classes, common)?;
    let bytes = match painter {
        None => svg.into_bytes(),
        Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
    };
    let document = command::Plot {
        game: game.to_string(),
        to,
        kind: kind(args.kind),
        file: common.output.as_ref().map(|path| path.display().to_string()),
        bytes: bytes.len(),
    };
    output::picture(common, &bytes, &document)
}

/// The kind of file: as asked for, or as its name ends.
fn format(args: &PlotArgs, common: &Common) -> Result<PlotFormat, String> {
    const WAYS: &str = "write -o FILE.svg or -o FILE.png";
    let Some(path) = &common.output else {
        return match args.format {
            None => Err(format!("no file for the picture; {WAYS}, or print it with --format svg")),
            Some(_) if common.json => Err(format!("--json needs the picture in a file; {WAYS}")),
            Some(PlotFormat::Png) if stdout().is_terminal() => {
                Err(format!("a terminal cannot show a PNG picture; {WAYS}"))
            }
            Some(format) => Ok(format),
        };
    };
    check_folder(path)?;
    match (args.format, ending::of(path).as_deref()) {
        (Some(format), _) => Ok(format),
        (None, Some("svg")) => Ok(PlotFormat::Svg),
        (None, Some("png")) => Ok(PlotFormat::Png),
        (None, _) => {
            Err(format!("{} is neither .svg nor .png; {WAYS}, or say --format svg or png", path.display()))
        }
    }
}

pub fn check_folder(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() {
        return Err(format!("cannot write {}: it is a folder", path.display()));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(format!("cannot write {}: there is no folder {}", path.display(), folder.display()))
        }
        _ => Ok(()),
    }
}

/// The classes of the values, if the first ones show a sparse space.
fn classes(sequence: &mut Sequence, to: u64, common: &Common) -> Result<Option<Classes>, Failure> {
    /// Heaps that are enough to see a space.
    const ENOUGH: u64 = 1 << 17;
    if !sequence.may_be_sparse() {
        return Ok(None);
    }
    let rare = sequence.rare(to.min(ENOUGH), &progress::limits(common))?;
    Ok(rare.space.map(|space| Classes::of_space(space, rare.bits_used)))
}

fn draw(
    args: &PlotArgs,
    subject: &Subject,
    sequence: &mut Sequence,
    to: u64,
    classes: Option<Classes>,
    common: &Common,
) -> Result<String, Failure> {
    let game = &subject.game;
    let mut send = |sink: &mut dyn Sink| -> Result<(), Failure> {
        if !subject.send_kept(0..=to, sink)? {
            sequence.stream(0..=to, &progress::limits_to(common, to), sink)?;
        }
        Ok(())
    };
    let title = |what: &str| format!("{}: {what}", full_name(game));
    match args.kind {
        PlotKind::Raster => {
            let width = args.width.unwrap_or_else(|| Raster::usual_width(to));
            let mut raster = Raster::new(to, width);
            send(&mut raster)?;
            Ok(raster.to_svg(&title(&format!("nim-values in rows of {width}"))))
        }
        PlotKind::Scatter => {
            let mut scatter = Scatter::new(to, classes);
            send(&mut scatter)?;
            Ok(scatter.to_svg(&title("nim-values")))
        }
        PlotKind::Histogram => {
            let mut histogram = Histogram::new(classes);
            send(&mut histogram)?;
            Ok(histogram.to_svg(&title("how often each nim-value occurs")))
        }
    }
}

const fn kind(kind: PlotKind) -> command::PlotKind {
    match kind {
        PlotKind::Raster => command::PlotKind::Raster,
        PlotKind::Scatter => command::PlotKind::Scatter,
        PlotKind::Histogram => command::PlotKind::Histogram,
    }
}
