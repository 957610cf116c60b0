//! The works: what is asked of the server, how it is known to be answered rightly, and what must be reached.

mod categories;
mod comparisons;
mod orders;
mod products;
mod skus;
mod stock;

use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::Value;

use crate::http::{Answer, Http};
use crate::limit::{Limit, Reading, Script};
use crate::measure::{Figures, Outcome, Rounds, Side};
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// Connections of works for which the specification names no number.
pub const CONNECTIONS: usize = 32;

/// A work, as `--only` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// GET /pedidos, a page of 50 of one day
    Day,
    /// GET /pedidos, a page far behind, compared with page 1
    Deep,
    /// GET /pedidos, the total of all days, compared with that of one day
    Total,
    /// GET /produtos/{sku}
    Produto,
    /// GET /sku/{sku}
    Sku,
    /// GET /categorias, both forms
    Categorias,
    /// The largest database compared with the smallest
    Sizes,
    /// PUT /sku/{sku}/Estoque
    Estoque,
    /// POST /sku/Lote of 500
    Lote,
    /// POST /Pedido
    Pedido,
    /// The same orders in PocketBase, where it is installed
    Pocketbase,
}

/// What works share.
pub struct Bench {
    /// How rounds are made.
    pub rounds: Rounds,
    /// For checks.
    pub http: Http,
    /// The works wanted; empty = all.
    pub only: Vec<Name>,
}

impl Bench {
    /// Whether a work shall be measured.
    pub fn wants(&self, name: Name) -> bool {
        self.only.is_empty() || self.only.contains(&name)
    }
}

/// Reading works of one database.
pub fn reads(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) {
    let works: [(Name, Work); 6] = [
        (Name::Day, orders::page_of_a_day),
        (Name::Deep, comparisons::deep_page),
        (Name::Total, comparisons::total),
        (Name::Produto, products::produto),
        (Name::Sku, products::sku),
        (Name::Categorias, categories::both_forms),
    ];
    run(bench, site, &works, rows);
}

/// Writing works of one database: after all reading ones, since they change what the others read.
pub fn writes(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) {
    let works: [(Name, Work); 3] =
        [(Name::Estoque, stock::put), (Name::Lote, skus::lote), (Name::Pedido, orders::post)];
    run(bench, site, &works, rows);
}

/// The largest database against the smallest.
pub fn sizes(bench: &Bench, small: &Site<'_>, large: &Site<'_>, rows: &mut Vec<Row>) {
    if let Err(error) = comparisons::sizes(bench, small, large, rows) {
        rows.push(failed(large, Name::Sizes, &error));
    }
}

type Work = fn(&Bench, &Site<'_>, &mut Vec<Row>) -> Result<()>;

/// A work that cannot be measured becomes a row that says so: the others still count.
fn run(bench: &Bench, site: &Site<'_>, works: &[(Name, Work)], rows: &mut Vec<Row>) {
    for (name, work) in works.iter().filter(|(name, _)| bench.wants(*name)) {
        eprintln!("{} {}: {}", site.database.name(), site.amounts.orders, title(*name));
        if let Err(error) = work(bench, site, rows) {
            rows.push(failed(site, *name, &error));
        }
    }
}

/// A row that says why there is no other.
fn failed(site: &Site<'_>, name: Name, error: &anyhow::Error) -> Row {
    let problems = vec![format!("{error:#}")];
    Row { ok: Some(false), problems, ..row(site, &title(name), CONNECTIONS) }
}

/// A work's first line of help.
fn title(name: Name) -> String {
    let value = name.to_possible_value();
    value.as_ref().and_then(|v| v.get_help()).map(ToString::to_string).unwrap_or_default()
}

/// A row without figures.
fn row(site: &Site<'_>, work: &str, connections: usize) -> Row {
    Row {
        database: site.database.name().to_owned(),
        orders: site.amounts.orders,
        work: work.to_owned(),
        connections,
        server: None,
        limit: None,
        measured: None,
        goal: None,
        ok: None,
        problems: Vec::new(),
    }
}

/// Which interface a work speaks to.
#[derive(Clone, Copy)]
enum Interface {
    A,
    B,
}

impl Interface {
    fn base<'s>(self, site: &'s Site<'_>) -> &'s str {
        match self {
            Self::A => &site.server.a,
            Self::B => &site.server.b,
        }
    }

    fn key<'s>(self, site: &'s Site<'_>) -> &'s str {
        match self {
            Self::A => &site.keys.app_key,
            Self::B => site.keys.store_key(),
        }
    }

    /// The answers to these paths, for checks and for the limit.
    fn answers(self, bench: &Bench, site: &Site<'_>, paths: &[String]) -> Result<Vec<Answer>> {
        let urls: Vec<String> = paths.iter().map(|path| format!("{}{path}", self.base(site))).collect();
        bench.http.get_all(&urls, self.key(site))
    }
}

/// Reads compared with the same bytes from memory.
struct Replay<'a> {
    work: &'a str,
    interface: Interface,
    paths: &'a [String],
    connections: usize,
    /// The limit's requests/s per the server's are the figure, not the other way round.
    times: bool,
    goal: Goal,
}

impl Replay<'_> {
    /// Checks every answer, then measures server and limit in turns.
    fn measure(&self, bench: &Bench, site: &Site<'_>, check: impl Fn(&Answer) -> Result<()>) -> Result<Row> {
        ensure!(!self.paths.is_empty(), "there is nothing to ask for");
        let answers = self.interface.answers(bench, site, self.paths)?;
        for (path, answer) in self.paths.iter().zip(&answers) {
            check(answer).with_context(|| path.clone())?;
        }
        let limit = Limit::start(bench.rounds.folder(), &Script::replay(self.paths, &answers))?;
        let requests: Vec<Request> = self.paths.iter().map(Request::get).collect();
        let file = bench.rounds.file("reads", &requests)?;
        let outcome = beside_limit(bench, self.interface, site, &limit, &file, self.connections)?;
        let row = filled(site, self.work, self.connections, outcome);
        let measured = share(row.server, row.limit).map(|share| match self.times {
            true => Measured { value: 1.0 / share, unit: Unit::Times },
            false => Measured { value: share, unit: Unit::OfLimit },
        });
        Ok(Row { measured, goal: Some(self.goal), ..row }.judged())
    }
}

/// Writes compared with a server that reads the same bodies and writes nothing.
struct Write<'a> {
    work: &'a str,
    requests: &'a [Request],
    /// The right answer to one of the requests.
    answer: &'a Answer,
    reading: Reading,
    connections: usize,
}

impl Write<'_> {
    fn measure(&self, bench: &Bench, site: &Site<'_>) -> Result<Row> {
        let limit = Limit::start(bench.rounds.folder(), &Script::read(self.reading, self.answer))?;
        let file = bench.rounds.file("writes", self.requests)?;
        let outcome = beside_limit(bench, Interface::A, site, &limit, &file, self.connections)?;
        Ok(filled(site, self.work, self.connections, outcome))
    }
}

/// Server and limit in turns; the server's figures come first.
fn beside_limit(
    bench: &Bench,
    interface: Interface,
    site: &Site<'_>,
    limit: &Limit,
    requests: &Path,
    connections: usize,
) -> Result<Outcome> {
    let key = interface.key(site);
    let server = Side { base: interface.base(site), key, requests };
    let limit = Side { base: &limit.base, key, requests };
    bench.rounds.run(&[server, limit], connections)
}

/// Requests/s of one side as a share of the other's.
fn share(one: Option<Figures>, other: Option<Figures>) -> Option<f64> {
    let (one, other) = (one?.per_second, other?.per_second);
    (one > 0.0 && other > 0.0).then(|| one / other)
}

/// A row with the figures of two sides.
fn filled(site: &Site<'_>, work: &str, connections: usize, outcome: Outcome) -> Row {
    let mut figures = outcome.figures.into_iter();
    Row {
        server: figures.next(),
        limit: figures.next(),
        problems: outcome.problems,
        ..row(site, work, connections)
    }
}

/// The records of a list.
fn records(answer: &Answer) -> Result<usize> {
    match answer.json()? {
        Value::Array(records) => Ok(records.len()),
        _ => anyhow::bail!("not a list"),
    }
}

/// What the list says that it has in all.
fn total(answer: &Answer) -> Result<u64> {
    Ok(answer.header("x-total-count").context("a list without x-total-count")?.parse()?)
}
