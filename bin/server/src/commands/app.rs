//! `server app`: the applications that call interface A.

use anyhow::{Result, bail};
use clap::Subcommand;
use serde_json::json;
use store::{Store, aplicacoes, limites};

use crate::config::Config;
use crate::output::Table;
use crate::quantity::count;
use crate::{database, output, owners};

/// List, create and limit applications
#[derive(Debug, Subcommand)]
pub enum AppCommand {
    /// List the applications
    List {
        /// Print JSON and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Create an application
    Create {
        /// Its name, unique
        name: String,
    },
    /// Show or change what an application may have; what is not named stays
    Limit {
        /// Its name
        name: String,
        /// Users at most; 0 = without limit
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count(0..=u32::MAX))]
        users: Option<u32>,
        /// SKUs at most, of all of its users together; 0 = without limit
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count(0..=u32::MAX))]
        skus: Option<u32>,
        /// Print JSON and nothing else
        #[arg(long)]
        json: bool,
    },
}

/// Lists, creates or limits applications.
pub fn run(config: &Config, command: AppCommand) -> Result<()> {
    match command {
        AppCommand::List { json } => {
            let store = database::open_existing(config)?;
            let mut table = Table::new(&[("id", "id"), ("name", "name"), ("created", "created")]);
            for app in store.read_blocking(|conn| anyhow::Ok(aplicacoes::list(conn)?))? {
                table.row(vec![json!(app.id.0), json!(app.nome), json!(app.criado_em)]);
            }
            table.print(json)
        }
        AppCommand::Create { name } => {
            let name = owners::checked_name(&name)?.to_owned();
            let store = database::open_migrated(config)?;
            match store.write_blocking({
                let name = name.clone();
                move |tx| anyhow::Ok(aplicacoes::create(tx, &name)?)
            })? {
                Some(app) => output::line(&app.id.0.to_string()),
                None => bail!("there is an application named {name:?} already: `server app list` shows it"),
            }
        }
        AppCommand::Limit { name, users, skus, json } => {
            let changes = users.is_some() || skus.is_some();
            let open = if changes { database::open_migrated } else { database::open_existing };
            limit(&open(config)?, &name, users, skus, json)
        }
    }
}

fn limit(store: &Store, name: &str, users: Option<u32>, skus: Option<u32>, json: bool) -> Result<()> {
    let app = owners::existing_application(store, name)?;
    if users.is_some() || skus.is_some() {
        let limit = |n: u32| (n > 0).then_some(i64::from(n));
        let (users, skus) = (users.map(limit), skus.map(limit));
        store.write_blocking(move |tx| limites::prepare(tx, app))?;
        store.write_blocking(move |tx| limites::set(tx, app, users, skus))?;
    }
    let Some(limits) = store.read_blocking(|conn| limites::find(conn, app))? else {
        return output::line(if json { "{}" } else { "no limits" });
    };
    if json {
        let of = |there_are: i64, limit: Option<i64>| json!({ "thereAre": there_are, "atMost": limit });
        let both = json!({
            "users": of(limits.usuarios_contados, limits.usuarios),
            "skus": of(limits.skus_contados, limits.skus),
        });
        return output::line(&both.to_string());
    }
    let line = |what, there_are: i64, limit: Option<i64>| {
        let limit = limit.map_or_else(|| "no limit".to_owned(), |limit| format!("at most {limit}"));
        output::line(&format!("{what}\t{there_are}\t{limit}"))
    };
    line("users", limits.usuarios_contados, limits.usuarios)?;
    line("skus", limits.skus_contados, limits.skus)
}
