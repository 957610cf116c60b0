//! A whole run: every kind that is asked for, on every database that it concerns.

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;

use super::args::TrialArgs;
use super::kind::Kind;
use super::stage::Stage;
use super::verdict::Verdict;
use super::{
    channels, clocks, cuts, dead_addresses, failovers, freezes, full_disk, hostile, idle, kills, power_cuts,
    stops, unfair,
};
use crate::home::Home;
use crate::program;

/// What came of a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    version: u32,
    quick: bool,
    pub rows: Vec<Verdict>,
    pub notes: Vec<String>,
}

impl Report {
    /// Whether the server bore everything.
    pub fn ok(&self) -> bool {
        self.rows.iter().all(Verdict::ok)
    }
}

/// Makes the rounds that are asked for.
pub fn run(args: &TrialArgs) -> Result<Report> {
    let program = program::find(args.server.as_deref())?;
    let mut report = Report { version: 1, quick: args.quick, rows: Vec::new(), notes: Vec::new() };
    for &database in &args.databases {
        let kinds: Vec<Kind> = Kind::value_variants()
            .iter()
            .copied()
            .filter(|kind| args.only.is_empty() || args.only.contains(kind))
            .filter(|kind| kind.concerns(database))
            .collect();
        if kinds.is_empty() {
            continue;
        }
        let Some(home) = Home::open(database, None, args.postgres_url.as_deref())? else {
            report.notes.push("PostgreSQL was left out: its server programs are not installed".to_owned());
            continue;
        };
        for kind in kinds {
            eprintln!("{} {}", kind.name(), database.name());
            one(kind, &home, &program, args, &mut report);
        }
    }
    Ok(report)
}

/// What other kinds came to stays worth knowing when one cannot be made to its end.
fn one(kind: Kind, home: &Home, program: &Path, args: &TrialArgs, report: &mut Report) {
    let stage =
        Stage { home, program, quick: args.quick, rounds: args.rounds, arguments: &args.server_arguments };
    let mut verdict = Verdict::new(kind, home.database);
    let done = match kind {
        Kind::Kills => kills::run(&stage, &mut verdict),
        Kind::Freezes => freezes::run(&stage, &mut verdict),
        Kind::Cuts => cuts::run(&stage, &mut verdict),
        Kind::Failovers => failovers::run(&stage, &mut verdict),
        Kind::Hostile => hostile::run(&stage, &mut verdict),
        Kind::Unfair => unfair::run(&stage, &mut verdict),
        Kind::FullDisk => full_disk::run(&stage, &mut verdict),
        Kind::Stops => stops::run(&stage, &mut verdict),
        Kind::DeadAddresses => dead_addresses::run(&stage, &mut verdict),
        Kind::WrongClocks => clocks::run(&stage, &mut verdict),
        Kind::PowerCuts => power_cuts::run(&stage, &mut verdict),
        Kind::Channels => channels::run(&stage, &mut verdict),
        Kind::IdleChannels => idle::run(&stage, &mut verdict),
    };
    if let Err(error) = done {
        verdict.problems.push(format!("not tried to its end: {error:#}"));
    }
    report.rows.push(verdict);
}
