//! `server titular anonymise`: in small steps, beside running servers, and as often as it takes.
//!
//! What tells of a person beside the orders goes first: an order that is anonymised no longer says whose it
//! was, so whoever begins again after a kill could not find what hangs on it.

use std::io::{IsTerminal, stdin};

use anyhow::{Result, bail};
use domain::titular::Titular;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};
use store::Store;
use store::aplicacoes::Aplicacao;
use store::orders::titular::{self, PersonOrders};

use super::mentions::{self, Mentions, Person};
use crate::output;
use crate::usage::usage;

/// Orders that one transaction changes, so that other writes get their turn.
const BATCH: usize = 50;

/// How far it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Only says what would be changed.
    Look,
    /// Asks before it does it.
    Ask,
    /// Does it.
    Given,
}

/// Says what would be changed, asks, and does it.
pub fn run(store: &Store, applications: &[Aplicacao], titular: &Titular, consent: Consent) -> Result<()> {
    let mut orders = 0;
    let mut beside = Mentions::default();
    for app in applications {
        let found = store.read_blocking(|conn| titular::find_orders(conn, app.id, titular))?;
        let mentions = mentions::count(store, app.id, &Person::new(titular, &found.orders))?;
        if !found.orders.is_empty() || mentions != Mentions::default() {
            output::line(&describe(app, &found, mentions))?;
        }
        orders += found.orders.len();
        beside = Mentions {
            answers: beside.answers + mentions.answers,
            replies: beside.replies + mentions.replies,
        };
    }
    let nothing = orders == 0 && beside == Mentions::default();
    if consent == Consent::Look || nothing {
        if nothing && consent != Consent::Look {
            // what a run that was killed at its very end has left
            applications.iter().try_for_each(|app| forget_numbers(store, app.id, titular))?;
        }
        return if nothing { output::line("nothing is kept of this person") } else { Ok(()) };
    }
    if consent == Consent::Ask && !confirmed(orders)? {
        return output::line("nothing was changed");
    }
    let done =
        applications.iter().map(|app| in_application(store, app.id, titular)).sum::<Result<usize>>()?;
    output::line(&format!("{done} order(s) anonymised"))
}

fn describe(app: &Aplicacao, found: &PersonOrders, mentions: Mentions) -> String {
    let Mentions { answers, replies } = mentions;
    let mut stores: Vec<LojaId> = found.orders.iter().map(|(loja, _)| *loja).collect();
    stores.dedup();
    format!(
        "application {:?}: {} order(s) in {} store(s), {answers} kept answer(s), \
         {replies} repl(ies) to deliveries",
        app.nome,
        found.orders.len(),
        stores.len()
    )
}

fn confirmed(orders: usize) -> Result<bool> {
    if !stdin().is_terminal() {
        return Err(usage("there is no terminal to ask on: add --yes to anonymise, --dry-run only to look"));
    }
    output::line(&format!(
        "anonymise {orders} order(s)? Buyer, addresses and notes are gone for good, also for orders that are \
         still on their way. [y/N]"
    ))?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "s" | "S" | "sim"))
}

/// Until nothing is found any more: orders may come in meanwhile.
fn in_application(store: &Store, aplicacao: AplicacaoId, titular: &Titular) -> Result<usize> {
    let mut all = 0;
    loop {
        let found = store.read_blocking(|conn| titular::find_orders(conn, aplicacao, titular))?;
        let person = Person::new(titular, &found.orders);
        mentions::forget(store, aplicacao, &person)?;
        if found.orders.is_empty() {
            forget_numbers(store, aplicacao, titular)?;
            let late = store.read_blocking(|conn| titular::find_orders(conn, aplicacao, titular))?;
            if late.orders.is_empty() {
                return Ok(all);
            }
            continue;
        }
        let done = orders(store, titular, &found)?;
        if done == 0 {
            bail!("{} order(s) are found under the person and name another buyer", found.orders.len());
        }
        all += done;
        // what was answered while the orders still had their buyer
        mentions::forget(store, aplicacao, &person)?;
    }
}

fn orders(store: &Store, titular: &Titular, found: &PersonOrders) -> Result<usize> {
    let mut done = 0;
    for of_store in found.orders.chunk_by(|(one, _), (other, _)| one == other) {
        for part in of_store.chunks(BATCH) {
            let Some((loja, _)) = part.first() else { continue };
            let (loja, ids): (LojaId, Vec<PedidoId>) = (*loja, part.iter().map(|(_, id)| *id).collect());
            let (titular, whole) = (titular.clone(), found.whole_buyers.clone());
            done += store.write_blocking(move |tx| titular::anonymise(tx, loja, &titular, &ids, &whole))?;
        }
    }
    Ok(done)
}

fn forget_numbers(store: &Store, aplicacao: AplicacaoId, titular: &Titular) -> Result<()> {
    let titular = titular.clone();
    store.write_blocking(move |tx| titular::forget_numbers(tx, aplicacao, &titular))?;
    Ok(())
}
