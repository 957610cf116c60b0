//! `server seed`: a database with something in it.

use anyhow::Result;
use clap::Args;
use domain::values::dates::Instante;
use sample::Plan;

use crate::config::Config;
use crate::quantity::{any_number, count};
use crate::{connectors, database, made_up, output, tipos_canal};

/// Fill the database with made-up data and print its keys
#[derive(Debug, Args)]
pub struct SeedArgs {
    /// Orders, over all stores
    #[arg(long, value_parser = count(0..=100_000_000))]
    orders: u32,
    /// SKUs, over all stores
    #[arg(long, default_value_t = 2_000, value_parser = count(0..=10_000_000))]
    skus: u32,
    /// Stores
    #[arg(long, default_value_t = 1, value_parser = count(1..=100_000))]
    users: u32,
    /// Days over which the orders spread, up to now
    #[arg(long, default_value_t = 300, value_parser = count(1..=36_500))]
    days: u32,
    /// The same seed makes the same data
    #[arg(long, default_value_t = 1, value_parser = any_number)]
    seed: u64,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Fills the configured database.
pub fn run(config: &Config, args: &SeedArgs) -> Result<()> {
    let store = database::open_migrated(config)?;
    let plan = Plan::new(Instante::now())
        .users(args.users)
        .skus(args.skus)
        .orders(args.orders)
        .days(args.days)
        .seed(args.seed)
        .zone(config.timezone);
    let types = tipos_canal::catalogue(config.channel_types.as_deref(), &connectors::all())?;
    let (name, summary) = made_up::fill(&store, &plan, "seed", types.kinds())?;
    if args.json {
        return output::line(&serde_json::to_string(&summary)?);
    }
    output::line(&format!("application {name}: {}", summary.app_key))?;
    for s in &summary.stores {
        output::line(&format!("store {}: {}", s.usuario_id, s.store_key))?;
    }
    output::line(&format!("{} orders from {} to {}", summary.orders, summary.from, summary.to))
}
