//! How long a component lasts (theory J.2, J.3): remoteness, where who wins hurries and who loses lingers, and
//! suspense, where it is the other way round; each under normal and under misère play.
//!
//! These numbers do not add up over the components of a component, so its whole positions are searched, from the last
//! ones up, with a stack of its own. All four numbers of a position are found at once and kept for the next questions.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::games::{Known, Term};
use crate::limits::{STEPS_PER_OPTION, TooLarge};
use crate::play::Play;

/// How long a position lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    remoteness: [u32; 2],
    suspense: [u32; 2],
}

const fn at(play: Play) -> usize {
    match play {
        Play::Normal => 0,
        Play::Misere => 1,
    }
}

impl Endings {
    /// After how many moves the component ends if who wins it hurries.
    pub const fn remoteness(self, play: Play) -> u32 {
        self.remoteness[at(play)]
    }

    /// After how many moves it ends if who wins it lingers.
    pub const fn suspense(self, play: Play) -> u32 {
        self.suspense[at(play)]
    }

    /// Those of a position, from those of its options.
    pub fn of_options(options: &[Self]) -> Self {
        if options.is_empty() {
            return Self::default();
        }
        let of = |numbers: &dyn Fn(&Self) -> u32, is_won: fn(u32) -> bool, hurry: bool| {
            let all = || options.iter().map(numbers);
            let won = || all().filter(|&number| is_won(number));
            let found =
                if hurry { won().min().or_else(|| all().max()) } else { won().max().or_else(|| all().min()) };
            1 + found.unwrap_or_default()
        };
        // who moves to an even number wins under normal play, who moves to an odd one under misère play
        let even = |number: u32| number.is_multiple_of(2);
        let odd = |number: u32| !number.is_multiple_of(2);
        Self {
            remoteness: [of(&|e| e.remoteness[0], even, true), of(&|e| e.remoteness[1], odd, true)],
            suspense: [of(&|e| e.suspense[0], even, false), of(&|e| e.suspense[1], odd, false)],
        }
    }
}

/// What is known of the components that were asked for.
#[derive(Default)]
struct KeptEndings(HashMap<Term, Endings, FixedState>);

/// The numbers of a component.
pub fn endings(term: &Term, known: &mut Known) -> Result<Endings, TooLarge> {
    let root = term.canonical();
    if let Some(&found) = known.table::<KeptEndings>().0.get(&root) {
        return Ok(found);
    }
    let limits = known.limits().clone();
    let size = root.components().iter().map(Term::reachable).product();
    limits.admit_search(root.to_string(), size, root.breadth())?;
    let kept = &mut known.table::<KeptEndings>().0;
    if kept.len() as u64 > limits.positions / 2 {
        kept.clear();
    }
    let options_of = |term: &Term| -> Result<Vec<Term>, TooLarge> {
        let options = term.options();
        term.failure().map_or(Ok(()), Err)?;
        limits.spend((options.len() as u64).saturating_mul(STEPS_PER_OPTION))?;
        let mut options: Vec<Term> = options.iter().map(Term::canonical).collect();
        options.sort_unstable();
        options.dedup();
        Ok(options)
    };
    // each position with its options and how many of them have been seen to
    let mut stack = vec![(root.clone(), options_of(&root)?, 0)];
    while let Some((term, options, next)) = stack.last_mut() {
        if let Some(option) = options.get(*next) {
            *next += 1;
            if !kept.contains_key(option) {
                let option = option.clone();
                let options = options_of(&option)?;
                stack.push((option, options, 0));
            }
            continue;
        }
        let of_options: Vec<Endings> = options.iter().map(|option| kept[option]).collect();
        kept.insert(term.clone(), Endings::of_options(&of_options));
        stack.pop();
        if (kept.len() + stack.len()) as u64 > limits.positions {
            return Err(TooLarge::Reached { limit: limits.positions });
        }
    }
    Ok(kept[&root])
}
