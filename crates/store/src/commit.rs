//! What a commit writes, in order, and what it tells those that outlive it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use db::{Backend, Ending, Unit};

use crate::base::{Conn, Known, Pending, StoreError, sequences};
use crate::eventos;
use crate::sales::contagens::{self, BucketCache};

/// Orders that a bucket of the counters holds before it is divided.
pub(crate) const BUCKET_SIZE: u32 = 1024;

/// What outlives commits; one per database.
#[derive(Debug)]
pub(crate) struct Lasting {
    /// What reads remember for a second.
    pub known: Known,
    /// Buckets of the counters as SQLite's writer left them.
    pub buckets: Mutex<BucketCache>,
    /// Orders that a bucket of the counters holds before it is divided; every value gives the same answers.
    pub bucket_size: u32,
    /// Changes of the counters that this process has appended since it last folded some (PostgreSQL).
    pub to_fold: AtomicUsize,
    /// Less is free on the disk than the operator wants kept.
    pub short_of_disk: AtomicBool,
    /// Who moves events to the end of the log: the others wait here, and not with a connection in their
    /// hands.
    pub move_on: tokio::sync::Mutex<()>,
}

impl Lasting {
    pub fn new(bucket_size: u32) -> Self {
        Self {
            known: Known::default(),
            buckets: Mutex::default(),
            bucket_size,
            to_fold: AtomicUsize::new(0),
            short_of_disk: AtomicBool::new(false),
            move_on: tokio::sync::Mutex::default(),
        }
    }
}

impl Unit for Pending {
    type Lasting = Lasting;

    fn job_begins(&mut self) {
        self.mark();
    }

    fn job_done(&mut self, backend: Backend<'_>, own_savepoint: bool) -> Result<(), StoreError> {
        // events take their positions in the order in which they are written
        if own_savepoint { eventos::write(backend, self) } else { Ok(()) }
    }

    fn job_undone(&mut self) {
        self.undo();
    }

    fn before_commit(&mut self, mut backend: Backend<'_>, lasting: &Lasting) -> Result<(), StoreError> {
        eventos::write(backend.reborrow(), self)?;
        sequences::write(backend.reborrow(), self)?;
        contagens::write(&mut Conn::new(backend), self, &lasting.buckets, lasting.bucket_size)
    }

    fn after_commit(self, lasting: &Lasting, ending: Ending) {
        // whatever came of it: a commit may stand and its answer be lost
        if self.registrations_changed {
            lasting.known.forget();
        }
        match ending {
            Ending::Committed => {
                lasting.to_fold.fetch_add(self.changes_written, Ordering::Relaxed);
            }
            Ending::RolledBack => {}
            Ending::Failed => {
                *lasting.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner) =
                    BucketCache::default();
            }
        }
    }
}
