//! `sprague table` and `sprague positions`: values of two numbers, and lists of P-positions.

use std::process::ExitCode;

use sprague::counting::Uncountable;
use sprague::games::Known;
use sprague_tell::ProblemCode;
use sprague_tell::table::{OpenPosition, PositionsGame, PositionsQuestion, TableLayout, TableQuestion};

use super::heap_game;
use crate::args::{Common, PositionList, ValueTable, ValueTableFormat, play};
use crate::ending::table_format;
use crate::failure::Failure;
use crate::{output, progress};

/// Cells that a person looks at.
const MOST_SHOWN: f64 = 250_000.0;

/// `sprague table`.
pub fn table(args: &ValueTable, common: &Common) -> Result<ExitCode, Failure> {
    let open = open(&args.game, u64::from(args.numbers))?;
    let format = table_format(args, common);
    let cells = (args.rows as f64 + 1.0).powi(i32::from(args.numbers) - 1) * (args.cols as f64 + 1.0);
    if format == ValueTableFormat::Table && cells > MOST_SHOWN {
        let message =
            format!("{cells} cells are too many to show so, the limit is {MOST_SHOWN}; use --format csv");
        return Err(Failure::Input(message));
    }
    let layout = if args.triangle { TableLayout::Triangle } else { TableLayout::Rows };
    let mut known = Known::with_settings(progress::limits(common), common.engine());
    let question = TableQuestion { open: &open, rows: args.rows, columns: args.cols, layout };
    let told = question.answer(&mut known)?;
    match format {
        ValueTableFormat::Table => output::text(common, &told.text),
        ValueTableFormat::Csv => output::text(common, &told.document.csv()),
        ValueTableFormat::Json => output::json(common, &told.document),
    }
}

/// `sprague positions`.
pub fn positions(args: &PositionList, common: &Common) -> Result<ExitCode, Failure> {
    if args.from > args.max {
        return Err(Failure::Input(format!("--from {} is beyond --max {}", args.from, args.max)));
    }
    let limits = progress::limits(common);
    let (heaps, sizes, play) = (args.heaps.get(), args.from..=args.max, play(args.misere));
    let answer = if let Ok(game) = heap_game(&args.game) {
        let game = PositionsGame::Heaps(&game, &limits);
        PositionsQuestion { game, heaps, sizes, play }.answer()
    } else {
        let mut known = Known::with_settings(limits, common.engine());
        let open = open(&args.game, heaps)?;
        PositionsQuestion { game: PositionsGame::Open(&open, &mut known), heaps, sizes, play }.answer()
    };
    let answer = answer.map_err(|error| match error {
        Uncountable::TooLarge(refusal) => refusal.into(),
        unknown @ Uncountable::NoQuotient { .. } => {
            Failure::Refused { code: ProblemCode::TooLarge, message: unknown.to_string(), way_out: None }
        }
    })?;
    output::told(common, &answer)
}

/// Reads a position with so many open numbers, at most as many as anyone types.
fn open(text: &str, numbers: u64) -> Result<OpenPosition, Failure> {
    const MOST: u64 = 64;
    if numbers > MOST {
        return Err(Failure::Input(format!("{numbers} numbers are too many, the limit is {MOST}")));
    }
    OpenPosition::read(text, numbers as usize).map_err(|error| Failure::notation(text, error))
}
