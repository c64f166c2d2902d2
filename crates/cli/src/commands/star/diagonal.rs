//! `sprague star diagonal`: the period of G(a, a + c).

use std::process::ExitCode;

use sprague::star::{DiagonalPeriod, MOST_DIAGONAL, shared_diagonal_period};
use sprague_proof::star;
use sprague_tell::star as tell;

use super::certificate;
use super::sequence::{admit, admit_shared};
use super::watch::Watch;
use crate::args::Common;
use crate::args::star::Diagonal;
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Diagonal, common: &Common) -> Result<ExitCode, Failure> {
    let diagonal = u32::try_from(args.offset).ok().filter(|&c| c <= MOST_DIAGONAL).ok_or_else(|| {
        Failure::Input(format!("diagonal {} is out of reach; they go from 0 to {MOST_DIAGONAL}", args.offset))
    })?;
    admit_shared(args.shared.get())?;
    certificate::admit(args.certificate.as_ref(), None)?;
    admit(&args.search, f64::from(2 * diagonal) + 17.0, common)?;
    let mut watch = Watch::new(common)?;
    let look = &mut |sight| watch.look(sight);
    let found =
        shared_diagonal_period(args.shared.get(), diagonal, args.search.start, args.search.rows, look);
    drop(watch);
    if args.certificate.is_some() {
        let paper = match &found {
            DiagonalPeriod::Proved { first_row, period, block, .. } => {
                star::of_diagonal(diagonal, *first_row, *period, block)
            }
            DiagonalPeriod::Observed(_) | DiagonalPeriod::Unknown => None,
        };
        certificate::write(args.certificate.as_ref(), paper.as_ref(), 1)?;
    }
    output::told(common, &tell::diagonal(args.shared.get(), diagonal, &found))
}
