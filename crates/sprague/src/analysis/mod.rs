//! What a nim-sequence tells: which periods are excluded, how far is far enough, the options of large heaps by their
//! residues, and which games have it.

mod excluded;
mod far_enough;
mod identify;
mod residues;

pub use excluded::{excluded_periods, excluded_with_witnesses, shift_count};
pub use far_enough::FarEnough;
pub use identify::{Match, identify, identify_within};
pub use residues::{NoResidues, PartClass, ResidueClass, residue_classes};
