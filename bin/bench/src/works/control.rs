//! What an order costs more where somebody keeps the stock: it moves stock, reservations and the ledger.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};

use super::bench::{Bench, CONNECTIONS};
use super::limited::row;
use super::{orders, telling};
use crate::home::Database;
use crate::measure::Side;
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;

/// Orders after which new ones are modelled: so many that their SKUs are not the same few.
const MODELS: usize = 1_000;
/// SKUs of one `POST /sku/Lote`.
const TOGETHER: usize = 500;
/// Of each: nothing is ever missing, which would be told of every order.
const STOCK: u32 = 1_000_000_000;
/// The time of the processors for an order, as a multiple of what it is where nobody keeps the stock.
const COST: f64 = 1.2;
/// What is asked of the offers told.
const TOLD: &str = "from POST /Pedido to oferta.alterada in the log, 500 orders/s";
/// Until nothing more is told of offers, at most.
const PATIENCE: Duration = Duration::from_secs(60);
/// For so long nothing is told once all is.
const QUIET: Duration = Duration::from_secs(3);

/// Who keeps the stock, and whether changes of offers are told.
const SIDES: [(&str, bool); 5] =
    [("nenhum", false), ("hub", false), ("erp", false), ("hub", true), ("erp", true)];

/// `POST /Pedido` where nobody keeps the stock, the hub does, the owner does: in turns, on one store.
pub fn compare(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let key = &site.keys.app_key;
    let send = |method: Method, path: &str, body: Value| -> Result<()> {
        let url = format!("{}{path}", site.server.a);
        bench.http.send(&method, &url, key, Some(body.to_string()))?.expect(&[200])?;
        Ok(())
    };
    let lote = site.path_a("/sku/Lote");
    for some in site.skus.chunks(TOGETHER) {
        let stocked = some.iter().cloned().map(|mut sku| {
            if let Some(members) = sku.as_object_mut() {
                members.insert("estoque".into(), STOCK.into());
            }
            sku
        });
        send(Method::POST, &lote, stocked.collect())?;
    }
    let requests = orders::paid(bench, site, MODELS)?;
    let file = bench.rounds.file("control", &requests)?;
    let process = Some(site.server.pid());
    let sides = SIDES.map(|_| Side { base: &site.server.a, key, requests: &file, coding: None, process });
    let outcome = bench.rounds.run_each_after(&sides, CONNECTIONS, |side| {
        let (control, told) = SIDES.get(side).context("there is no such side")?;
        let path = format!("/Usuario/{}/Estoque", site.keys.usuario_id());
        send(Method::PUT, &path, json!({ "controleEstoque": control, "anunciarOfertas": told }))?;
        until_quiet(bench, site)
    })?;
    let nobody = outcome.figures.first().copied();
    for ((control, told), figures) in SIDES.into_iter().zip(&outcome.figures) {
        let offers = if told { ", offers told" } else { "" };
        let work = format!("POST /Pedido, controleEstoque {control}{offers}");
        let row = Row { server: Some(*figures), ..row(site, &work, CONNECTIONS) };
        let cost = figures.processor.zip(nobody.and_then(|nobody| nobody.processor));
        let cost = cost.map(|(one, nobody)| one / nobody).filter(|cost| cost.is_finite());
        let measured = cost.map(|value| Measured { value, unit: Unit::Times });
        let problems = outcome.problems.clone();
        // with the offers there are several events more per order, and of PostgreSQL's own time nothing is
        // seen here: told, not promised
        let promised = !told && control != "nenhum" && site.database == Database::Sqlite;
        let goal = promised.then_some(Goal::AtMost(COST));
        rows.push(Row { measured, goal, problems, ..row }.judged());
    }
    // the last side's control stays: its offers are told
    let load = Side { base: &site.server.a, key, requests: &file, coding: None, process };
    rows.push(telling::measure(bench, site, (&requests, &load), TOLD)?);
    Ok(())
}

/// Waits until what has changed of offers is told.
fn until_quiet(bench: &Bench, site: &Site<'_>) -> Result<()> {
    let since = Instant::now();
    let mut last = None;
    loop {
        let log = site.get_a(&bench.http, "/Evento?quantidade=1")?.expect(&[200])?.json()?;
        let end = log.get("ultimaPosicao").cloned().context("the log says where it ends")?;
        if last.as_ref() == Some(&end) {
            return Ok(());
        }
        ensure!(since.elapsed() < PATIENCE, "changes of offers are told without an end");
        last = Some(end);
        sleep(QUIET);
    }
}
