//! All tests of the command, in one program: it links once what each of them would link.

mod architecture;
mod bad_input;
mod book;
mod command;
mod common;
mod compare;
mod coq;
mod corpus;
mod documents;
mod first_minute;
mod folders;
mod kills;
mod memory;
mod misere;
mod play;
mod plot;
mod proofs;
mod readme;
mod reproduce;
mod runs;
mod schema;
mod star;
mod tables;
mod versions;
