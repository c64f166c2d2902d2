//! Forms and sums of forms: what the misère search compares instead of positions.
//!
//! A form is a number for a tree of options, and a sum a sorted list of forms. The options of a form lie in one list, so
//! that a form costs one allocation. Two reductions are made here, both exact under misère play: terminal forms are
//! dropped, and pairs of *1 cancel.

use std::sync::Arc;

/// A tree of options, by the number it was given; equal trees, equal number.
pub type Form = u32;
/// A sum of forms in ascending order, without terminal ones.
pub type FormSum = Box<[Form]>;
/// The options of a form, one after the other: the number of forms of each, then these.
pub type OptionList = Arc<[Form]>;

/// The form without options.
pub const TERMINAL: Form = 0;
/// The form whose only option is terminal: *1.
pub const STAR: Form = 1;

/// Sorts a sum, drops terminal forms and cancels pairs of *1.
pub fn reduced(mut sum: Vec<Form>) -> FormSum {
    sum.retain(|&form| form != TERMINAL);
    sum.sort_unstable();
    let stars = sum.iter().take_while(|&&form| form == STAR).count();
    sum.drain(..stars / 2 * 2);
    sum.into_boxed_slice()
}

/// Writes sums one after the other.
pub fn list(options: &[FormSum]) -> OptionList {
    options
        .iter()
        .flat_map(|option| [option.len() as Form].into_iter().chain(option.iter().copied()))
        .collect()
}

/// Reads them again.
pub fn each(mut list: &[Form]) -> impl Iterator<Item = &[Form]> {
    std::iter::from_fn(move || {
        let (&count, rest) = list.split_first()?;
        let (option, others) = rest.split_at(count as usize);
        list = others;
        Some(option)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_were_written() {
        let sums: Vec<FormSum> = [&[1][..], &[], &[2, 3, 3], &[7, 9]].map(Box::from).to_vec();
        let written = list(&sums);
        assert!(each(&written).eq(sums.iter().map(|sum| &sum[..])));
        assert_eq!(each(&list(&[])).count(), 0);
    }
}
