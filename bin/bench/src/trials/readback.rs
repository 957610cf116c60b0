//! What is in the database after a round, as the server tells it.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde_json::Value;

use super::change::{Change, Entry, Found};
use super::tenant::Tenant;
use crate::http::{Answer, Http};

/// Records per page.
const PAGE: usize = 250;

/// Reads whatever the entries are about.
pub fn read(http: &Http, base: &str, tenant: &Tenant, user: &str, entries: &[Entry]) -> Result<Found> {
    let mut found = Found::default();
    let skus: BTreeSet<&str> = entries
        .iter()
        .filter_map(|entry| match &entry.change {
            Change::Vary { sku, .. } | Change::Set { sku, .. } => Some(sku.as_str()),
            Change::Order { .. } => None,
        })
        .collect();
    let urls: Vec<String> = skus.iter().map(|sku| format!("{base}/sku/{sku}?usuarioId={user}")).collect();
    for (sku, answer) in skus.iter().zip(http.get_all(&urls, &tenant.key)?) {
        let stock = answer.json()?.get("estoque").and_then(Value::as_i64).context("a SKU has a stock")?;
        found.stocks.insert((*sku).to_owned(), stock);
    }
    for page in 1.. {
        let url = format!("{base}/Pedido?usuarioId={user}&quantidade_registros={PAGE}&pagina={page}");
        let orders = orders(&http.get(&url, &tenant.key)?.expect(&[200])?)?;
        for order in &orders {
            let source = order.get("sourceId").and_then(Value::as_str).context("an order has a source")?;
            *found.orders.entry(source.to_owned()).or_default() += 1;
        }
        if orders.len() < PAGE {
            break;
        }
    }
    Ok(found)
}

fn orders(answer: &Answer) -> Result<Vec<Value>> {
    let mut body = answer.json()?;
    match body.get_mut("resultado").map(Value::take) {
        Some(Value::Array(orders)) => Ok(orders),
        _ => anyhow::bail!("a list without records"),
    }
}
