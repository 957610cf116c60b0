//! `server restore` and `server copy`: a new database out of a backup, or out of another database.

use std::io::{BufReader, BufWriter, pipe};
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::json;
use store::StoreError;
use store::archive::{self, ArchiveError, Header, Summary};

use crate::config::Config;
use crate::progress::Bar;
use crate::usage::usage;
use crate::{archive_file, database, output};

/// Make the database out of a backup; it is read back and compared before it takes its place
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The file that `server backup` wrote, or - for standard input
    file: PathBuf,
    /// Replace the SQLite file that is there; it stays beside it as FILE.before-restore
    #[arg(long)]
    replace: bool,
    /// Only read the backup and hold every row against its checksums; no database is touched
    #[arg(long, conflicts_with = "replace")]
    check: bool,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Restores, or only checks, a backup.
pub fn run(config: &Config, args: &RestoreArgs) -> Result<()> {
    let input = archive_file::open(&args.file)?;
    let name = archive_file::shown(&args.file);
    let mut bar = Bar::new("rows", None);
    if args.check {
        let read = archive::verify(input, &mut |rows| bar.add(rows));
        let (header, summary) = read.with_context(|| format!("{name} cannot be used"))?;
        bar.finish();
        return tell("whole", &header, summary, args.json);
    }
    let done = archive::restore(&config.database_url, args.replace, input, &mut |rows| bar.add(rows));
    let (header, summary) = done.with_context(|| format!("{name} was not restored"))?;
    bar.finish();
    tell("restored and compared", &header, summary, args.json)
}

/// What was read, and what came of it.
fn tell(outcome: &str, header: &Header, summary: Summary, json: bool) -> Result<()> {
    let Summary { rows, tables } = summary;
    let Header { taken, database, program, .. } = header;
    if json {
        let read = json!({
            "rows": rows, "tables": tables, "taken": taken, "database": database, "program": program,
        });
        return output::line(&read.to_string());
    }
    output::line(&format!(
        "{outcome}: {rows} rows of {tables} tables as of {taken}, \
         written from {database} by version {program}"
    ))
}

/// Copy one database into a new one of either kind, read back and compared
#[derive(Debug, Args)]
pub struct CopyArgs {
    /// The database to read: sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL")]
    from: String,
    /// The new one: a file that is not there, or an empty PostgreSQL database
    #[arg(long, value_name = "URL")]
    to: String,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Copies.
pub fn copy(config: &Config, args: &CopyArgs) -> Result<()> {
    if args.from == args.to {
        return Err(usage("--from and --to name the same database: name another one with --to"));
    }
    if let Some(path) = database::file_in_use(&args.to) {
        bail!("nothing was copied: there is a database at {path}: name a file that is not there with --to");
    }
    let source = Config { database_url: args.from.clone(), ..config.clone() };
    let store = database::open_of_any_age(&source).context("the database of --from cannot be read")?;
    // none starts meanwhile; where there is one it goes on, and the copy is of this moment
    let claim = store::hold(&args.from);
    if let Err(StoreError::Claimed(_)) = &claim {
        output::aside(
            "a server serves the database of --from: what is written there from now on will not be in the copy. \
             Where the copy is to take its place, stop the server and copy anew",
        );
    }
    // then both have the same checksums; a database that takes reads alone is copied as well
    if let Err(error) = store.settle_blocking() {
        tracing::debug!(%error, "what was put aside in the database of --from stays so");
    }
    let (reader, writer) = pipe()?;
    let mut bar = Bar::new("rows", None);
    let (read, written) = thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut out = BufWriter::with_capacity(1 << 20, writer);
            store.read_blocking(|conn| archive::write(conn, &mut out, &mut |_| {}))
        });
        let input = BufReader::with_capacity(1 << 20, reader);
        let written = archive::restore(&args.to, false, input, &mut |rows| bar.add(rows));
        (reading.join(), written)
    });
    let read = read.map_err(|_| anyhow!("reading the database of --from ended in a panic"))?;
    match (read, written) {
        // whoever writes the copy has ended it: why is the other's to say
        (Err(ArchiveError::Stream(_)), Err(error)) => {
            Err(error).context("nothing was copied to the database of --to")
        }
        (Err(error), _) => Err(error).context("the database of --from cannot be copied"),
        (Ok(_), Err(error)) => Err(error).context("nothing was copied to the database of --to"),
        (Ok(_), Ok((header, summary))) => {
            bar.finish();
            tell("copied and compared", &header, summary, args.json)
        }
    }
}
