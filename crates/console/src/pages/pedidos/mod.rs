//! Orders: many, and one.

pub mod list;
pub mod movement;
pub mod one;
pub mod typed;
mod typing;
