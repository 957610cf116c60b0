//! One application asks its dearest questions on 32 connections: another one's small requests stay quick.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::Value;

use super::stage::Stage;
use super::tenant::{Tenant, order, sku};
use super::verdict::{Verdict, millis};
use super::witness::{Waits, observe};
use crate::http::Http;
use crate::keys::Keys;
use crate::measure::nonce;
use crate::process::output;
use crate::server::Server;

/// Connections of the greedy application.
const CONNECTIONS: usize = 32;
/// How much longer the other one may wait than when it is alone.
const GOAL: u32 = 3;
/// Items of a bulk request.
const BATCH: usize = 500;

/// Measures quiet, then loaded.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("unfair", &[])?;
    let (orders, skus) = stage.pick(("50000", "10000"), ("2000", "2000"));
    let mut seed = launch.command("seed");
    let keys = output(seed.args(["--orders", orders, "--skus", skus, "--json"]))?;
    let keys: Keys = serde_json::from_str(&keys).context("`server seed --json` printed something else")?;
    let small = Tenant::create(&launch, "small")?;
    let http = stage.http()?;
    let (server, _) = launch.start()?;
    small.store(&http, &server.a, "small", "")?;
    small.skus(&http, &server.a, "small", &["S".to_owned()])?;
    let time = Duration::from_secs(stage.pick(20, 4));
    let quiet = Pair::during(&server, &small, || sleep(time))?;
    let stop = AtomicBool::new(false);
    let loaded = thread::scope(|scope| {
        for n in 0..CONNECTIONS {
            let (server, keys, stop) = (&server, &keys, &stop);
            scope.spawn(move || greed(n, server, keys, stop));
        }
        sleep(Duration::from_millis(500));
        let loaded = Pair::during(&server, &small, || sleep(time));
        stop.store(true, Ordering::SeqCst);
        loaded
    })?;
    verdict.rounds = 1;
    for (what, quiet, loaded) in
        [("small reads", &quiet.reads, &loaded.reads), ("small writes", &quiet.writes, &loaded.writes)]
    {
        compare(verdict, what, quiet, loaded);
    }
    let mut all = loaded.reads;
    all.add(loaded.writes);
    verdict.waits(&all);
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}

fn compare(verdict: &mut Verdict, what: &str, quiet: &Waits, loaded: &Waits) {
    let (before, now) = (quiet.p99().unwrap_or_default(), loaded.p99().unwrap_or_default());
    let figures =
        format!("p99 of {what}: {} ms alone, {} ms beside the greedy one", millis(before), millis(now));
    verdict.demand(now <= before * GOAL, || figures.clone());
    verdict.notes.push(figures);
    verdict.demand(loaded.failures == 0, || {
        format!("{what} were refused {} times of {}: {}", loaded.failures, loaded.count(), loaded.failure)
    });
}

/// What the small application waits.
struct Pair {
    reads: Waits,
    writes: Waits,
}

impl Pair {
    fn during(server: &Server, small: &Tenant, event: impl FnOnce()) -> Result<Self> {
        let stop = AtomicBool::new(false);
        let read = format!("{}/sku/S?usuarioId=small", server.a);
        let write = format!("{}/sku/S/Estoque?usuarioId=small", server.a);
        let pause = Duration::from_millis(10);
        thread::scope(|scope| {
            let reads = scope.spawn(|| {
                observe(&stop, pause, |http, waits| waits.note(&[200], || http.get(&read, &small.key)))
            });
            let writes = scope.spawn(|| {
                observe(&stop, pause, |http, waits| {
                    let body = Some("{\"variacao\":1}".to_owned());
                    waits.note(&[200], || http.send(&Method::PUT, &write, &small.key, body));
                })
            });
            event();
            stop.store(true, Ordering::SeqCst);
            let panicked = || anyhow::anyhow!("a client panicked");
            Ok(Self {
                reads: reads.join().map_err(|_| panicked())??,
                writes: writes.join().map_err(|_| panicked())??,
            })
        })
    }
}

/// One connection of the greedy application; whatever it is answered.
fn greed(number: usize, server: &Server, keys: &Keys, stop: &AtomicBool) {
    let Ok(http) = Http::patient(Duration::from_secs(60)) else { return };
    let (base, user, key) = (&server.a, keys.usuario_id(), &keys.app_key);
    let since = "dataAlteracaoInicial=2000-01-01T00:00:00Z";
    let mut turn = number;
    while !stop.load(Ordering::Relaxed) {
        let page = 1 + turn % 7;
        let pages = format!("usuarioId={user}&quantidade_registros=250&pagina={page}");
        let get = |path: &str| http.get(&format!("{base}{path}"), key);
        let post = |path: &str, items: Vec<Value>| {
            let url = format!("{base}{path}?usuarioId={user}");
            http.send(&Method::POST, &url, key, Some(Value::Array(items).to_string()))
        };
        let _ = match turn % 6 {
            0 => get(&format!("/sku?{pages}&{since}")),
            1 => get(&format!("/Pedido?{pages}&{since}")),
            2 => get(&format!("/sku?{pages}&busca=a")),
            3 => get(&format!("/Pedido?{pages}")),
            4 => post("/sku/Lote", (0..BATCH).map(|n| sku(&format!("G{n}-{number}"), "")).collect()),
            _ => {
                let run = nonce();
                post("/Pedido/Lote", (0..BATCH).map(|n| order(&format!("{n}{run}"))).collect())
            }
        };
        turn += 1;
    }
}
