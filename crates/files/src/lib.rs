//! A store's data as files: tables with commas or semicolons, and JSON line by line, read as interface A
//! reads its bodies. [`import`] brings a file in, [`Writer`] writes one.

mod bounded;
mod entry;
mod error;
mod import;
mod input;
mod kind;
mod output;
mod rows;
mod table;
mod values;
mod writing;

pub use entry::Wrong;
pub use error::FileError;
pub use import::{ImportError, Report, import};
pub use kind::{CENTRO, Column, Kind};
pub use output::{Form, Writer};
pub use writing::{Target, Way};
