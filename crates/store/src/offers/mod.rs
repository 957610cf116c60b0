//! Offers: what a channel should show of each SKU, worked out on reading; and their changes, told.

mod announcing;
mod causes;
mod comparing;
mod conditions;
mod impediments;
#[cfg(test)]
mod plans;
mod postgres;
mod reading;
mod rows;
mod showcase;
mod sqlite;
mod sweeps;
mod told;

pub use announcing::{Announcement, Progress, tell, work_out};
pub use causes::late;
pub use impediments::{Impediments, impediments};
pub use reading::{Filter, find, list};
pub use showcase::Showcase;
