//! `server order`: an order as it is stored, for whoever has to look into a database.

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use domain::values::ids::PedidoId;
use serde_json::{Value, json};
use store::orders;

use crate::config::Config;
use crate::{database, output, owners};

/// Look at an order as it is stored
#[derive(Debug, Subcommand)]
pub enum OrderCommand {
    /// Print an order's rows as JSON, what is packed unpacked: all that is kept of it, and so of a person
    Show(ShowArgs),
}

/// `order show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
    /// The order: its pedidoId
    #[arg(value_name = "PEDIDO_ID", value_parser = order_number)]
    id: i64,
    /// On one line, for programs
    #[arg(long)]
    json: bool,
}

fn order_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "it must be the number of an order, its pedidoId".to_owned())
}

/// Shows an order.
pub fn run(config: &Config, command: &OrderCommand) -> Result<()> {
    let OrderCommand::Show(args) = command;
    let store = database::open_existing(config)?;
    let owner = owners::existing_store(&store, &args.app, &args.user)?;
    let id = PedidoId(args.id);
    let found = store.read_blocking(|conn| {
        anyhow::Ok((orders::titular::export(conn, owner, id)?, orders::stored_texts(conn, owner, id)?))
    })?;
    let (Some(rows), Some(texts)) = found else {
        bail!(
            "the user {:?} of the application {:?} has no order {}: give its pedidoId, the number that \
             interface A answers; `server export pedidos --format jsonl` lists those of the store",
            args.user,
            args.app,
            args.id
        );
    };
    let mut shown = serde_json::to_value(rows)?;
    if let Value::Object(members) = &mut shown {
        members.insert("registroVersao".to_owned(), json!(texts.registro_versao));
        members.insert("bytes".to_owned(), json!(texts.bytes));
    }
    output::line(&if args.json { shown.to_string() } else { serde_json::to_string_pretty(&shown)? })
}
