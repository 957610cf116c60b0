//! `server check`: whether the database is what it should be.

use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use store::Store;
use store::archive::{self, TableSum};
use store::check::{self, Examined};

use crate::commands::secrets;
use crate::config::Config;
use crate::output::Table;
use crate::progress::Bar;
use crate::{database, output};

/// Examine the database: indexes, rows that belong together, numbers, counters, records of orders
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Also print rows and checksum of every table, to compare two databases
    #[arg(long)]
    sums: bool,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Examines the configured database; what is wrong is a failure.
pub fn run(config: &Config, args: &CheckArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    if let Some(warning) = secrets::exposed(config) {
        output::aside(&warning);
    }
    // what was put aside for later is where it belongs then, and two copies have the same checksums
    store.settle_blocking()?;
    let examined = store.read_blocking(check::examine)?;
    let wrong: usize = examined.iter().map(|part| part.wrong.len()).sum();
    let sums = match if args.sums { sums(&store) } else { Ok(Vec::new()) } {
        // what keeps them from being made is among what is wrong
        Err(_) if wrong > 0 => Vec::new(),
        sums => sums?,
    };
    if args.json {
        output::line(&as_json(&examined, &sums, wrong).to_string())?;
    } else {
        print(&examined, &sums)?;
    }
    if wrong > 0 {
        bail!("{wrong} thing(s) are wrong: restore a backup, or ask for help with the lines above");
    }
    Ok(())
}

fn sums(store: &Store) -> Result<Vec<TableSum>> {
    let mut bar = Bar::new("rows", None);
    let sums = store.read_blocking(|conn| archive::sums(conn, &mut |rows| bar.add(rows)))?;
    bar.finish();
    Ok(sums)
}

fn print(examined: &[Examined], sums: &[TableSum]) -> Result<()> {
    let mut table = Table::new(&[("state", "state"), ("subject", "subject"), ("lookedAt", "looked at")]);
    for part in examined {
        let state = if part.wrong.is_empty() { "good" } else { "wrong" };
        table.row(vec![json!(state), json!(part.subject), json!(part.looked_at)]);
    }
    table.print(false)?;
    examined.iter().flat_map(|part| &part.wrong).try_for_each(|wrong| output::line(wrong))?;
    if sums.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(&[("table", "table"), ("rows", "rows"), ("sum", "sum")]);
    sums.iter().for_each(|sum| table.row(vec![json!(sum.table), json!(sum.rows), json!(sum.sum)]));
    table.print(false)
}

fn as_json(examined: &[Examined], sums: &[TableSum], wrong: usize) -> serde_json::Value {
    let examined: Vec<_> = examined
        .iter()
        .map(|part| json!({ "subject": part.subject, "lookedAt": part.looked_at, "wrong": part.wrong }))
        .collect();
    json!({ "good": wrong == 0, "examined": examined, "tables": sums })
}
