//! The configuration: every setting read, checked and typed. A bad value is refused by the name of its
//! origin.

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
