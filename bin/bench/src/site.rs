//! One filled database with its server: what every work needs to know of it.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde_json::Value;

use crate::fill::{Amounts, Filled};
use crate::home::{Database, Home, Place};
use crate::http::{Answer, Http};
use crate::keys::Keys;
use crate::measure::median;
use crate::process::Memory;
use crate::report::ServerFacts;
use crate::server::{Launch, Server};

/// What a path segment may hold as it is.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// SKUs per page while they are read.
const PAGE: usize = 250;
/// SKUs that the works know, at most: 20 bodies of `POST /sku/Lote`.
const KNOWN: usize = 10_000;
/// Starts of which the median counts.
const STARTS: usize = 5;

/// A text as one segment of a path.
pub fn segment(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, SEGMENT)
}

/// A filled database with its server.
pub struct Site<'a> {
    /// Where it lives.
    pub database: Database,
    /// What was put into it.
    pub amounts: Amounts,
    /// Its keys.
    pub keys: Keys,
    /// The running server.
    pub server: Server,
    /// SKUs as interface A shows them.
    pub skus: Vec<Value>,
    launch: Launch,
    place: Place<'a>,
    fill: Option<Duration>,
    filled_bytes: u64,
    idle: Option<Memory>,
}

impl<'a> Site<'a> {
    /// Starts a server on a filled database.
    pub fn open(
        home: &'a Home,
        amounts: Amounts,
        filled: Filled,
        launch: Launch,
        http: &Http,
    ) -> Result<Self> {
        let place = home.place(&amounts.name());
        let launch = Launch { database_url: place.serve()?, ..launch };
        let filled_bytes = place.size()?;
        let (server, _) = launch.start()?;
        let idle = server.memory();
        let Filled { keys, took } = filled;
        let skus = known_skus(http, &server, &keys)?;
        ensure!(!skus.is_empty(), "the filled database has no SKU");
        let database = home.database;
        Ok(Self { database, amounts, keys, server, skus, launch, place, fill: took, filled_bytes, idle })
    }

    /// A path of interface A with its `usuarioId`, which all of them need.
    pub fn path_a(&self, path: &str) -> String {
        let mark = if path.contains('?') { '&' } else { '?' };
        format!("{path}{mark}usuarioId={}", self.keys.usuario_id())
    }

    /// `GET` on interface A; `path` as [`Self::path_a`] makes it.
    pub fn get_a(&self, http: &Http, path: &str) -> Result<Answer> {
        http.get(&format!("{}{path}", self.server.a), &self.keys.app_key)
    }

    /// `GET` on interface B.
    pub fn get_b(&self, http: &Http, path: &str) -> Result<Answer> {
        http.get(&format!("{}{path}", self.server.b), self.keys.store_key())
    }

    /// How many records a list of interface A has in all.
    pub fn total_a(&self, http: &Http, list: &str) -> Result<u64> {
        let path = self.path_a(&format!("{list}?quantidade_registros=1"));
        let body = self.get_a(http, &path)?.expect(&[200])?.json()?;
        body.pointer("/metadados/total").and_then(Value::as_u64).context("a list says its total")
    }

    /// Paths `before` + SKU + `after` for up to `count` SKUs, spread over all known ones.
    pub fn sku_paths(&self, count: usize, before: &str, after: &str) -> Vec<String> {
        let every = self.skus.len().div_ceil(count).max(1);
        let codes = self.skus.iter().step_by(every).filter_map(|sku| sku.get("sku")?.as_str());
        codes.map(|code| format!("{before}{}{after}", segment(code))).collect()
    }

    /// Ends the measurements: memory, sizes, and how long the server takes to start on this database.
    pub fn close(self) -> Result<ServerFacts> {
        let memory = self.server.memory();
        self.server.stop()?;
        let final_bytes = self.place.size()?;
        let mut starts = Vec::new();
        for _ in 0..STARTS {
            let (server, took) = self.launch.start()?;
            starts.push(took.as_secs_f64() * 1000.0);
            server.stop()?;
        }
        self.place.clean()?;
        Ok(ServerFacts {
            database: self.database.name().to_owned(),
            orders: self.amounts.orders,
            fill_seconds: self.fill.map(|took| took.as_secs_f64()),
            filled_bytes: self.filled_bytes,
            final_bytes,
            memory_idle: self.idle.map(|m| m.now),
            memory: memory.map(|m| m.now),
            memory_peak: memory.map(|m| m.peak),
            start_millis: Some(median(starts)),
        })
    }
}

fn known_skus(http: &Http, server: &Server, keys: &Keys) -> Result<Vec<Value>> {
    let mut skus = Vec::new();
    while skus.len() < KNOWN {
        let page = skus.len() / PAGE + 1;
        let user = keys.usuario_id();
        let url = format!("{}/sku?usuarioId={user}&quantidade_registros={PAGE}&pagina={page}", server.a);
        let mut body = http.get(&url, &keys.app_key)?.expect(&[200])?.json()?;
        let Some(Value::Array(found)) = body.get_mut("resultado").map(Value::take) else { break };
        let last = found.len() < PAGE;
        skus.extend(found);
        if last {
            break;
        }
    }
    Ok(skus)
}
