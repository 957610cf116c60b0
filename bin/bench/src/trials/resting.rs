//! A thousand connected channels of which nothing is wanted: what they cost in memory and processor time.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use connector_kit::{Server as ShopServer, Simulated, medusa};
use reqwest::Method;
use serde_json::{Value, json};

use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use crate::http::Http;
use crate::process::processor;
use crate::server::Server;

/// Channels of a store, the most that one may have besides the one that it begins with.
const OF_STORE: u32 = 499;
/// Memory that they may take, and hundredths of a processor.
const GOALS: (u64, f64) = (60 << 20, 2.0);

/// Connects them to one simulated shop, waits until each has told and read everything, and looks on.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let simulator = Arc::new(medusa::Simulator::default());
    simulator.add("S", 9_990, Some(0));
    let shop = ShopServer::start(simulator, 0, None).context("a shop cannot listen")?;
    let launch = stage.launch("resting", &["--channels-allow", "127.0.0.0/8"])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let (server, _) = launch.start()?;
    let users: Vec<String> = (0..stage.pick(2, 1)).map(|n| format!("loja-{n}")).collect();
    let channels = stage.pick(OF_STORE, 20);
    for user in &users {
        tenant.store(&http, &server.a, user, "")?;
        tenant.skus(&http, &server.a, user, &["S".to_owned()])?;
    }
    let empty = server.memory().map_or(0, |memory| memory.now);
    let idle = share(&server, stage.pick(30, 1))?;
    for user in &users {
        for channel in 0..channels {
            connect(&http, &tenant, &server, (user, &format!("c-{channel}")), &shop)?;
        }
    }
    let all = u64::try_from(users.len())? * u64::from(channels);
    let began = Instant::now();
    while behind(&http, &tenant, &server, &users, channels)? {
        anyhow::ensure!(began.elapsed() < Duration::from_secs(600), "the connections do not come to rest");
        sleep(Duration::from_secs(1));
    }
    let share = share(&server, stage.pick(120, 2))? - idle;
    let memory = server.memory().map_or(0, |memory| memory.now).saturating_sub(empty);
    verdict.rounds = 1;
    verdict.notes.push(format!(
        "{all} connections at rest: {:.1} MiB, {share:.1} % of a processor beside \
         {idle:.1} % without them",
        memory as f64 / f64::from(1 << 20)
    ));
    if !stage.quick {
        verdict.demand(memory <= GOALS.0 && share <= GOALS.1, || {
            format!("more than {} MiB or {} %", GOALS.0 >> 20, GOALS.1)
        });
    }
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}

/// Hundredths of a processor that the server takes meanwhile.
fn share(server: &Server, seconds: u64) -> Result<f64> {
    let spent = || processor(server.pid()).context("the system does not tell a process's time");
    let (since, before) = (Instant::now(), spent()?);
    sleep(Duration::from_secs(seconds));
    Ok(100.0 * spent()?.saturating_sub(before).as_secs_f64() / since.elapsed().as_secs_f64())
}

fn connect(
    http: &Http,
    tenant: &Tenant,
    server: &Server,
    (user, channel): (&str, &str),
    shop: &ShopServer,
) -> Result<()> {
    let settings = json!([
        { "codigo": "endereco", "valor": format!("http://{}", shop.address()) },
        { "codigo": "chave", "valor": medusa::KEY },
    ]);
    let body = json!({
        "canalId": channel, "nome": channel, "tipoCanal": "Medusa", "configuracoesAdicionais": settings,
    });
    tenant.post(http, &format!("{}/Canal?usuarioId={user}", server.a), &body)?;
    let url = format!("{}/Canal/{channel}/Conexao?usuarioId={user}", server.a);
    let body = json!({ "modo": "total" }).to_string();
    http.send(&Method::PUT, &url, &tenant.key, Some(body))?.expect(&[200, 201]).map(drop)
}

/// Whether a connection has not looked at its account yet, or has something to tell.
fn behind(http: &Http, tenant: &Tenant, server: &Server, users: &[String], channels: u32) -> Result<bool> {
    for user in users {
        for channel in 0..channels {
            let url = format!("{}/Canal/c-{channel}/Conexao?usuarioId={user}", server.a);
            let connection = http.get(&url, &tenant.key)?.expect(&[200])?.json()?;
            let told = connection.pointer("/fila/devidos").and_then(Value::as_i64) == Some(0);
            if !told || connection.get("conta").is_none_or(Value::is_null) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
