//! The command line.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

use crate::home::Database;
use crate::limit::{self, LimitArgs};
use crate::works::Name;
use crate::{run, table};

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
}

/// What shall be measured, and how.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Small databases, filled at the same time, and short runs: two minutes
    #[arg(long)]
    pub quick: bool,
    /// Sizes of the databases in orders, 20000 and more [default: 100000,1000000; with --quick 20000]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(20_000..))]
    pub orders: Vec<u32>,
    /// SKUs in each database [default: 10000; with --quick 4000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(500..=1_000_000))]
    pub skus: Option<u32>,
    /// Categories in each database [default: 20000; with --quick 2000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    pub categories: Option<u32>,
    /// Databases
    #[arg(long, value_enum, value_delimiter = ',', default_value = "sqlite,postgres")]
    pub databases: Vec<Database>,
    /// A PostgreSQL that is there, postgres://USER:PASSWORD@HOST:PORT without a database, instead of an own one
    #[arg(long, value_name = "URL")]
    pub postgres_url: Option<String>,
    /// Only these works
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "NAME")]
    pub only: Vec<Name>,
    /// Length of one run of the load generator [default: 5; with --quick 1]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: Option<u32>,
    /// Runs per side, of which the median counts [default: 3; with --quick 2]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub rounds: Option<u32>,
    /// Threads of the load generator [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,
    /// The server's program [default: the one beside this program, brought up to date by cargo]
    #[arg(long, value_name = "PATH")]
    pub server: Option<PathBuf>,
    /// Keep the filled databases in this folder, or use those that are there; runs work on copies
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Write the report to this file, too, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Fail when a target is missed
    #[arg(long)]
    pub strict: bool,
    /// Further arguments for `server serve`, e.g. -- --log warn
    #[arg(last = true, value_name = "ARGUMENT")]
    pub server_arguments: Vec<String>,
}

/// Runs the program on this process's arguments: code 0 done, 1 failed, 2 wrongly asked.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Some(Command::LimitServer(args)) => limit::serve(args).map(|()| true),
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
    writeln!(std::io::stdout().lock(), "{}", text.trim_end()).context("cannot write to standard output")?;
    if let Some(file) = &args.json {
        let json = serde_json::to_string_pretty(&report)?;
        std::fs::write(file, json + "\n").with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(report.complete && (!args.strict || report.all_ok()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
