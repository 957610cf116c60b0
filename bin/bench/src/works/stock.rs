//! `PUT /sku/{sku}/Estoque`: the write that comes most often.

use anyhow::{Context, Result};
use reqwest::Method;

use super::bench::Bench;
use super::limited::Write;
use crate::limit::Reading;
use crate::report::{Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// SKUs among which the requests choose.
const SKUS: usize = 2_000;
/// Connections of the load generator.
const CONNECTIONS: [usize; 2] = [32, 128];

/// Each sets the stock of one SKU.
pub fn requests(site: &Site<'_>) -> Vec<Request> {
    let paths = site.sku_paths(SKUS, "/sku/", &format!("/Estoque{}", site.path_a("")));
    let request = |path: String| Request { method: "PUT", path, body: "{\"estoque\":\u{2}}".to_owned() };
    paths.into_iter().map(request).collect()
}

/// Sets the stock of one SKU at a time.
pub fn put(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let requests = requests(site);
    let first = requests.first().context("there is no SKU")?;
    let url = format!("{}{}", site.server.a, first.path);
    let key = &site.keys.app_key;
    let answer = bench.http.send(&Method::PUT, &url, key, Some(first.filled("")))?.expect(&[200])?;
    anyhow::ensure!(answer.body.contains("123"), "the stock was not set: {}", answer.body);
    for connections in CONNECTIONS {
        let work = format!("PUT /sku/{{sku}}/Estoque, {connections} connections");
        let write =
            Write { work: &work, requests: &requests, answer: &answer, reading: Reading::Stock, connections };
        let row = write.measure(bench, site)?;
        let measured = row.server.map(|f| Measured { value: f.per_second, unit: Unit::Changes });
        let goal = Some(site.database.at_least(10_000.0, 5_000.0));
        rows.push(Row { measured, goal, ..row }.judged());
    }
    Ok(())
}
