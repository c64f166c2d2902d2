//! All tests of the claims, in one program: it links once what each of them would link.

mod claims;
mod records;
