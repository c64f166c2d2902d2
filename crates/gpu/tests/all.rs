//! All tests of the kernels of GPUs, in one program: it links once what each of them would link.

mod device;
mod mirror;
