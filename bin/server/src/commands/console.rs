//! `server console`: who gets in.

use ::console::link;
use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use domain::console::Papel;
use domain::values::dates::Instante;
use store::Store;
use store::acessos::Escopo;

use crate::config::Config;
use crate::quantity::{Span, span};
use crate::{database, output, owners};

/// Links to the console
#[derive(Debug, Subcommand)]
pub enum ConsoleCommand {
    /// Print a link that lets somebody into the console, once
    Link(LinkArgs),
}

/// What somebody may do.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Role {
    /// Look and change nothing
    Ver,
    /// Look and act
    Operar,
}

impl From<Role> for Papel {
    fn from(role: Role) -> Self {
        match role {
            Role::Ver => Self::Ver,
            Role::Operar => Self::Operar,
        }
    }
}

/// `console link`.
#[derive(Debug, clap::Args)]
pub struct LinkArgs {
    /// For whom: acts are written down under this name
    #[arg(long, default_value = "operador")]
    name: String,
    /// What they may do
    #[arg(long, value_enum, default_value = "ver")]
    role: Role,
    /// They see one application's stores only
    #[arg(long)]
    app: Option<String>,
    /// They see one store only: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID", requires = "app")]
    user: Option<String>,
    /// How long the link can be followed
    #[arg(long, default_value = "30m", value_parser = span)]
    expires: Span,
    /// Where people reach the console; without it, the address of listen_admin
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

/// Makes links.
pub fn run(config: &Config, command: ConsoleCommand) -> Result<()> {
    let ConsoleCommand::Link(args) = command;
    let store = database::open_existing(config)?;
    let escopo = scope(&store, args.app.as_deref(), args.user.as_deref())?;
    let until = Instante::now().plus_seconds(args.expires.signed_seconds());
    let path = store.write_blocking(move |tx| link(tx, &args.name, args.role.into(), escopo, until))?;
    let url = args.url.unwrap_or_else(|| format!("http://{}", config.listen_admin));
    output::line(&format!("{}{path}", url.trim_end_matches('/')))
}

fn scope(store: &Store, app: Option<&str>, user: Option<&str>) -> Result<Escopo> {
    match (app, user) {
        (None, _) => Ok(Escopo::Tudo),
        (Some(app), Some(user)) => Ok(Escopo::Loja(owners::existing_store(store, app, user)?)),
        (Some(app), None) => Ok(Escopo::Aplicacao(owners::existing_application(store, app)?)),
    }
}

/// A link for whoever has started the server, who may do everything.
pub fn own_link(store: &Store, address: std::net::SocketAddr) -> Result<String> {
    let until = Instante::now().plus_seconds(3600);
    let path = store.write_blocking(move |tx| link(tx, "operador", Papel::Operar, Escopo::Tudo, until))?;
    Ok(format!("http://{address}{path}"))
}
