//! A race at the program Vendure itself: buyers take the last units while the hub counts anew and sends parcels.
//! `tests/real/run vendure` starts it and gives its address.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt;
use channels::{Caller, Request, Unreachable};
use connector::Answer;
use connector_kit::vendure::buy;
use domain::conexao::SobreErro;
use domain::values::ids::SkuId;
use serde_json::{Value, json};
use store::channels::{self as connections, CanalKey};
use store::paging::PageRequest;

use super::{connect, engine};
use crate::estoque::announcing::announce_all;
use crate::support::{Database, TestApp, models, run};

/// Units when the race begins.
const UNITS: i64 = 60;
/// The longest that it may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// Calls over HTTP.
struct OverHttp;

impl Caller for OverHttp {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        let headers = request.headers.iter().filter(|(name, _)| name != "content-type");
        let headers: Vec<(&str, String)> = headers.map(|(name, value)| (&**name, value.clone())).collect();
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        Ok(connector_kit::send(request.method, &request.url, &headers, Some(&body)))
    }
}

#[test]
#[ignore = "needs npm; tests/real/run"]
fn vendure_sqlite() {
    run(Database::Sqlite, race);
}

#[test]
#[ignore = "needs npm; tests/real/run"]
fn vendure_postgres() {
    run(Database::Postgres, race);
}

async fn race(app: TestApp) {
    // a product of its own at the shop
    let code = format!("CORRIDA-{:x}", rand::random::<u32>());
    let address = std::env::var("REAL_ADDRESS").expect("REAL_ADDRESS");
    app.loja_with_stock("u", &[], 0).await;
    let sku = models::with(models::sku(&code), "/parentId", json!(code));
    app.a.post("/sku?usuarioId=u", &models::with(sku, "/estoque", UNITS.into())).await.with_status(201);
    let admin = format!("{address}/admin-api");
    let settings = [("endereco", &*admin), ("usuario", "superadmin"), ("senha", "superadmin")];
    let key = connect(&app, ("Vendure", &settings), "total").await;
    app.database.execute("UPDATE conexoes SET publicar = TRUE");
    let stop = Arc::new(AtomicBool::new(false));
    let accepted = Arc::new(Mutex::new(Vec::new()));

    // one who works the connection, told of orders as by a notice
    let engine = engine(&app, OverHttp);
    let times = accepted.clone();
    engine.on_accepted(move |_, time| times.lock().unwrap().push(time));
    let (store, stopped) = (app.store.clone(), stop.clone());
    let worker = thread::spawn(move || {
        while !stopped.load(Relaxed) {
            announce_all(&store).unwrap();
            store.write_blocking(move |tx| connections::look_anew(tx, key, None)).unwrap();
            engine.step().unwrap();
        }
    });
    let sku = SkuId::parse(&code).unwrap();
    let began = Instant::now();
    let listing = loop {
        let found = app.store.read_blocking(|conn| connections::find_listing(conn, key, &sku)).unwrap();
        assert!(began.elapsed() < PATIENCE / 4, "{found:?} {:?}", of_sku(&app, key));
        match found.filter(|found| found.tem.estoque == Some(UNITS)).and_then(|found| found.externo) {
            Some(listing) => break listing,
            None => rt::time::sleep(Duration::from_millis(50)).await,
        }
    };

    // one who buys as long as there is something: two at once would oversell Vendure by themselves
    let sold = Arc::new(AtomicI64::new(0));
    let (stopped, counter) = (stop.clone(), sold.clone());
    let buyer = thread::spawn(move || {
        let mut units = 1;
        while !stopped.load(Relaxed) {
            units = 3 - units;
            match buy(&address, &[(&listing, units)], &[], true) {
                Ok(_) => _ = counter.fetch_add(units, Relaxed),
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    });

    // meanwhile one unit is missed and found again, and every third order is sent
    let mut sent = 0;
    let estoque = async || app.a.get(&format!("/sku/{code}/Estoque?usuarioId=u")).await.json_of(200);
    loop {
        let saldo = estoque().await;
        let units = saldo["estoque"].as_i64().unwrap();
        for counted in [units - 1, units] {
            let path = format!("/sku/{code}/Estoque?usuarioId=u");
            app.a.put(&path, &json!({ "estoque": counted })).await.with_status(200);
            rt::time::sleep(Duration::from_millis(200)).await;
        }
        let open = app.a.get("/Pedido?usuarioId=u&status=Pago&quantidade_registros=250").await.json_of(200);
        if let Some(one) =
            open["resultado"].as_array().unwrap().iter().find(|one| one["produtos"][0]["sku"] == *code)
            && sent < 10
        {
            let path = format!("/Pedido/{}/Status?usuarioId=u", one["pedidoId"]);
            app.a.put(&path, &json!({ "status": "Enviado" })).await.with_status(200);
            sent += 1;
        }
        let is_known = units - saldo["reservado"].as_i64().unwrap() == 0;
        if is_known && sold.load(Relaxed) >= UNITS || began.elapsed() > PATIENCE {
            break;
        }
    }
    stop.store(true, Relaxed);
    buyer.join().unwrap();
    worker.join().unwrap();

    let mut times = std::mem::take(&mut *accepted.lock().unwrap());
    times.sort();
    let at = |percent: usize| times.get(times.len() * percent / 100);
    eprintln!(
        "{:?}: {sent} parcels, accepted {} times, after {:?} (p50), {:?} (p95)",
        began.elapsed(),
        times.len(),
        at(50),
        at(95)
    );
    let saldo = estoque().await;
    let free = saldo["estoque"].as_i64().unwrap() - saldo["reservado"].as_i64().unwrap();
    assert_eq!((sold.load(Relaxed), free), (UNITS, 0));
    assert_eq!(of_sku(&app, key), [""; 0]);
}

/// Errors about SKUs: the shop has orders of others, which this store does not have.
fn of_sku(app: &TestApp, key: CanalKey) -> Vec<String> {
    app.store
        .read_blocking(|conn| {
            let filter = connections::ErroFilter {
                canal: Some(key.canal),
                sobre: Some(SobreErro::Sku),
                ..Default::default()
            };
            connections::list_errors(conn, key.loja, &filter, PageRequest::first(100))
        })
        .unwrap()
        .rows
        .into_iter()
        .map(|one| format!("{}: {} {} {}", one.chave, one.causa.word(), one.codigo, one.texto))
        .collect()
}
