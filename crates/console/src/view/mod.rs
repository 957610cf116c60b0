//! What pages are made of.

pub mod chart;
pub mod download;
pub mod filling;
pub mod format;
pub mod frame;
pub mod parts;
pub mod shell;
pub mod words;
