//! Batches of 500: whole SKUs, stocks, prices.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};

use super::bench::Bench;
use super::limited::{Write, row};
use crate::http::Answer;
use crate::limit::Reading;
use crate::measure::nonce;
use crate::report::{Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// SKUs per request.
const BATCH: usize = 500;
/// Requests are large: a few at once keep the server busy.
const CONNECTIONS: usize = 8;

/// The first number of every known SKU, which contains all open orders of it: what a store sends once.
/// Measured by itself, and before all other writes: each of those would otherwise measure it too.
pub fn first_numbers(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let path = site.path_a(Change::Stock.path());
    let url = format!("{}{path}", site.server.a);
    let of_some = |skus: &[Value]| Ok((skus.len(), request(skus, Change::Stock, &path)?));
    let requests: Vec<(usize, Request)> = site.skus.chunks(BATCH).map(of_some).collect::<Result<_>>()?;
    let since = Instant::now();
    for (skus, request) in requests {
        let body = Some(request.filled(""));
        let answer = bench.http.send(&Method::POST, &url, &site.keys.app_key, body)?.expect(&[200])?;
        check(&answer, Change::Stock, skus)?;
    }
    let value = site.skus.len() as f64 / since.elapsed().as_secs_f64();
    let measured = Some(Measured { value, unit: Unit::Skus });
    let work = format!("{}, first numbers", Change::Stock.work());
    rows.push(Row { measured, ..row(site, &work, 1) });
    Ok(())
}

/// Changed SKUs, their stocks and prices alone, then new ones.
pub fn post_lote(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    for change in [Change::Whole, Change::Stock, Change::Price, Change::New] {
        one(bench, site, change, rows)?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Change {
    /// The same SKUs with another stock and price.
    Whole,
    /// Their stocks alone.
    Stock,
    /// Their prices alone.
    Price,
    /// SKUs and groups that are not there yet.
    New,
}

impl Change {
    fn work(self) -> &'static str {
        match self {
            Self::Whole => "POST /sku/Lote of 500, changed",
            Self::Stock => "POST /sku/Estoque/Lote of 500",
            Self::Price => "POST /sku/Preco/Lote of 500",
            Self::New => "POST /sku/Lote of 500, new",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Whole | Self::New => "/sku/Lote",
            Self::Stock => "/sku/Estoque/Lote",
            Self::Price => "/sku/Preco/Lote",
        }
    }
}

fn one(bench: &Bench, site: &Site<'_>, change: Change, rows: &mut Vec<Row>) -> Result<()> {
    let path = site.path_a(change.path());
    let requests: Vec<Request> =
        site.skus.chunks_exact(BATCH).map(|skus| request(skus, change, &path)).collect::<Result<_>>()?;
    let first = requests.first().context("there are fewer than 500 SKUs: fill more")?;
    let url = format!("{}{path}", site.server.a);
    let body = Some(first.filled(&nonce()));
    let answer = bench.http.send(&Method::POST, &url, &site.keys.app_key, body)?.expect(&[200])?;
    check(&answer, change, BATCH)?;
    let before = site.total_a(&bench.http, "/sku")?;
    let write = Write {
        work: change.work(),
        requests: &requests,
        answer: &answer,
        reading: Reading::Json,
        connections: CONNECTIONS,
    };
    let mut row = write.measure(bench, site)?;
    let stored = site.total_a(&bench.http, "/sku")?.saturating_sub(before);
    let answered = row.server.map_or(0, |figures| figures.good) * BATCH as u64;
    if change == Change::New && stored < answered {
        row.problems.push(format!("{answered} new SKUs were acknowledged and {stored} are stored"));
    } else if change != Change::New && stored > 0 {
        row.problems.push(format!("{stored} SKUs are new that were there"));
    }
    let measured = row.server.map(|f| Measured { value: f.per_second * BATCH as f64, unit: Unit::Skus });
    let goal = Some(site.database.at_least(20_000.0, 12_000.0));
    rows.push(Row { measured, goal, ..row }.judged());
    Ok(())
}

/// Every item must have been taken: a bulk request answers 200 also when some were refused.
fn check(answer: &Answer, change: Change, sent: usize) -> Result<()> {
    let body = answer.json()?;
    let items = body.as_array().context("not a list")?;
    ensure!(items.len() == sent, "{} results instead of {sent}", items.len());
    let expected = if change == Change::New { 201 } else { 200 };
    for item in items {
        let status = item.get("status").and_then(Value::as_u64);
        ensure!(status == Some(expected), "an item was answered {item}");
    }
    Ok(())
}

fn request(skus: &[Value], change: Change, path: &str) -> Result<Request> {
    let changed: Vec<Value> = skus.iter().map(|sku| blank(sku, change)).collect::<Result<_>>()?;
    let body = serde_json::to_string(&changed)?.replace("@UNIQUE@", "\u{1}").replace("\"@NUMBER@\"", "\u{2}");
    Ok(Request { method: "POST", path: path.to_owned(), body })
}

/// What is sent of the SKU, with blanks where each request has something else.
fn blank(sku: &Value, change: Change) -> Result<Value> {
    let code = sku.get("sku").context("a SKU has a code")?;
    let mut sku = match change {
        Change::Stock => json!({ "sku": code }),
        Change::Price => json!({ "sku": code, "precoDe": 0, "precoPor": "@NUMBER@" }),
        Change::Whole | Change::New => sku.clone(),
    };
    let members = sku.as_object_mut().context("a SKU is an object")?;
    if change != Change::Price {
        members.insert("estoque".into(), "@NUMBER@".into());
    }
    if change == Change::New {
        for name in ["sku", "parentId"] {
            let text = members.get(name).and_then(Value::as_str).unwrap_or_default();
            if !text.is_empty() {
                let unique = format!("{text}@UNIQUE@");
                members.insert(name.into(), unique.into());
            }
        }
    } else if change == Change::Whole {
        // both prices, or the lower one would be above the higher one
        members.insert("precoDe".into(), "@NUMBER@".into());
        members.insert("precoPor".into(), 99.9.into());
    }
    Ok(sku)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn filled(change: Change) -> Value {
        let skus = [json!({"sku": "A", "parentId": "", "estoque": 1, "precoDe": 1, "precoPor": 1})];
        serde_json::from_str(&request(&skus, change, "/x").unwrap().filled("-n")).unwrap()
    }

    #[test]
    fn new_skus_have_codes_of_their_own() {
        let expected = json!([{"sku": "A-n", "parentId": "", "estoque": 123, "precoDe": 1, "precoPor": 1}]);
        assert_eq!(filled(Change::New), expected);
    }

    #[test]
    fn changed_skus_keep_their_codes() {
        let expected =
            json!([{"sku": "A", "parentId": "", "estoque": 123, "precoDe": 123, "precoPor": 99.9}]);
        assert_eq!(filled(Change::Whole), expected);
        assert_eq!(filled(Change::Stock), json!([{"sku": "A", "estoque": 123}]));
        assert_eq!(filled(Change::Price), json!([{"sku": "A", "precoDe": 0, "precoPor": 123}]));
    }
}
