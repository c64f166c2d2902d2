//! `sprague ulam-warburton`: how many cells are born in each generation, beside three-heap Nim, and the picture.

use std::process::ExitCode;

use sprague::ulam_warburton::{cells, generations};
use sprague_picture::cells_svg;
use sprague_picture::pixels::Painter;
use sprague_tell::automaton::ulam_warburton;
use sprague_tell::command;

use super::plot::check_folder;
use crate::args::{Common, UlamWarburton};
use crate::failure::Failure;
use crate::{ending, output};

/// The last generation that is drawn: 87 381 cells.
const LAST_DRAWN: u64 = 255;

pub fn run(args: &UlamWarburton, common: &Common) -> Result<ExitCode, Failure> {
    let generation = args.generation;
    let told = ulam_warburton(generation).map_err(Failure::Input)?;
    if let Some(path) = &common.output {
        let painter = match ending::of(path).as_deref() {
            Some("svg") => None,
            Some("png") => Some(Painter::new().map_err(Failure::Input)?),
            _ => {
                let name = path.display();
                return Err(Failure::Input(format!(
                    "{name} is neither .svg nor .png; write -o FILE.svg or -o FILE.png"
                )));
            }
        };
        check_folder(path).map_err(Failure::Input)?;
        let drawn = u16::try_from(generation).ok().filter(|&last| u64::from(last) <= LAST_DRAWN);
        let Some(last) = drawn else {
            return Err(Failure::Input(format!(
                "the picture of generation {generation} would have {} cells; at most generation {LAST_DRAWN}, with \
                 {} cells, is drawn",
                cells(generation),
                cells(LAST_DRAWN)
            )));
        };
        let title = format!("Ulam-Warburton automaton to generation {generation}");
        let document = command::UlamWarburton { file: Some(path.display().to_string()), ..told.document };
        let subtitle = format!("{} cells; {} were born last (theory 2.5)", document.cells, document.born);
        let svg = cells_svg(&generations(last), &title, &subtitle);
        let bytes = match painter {
            None => svg.into_bytes(),
            Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
        };
        return output::picture(common, &bytes, &document);
    }
    output::told(common, &told)
}
