//! Nim-arithmetic, coin turning, the relatives of Nim and other classic games against tables by brute force, against a
//! plain search that is written here, and on inputs that are wrong or huge (theory N, R, W).

mod classics;
mod coins;
mod field;
mod games;
mod northcott;
mod sizes;
