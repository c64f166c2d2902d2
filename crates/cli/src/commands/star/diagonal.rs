//! `sprague star diagonal`: the period of G(a, a + c).

use std::process::ExitCode;

use sprague::star::{BlockLock, DiagonalPeriod, MOST_DIAGONAL, watched_diagonal_period};
use sprague_answer::command::StarDiagonal;
use sprague_proof::star;

use super::sequence::{admit, confined, observed};
use super::watch::Watch;
use super::{certificate, code, some, span};
use crate::args::Common;
use crate::args::star::Diagonal;
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Diagonal, common: &Common) -> Result<ExitCode, Failure> {
    let diagonal = u32::try_from(args.offset).ok().filter(|&c| c <= MOST_DIAGONAL).ok_or_else(|| {
        Failure::Input(format!("diagonal {} is out of reach; they go from 0 to {MOST_DIAGONAL}", args.offset))
    })?;
    certificate::admit(args.certificate.as_ref())?;
    admit(&args.search, f64::from(2 * diagonal) + 17.0, common)?;
    let mut watch = Watch::new(common)?;
    let look = &mut |sight| watch.look(sight);
    let found = watched_diagonal_period(diagonal, args.search.start, args.search.rows, look);
    drop(watch);
    let proved = matches!(found, DiagonalPeriod::Proved { .. });
    if args.certificate.is_some() {
        let paper = match &found {
            DiagonalPeriod::Proved { first_row, period, block, .. } => {
                star::of_diagonal(diagonal, *first_row, *period, block)
            }
            DiagonalPeriod::Observed(_) | DiagonalPeriod::Unknown => None,
        };
        certificate::write(args.certificate.as_ref(), paper.as_ref(), 1)?;
    }
    if common.json {
        output::json(common, &document(diagonal, &found))?;
    } else {
        output::text(common, &report(diagonal, &found))?;
    }
    Ok(code(proved))
}

fn document(diagonal: u32, found: &DiagonalPeriod) -> StarDiagonal {
    let nothing = StarDiagonal {
        diagonal,
        first_row: None,
        period: None,
        proved: false,
        cycle: None,
        block: None,
        joint_period: None,
        confined_for: None,
    };
    match found {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => StarDiagonal {
            first_row: Some(*first_row),
            period: Some(*period),
            proved: true,
            cycle: Some(cycle.clone()),
            block: Some([block.first, block.last]),
            joint_period: Some(joint(block.lock)),
            ..nothing
        },
        DiagonalPeriod::Observed(block) => StarDiagonal {
            block: Some([block.first, block.last]),
            joint_period: Some(joint(block.lock)),
            confined_for: Some(confined(block)),
            ..nothing
        },
        DiagonalPeriod::Unknown => nothing,
    }
}

const fn joint(lock: BlockLock) -> Option<u64> {
    match lock {
        BlockLock::Locked { period, .. } => Some(period),
        BlockLock::Confined { .. } => None,
    }
}

fn report(diagonal: u32, found: &DiagonalPeriod) -> String {
    let head = format!("Diagonal {diagonal} of 2-Star Nim: ");
    match found {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => format!(
            "{head}G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row.\n  {}\nProved: the block of {} holds {} and no others, with the joint period {} (theory 8.14).\n",
            some(cycle),
            span("diagonal", &(block.first..=block.last)),
            span("value", &block.values()),
            joint(block.lock).unwrap_or(0),
        ),
        DiagonalPeriod::Observed(block) => format!("{head}no period is proved.\n{}", observed(block)),
        DiagonalPeriod::Unknown => {
            format!("{head}no block holds together from --start on; nothing is proved.\n")
        }
    }
}
