//! Reading entities from JSON bytes, with every problem of an input told at once.
//!
//! Start with [`json`]: [`json::read_json`] reads a document of any type that implements [`json::FromJson`],
//! and its error holds all [`problems::Problems`], each under its JSON path.

pub mod json;
pub mod keyed;
pub mod merge_patch;
pub mod problems;
pub mod words;
