//! What can go wrong with a database.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// A failure of the database or of the connection to it. What a client can provoke is not an error but an
/// outcome.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The queue is full, or no connection was free in time; try again shortly.
    #[error("the store is overloaded")]
    Overload,
    /// The database cannot be reached, or its disk is full.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// Whether the change was made is not known: its answer was lost, and the database could not be asked.
    #[error("it is not known whether the change was made: {0}")]
    Unknown(String),
    /// A statement, or the wait for a lock, exceeded its limit.
    #[error("the database took too long: {0}")]
    TooSlow(String),
    /// The transaction lost against another one.
    #[error("the transaction lost against another one: {0}")]
    Concurrency(String),
    /// A constraint refused the change (a foreign key, a unique key, a check).
    #[error("the schema refused the change: {0}")]
    Constraint(String),
    /// The URL has an unknown scheme, or cannot be used.
    #[error("{0}")]
    Url(String),
    /// The schema has migrations that this program does not know.
    #[error(
        "the schema was made by a newer version of this program (migration {0} is not known here): run that \
         version, or restore a backup from before it was started"
    )]
    Newer(String),
    /// Another server serves the file.
    #[error("{0}")]
    Claimed(String),
    /// A secret cannot be sealed or opened with the keys that there are.
    #[error("{0}")]
    Secrets(String),
    /// A stored value cannot be read back.
    #[error("stored data cannot be read: {0}")]
    Corrupt(String),
    /// Any other error of the database.
    #[error("the database answered with an error: {0}")]
    Database(String),
    /// A bug: a value that cannot be written as JSON, a task that panicked.
    #[error("something failed inside the store: {0}")]
    Internal(String),
}

/// Whether a failed transaction can be retried, and its connection used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The transaction lost against another one: it can be retried.
    LostRace,
    /// The connection is dead.
    LostConnection,
    /// Neither: the same statement would fail again.
    Neither,
}

/// The kind of an error. A unique or foreign key that another transaction has inserted or deleted since it was
/// checked is a lost race; a value that the schema never accepts (NOT NULL, CHECK) is not.
pub(crate) fn failure_kind(error: &DieselError) -> FailureKind {
    let DieselError::DatabaseError(kind, info) = error else { return FailureKind::Neither };
    match kind {
        DatabaseErrorKind::SerializationFailure
        | DatabaseErrorKind::UniqueViolation
        | DatabaseErrorKind::ForeignKeyViolation => FailureKind::LostRace,
        DatabaseErrorKind::ClosedConnection => FailureKind::LostConnection,
        DatabaseErrorKind::NotNullViolation | DatabaseErrorKind::CheckViolation => FailureKind::Neither,
        // COPY reports its errors as text alone
        _ if ["duplicate key value", "violates foreign key"].iter().any(|t| info.message().contains(t)) => {
            FailureKind::LostRace
        }
        _ => match classify(info.message().to_owned()) {
            DbError::Concurrency(_) => FailureKind::LostRace,
            DbError::Unavailable(_) => FailureKind::LostConnection,
            _ => FailureKind::Neither,
        },
    }
}

impl From<DieselError> for DbError {
    fn from(error: DieselError) -> Self {
        translate(error)
    }
}

fn translate(error: DieselError) -> DbError {
    match error {
        DieselError::DatabaseError(kind, info) => {
            let text = info.message().to_owned();
            match kind {
                DatabaseErrorKind::SerializationFailure => DbError::Concurrency(text),
                DatabaseErrorKind::ClosedConnection => DbError::Unavailable(text),
                DatabaseErrorKind::UniqueViolation
                | DatabaseErrorKind::ForeignKeyViolation
                | DatabaseErrorKind::NotNullViolation
                | DatabaseErrorKind::CheckViolation => DbError::Constraint(text),
                _ => classify(text),
            }
        }
        DieselError::BrokenTransactionManager => DbError::Unavailable(error.to_string()),
        DieselError::RollbackErrorOnCommit { commit_error, .. } => translate(*commit_error),
        DieselError::DeserializationError(e) => DbError::Corrupt(e.to_string()),
        other => DbError::Database(other.to_string()),
    }
}

/// The remedy when PostgreSQL is read-only.
pub(crate) const READ_ONLY_REMEDY: &str = "this PostgreSQL takes reads alone: give the address of the primary, or \
                                      switch default_transaction_read_only off";

/// The remedy when there is no room.
const FULL: &str = "make room on the disk of the database";

/// Classifies an error by its text, which is all that Diesel tells of most server errors.
fn classify(text: String) -> DbError {
    let contains = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if contains(&["in a read-only transaction"]) {
        DbError::Unavailable(format!("{text}; {READ_ONLY_REMEDY}"))
    } else if contains(&["No space left", "disk is full"]) {
        DbError::Unavailable(format!("{text}; {FULL}"))
    } else if contains(&["canceling statement due to"]) {
        DbError::TooSlow(text)
    } else if contains(&[
        "deadlock detected",
        "could not serialize",
        "database is locked",
        "database table is locked",
    ]) {
        DbError::Concurrency(text)
    } else if contains(&[
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
        "disk I/O error",
        "readonly database",
        "too many clients",
        "remaining connection slots",
        "Connection refused",
        "timeout expired",
    ]) {
        DbError::Unavailable(text)
    } else {
        DbError::Database(text)
    }
}

impl DbError {
    /// A stored document that does not parse.
    pub fn corrupt(what: &str, error: impl std::fmt::Display) -> Self {
        Self::Corrupt(format!("{what}: {error}"))
    }

    /// True when stored data are damaged: a value that cannot be read, or a page that SQLite cannot read.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Corrupt(_) => true,
            Self::Database(text) => text.contains("database disk image is malformed"),
            Self::Overload
            | Self::Unavailable(_)
            | Self::Unknown(_)
            | Self::TooSlow(_)
            | Self::Concurrency(_)
            | Self::Constraint(_)
            | Self::Url(_)
            | Self::Newer(_)
            | Self::Claimed(_)
            | Self::Secrets(_)
            | Self::Internal(_) => false,
        }
    }
}
