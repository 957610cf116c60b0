//! `server config`: the settings that hold, and where each came from.

use anyhow::Result;

use crate::config::{self, Config, Flags};
use crate::output;

/// Prints the effective configuration, once it is known to be a valid one.
pub fn run(flags: &Flags) -> Result<()> {
    let values = Config::values(flags)?;
    Config::from_values(&values)?;
    output::line(config::render(&values).trim_end())
}
