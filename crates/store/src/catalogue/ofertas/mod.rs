//! Offers: what a channel should show of each SKU, worked out on reading; and their changes, told.

mod announcing;
mod causes;
mod conditions;
mod impediments;
mod reading;
mod sweeps;
mod told;

pub use announcing::{Announcement, Progress, tell, work_out};
pub use causes::late;
pub use impediments::{Impediments, impediments};
pub use reading::{Filter, Showcase, find, list};
