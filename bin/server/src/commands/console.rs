//! `server console`: who gets in.

use ::console::link;
use anyhow::Result;
use clap::Subcommand;
use domain::console::Role;
use domain::values::dates::Instante;
use domain::values::web::UrlHttp;
use store::Store;
use store::accesses::Scope;

use crate::config::Config;
use crate::quantity::{Span, span};
use crate::{database, output, owners};

/// Links to the console, for emergencies: persons are invited in it
#[derive(Debug, Subcommand)]
pub enum ConsoleCommand {
    /// Print a link that lets somebody into the console, once
    Link(LinkArgs),
}

fn role(text: &str) -> Result<Role, String> {
    Role::from_name(text).ok_or_else(|| {
        "it must be ve (look, and change nothing), opera (look and act) or dono (people and keys, too)"
            .to_owned()
    })
}

fn address(text: &str) -> Result<String, String> {
    let read = UrlHttp::parse(text).map(String::from);
    read.map_err(|_| "it must be an address of the web: write e.g. https://hub.example.com".to_owned())
}

/// `console link`.
#[derive(Debug, clap::Args)]
pub struct LinkArgs {
    /// For whom: acts are written down under this name
    #[arg(long, default_value = "operador")]
    name: String,
    /// What they may do: ve = look, and change nothing; opera = look and act; dono = people and keys, too
    #[arg(long, default_value = "ve", value_parser = role)]
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
    #[arg(long, value_name = "URL", value_parser = address)]
    url: Option<String>,
}

/// Makes links.
pub fn run(config: &Config, command: ConsoleCommand) -> Result<()> {
    let ConsoleCommand::Link(args) = command;
    let store = database::open_existing(config)?;
    let scope = scope(&store, args.app.as_deref(), args.user.as_deref())?;
    let until = Instante::now().plus_seconds(args.expires.signed_seconds());
    let path = store.write_blocking(move |tx| link(tx, &args.name, args.role, scope, until))?;
    let url = args.url.unwrap_or_else(|| format!("http://{}", config.listen_admin));
    output::line(&format!("{}{path}", url.trim_end_matches('/')))
}

fn scope(store: &Store, app: Option<&str>, user: Option<&str>) -> Result<Scope> {
    match (app, user) {
        (None, _) => Ok(Scope::All),
        (Some(app), Some(user)) => Ok(Scope::Loja(owners::existing_store(store, app, user)?)),
        (Some(app), None) => Ok(Scope::Aplicacao(owners::existing_application(store, app)?)),
    }
}

/// A link for whoever has started the server, who may do everything.
pub fn own_link(store: &Store, address: std::net::SocketAddr) -> Result<String> {
    let until = Instante::now().plus_seconds(3600);
    let path = store.write_blocking(move |tx| link(tx, "operador", Role::Own, Scope::All, until))?;
    Ok(format!("http://{address}{path}"))
}
