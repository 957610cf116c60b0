//! How many orders there are, without counting them: a tree of counters per store and kind of date.
//!
//! A bucket holds the orders of a span of time, and how many there are of each status and payment method. One
//! that holds too many is divided into smaller ones, in the end into those of one instant by number, so that
//! no crowd of orders, however close together, is ever walked through
//! (`docs/decisions/0020-order-counters.md`).
//! Whoever changes a row of `pedidos` says so in [`changed`]; the counters follow in the same transaction.

mod ahead;
mod cache;
mod changes;
mod checks;
mod division;
mod fold;
mod formas;
mod jump;
mod kinds;
mod levels;
mod parts;
mod postgres;
mod reading;
mod rows;
mod sqlite;
mod write;
mod writing;

pub(crate) use cache::BucketCache;
pub(crate) use changes::{changed, new_order, put_aside};
pub use checks::{Bucket, ContagemDivergence, ContagensCheck, check_contagens};
pub(crate) use fold::{fold, lojas_with_pending};
pub use formas::formas;
pub(crate) use jump::Jump;
pub(crate) use kinds::TreeKind;
pub(crate) use parts::Selector;
pub(crate) use reading::Counter;
pub(crate) use write::write;
