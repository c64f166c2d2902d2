//! The loops: what each of them is for is said where it is called, in [`crate::Loops`].

pub mod candidates;
#[cfg(target_arch = "x86_64")]
pub mod candidates64;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
pub mod lanes;
pub mod log;
pub mod plain;
pub mod search;
pub mod splits;
pub mod translation;
pub mod walk;
pub mod witnesses;
