//! `server titular`: a person who bought is told what is kept, and taken out of it.

mod dump;
mod kills;
mod person;
