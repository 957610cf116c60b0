//! SKUs: many, one, and its stock set right.

pub mod adjustment;
pub mod list;
pub mod one;
