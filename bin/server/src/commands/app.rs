//! `server app`: the applications that call interface A.

use anyhow::{Result, bail};
use clap::Subcommand;
use store::aplicacoes;

use crate::config::Config;
use crate::{database, output, owners};

/// List and create applications
#[derive(Debug, Subcommand)]
pub enum AppCommand {
    /// List the applications
    List,
    /// Create an application
    Create {
        /// Its name, unique
        name: String,
    },
}

/// Lists or creates applications.
pub fn run(config: &Config, command: AppCommand) -> Result<()> {
    match command {
        AppCommand::List => {
            let store = database::open_existing(config)?;
            output::line("id\tname\tcreated")?;
            for app in store.read_blocking(|conn| anyhow::Ok(aplicacoes::list(conn)?))? {
                output::line(&format!("{}\t{}\t{}", app.id.0, app.nome, app.criado_em))?;
            }
            Ok(())
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
    }
}
