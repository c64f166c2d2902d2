//! The command inside another program: the same words, and the answer is handed back instead of written.
//!
//! The package for Python asks this way, so that every command is a function there without a second list of questions.
//! What the command would write to the standard output is collected for the thread that asks; its limits listen to
//! the caller, who may stop the work.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use sprague::limits::{Limits, Meter, SearchProgress};

/// Who asks: what stops the work, and who hears how far it is.
#[derive(Clone)]
pub struct Caller {
    /// Stops the work.
    pub meter: Meter,
    /// Hears how far a search or a sequence is.
    pub progress: Arc<dyn Fn(SearchProgress) -> ControlFlow<()> + Send + Sync>,
}

/// What a command has answered.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// What it would have written to the standard output.
    pub output: Vec<u8>,
    /// The answer in words, where a document was asked for and both are made of one answer.
    pub text: Option<String>,
    /// Whether it is what was wished for; otherwise it is a true negative.
    pub is_positive: bool,
}

struct Inside {
    caller: Caller,
    answered: Answered,
}

thread_local! {
    /// The question that this thread is at work on, if another program asked it.
    static INSIDE: RefCell<Option<Inside>> = const { RefCell::new(None) };
}

/// Does work for another program, and hands back what was collected meanwhile.
pub fn collected<T>(caller: Caller, work: impl FnOnce() -> T) -> (T, Answered) {
    INSIDE.set(Some(Inside { caller, answered: Answered::default() }));
    let done = work();
    (done, INSIDE.take().map(|inside| inside.answered).unwrap_or_default())
}

/// Whether another program asks.
pub fn is_inside() -> bool {
    INSIDE.with_borrow(Option::is_some)
}

/// The limits of a question that another program asks.
pub fn heard(limits: Limits) -> Limits {
    INSIDE.with_borrow(|inside| match inside {
        None => limits,
        Some(Inside { caller: Caller { meter, progress }, .. }) => {
            Limits { meter: meter.clone(), progress: Some(progress.clone()), ..limits }
        }
    })
}

/// The words that belong to a document that comes next.
pub fn in_words(text: &str) {
    INSIDE.with_borrow_mut(|inside| {
        if let Some(inside) = inside {
            inside.answered.text = Some(text.to_owned());
        }
    });
}

/// The end of the standard output: the program that asks, or the real one.
pub struct Out;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = INSIDE.with_borrow_mut(|inside| match inside {
            None => false,
            Some(inside) => {
                inside.answered.output.extend_from_slice(bytes);
                true
            }
        });
        if taken { Ok(bytes.len()) } else { io::stdout().write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if is_inside() { Ok(()) } else { io::stdout().flush() }
    }
}
