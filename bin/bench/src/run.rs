//! A whole run: fill, read, compare, write, and what is left to say of each server.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::fill::{Amounts, Filled, fill};
use crate::home::{Database, Home};
use crate::http::Http;
use crate::measure::Rounds;
use crate::pocketbase;
use crate::process::Scratch;
use crate::program;
use crate::report::{Report, Settings};
use crate::server::Launch;
use crate::site::Site;
use crate::works::{self, Bench, Name};
use crate::wrk::Wrk;

/// With `--quick`: from then on one round is enough, so that all ends within two minutes.
const HURRY: Duration = Duration::from_secs(45);

/// What shall be measured, and how.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Small databases, filled at the same time, and short runs: two minutes
    #[arg(long)]
    pub quick: bool,
    /// Sizes of the databases in orders, 20000 and more [default: 100000,1000000; with --quick 20000]
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u32).range(20_000..))]
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
    /// A PostgreSQL that is there, postgres://USER:PASSWORD@HOST:PORT without a database, instead of an own
    /// one
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

/// Measures what is asked for.
pub fn run(args: &RunArgs) -> Result<Report> {
    ensure!(
        !cfg!(debug_assertions),
        "a debug build's limit is too low, which makes every ratio too good: \
         cargo run --release -p entreposto-bench"
    );
    let scratch = Scratch::new(None)?;
    let settings = settings(args);
    let wrk = Wrk::new(scratch.path(), settings.threads)?;
    let program = program::find(args.server.as_deref())?;
    let hurry = args.quick.then(|| Instant::now() + HURRY);
    let rounds = Rounds::new(wrk, settings.seconds, settings.rounds, hurry, scratch.path());
    let bench = Bench { rounds, http: Http::new()?, only: args.only.clone() };
    let mut report = Report {
        version: 1,
        settings,
        rows: Vec::new(),
        servers: Vec::new(),
        complete: true,
        notes: Vec::new(),
    };
    let mut homes = Vec::new();
    for database in &args.databases {
        match Home::open(*database, args.keep.as_deref(), args.postgres_url.as_deref()) {
            Ok(Some(home)) => homes.push(home),
            Ok(None) => report.notes.push(NO_POSTGRES.to_owned()),
            Err(error) => unfinished(&mut report, *database, &error),
        }
    }
    let filled = match args.quick {
        true => at_the_same_time(&homes, |home| fill_all(&bench, home, args, &program)),
        // undisturbed, and when its turn has come
        false => homes.iter().map(|_| None).collect(),
    };
    for (home, filled) in homes.iter().zip(filled) {
        let done = filled
            .unwrap_or_else(|| fill_all(&bench, home, args, &program))
            .and_then(|filled| measure(&bench, home, filled, args, &program, &mut report));
        // what was measured before stays worth knowing
        if let Err(error) = done {
            unfinished(&mut report, home.database, &error);
        }
    }
    Ok(report)
}

const NO_POSTGRES: &str = "PostgreSQL was left out: its server programs (initdb, postgres, psql) are not \
    installed (Debian and Ubuntu: apt-get install postgresql); --postgres-url uses another one";

fn unfinished(report: &mut Report, database: Database, error: &anyhow::Error) {
    report.complete = false;
    report.notes.push(format!("{} was not measured to its end: {error:#}", database.name()));
}

/// Does something with each, all at once; `None` where it panicked.
fn at_the_same_time<T: Sync, R: Send>(all: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<Option<R>> {
    std::thread::scope(|scope| {
        let running: Vec<_> = all.iter().map(|one| scope.spawn(|| f(one))).collect();
        running.into_iter().map(|thread| thread.join().ok()).collect()
    })
}

/// Fills all databases of one kind.
fn fill_all(bench: &Bench, home: &Home, args: &RunArgs, program: &Path) -> Result<Vec<(Amounts, Filled)>> {
    let one = |amounts: Amounts| {
        eprintln!("{} {}: fill", home.database.name(), amounts.orders);
        Ok((amounts, fill(home, amounts, program, &bench.http)?))
    };
    amounts(args).into_iter().map(one).collect()
}

fn settings(args: &RunArgs) -> Settings {
    let processors = available_parallelism().map_or(1, NonZeroUsize::get);
    Settings {
        processors,
        threads: args.threads.map_or(processors, |n| n as usize),
        seconds: args.seconds.unwrap_or(if args.quick { 1 } else { 5 }),
        rounds: args.rounds.unwrap_or(if args.quick { 2 } else { 3 }),
        quick: args.quick,
        server_arguments: args.server_arguments.clone(),
    }
}

/// The contents of the databases, smallest first.
fn amounts(args: &RunArgs) -> Vec<Amounts> {
    let mut sizes = args.orders.clone();
    if sizes.is_empty() {
        sizes = if args.quick { vec![20_000] } else { vec![100_000, 1_000_000] };
    }
    sizes.sort_unstable();
    sizes.dedup();
    let skus = args.skus.unwrap_or(if args.quick { 4_000 } else { 10_000 });
    let categories = args.categories.unwrap_or(if args.quick { 2_000 } else { 20_000 });
    sizes.into_iter().map(|orders| Amounts { stores: 1, orders, skus, categories }).collect()
}

/// Many stores with few orders each, in a database of their own.
fn of_many_stores(quick: bool) -> Amounts {
    let stores = if quick { 1_000 } else { 10_000 };
    Amounts { stores, orders: 2 * stores, skus: 4 * stores, categories: 0 }
}

/// Reads, compares, writes, and tells of the servers.
fn measure(
    bench: &Bench,
    home: &Home,
    filled: Vec<(Amounts, Filled)>,
    args: &RunArgs,
    program: &Path,
    report: &mut Report,
) -> Result<()> {
    let open = |amounts: Amounts, filled: Filled| {
        let folder = home.scratch.path().join(format!("server-{}", amounts.name()));
        std::fs::create_dir_all(&folder).context("cannot create a folder")?;
        let launch = Launch {
            program: program.to_owned(),
            // the site puts its own in
            database_url: String::new(),
            arguments: args.server_arguments.clone(),
            folder,
            around: home.around(),
        };
        Site::open(home, amounts, filled, launch, &bench.http)
    };
    let mut sites = Vec::new();
    for (amounts, filled) in filled {
        sites.push(open(amounts, filled)?);
    }
    for site in &sites {
        works::reads(bench, site, &mut report.rows);
    }
    if let (Some(small), Some(large)) = (sites.first(), sites.last())
        && sites.len() > 1
        && bench.wants(Name::Sizes)
    {
        works::sizes(bench, small, large, &mut report.rows);
    }
    if let (Database::Sqlite, Some(site)) = (home.database, sites.first())
        && bench.wants(Name::Pocketbase)
        && let Err(error) = pocketbase::beside(bench, site, report)
    {
        report.notes.push(format!("PocketBase was not measured to its end: {error:#}"));
    }
    for site in &sites {
        works::writes(bench, site, &mut report.rows);
    }
    if let Some(one) = sites.first()
        && bench.wants(Name::Lojas)
    {
        let amounts = of_many_stores(args.quick);
        eprintln!("{} {} stores: fill", home.database.name(), amounts.stores);
        let many = open(amounts, fill(home, amounts, program, &bench.http)?)?;
        works::stores(bench, one, &many, &mut report.rows);
        report.servers.push(many.close()?);
    }
    for site in sites {
        report.servers.push(site.close()?);
    }
    Ok(())
}
