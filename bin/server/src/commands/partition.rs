//! `server partition`: divides the large tables of a PostgreSQL database, or puts them together.

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde_json::json;
use store::partitions::PARTS_MAX;
use store::{Engine, Store};

use crate::config::Config;
use crate::output::Table;
use crate::{database, output};

/// Divide the large tables of a PostgreSQL database into partitions, or show which are
///
/// Orders, SKUs and stock are divided by a hash of their store, events by their place in the log. Each table is
/// written anew in a transaction of its own, for which the disk needs room; what is cut off goes on when the
/// command is given again. Stop the servers first: they would wait.
#[derive(Debug, Args)]
pub struct PartitionArgs {
    /// Into how many parts stores are spread, 1 to 64; 1 puts all tables together again. Without it nothing
    /// is changed
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(1..=u64::from(PARTS_MAX)))]
    parts: Option<u32>,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Divides, and shows what is divided.
pub fn run(config: &Config, args: &PartitionArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    if let Some(parts) = args.parts {
        if store.engine() == Engine::Sqlite {
            bail!(
                "SQLite does not divide tables: take the database to PostgreSQL with `server copy` first, and \
                 name that one with --database-url"
            );
        }
        divide(&store, parts, args.json)?;
    }
    show(&store, args.json)
}

fn divide(store: &Store, parts: u32, json: bool) -> Result<()> {
    let mut unsaid = Ok(());
    let done = store.partition(parts, &mut |table| {
        if !json && unsaid.is_ok() {
            unsaid = output::line(&format!("written anew: {table}"));
        }
    });
    done?;
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
