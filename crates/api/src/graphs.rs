//! Graphs that were handed in, by the ids they got.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use sprague::games::digraph::Files;

use crate::limits::MOST_GRAPHS;

/// The graphs by id, the newest last.
#[derive(Default)]
pub struct Graphs(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last: u64,
    texts: BTreeMap<u64, String>,
}

impl Graphs {
    /// None yet.
    pub const fn new() -> Self {
        Self(Mutex::new(Kept { last: 0, texts: BTreeMap::new() }))
    }

    /// Keeps a graph; the oldest makes room. The id of the new one.
    pub fn keep(&self, text: String) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.last += 1;
        let id = kept.last;
        kept.texts.insert(id, text);
        if kept.texts.len() > MOST_GRAPHS {
            kept.texts.pop_first();
        }
        format!("g{id}")
    }
}

impl Files for Graphs {
    fn read(&self, path: &str) -> Result<String, String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = path.strip_prefix('g').and_then(|id| id.parse().ok());
        id.and_then(|id: u64| kept.texts.get(&id)).cloned().ok_or_else(|| {
            "files are not read here; write the graph inline, as in {a>b, b>c}#a, or hand it in first"
                .to_owned()
        })
    }
}
