//! `server partition`: divides the large tables of a PostgreSQL database, or puts them together.

use anyhow::Result;
use clap::Args;
use serde_json::json;
use store::Store;
use store::partitions::{self, PARTS_MAX};

use crate::config::Config;
use crate::output::Table;
use crate::quantity::count;
use crate::{database, output};

/// Divide the large tables of a PostgreSQL database into partitions, or show which are
///
/// Orders, SKUs and stock are divided by a hash of their store, events by their place in the log. Each table
/// is written anew in a transaction of its own, for which the disk needs room; what is cut off goes on when
/// the command is given again. Stop the servers first: nobody else may be connected.
#[derive(Debug, Args)]
pub struct PartitionArgs {
    /// Into how many parts stores are spread, 1 to 16; 1 puts all tables together again. Without it nothing
    /// is changed
    #[arg(long, value_name = "N", value_parser = count(1..=PARTS_MAX))]
    parts: Option<u32>,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Divides, and shows what is divided.
pub fn run(config: &Config, args: &PartitionArgs) -> Result<()> {
    // it says when the schema is another one; closed, so that nobody is connected
    drop(database::open_existing(config)?);
    if let Some(parts) = args.parts {
        divide(config, parts, args.json)?;
    }
    show(&database::open_existing(config)?, args.json)
}

fn divide(config: &Config, parts: u32, json: bool) -> Result<()> {
    let mut unsaid = Ok(());
    partitions::divide(&config.database_url, parts, &mut |table| {
        if !json && unsaid.is_ok() {
            unsaid = output::line(&format!("written anew: {table}"));
        }
    })?;
    unsaid
}

fn show(store: &Store, as_json: bool) -> Result<()> {
    let all = store.partitions()?;
    if all.is_empty() && !as_json {
        return output::line("no table is divided");
    }
    let mut table = Table::new(&[("table", "table"), ("by", "divided by"), ("parts", "parts")]);
    for partitions in all {
        table.row(vec![json!(partitions.table), json!(partitions.by), json!(partitions.count)]);
    }
    table.print(as_json)
}
