//! Runs on a disk in memory: crashes, failures, damage, flipped bits.

mod attack;
mod crashes;
mod damage;
mod disk;
mod far_periods;
mod flips;
mod golden;
mod hostile;
mod kit;
mod loss;
mod pairs;
mod parts;
mod periods;
mod pieces;
mod resumes;
mod rows;
mod verifies;
