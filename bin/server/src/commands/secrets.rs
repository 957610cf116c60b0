//! `server secrets`: what is sealed with the key file, another key for it, and the end of what does not open.

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;
use store::secrets::{self, Tally};
use store::{Secrets, Store};

use crate::config::Config;
use crate::output::Table;
use crate::progress::Bar;
use crate::{database, output};

/// Look at the secrets at rest, or give them another key
#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Open every secret and count them by key; exit code 1 when one does not open
    Check(CheckArgs),
    /// Put a new key in front of the key file and seal everything with it, beside running servers. Where
    /// something is sealed with another key than the first, that is sealed anew and no key is made
    Rotate,
    /// Give up what does not open, when its key is lost: channels lose their settings, subscriptions their names and
    /// headers, notifications get secrets that nobody knows
    Discard(DiscardArgs),
}

/// `secrets discard`.
#[derive(Debug, Args)]
pub struct DiscardArgs {
    /// Do it
    #[arg(long)]
    yes: bool,
}

/// `secrets check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Checks or rotates.
pub fn run(config: &Config, command: &SecretsCommand) -> Result<()> {
    let store = database::open_existing(config)?;
    match command {
        SecretsCommand::Check(args) => check(&store, args.json),
        SecretsCommand::Rotate => rotate(config, &store),
        SecretsCommand::Discard(args) => discard(&store, args.yes),
    }
}

fn check(store: &Store, json: bool) -> Result<()> {
    let tally = examine(store)?;
    let mut table = Table::new(&[("key", "key"), ("seals", "seals"), ("secrets", "secrets")]);
    for (key, count) in &tally.opened {
        let seals = Some(key) == tally.first.as_ref();
        table.row(vec![json!(key), json!(if seals { "yes" } else { "no" }), json!(count)]);
    }
    table.print(json)?;
    tally.wrong.iter().for_each(|wrong| output::aside(wrong));
    if tally.wrong.is_empty() {
        return Ok(());
    }
    bail!("{} secret(s) do not open: bring back the key file that they were sealed with", tally.wrong.len())
}

fn rotate(config: &Config, store: &Store) -> Result<()> {
    let before = examine(store)?;
    if let Some(wrong) = before.wrong.first() {
        bail!("nothing was changed, because {} secret(s) do not open: {wrong}", before.wrong.len());
    }
    // what an earlier run has left is done first
    let unfinished = before.opened.keys().any(|key| Some(key) != before.first.as_ref());
    if !unfinished {
        store.add_secrets_key().context("no key was made")?;
    }
    let mut bar = Bar::new("secrets", None);
    let sealed = store.reseal_secrets(&mut |now| bar.add(now));
    bar.finish();
    let sealed = sealed.context("some secrets keep their key for now: run the same command again")?;
    let after = examine(store)?;
    let first = after.first.unwrap_or_default();
    let file = database::key_file(config);
    output::line(&format!("{sealed} secret(s) were sealed anew with the key {first} of {}", file.display()))?;
    let others: Vec<&str> = after.opened.keys().map(String::as_str).filter(|key| *key != first).collect();
    if !others.is_empty() {
        bail!("others are still sealed with {}: run the same command again", others.join(", "));
    }
    output::line(
        "keep a copy of the file. The other keys in it may be removed once no backup from before is needed any more",
    )
}

fn discard(store: &Store, yes: bool) -> Result<()> {
    let wrong = examine(store)?.wrong.len();
    if wrong > 0 && !yes {
        bail!(
            "nothing was changed: {wrong} secret(s) do not open. The key file may be in a copy of the server's folder; \
             without it, --yes gives them up"
        );
    }
    let discarded = store.discard_secrets()?;
    output::line(&format!(
        "{discarded} secret(s) were given up: have the settings of channels and the headers of subscriptions sent again, \
         new secrets made (POST …/Segredo), and second factors switched on again"
    ))
}

fn examine(store: &Store) -> Result<Tally> {
    Ok(store.read_blocking(secrets::examine)?)
}

/// What to say of a key file that others can read.
pub fn exposed(config: &Config) -> Option<String> {
    let file = database::key_file(config);
    let exposed = Secrets::file(&file).is_exposed();
    exposed.then(|| format!("others can read the key file: chmod 600 {}", file.display()))
}
