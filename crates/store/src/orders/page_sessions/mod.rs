//! What programs that page through orders have been shown, for a short while.
//!
//! A page that is counted from the start of a list loses and repeats orders when others move meanwhile, and
//! one that a cursor leads to when what moves is what the list is sorted by. So the end of each page is
//! remembered, with the orders that the scan has shown so far, and the next page starts there. Nothing
//! depends on it but that: what is forgotten is counted
//! (`docs/decisions/0011-cursors-links-and-page-numbers.md`).

pub(in crate::orders) mod further;
mod memory;
mod standing;
#[cfg(test)]
mod tests;
mod track;

pub use memory::{Question, Scans, Ticket};
pub use standing::{Seen, Turn};
pub(super) use standing::{Standing, Start};
