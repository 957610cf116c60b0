//! A write on its way through the writer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use diesel::SqliteConnection;
use tokio::sync::oneshot;

use crate::backend::Backend;
use crate::error::DbError;
use crate::fair::Wanted;

/// A write, without the types of its answer.
pub trait Job<U>: Send {
    /// Whether somebody still waits for the answer.
    fn wanted(&self) -> bool;
    /// Runs, and keeps the answer; false when it failed.
    fn run(&mut self, c: &mut SqliteConnection, unit: &mut U) -> bool;
    /// Forgets the answer of a run that was undone.
    fn forget(&mut self);
    /// After the commit (or its failure): sends the answer.
    fn answer(self: Box<Self>, commit: Result<(), &DbError>);
}

impl<U> Wanted for Box<dyn Job<U>> {
    fn wanted(&self) -> bool {
        (**self).wanted()
    }
}

/// A closure and where its answer goes.
pub struct JobOf<F, T, E> {
    f: F,
    result: Option<Result<T, E>>,
    answer: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> JobOf<F, T, E> {
    /// The job, and where its answer comes.
    pub fn new(f: F) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (answer, awaited) = oneshot::channel();
        (Self { f, result: None, answer }, awaited)
    }
}

impl<U, F, T, E> Job<U> for JobOf<F, T, E>
where
    F: FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send,
    T: Send,
    E: From<DbError> + Send,
{
    fn wanted(&self) -> bool {
        !self.answer.is_closed()
    }

    fn run(&mut self, c: &mut SqliteConnection, unit: &mut U) -> bool {
        let f = &mut self.f;
        let done = catch_unwind(AssertUnwindSafe(|| f(Backend::Sqlite(c), unit)))
            .unwrap_or_else(|_| Err(DbError::Internal("a write panicked".to_owned()).into()));
        self.result.insert(done).is_ok()
    }

    fn forget(&mut self) {
        self.result = None;
    }

    fn answer(self: Box<Self>, commit: Result<(), &DbError>) {
        let result = match (self.result, commit) {
            // what failed had changed nothing: its own reason says more than the group's
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(DbError::Unknown(text))) => Err(DbError::Unknown(text.clone()).into()),
            (_, Err(error)) => Err(DbError::Unavailable(error.to_string()).into()),
            (None, Ok(())) => Err(DbError::Internal("a write was not run".to_owned()).into()),
        };
        // a caller that has gone away does not want the answer; the write stands
        let _ = self.answer.send(result);
    }
}
