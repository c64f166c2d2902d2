//! The laws that were looked for, so that each is looked for once, and when it is worth while.
//!
//! Small heaps are computed: their sequence costs a moment, and a law may cost more. The bound is a share of the limits,
//! so that whoever allows more steps gets more values computed outright.

use std::collections::HashMap;

use super::{Law, Unproved};
use crate::heap::Rule;
use crate::limits::Limits;
use crate::period::{DenseSource, Source};
use crate::sequence::{Engine, Options};

/// Of so many steps one is spent on values before a law is looked for.
const SHARE: u64 = 1_000;
/// A heap costs the fast engines about as much as this many steps.
const STEPS_PER_HEAP: u64 = 1_000;

/// The laws of the games that were asked about.
#[derive(Debug, Default)]
pub struct Laws(HashMap<Rule, Standing>);

/// What is known of one rule.
#[derive(Debug)]
struct Standing {
    /// Heaps up to this one are computed.
    direct_to: u64,
    law: Option<Result<Law, Unproved>>,
}

impl Laws {
    /// The law of a rule, looked for once a heap is asked for that is not quickly computed; `None` while all were.
    pub fn for_heap(
        &mut self,
        rule: &Rule,
        heap: u64,
        options: Options,
        limits: &Limits,
    ) -> Option<&Result<Law, Unproved>> {
        if !self.0.contains_key(rule) {
            let direct_to = direct_to(rule, options, limits);
            self.0.insert(rule.clone(), Standing { direct_to, law: None });
        }
        let standing = self.0.get_mut(rule)?;
        if standing.law.is_none() && heap > standing.direct_to {
            let law = Law::prove(rule, options, limits);
            // counted only: what was found is good, and the next step of the question asks whether to go on
            let heaps = law.as_ref().map_or_else(|unproved| unproved.to, Law::reach);
            let _ = limits.spend(heaps.saturating_mul(STEPS_PER_HEAP).min(limits.steps / SHARE));
            standing.law = Some(law);
        }
        standing.law.as_ref()
    }

    /// How many values are held.
    pub(crate) fn held(&self) -> usize {
        let laws = self.0.values().filter_map(|standing| standing.law.as_ref()?.as_ref().ok());
        laws.map(|law| law.reach() as usize).sum()
    }

    /// The law of a rule, if one was looked for and found.
    pub fn known(&self, rule: &Rule) -> Option<&Law> {
        self.0.get(rule)?.law.as_ref()?.as_ref().ok()
    }
}

fn direct_to(rule: &Rule, options: Options, limits: &Limits) -> u64 {
    let budget = limits.steps / SHARE;
    let heaps = budget / STEPS_PER_HEAP;
    if Engine::new(rule.clauses(), options).is_fast() {
        return heaps;
    }
    DenseSource::new(rule, &Limits { steps: budget, ..limits.clone() }).farthest(heaps)
}
