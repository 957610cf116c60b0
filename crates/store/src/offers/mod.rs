//! Offers: what a channel should show of each SKU, computed when it is read, and the events of their changes.

mod announcing;
mod causes;
mod comparing;
mod reading;
mod showcase;
mod sweeps;

pub use announcing::{Announcement, Batch, Progress, read_batch, tell};
pub use causes::late;
pub use reading::{Filter, Impediments, find, impediments, list};
pub use showcase::Showcase;
