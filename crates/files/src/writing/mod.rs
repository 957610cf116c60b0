//! Things of a file on their way into the database, by the functions that interface A calls.

mod batch;
mod known;
mod lists;
mod one;
mod outcome;
mod settings;
mod thing;

pub use batch::{Target, Way, write};
pub use outcome::{Done, Outcome};
pub use thing::{Prepared, prepare};
