//! The heaps in device memory: two long buffers, used in turn, so that nothing is moved while it is read.
//!
//! The leaders write stretch after stretch behind the window. When a buffer is full, the last heaps are copied to the
//! front of the other one, while the check of the last stretch still reads the first.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtr, DriverError};

/// Heaps that a buffer has room for, besides the window.
const ROOM: usize = 1 << 25;

/// Both buffers.
#[derive(Debug)]
pub struct Buffers {
    sides: [CudaSlice<u8>; 2],
    side: usize,
    /// Heaps that must stay at hand.
    window: usize,
    /// Where the next stretch begins.
    pub start: usize,
}

impl Buffers {
    /// Buffers that begin with the window; the next heap lies at a multiple of `grain`.
    pub fn new(stream: &Arc<CudaStream>, window: &[u8], grain: usize) -> Result<Self, DriverError> {
        let start = window.len().next_multiple_of(grain);
        let mut first = vec![255; start];
        first[start - window.len()..].copy_from_slice(window);
        let sides = [stream.alloc_zeros(start + ROOM)?, stream.alloc_zeros(start + ROOM)?];
        let mut buffers = Self { sides, side: 0, window: start, start };
        stream.memcpy_htod(&first, &mut buffers.sides[0])?;
        Ok(buffers)
    }

    /// The address of the bytes, from which the next stretch is `self.start` away; makes room for so many heaps.
    pub fn address(&mut self, stream: &Arc<CudaStream>, heaps: usize) -> Result<u64, DriverError> {
        if self.start + heaps > self.sides[self.side].len() {
            let (low, high) = self.sides.split_at_mut(1);
            let (from, to) = if self.side == 0 { (&low[0], &mut high[0]) } else { (&high[0], &mut low[0]) };
            let recent = from.slice(self.start - self.window..self.start);
            stream.memcpy_dtod(&recent, &mut to.slice_mut(..self.window))?;
            self.side ^= 1;
            self.start = self.window;
        }
        Ok(self.sides[self.side].device_ptr(stream).0)
    }

    /// Which buffer is in use.
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Copies heaps of a buffer to the processor.
    pub fn fetch(
        &self,
        stream: &Arc<CudaStream>,
        side: usize,
        start: usize,
        heaps: usize,
    ) -> Result<Vec<u8>, DriverError> {
        stream.clone_dtoh(&self.sides[side].slice(start..start + heaps))
    }
}
