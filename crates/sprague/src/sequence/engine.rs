//! One way into all engines: a rule, a kernel, and values that stream to a sink.
//!
//! The engine picks what suits the rule. Rules without a two-part shape go to the dense engine. Otherwise the first
//! values come from the textbook engine, which looks for a sparse space; once there is one with few rare heaps, the
//! block engine takes over. The space is reconsidered at every doubling while the whole history is at hand. Which
//! kernel, block size and number of threads is used never changes a value.

mod choice;
mod resume;
mod stream;

use super::accelerator;
use super::dense::Dense;
use super::history::{LAST_CHOICE, MEMORY};
use super::kernel::Kernel;
use super::shape::Shape;
use super::space::{Counts, Space};
use super::sparse::Sparse;
use super::textbook::Textbook;
use super::wide::Wide;
use crate::heap::Clause;
use crate::nimber::Nimber;

/// How values are to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The kernel.
    pub kernel: Kernel,
    /// How many threads may work.
    pub threads: usize,
    /// How many heaps make a block, at most 512.
    pub block: usize,
    /// How many heaps the textbook engine computes, at least, before the block engine takes over.
    pub prelude: u64,
    /// How many heaps the block engine remembers at least, a byte each.
    pub memory: usize,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self { kernel: Kernel::best(), threads: 1, block: 128, prelude: 1 << 10, memory: MEMORY }
    }
}

/// Computes the values of one rule in order.
#[derive(Clone, Debug)]
pub struct Engine {
    method: Method,
    settings: EngineSettings,
    next: u64,
    rares: Vec<(u64, Nimber)>,
    /// Room for the values that are sent together.
    chunk: Vec<Nimber>,
    /// Whether the space is no longer reconsidered.
    settled: bool,
    /// Whether an accelerator has been asked for.
    is_assisted: bool,
    /// Why it is not at work.
    notice: Option<String>,
}

#[derive(Clone, Debug)]
enum Method {
    Naive(Vec<Clause>, Vec<Nimber>),
    Dense(Box<Dense>),
    Textbook(Box<Textbook>),
    /// The textbook engine until a space is found.
    Prelude(Box<Textbook>, Shape),
    /// While there is no good space.
    Wide(Box<Wide>, Shape, Counts),
    Sparse(Box<Sparse>, Shape, Counts),
}

impl Engine {
    /// An engine for the rule, before its first value.
    pub fn new(clauses: &[Clause], settings: EngineSettings) -> Self {
        let method = match (settings.kernel, Shape::new(clauses)) {
            (Kernel::Naive, _) => Method::Naive(clauses.to_vec(), Vec::new()),
            (Kernel::Dense, _) | (_, None) => Method::Dense(Box::new(Dense::new(clauses))),
            // without splits the dense engine looks at one heap for each number taken, which nothing can beat
            (_, Some(_)) if !splits(clauses) => Method::Dense(Box::new(Dense::new(clauses))),
            (Kernel::Textbook, Some(shape)) => Method::Textbook(Box::new(Textbook::new(shape))),
            (_, Some(shape)) => Method::Prelude(Box::new(Textbook::new(shape.clone())), shape),
        };
        Self {
            method,
            settings,
            next: 0,
            rares: Vec::new(),
            chunk: Vec::new(),
            settled: false,
            is_assisted: false,
            notice: None,
        }
    }

    /// Why the GPU that was asked for is not at work, if so.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Asks for an accelerator, once the space is settled.
    fn assist(&mut self) {
        if let Method::Sparse(sparse, ..) = &mut self.method {
            if !self.is_assisted && sparse.next() >= LAST_CHOICE {
                self.is_assisted = true;
                match accelerator::open() {
                    Ok(device) => sparse.remote().attach(device),
                    Err(why) => self.notice = Some(why),
                }
            }
            if let Some(why) = sparse.remote().notice() {
                self.notice = Some(why.to_owned());
            }
        }
    }

    /// Whether it is one of the engines that need not look at every option of every heap.
    pub const fn is_fast(&self) -> bool {
        !matches!(self.method, Method::Naive(..) | Method::Dense(_))
    }

    /// The first heap that has not been sent.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The sparse space in use.
    pub fn space(&self) -> Option<Space> {
        match &self.method {
            Method::Naive(..) | Method::Dense(_) | Method::Wide(..) => None,
            Method::Textbook(textbook) | Method::Prelude(textbook, _) => textbook.space(),
            Method::Sparse(sparse, ..) => Some(sparse.history().space()),
        }
    }

    /// The heaps sent so far that are rare under [`Self::space`], with their values, ascending.
    pub fn rares(&self) -> &[(u64, Nimber)] {
        &self.rares
    }
}

/// Whether some move leaves two heaps or more.
fn splits(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| clause.leave.ranges().last().is_some_and(|&(_, most)| most >= 2))
}
