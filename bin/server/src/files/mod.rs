//! Data as files: tables with commas or semicolons, and JSON line by line, read as interface A reads its
//! bodies.

mod csv;
mod entry;
mod input;
mod kind;
mod output;
mod rows;
mod values;
mod writing;

pub use entry::{Entry, Wrong};
pub use input::{Input, open};
pub use kind::{CENTRO, Column, Kind};
pub use output::{Form, Writer};
pub use writing::{Done, Outcome, Prepared, Target, prepare, write};
