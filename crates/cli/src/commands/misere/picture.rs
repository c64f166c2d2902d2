//! `sprague misere quotient --svg`: where the picture of a quotient goes, and what can be refused before the work.

use std::path::Path;

use sprague::heap::HeapGame;
use sprague::quotient::Quotient;
use sprague_picture::QuotientPicture;
use sprague_picture::pixels::Painter;
use sprague_tell::full_name;
use sprague_tell::misere::QuotientDocument;

use crate::args::misere::QuotientArgs;
use crate::args::{Common, number};
use crate::commands::plot::check_folder;
use crate::failure::Failure;
use crate::{ending, output};

/// A picture that is asked for.
pub struct Drawing {
    common: Common,
    walk: Vec<u64>,
    /// Where the file is a PNG picture.
    painter: Option<Painter>,
}

impl Drawing {
    /// Where the picture goes: into the file of `--svg` or that of `-o`; otherwise, or if the file is `-`, to the standard
    /// output.
    pub fn prepared(file: &Path, args: &QuotientArgs, common: &Common) -> Result<Self, Failure> {
        let mut common = common.clone();
        let file = Some(file).filter(|file| *file != Path::new("-"));
        match (file, &common.output) {
            (Some(_), Some(_)) => {
                return Err(Failure::Input(
                    "two files for one picture: name it after --svg or after -o".to_owned(),
                ));
            }
            (Some(file), None) => common.output = Some(file.to_owned()),
            (None, None) if common.json => {
                return Err(Failure::Input(
                    "--json needs the picture in a file; write --svg FILE".to_owned(),
                ));
            }
            _ => {}
        }
        if let Some(path) = &common.output {
            check_folder(path).map_err(Failure::Input)?;
        }
        let is_png = common.output.as_deref().and_then(ending::of).as_deref() == Some("png");
        let painter = is_png.then(Painter::new).transpose().map_err(Failure::Input)?;
        let heaps = args
            .walk
            .as_deref()
            .unwrap_or_default()
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .map(number);
        let walk = heaps.collect::<Result<Vec<u64>, String>>().map_err(Failure::Input)?;
        Ok(Self { common, walk, painter })
    }

    pub fn write(
        &self,
        game: &HeapGame,
        quotient: &Quotient,
        document: &QuotientDocument,
    ) -> Result<(), Failure> {
        let picture = QuotientPicture::of(&full_name(game), quotient)
            .and_then(|picture| picture.with_sum(&self.walk))
            .and_then(|picture| picture.to_svg());
        let svg = picture.map_err(|why| Failure::Input(why.to_string()))?;
        let bytes = match &self.painter {
            None => svg.into_bytes(),
            Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
        };
        output::picture(&self.common, &bytes, document).map(|_| ())
    }
}
