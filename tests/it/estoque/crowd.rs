//! Many at once: everything is taken, every sum is exact, and nobody hears of a failure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use actix_web::rt;
use domain::estoque::{ControleEstoque, EstoqueUsuario};
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::sku::Sku;
use serde_json::{Value, json};
use store::orders::PedidoInput;
use store::{Engine, Store, StoreError, Tx, inventory, orders, skus};

use super::announcing::{announce, announce_all};
use super::steps::{agrees, events, kept_by, shown};
use crate::concurrency::with_patience;
use crate::counts::world::Dice;
use crate::support::app::{Server, config, run_blocking};
use crate::support::{Answer, TestApp, TestClient, models};

const SKUS: [&str; 10] = ["S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"];
const CHANNELS: [&str; 5] = ["canal", "c1", "c2", "c3", "c4"];
const CLIENTS: u64 = 64;

/// An order of some units of two SKUs.
fn order(source: &str, dice: &mut Dice) -> (Value, [(usize, i64); 2]) {
    let mut body = models::pedido(CHANNELS[dice.until(5) as usize], source, "S0");
    let items = [0, 1].map(|_| (dice.until(10) as usize, 1 + dice.until(3) as i64));
    let item = |(sku, units): (usize, i64)| json!({ "sku": SKUS[sku], "quantidade": units, "preco": 0 });
    body["produtos"] = json!(items.map(item));
    body["total"] = json!(0);
    (body, items)
}

async fn five_channels(app: &TestApp) {
    for canal in &CHANNELS[1..] {
        app.a.post("/Canal?usuarioId=u", &models::canal(canal)).await.with_status(201);
    }
}

/// What is missing altogether, by SKU, as it is listed.
async fn shortfalls(app: &TestApp) -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    let mut next = Some("/Falta?usuarioId=u&quantidade_registros=200".to_owned());
    while let Some(path) = next {
        let page = app.a.get(&path).await.with_status(200);
        for one in page.json()["resultado"].as_array().unwrap() {
            *all.entry(one["sku"].as_str().unwrap().to_owned()).or_default() +=
                one["falta"].as_i64().unwrap();
        }
        next = crate::concurrency::following(&page);
    }
    all
}

/// What notices say is missing, by SKU.
fn notices(answer: &Answer) -> Vec<(String, i64)> {
    let short = |notice: &str| {
        let (sku, units) = notice.strip_prefix("estoque-insuficiente; ")?.split_once("%20falta%3D")?;
        Some((sku.to_owned(), units.parse().unwrap()))
    };
    answer.headers.get_all("x-aviso").iter().filter_map(|notice| short(notice.to_str().unwrap())).collect()
}

/// Whoever is asked: this server, or another one on the same database.
fn at(app: &TestApp, other: Option<&Server>, n: u64) -> TestClient {
    match other {
        Some(other) if n % 2 == 1 => app.a.at(other.at("listen_a")),
        _ => app.a.clone(),
    }
}

/// Several servers are for PostgreSQL.
fn another_server(app: &TestApp) -> Option<Server> {
    (app.store.engine() == Engine::Postgres).then(|| Server::start(&config(&app.database.url)))
}

async fn random_change(client: &TestClient, dice: &mut Dice, orders: &mut Vec<i64>, source: &str) {
    let sku = *dice.of(&SKUS);
    let put = async |path: String, body: Value| with_patience(async || client.put(&path, &body).await).await;
    match (dice.until(12), orders.is_empty()) {
        (0..=3, _) | (_, true) => {
            let (body, _) = order(source, dice);
            let answer = with_patience(async || client.post("/Pedido?usuarioId=u", &body).await).await;
            orders.push(answer.json_of(201)["pedidoId"].as_i64().unwrap());
        }
        (4..=7, _) => {
            let (id, to) = (*dice.of(orders), *dice.of(&["Faturado", "Enviado", "Entregue", "Cancelado"]));
            let body = json!({ "status": to, "motivo": "x", "devolverEstoque": dice.until(2) == 0 });
            let answer = put(format!("/Pedido/{id}/Status?usuarioId=u"), body).await;
            assert!([200, 409].contains(&answer.status), "{answer:?}");
        }
        (8..=9, _) => {
            let body = json!({ "estoque": dice.until(40) });
            put(format!("/sku/{sku}/Estoque?usuarioId=u"), body).await.with_status(200);
        }
        (10, _) => {
            let answer = put(format!("/sku/{sku}/Estoque?usuarioId=u"), json!({ "variacao": -2 })).await;
            assert!([200, 409].contains(&answer.status), "{answer:?}");
        }
        _ => {
            let control = *dice.of(&["erp", "hub", "nenhum"]);
            put("/Usuario/u/Estoque".to_owned(), json!({ "controleEstoque": control }))
                .await
                .with_status(200);
        }
    }
}

/// The offers as they are, and as they were told last.
async fn offers_are_told(app: &TestApp) {
    announce(app);
    let mut told: BTreeMap<(String, String), i64> = BTreeMap::new();
    let mut place = "1".to_owned();
    loop {
        let path = format!("/Evento?tipo=oferta.alterada&quantidade=200&posicao={place}");
        let page = app.a.get(&path).await.json_of(200);
        for event in page["eventos"].as_array().unwrap() {
            let text = |name: &str| event[name].as_str().unwrap().to_owned();
            told.insert((text("canalId"), text("sku")), event["dados"]["estoque"].as_i64().unwrap());
        }
        let next = page["proximaPosicao"].to_string();
        if next == place {
            break;
        }
        place = next;
    }
    for canal in CHANNELS {
        let page = app
            .a
            .get(&format!("/Canal/{canal}/Oferta?usuarioId=u&quantidade_registros=200"))
            .await
            .json_of(200);
        for oferta in page["resultado"].as_array().unwrap() {
            let key = (canal.to_owned(), oferta["sku"].as_str().unwrap().to_owned());
            assert_eq!(told.get(&key).copied(), oferta["estoque"].as_i64(), "{key:?}");
        }
    }
}

on_both_databases! {
    async fn sixty_four_clients_sell_the_same_ten_skus_over_five_channels(app: TestApp) {
        kept_by(&app, "erp", &SKUS).await;
        five_channels(&app).await;
        let other = another_server(&app);
        let tasks: Vec<_> = (0..CLIENTS)
            .map(|n| {
                let client = at(&app, other.as_ref(), n);
                rt::spawn(async move {
                    let (mut dice, mut sold, mut missing) = (Dice(n), [0; 10], BTreeMap::new());
                    for m in 0..4 {
                        let (body, items) = order(&format!("{n}-{m}"), &mut dice);
                        let send = async || client.post("/Pedido?usuarioId=u", &body).await;
                        let answer = with_patience(send).await.with_status(201);
                        items.iter().for_each(|(sku, units)| sold[*sku] += units);
                        for (sku, units) in notices(&answer) {
                            *missing.entry(sku).or_insert(0) += units;
                        }
                    }
                    (sold, missing)
                })
            })
            .collect();
        let (mut sold, mut noticed) = ([0; 10], BTreeMap::new());
        for task in tasks {
            let (its, missing) = task.await.unwrap();
            (0..10).for_each(|n| sold[n] += its[n]);
            for (sku, units) in missing {
                *noticed.entry(sku).or_insert(0) += units;
            }
        }
        let mut expected = BTreeMap::new();
        for (sku, sold) in SKUS.into_iter().zip(sold) {
            assert_eq!(shown(&app, sku).await, (10, sold, (10 - sold).max(0)));
            expected.extend((sold > 10).then(|| (sku.to_owned(), sold - 10)));
        }
        assert_eq!(shortfalls(&app).await, expected);
        assert_eq!(noticed, expected);
        if let Some(other) = other {
            other.stop();
        }
    }

    async fn orders_moves_numbers_and_changes_of_hands_at_once(app: TestApp) {
        kept_by(&app, "erp", &SKUS).await;
        five_channels(&app).await;
        let other = another_server(&app);
        // changes of offers are told meanwhile, too
        let (store, stop) = (app.store.clone(), Arc::new(AtomicBool::new(false)));
        let stopped = stop.clone();
        let teller = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                announce_all(&store).unwrap();
            }
        });
        let tasks: Vec<_> = (0..24)
            .map(|n| {
                let client = at(&app, other.as_ref(), n);
                rt::spawn(async move {
                    let (mut dice, mut orders) = (Dice(n + 100), Vec::new());
                    for m in 0..14 {
                        random_change(&client, &mut dice, &mut orders, &format!("{n}-{m}")).await;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        stop.store(true, Ordering::SeqCst);
        teller.join().unwrap();
        agrees(&app);
        offers_are_told(&app).await;
        if let Some(other) = other {
            other.stop();
        }
    }

    async fn an_order_is_held_by_a_sku_that_is_registered_meanwhile(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let other = another_server(&app);
        for n in 0..30 {
            let code = format!("N{n}");
            let (one, two) = (app.a.clone(), at(&app, other.as_ref(), 1));
            let (sku, pedido) = (models::sku(&code), models::pedido("canal", &code, &code));
            let registered = rt::spawn(async move { one.post("/sku?usuarioId=u", &sku).await.status });
            let ordered = rt::spawn(async move { two.post("/Pedido?usuarioId=u", &pedido).await.status });
            assert_eq!((registered.await.unwrap(), ordered.await.unwrap()), (201, 201));
            assert_eq!(shown(&app, &code).await, (10, 2, 8), "{code}");
        }
        if let Some(other) = other {
            other.stop();
        }
    }

    async fn whoever_of_order_and_registration_commits_last_sees_the_other(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let loja = app.loja("u");
        for order_first in [true, false] {
            let code = format!("X{order_first}");
            let sku: Sku = read_json(models::sku(&code).to_string().as_bytes()).unwrap();
            let pedido = models::pedido("canal", &code, &code).to_string();
            let pedido = PedidoInput::from(read_json::<Pedido>(pedido.as_bytes()).unwrap());
            let register = move |tx: &mut Tx<'_>| skus::create(tx, loja, &sku).map(|_| ());
            let order = move |tx: &mut Tx<'_>| orders::create(tx, loja, &pedido).map(|_| ());
            match order_first {
                true => one_within_another(&app.store, order, register),
                false => one_within_another(&app.store, register, order),
            }
            assert_eq!(shown(&app, &code).await, (10, 2, 8), "{order_first}");
        }
    }

    async fn an_order_from_before_somebody_kept_the_stock_is_held(app: TestApp) {
        kept_by(&app, "nenhum", &["S"]).await;
        let loja = app.loja("u");
        let sku: Sku = read_json(models::sku("X").to_string().as_bytes()).unwrap();
        let pedido = models::pedido("canal", "1", "X").to_string();
        let pedido = PedidoInput::from(read_json::<Pedido>(pedido.as_bytes()).unwrap());
        let order = move |tx: &mut Tx<'_>| orders::create(tx, loja, &pedido).map(|_| ());
        // while the order is on its way, somebody begins to keep the stock and registers what it names
        let begin = move |store: &Store| {
            let (controle_estoque, sku) = (ControleEstoque::Erp, sku.clone());
            let new = EstoqueUsuario { controle_estoque, assumir_na_leitura: false, anunciar_ofertas: true };
            store.write_blocking(move |tx| inventory::set(tx, loja, new))?;
            store.write_blocking(move |tx| skus::create(tx, loja, &sku).map(|_| ()))
        };
        beside(&app.store, order, begin);
        let convert = move |tx: &mut Tx<'_>| inventory::convert(tx, loja, 500);
        run_blocking(&app.store, move |store| store.write_blocking(convert));
        assert_eq!(shown(&app, "X").await, (10, 2, 8));
        assert_eq!(events(&app, "sku.criado").await.len(), 2);
    }
}

/// Begins something while something else has been done and not committed.
fn beside<F>(
    store: &Store,
    mut first: F,
    second: impl FnOnce(&Store) -> Result<(), StoreError> + Send + 'static,
) where
    F: FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
{
    let (done, wait) = channel();
    let (one, other) = (store.clone(), store.clone());
    let first = thread::spawn(move || {
        one.write_blocking(move |tx| {
            first(tx)?;
            // the other one is gone when this is run again
            let _ = done.send(());
            // the other one begins and waits meanwhile
            thread::sleep(Duration::from_millis(400));
            Ok::<_, StoreError>(())
        })
    });
    wait.recv().unwrap();
    thread::spawn(move || second(&other)).join().unwrap().unwrap();
    first.join().unwrap().unwrap();
}

/// The same, where the second is one transaction.
fn one_within_another<F, G>(store: &Store, first: F, second: G)
where
    F: FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
    G: FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
{
    beside(store, first, move |store| store.write_blocking(second));
}
