//! Sequences of nim-values on an NVIDIA GPU.
//!
//! The device is an accelerator of the block engine (`sprague::sequence::accelerator`): it computes the common part of
//! long stretches of heaps by one persistent kernel (`kernels/common.cu`) and checks the rare part of every one of them
//! by another (`kernels/rare.cu`). The engine starts a sequence, keeps its history and handles special cases, so that
//! values, signatures, run folders and audits are those of every other kernel. The NVRTC of the machine compiles the
//! kernels when the device is opened; driver and compiler are loaded only if they are installed. [`Mirror`] does the
//! same as the kernels in plain Rust, for machines without a device.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod device;
mod game;
mod mirror;
mod plan;
mod program;
mod task;

use sprague::sequence::accelerator::{self, Accelerator};

pub use mirror::Mirror;

/// Opens the first device, or says why there is none.
pub fn open() -> Result<Box<dyn Accelerator>, String> {
    // SAFETY: both only try to load a library of that name.
    let (driver, compiler) =
        unsafe { (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
    if !driver {
        return Err("no NVIDIA driver is installed (libcuda was not found)".to_owned());
    }
    if !compiler {
        return Err(
            "NVRTC, the compiler of the CUDA toolkit, is not installed (libnvrtc was not found)".to_owned()
        );
    }
    Ok(Box::new(device::Device::open()?))
}

/// Lets the kernel `gpu` use the first device.
pub fn install() {
    accelerator::install(open);
}
