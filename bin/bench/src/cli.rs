//! The command line.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use serde::Serialize;

use crate::limit::{self, LimitArgs};
use crate::run::{self, RunArgs};
use crate::table;
use crate::trials::{self, TrialArgs};

/// Fills databases, drives the release server with wrk, and prints one table: what was reached, and what this
/// machine's limit is.
#[derive(Debug, Parser)]
#[command(name = "bench", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    run: RunArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The limit that works are compared with; started by the benchmark itself
    #[command(hide = true)]
    LimitServer(LimitArgs),
    /// Rounds of faults and of hostility: is what the server acknowledged there, once, and nothing that it
    /// refused?
    Trials(TrialArgs),
}

/// Runs the program on this process's arguments: code 0 done, 1 failed, 2 wrongly asked.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Some(Command::LimitServer(args)) => limit::serve(args).map(|()| true),
        Some(Command::Trials(args)) => try_out(args),
        None => measure(&cli.run),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the program shall say that all is well.
fn measure(args: &RunArgs) -> Result<bool> {
    let report = run::run(args)?;
    let text = table::render(&report);
    show(&text, &report, args.json.as_deref())?;
    Ok(report.complete && (!args.strict || report.all_ok()))
}

fn try_out(args: &TrialArgs) -> Result<bool> {
    let report = trials::run(args)?;
    show(&trials::render(&report), &report, args.json.as_deref())?;
    Ok(report.ok())
}

/// Prints a report, and writes it to a file where one is asked for.
fn show(text: &str, report: &impl Serialize, file: Option<&Path>) -> Result<()> {
    writeln!(std::io::stdout().lock(), "{}", text.trim_end()).context("cannot write to standard output")?;
    if let Some(file) = file {
        let json = serde_json::to_string_pretty(report)?;
        std::fs::write(file, json + "\n").with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::home::Database;
    use crate::works::Name;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
        let cli = Cli::try_parse_from([
            "bench",
            "--only",
            "day,sku",
            "--orders",
            "20000,30000",
            "--",
            "--log",
            "warn",
        ]);
        let run = cli.unwrap().run;
        assert_eq!((run.only, run.orders), (vec![Name::Day, Name::Sku], vec![20_000, 30_000]));
        assert_eq!(run.server_arguments, ["--log", "warn"]);
        assert_eq!(run.databases, [Database::Sqlite, Database::Postgres]);
        assert!(Cli::try_parse_from(["bench", "--only", "nothing"]).is_err());
    }
}
