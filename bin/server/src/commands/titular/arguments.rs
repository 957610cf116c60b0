//! Who is meant, and what is to be done.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use domain::titular::Titular;
use store::Store;
use store::aplicacoes::{self, Aplicacao};

use super::anonymise::{self, Consent};
use super::export;
use crate::config::Config;
use crate::database;
use crate::usage::usage;

/// Show what is kept of a person who bought, or take the person out of it
#[derive(Debug, Subcommand)]
pub enum TitularCommand {
    /// Write everything that is kept of a person as JSON
    Export(ExportArgs),
    /// Take a person out of everything that is kept; what was sold, for how much and when, stays
    #[command(visible_alias = "anonymize")]
    Anonymise(AnonymiseArgs),
}

/// Who is meant.
#[derive(Debug, Args)]
pub struct Who {
    /// The person's CPF, or a company's CNPJ, with or without its mask
    #[arg(long, value_name = "CPF|CNPJ", required_unless_present = "email")]
    document: Option<String>,
    /// The person's e-mail, in whatever case; with --document, orders under either are meant
    #[arg(long, value_name = "E-MAIL")]
    email: Option<String>,
    /// In this application alone
    #[arg(long, value_name = "NAME")]
    app: Option<String>,
}

/// `titular export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub who: Who,
    /// Write to this file, which must not exist yet, instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// `titular anonymise`.
#[derive(Debug, Args)]
pub struct AnonymiseArgs {
    #[command(flatten)]
    pub who: Who,
    /// Do it without asking (needed where there is no terminal to ask on)
    #[arg(long)]
    pub yes: bool,
    /// Only say what would be changed
    #[arg(long, conflicts_with = "yes")]
    pub dry_run: bool,
}

/// Shows or anonymises what is kept of a person.
pub fn run(config: &Config, command: &TitularCommand) -> Result<()> {
    match command {
        TitularCommand::Export(args) => {
            let titular = args.who.titular()?;
            let store = database::open_existing(config)?;
            export::run(&store, &args.who.applications(&store)?, &titular, args.json.as_deref())
        }
        TitularCommand::Anonymise(args) => {
            let titular = args.who.titular()?;
            let store = database::open_existing(config)?;
            let consent = match (args.dry_run, args.yes) {
                (true, _) => Consent::Look,
                (false, false) => Consent::Ask,
                (false, true) => Consent::Given,
            };
            anonymise::run(&store, &args.who.applications(&store)?, &titular, consent)
        }
    }
}

impl Who {
    fn titular(&self) -> Result<Titular> {
        let mut titular = Titular::default();
        if let Some(document) = &self.document {
            titular = titular.with_documento(document).map_err(|_| {
                usage("--document: this is neither a CPF nor a CNPJ: write its characters, with or without marks")
            })?;
        }
        if let Some(email) = &self.email {
            titular = titular.with_email(email);
            if !titular.email.contains('@') {
                return Err(usage("--email: this is not an e-mail address"));
            }
        }
        Ok(titular)
    }

    fn applications(&self, store: &Store) -> Result<Vec<Aplicacao>> {
        let mut all = store.read_blocking(|conn| anyhow::Ok(aplicacoes::list(conn)?))?;
        if let Some(name) = &self.app {
            all.retain(|app| app.nome == *name);
            if all.is_empty() {
                bail!("there is no application named {name:?}: `server app list` shows the names");
            }
        }
        Ok(all)
    }
}
