//! Bringing a file in.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use store::paging::PageRequest;
use store::{Store, StoreError, canais};

use crate::entry::{Entry, Wrong};
use crate::error::FileError;
use crate::input::{self, Input, Shape};
use crate::kind::Kind;
use crate::members::Unknown;
use crate::options::Options;
use crate::report::{Causes, Report};
use crate::sheet::Sheet;
use crate::writing::{Done, Outcome, Prepared, Target, Way, prepare, write};

/// Things that one transaction writes.
const BATCH: usize = 500;
/// Batches that may wait for the database.
const AHEAD: usize = 2;
/// New things after which PostgreSQL looks anew at what its tables hold, and again whenever there are four
/// times as many: its query planner keeps plans for tables as empty as they were.
const LOOK: u64 = 2000;
/// Things whose codes are kept in mind, to tell which come twice.
const SEEN_MAX: usize = 1_000_000;

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
/// go on. A table is looked over once before anything is written. The next batch is read while the last one
/// is written. What is refused does not keep the rest from coming in.
pub fn import<F: Read + Seek + Send>(
    store: &Store,
    (target, way): (Target, Way),
    mut file: F,
    options: &Options,
    report: &mut Report,
    progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), ImportError> {
    let options = with_channel(store, target, &mut file, options, report)?;
    let mut input = input::open(file, target.kind, &options)?;
    if let Some(rows) = input.table() {
        let mapping = &rows.plan().mapping;
        report.ignored = mapping.ignored();
        report.profile = mapping.profile.as_ref().map(|profile| profile.nome.clone());
        report.heading_line = Some(rows.heading_line());
        let dated = mapping.taken().any(|(_, mapped)| mapped.column.form == crate::kind::Form::Date);
        report.timezone = dated.then(|| options.timezone.name().to_owned());
        report.told.extend(rows.told());
    } else if options.names_columns() {
        let what = "o arquivo é JSON e traz os nomes dos membros: o que foi dito das colunas não valeu";
        report.told.push(what.to_owned());
    }
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        let size = if (target.kind, way) == (Kind::Categorias, Way::Try) { usize::MAX } else { BATCH };
        let unknown = input.table().is_none().then(|| Unknown::of(target.kind));
        let reading = scope.spawn(move || read((&mut input, unknown), (target.kind, size), &sender));
        let written = write_all(store, (target, way), receiver, report, progress);
        let read = reading.join().unwrap_or_else(|panic| resume_unwind(panic));
        written.and(read.map_err(ImportError::File))?;
        report.written_to_line = None;
        Ok(())
    })
}

/// The options with the store's one channel of the profile's type, where nothing names a channel.
fn with_channel<F: Read + Seek + Send>(
    store: &Store,
    target: Target,
    file: &mut F,
    options: &Options,
    report: &mut Report,
) -> Result<Options, ImportError> {
    let mut options = options.clone();
    if target.kind != Kind::Pedidos || !matches!(input::shape(file)?, Shape::Table) {
        return Ok(options);
    }
    let sheet = Sheet::open(&mut *file, target.kind, &options)?;
    let of_type = sheet.mapping.profile.as_ref().and_then(|profile| profile.tipo_canal.clone());
    let Some(of_type) = of_type.filter(|_| !sheet.mapping.has("canalId")) else { return Ok(options) };
    let filter =
        canais::Filter { ativo: Some(true), tipo_canal: Some(of_type.clone()), ..canais::Filter::default() };
    // two are one too many already
    let page =
        store.read_blocking(move |conn| canais::list(conn, target.loja, &filter, PageRequest::first(2)))?;
    let mut found = page.rows.iter();
    match (found.next(), found.next()) {
        (Some(row), None) => {
            let canal = row.canal.canal_id.as_str().to_owned();
            report.told.push(format!("os pedidos são do canal {canal}, o único do tipo {of_type}"));
            options.set.push(("canalId".to_owned(), canal));
            Ok(options)
        }
        _ => Err(FileError::NoChannel(of_type).into()),
    }
}

/// A batch, as it was read.
#[derive(Default)]
struct Batch {
    things: Vec<(Entry, Prepared)>,
    /// What was refused before the database saw it, how many things that was, and their lines.
    wrong: Vec<Wrong>,
    refused: u64,
    lines: Vec<u64>,
    /// What was taken otherwise than the file says.
    noticed: Vec<Wrong>,
    /// Members of JSON that mean nothing.
    ignored: Vec<String>,
}

/// Reads ahead of the database.
fn read<F: Read + Seek + Send>(
    (input, mut unknown): (&mut Input<F>, Option<Unknown>),
    (kind, size): (Kind, usize),
    sender: &SyncSender<Batch>,
) -> Result<(), FileError> {
    loop {
        let mut batch = Batch::default();
        let mut end = None;
        while batch.things.len() < size && batch.wrong.len() < BATCH {
            let entry = match input.entry() {
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
            if let (Some(unknown), Some(json)) = (&mut unknown, &entry.json) {
                batch.ignored.extend(unknown.note(json));
            }
            match prepare(&entry, kind) {
                Ok((thing, noticed)) => {
                    batch.things.push((entry, thing));
                    batch.noticed.extend(noticed);
                }
                Err(of_entry) => {
                    batch.refused += 1;
                    batch.lines.extend(&entry.lines);
                    batch.wrong.extend(of_entry);
                }
            }
        }
        batch.noticed.extend(input.noticed());
        // nobody listens any more once the database has failed
        if sender.send(batch).is_err() {
            return Ok(());
        }
        if let Some(end) = end {
            return end;
        }
    }
}

fn write_all(
    store: &Store,
    (target, way): (Target, Way),
    batches: Receiver<Batch>,
    report: &mut Report,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), ImportError> {
    let mut look = LOOK;
    let mut seen = Seen::default();
    let (mut causes, mut notices) = (Causes::default(), Causes::default());
    for Batch { things, mut wrong, refused, lines, mut noticed, ignored } in batches {
        let last = things.last().map(|(entry, _)| entry.line);
        let rows = things.len() as u64 + refused;
        let keys: Vec<_> = things.iter().map(|(entry, thing)| Key::of(entry, thing)).collect();
        let created = if way == Way::Try { report.created } else { 0 };
        let outcomes = match store.write_blocking(move |tx| write(tx, (target, created), &things, way)) {
            Ok(outcomes) | Err(Done::Tried(outcomes)) => outcomes,
            Err(Done::TooMany(most)) => return Err(ImportError::TooMany(most)),
            Err(Done::Failed(error)) => return Err(ImportError::Store(error)),
        };
        report.ignored.extend(ignored);
        report.refused += refused;
        report.refused_lines.extend(lines);
        for (outcome, key) in outcomes.into_iter().zip(keys) {
            let refused = matches!(outcome, Outcome::Refused(_));
            let earlier =
                if refused { None } else { seen.note(&key, matches!(outcome, Outcome::Created(_))) };
            noticed.extend(earlier.as_ref().map(|earlier| key.again(earlier.line)));
            match outcome {
                // of a try the batch before left nothing
                Outcome::Created(_) if earlier.is_some_and(|earlier| earlier.created) => report.stored += 1,
                Outcome::Created(doubt) => {
                    report.created += 1;
                    noticed.extend(doubt);
                }
                Outcome::Stored => report.stored += 1,
                Outcome::Refused(of_entry) => {
                    report.refused += 1;
                    report.refused_lines.extend(key.lines);
                    wrong.extend(of_entry);
                }
            }
        }
        report.refuse(wrong, &mut causes);
        report.notice(noticed, &mut notices);
        (report.causes, report.notices) = (causes.all(), notices.all());
        if way == Way::Write {
            report.written_to_line = last.or(report.written_to_line);
            if report.created >= look {
                look = report.created.saturating_mul(4);
                // somebody else looks already, or may not: it goes on as before
                let _ = store.refresh_grown_statistics();
            }
        }
        if progress(rows).is_break() {
            return Err(ImportError::Stopped);
        }
    }
    Ok(())
}

/// What a thing is known by.
struct Key {
    hash: Option<u64>,
    line: u64,
    lines: Vec<u64>,
    column: String,
    value: String,
}

impl Key {
    fn of(entry: &Entry, thing: &Prepared) -> Self {
        let key = thing.key();
        let hash = key.as_ref().map(|key| {
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            hasher.finish()
        });
        let value = thing.sku().map(|sku| sku.as_str().to_owned()).unwrap_or_default();
        Self { hash, line: entry.line, lines: entry.lines.clone(), column: entry.heading("sku"), value }
    }

    fn again(&self, line: u64) -> Wrong {
        let what = format!("aparece mais de uma vez, e vale a última: antes na linha {line}");
        Wrong { line: self.line, column: self.column.clone(), what, value: Some(self.value.clone()) }
    }
}

/// Where a thing stood that comes again.
#[derive(Clone, Copy)]
struct Earlier {
    line: u64,
    created: bool,
}

/// Things that were there already.
#[derive(Default)]
struct Seen(HashMap<u64, Earlier>);

impl Seen {
    /// Keeps a thing in mind; answers where it was before.
    fn note(&mut self, key: &Key, created: bool) -> Option<Earlier> {
        let hash = key.hash?;
        let earlier = self.0.get(&hash).copied();
        if earlier.is_some() || self.0.len() < SEEN_MAX {
            let created = created || earlier.is_some_and(|earlier| earlier.created);
            self.0.insert(hash, Earlier { line: key.line, created });
        }
        earlier
    }
}
