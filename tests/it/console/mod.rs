//! The console: who gets in, what they see and do, and that it is written down. How it looks and feels is
//! tested in a browser (`tests/browser`).

mod access;
mod acts;
mod channels;
mod day;
mod dead_ends;
mod external;
mod factors;
mod file_profiles;
mod forms;
mod importing;
mod long_forms;
mod orders;
mod pages;
mod people;
pub mod visitor;
