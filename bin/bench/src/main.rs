//! `bench`: fills databases, drives the release server with wrk, and prints what it reached beside the limit
//! that this machine, this HTTP server and this load generator have themselves.
//!
//! docs/performance.md says how it is measured and how to read the table. `bench trials` is for faults and
//! hostility: docs/OPERATIONS.md.

mod categories;
mod cli;
mod fill;
mod home;
mod http;
mod keys;
mod limit;
mod measure;
mod pocketbase;
mod postgres;
mod process;
mod program;
mod report;
mod run;
mod server;
mod site;
mod table;
mod trials;
mod works;
mod wrk;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
