//! Canonical forms of games under misère play (theory M.4): sets of smaller canonical forms without reversible options.
//!
//! Only the count of short forms is asked for, as a test of the theory; the table of genera has its own way to identify
//! heaps, because there options are sums.

use std::collections::HashMap;

/// A canonical form, by its number.
type Form = usize;

/// Canonical forms with their options.
#[derive(Debug, Default)]
struct Forms {
    options: Vec<Vec<Form>>,
    is_position: Vec<bool>,
    by_options: HashMap<Vec<Form>, Form>,
}

impl Forms {
    /// The canonical form of the game with these options, in ascending order: an earlier form if one is interchangeable
    /// with it, otherwise a new one.
    fn form(&mut self, options: Vec<Form>) -> Form {
        let is_position = !options.is_empty() && !options.iter().any(|&option| self.is_position[option]);
        let candidates = options.iter().flat_map(|&option| self.options[option].clone());
        for candidate in candidates {
            let own = &self.options[candidate];
            let is_reversed =
                |&option: &Form| own.contains(&option) || self.options[option].contains(&candidate);
            let has_all = own.iter().all(|option| options.contains(option));
            let is_allowed = !own.is_empty() || !is_position;
            if has_all && is_allowed && options.iter().all(is_reversed) {
                return candidate;
            }
        }
        let next = self.options.len();
        let form = *self.by_options.entry(options.clone()).or_insert(next);
        if form == next {
            self.options.push(options);
            self.is_position.push(is_position);
        }
        form
    }
}

/// The number of canonical forms of length at most 0, 1, ..., `length`: a game is longer by one than its options.
pub fn count_canonical_forms(length: usize) -> Vec<usize> {
    let mut forms = Forms::default();
    forms.form(Vec::new());
    let mut counts = vec![1];
    for _ in 0..length {
        let smaller = forms.options.len();
        for subset in 1..1_usize << smaller {
            forms.form((0..smaller).filter(|at| subset >> at & 1 == 1).collect());
        }
        counts.push(forms.options.len());
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms_of_short_games() {
        assert_eq!(count_canonical_forms(4), [1, 2, 3, 5, 22]);
    }

    /// {`*2`} has the reversible-looking form of 0, but it is P.
    #[test]
    fn an_option_that_reverses_to_nothing_needs_a_game_that_is_won() {
        let mut forms = Forms::default();
        let zero = forms.form(Vec::new());
        let one = forms.form(vec![zero]);
        let two = forms.form(vec![zero, one]);
        let game = forms.form(vec![two]);
        assert_ne!(game, zero);
        assert!(forms.is_position[game]);
    }
}
