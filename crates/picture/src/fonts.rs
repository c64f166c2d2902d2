//! The fonts of the machine, for text in pixels: the outlines of characters and how far each of them reaches.
//!
//! Letters stand one after the other; labels of pictures need no ligatures and no script that is written from the right.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use tiny_skia::{PathBuilder, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Files of sans serif fonts, regular and bold, in the order in which they are wanted.
const SANS: [[&str; 2]; 7] = [
    ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"],
    ["LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"],
    ["NotoSans-Regular.ttf", "NotoSans-Bold.ttf"],
    ["arial.ttf", "arialbd.ttf"],
    ["Arial.ttf", "Arial Bold.ttf"],
    ["Helvetica.ttc", "Helvetica.ttc"],
    ["segoeui.ttf", "segoeuib.ttf"],
];

/// Where systems keep their fonts; `~` is the user's folder.
const FOLDERS: [&str; 9] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/run/current-system/sw/share/X11/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "~/Library/Fonts",
    "C:\\Windows\\Fonts",
];

/// Names one folder in place of these.
const FOLDER: &str = "SPRAGUE_FONTS";

/// Folders within folders, at most.
const DEEPEST: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// Font files, each asked for what the ones before it lack.
#[derive(Default)]
pub(crate) struct Fonts {
    regular: Vec<Vec<u8>>,
    bold: Vec<Vec<u8>>,
}

impl Fonts {
    /// The known fonts that are installed, or any other font where none of them is.
    pub fn installed() -> Self {
        let home = std::env::home_dir().unwrap_or_default();
        let known = |folder: &str| match folder.strip_prefix("~/") {
            Some(name) => home.join(name),
            None => PathBuf::from(folder),
        };
        let folders = match std::env::var_os(FOLDER) {
            Some(folder) => vec![PathBuf::from(folder)],
            None => FOLDERS.map(known).to_vec(),
        };
        let mut files = Vec::new();
        for folder in &folders {
            list(folder, DEEPEST, &mut files);
        }
        let named = |name: &str| files.iter().find(|file| file.file_name() == Some(OsStr::new(name)));
        let load = |weight: usize| SANS.iter().filter_map(|names| font(named(names[weight])?)).collect();
        let mut fonts = Self { regular: load(0), bold: load(1) };
        if fonts.regular.is_empty() {
            fonts.regular.extend(files.iter().find_map(font));
        }
        fonts
    }

    pub const fn is_empty(&self) -> bool {
        self.regular.is_empty()
    }

    /// Appends the outlines of a line of text that begins at the origin, and returns its width.
    pub fn write(&self, text: &str, size: f32, weight: Weight, outlines: &mut PathBuilder) -> f32 {
        let first = if weight == Weight::Bold { &self.bold } else { &self.regular };
        let faces: Vec<Face> =
            first.iter().chain(&self.regular).filter_map(|data| Face::parse(data, 0).ok()).collect();
        let mut x = 0.0;
        for c in text.chars() {
            let found = faces.iter().find_map(|face| Some((face, face.glyph_index(c)?)));
            // what no font has is drawn as the first font draws such characters: as an empty box
            let Some((face, glyph)) = found.or_else(|| Some((faces.first()?, GlyphId(0)))) else { break };
            let scale = size / f32::from(face.units_per_em());
            let mut outline = Outline(PathBuilder::new());
            face.outline_glyph(glyph, &mut outline);
            let placed = Transform::from_row(scale, 0.0, 0.0, -scale, x, 0.0);
            if let Some(path) = outline.0.finish().and_then(|path| path.transform(placed)) {
                outlines.push_path(&path);
            }
            x += scale * f32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        x
    }
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// All font files below a folder, in the same order on every machine.
#[expect(
    clippy::disallowed_methods,
    reason = "fonts belong to the system; the store's files are not touched"
)]
fn list(folder: &Path, deepest: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_font =
            path.extension().is_some_and(|kind| ["ttf", "otf", "ttc"].iter().any(|known| kind == *known));
        if is_font {
            files.push(path);
        } else if deepest > 0 {
            list(&path, deepest - 1, files);
        }
    }
}

/// The file's bytes, if it holds a font that has letters.
#[expect(
    clippy::disallowed_methods,
    reason = "fonts belong to the system; the store's files are not touched"
)]
fn font(file: &PathBuf) -> Option<Vec<u8>> {
    let data = std::fs::read(file).ok()?;
    Face::parse(&data, 0).ok()?.glyph_index('n')?;
    Some(data)
}
