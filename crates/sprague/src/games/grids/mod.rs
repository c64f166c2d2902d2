//! Boards of rows and columns: rectangles, chocolate, coins, squares to be marked.

pub mod chomp;
pub mod coins;
pub mod notakto;
pub mod rectangle;
pub mod treblecross;
