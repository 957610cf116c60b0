//! `server migrate`: brings the schema up to date, or tells whether it is.

use anyhow::{Result, bail};
use clap::Args;
use store::{SchemaState, StoreError};

use crate::config::Config;
use crate::{database, output};

/// Apply the pending migrations
#[derive(Debug, Args)]
pub struct MigrateArgs {
    /// Change nothing: list what is pending and fail when anything is
    #[arg(long)]
    check: bool,
    /// With --check: print JSON and nothing else
    #[arg(long, requires = "check")]
    json: bool,
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
    if let Some(path) = database::missing_file(config) {
        bail!("there is no database at {path} yet: run `server migrate` to create it");
    }
    let SchemaState { pending, unknown } = database::open(config)?.schema()?;
    if args.json {
        output::line(&serde_json::json!({ "pending": pending, "unknown": unknown }).to_string())?;
    }
    let say = |text: &str| if args.json { Ok(()) } else { output::line(text) };
    for version in &unknown {
        say(&format!("unknown {version}"))?;
    }
    if !unknown.is_empty() {
        return Err(StoreError::Newer(unknown.join(", ")).into());
    }
    if pending.is_empty() {
        return say("the schema is up to date");
    }
    for version in &pending {
        say(&format!("pending {version}"))?;
    }
    bail!("{} migration(s) pending: run `server migrate`", pending.len())
}
