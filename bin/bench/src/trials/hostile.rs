//! Thousands of sockets that are silent, drip, or never read: an honest client does not notice.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::Value;

use super::sockets::{LATE, Manner, Siege};
use super::stage::Stage;
use super::tenant::{Tenant, sku};
use super::verdict::{Verdict, millis};
use super::witness::{Waits, observe};
use crate::http::Http;
use crate::server::Server;

/// What 99 of 100 of the honest client's answers may take.
const GOAL: Duration = Duration::from_millis(500);
/// The same of `/live`.
const LIVE: Duration = Duration::from_millis(100);
/// The most memory.
const MEMORY: u64 = 300_000_000;
/// Descriptors beside those of the hostile sockets.
const OTHERS: u64 = 200;
/// Characters of each description: a page of 250 SKUs has megabytes.
const DESCRIPTION: usize = 10_000;

/// How many there are.
struct Amounts {
    late: usize,
    deaf: usize,
    endless: usize,
}

/// Besets a server for a while.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("hostile", &[])?;
    let (evil, honest) = (Tenant::create(&launch, "evil")?, Tenant::create(&launch, "honest")?);
    let http = stage.http()?;
    let (server, _) = launch.start()?;
    prepare(&http, &server, &evil, &honest)?;
    let amounts = amounts(stage, verdict)?;
    let mut manners: Vec<Manner> = LATE.iter().copied().cycle().take(amounts.late).collect();
    manners.extend(std::iter::repeat_n(Manner::Deaf, amounts.deaf));
    manners.extend(std::iter::repeat_n(Manner::Endless, amounts.endless));
    let address = server.a.strip_prefix("http://").context("an address")?;
    let siege = Siege {
        target: address.parse::<SocketAddr>()?,
        large: format!(
            "GET /sku?usuarioId=evil&quantidade_registros=250 HTTP/1.1\r\nHost: x\r\n\
             Authorization: Basic {}\r\n\r\n",
            evil.key
        ),
        begun: format!(
            "POST /sku?usuarioId=evil HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {}\r\n\
             Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n[1,",
            evil.key
        ),
        stop: AtomicBool::new(false),
        open: AtomicUsize::new(0),
        closed: AtomicUsize::new(0),
    };
    let (waits, live) = thread::scope(|scope| -> Result<(Waits, Waits)> {
        let sockets = scope.spawn(|| siege.hold(&manners));
        let client = scope.spawn(|| {
            observe(&siege.stop, Duration::from_millis(5), |http, w| ask(http, w, &server, &honest))
        });
        let probe = scope.spawn(|| {
            observe(&siege.stop, Duration::from_millis(20), |http, waits| {
                waits.note(&[200], || http.get(&format!("{}/live", server.admin), ""));
            })
        });
        sleep(Duration::from_secs(stage.pick(60, 8)));
        siege.stop.store(true, Ordering::SeqCst);
        let _ = sockets.join();
        let panicked = || anyhow::anyhow!("a client panicked");
        Ok((client.join().map_err(|_| panicked())??, probe.join().map_err(|_| panicked())??))
    })?;
    verdict.rounds = 1;
    judge(verdict, &waits, &live);
    let peak = server.memory().map_or(0, |memory| memory.peak);
    verdict.memory(peak);
    verdict.demand(peak < MEMORY, || format!("{} MB of memory", peak / 1_000_000));
    verdict.notes.push(format!(
        "{} sockets, {} open at the end, {} times one was closed",
        manners.len(),
        siege.open.load(Ordering::Relaxed),
        siege.closed.load(Ordering::Relaxed)
    ));
    server.stop()
}

fn judge(verdict: &mut Verdict, waits: &Waits, live: &Waits) {
    verdict.waits(waits);
    let (p99, live_p99) = (waits.p99().unwrap_or_default(), live.p99().unwrap_or_default());
    verdict.demand(p99 < GOAL, || format!("p99 of the honest client is {} ms", millis(p99)));
    verdict.demand(live_p99 < LIVE, || format!("p99 of /live is {} ms", millis(live_p99)));
    for (who, waits) in [("the honest client", waits), ("/live", live)] {
        verdict.demand(waits.failures == 0, || {
            format!("{who} was refused {} times of {}: {}", waits.failures, waits.count(), waits.failure)
        });
    }
    let worst = live.worst().map_or(0, millis);
    verdict.notes.push(format!("/live: p99 {} ms, worst {worst} ms", millis(live_p99)));
}

/// A small read and a small write.
fn ask(http: &Http, waits: &mut Waits, server: &Server, honest: &Tenant) {
    let url = format!("{}/sku/S?usuarioId=honest", server.a);
    waits.note(&[200], || http.get(&url, &honest.key));
    let url = format!("{}/sku/S/Estoque?usuarioId=honest", server.a);
    waits.note(&[200], || http.send(&Method::PUT, &url, &honest.key, Some("{\"variacao\":1}".to_owned())));
}

fn prepare(http: &Http, server: &Server, evil: &Tenant, honest: &Tenant) -> Result<()> {
    evil.store(http, &server.a, "evil", "")?;
    honest.store(http, &server.a, "honest", "")?;
    honest.skus(http, &server.a, "honest", &["S".to_owned()])?;
    let text = "á".repeat(DESCRIPTION / 2);
    let skus: Vec<Value> = (0..250).map(|n| sku(&format!("S{n}"), &text)).collect();
    evil.post(http, &format!("{}/sku/Lote?usuarioId=evil", server.a), &Value::Array(skus))
}

/// As many as are asked for, or as this process may open.
fn amounts(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<Amounts> {
    let share = stage.pick(1, 10);
    let wanted = 3_000 / share as u64;
    let limit = rlimit::increase_nofile_limit(u64::MAX).context("the limit of open files cannot be read")?;
    let possible = limit.saturating_sub(OTHERS).min(wanted);
    if possible < wanted {
        verdict
            .notes
            .push(format!("only {possible} sockets: this process may open {limit} files (ulimit -n)"));
    }
    let of = |count: u64| (count * possible / 3_000) as usize;
    Ok(Amounts { late: of(2_000), deaf: of(500), endless: of(500) })
}
