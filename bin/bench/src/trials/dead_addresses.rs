//! Many stores of one application send their events to an address that takes calls and never answers: another
//! application's events arrive all the same.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;

use super::addresses::{self, Living};
use super::stage::Stage;
use super::tenant::{Tenant, order};
use super::verdict::{Verdict, millis};
use super::witness::Waits;
use crate::http::Http;
use crate::measure::nonce;

/// In which the other application's event must arrive.
const GOAL: Duration = Duration::from_secs(2);
/// How long it is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends to the dead and to the living.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("dead", &["--notify-allow", "127.0.0.0/8"])?;
    let (many, one) = (Tenant::create(&launch, "many")?, Tenant::create(&launch, "one")?);
    let http = stage.http()?;
    let (server, _) = launch.start()?;
    let dead = addresses::dead()?;
    let living = Living::open()?;
    one.store(&http, &server.a, "one", "")?;
    one.post(&http, &format!("{}/Notificacao", server.a), &json!({ "url": living.url, "ativo": true }))?;
    let stores: Vec<String> = (0..stage.pick(1_500, 100)).map(|n| format!("loja-{n}")).collect();
    for store in &stores {
        many.store(&http, &server.a, store, &dead)?;
    }
    many.post(&http, &format!("{}/Notificacao", server.a), &json!({ "urlIntegracao": true, "ativo": true }))?;
    for store in &stores {
        bring_order(&http, &many, &server.a, store)?;
    }
    let (mut waits, mut missed) = (Waits::default(), 0);
    for _ in 0..stage.count(20, 5) {
        while living.arrivals.try_recv().is_ok() {}
        let since = Instant::now();
        bring_order(&http, &one, &server.a, "one")?;
        missed += u32::from(living.arrivals.recv_timeout(PATIENCE).is_err());
        waits.push(since.elapsed());
        verdict.rounds += 1;
        sleep(Duration::from_secs(1));
    }
    verdict.waits(&waits);
    verdict.demand(missed == 0, || format!("{missed} events did not arrive within {} s", PATIENCE.as_secs()));
    let worst = waits.worst().unwrap_or_default();
    verdict.demand(worst < GOAL, || format!("an event was waited for {} ms", millis(worst)));
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}

fn bring_order(http: &Http, tenant: &Tenant, base: &str, store: &str) -> Result<()> {
    tenant.post(http, &format!("{base}/Pedido?usuarioId={store}"), &order(&nonce()))
}
