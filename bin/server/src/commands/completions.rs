//! `server completions`: scripts that let a shell complete the command line.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
    /// What the program is called there
    #[arg(long, default_value = "server")]
    name: String,
}

/// Prints the script for the whole command line.
pub fn run(args: &CompletionsArgs, mut command_line: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_line, args.name.as_str(), &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())
}
