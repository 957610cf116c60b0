//! `server token`: keys are shown once, kept as a hash, and end by time or by hand.

use std::sync::Arc;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use domain::loja_config::{LojaConfig, Perfil};
use domain::values::dates::Instante;
use serde_json::json;
use store::tokens::{self, NewToken, TokenKind, TokenRow};
use store::{Store, Tx, lojas_config};

use crate::config::Config;
use crate::output::{Column, Table};
use crate::quantity::{Span, span};
use crate::{commands, database, output, owners, profile};

/// Create, list, rotate and revoke keys
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Create a key and print it, once
    #[command(subcommand)]
    Create(TokenCreate),
    /// List the keys (never the keys themselves)
    List {
        /// Print JSON and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Replace a key: print the new one and let the old one end
    Rotate {
        /// Number of the key, as `token list` shows it
        #[arg(value_parser = key_number)]
        id: i64,
        /// How long the old key still works
        #[arg(long, default_value = "24h", value_parser = span)]
        overlap: Span,
        /// How long the new key works, e.g. 90d; without it, as long as the old one was to
        #[arg(long, value_parser = span)]
        expires: Option<Span>,
    },
    /// End a key now
    Revoke {
        /// Number of the key, as `token list` shows it
        #[arg(value_parser = key_number)]
        id: i64,
    },
}

fn key_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "it must be the number of a key, as `server token list` shows it".to_owned())
}

/// Kinds of keys.
#[derive(Debug, Subcommand)]
pub enum TokenCreate {
    /// A key of interface A, for an application
    App(TokenCreateApp),
    /// A key of interface B, for one store of an application
    Store(TokenCreateStore),
}

/// `token create app`.
#[derive(Debug, Args)]
pub struct TokenCreateApp {
    /// The application; created when there is none of this name
    #[arg(long)]
    name: String,
    /// What the key is for
    #[arg(long, default_value = "")]
    label: String,
    /// How long it works, e.g. 90d; without it, until it is revoked
    #[arg(long, value_parser = span)]
    expires: Option<Span>,
}

/// `token create store`.
#[derive(Debug, Args)]
pub struct TokenCreateStore {
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
    /// What the key is for
    #[arg(long, default_value = "")]
    label: String,
    /// How long it works, e.g. 90d; without it, until it is revoked
    #[arg(long, value_parser = span)]
    expires: Option<Span>,
    /// How interface B answers the store from now on: documento or compativel; without it, as before
    #[arg(long, value_name = "PROFILE", value_parser = profile::parse)]
    profile: Option<Perfil>,
}

/// Creates, lists, rotates and revokes keys.
pub fn run(config: &Config, command: TokenCommand) -> Result<()> {
    // of all of them only this one makes what is not there
    let store = match &command {
        TokenCommand::Create(TokenCreate::App(_)) => database::open_migrated(config)?,
        _ => database::open_existing(config)?,
    };
    match command {
        TokenCommand::Create(TokenCreate::App(args)) => {
            let application = owners::existing_or_new_application(&store, &args.name)?;
            output::line(&owners::create_key(&store, application, None, args.label, args.expires)?)
        }
        TokenCommand::Create(TokenCreate::Store(args)) => {
            let owner = owners::existing_store(&store, &args.app, &args.user)?;
            let application = owner.aplicacao;
            let in_force = store.write_blocking(move |tx| {
                let settings = Arc::unwrap_or_clone(lojas_config::find(tx, owner)?);
                let Some(profile) = args.profile else { return anyhow::Ok(settings) };
                let settings = LojaConfig { perfil: Some(profile), ..settings };
                lojas_config::upsert(tx, owner, &settings)?;
                Ok(settings)
            })?;
            let key = owners::create_key(&store, application, Some(owner), args.label, args.expires)?;
            output::line(&key)?;
            // beside the key, which may be read by a program
            output::aside(&commands::store::in_force(&in_force, config.loja_defaults()));
            Ok(())
        }
        TokenCommand::List { json } => list(&store, json),
        TokenCommand::Rotate { id, overlap, expires } => rotate(&store, id, overlap, expires),
        TokenCommand::Revoke { id } => revoke(&store, id),
    }
}

const COLUMNS: &[Column] = &[
    ("id", "id"),
    ("kind", "kind"),
    ("application", "application"),
    ("user", "user"),
    ("label", "label"),
    ("state", "state"),
    ("created", "created"),
    ("expires", "expires"),
    ("lastUsed", "last used"),
];

fn list(store: &Store, json: bool) -> Result<()> {
    let now = Instante::now();
    let mut table = Table::new(COLUMNS);
    for row in store.read_blocking(|conn| anyhow::Ok(tokens::list(conn)?))? {
        let kind = match row.tipo {
            TokenKind::Aplicacao => "app",
            TokenKind::Loja => "store",
        };
        table.row(vec![
            json!(row.id),
            json!(kind),
            json!(row.aplicacao_name),
            json!(row.usuario_id),
            json!(row.rotulo),
            json!(state(&row, now)),
            json!(row.criado_em),
            json!(row.expira_em),
            json!(row.usado_em),
        ]);
    }
    table.print(json)
}

fn state(row: &TokenRow, now: Instante) -> &'static str {
    if row.revogado_em.is_some() {
        "revoked"
    } else if row.expira_em.is_some_and(|end| end <= now) {
        "expired"
    } else {
        "active"
    }
}

/// A new key of the same owner, label and end; the old one works until the overlap is over, if not less.
fn rotate(store: &Store, id: i64, overlap: Span, expires: Option<Span>) -> Result<()> {
    owners::check_expiry(expires)?;
    let old = existing(store, id)?;
    if state(&old, Instante::now()) != "active" {
        bail!(
            "key {id} is {} and has nothing to hand over: create a new one with `server token create`",
            state(&old, Instante::now())
        );
    }
    let (key, row) = owners::draw_key(old.aplicacao, old.loja, old.rotulo.clone())?;
    let (number, new_end, old_end) = store.write_blocking(move |tx| {
        let new_end = match expires {
            Some(span) => Some(tx.now().plus_seconds(span.signed_seconds())),
            None => old.expira_em,
        };
        let number = tokens::create(tx, &NewToken { expira_em: new_end, ..row.clone() })?;
        let old_end = end_at(tx, &old, overlap)?;
        anyhow::Ok((number, new_end, old_end))
    })?;
    output::line(&key)?;
    let until = |end: Option<Instante>| end.map_or("it is revoked".to_owned(), |end| end.to_string());
    // beside the key, which may be read by a program
    output::aside(&format!("key {number} works until {}; key {id} until {old_end}", until(new_end)));
    Ok(())
}

fn end_at(tx: &mut Tx<'_>, old: &TokenRow, overlap: Span) -> Result<Instante> {
    let end = tx.now().plus_seconds(overlap.signed_seconds());
    let end = old.expira_em.map_or(end, |before| before.min(end));
    tokens::expire(tx, old.id, Some(end))?;
    Ok(end)
}

fn revoke(store: &Store, id: i64) -> Result<()> {
    let row = existing(store, id)?;
    let whose = match &row.usuario_id {
        Some(user) => format!("of the store {user:?} of the application {:?}", row.aplicacao_name),
        None => format!("of the application {:?}", row.aplicacao_name),
    };
    if let Some(before) = row.revogado_em {
        return output::line(&format!("key {id} {whose} was revoked already, at {before}"));
    }
    store.write_blocking(move |tx| anyhow::Ok(tokens::revoke(tx, id)?))?;
    output::line(&format!("key {id} {whose} is revoked: every server refuses it within two seconds"))
}

fn existing(store: &Store, id: i64) -> Result<TokenRow> {
    match store.read_blocking(|conn| anyhow::Ok(tokens::find(conn, id)?))? {
        Some(row) => Ok(row),
        None => bail!("there is no key {id}: `server token list` shows the numbers"),
    }
}
