//! What became of a thing, or of a batch.

use store::StoreError;

use crate::entry::Wrong;

/// What became of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is new; and what is to be noticed of that.
    Created(Option<Wrong>),
    /// It was there, and is now as the file says.
    Stored,
    /// It was refused.
    Refused(Vec<Wrong>),
}

/// Why nothing of a batch was written.
pub enum Done {
    /// The database.
    Failed(StoreError),
    /// The operator's limit of SKUs.
    TooMany(i64),
    /// It was only to be tried; this would have come of it.
    Tried(Vec<Outcome>),
}

impl From<StoreError> for Done {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}
