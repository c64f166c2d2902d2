//! Runs on a disk in memory: crashes, failures, damage, flipped bits.

mod attack;
mod crashes;
mod damage;
mod disk;
mod far_periods;
mod flips;
mod hostile;
mod loss;
mod pairs;
mod parts;
mod periods;
mod pieces;
mod resumes;
mod rows;

use std::path::Path;
use std::sync::Arc;

use disk::Memory;
use sprague::sequence::EngineSettings;
use sprague_store::{Folder, Progress, Watcher};

/// Keeps the warnings.
#[derive(Default)]
struct Quiet(Vec<String>);

impl Watcher for Quiet {
    fn progress(&mut self, _: Progress) {}

    fn warn(&mut self, text: String) {
        self.0.push(text);
    }
}

fn folder(memory: &Memory) -> Folder {
    Folder::new(Arc::new(memory.clone()), Path::new("run"))
}

fn options() -> EngineSettings {
    EngineSettings { threads: 1, ..EngineSettings::default() }
}
