//! Beyond the five documents: solved games with their certificates, errors in published tables, rare heaps and records,
//! relations between games, and the theorems that the program itself rests on.

mod games;
mod printed;
mod rare;
mod relations;
mod solved;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(Paper::Further, &[solved::CLAIMS, rare::CLAIMS, relations::CLAIMS, games::CLAIMS, printed::CLAIMS])
}
