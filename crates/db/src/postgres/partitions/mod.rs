//! Tables that are divided into partitions, or put together again.

mod alone;
mod asking;
mod dividing;
mod kept;
mod ranges;
mod rebuild;
mod tending;

pub use dividing::divide;
