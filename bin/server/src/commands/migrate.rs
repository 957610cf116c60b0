//! `server migrate`: brings the schema up to date, or tells whether it is.

use anyhow::{Result, bail};
use clap::Args;

use crate::config::Config;
use crate::{database, output};

/// Apply the pending migrations
#[derive(Debug, Args)]
pub struct MigrateArgs {
    /// Change nothing: list what is pending and fail when anything is
    #[arg(long)]
    check: bool,
}

/// Applies what is pending; with `check` changes nothing and fails when anything is.
pub fn run(config: &Config, args: &MigrateArgs) -> Result<()> {
    if !args.check {
        let applied = database::open(config)?.migrate()?;
        for version in &applied {
            output::line(&format!("applied {version}"))?;
        }
        return output::line(if applied.is_empty() { "the schema is up to date" } else { "done" });
    }
    if database::is_missing_file(config) {
        bail!("the database does not exist yet: run `server migrate` to create it");
    }
    let pending = database::open(config)?.pending_migrations()?;
    if pending.is_empty() {
        return output::line("the schema is up to date");
    }
    for version in &pending {
        output::line(&format!("pending {version}"))?;
    }
    bail!("{} migration(s) pending: run `server migrate`", pending.len())
}
