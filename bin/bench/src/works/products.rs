//! One SKU, as interface B and as interface A show it.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, Replay};
use crate::http::Answer;
use crate::report::Row;
use crate::site::Site;

/// SKUs among which the requests choose.
const SKUS: usize = 1_000;

/// `GET /produtos/{sku}`.
pub fn get_produto(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let paths = site.sku_paths(SKUS, "/produtos/", "?tipoIdentificador=Sku");
    one(bench, site, "GET /produtos/{sku}", Interface::B, &paths, rows)
}

/// `GET /sku/{sku}`.
pub fn get_sku(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    one(bench, site, "GET /sku/{sku}", Interface::A, &sku_paths(site), rows)
}

/// Paths of interface A's SKUs.
pub fn sku_paths(site: &Site<'_>) -> Vec<String> {
    site.sku_paths(SKUS, "/sku/", &site.path_a(""))
}

fn one(
    bench: &Bench,
    site: &Site<'_>,
    work: &str,
    interface: Interface,
    paths: &[String],
    rows: &mut Vec<Row>,
) -> Result<()> {
    let goal = site.database.at_least(0.2, 0.1);
    let replay = Replay { work, interface, paths, connections: CONNECTIONS, times: false, goal };
    rows.push(replay.measure(bench, site, has_sku)?);
    Ok(())
}

fn has_sku(answer: &Answer) -> Result<()> {
    let body = answer.json()?;
    let sku = body.get("sku").and_then(Value::as_str).context("an answer without its SKU")?;
    ensure!(!sku.is_empty(), "an answer with an empty SKU");
    Ok(())
}
