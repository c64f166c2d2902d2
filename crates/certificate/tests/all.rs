//! All tests of the format of certificates and its checker, in one program: it links once what each of them would link.

mod command;
mod forge;
mod known;
mod misere;
mod mutants;
mod size;
mod star;
mod surface;
mod theorems;
mod three;
