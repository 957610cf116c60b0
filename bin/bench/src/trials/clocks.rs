//! The server's clock jumps, years ahead and back: what is acknowledged is there once, the log and a walk by
//! cursor go on, and nothing waits for a time that was never right.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use serde_json::{Value, json};

use super::addresses::Living;
use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::stage::Stage;
use super::tenant::{Tenant, order};
use super::verdict::{Verdict, millis};
use super::witness::Waits;
use super::{preload, readback};
use crate::http::Http;
use crate::measure::nonce;
use crate::server::Server;

const SOURCE: &str = include_str!("clock.c");
const LOAD: Load = Load { writers: 4, skus: 500, keys: true, others: true };
const DAY: i64 = 86_400;
/// By how many seconds the clock is wrong, round by round.
const JUMPS: [i64; 4] = [365 * DAY, -DAY, 2 * DAY, -365 * DAY];
/// How long a lease is asked for, seconds.
const LEASE: u64 = 3;
/// In which all that began under the wrong clock must go on: an address that was ill is left alone for 20 s.
const GOAL: Duration = Duration::from_secs(40);
/// The store that is watched.
const USER: &str = "relogio";
/// Its SKUs, which a walk sees.
const SKUS: usize = 400;

/// Jumps, and comes back.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    if !preload::possible() {
        verdict.notes.push("left out: there is no C compiler (cc)".to_owned());
        return Ok(());
    }
    let plain = stage.launch("clocks", &["--notify-allow", "127.0.0.0/8"])?;
    let folder = fs::canonicalize(stage.folder("clocks")?)?;
    let clock = folder.join("clock");
    fs::write(&clock, 0_i64.to_ne_bytes()).context("cannot write a clock")?;
    let library = preload::compile(&folder, "clock", SOURCE)?;
    let launch = preload::before(&plain, &library, &[("TRIAL_CLOCK", clock.as_path())]);
    let tenant = Tenant::create(&plain, "trial")?;
    let (server, _) = launch.start()?;
    let scene = Scene::new(stage.http()?, server, tenant, File::options().write(true).open(&clock)?)?;
    let stop = AtomicBool::new(false);
    let mut waits = Waits::default();
    let followed = thread::scope(|scope| -> Result<i64> {
        let log = scope.spawn(|| follow(&scene.server.a, &scene.tenant.key, &stop));
        let rounds = || -> Result<()> {
            for jump in JUMPS.iter().cycle().take(stage.count(12, 2) as usize) {
                scene.round(*jump, stage, verdict, &mut waits)?;
                verdict.rounds += 1;
            }
            Ok(())
        };
        let done = { rounds }();
        stop.store(true, Ordering::SeqCst);
        let followed = log.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a reader panicked")));
        done.and(followed)
    })?;
    verdict.notes.push(format!("{followed} events of the log came one after the other"));
    verdict.waits(&waits);
    verdict.memory(scene.server.memory().map_or(0, |memory| memory.peak));
    scene.server.stop()
}

/// A store, whoever reads of it, and the clock.
struct Scene {
    http: Http,
    server: Server,
    tenant: Tenant,
    address: Living,
    clock: File,
}

impl Scene {
    fn new(http: Http, server: Server, tenant: Tenant, clock: File) -> Result<Self> {
        let address = Living::open()?;
        tenant.store(&http, &server.a, USER, "")?;
        let codes: Vec<String> = (0..SKUS).map(|n| format!("S{n}")).collect();
        tenant.skus(&http, &server.a, USER, &codes)?;
        let asked =
            json!({ "url": address.url, "ativo": true, "usuarioId": USER, "tipos": ["pedido.criado"] });
        tenant.post(&http, &format!("{}/Notificacao", server.a), &asked)?;
        Ok(Self { http, server, tenant, address, clock })
    }

    fn round(&self, jump: i64, stage: &Stage<'_>, verdict: &mut Verdict, waits: &mut Waits) -> Result<()> {
        let fleet = Fleet::new(&self.http, &self.server.a, &self.tenant, LOAD, 1)?;
        let place = [Place::at(&self.server.a)];
        let ((owed, walk), seen) = fleet.during(&place, || {
            let mut walk = Walk::begin(self)?;
            sleep(Duration::from_millis(300));
            self.set(jump)?;
            self.address.ill.store(true, Ordering::SeqCst);
            let owed = self.bring(3)?;
            walk.page(self)?;
            let leased = self.lease()?;
            let mut wrong = leased.iter().filter_map(date).map(|date| (date - Utc::now()).num_seconds());
            ensure!(wrong.any(|by| (by - jump).abs() < 60), "no event is dated by a clock {jump} s off");
            let leased = places(&leased)?;
            sleep(Duration::from_secs(stage.pick(4, 2)));
            walk.page(self)?;
            self.set(0)?;
            self.address.ill.store(false, Ordering::SeqCst);
            Ok(((owed, leased), walk))
        })?;
        let found = readback::read(&self.http, &self.server.a, &self.tenant, &fleet.user, &seen.entries)?;
        verdict.count(judge(&seen.entries, &found, Torn::MustNotStand));
        seen.waits.into_iter().for_each(|seen| waits.add(seen));
        walk.end(self, jump, verdict)?;
        self.changes_show(jump, verdict)?;
        let (orders, leased) = owed;
        self.nothing_waits(jump, orders, leased, verdict)
    }

    fn set(&self, seconds: i64) -> Result<()> {
        self.clock.write_all_at(&seconds.to_ne_bytes(), 0).context("the clock cannot be set")
    }

    fn get(&self, path: &str) -> Result<Value> {
        self.http.get(&format!("{}{path}", self.server.a), &self.tenant.key)?.expect(&[200])?.json()
    }

    /// The numbers of new orders.
    fn bring(&self, count: usize) -> Result<BTreeSet<i64>> {
        let url = format!("{}/Pedido?usuarioId={USER}", self.server.a);
        let bring = |_| {
            let body = Some(order(&nonce()).to_string());
            let answer = self.http.send(&Method::POST, &url, &self.tenant.key, body)?.expect(&[201])?;
            number(&answer.json()?, "pedidoId")
        };
        (0..count).map(bring).collect()
    }

    /// Events that nobody confirms.
    fn lease(&self) -> Result<Vec<Value>> {
        let path =
            format!("/Pedido/Fila?consumidor=lento&usuarioId={USER}&visibilidade={LEASE}&quantidade=500");
        Ok(list(&self.get(&path)?)?.clone())
    }

    /// What changes under the right clock shows where somebody asks for the changes of the last minute.
    fn changes_show(&self, jump: i64, verdict: &mut Verdict) -> Result<()> {
        let url = format!("{}/sku/S0/Estoque?usuarioId={USER}", self.server.a);
        let body = Some(json!({ "variacao": 1 }).to_string());
        self.http.send(&Method::PUT, &url, &self.tenant.key, body)?.expect(&[200])?;
        let since = (Utc::now() - TimeDelta::minutes(1)).format("%Y-%m-%dT%H:%M:%SZ");
        let path = format!("/sku?usuarioId={USER}&sku=S0&dataAlteracaoInicial={since}");
        let there = list(self.get(&path)?.get("resultado").unwrap_or(&Value::Null))?.len();
        verdict.demand(there == 1, || format!("after {jump} s a change does not show among the latest"));
        Ok(())
    }

    /// Deliveries that failed and leases that nobody confirmed under the wrong clock come soon after it.
    fn nothing_waits(
        &self,
        jump: i64,
        mut orders: BTreeSet<i64>,
        mut leased: BTreeSet<i64>,
        verdict: &mut Verdict,
    ) -> Result<()> {
        let since = Instant::now();
        while since.elapsed() < GOAL && !(orders.is_empty() && leased.is_empty()) {
            while let Ok(body) = self.address.arrivals.try_recv() {
                orders.remove(&number(&serde_json::from_str(&body)?, "pedidoId")?);
            }
            let again = places(&self.lease()?)?;
            leased.retain(|place| !again.contains(place));
            sleep(Duration::from_millis(100));
        }
        let took = millis(since.elapsed());
        verdict.demand(orders.is_empty(), || format!("{} deliveries wait since {jump} s", orders.len()));
        verdict.demand(leased.is_empty(), || format!("{} leases wait since {jump} s", leased.len()));
        verdict.notes.push(format!("after {jump} s all went on within {took} ms"));
        Ok(())
    }
}

/// A walk by cursor through whatever has changed since long ago.
struct Walk {
    next: Option<String>,
    seen: Vec<String>,
}

impl Walk {
    fn begin(scene: &Scene) -> Result<Self> {
        let since = "dataAlteracaoInicial=2000-01-01T00:00:00Z";
        let path = format!("/sku?usuarioId={USER}&quantidade_registros=50&{since}");
        let mut walk = Self { next: Some(path), seen: Vec::new() };
        walk.page(scene)?;
        Ok(walk)
    }

    fn page(&mut self, scene: &Scene) -> Result<()> {
        let Some(path) = self.next.take() else { return Ok(()) };
        let url = format!("{}{path}", scene.server.a);
        let answer = scene.http.get(&url, &scene.tenant.key)?.expect(&[200])?;
        for sku in list(answer.json()?.get("resultado").unwrap_or(&Value::Null))? {
            self.seen.extend(sku.get("sku").and_then(Value::as_str).map(str::to_owned));
        }
        self.next = answer.next_page(&scene.server.a);
        Ok(())
    }

    fn end(mut self, scene: &Scene, jump: i64, verdict: &mut Verdict) -> Result<()> {
        while self.next.is_some() {
            self.page(scene)?;
        }
        let once: BTreeSet<&String> = self.seen.iter().collect();
        verdict.demand(once.len() == SKUS && self.seen.len() == SKUS, || {
            format!("a walk over {jump} s saw {} SKUs, {} different ones", self.seen.len(), once.len())
        });
        Ok(())
    }
}

/// Reads the log as it grows, and each place once; answers how many.
fn follow(base: &str, key: &str, stop: &AtomicBool) -> Result<i64> {
    let http = Http::patient(Duration::from_secs(60))?;
    let mut next = 1;
    loop {
        let last_time = stop.load(Ordering::SeqCst);
        let url = format!("{base}/Evento?posicao={next}&quantidade=1000");
        let stretch = http.get(&url, key)?.expect(&[200])?.json()?;
        let events = list(stretch.get("eventos").unwrap_or(&Value::Null))?;
        for event in events {
            let place = number(event, "posicao")?;
            ensure!(place == next, "the log goes on at {place} where {next} was due");
            next += 1;
        }
        if events.is_empty() {
            ensure!(number(&stretch, "proximaPosicao")? == next, "places without events");
            if last_time {
                return Ok(next - 1);
            }
            sleep(Duration::from_millis(20));
        }
    }
}

fn places(events: &[Value]) -> Result<BTreeSet<i64>> {
    events.iter().map(|event| number(event, "posicao")).collect()
}

fn date(event: &Value) -> Option<DateTime<Utc>> {
    event.get("data").and_then(Value::as_str)?.parse().ok()
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("no list: {value}"))
}

fn number(value: &Value, name: &str) -> Result<i64> {
    value.get(name).and_then(Value::as_i64).with_context(|| format!("no {name}: {value}"))
}
