//! A heap game as it is called: by code, by name or by its rules.
//!
//! The name, or the rules as they were typed, is kept so that answers use the words of the question; two games are equal when their rules are,
//! whatever they were called. Games are read where all names are known, in [`crate::games::catalogue`].

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::rule::Rule;

/// A heap game: its rule, and the name it was called by, if it was.
#[derive(Clone, Debug)]
pub struct HeapGame {
    /// The rule in normal form.
    pub rule: Rule,
    /// The name it was called by, or its rules as they were typed.
    pub name: Option<Arc<str>>,
}

impl From<Rule> for HeapGame {
    fn from(rule: Rule) -> Self {
        Self { rule, name: None }
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.pad(name),
            None => self.rule.fmt(f),
        }
    }
}

impl PartialEq for HeapGame {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
    }
}

impl Eq for HeapGame {}

impl PartialOrd for HeapGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HeapGame {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rule.cmp(&other.rule)
    }
}

impl Hash for HeapGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rule.hash(state);
    }
}
