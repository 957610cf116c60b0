//! Two connected channels, a simulated Vendure and a simulated Medusa, sell the same SKUs while calls fail and the
//! server is killed: afterwards each order is there once, and the stock is the same everywhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use connector_kit::{Fault, Plan, Random, Server as ShopServer, Simulated, medusa, vendure};
use rand::random_range;
use reqwest::Method;
use serde_json::{Value, json};

use super::change::Tally;
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use crate::home::Database;
use crate::http::Http;
use crate::server::Server;

const USER: &str = "loja";
/// Units of each SKU: more than the buyers take.
const UNITS: u64 = 5_000;
/// Calls of a thousand that fail.
const PER_MILLE: u64 = 50;
/// What happens to them. A slow answer holds a connection for 20 s, and a limit for as long as it says: both are rare.
const FAULTS: &[Fault] = &[
    Fault::RequestLost,
    Fault::AnswerLost,
    Fault::Twice,
    Fault::Status(500),
    Fault::Status(503),
    Fault::Html,
    Fault::HalfJson,
    Fault::Empty,
    Fault::RequestLost,
    Fault::AnswerLost,
    Fault::Twice,
    Fault::Limited(Some(1)),
    Fault::Slow,
];
/// Until all is settled when nothing fails any more.
const PATIENCE: Duration = Duration::from_secs(900);

/// A simulated shop that a channel is connected to.
struct Shop {
    canal: &'static str,
    simulator: Arc<dyn Simulated>,
    server: Option<ShopServer>,
    orders: AtomicU64,
}

impl Shop {
    fn open(canal: &'static str, simulator: Arc<dyn Simulated>, seed: u64, codes: &[String]) -> Result<Self> {
        for code in codes {
            simulator.add(code, 9_990, Some(0));
        }
        let plan = Plan::new(seed, PER_MILLE, FAULTS);
        let server =
            ShopServer::start(Arc::clone(&simulator), 0, Some(plan)).context("a shop cannot listen")?;
        Ok(Self { canal, simulator, server: Some(server), orders: AtomicU64::new(0) })
    }

    fn address(&self) -> Result<String> {
        let server = self.server.as_ref().context("the shop listens")?;
        Ok(format!("http://{}", server.address()))
    }

    /// From now on all calls succeed.
    fn calm(&mut self) -> Result<()> {
        let port = self.server.take().context("the shop listens")?.address().port();
        self.server = Some(ShopServer::start(Arc::clone(&self.simulator), port, None)?);
        Ok(())
    }

    /// Buyers order one or two units at a time.
    fn sell(&self, codes: &[String], orders: u64, pace: Duration, seed: u64) {
        let mut random = Random::new(seed);
        while self.orders.load(Ordering::Relaxed) < orders {
            let units = 1 + i64::try_from(random.below(2)).unwrap_or(0);
            let Some(code) = random.one_of(codes) else { return };
            if self.simulator.order(&[(code, units)], Some(true)).is_ok() {
                self.orders.fetch_add(1, Ordering::Relaxed);
            }
            sleep(pace);
        }
    }

    /// Units that buyers can still order, by code.
    fn free(&self) -> BTreeMap<String, i64> {
        let state = self.simulator.state();
        let products = state.get("products").and_then(Value::as_array).into_iter().flatten();
        let goods = products.filter_map(|product| product.get(4)?.get(0));
        let free = goods.filter_map(|goods| {
            let units = |place: usize| goods.get(place).and_then(Value::as_i64);
            Some((goods.get(0)?.as_str()?.to_owned(), units(2)? - units(3)?))
        });
        free.collect()
    }
}

/// Connects, sells, kills and compares.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let seed = rand::random();
    verdict.notes.push(format!("faults of seed {seed}, {PER_MILLE} of 1,000 calls"));
    let codes: Vec<String> = (0..50).map(|n| format!("S-{n}")).collect();
    let mut shops = [
        Shop::open("vendure", Arc::new(vendure::Simulator::default()), seed, &codes)?,
        Shop::open("medusa", Arc::new(medusa::Simulator::default()), seed ^ 1, &codes)?,
    ];
    let launch = stage.launch("channels", &["--channels-allow", "127.0.0.0/8"])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let (mut server, _) = launch.start()?;
    tenant.store(&http, &server.a, USER, "")?;
    tenant.skus(&http, &server.a, USER, &codes)?;
    for code in &codes {
        let url = format!("{}/sku/{code}/Estoque?usuarioId={USER}", server.a);
        let body = json!({ "estoque": UNITS });
        http.send(&Method::PUT, &url, &tenant.key, Some(body.to_string()))?.expect(&[200])?;
    }
    for shop in &shops {
        connect(&http, &tenant, &server, shop)?;
    }
    wait("the shops sell", || Ok(shops.iter().all(|shop| shop.simulator.for_sale().len() == codes.len())))?;

    let orders = stage.pick(10_000, 300);
    // on PostgreSQL nobody knows that a server is gone: its leases end after 90 s
    let (kills, between) = match stage.home.database {
        Database::Sqlite => (stage.count(20, 2), 3_000..12_000),
        Database::Postgres => (stage.count(4, 1), 5_000..60_000),
    };
    server = scope(|scope| {
        let pace = Duration::from_millis(stage.pick(15, 10));
        for (n, shop) in shops.iter().enumerate() {
            let codes = &codes;
            scope.spawn(move || shop.sell(codes, orders, pace, seed ^ (n as u64 + 2)));
        }
        for _ in 0..kills {
            sleep(Duration::from_millis(random_range(between.clone())));
            verdict.memory(server.kill()?);
            // Vendure's sessions end; Medusa's key is for good
            shops[0].simulator.end_access();
            (server, _) = launch.start()?;
            verdict.rounds += 1;
        }
        Ok::<_, anyhow::Error>(server)
    })?;
    for shop in &mut shops {
        shop.calm()?;
    }
    let since = Instant::now();
    let placed: u64 = shops.iter().map(|shop| shop.orders.load(Ordering::Relaxed)).sum();
    let settled = wait("all is settled", || settled(&http, &tenant, &server, &shops, placed));
    verdict
        .notes
        .push(format!("{placed} orders, settled {} s after the last fault", since.elapsed().as_secs()));
    if let Err(error) = settled {
        verdict.problems.push(format!("{error:#}"));
    }
    compare(&http, &tenant, &server, (&shops, &codes), verdict)?;
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}

fn connect(http: &Http, tenant: &Tenant, server: &Server, shop: &Shop) -> Result<()> {
    let setting = |codigo: &str, valor: String| json!({ "codigo": codigo, "valor": valor });
    let (kind, settings) = match shop.canal {
        "vendure" => (
            "Vendure",
            json!([
                setting("endereco", format!("{}/admin-api", shop.address()?)),
                setting("usuario", vendure::USER.to_owned()),
                setting("senha", vendure::PASSWORD.to_owned()),
            ]),
        ),
        _ => (
            "Medusa",
            json!([setting("endereco", shop.address()?), setting("chave", medusa::KEY.to_owned())]),
        ),
    };
    tenant.connect(http, &server.a, (USER, shop.canal), kind, settings)
}

/// Whether every order is here and every shop shows what is left.
fn settled(http: &Http, tenant: &Tenant, server: &Server, shops: &[Shop], placed: u64) -> Result<bool> {
    let url = format!("{}/Pedido?usuarioId={USER}&quantidade_registros=1", server.a);
    let list = http.get(&url, &tenant.key)?.expect(&[200])?.json()?;
    if list.pointer("/metadados/total").and_then(Value::as_u64).unwrap_or(0) < placed {
        return Ok(false);
    }
    Ok(shops.windows(2).all(|pair| matches!(pair, [one, other] if one.free() == other.free())))
}

fn compare(
    http: &Http,
    tenant: &Tenant,
    server: &Server,
    (shops, codes): (&[Shop], &[String]),
    verdict: &mut Verdict,
) -> Result<()> {
    let found = readback::read(http, &server.a, tenant, USER, &[])?;
    let placed: u64 = shops.iter().map(|shop| shop.orders.load(Ordering::Relaxed)).sum();
    let distinct = u64::try_from(found.orders.len())?;
    let all: u64 = found.orders.values().map(|count| u64::from(*count)).sum();
    verdict.count(Tally {
        acknowledged: placed,
        lost: placed.saturating_sub(distinct),
        doubled: all - distinct,
        ..Tally::default()
    });
    for shop in shops {
        let (free, mut unlike) = (shop.free(), Vec::new());
        for code in codes {
            let url = format!("{}/sku/{code}/Canal/{}/Oferta?usuarioId={USER}", server.a, shop.canal);
            let offered = http.get(&url, &tenant.key)?.expect(&[200])?.json()?;
            let offered = offered.get("estoque").and_then(Value::as_i64);
            if free.get(code).copied() != offered {
                unlike.push(format!("{code} {:?} for {offered:?}", free.get(code)));
            }
        }
        verdict.demand(unlike.is_empty(), || format!("{} shows {}", shop.canal, unlike.join(", ")));
        let url = format!("{}/Canal/{}/Conexao?usuarioId={USER}", server.a, shop.canal);
        let connection = http.get(&url, &tenant.key)?.expect(&[200])?.json()?;
        let part = |name: &str| connection.get(name).cloned().unwrap_or_default();
        verdict.notes.push(format!("{}: window {} ms, errors {}", shop.canal, part("janela"), part("erros")));
    }
    Ok(())
}

fn wait(what: &str, mut done: impl FnMut() -> Result<bool>) -> Result<()> {
    let since = Instant::now();
    while !done()? {
        ensure!(since.elapsed() < PATIENCE, "within {} s not: {what}", PATIENCE.as_secs());
        sleep(Duration::from_millis(500));
    }
    Ok(())
}
