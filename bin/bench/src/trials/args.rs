//! `bench trials`: what may be asked for.

use std::path::PathBuf;

use clap::Args;

use super::kind::Kind;
use crate::home::Database;

/// Rounds of faults and of hostility, and whether the server bore them.
#[derive(Debug, Args)]
pub struct TrialArgs {
    /// Few rounds of each kind, and short ones: minutes
    #[arg(long)]
    pub quick: bool,
    /// Only these kinds
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "NAME")]
    pub only: Vec<Kind>,
    /// Databases
    #[arg(long, value_enum, value_delimiter = ',', default_value = "sqlite,postgres")]
    pub databases: Vec<Database>,
    /// Rounds of each kind, instead of as many as each has by default
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rounds: Option<u32>,
    /// A PostgreSQL that is there, postgres://USER:PASSWORD@HOST:PORT without a database, instead of an own
    /// one
    #[arg(long, value_name = "URL")]
    pub postgres_url: Option<String>,
    /// The server's program [default: the one beside this program, brought up to date by cargo]
    #[arg(long, value_name = "PATH")]
    pub server: Option<PathBuf>,
    /// Write the report to this file, too, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Further arguments for `server serve`, e.g. -- --connections 4
    #[arg(last = true, value_name = "ARGUMENT")]
    pub server_arguments: Vec<String>,
}
