//! A second server beside the one that is measured: the same works there, in turns with those without it.

use anyhow::{Context, Result};

use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, row, share};
use super::{orders, products, stock};
use crate::measure::Side;
use crate::report::{Goal, Measured, Row, Unit};
use crate::server::Server;
use crate::site::Site;
use crate::wrk::Request;

/// One work: its name, where it is asked, with how many connections, and what.
type Way = (&'static str, Interface, usize, Vec<Request>);

/// Reads and writes at the other server, which must keep so much of the throughput.
pub fn compare(
    bench: &Bench,
    site: &Site<'_>,
    (other, how, left): (&Server, &str, f64),
    rows: &mut Vec<Row>,
) -> Result<()> {
    for (work, interface, connections, requests) in ways(bench, site)? {
        let way = (&*format!("{work}, {how}"), interface, connections, requests);
        rows.push(one(bench, site, (other, left), way)?);
    }
    Ok(())
}

/// What is asked, by which interface and with how many connections.
pub fn ways(bench: &Bench, site: &Site<'_>) -> Result<Vec<Way>> {
    let read = |paths: Vec<String>| paths.iter().map(Request::get).collect::<Vec<_>>();
    let (stock, order) = (stock::requests(site), orders::models(bench, site, &site.path_a("/Pedido"))?);
    Ok(vec![
        ("GET /sku/{sku}", Interface::A, CONNECTIONS, read(products::sku_paths(site))),
        ("GET /pedidos, 50 of one day", Interface::B, CONNECTIONS, read(orders::pages_of_days(site))),
        ("PUT /sku/{sku}/Estoque", Interface::A, CONNECTIONS, stock.clone()),
        ("PUT /sku/{sku}/Estoque, 128 connections", Interface::A, 128, stock),
        ("POST /Pedido", Interface::A, CONNECTIONS, order),
    ])
}

fn one(
    bench: &Bench,
    site: &Site<'_>,
    (other, left): (&Server, f64),
    (work, interface, connections, requests): (&str, Interface, usize, Vec<Request>),
) -> Result<Row> {
    let file = bench.rounds.file("beside", &requests)?;
    let base = match interface {
        Interface::A => &other.a,
        Interface::B => &other.b,
    };
    let ways = [(base.as_str(), other), (interface.base(site), &site.server)];
    let key = interface.key(site);
    let side = |(base, server): (_, &Server)| Side {
        base,
        key,
        requests: &file,
        coding: None,
        process: Some(server.pid()),
    };
    let sides = ways.map(side);
    let outcome = bench.rounds.run(&sides, connections)?;
    let figures = outcome.figures.first().copied().context("a side without figures")?;
    let measured = share(Some(figures), outcome.figures.last().copied());
    Ok(Row {
        server: Some(figures),
        measured: measured.map(|value| Measured { value, unit: Unit::OfOther }),
        goal: Some(Goal::AtLeast(left)),
        problems: outcome.problems,
        ..row(site, work, connections)
    }
    .judged())
}
