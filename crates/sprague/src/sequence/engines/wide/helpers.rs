//! Threads that examine some heaps of a block each. They live as long as the engine and sleep between blocks.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::known::{Ahead, Known, Room};
use super::rows::Row;

/// Some heaps of a block, with a row each.
struct Task {
    known: Arc<Known>,
    lanes: Range<usize>,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Helper {
    tasks: Option<Sender<Task>>,
    /// Engines are shared between threads, for which a receiver alone is not made.
    done: Mutex<Receiver<Vec<Row>>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn new() -> Self {
        let (tasks, to_do) = channel::<Task>();
        let (results, done) = channel();
        let thread = std::thread::spawn(move || {
            let mut room = Room::default();
            for Task { known, lanes, mut rows } in to_do {
                known.examine(lanes, Ahead::All, &mut rows, &mut room);
                // The values are written again as soon as the rows are back.
                drop(known);
                if results.send(rows).is_err() {
                    break;
                }
            }
        });
        Self { tasks: Some(tasks), done: Mutex::new(done), thread: Some(thread) }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(thread) = self.thread.take() {
            // One that has panicked has been reported already.
            let _ = thread.join();
        }
    }
}

/// The threads beside the engine's own. A copy of the engine starts its own ones.
#[derive(Debug, Default)]
pub struct Helpers(Vec<Helper>);

impl Clone for Helpers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Helpers {
    /// Examines the first heaps of a block, `share` of them on each thread, the first ones on this one.
    pub fn examine(
        &mut self,
        known: &Arc<Known>,
        lanes: usize,
        share: usize,
        rows: &mut Vec<Row>,
        room: &mut Room,
    ) {
        let mut others = rows.split_off(share);
        let mut used = 0;
        for first in (share..lanes).step_by(share) {
            if self.0.len() == used {
                self.0.push(Helper::new());
            }
            let rest = others.split_off(share.min(others.len()));
            let task = Task {
                known: known.clone(),
                lanes: first..lanes.min(first + share),
                rows: std::mem::replace(&mut others, rest),
            };
            let tasks = self.0[used].tasks.as_ref().expect("open until the helper is dropped");
            tasks.send(task).expect("a helper waits for tasks");
            used += 1;
        }
        known.examine(0..share, Ahead::All, rows, room);
        for helper in &mut self.0[..used] {
            let done = helper.done.get_mut().unwrap_or_else(PoisonError::into_inner);
            rows.extend(done.recv().expect("a helper does not panic"));
        }
        rows.append(&mut others);
    }
}
