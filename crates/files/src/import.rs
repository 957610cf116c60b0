//! Bringing a file in.

use std::io::Read;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use domain::values::measure::rounded_in;
use serde::Serialize;
use store::{Store, StoreError};

use crate::entry::{Entry, Wrong};
use crate::error::FileError;
use crate::input;
use crate::kind::Kind;
use crate::writing::{Done, Outcome, Prepared, Target, Way, prepare, write};

/// Things that one transaction writes.
const BATCH: usize = 500;
/// Batches that may wait for the database.
const AHEAD: usize = 2;
/// New things after which PostgreSQL looks anew at what its tables hold, and again whenever there are four
/// times as many: its query planner keeps plans for tables as empty as they were.
const LOOK: u64 = 2000;
/// Refusals that are kept with their reasons: a file of rubbish must not fill the memory.
const WRONG_MAX: usize = 100_000;

/// What came of a file.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Things that are new.
    pub created: u64,
    /// Things that were there, and are as the file says.
    pub stored: u64,
    /// Things that were refused.
    pub refused: u64,
    /// SKUs that came in with measures rounded up.
    pub rounded: u64,
    /// Columns of the file that mean nothing.
    pub ignored: Vec<String>,
    /// Why each was refused; of very many the first.
    pub wrong: Vec<Wrong>,
    /// How many there were.
    #[serde(skip)]
    pub wrong_things: u64,
    /// The line up to which all is written, when the rest was not reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_to_line: Option<u64>,
}

/// Why a file did not come in to its end. What is in stays in, and importing it again is safe.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The operator's limit of SKUs.
    #[error("the application may have {0} SKUs and would have more: `server app limit` raises it")]
    TooMany(i64),
    /// The database.
    #[error("the database failed")]
    Store(#[from] StoreError),
    /// Whoever heard of the progress.
    #[error("it was stopped")]
    Stopped,
}

/// Brings a file into a store, batch by batch; says after each how many rows it had, and is told whether to
/// go on. The next batch is read while the last one is written. What is refused does not keep the rest from
/// coming in.
pub fn import(
    store: &Store,
    (target, way): (Target, Way),
    file: impl Read + Send,
    report: &mut Report,
    progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), ImportError> {
    let mut input = input::open(file, target.kind)?;
    report.ignored = input.ignored().to_vec();
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        let reading = scope.spawn(move || read(|| input.entry(), target.kind, &sender));
        let written = write_all(store, (target, way), receiver, report, progress);
        let read = reading.join().unwrap_or_else(|panic| resume_unwind(panic));
        written.and(read.map_err(ImportError::File))?;
        report.written_to_line = None;
        Ok(())
    })
}

/// A batch: what is a thing, what was refused before the database saw it, and how many of those.
type Batch = (Vec<(Entry, Prepared)>, Vec<Wrong>, u64);

/// Reads ahead of the database.
fn read(
    mut next: impl FnMut() -> Result<Option<Entry>, FileError>,
    kind: Kind,
    sender: &SyncSender<Batch>,
) -> Result<(), FileError> {
    loop {
        let (mut things, mut wrong, mut refused) = (Vec::with_capacity(BATCH), Vec::new(), 0);
        let mut end = None;
        while things.len() < BATCH && wrong.len() < BATCH {
            let entry = match next() {
                Ok(Some(entry)) => entry,
                Ok(None) => {
                    end = Some(Ok(()));
                    break;
                }
                Err(error) => {
                    end = Some(Err(error));
                    break;
                }
            };
            match prepare(&entry, kind) {
                Ok(thing) => things.push((entry, thing)),
                Err(of_entry) => {
                    refused += 1;
                    wrong.extend(of_entry);
                }
            }
        }
        // nobody listens any more once the database has failed
        if sender.send((things, wrong, refused)).is_err() {
            return Ok(());
        }
        if let Some(end) = end {
            return end;
        }
    }
}

/// True for a SKU with a measure that is rounded up.
fn is_rounded(entry: &Entry, kind: Kind) -> bool {
    kind == Kind::Skus && entry.json.as_ref().is_ok_and(|body| !rounded_in(body).is_empty())
}

fn write_all(
    store: &Store,
    (target, way): (Target, Way),
    batches: Receiver<Batch>,
    report: &mut Report,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), ImportError> {
    let mut look = LOOK;
    for (things, mut wrong, refused) in batches {
        let last = things.last().map(|(entry, _)| entry.line);
        let rows = things.len() as u64 + refused;
        let rounded: Vec<bool> = things.iter().map(|(entry, _)| is_rounded(entry, target.kind)).collect();
        let outcomes = match store.write_blocking(move |tx| write(tx, target, &things, way)) {
            Ok(outcomes) | Err(Done::Tried(outcomes)) => outcomes,
            Err(Done::TooMany(most)) => return Err(ImportError::TooMany(most)),
            Err(Done::Failed(error)) => return Err(ImportError::Store(error)),
        };
        report.refused += refused;
        for (outcome, rounded) in outcomes.into_iter().zip(rounded) {
            if rounded && !matches!(outcome, Outcome::Refused(_)) {
                report.rounded += 1;
            }
            match outcome {
                Outcome::Created => report.created += 1,
                Outcome::Stored => report.stored += 1,
                Outcome::Refused(of_entry) => {
                    report.refused += 1;
                    wrong.extend(of_entry);
                }
            }
        }
        wrong.sort_by_key(|wrong| wrong.line);
        report.wrong_things += wrong.len() as u64;
        wrong.truncate(WRONG_MAX.saturating_sub(report.wrong.len()));
        report.wrong.extend(wrong);
        report.written_to_line = last.or(report.written_to_line);
        if way == Way::Write && report.created >= look {
            look = report.created.saturating_mul(4);
            // somebody else looks already, or may not: it goes on as before
            let _ = store.refresh_grown_statistics();
        }
        if progress(rows).is_break() {
            return Err(ImportError::Stopped);
        }
    }
    Ok(())
}
