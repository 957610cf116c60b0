//! Page sessions: what clients that page through orders have been shown, kept for a short while.
//!
//! A page that is counted from the start of a list loses or repeats orders if others move meanwhile, and so does a
//! page after a cursor if the sort key of an order changes. A session therefore records the end of each page and the
//! orders shown so far, and the next page resumes there. Sessions may be lost at any time: pages are then counted
//! (`docs/decisions/0011-cursors-links-and-page-numbers.md`).

mod memory;
pub(in crate::orders) mod next_page;
mod session;
#[cfg(test)]
mod tests;

pub use memory::{PageQuery, PageSessions, PendingPage};
pub use session::{PageResult, ResumePoint};
pub(super) use session::{PageState, Resume};
