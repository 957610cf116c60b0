//! Pages by number while orders change: none is lost, none comes twice.

mod chance;
mod orders;
mod programs;
mod writers;
