//! `server app`: the applications that call interface A.

use anyhow::{Result, bail};
use domain::ids::AplicacaoId;
use store::{Store, aplicacoes};

use crate::cli::AppCommand;
use crate::config::Config;
use crate::{database, output};

/// Lists or creates applications.
pub fn run(config: &Config, command: AppCommand) -> Result<()> {
    let store = database::open_migrated(config)?;
    match command {
        AppCommand::List => {
            output::line("id\tname\tcreated")?;
            for app in store.read_blocking(|conn| anyhow::Ok(aplicacoes::list(conn)?))? {
                output::line(&format!("{}\t{}\t{}", app.id.0, app.nome, app.criado_em))?;
            }
            Ok(())
        }
        AppCommand::Create { name } => {
            let name = checked_name(&name)?.to_owned();
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

/// The application of a name; an error that says what to do when there is none.
pub fn existing(store: &Store, name: &str) -> Result<AplicacaoId> {
    match store.read_blocking(|conn| anyhow::Ok(aplicacoes::find(conn, name)?))? {
        Some(app) => Ok(app.id),
        None => bail!(
            "there is no application named {name:?}: `server app list` shows the names, \
             `server app create {name:?}` creates it"
        ),
    }
}

/// The application of a name, created when there is none.
pub fn existing_or_new(store: &Store, name: &str) -> Result<AplicacaoId> {
    let name = checked_name(name)?.to_owned();
    store.write_blocking(move |tx| {
        if let Some(app) = aplicacoes::find(tx, &name)? {
            return Ok(app.id);
        }
        match aplicacoes::create(tx, &name)? {
            Some(app) => Ok(app.id),
            // somebody else was faster
            None => aplicacoes::find(tx, &name)?
                .map(|app| app.id)
                .ok_or_else(|| anyhow::anyhow!("the application {name:?} came and went: try again")),
        }
    })
}

fn checked_name(name: &str) -> Result<&str> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > 100 || name.chars().any(char::is_control) {
        return Err(crate::usage::usage(
            "the name of an application must have 1 to 100 printable characters",
        ));
    }
    Ok(name)
}
