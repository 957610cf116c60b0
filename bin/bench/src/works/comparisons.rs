//! What must not grow: a page far behind, a total over everything, a store with many more orders.

use anyhow::{Context, Result, ensure};

use super::answers::{records, total as total_of};
use super::bench::{Bench, CONNECTIONS};
use super::limited::{Interface, row, share};
use super::orders::{PAGE, page};
use crate::measure::Side;
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::table::thousands;
use crate::wrk::Request;

/// The page that the specification names.
const DEEP: u64 = 10_000;
/// Different requests per side.
const VARIANTS: u64 = 20;

/// Two sides, of which the second must not be much slower than the first.
struct Comparison<'a> {
    /// What the second side does.
    work: &'a str,
    /// What the first side does: its figures stand in a row of their own.
    base: &'a str,
    sites: [&'a Site<'a>; 2],
    paths: [Vec<String>; 2],
    /// Most that the second may take, as a multiple of the first.
    most: f64,
}

impl Comparison<'_> {
    /// A row for each side.
    fn measure(&self, bench: &Bench, rows: &mut Vec<Row>) -> Result<()> {
        let mut files = Vec::new();
        for (name, paths) in ["first", "second"].iter().zip(&self.paths) {
            ensure!(!paths.is_empty(), "there is nothing to ask for");
            let requests: Vec<Request> = paths.iter().map(Request::get).collect();
            files.push(bench.rounds.file(name, &requests)?);
        }
        let sides: Vec<Side<'_>> =
            self.sites.iter().zip(&files).map(|(site, requests)| Interface::B.side(site, requests)).collect();
        let outcome = bench.rounds.run(&sides, CONNECTIONS)?;
        let (first, second) = (outcome.figures.first().copied(), outcome.figures.get(1).copied());
        let value = share(second, first).map(|share| 1.0 / share);
        let measured = value.map(|value| Measured { value, unit: Unit::Times });
        let [site, other] = self.sites;
        rows.push(Row { server: first, ..row(site, self.base, CONNECTIONS) });
        let compared =
            Row { server: second, problems: outcome.problems, ..row(other, self.work, CONNECTIONS) };
        rows.push(Row { measured, goal: Some(Goal::AtMost(self.most)), ..compared }.judged());
        Ok(())
    }
}

/// Page 10,000, or one of the last tenth of a smaller store, against page 1; both over all orders.
pub fn deep_page(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let deep = deep_paths(site);
    for path in deep.iter().take(2) {
        let answer = site.get_b(&bench.http, path)?.expect(&[200])?;
        let found = records(&answer)? as u64;
        ensure!(found == PAGE, "{path}: {found} records instead of {PAGE}");
        everything(site, total_of(&answer)?)?;
    }
    let (last, _) = last_page(site);
    Comparison {
        work: &format!("GET /pedidos, all days, about page {}", thousands(last as f64)),
        base: "GET /pedidos, all days, page 1",
        sites: [site, site],
        paths: [variants(site, |from, to, _| page(from, to, PAGE, 1)), deep],
        most: 2.0,
    }
    .measure(bench, rows)
}

/// The total over all orders against that over a day, both with the one record that a list has at least.
pub fn total(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let days: Vec<String> = site.keys.days(VARIANTS).into_iter().map(|day| page(day, day, 1, 1)).collect();
    let all = all_days(site);
    let path = all.first().context("there is nothing to ask for")?;
    let answer = site.get_b(&bench.http, path)?.expect(&[200])?;
    ensure!(records(&answer)? == 1, "{path}: not one record");
    everything(site, total_of(&answer)?)?;
    Comparison {
        work: "GET /pedidos, 1 record, total of all days",
        base: "GET /pedidos, 1 record, total of one day",
        sites: [site, site],
        paths: [days, all],
        most: 1.5,
    }
    .measure(bench, rows)
}

/// The same works in a small and in a large store.
pub fn sizes(bench: &Bench, small: &Site<'_>, large: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let day = |site: &Site<'_>| -> Vec<String> {
        site.keys.days(VARIANTS).into_iter().map(|day| page(day, day, PAGE, 1)).collect()
    };
    let works: [(&str, [Vec<String>; 2]); 3] = [
        ("50 of one day", [day(small), day(large)]),
        ("1 record, total of all days", [all_days(small), all_days(large)]),
        ("all days, a page far behind", [deep_paths(small), deep_paths(large)]),
    ];
    for (what, paths) in works {
        let orders = [small, large].map(|site| thousands(f64::from(site.amounts.orders)));
        let [base, work] = orders.map(|orders| format!("in turns at {orders}: GET /pedidos, {what}"));
        let sites = [small, large];
        Comparison { work: &work, base: &base, sites, paths, most: 1.5 }.measure(bench, rows)?;
    }
    Ok(())
}

/// A list over everything must know of every order.
fn everything(site: &Site<'_>, total: u64) -> Result<()> {
    let orders = u64::from(site.keys.orders);
    ensure!(total == orders, "the total over all days is {total} instead of {orders}");
    Ok(())
}

fn all_days(site: &Site<'_>) -> Vec<String> {
    variants(site, |from, to, _| page(from, to, 1, 1))
}

fn deep_paths(site: &Site<'_>) -> Vec<String> {
    let (last, spread) = last_page(site);
    variants(site, |from, to, n| page(from, to, PAGE, (last - n * spread / VARIANTS).max(1)))
}

/// A page far behind that is full, and over how many pages before it the requests spread.
fn last_page(site: &Site<'_>) -> (u64, u64) {
    let full = (u64::from(site.keys.orders) / PAGE).max(1);
    (full.min(DEEP), full.min(DEEP) / 10)
}

/// Requests over all orders, no two of the same text.
fn variants(
    site: &Site<'_>,
    path: impl Fn(chrono::NaiveDate, chrono::NaiveDate, u64) -> String,
) -> Vec<String> {
    let ranges = (0..VARIANTS).map(|n| (site.keys.whole_range(n), n));
    ranges.map(|((from, to), n)| path(from, to, n)).collect()
}
