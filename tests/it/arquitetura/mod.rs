//! The layout of the sources, held by reading them.

mod crates;
