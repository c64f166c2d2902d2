//! Beyond the five documents: solved games with their certificates, errors in published tables, rare heaps and records,
//! relations between games, and the theorems that the program itself rests on.

mod games;
mod misere;
mod printed;
mod rare;
mod relations;
mod solved;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    let claims =
        [solved::CLAIMS, rare::CLAIMS, relations::CLAIMS, games::CLAIMS, misere::CLAIMS, printed::CLAIMS];
    of(Paper::Further, &claims)
}
