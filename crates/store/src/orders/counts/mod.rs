//! Counts of orders (tables `contagens` and, for changes that are not added yet, `contagem_mudancas`): totals and far
//! pages without walking through the orders.
//!
//! A count holds how many orders of a store have a date within a span of time, by status and payment method.
//! There are counts for each kind of date and for three lengths of span: 32 days, six hours and a quarter of
//! an hour. Only the ends of a range that lie within a quarter of an hour are counted in the index of that
//! date (`docs/decisions/0020-order-counters.md`). Code that changes a row of `pedidos` calls [`changed`]; the
//! counts are updated in the same transaction.

mod check;
mod parts;
mod read;
mod span;
mod sql;
mod write;

pub use check::{CountsCheck, check_counts};
pub(crate) use parts::Selector;
pub use read::formas;
pub(crate) use read::{Counter, Jump};
pub(crate) use span::Kind;
pub(crate) use sql::{append_statement, stores_with_pending};
pub(crate) use write::{changed, fold, write};
