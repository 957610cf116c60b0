//! `server import`: a file into a store, by the rules and with the events of interface A.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;
use store::Store;

use crate::config::Config;
use crate::files::{self, Done, Entry, Kind, Outcome, Prepared, Target, Wrong};
use crate::progress::Bar;
use crate::{database, output, owners};

/// Things that one transaction writes.
const BATCH: usize = 500;
/// Batches that may wait for the database.
const AHEAD: usize = 2;
/// Refusals that are told one by one.
const TOLD: usize = 100;

/// Bring SKUs, stock, prices, orders or categories in from a file, beside a running server
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// What the file holds
    kind: Kind,
    /// A table with commas or semicolons (UTF-8 or Latin-1), or JSON line by line; - for standard input
    file: PathBuf,
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
    /// Say what would come of it and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    created: u64,
    stored: u64,
    refused: u64,
    /// Columns of the file that mean nothing.
    ignored: Vec<String>,
    wrong: Vec<Wrong>,
    /// The line up to which all is written, when the rest was not reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    written_to_line: Option<u64>,
}

/// Imports a file. What is refused does not keep the rest from coming in; it is a failure all the same.
pub fn run(config: &Config, args: &ImportArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    let target = Target { loja: owners::existing_store(&store, &args.app, &args.user)?, kind: args.kind };
    let name = args.file.display();
    let file: Box<dyn Read + Send> = match args.file.to_str() {
        Some("-") => Box::new(stdin()),
        _ => Box::new(File::open(&args.file).with_context(|| format!("{name} cannot be read"))?),
    };
    let mut input = files::open(file, args.kind).with_context(|| format!("{name} cannot be imported"))?;
    let mut report = Report { ignored: input.ignored().to_vec(), ..Report::default() };
    let mut bar = Bar::new("rows", None);
    let done = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        let reading = scope.spawn(move || read(|| input.entry(), args.kind, &sender));
        let written = write_all(&store, target, args.dry_run, receiver, &mut report, &mut bar);
        let read = reading.join().map_err(|_| anyhow!("reading the file ended in a panic"))?;
        written.and(read)
    });
    bar.finish();
    tell(&report, args)?;
    done.with_context(|| {
        format!("{name} was not imported to its end; what is in stays in, and importing it again is safe")
    })?;
    if report.refused > 0 {
        bail!("{} of {name} refused: mend them and import the file again", report.refused);
    }
    Ok(())
}

/// A batch: what is a thing, and what was refused before the database saw it.
type Batch = (Vec<(Entry, Prepared)>, Vec<Wrong>, u64);

/// Reads ahead of the database.
fn read(
    mut next: impl FnMut() -> Result<Option<Entry>>,
    kind: Kind,
    sender: &SyncSender<Batch>,
) -> Result<()> {
    loop {
        let (mut things, mut wrong, mut refused) = (Vec::with_capacity(BATCH), Vec::new(), 0);
        let mut ended = false;
        while things.len() < BATCH && wrong.len() < BATCH {
            let Some(entry) = next()? else {
                ended = true;
                break;
            };
            match files::prepare(&entry, kind) {
                Ok(thing) => things.push((entry, thing)),
                Err(of_entry) => {
                    refused += 1;
                    wrong.extend(of_entry);
                }
            }
        }
        // nobody listens any more once the database has failed
        if sender.send((things, wrong, refused)).is_err() || ended {
            return Ok(());
        }
    }
}

fn write_all(
    store: &Store,
    target: Target,
    dry_run: bool,
    batches: Receiver<Batch>,
    report: &mut Report,
    bar: &mut Bar,
) -> Result<()> {
    for (things, mut wrong, refused) in batches {
        let last = things.last().map(|(entry, _)| entry.line);
        let rows = things.len() as u64 + refused;
        let written = store.write_blocking(move |tx| files::write(tx, target, &things, dry_run));
        let outcomes = match written {
            Ok(outcomes) | Err(Done::Tried(outcomes)) => outcomes,
            Err(Done::TooMany(most)) => bail!(
                "the application may have {most} SKUs and would have more: `server app limit` raises it"
            ),
            Err(Done::Failed(error)) => return Err(error).context("the database failed"),
        };
        report.refused += refused;
        for outcome in outcomes {
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
        report.wrong.extend(wrong);
        report.written_to_line = last.or(report.written_to_line);
        bar.add(rows);
    }
    report.written_to_line = None;
    Ok(())
}

fn tell(report: &Report, args: &ImportArgs) -> Result<()> {
    if args.json {
        return output::line(&serde_json::to_string(report)?);
    }
    if !report.ignored.is_empty() {
        eprintln!("columns that mean nothing here: {}", report.ignored.join(", "));
    }
    report.wrong.iter().take(TOLD).for_each(|wrong| eprintln!("{wrong}"));
    if let Some(more) = report.wrong.len().checked_sub(TOLD).filter(|more| *more > 0) {
        eprintln!("and {more} more; --json prints all");
    }
    let tried = if args.dry_run { "would be " } else { "" };
    output::line(&format!(
        "{tried}created: {}, {tried}as the file says: {}, refused: {}",
        report.created, report.stored, report.refused
    ))?;
    match report.written_to_line {
        Some(line) => output::line(&format!("written up to line {line}")),
        None => Ok(()),
    }
}
