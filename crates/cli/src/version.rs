//! What `--version` says, for reports of defects; `-V` is the first line alone.

use std::env::consts::{ARCH, OS};
use std::sync::LazyLock;

use sprague::sequence::Kernel;

/// Version, commit, machine, kernels and features, a line each.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let kernels: Vec<&str> = Kernel::available().into_iter().map(Kernel::name).collect();
        let features: Vec<&str> =
            FEATURES.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
        let commit = option_env!("SPRAGUE_COMMIT").map(|commit| format!("commit    {commit}\n"));
        format!(
            "{}\n{}system    {OS}, {ARCH}\nkernels   {}\nfeatures  {}",
            env!("CARGO_PKG_VERSION"),
            commit.unwrap_or_default(),
            kernels.join(", "),
            if features.is_empty() { "none".to_owned() } else { features.join(", ") }
        )
    });
    &TEXT
}

/// What can be left out of the program, and whether it is in.
const FEATURES: [(&str, bool); 5] = [
    ("gpu", cfg!(feature = "gpu")),
    ("lab", cfg!(feature = "lab")),
    ("parquet", cfg!(feature = "parquet")),
    ("png", cfg!(feature = "png")),
    ("reproduce", cfg!(feature = "reproduce")),
];
