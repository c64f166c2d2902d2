//! The kernels, compiled for a device and for the sizes of a game.

use std::sync::Arc;

use cudarc::driver::sys::CUfunction_attribute;
use cudarc::driver::{CudaContext, CudaFunction};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};

use crate::plan::{CLUSTER, DEPTH, SHARED, Sizes, THREADS, WORKERS};

const SOURCE: &str = concat!(include_str!("../kernels/common.cu"), include_str!("../kernels/rare.cu"));

/// Both kernels.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was compiled for.
    pub sizes: Sizes,
    /// The common part.
    pub common: CudaFunction,
    /// The rare part.
    pub rare: CudaFunction,
}

impl Program {
    /// Compiles the kernels for a device.
    pub fn new(context: &Arc<CudaContext>, sizes: Sizes) -> Result<Self, String> {
        let (major, minor) = context.compute_capability().map_err(|error| error.to_string())?;
        let image = compile_ptx_with_opts(SOURCE, options(&format!("compute_{major}{minor}"), sizes));
        let image = image.map_err(|error| match error {
            CompileError::CompileError { log, .. } => {
                format!("its kernels do not compile: {}", log.to_string_lossy().lines().next().unwrap_or(""))
            }
            other => format!("its kernels do not compile: {other}"),
        })?;
        let failed = |error: cudarc::driver::DriverError| format!("its kernels cannot be loaded: {error}");
        let module = context.load_module(image).map_err(failed)?;
        let common = module.load_function("common").map_err(failed)?;
        let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        common.set_attribute(most, SHARED.cast_signed()).map_err(failed)?;
        let rare = module.load_function("rare").map_err(failed)?;
        Ok(Self { sizes, common, rare })
    }
}

fn options(arch: &str, sizes: Sizes) -> CompileOptions {
    let sizes = [
        ("CLUSTER", CLUSTER),
        ("WORKERS", WORKERS),
        ("DEPTH", DEPTH),
        ("THREADS", THREADS),
        ("WORDS", sizes.words),
        ("NEAR0", sizes.near[0]),
        ("NEAR1", sizes.near[1]),
    ];
    let mut options = vec![format!("--gpu-architecture={arch}"), "--std=c++17".to_owned()];
    options.extend(sizes.map(|(name, size)| format!("-D{name}={size}")));
    CompileOptions { options, name: Some("sprague.cu".to_owned()), ..CompileOptions::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compiler needs no device, so that wherever it is installed the kernels are compiled for every size.
    #[test]
    fn the_kernels_compile() {
        // SAFETY: this only tries to load a library of that name.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            eprintln!("SKIPPED: NVRTC is not installed, so the kernels were not compiled");
            return;
        }
        for (words, near) in [(4, [8, 5]), (4, [0, 0]), (8, [1, 24]), (8, [24, 0])] {
            let image = compile_ptx_with_opts(SOURCE, options("compute_90", Sizes { words, near }));
            let text = image.expect("kernels that compile").to_src();
            assert!(text.contains(".entry common") && text.contains(".entry rare"));
        }
    }
}
