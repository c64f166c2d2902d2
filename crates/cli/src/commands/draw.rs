//! `sprague draw`: the board of a position as a picture or in characters.

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use sprague_picture::BoardPicture;
use sprague_picture::pixels::Painter;
use sprague_tell::command::Drawing;

use super::plot::check_folder;
use super::position;
use crate::args::{Common, Draw, DrawFormat};
use crate::draw::ink::{Characters, Colors, Ink};
use crate::draw::{Alley, board};
use crate::ending::draw_format;
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Draw, common: &Common) -> Result<ExitCode, Failure> {
    let position = position(&args.position)?;
    let format = draw_format(args, common);
    if let Some(path) = &common.output {
        check_folder(path).map_err(Failure::Input)?;
    } else if common.json {
        let message = "--json needs the picture in a file; write -o FILE.svg, -o FILE.png or -o FILE.txt";
        return Err(Failure::Input(message.to_owned()));
    } else if format == DrawFormat::Png && stdout().is_terminal() {
        return Err(Failure::Input("a terminal cannot show a PNG picture; write -o FILE.png".to_owned()));
    }
    let bytes = if format == DrawFormat::Txt {
        let ink = match &common.output {
            Some(_) => Ink { characters: Characters::Unicode, colors: Colors::Plain },
            None => Ink::of_environment(),
        };
        let terms = position.0.iter().map(|term| {
            let mut lines = board(&term.view(), None::<&Alley>, ink);
            if position.0.len() > 1 {
                lines.insert(0, term.to_string());
            }
            lines.join("\n") + "\n"
        });
        terms.collect::<Vec<String>>().join("\n").into_bytes()
    } else {
        let painter =
            if format == DrawFormat::Png { Some(Painter::new().map_err(Failure::Input)?) } else { None };
        let terms = position.0.iter().map(|term| (term.to_string(), term.view())).collect();
        let picture = BoardPicture { title: position.to_string(), terms };
        let svg = picture.to_svg().map_err(|error| Failure::Input(error.to_string()))?;
        match painter {
            None => svg.into_bytes(),
            Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
        }
    };
    let document = Drawing {
        position: position.to_string(),
        file: common.output.as_ref().map(|path| path.display().to_string()),
        bytes: bytes.len(),
    };
    output::picture(common, &bytes, &document)
}
