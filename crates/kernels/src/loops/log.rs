//! Bytes that one thread appends and others read at the same time.
//!
//! What has been appended never changes, so readers hold plain slices of it while the writer goes on behind them.

use std::cell::UnsafeCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What one thread writes often, away from what others read: a cache line, and the one that is fetched with it, are its own.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// The bytes appended so far.
pub struct Log {
    bytes: Box<[UnsafeCell<u8>]>,
    /// How many of them are written; they never change again.
    length: Apart<AtomicUsize>,
}

// SAFETY: bytes below the length are never written again; bytes from there on are only touched by the one writer, and
// the length is raised after them with release order.
unsafe impl Sync for Log {}

impl Log {
    /// A log with room for so many bytes that begins with some, and its one writer.
    pub fn new(begin: &[u8], room: usize) -> (Arc<Self>, Writer) {
        // zeros that nobody has touched take no memory
        let mut bytes = vec![0; room.max(begin.len())].into_boxed_slice();
        bytes[..begin.len()].copy_from_slice(begin);
        // SAFETY: a cell has the layout of its byte, and the box is handed over.
        let bytes = unsafe { Box::from_raw(Box::into_raw(bytes) as *mut [UnsafeCell<u8>]) };
        let log = Arc::new(Self { bytes, length: Apart(AtomicUsize::new(begin.len())) });
        (Arc::clone(&log), Writer(log))
    }

    /// How many bytes have been appended.
    pub fn length(&self) -> usize {
        self.length.0.load(Ordering::Acquire)
    }

    /// What has been appended.
    pub fn bytes(&self) -> &[u8] {
        let length = self.length();
        // SAFETY: these bytes were written before the length was raised, and never change again.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), length) }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("length", &self.length()).finish_non_exhaustive()
    }
}

/// The one who appends.
#[derive(Debug)]
pub struct Writer(Arc<Log>);

impl Writer {
    /// What has been appended, for reading.
    pub fn log(&self) -> &Log {
        &self.0
    }

    /// How many bytes there is room for.
    pub fn room(&self) -> usize {
        self.0.bytes.len() - self.0.length()
    }

    /// Appends bytes.
    pub fn append(&mut self, more: &[u8]) {
        assert!(more.len() <= self.room(), "there is room for what is appended");
        let length = self.0.length.0.load(Ordering::Relaxed);
        // SAFETY: the bytes lie inside the log behind its length, where only this writer, of which there is one, writes
        // and nobody reads.
        unsafe {
            let end = UnsafeCell::raw_get(self.0.bytes.as_ptr().add(length));
            std::ptr::copy_nonoverlapping(more.as_ptr(), end, more.len());
        }
        self.0.length.0.store(length + more.len(), Ordering::Release);
    }
}
