//! `sprague star tracks`: the tracks of a row as a picture.

use std::process::ExitCode;

use sprague::star::follow_tracks;
use sprague_picture::pixels::Painter;
use sprague_picture::tracks_svg;
use sprague_tell::command;

use crate::args::Common;
use crate::args::star::Tracks;
use crate::commands::plot::check_folder;
use crate::failure::Failure;
use crate::{ending, output};

/// The columns in which the tracks have settled for all rows that were looked at.
const FROM: u64 = 1 << 17;
/// The widest picture.
const MOST: u64 = 2000;

pub fn run(args: &Tracks, common: &Common) -> Result<ExitCode, Failure> {
    common.output.as_deref().map_or(Ok(()), check_folder).map_err(Failure::Input)?;
    if common.json && common.output.is_none() {
        let message = "--json needs the picture in a file; write -o FILE.svg or -o FILE.png";
        return Err(Failure::Input(message.to_owned()));
    }
    if args.cols.get() > MOST {
        return Err(Failure::Input(format!(
            "{} columns are too many for a picture, the limit is {MOST}",
            args.cols.get()
        )));
    }
    let row = usize::try_from(args.row).unwrap_or(usize::MAX);
    let columns = follow_tracks(row, FROM, args.cols.get() as usize)
        .ok_or_else(|| Failure::Input(format!("row {} shows no tracks; rows from 2 to 17 do", args.row)))?;
    let svg = tracks_svg(&format!("2-Star Nim: the tracks of row {row}"), &columns);
    let bytes = if common.output.as_deref().and_then(ending::of).as_deref() == Some("png") {
        Painter::new().and_then(|painter| painter.png(&svg)).map_err(Failure::Input)?
    } else {
        svg.into_bytes()
    };
    let file = common.output.as_ref().map(|path| path.display().to_string());
    let document = command::StarTracks { row, columns: args.cols.get(), file, bytes: bytes.len() };
    output::picture(common, &bytes, &document)
}
