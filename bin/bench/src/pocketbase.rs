//! The same orders in PocketBase, where the `pocketbase` program is on the PATH: a collection with the fields
//! that orders are found by, indexed, and the whole order as JSON. Written for PocketBase 0.23 and later.

use std::fs::File;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};

use crate::measure::Side;
use crate::process::{self, Guarded, Scratch};
use crate::report::{Report, Row};
use crate::site::Site;
use crate::works::{Bench, CONNECTIONS};
use crate::wrk::Request;

const EMAIL: &str = "bench@entreposto.example";
const PASSWORD: &str = "bench-bench-bench";
/// Orders per request of its batch API, and per page that is read here.
const BATCH: usize = 250;
/// Orders that are copied at most: its batch API takes a while.
const MOST: u64 = 200_000;
const RECORDS: &str = "/api/collections/pedidos/records";

/// A running PocketBase.
struct PocketBase {
    base: String,
    token: String,
    _process: Guarded,
    _folder: Scratch,
}

/// Copies the orders of a site and measures the works that both have.
pub fn beside(bench: &Bench, site: &Site<'_>, report: &mut Report) -> Result<()> {
    let Some(program) = process::find("pocketbase") else {
        report.notes.push("PocketBase was left out: no `pocketbase` program is on the PATH".to_owned());
        return Ok(());
    };
    eprintln!("pocketbase {}: fill", site.amounts.orders);
    let rival = PocketBase::start(&program, bench)?;
    let ids = rival.copy(bench, site)?;
    for (work, requests) in works(site, &ids) {
        report.rows.push(rival.measure(bench, site, &work, &requests)?);
    }
    Ok(())
}

impl PocketBase {
    fn start(program: &std::path::Path, bench: &Bench) -> Result<Self> {
        let folder = Scratch::new(None)?;
        let data = folder.path().join("pb_data");
        process::output(
            Command::new(program).args(["superuser", "upsert", EMAIL, PASSWORD, "--dir"]).arg(&data),
        )?;
        let address = format!("127.0.0.1:{}", process::free_port()?);
        let log = File::create(folder.path().join("log")).context("cannot write a log")?;
        let mut serve = Command::new(program);
        serve.args(["serve", "--http", &address, "--dir"]).arg(&data).stdin(Stdio::null());
        let process = Guarded::spawn(serve.stdout(log.try_clone()?).stderr(log), "TERM")?;
        let base = format!("http://{address}");
        let since = Instant::now();
        while bench.http.get(&format!("{base}/api/health"), "").is_err() {
            ensure!(since.elapsed() < Duration::from_secs(30), "PocketBase does not answer");
            sleep(Duration::from_millis(20));
        }
        let mut rival = Self { base, token: String::new(), _process: process, _folder: folder };
        let login = json!({"identity": EMAIL, "password": PASSWORD});
        let answer =
            rival.ask(bench, &Method::POST, "/api/collections/_superusers/auth-with-password", &login)?;
        rival.token = answer.get("token").and_then(Value::as_str).context("no token")?.to_owned();
        rival.prepare(bench)?;
        Ok(rival)
    }

    /// The collection. Its rules are open, so that no request pays for a key that it does not need.
    fn prepare(&self, bench: &Bench) -> Result<()> {
        let batch = json!({"batch": {"enabled": true, "maxRequests": BATCH, "timeout": 60}});
        self.ask(bench, &Method::PATCH, "/api/settings", &batch)?;
        let field = |name: &str, kind: &str| json!({"name": name, "type": kind});
        let index = |columns: &str| {
            let name = columns.replace([',', ' '], "_");
            format!("CREATE INDEX idx_{name} ON pedidos ({columns})")
        };
        let collection = json!({
            "name": "pedidos",
            "type": "base",
            "listRule": "", "viewRule": "", "updateRule": "",
            "fields": [
                field("data", "date"), field("status", "text"), field("canalId", "text"),
                field("formaPagamentoId", "text"), field("sourceId", "text"), field("total", "number"),
                field("documento", "json"),
            ],
            "indexes": [
                index("data, id"), index("status, data"), index("formaPagamentoId, data"),
                "CREATE UNIQUE INDEX idx_source ON pedidos (canalId, sourceId)",
            ],
        });
        self.ask(bench, &Method::POST, "/api/collections", &collection).map(drop)
    }

    /// The orders of the site, newest first; answers their ids here.
    fn copy(&self, bench: &Bench, site: &Site<'_>) -> Result<Vec<String>> {
        let mut ids = Vec::new();
        let wanted = u64::from(site.keys.orders).min(MOST);
        let mut next = Some(site.path_a(&format!("/Pedido?quantidade_registros={BATCH}")));
        while let Some(path) = next.filter(|_| (ids.len() as u64) < wanted) {
            let answer = site.get_a(&bench.http, &path)?.expect(&[200])?;
            next = answer.next_page(&site.server.a);
            let body = answer.json()?;
            let orders = body.get("resultado").and_then(Value::as_array).context("no orders")?;
            let requests: Vec<Value> = orders.iter().map(create).collect();
            let made = self.ask(bench, &Method::POST, "/api/batch", &json!({"requests": requests}))?;
            let made = made.as_array().into_iter().flatten();
            ids.extend(made.filter_map(|m| m.pointer("/body/id")?.as_str().map(str::to_owned)));
        }
        Ok(ids)
    }

    fn measure(&self, bench: &Bench, site: &Site<'_>, work: &str, requests: &[Request]) -> Result<Row> {
        let first = requests.first().context("there is nothing to ask for")?;
        let body = (!first.body.is_empty()).then(|| first.filled(""));
        let url = format!("{}{}", self.base, first.path);
        let method = Method::from_bytes(first.method.as_bytes())?;
        bench.http.send(&method, &url, "", body)?.expect(&[200]).context(url)?;
        let file = bench.rounds.file("pocketbase", requests)?;
        let side = Side { base: &self.base, key: "", requests: &file, coding: None, process: None };
        let outcome = bench.rounds.run(&[side], CONNECTIONS)?;
        Ok(Row {
            database: "pocketbase".to_owned(),
            orders: site.amounts.orders,
            work: work.to_owned(),
            connections: CONNECTIONS,
            server: outcome.figures.first().copied(),
            limit: None,
            measured: None,
            goal: None,
            ok: None,
            problems: outcome.problems,
        })
    }

    fn ask(&self, bench: &Bench, method: &Method, path: &str, body: &Value) -> Result<Value> {
        let url = format!("{}{path}", self.base);
        let answer = bench.http.send_as(method, &url, &self.token, Some(body.to_string()))?;
        answer.expect(&[200, 204]).with_context(|| url.clone())?.json().context(url)
    }
}

/// One order as a request within a batch.
fn create(order: &Value) -> Value {
    let text = |name: &str| order.get(name).and_then(Value::as_str).unwrap_or_default();
    let payment = order.pointer("/informacaoAdicional/0/valor").cloned().unwrap_or_default();
    let body = json!({
        "data": text("data"), "status": text("status"), "canalId": text("canalId"),
        "formaPagamentoId": payment, "sourceId": text("sourceId"), "total": order.get("total"),
        "documento": order,
    });
    json!({"method": "POST", "url": RECORDS, "body": body})
}

/// What both programs do, as PocketBase is asked for it.
fn works(site: &Site<'_>, ids: &[String]) -> Vec<(String, Vec<Request>)> {
    let list = |filter: &str, page: u64, count: bool| {
        let skip = if count { "" } else { "&skipTotal=1" };
        Request::get(format!("{RECORDS}?perPage=50&page={page}&sort=-data,-id&filter={filter}{skip}"))
    };
    let filter = |from: &str, to: &str| {
        format!("data%3E%3D%22{from}%2000:00:00.000Z%22%26%26data%3C%3D%22{to}%2023:59:59.999Z%22")
    };
    let days: Vec<Request> = site
        .keys
        .days(40)
        .into_iter()
        .map(|day| list(&filter(&day.to_string(), &day.to_string()), 1, false))
        .collect();
    // a day more on each side: the filter's days are UTC's, the keys' the hub's
    let (from, to) = site.keys.whole_range(1);
    let all = filter(&from.to_string(), &to.to_string());
    let deep = 2_000.min(ids.len() as u64 / 50).max(1);
    let update = |id: &String| Request {
        method: "PATCH",
        path: format!("{RECORDS}/{id}"),
        body: "{\"total\":\u{2}}".to_owned(),
    };
    vec![
        ("page of 50 of one day, not counted".into(), days),
        ("page of 50, all days counted".into(), vec![list(&all, 1, true)]),
        (format!("page {deep}, not counted"), vec![list(&all, deep, false)]),
        ("update of one record".into(), ids.iter().take(2_000).map(update).collect()),
    ]
}
