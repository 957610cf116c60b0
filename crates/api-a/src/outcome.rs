//! What a write came to: an answer that stands, or one that is sent after everything was undone.

use store::StoreError;

use crate::erro::ErroA;
use crate::resposta::Resposta;

/// What a write answers.
pub enum Outcome {
    /// Done: commit, then send this.
    Done(Resposta),
    /// Not done, though the request was in order: roll back, then send this.
    Undo(Resposta),
}

/// Why a transaction is rolled back, as the database layer is told.
pub enum Rollback {
    /// The request failed.
    Failed(ErroA),
    /// It was answered with [`Outcome::Undo`].
    Undone(Resposta),
}

impl From<Resposta> for Outcome {
    fn from(resposta: Resposta) -> Self {
        Self::Done(resposta)
    }
}

impl From<Outcome> for Result<Resposta, Rollback> {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done(resposta) => Ok(resposta),
            Outcome::Undo(resposta) => Err(Rollback::Undone(resposta)),
        }
    }
}

impl From<ErroA> for Rollback {
    fn from(erro: ErroA) -> Self {
        Self::Failed(erro)
    }
}

impl From<StoreError> for Rollback {
    fn from(erro: StoreError) -> Self {
        Self::Failed(erro.into())
    }
}
