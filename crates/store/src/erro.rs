//! What can go wrong in the store, and the outcomes that are no errors.

use std::cell::Cell;

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// A failure of the store itself. Business outcomes are types of the repositories.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Too much is waiting already; try again shortly.
    #[error("the store is overloaded")]
    Sobrecarga,
    /// The database cannot be reached, or its disk is full.
    #[error("the database is unavailable: {0}")]
    Indisponivel(String),
    /// The database gave up a transaction in favour of another one.
    #[error("the transaction lost against another one: {0}")]
    Concorrencia(String),
    /// A rule of the schema refused the change (a foreign key, a unique key, a check).
    #[error("the schema refused the change: {0}")]
    Restricao(String),
    /// The URL is of no scheme that this build knows, or cannot be used.
    #[error("{0}")]
    Url(String),
    /// A stored value cannot be read back.
    #[error("stored data cannot be read: {0}")]
    Corrompido(String),
    /// Anything else.
    #[error("the database answered with an error: {0}")]
    Interno(String),
}

thread_local! {
    /// What the database has said on this thread since [`esquecer_sinais`]. The closures of a transaction
    /// have error types of their own; whether to start over must not depend on what they make of ours.
    static SINAIS: Cell<Sinais> = const { Cell::new(Sinais { concorrencia: false, perda: false }) };
}

#[derive(Clone, Copy, Default)]
struct Sinais {
    concorrencia: bool,
    perda: bool,
}

#[cfg(feature = "postgres")]
pub(crate) fn esquecer_sinais() {
    SINAIS.set(Sinais::default());
}

/// True when a transaction lost against another one and may be tried again.
#[cfg(feature = "postgres")]
pub(crate) fn houve_concorrencia() -> bool {
    SINAIS.get().concorrencia
}

/// True when the connection is no longer any good.
#[cfg(feature = "postgres")]
pub(crate) fn houve_perda() -> bool {
    SINAIS.get().perda
}

impl From<DieselError> for StoreError {
    fn from(erro: DieselError) -> Self {
        let erro = traduzir(erro);
        let mut sinais = SINAIS.get();
        // a key or a row that another transaction made or took away since we looked: looking again settles it
        sinais.concorrencia |= matches!(erro, Self::Concorrencia(_) | Self::Restricao(_));
        sinais.perda |= matches!(erro, Self::Indisponivel(_));
        SINAIS.set(sinais);
        erro
    }
}

fn traduzir(erro: DieselError) -> StoreError {
    match erro {
        DieselError::DatabaseError(kind, info) => {
            let texto = info.message().to_owned();
            match kind {
                DatabaseErrorKind::SerializationFailure => StoreError::Concorrencia(texto),
                DatabaseErrorKind::ClosedConnection => StoreError::Indisponivel(texto),
                DatabaseErrorKind::UniqueViolation
                | DatabaseErrorKind::ForeignKeyViolation
                | DatabaseErrorKind::NotNullViolation
                | DatabaseErrorKind::CheckViolation => StoreError::Restricao(texto),
                _ => classificar(texto),
            }
        }
        DieselError::BrokenTransactionManager => StoreError::Indisponivel(erro.to_string()),
        DieselError::RollbackErrorOnCommit { commit_error, .. } => traduzir(*commit_error),
        DieselError::DeserializationError(e) => StoreError::Corrompido(e.to_string()),
        outro => StoreError::Interno(outro.to_string()),
    }
}

/// Diesel hands most server conditions over as text alone.
fn classificar(texto: String) -> StoreError {
    let contem = |partes: &[&str]| partes.iter().any(|parte| texto.contains(parte));
    if contem(&["deadlock detected", "could not serialize", "database is locked", "database table is locked"])
    {
        StoreError::Concorrencia(texto)
    } else if contem(&[
        "server closed the connection",
        "no connection to the server",
        "connection to server",
        "could not connect",
        "could not receive data",
        "could not send data",
        "SSL SYSCALL",
        "terminating connection",
        "the database system is",
        "cannot execute", // a standby: read-only
        "No space left",
        "disk is full",
        "database or disk is full",
        "disk I/O error",
        "too many clients",
        "remaining connection slots",
        "Connection refused",
        "timeout expired",
    ]) {
        StoreError::Indisponivel(texto)
    } else {
        StoreError::Interno(texto)
    }
}

impl StoreError {
    /// A stored document that does not parse.
    pub(crate) fn corrompido(o_que: &str, erro: impl std::fmt::Display) -> Self {
        Self::Corrompido(format!("{o_que}: {erro}"))
    }
}

/// What became of a create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Criacao<T> {
    /// It is new.
    Criado(T),
    /// It was there, with the same content.
    Igual(T),
    /// It was there, with other content: nothing was changed.
    Diferente,
}

/// What became of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upsert<T> {
    /// It is new.
    Criado(T),
    /// It replaced what was there.
    Substituido(T),
}

impl<T> Upsert<T> {
    /// The stored value.
    pub fn valor(&self) -> &T {
        match self {
            Self::Criado(v) | Self::Substituido(v) => v,
        }
    }
}

/// What became of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exclusao {
    /// It is gone.
    Excluido,
    /// It was not there.
    Ausente,
    /// Something refers to it: nothing was changed.
    EmUso,
}
