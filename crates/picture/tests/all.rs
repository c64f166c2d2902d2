//! All tests of the pictures, in one program: it links once what each of them would link.

mod boards;
mod graph;
mod plots;
