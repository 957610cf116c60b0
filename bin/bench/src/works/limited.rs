//! Works beside the limit: reads compared with the same bytes from memory, writes with a server that only
//! reads them.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::bench::Bench;
use crate::http::Answer;
use crate::limit::{Limit, Reading, Script};
use crate::measure::{Figures, Outcome, Side};
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// Which interface a work speaks to.
#[derive(Clone, Copy)]
pub enum Interface {
    /// An application's.
    A,
    /// A store's.
    B,
}

impl Interface {
    /// Where it is reached.
    pub fn base<'s>(self, site: &'s Site<'_>) -> &'s str {
        match self {
            Self::A => &site.server.a,
            Self::B => &site.server.b,
        }
    }

    /// The key that opens it.
    pub fn key<'s>(self, site: &'s Site<'_>) -> &'s str {
        match self {
            Self::A => &site.keys.app_key,
            Self::B => site.keys.store_key(),
        }
    }

    /// The site's server, asked these requests.
    pub fn side<'s>(self, site: &'s Site<'_>, requests: &'s Path) -> Side<'s> {
        let process = Some(site.server.pid());
        Side { base: self.base(site), key: self.key(site), requests, coding: None, process }
    }

    /// The answers to these paths, for checks and for the limit.
    pub fn answers(self, bench: &Bench, site: &Site<'_>, paths: &[String]) -> Result<Vec<Answer>> {
        let urls: Vec<String> = paths.iter().map(|path| format!("{}{path}", self.base(site))).collect();
        bench.http.get_all(&urls, self.key(site))
    }
}

/// Reads compared with the same bytes from memory.
pub struct Replay<'a> {
    /// What the row is called.
    pub work: &'a str,
    /// Where it is asked.
    pub interface: Interface,
    /// What is asked for.
    pub paths: &'a [String],
    /// Connections of the load generator.
    pub connections: usize,
    /// The limit's requests/s per the server's are the figure, not the other way round.
    pub times: bool,
    /// What must be reached.
    pub goal: Goal,
}

impl Replay<'_> {
    /// Checks every answer, then measures server and limit in turns.
    pub fn measure(
        &self,
        bench: &Bench,
        site: &Site<'_>,
        check: impl Fn(&Answer) -> Result<()>,
    ) -> Result<Row> {
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
pub struct Write<'a> {
    /// What the row is called.
    pub work: &'a str,
    /// What is sent, to interface A.
    pub requests: &'a [Request],
    /// The right answer to one of the requests.
    pub answer: &'a Answer,
    /// What the limit does with a body.
    pub reading: Reading,
    /// Connections of the load generator.
    pub connections: usize,
}

impl Write<'_> {
    /// Measures server and limit in turns.
    pub fn measure(&self, bench: &Bench, site: &Site<'_>) -> Result<Row> {
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
    let server = interface.side(site, requests);
    let limit = Side { base: &limit.base, process: Some(limit.pid()), ..server };
    bench.rounds.run(&[server, limit], connections)
}

/// Requests/s of one side as a share of the other's.
pub fn share(one: Option<Figures>, other: Option<Figures>) -> Option<f64> {
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

/// A row without figures.
pub fn row(site: &Site<'_>, work: &str, connections: usize) -> Row {
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
