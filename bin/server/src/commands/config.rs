//! `server config`: the settings that hold, and where each came from.

use anyhow::Result;

use crate::config::{self, Config, Flags};
use crate::output;

/// Prints the effective configuration, once it is known to be a valid one.
pub fn run(flags: &Flags) -> Result<()> {
    let found = Config::values(flags);
    Config::from_values(&found)?;
    output::line(config::render(&found.values).trim_end())
}
