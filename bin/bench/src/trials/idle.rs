//! What a thousand connected channels with nothing to do cost in memory and processor time.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use connector_kit::{Server as ShopServer, Simulated, medusa};
use serde_json::{Value, json};

use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use crate::home::Database;
use crate::http::Http;
use crate::process::processor;
use crate::server::Server;

/// The most that a store may have, less the one that it is made with.
const CHANNELS_PER_STORE: u32 = 499;
/// Bytes that all of them may take.
const MEMORY: u64 = 60 << 20;
/// How long they may take to settle.
const PATIENCE: Duration = Duration::from_secs(600);

/// Connects them to one simulated Medusa, waits until all are settled, and measures for a while.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let simulator = Arc::new(medusa::Simulator::default());
    simulator.add("S", 9_990, Some(0));
    let shop = ShopServer::start(simulator, 0, None).context("a shop cannot listen")?;
    let launch = stage.launch("idle", &["--channels-allow", "127.0.0.0/8"])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let (server, _) = launch.start()?;
    let users: Vec<String> = (0..stage.pick(2, 1)).map(|n| format!("loja-{n}")).collect();
    let channels = stage.pick(CHANNELS_PER_STORE, 20);
    for user in &users {
        tenant.store(&http, &server.a, user, "")?;
        tenant.skus(&http, &server.a, user, &["S".to_owned()])?;
    }
    let (memory_before, percent_before) = (memory(&server)?, cpu_percent(&server, stage.pick(30, 1))?);
    for user in &users {
        for channel in 0..channels {
            connect(&http, &tenant, &server, (user, &format!("c-{channel}")), &shop)?;
        }
    }
    let began = Instant::now();
    while !settled(&http, &tenant, &server, &users, channels)? {
        ensure!(began.elapsed() < PATIENCE, "after {} s connections have work left", PATIENCE.as_secs());
        sleep(Duration::from_secs(1));
    }
    let percent = cpu_percent(&server, stage.pick(120, 2))? - percent_before;
    let memory = memory(&server)?.saturating_sub(memory_before);
    verdict.rounds = 1;
    verdict.notes.push(format!(
        "{} idle channels take {:.1} MiB, and {percent:.1} % of a processor in addition to {percent_before:.1} % \
         without them",
        users.len() as u32 * channels,
        memory as f64 / f64::from(1 << 20)
    ));
    // on PostgreSQL each statement of a turn is a round trip
    let percent_max = if stage.home.database == Database::Sqlite { 2.0 } else { 5.0 };
    // a few channels show nothing
    if !stage.quick {
        verdict.demand(memory <= MEMORY && percent <= percent_max, || {
            format!("more than {} MiB or {percent_max} %", MEMORY >> 20)
        });
    }
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}

fn memory(server: &Server) -> Result<u64> {
    Ok(server.memory().context("the system does not tell a process's memory")?.now)
}

/// Percent of one processor that the server uses over some seconds.
fn cpu_percent(server: &Server, seconds: u64) -> Result<f64> {
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
    tenant.connect(http, &server.a, (user, channel), "Medusa", settings)
}

/// Whether every connection knows its account and has nothing to tell.
fn settled(http: &Http, tenant: &Tenant, server: &Server, users: &[String], channels: u32) -> Result<bool> {
    for user in users {
        for channel in 0..channels {
            let url = format!("{}/Canal/c-{channel}/Conexao?usuarioId={user}", server.a);
            let connection = http.get(&url, &tenant.key)?.expect(&[200])?.json()?;
            let nothing_due = connection.pointer("/fila/devidos").and_then(Value::as_i64) == Some(0);
            if !nothing_due || connection.get("conta").is_none_or(Value::is_null) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
