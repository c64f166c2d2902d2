//! SVG to PNG, with the fonts of the machine. Each unit of the picture becomes two pixels, so that text stays sharp.
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};

const SCALE: f32 = 2.0;
/// Where the generic sans serif font is looked for, before any other.
const SANS: [&str; 6] = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica", "Segoe UI"];

/// Turns pictures into pixels.
pub struct Painter {
    fonts: Arc<Database>,
}

impl Painter {
    /// Finds the fonts; none is a refusal, for the numbers at the axes would be missing.
    pub fn new() -> Result<Self, String> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Self::with_fonts(fonts)
    }

    fn with_fonts(mut fonts: Database) -> Result<Self, String> {
        let known = |name: &&str| {
            fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some()
        };
        let sans = SANS.iter().find(|&name| known(name)).map(|name| (*name).to_owned());
        let any = || fonts.faces().find_map(|face| face.families.first().map(|(name, _)| name.clone()));
        let Some(sans) = sans.or_else(any) else {
            return Err(
                "no font found to write the numbers of a PNG picture with; install one such as DejaVu Sans, or write FILE.svg"
                    .to_owned(),
            );
        };
        fonts.set_sans_serif_family(sans);
        Ok(Self { fonts: Arc::new(fonts) })
    }

    /// The picture as a PNG file.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, String> {
        let options = Options { fontdb: Arc::clone(&self.fonts), ..Options::default() };
        let tree =
            Tree::from_str(svg, &options).map_err(|error| format!("cannot read the picture: {error}"))?;
        let side = |length: f32| (length * SCALE).ceil() as u32;
        let mut pixels = Pixmap::new(side(tree.size().width()), side(tree.size().height()))
            .ok_or("the picture is too large for a PNG file; write FILE.svg")?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| format!("cannot write the picture as PNG: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_font_the_way_out_is_named() {
        let refusal = Painter::with_fonts(Database::new()).err().expect("refused");
        assert!(refusal.contains("DejaVu") && refusal.contains("FILE.svg"), "{refusal}");
    }
}
