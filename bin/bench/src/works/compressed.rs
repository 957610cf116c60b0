//! Pages for clients that ask for compression: what they cost, and how short they are.

use anyhow::{Context, Result, ensure};

use super::bench::Bench;
use super::limited::{Interface, row, share};
use super::orders::{PAGE, page};
use crate::measure::{Figures, Side};
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::table::thousands;
use crate::wrk::Request;

/// Different requests.
const DAYS: u64 = 40;
/// One alone: beside others some answers would go out plain, so that the server is not kept busy by it.
const CONNECTIONS: usize = 1;
/// Most that a compressed page may cost, as a multiple of the plain one.
const MOST: f64 = 3.0;
/// Each coding, and how long a page of it may be, its head included: bytes.
const CODINGS: [(&str, f64); 2] = [("gzip", 40e3), ("zstd", 25e3)];

/// `GET /pedidos`, page of 50 of one day, plain and in each coding.
pub fn page_of_a_day(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let days = site.keys.days(DAYS).into_iter();
    let requests: Vec<Request> = days.map(|day| Request::get(page(day, day, PAGE, 1))).collect();
    let file = bench.rounds.file("compressed", &requests)?;
    let (base, key, process) = (Interface::B.base(site), Interface::B.key(site), Some(site.server.pid()));
    let side = |coding| Side { base, key, requests: &file, coding, process };
    let mut sides = vec![side(None)];
    sides.extend(CODINGS.iter().map(|(coding, _)| side(Some(coding))));
    let outcome = bench.rounds.run(&sides, CONNECTIONS)?;
    let [plain, coded @ ..] = outcome.figures.as_slice() else { return Ok(()) };
    rows.push(Row { server: Some(*plain), ..named(site, "plain", plain) });
    ensure!(coded.len() == CODINGS.len(), "a coding was not measured");
    for ((coding, longest), figures) in CODINGS.iter().zip(coded) {
        let value = share(Some(*plain), Some(*figures)).context("no page at all")?;
        let mut problems = outcome.problems.clone();
        if figures.bytes > *longest {
            problems.push(format!("a page in {coding} may have {} bytes", thousands(*longest)));
        }
        let measured = Some(Measured { value, unit: Unit::Times });
        let row = Row { server: Some(*figures), problems, measured, ..named(site, coding, figures) };
        rows.push(Row { goal: Some(Goal::AtMost(MOST)), ..row }.judged());
    }
    Ok(())
}

fn named(site: &Site<'_>, coding: &str, figures: &Figures) -> Row {
    let work = format!("in turns: GET /pedidos, 50 of one day, {coding}, {} bytes", thousands(figures.bytes));
    row(site, &work, CONNECTIONS)
}
