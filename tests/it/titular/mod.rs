//! `server titular`: a person who bought is told what is kept, and taken out of it.

pub mod dump;
mod kills;
pub mod person;
