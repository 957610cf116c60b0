//! The outcomes of writes that are no errors.

/// What became of a create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateOutcome<T> {
    /// It is new.
    Created(T),
    /// It was there, with the same content.
    Equal(T),
    /// It was there, with other content: nothing was changed.
    Different,
}

/// What became of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpsertOutcome<T> {
    /// It is new.
    Created(T),
    /// It replaced what was there.
    Replaced(T),
}

impl<T> UpsertOutcome<T> {
    /// The stored value.
    pub fn value(&self) -> &T {
        match self {
            Self::Created(v) | Self::Replaced(v) => v,
        }
    }
}

/// What became of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeleteOutcome {
    /// It is gone.
    Deleted,
    /// It was not there.
    Missing,
    /// Something refers to it: nothing was changed.
    InUse,
}
