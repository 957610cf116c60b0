//! Orders: pages of one day, and new ones.

use anyhow::{Context, Result, bail, ensure};
use reqwest::Method;
use serde_json::Value;

use super::answers::{records, total};
use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, Replay, Write};
use crate::limit::Reading;
use crate::measure::nonce;
use crate::report::{Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// Orders per page.
pub const PAGE: u64 = 50;
/// Days among which the requests choose: nobody reads one and the same page all day.
const DAYS: u64 = 40;
/// Orders after which new ones are modelled.
const MODELS: usize = 50;

/// Path of a page of orders.
pub fn page(from: impl ToString, to: impl ToString, records: u64, number: u64) -> String {
    let (from, to) = (from.to_string(), to.to_string());
    format!("/pedidos?dataInicial={from}&dataFinal={to}&quantidadeRegistros={records}&pagina={number}")
}

/// Paths of pages of 50 of one day each.
pub fn pages_of_days(site: &Site<'_>) -> Vec<String> {
    site.keys.days(DAYS).into_iter().map(|day| page(day, day, PAGE, 1)).collect()
}

/// `GET /pedidos`, page of 50 of one day.
pub fn page_of_a_day(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let paths = pages_of_days(site);
    let work = Replay {
        work: "GET /pedidos, 50 of one day",
        interface: Interface::B,
        paths: &paths,
        connections: CONNECTIONS,
        times: false,
        goal: site.database.at_least(0.3, 0.15),
    };
    rows.push(work.measure(bench, site, |answer| {
        let (records, total) = (records(answer)? as u64, total(answer)?);
        ensure!(records == total.min(PAGE), "{records} records of {total}");
        ensure!(total >= PAGE, "a day has {total} orders only: fill more orders");
        Ok(())
    })?);
    Ok(())
}

/// `POST /Pedido`, each order a new one.
pub fn post(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let path = site.path_a("/Pedido");
    let requests = models(bench, site, &path)?;
    let first = requests.first().context("there is no order to go by")?;
    let url = format!("{}{path}", site.server.a);
    let body = Some(first.filled(&nonce()));
    let answer = bench.http.send(&Method::POST, &url, &site.keys.app_key, body)?.expect(&[201])?;
    let before = site.total_a(&bench.http, "/Pedido")?;
    let work = Write {
        work: "POST /Pedido",
        requests: &requests,
        answer: &answer,
        reading: Reading::Json,
        connections: CONNECTIONS,
    };
    let mut row = work.measure(bench, site)?;
    let stored = site.total_a(&bench.http, "/Pedido")?.saturating_sub(before);
    let answered = row.server.map_or(0, |figures| figures.good);
    if stored < answered {
        row.problems.push(format!("{answered} orders were acknowledged and {stored} are stored"));
    }
    row.measured = row.server.map(|f| Measured { value: f.per_second, unit: Unit::Orders });
    row.goal = Some(site.database.at_least(2_000.0, 1_200.0));
    rows.push(row.judged());
    Ok(())
}

/// New orders after the newest ones of the store, each with an own `sourceId`.
pub fn models(bench: &Bench, site: &Site<'_>, path: &str) -> Result<Vec<Request>> {
    newest(bench, site, path, 1)?.iter().map(|order| model(order, path)).collect()
}

/// The same after at least `count` orders, each of which has just been paid.
pub fn paid(bench: &Bench, site: &Site<'_>, count: usize) -> Result<Vec<Request>> {
    let path = site.path_a("/Pedido");
    let mut requests = Vec::new();
    for page in 1..=count.div_ceil(MODELS) {
        for mut order in newest(bench, site, &path, page)? {
            if let Some(members) = order.as_object_mut() {
                members.insert("status".into(), "Pago".into());
            }
            requests.push(model(&order, &path)?);
        }
    }
    Ok(requests)
}

/// A page of the newest orders.
fn newest(bench: &Bench, site: &Site<'_>, path: &str, page: usize) -> Result<Vec<Value>> {
    let list = format!("{path}&quantidade_registros={MODELS}&pagina={page}");
    let mut body = site.get_a(&bench.http, &list)?.expect(&[200])?.json()?;
    let orders = body.get_mut("resultado").map(Value::take);
    let Some(Value::Array(orders)) = orders else { bail!("a list has its records") };
    Ok(orders)
}

fn model(order: &Value, path: &str) -> Result<Request> {
    let mut order = order.clone();
    let members = order.as_object_mut().context("an order is an object")?;
    members.remove("pedidoId");
    // not what it has: of the orders of earlier works that would get longer each time than one may be
    members.insert("sourceId".into(), "bench@UNIQUE@".into());
    let body = order.to_string().replace("@UNIQUE@", "\u{1}");
    Ok(Request { method: "POST", path: path.to_owned(), body })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_new_order_has_a_source_of_its_own() {
        let order = json!({"pedidoId": 7, "sourceId": "ML-1", "total": 10.5});
        let request = model(&order, "/Pedido?usuarioId=loja-1").unwrap();
        let filled: Value = serde_json::from_str(&request.filled("-x1")).unwrap();
        assert_eq!(filled, json!({"sourceId": "bench-x1", "total": 10.5}));
    }
}
