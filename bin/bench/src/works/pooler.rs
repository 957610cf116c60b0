//! The same works by way of PgBouncer, which hands connections on by the transaction, in turns with the way
//! without it.

use anyhow::{Context, Result};

use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, row, share};
use super::{orders, products, stock};
use crate::home::Database;
use crate::measure::Side;
use crate::pgbouncer::{self, PgBouncer};
use crate::report::{Goal, Measured, Row, Unit};
use crate::server::Server;
use crate::site::Site;
use crate::wrk::Request;

/// What must be left of the throughput.
const LEFT: f64 = 0.9;

/// One work: its name, where it is asked, with how many connections, and what.
type Way = (&'static str, Interface, usize, Vec<Request>);

/// Reads and writes through the pooler; nothing for SQLite, or where the program is not installed.
pub fn compare(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let Some(program) = pgbouncer::program().filter(|_| site.database == Database::Postgres) else {
        return Ok(());
    };
    let pooler = PgBouncer::start(&program, site.url())?;
    let (_, name) = site.url().rsplit_once('/').context("an address with a database")?;
    let pooled = site.beside(&pooler.url(name), &["--pooler", "on"])?;
    let done = ways(bench, site)?.into_iter().try_for_each(|way| {
        rows.push(one(bench, site, &pooled, way)?);
        Ok(())
    });
    pooled.stop()?;
    done
}

fn ways(bench: &Bench, site: &Site<'_>) -> Result<Vec<Way>> {
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

fn one(bench: &Bench, site: &Site<'_>, pooled: &Server, way: Way) -> Result<Row> {
    let (work, interface, connections, requests) = way;
    let file = bench.rounds.file("pooler", &requests)?;
    let base = match interface {
        Interface::A => &pooled.a,
        Interface::B => &pooled.b,
    };
    let ways = [(base.as_str(), pooled), (interface.base(site), &site.server)];
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
        goal: Some(Goal::AtLeast(LEFT)),
        problems: outcome.problems,
        ..row(site, &format!("{work}, through PgBouncer"), connections)
    }
    .judged())
}
