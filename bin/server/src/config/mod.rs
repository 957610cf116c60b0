//! The configuration: every setting read, checked and typed. An error names the source of the bad value.

mod levels;
mod load;
mod model;
mod reader;
pub mod settings;
pub mod sources;
mod unknown;

pub use load::render;
pub use model::{Config, Durability, LogFormat};
pub use sources::{Collected, Flags, Origin, Value};
