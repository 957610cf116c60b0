//! What a commit writes, in order, and the state of the process that it updates.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use db::{Backend, Ending, Unit};
use tokio::sync::watch;

use crate::base::{Conn, Known, Pending, Secrets, StoreError, sequences};
use crate::events;
use crate::orders::counts;

/// State of the process that is shared by all transactions of one database.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// The keys of secrets at rest.
    pub secrets: Secrets,
    /// Caches of reads.
    pub known: Known,
    /// Changes of the counts that this process has appended since it last folded some (PostgreSQL).
    pub to_fold: AtomicUsize,
    /// Bytes that the operator wants to be free on the disk.
    pub disk_reserve: AtomicU64,
    /// The disk has less free space than that.
    pub short_of_disk: AtomicBool,
    /// The database's file was found deleted or replaced.
    pub file_lost: AtomicBool,
    /// Counts the commits of this process that wrote events, for tasks that wait for one.
    pub changes: watch::Sender<u64>,
    /// Lock of the move of new events into the log: others wait here without holding a connection.
    pub move_on: tokio::sync::Mutex<()>,
}

impl SharedState {
    pub fn new(secrets: Secrets) -> Self {
        Self {
            secrets,
            known: Known::default(),
            to_fold: AtomicUsize::default(),
            disk_reserve: AtomicU64::default(),
            short_of_disk: AtomicBool::default(),
            file_lost: AtomicBool::default(),
            move_on: tokio::sync::Mutex::default(),
            changes: watch::Sender::default(),
        }
    }
}

impl Unit for Pending {
    type Shared = SharedState;

    fn job_begins(&mut self) {
        self.mark();
    }

    fn job_done(&mut self, backend: Backend<'_>, own_savepoint: bool) -> Result<(), StoreError> {
        // events get their positions in the order in which they are written
        if own_savepoint { events::write(backend, self) } else { Ok(()) }
    }

    fn job_undone(&mut self) {
        self.undo();
    }

    fn before_commit(&mut self, mut backend: Backend<'_>, _: &SharedState) -> Result<(), StoreError> {
        events::write(backend.reborrow(), self)?;
        sequences::write(backend.reborrow(), self)?;
        counts::write(&mut Conn::new(backend), self)
    }

    fn after_commit(self, shared: &SharedState, ending: Ending) {
        // whatever the ending: a commit may have succeeded and its answer been lost
        if self.registrations_changed {
            shared.known.forget();
        }
        if self.events_written {
            shared.changes.send_modify(|count| *count = count.wrapping_add(1));
        }
        if ending == Ending::Committed {
            shared.to_fold.fetch_add(self.changes_written, Ordering::Relaxed);
        }
    }
}
