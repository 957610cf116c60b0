//! Works of interface A spread over all stores of an application, in turns with the same in one store.

use anyhow::{Result, ensure};
use serde_json::Value;

use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, row, share};
use super::{orders, products, stock};
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::{Site, segment};
use crate::table::thousands;
use crate::wrk::Request;

/// How many times as long it may take where every request is another store's.
const MOST: f64 = 1.5;
/// Stores whose orders are sent, as bodies in the load generator's memory.
const ORDERING: usize = 1_000;

/// A SKU read, a stock told, a page of orders read and an order sent.
pub fn compare(bench: &Bench, one: &Site<'_>, many: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let (skus, of_skus) = skus(bench, many)?;
    let page = |user: &str| format!("/Pedido?usuarioId={user}&quantidade_registros=10");
    let pages: Vec<String> = many.keys.usuario_ids().map(page).collect();
    let one_page = vec![Request::get(page(one.keys.usuario_id()))];
    let read = |paths: Vec<String>| paths.iter().map(Request::get).collect::<Vec<_>>();
    let works: [(&str, Vec<Request>, Vec<Request>); 4] = [
        ("GET /sku/{sku}", read(products::sku_paths(one)), read(skus)),
        ("GET /Pedido, 10", one_page, read(pages)),
        ("PUT /sku/{sku}/Estoque", stock::requests(one), of_skus),
        ("POST /Pedido", orders::models(bench, one, &one.path_a("/Pedido"))?, sold(bench, many)?),
    ];
    for (work, first, second) in works {
        rows.extend(turns(bench, [one, many], work, [first, second])?);
    }
    Ok(())
}

/// A SKU of every store: its address, and a change of its stock.
fn skus(bench: &Bench, many: &Site<'_>) -> Result<(Vec<String>, Vec<Request>)> {
    let users: Vec<&str> = many.keys.usuario_ids().collect();
    let list = |user: &&str| format!("/sku?usuarioId={user}&quantidade_registros=1");
    let lists: Vec<String> = users.iter().map(list).collect();
    let mut found = (Vec::new(), Vec::new());
    for (user, answer) in users.iter().zip(Interface::A.answers(bench, many, &lists)?) {
        let body = answer.json()?;
        // made-up SKUs are dealt out by chance: a store may have none
        let Some(sku) = body.pointer("/resultado/0/sku").and_then(Value::as_str) else { continue };
        let sku = segment(sku);
        found.0.push(format!("/sku/{sku}?usuarioId={user}"));
        let path = format!("/sku/{sku}/Estoque?usuarioId={user}");
        found.1.push(Request { method: "PUT", path, body: "{\"estoque\":\u{2}}".to_owned() });
    }
    ensure!(found.0.len() * 2 > users.len(), "only {} stores have a SKU", found.0.len());
    Ok(found)
}

/// The newest order of many stores, once more each time.
fn sold(bench: &Bench, many: &Site<'_>) -> Result<Vec<Request>> {
    let every = (many.keys.usuario_ids().count() / ORDERING).max(1);
    let mut sold = Vec::new();
    for user in many.keys.usuario_ids().step_by(every) {
        let newest = orders::models(bench, many, &format!("/Pedido?usuarioId={user}"))?;
        sold.extend(newest.into_iter().take(1));
    }
    Ok(sold)
}

fn turns(bench: &Bench, sites: [&Site<'_>; 2], work: &str, requests: [Vec<Request>; 2]) -> Result<[Row; 2]> {
    let [one, many] = sites;
    let [first, second] = requests;
    let files = [bench.rounds.file("one", &first)?, bench.rounds.file("many", &second)?];
    let [first, second] = &files;
    let outcome =
        bench.rounds.run(&[Interface::A.side(one, first), Interface::A.side(many, second)], CONNECTIONS)?;
    let mut figures = outcome.figures.into_iter();
    let (first, second) = (figures.next(), figures.next());
    let times = share(second, first).map(|share| 1.0 / share);
    let name = |stores: u32| match stores {
        1 => format!("in turns: {work}, one store"),
        _ => format!("in turns: {work}, {} stores", thousands(f64::from(stores))),
    };
    Ok([
        Row { server: first, ..row(one, &name(one.amounts.stores), CONNECTIONS) },
        Row {
            server: second,
            measured: times.map(|value| Measured { value, unit: Unit::Times }),
            goal: Some(Goal::AtMost(MOST)),
            problems: outcome.problems,
            ..row(many, &name(many.amounts.stores), CONNECTIONS)
        }
        .judged(),
    ])
}
