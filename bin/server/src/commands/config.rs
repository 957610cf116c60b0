//! `server config`: the settings that hold, and where each came from.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use crate::config::{self, Config, Flags};
use crate::output::{self, Table};

/// Print the effective configuration and where each value came from
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Prints the effective configuration, once it is known to be a valid one.
pub fn run(flags: &Flags, args: &ConfigArgs) -> Result<()> {
    let found = Config::values(flags);
    Config::from_values(&found)?;
    if args.json {
        let mut table = Table::new(&[("name", "name"), ("value", "value"), ("origin", "origin")]);
        for value in &found.values {
            let shown = value.setting.shown(&value.text);
            table.row(vec![json!(value.setting.key), json!(shown), json!(value.origin.to_string())]);
        }
        return table.print(true);
    }
    output::line(config::render(&found.values).trim_end())
}
