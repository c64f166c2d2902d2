//! What the kernels are launched with, laid out as in their sources.

use cudarc::driver::DeviceRepr;

/// `Task` of `kernels/common.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub bytes: u64,
    pub entries: u64,
    pub ends: u64,
    pub exceptions: u64,
    pub lists: u64,
    pub ready: u64,
    pub done: u64,
    pub stopped: u64,
    pub start: u32,
    pub chunks: u32,
    pub count: u32,
    pub exception_count: u32,
}

/// `Check` of `kernels/rare.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub bytes: u64,
    pub small: u64,
    pub needed: u64,
    pub taken: u64,
    pub open: u64,
    pub list: u64,
    pub start: u32,
    pub count: u32,
    pub parts: u32,
    pub breaks: u32,
    pub odd: u32,
    pub most: u32,
}

// SAFETY: both are plain numbers laid out as in the kernels.
unsafe impl DeviceRepr for Task {}
// SAFETY: as above.
unsafe impl DeviceRepr for Check {}
