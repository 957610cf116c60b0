//! Checks that stock, reservations and ledger of a store agree.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::values::ids::LojaId;

use crate::base::schema::skus;
use crate::base::{Conn, StoreError, of_store, on};
use crate::inventory::ledger::{self, Account, LedgerEntry};
use crate::inventory::{self, StockLevel, reservations};

/// A SKU whose numbers do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The SKU.
    pub sku: String,
    /// The problem, with the numbers.
    pub problem: String,
}

/// Result of [`check`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checks {
    /// SKUs.
    pub skus: usize,
    /// Entries of their ledgers.
    pub movimentos: usize,
    /// SKUs whose numbers do not agree.
    pub problems: Vec<Check>,
    /// The number of the last SKU, where there may be more.
    pub next: Option<i64>,
}

/// Recomputes what orders hold of the next SKUs of a store (those behind the number `after`, at most `most`),
/// and walks their ledgers.
pub fn check(conn: &mut Conn<'_>, loja: LojaId, after: i64, most: i64) -> Result<Checks, StoreError> {
    let levels: Vec<StockLevel> = on!(conn, c => of_store!(skus, loja)
        .filter(skus::sku_num.gt(after))
        .order(skus::sku_num)
        .select(StockLevel::as_select())
        .limit(most)
        .load(c))?;
    let numbers: Vec<i64> = levels.iter().map(|one| one.sku_num).collect();
    let elsewhere = inventory::elsewhere(conn, loja, &levels)?;
    let mut sums: HashMap<Account, i64> = HashMap::new();
    let mut checks = Checks { skus: levels.len(), ..Checks::default() };
    for row in reservations::of_skus(conn, loja, &numbers)? {
        *sums.entry(row.key().account()).or_default() += row.reservada;
        let lines = row.value()?;
        if (lines.held(), lines.taken()) != (row.reservada, row.baixada) {
            let sku = levels.iter().find(|one| one.sku_num == row.sku_num);
            let (sku, order) = (sku.map(|one| one.sku.clone()).unwrap_or_default(), row.pedido_id);
            let problem = format!("order {order} holds something else than its lines do");
            checks.problems.push(Check { sku, problem });
        }
    }
    checks.next = numbers.last().copied().filter(|_| levels.len() as i64 == most);
    let main = levels.iter().map(|one| (CENTRO_PADRAO, one));
    let all = main.chain(elsewhere.iter().map(|(centro, one)| (*centro, one)));
    for (centro, one) in all {
        let account = (one.sku_num, centro);
        let latest_first = ledger::entries(conn, loja, account, ledger::ALL)?;
        let ledger: Vec<LedgerEntry> = latest_first.into_iter().rev().map(|(entry, _)| entry).collect();
        checks.movimentos += ledger.len();
        let held = sums.get(&account).copied().unwrap_or(0);
        let problem = |problem: String| Check { sku: one.sku.clone(), problem };
        checks.problems.extend(problems(one, held, &ledger).into_iter().map(problem));
    }
    Ok(checks)
}

fn problems(one: &StockLevel, held: i64, ledger: &[LedgerEntry]) -> Vec<String> {
    let mut found = Vec::new();
    if one.reservado != held {
        found.push(format!("reserved is {}, and orders hold {held}", one.reservado));
    }
    for (earlier, later) in ledger.iter().zip(ledger.iter().skip(1)) {
        let (stock, reserved) = (
            i64::from(earlier.estoque) + later.estoque_variacao,
            earlier.reservado + later.reservado_variacao,
        );
        if later.seq != earlier.seq + 1 {
            found.push(format!("the ledger has {} behind {}", later.seq, earlier.seq));
        } else if (stock, reserved) != (later.estoque.into(), later.reservado) {
            found.push(format!("entry {} of the ledger does not follow from the one before", later.seq));
        }
    }
    if let Some(last) = ledger.last() {
        if last.seq != one.movimentos {
            found.push(format!("the ledger ends at {}, and {} were written", last.seq, one.movimentos));
        }
        if one.controlled() && (last.estoque, last.reservado) != (one.estoque, one.reservado) {
            found.push(format!(
                "the ledger ends with {} and {} reserved, and there are {} and {}",
                last.estoque, last.reservado, one.estoque, one.reservado
            ));
        }
    }
    found
}
