//! `server titular`: what is kept of a person who bought, to show it and to take the person out of it.

mod anonymise;
mod arguments;
mod export;
mod mentions;

pub use arguments::{TitularCommand, run};
