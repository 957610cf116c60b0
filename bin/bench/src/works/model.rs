//! The model of `docs/SCALING.md`, checked. It says that the shares of the machine which works take add up:
//! what they reach at once, each as a share of what it reaches alone, would be the whole of it.

use anyhow::Result;

use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, row, share};
use super::{orders, products, stock};
use crate::measure::Side;
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// Who goes by the model stays below one half of the machine: so much of it must be there.
const HALF: f64 = 0.5;

/// Pages, reads of SKUs, changes of stock and orders: each alone, and all at once.
pub fn check(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let ways = ways(bench, site)?;
    let mut files = Vec::with_capacity(ways.len());
    for (number, (_, _, requests)) in ways.iter().enumerate() {
        files.push(bench.rounds.file(&format!("model-{number}"), requests)?);
    }
    // of works at once nobody can tell whose the processors' time is
    let sides: Vec<Side<'_>> = ways
        .iter()
        .zip(&files)
        .map(|((_, interface, ..), file)| Side { process: None, ..interface.side(site, file) })
        .collect();
    let [alone, at_once] = bench.rounds.run_alone_and_at_once(&sides, CONNECTIONS)?;
    let of_other = |value| Measured { value, unit: Unit::OfOther };
    let mut sum = 0.0;
    for ((work, ..), (alone, at_once)) in ways.iter().zip(alone.figures.iter().zip(&at_once.figures)) {
        let share = share(Some(*at_once), Some(*alone)).unwrap_or_default();
        sum += share;
        rows.push(Row {
            server: Some(*at_once),
            measured: Some(of_other(share)),
            ..row(site, &format!("at once: {work}"), CONNECTIONS)
        });
    }
    let problems = alone.problems.into_iter().chain(at_once.problems).collect();
    let sum = Row {
        measured: Some(of_other(sum)),
        goal: Some(Goal::AtLeast(HALF)),
        problems,
        ..row(site, "at once: these shares of what each reaches alone, added up", ways.len() * CONNECTIONS)
    };
    rows.push(sum.judged());
    Ok(())
}

/// One work: its name, where it is asked, and what.
type Way = (&'static str, Interface, Vec<Request>);

fn ways(bench: &Bench, site: &Site<'_>) -> Result<Vec<Way>> {
    let read = |paths: Vec<String>| paths.iter().map(Request::get).collect::<Vec<_>>();
    Ok(vec![
        ("GET /sku/{sku}", Interface::A, read(products::sku_paths(site))),
        ("GET /pedidos, 50 of one day", Interface::B, read(orders::pages_of_days(site))),
        ("PUT /sku/{sku}/Estoque", Interface::A, stock::requests(site)),
        ("POST /Pedido", Interface::A, orders::models(bench, site, &site.path_a("/Pedido"))?),
    ])
}
