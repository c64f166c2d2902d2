//! Beyond the five documents: solved games with their certificates, errors in published tables, rare heaps and records,
//! relations between games, and the theorems that the program itself rests on.

mod games;
mod rare;
mod relations;
mod solved;

use crate::claim::{Claim, Source, of};

pub fn claims() -> Vec<Claim> {
    of(Source::Further, &[solved::CLAIMS, rare::CLAIMS, relations::CLAIMS, games::CLAIMS])
}
