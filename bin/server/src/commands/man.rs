//! `server man`: pages for `man`, one for each command.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::{Args, Command};

use crate::advice;

/// Write pages for `man` into a folder, one for each command
#[derive(Debug, Args)]
pub struct ManArgs {
    /// A folder that is there
    folder: PathBuf,
    /// What the program is called there
    #[arg(long, default_value = "server")]
    name: String,
}

/// Writes the pages.
pub fn run(args: &ManArgs, command_line: Command) -> Result<()> {
    let mut command_line = command_line.name(args.name.clone()).bin_name(args.name.clone());
    command_line.build();
    write(args, &command_line, &args.name)
}

fn write(args: &ManArgs, command: &Command, name: &str) -> Result<()> {
    let mut page = Vec::new();
    // a page of the manual is named by all of its command's words
    let titled = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(titled).render(&mut page)?;
    let path = args.folder.join(format!("{name}.1"));
    fs::write(&path, page)
        .map_err(|e| anyhow!("{} cannot be written: {e}; {}", path.display(), advice::to_write(&e)))?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| write(args, below, &format!("{name}-{}", below.get_name())))
}
