//! `server backup`: the whole database as one file, beside a running server.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use store::archive;

use crate::archive_file::{self, Target};
use crate::config::Config;
use crate::progress::Bar;
use crate::quantity::{Span, span};
use crate::usage::usage;
use crate::{database, output};

/// Write a backup of the whole database, beside a running server
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// A new file, a folder (each backup then has the time in its name), or - for standard output; without
    /// it, the folder of the setting backup_folder
    target: Option<String>,
    /// In a folder: delete all but so many of the newest backups, once this one is whole
    #[arg(long, value_name = "N", value_parser = crate::quantity::count(1..=100_000))]
    keep: Option<u32>,
    /// In a folder: go on and write one again and again, e.g. 24h, where nothing else has a clock
    #[arg(long, value_name = "SPAN", value_parser = span)]
    every: Option<Span>,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Writes a backup, or one after the other.
pub fn run(config: &Config, args: &BackupArgs) -> Result<()> {
    once(config, args)?;
    while let Some(pause) = args.every {
        sleep(Duration::from_secs(pause.seconds().max(60)));
        once(config, args)?;
    }
    Ok(())
}

fn once(config: &Config, args: &BackupArgs) -> Result<()> {
    let target = match (&args.target, &config.backup_folder) {
        (Some(text), _) => Target::read(text),
        (None, Some(folder)) => Target::Folder(folder.clone()),
        (None, None) => {
            return Err(usage(
                "name a file, a folder, or - for standard output, or set backup_folder (see `server config`)",
            ));
        }
    };
    if args.every.is_some() && !matches!(target, Target::Folder(_)) {
        return Err(usage("--every is for a folder: name one instead of a file"));
    }
    let keep = match (&target, args.keep) {
        (Target::Folder(folder), Some(keep)) => Some((folder.clone(), keep as usize)),
        (_, Some(_)) => return Err(usage("--keep is for a folder: name one instead of a file")),
        (_, None) => None,
    };
    let store = database::open_of_any_age(config)?;
    let mut bar = Bar::new("rows", None);
    let (path, summary) = archive_file::create(&target, |out| {
        let written = store.read_blocking(|conn| archive::write(conn, out, &mut |rows| bar.add(rows)));
        Ok(written?)
    })
    .map_err(explained)?;
    bar.finish();
    let deleted = keep.map_or(Ok(Vec::new()), |(folder, keep)| archive_file::prune(&folder, keep))?;
    let Some(path) = path else { return Ok(()) };
    if args.json {
        let deleted: Vec<String> = deleted.iter().map(|path| path.display().to_string()).collect();
        let done = serde_json::json!({
            "file": path.display().to_string(),
            "tables": summary.tables,
            "rows": summary.rows,
            "deleted": deleted,
        });
        return output::line_for_anyone(&done.to_string());
    }
    let written = format!("{}: {} rows of {} tables", path.display(), summary.rows, summary.tables);
    let gone = deleted.iter().map(|old: &PathBuf| format!("deleted {}", old.display()));
    // the next one is made whether anybody reads of this one or not
    [written].into_iter().chain(gone).try_for_each(|text| output::line_for_anyone(&text))
}

fn explained(error: anyhow::Error) -> anyhow::Error {
    let kind = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    match kind {
        // one that is cut must not pass for a whole one: no quiet end
        _ if output::is_unread(&error) => anyhow!(
            "whoever reads the backup ended before it was whole: look at what it says, and make another one"
        ),
        Some(ErrorKind::StorageFull) => {
            error.context("the disk of the backup is full: make room, or lower --keep")
        }
        _ => error,
    }
}
