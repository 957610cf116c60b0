//! `server events`: the log of every change is kept until the operator prunes it.

use std::io::{IsTerminal, stdin};

use anyhow::Result;
use clap::{Args, Subcommand};
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::Store;
use store::pruning::{self, Pruning, WhoReads};

use crate::config::Config;
use crate::quantity::{Span, span};
use crate::usage::usage;
use crate::{database, output};

/// Look after the event log
#[derive(Debug, Subcommand)]
pub enum EventsCommand {
    /// Delete old events; says first what would go, and for whom it would be missing
    Prune(PruneArgs),
}

/// `events prune`.
#[derive(Debug, Args)]
pub struct PruneArgs {
    /// Keep what was recorded in this time, e.g. 90d
    #[arg(long, value_name = "DURATION", value_parser = span)]
    older_than: Span,
    /// Delete also what a consumer or a notification has not finished with
    #[arg(long)]
    even_unread: bool,
    /// Do it without asking (needed where there is no terminal to ask on)
    #[arg(long)]
    yes: bool,
    /// Only say what would go
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Print JSON and nothing else; asks nothing
    #[arg(long)]
    json: bool,
}

/// Looks after the event log.
pub fn run(config: &Config, command: &EventsCommand) -> Result<()> {
    match command {
        EventsCommand::Prune(args) => prune(config, args),
    }
}

/// Says what would be deleted, asks, and deletes it in small steps, so that a running server goes on.
fn prune(config: &Config, args: &PruneArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    let before = Instante::now().plus_seconds(-args.older_than.signed_seconds());
    let even_unread = args.even_unread;
    let plan =
        store.read_blocking(move |conn| anyhow::Ok(pruning::preview_pruning(conn, before, even_unread)?))?;
    let total: i64 = plan.iter().map(Pruning::eventos).sum();
    if args.json {
        return prune_for_a_program(&store, args, plan, before);
    }
    for line in describe(&plan, before, even_unread) {
        output::line(&line)?;
    }
    if args.dry_run || total == 0 {
        return Ok(());
    }
    if !args.yes && !confirmed(total)? {
        return output::line("nothing was deleted");
    }
    for part in plan {
        delete(&store, part)?;
    }
    output::line(&format!("{total} event(s) deleted"))
}

/// The same for a program, which cannot be asked.
fn prune_for_a_program(store: &Store, args: &PruneArgs, plan: Vec<Pruning>, before: Instante) -> Result<()> {
    if !args.yes && !args.dry_run {
        return Err(usage("--json asks nothing: add --yes to delete, --dry-run only to look"));
    }
    let applications: Vec<Value> = plan.iter().map(as_json).collect();
    if !args.dry_run {
        plan.into_iter().try_for_each(|part| delete(store, part))?;
    }
    let told = json!({ "before": before, "deleted": args.yes, "applications": applications });
    output::line(&told.to_string())
}

fn as_json(part: &Pruning) -> Value {
    let readers = part.late.iter().map(|reader| match &reader.who {
        WhoReads::Consumidor(name) => json!({ "consumer": name, "position": reader.posicao }),
        WhoReads::Notificacao(id) => json!({ "notification": id, "position": reader.posicao }),
    });
    json!({
        "name": part.nome,
        "events": part.eventos(),
        "first": part.first,
        "last": part.cutoff - 1,
        "unfinished": readers.collect::<Vec<_>>(),
    })
}

/// What would go, and who has not finished with what is old enough to go.
fn describe(plan: &[Pruning], before: Instante, even_unread: bool) -> Vec<String> {
    if plan.is_empty() {
        return vec![format!("no event was recorded before {before}: there is nothing to delete")];
    }
    let mut lines = vec![format!("events recorded before {before}:")];
    for part in plan {
        let count = part.eventos();
        let range = format!("positions {} to {}", part.first, part.cutoff - 1);
        lines.push(match count {
            0 => format!("  application {:?}: none can go", part.nome),
            _ => format!("  application {:?}: {count} ({range})", part.nome),
        });
        for reader in &part.late {
            let who = match &reader.who {
                WhoReads::Consumidor(name) => format!("consumer {name:?} of the order queue"),
                WhoReads::Notificacao(id) => format!("notification {id}"),
            };
            let position = reader.posicao;
            lines.push(match even_unread {
                false => format!("    kept from position {position} on: {who} has not finished with it"),
                true => {
                    format!("    {who} has not finished with position {position} and would miss what goes")
                }
            });
        }
    }
    if !even_unread && plan.iter().any(|part| !part.late.is_empty()) {
        lines.push("  remove readers that are no longer used, or add --even-unread".to_owned());
    }
    lines
}

fn confirmed(total: i64) -> Result<bool> {
    if !stdin().is_terminal() {
        return Err(usage("there is no terminal to ask on: add --yes to delete, --dry-run only to look"));
    }
    output::line(&format!("delete {total} event(s)? They cannot be read or sent again. [y/N]"))?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "s" | "S" | "sim"))
}

fn delete(store: &Store, part: Pruning) -> Result<()> {
    let mut left = (part.eventos() > 0).then_some(part);
    while let Some(part) = left {
        left = store.write_blocking(move |tx| anyhow::Ok(pruning::prune(tx, &part, pruning::LOTE)?))?;
    }
    Ok(())
}
