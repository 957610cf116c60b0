//! `PUT /sku/{sku}/Estoque`: the write that comes most often.

use std::time::Instant;

use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::{Value, json};

use super::bench::Bench;
use super::limited::{Write, row, share};
use crate::limit::Reading;
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// SKUs among which the requests choose.
const SKUS: usize = 2_000;
/// SKUs of one `POST /sku/Estoque/Lote`.
const TOGETHER: usize = 500;
/// Connections, and the share of the limit that must be reached with them.
const GOALS: [(usize, f64); 2] = [(32, 0.2), (128, 0.4)];

/// Each sets the stock of one SKU.
pub fn requests(site: &Site<'_>) -> Vec<Request> {
    let paths = site.sku_paths(SKUS, "/sku/", &format!("/Estoque{}", site.path_a("")));
    let request = |path: String| Request { method: "PUT", path, body: "{\"estoque\":\u{2}}".to_owned() };
    paths.into_iter().map(request).collect()
}

/// The first number of every known SKU, which contains all open orders of it: what a store sends once.
/// Measured by itself, and before all other writes: each of those would otherwise measure it too.
pub fn first_numbers(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let url = format!("{}{}", site.server.a, site.path_a("/sku/Estoque/Lote"));
    let body = |skus: &[Value]| {
        let told = |sku: &Value| json!({ "sku": sku.get("sku"), "estoque": 100 });
        skus.iter().map(told).collect::<Value>().to_string()
    };
    let bodies: Vec<String> = site.skus.chunks(TOGETHER).map(body).collect();
    let since = Instant::now();
    for body in bodies {
        bench.http.send(&Method::POST, &url, &site.keys.app_key, Some(body))?.expect(&[200])?;
    }
    let value = site.skus.len() as f64 / since.elapsed().as_secs_f64();
    let measured = Some(Measured { value, unit: Unit::Skus });
    rows.push(Row { measured, ..row(site, "POST /sku/Estoque/Lote of 500, first numbers", 1) });
    Ok(())
}

/// Sets the stock of one SKU at a time.
pub fn put(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let requests = requests(site);
    let first = requests.first().context("there is no SKU")?;
    let url = format!("{}{}", site.server.a, first.path);
    let key = &site.keys.app_key;
    let answer = bench.http.send(&Method::PUT, &url, key, Some(first.filled("")))?.expect(&[200])?;
    anyhow::ensure!(answer.body.contains("123"), "the stock was not set: {}", answer.body);
    for (connections, least) in GOALS {
        let work = format!("PUT /sku/{{sku}}/Estoque, {connections} connections");
        let write =
            Write { work: &work, requests: &requests, answer: &answer, reading: Reading::Stock, connections };
        let row = write.measure(bench, site)?;
        let measured = share(row.server, row.limit).map(|value| Measured { value, unit: Unit::OfLimit });
        rows.push(Row { measured, goal: Some(Goal::AtLeast(least)), ..row }.judged());
    }
    Ok(())
}
