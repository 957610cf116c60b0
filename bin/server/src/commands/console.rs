//! `server console`: who gets in.

use ::console::link;
use anyhow::{Result, bail};
use clap::Subcommand;
use domain::console::{Act, Role};
use domain::values::dates::Instante;
use domain::values::web::UrlHttp;
use store::accesses::{self, Scope};
use store::acts::{self, NewAct};
use store::{Store, aplicacoes};

use crate::config::Config;
use crate::quantity::{Span, span};
use crate::{database, output, owners};

/// Links to the console, for emergencies: persons are invited in it
#[derive(Debug, Subcommand)]
pub enum ConsoleCommand {
    /// Print a link that lets somebody into the console, once
    Link(LinkArgs),
    /// Require an application's second factor no longer, so that links work again; an owner requires it in the console
    FactorOptional {
        /// The application's name
        name: String,
    },
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

/// Makes links, and ends the rule that they do not work under.
pub fn run(config: &Config, command: ConsoleCommand) -> Result<()> {
    match command {
        ConsoleCommand::Link(args) => print_link(config, args),
        ConsoleCommand::FactorOptional { name } => factor_optional(config, name),
    }
}

fn factor_optional(config: &Config, name: String) -> Result<()> {
    let store = database::open_migrated(config)?;
    let id = owners::existing_application(&store, &name)?;
    let changed = store.write_blocking(move |tx| {
        let changed = aplicacoes::require_factor(tx, id, false)?;
        if changed {
            let scope = Scope::Aplicacao(id);
            let who = accesses::nobody("operador", scope, tx.now());
            let new = NewAct { scope, act: Act::SecondFactorRule, assunto: &name, detalhe: "opcional" };
            acts::record(tx, &who, &new)?;
        }
        anyhow::Ok(changed)
    })?;
    output::line(if changed { "no longer required" } else { "it was not required" })
}

fn print_link(config: &Config, args: LinkArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    let scope = scope(&store, args.app.as_deref(), args.user.as_deref())?;
    if store.read_blocking(|conn| aplicacoes::requires_factor(conn, scope))? {
        bail!(
            "a link opens nothing where everybody needs a second factor: people sign in by e-mail, password and code; \
             in an emergency `server console factor-optional NAME` ends that (`server app list` shows the names)"
        );
    }
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

/// A link for whoever has started the server, who may do everything; `None` where a link opens nothing.
pub fn own_link(store: &Store, address: std::net::SocketAddr) -> Result<Option<String>> {
    let until = Instante::now().plus_seconds(3600);
    if store.read_blocking(|conn| aplicacoes::requires_factor(conn, Scope::All))? {
        return Ok(None);
    }
    let path = store.write_blocking(move |tx| link(tx, "operador", Role::Own, Scope::All, until))?;
    Ok(Some(format!("http://{address}{path}")))
}
