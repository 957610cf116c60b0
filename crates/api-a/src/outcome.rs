//! What a write came to: an answer that stands, or one that is sent after everything was undone.

use store::StoreError;

use crate::answer::Answer;
use crate::error::ErrorA;

/// What a write answers.
pub enum Outcome {
    /// Done: commit, then send this.
    Done(Answer),
    /// Not done, though the request was in order: roll back, then send this.
    Undo(Answer),
}

/// Why a transaction is rolled back, as the database layer is told.
pub enum Rollback {
    /// The request failed.
    Failed(ErrorA),
    /// It was answered with [`Outcome::Undo`].
    Undone(Answer),
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        Self::Done(answer)
    }
}

impl From<Outcome> for Result<Answer, Rollback> {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done(answer) => Ok(answer),
            Outcome::Undo(answer) => Err(Rollback::Undone(answer)),
        }
    }
}

impl From<ErrorA> for Rollback {
    fn from(error: ErrorA) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for Rollback {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}
