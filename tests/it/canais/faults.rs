//! Faults between hub and shop: nothing is lost, nothing doubled.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex};

use channels::{Caller, Request, Unreachable};
use connector::Answer;
use connector_kit::Random;
use domain::values::dates::Instante;
use serde_json::json;
use store::channels as connections;

use super::{Connected, ToShop, connected, connected_to_medusa, engine, errors, pedidos};
use crate::support::TestApp;

/// Loses requests and answers, refuses for limits and fails, by chance.
struct Faulty {
    to: ToShop,
    random: Mutex<Random>,
    percent: u64,
}

impl Caller for Faulty {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        let drawn = self.random.lock().unwrap().below(100);
        let lost = || Unreachable::Failed("the connection broke".to_owned());
        if drawn >= self.percent {
            return self.to.call(request);
        }
        match drawn % 5 {
            0 => Err(lost()),
            1 => {
                self.to.call(request)?;
                Err(lost())
            }
            2 => Ok(Answer::new(503, connector::Value::Null)),
            3 => Ok(Answer {
                headers: vec![("retry-after".to_owned(), "1".to_owned())],
                ..Answer::new(429, json!({}))
            }),
            _ => {
                // the same request reaches the shop twice
                self.to.call(request.clone())?;
                self.to.call(request)
            }
        }
    }
}

/// Breaks one call of twenty, by chance.
struct Breaking {
    to: ToShop,
    random: Mutex<Random>,
}

impl Caller for Breaking {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        match self.random.lock().unwrap().below(20) {
            0 => Err(Unreachable::Failed("the connection broke".to_owned())),
            _ => self.to.call(request),
        }
    }
}

/// Has a function look at each body before the shop does; where it says so, the answer is a status alone.
struct Watched<F> {
    to: ToShop,
    status: u16,
    fails: F,
}

impl<F: Fn(&str) -> bool + Send + Sync> Caller for Watched<F> {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        match (self.fails)(&String::from_utf8_lossy(&request.body)) {
            true => Ok(Answer::new(self.status, connector::Value::Null)),
            false => self.to.call(request),
        }
    }
}

fn watched(
    app: &TestApp,
    c: &Connected,
    fails: impl Fn(&str) -> bool + Send + Sync + 'static,
) -> channels::Engine {
    answering(app, c, 503, fails)
}

fn answering(
    app: &TestApp,
    c: &Connected,
    status: u16,
    fails: impl Fn(&str) -> bool + Send + Sync + 'static,
) -> channels::Engine {
    engine(app, Watched { to: ToShop(c.shop.clone()), status, fails })
}

/// Lists orders that changed, rather than reading some.
fn lists_orders(body: &str) -> bool {
    body.contains("orders(") && !body.contains("\"in\"")
}

fn reads_orders(body: &str) -> bool {
    body.contains("orders(") && body.contains("\"in\"")
}

/// Whatever waits for its time is due.
fn hurry(app: &TestApp) {
    app.database.execute("UPDATE conexoes SET pausada_ate = 0");
    for table in ["anuncios", "pedidos_do_canal"] {
        app.database.execute(&format!("UPDATE {table} SET devida_em = 1 WHERE devida_em IS NOT NULL"));
    }
}

on_both_databases! {
    async fn a_list_of_orders_that_breaks_in_passing_does_not_end_the_turn(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let broke = AtomicBool::new(false);
        c.engine = watched(&app, &c, move |body| lists_orders(body) && !broke.swap(true, Relaxed));
        c.shop.order(&[("A", 1)], Some(true)).unwrap();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        // a turn that had ended would have paused the connection
        c.settle(&app);
        assert_eq!(pedidos(&app).await.len(), 1);
    }

    async fn one_order_on_which_the_shop_always_fails_keeps_no_other_waiting(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let ids: Vec<String> = (0..5).map(|_| c.shop.order(&[("A", 1)], Some(true)).unwrap()).collect();
        let bad = format!("\"{}\"", ids[0]);
        c.engine = watched(&app, &c, move |body| reads_orders(body) && body.contains(&bad));
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        for _ in 0..12 {
            c.settle(&app);
            hurry(&app);
            app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        }
        assert_eq!(pedidos(&app).await.len(), 4);
        // the connection itself is not away: the shop answers other calls
        assert_eq!(errors(&app, c.key), [format!("pedido {}: indisponivel", ids[0])]);
        c.engine = watched(&app, &c, |_| false);
        hurry(&app);
        c.settle(&app);
        assert_eq!((pedidos(&app).await.len(), errors(&app, c.key)), (5, vec![]));
    }

    async fn one_damaged_order_keeps_no_other_out(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let bad = c.shop.order(&[("A", 1)], Some(true)).unwrap();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        app.database.execute("UPDATE pedido_documentos SET documento = substr(documento, 1, 5)");
        let good = c.shop.order(&[("A", 1)], Some(true)).unwrap();
        // both are read by one call
        app.database.execute("UPDATE pedidos_do_canal SET devida_em = 1");
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        let came = app.store.read_blocking(|conn| connections::pedidos_of(conn, c.key, &[&good, &bad])).unwrap();
        assert!(came.contains_key(&good), "{came:?}");
        assert_eq!(errors(&app, c.key), [format!("pedido {bad}: pedido-recusado")]);
    }

    async fn news_that_the_shop_was_away_for_stay_due(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        c.shop.order(&[("A", 1)], Some(true)).unwrap();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        let id = pedidos(&app).await[0]["pedidoId"].as_i64().unwrap();
        let body = json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": "BR1" } });
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await.with_status(200);
        c.engine = watched(&app, &c, |body| body.contains("mutation"));
        c.settle(&app);
        c.engine = watched(&app, &c, |_| false);
        hurry(&app);
        c.settle(&app);
        assert_eq!(c.shop.state()["orders"][0][3].as_array().unwrap().len(), 1);
    }

    async fn news_whose_answer_cannot_be_read_stop_no_other_order(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let ids: Vec<String> = (0..2).map(|_| c.shop.order(&[("A", 1)], Some(true)).unwrap()).collect();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        for one in pedidos(&app).await {
            let (id, codigo) = (&one["pedidoId"], format!("BR-{}", one["sourceSiteId"].as_str().unwrap()));
            let body = json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": codigo } });
            app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await.with_status(200);
        }
        let bad = format!("BR-{}\"", ids[0]);
        c.engine = answering(&app, &c, 404, move |body| body.contains(&bad));
        c.settle(&app);
        let sent = c.shop.orders().iter().filter(|(_, state)| state.contains("Shipped")).count();
        assert_eq!((sent, errors(&app, c.key).len()), (1, 1), "{:?} {:?}", c.shop.orders(), errors(&app, c.key));
        assert!(errors(&app, c.key)[0].starts_with(&format!("pedido {}: ", ids[0])));
    }

    async fn what_falls_while_the_shop_is_away_is_sent_within_a_minute_of_its_return(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        c.engine = watched(&app, &c, |_| true);
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 4 })).await.with_status(200);
        for _ in 0..12 {
            hurry(&app);
            c.settle(&app);
        }
        let sku = domain::values::ids::SkuId::parse("A").unwrap();
        let waits = app.store.read_blocking(|conn| connections::find_listing(conn, c.key, &sku)).unwrap().unwrap();
        assert!(waits.devida_em.unwrap() < Instante::now().plus_seconds(65), "{waits:?}");
        assert_eq!(errors(&app, c.key), ["conexao : indisponivel"]);
    }

    async fn a_parcel_that_a_comparison_sees_first_takes_no_unit_twice(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let id = c.shop.order(&[("A", 1)], Some(true)).unwrap();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        assert!(c.shop.ship(&id));
        app.database.execute("UPDATE pedidos_do_canal SET lido_em = 0");
        app.database.execute("UPDATE conexoes SET conferencia_devida = 0");
        c.settle(&app);
        let saldo = app.a.get("/sku/A/Estoque?usuarioId=u").await.json_of(200);
        assert_eq!((saldo["estoque"].as_i64(), c.shop.stock("A")), (Some(9), Some(9)));
    }

    async fn a_fall_is_sent_however_long_its_orders_take_to_be_read(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let id = c.shop.order(&[("A", 1)], Some(true)).unwrap();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        // somebody changed the stock there, and whenever a listing is read the reading of the order is long ago
        c.shop.count("A", 50);
        let (store, key, never) = (app.store.clone(), c.key, Instante::from_micros(0));
        c.engine = watched(&app, &c, move |body| {
            if body.contains("productVariants(") {
                let id = [id.clone()];
                store.write_blocking(move |tx| connections::read_again(tx, key, &id, never)).unwrap();
            }
            false
        });
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 7 })).await.with_status(200);
        c.settle(&app);
        assert_eq!(c.shop.stock("A"), Some(7));
    }

    async fn one_sku_on_which_the_shop_always_fails_keeps_no_other_waiting(app: TestApp) {
        let mut c = connected(&app, "total", &["A", "B", "C", "D"], &["A", "B", "C", "D"]).await;
        c.settle(&app);
        c.engine = watched(&app, &c, move |body| body.contains("\"stockOnHand\":3"));
        for (code, units) in [("A", 3), ("B", 7), ("C", 7), ("D", 7)] {
            let path = format!("/sku/{code}/Estoque?usuarioId=u");
            app.a.put(&path, &json!({ "estoque": units })).await.with_status(200);
        }
        for _ in 0..12 {
            c.settle(&app);
            hurry(&app);
        }
        let shown: Vec<_> = ["A", "B", "C", "D"].iter().map(|code| c.shop.stock(code)).collect();
        assert_eq!(shown, [10, 7, 7, 7].map(Some));
        assert!(errors(&app, c.key).iter().any(|error| error.starts_with("sku A") && error.ends_with("indisponivel")));
    }

    async fn stock_that_falls_has_open_orders_read_only_where_the_shop_shows_another_number(app: TestApp) {
        let mut c = connected(&app, "total", &["A", "B"], &["A", "B"]).await;
        c.settle(&app);
        let ids: Vec<String> = (0..3).map(|_| c.shop.order(&[("A", 1)], Some(true)).unwrap()).collect();
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        c.engine = watched(&app, &c, move |body| {
            counter.fetch_add(usize::from(reads_orders(body)), Relaxed);
            false
        });
        app.database.execute("UPDATE pedidos_do_canal SET lido_em = 0");
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 8 })).await.with_status(200);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), read.load(Relaxed)), (Some(8), 0));
        // a parcel leaves there, and takes its unit off the stock on hand
        assert!(c.shop.ship(&ids[0]));
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 6 })).await.with_status(200);
        c.settle(&app);
        assert!(read.load(Relaxed) > 0);
        let saldo = app.a.get("/sku/A/Estoque?usuarioId=u").await.json_of(200);
        assert_eq!((saldo["reservado"].as_i64(), c.shop.stock("A")), (Some(2), saldo["estoque"].as_i64()));
    }

    async fn orders_that_come_in_have_no_list_read_anew(app: TestApp) {
        let mut c = connected(&app, "total", &["A"], &["A"]).await;
        c.shop.count("A", 500);
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 500 })).await.with_status(200);
        c.settle(&app);
        // more than are read in one step
        for _ in 0..230 {
            c.shop.order(&[("A", 1)], Some(true)).unwrap();
        }
        let lists = Arc::new(AtomicUsize::new(0));
        let counter = lists.clone();
        c.engine = watched(&app, &c, move |body| {
            counter.fetch_add(usize::from(lists_orders(body)), Relaxed);
            false
        });
        app.database.execute("UPDATE conexoes SET pedidos_devida = 0");
        c.settle(&app);
        let pages = lists.load(Relaxed);
        assert!((3..=4).contains(&pages), "{pages}");
        let saldo = app.a.get("/sku/A/Estoque?usuarioId=u").await.json_of(200);
        assert_eq!((saldo["reservado"].as_i64(), c.shop.stock("A")), (Some(230), Some(500)));
    }

    async fn what_a_shop_took_before_a_call_broke_is_not_sent_again(app: TestApp) {
        let codes: Vec<String> = (0..40).map(|n| format!("S{n}")).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        // prices go there one by one: hardly a step with all of these listings gets through without a fault
        let mut c = connected_to_medusa(&app, "total", &codes, &codes).await;
        let seed = rand::random();
        c.engine = engine(&app, Breaking { to: ToShop(c.shop.clone()), random: Mutex::new(Random::new(seed)) });
        let mut turns = 0;
        while codes.iter().any(|code| c.shop.stock(code) != Some(10) || c.shop.price(code) == Some(500_000)) {
            assert!(turns < 60, "seed {seed}: {:?}", errors(&app, c.key));
            app.database.execute("UPDATE conexoes SET pausada_ate = 0");
            app.database.execute("UPDATE anuncios SET devida_em = 1 WHERE devida_em IS NOT NULL");
            c.settle(&app);
            turns += 1;
        }
    }

    async fn orders_and_stock_survive_faults(app: TestApp) {
        let codes: Vec<String> = (0..10).map(|n| format!("S{n}")).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let mut c = connected(&app, "total", &codes, &codes).await;
        let seed = rand::random();
        let faulty = Faulty { to: ToShop(c.shop.clone()), random: Mutex::new(Random::new(seed)), percent: 25 };
        c.settle(&app);
        let calm = std::mem::replace(&mut c.engine, engine(&app, faulty));
        let now = "UPDATE conexoes SET pausada_ate = 0, conta_devida = 0, pedidos_devida = 0, varredura_devida = 0";
        let mut random = Random::new(seed ^ 1);
        let mut placed = 0;
        for round in 0..12 {
            for code in &codes {
                if random.below(2) == 0 && c.shop.order(&[(code, 1)], Some(true)).is_ok() {
                    placed += 1;
                }
            }
            if round % 4 == 3 {
                let all = pedidos(&app).await;
                for one in all.iter().filter(|one| one["status"] == "Pago").take(3) {
                    let path = format!("/Pedido/{}/Status?usuarioId=u", one["pedidoId"]);
                    app.a.put(&path, &json!({ "status": "Enviado" })).await.with_status(200);
                }
            }
            app.database.execute(now);
            c.settle(&app);
        }
        c.engine = calm;
        for _ in 0..3 {
            app.database.execute(now);
            app.database.execute("UPDATE pedidos_do_canal SET lido_em = 0, devida_em = 1");
            app.database.execute("UPDATE anuncios SET devida_em = 1");
            c.settle(&app);
        }
        let there = c.shop.orders().len();
        let here = app.a.get("/Pedido?usuarioId=u&quantidade_registros=250").await.json_of(200);
        assert_eq!((here["resultado"].as_array().unwrap().len(), there), (placed, placed), "seed {seed}");
        let state = c.shop.state();
        let parcels = |order: &serde_json::Value| order[3].as_array().unwrap().len();
        assert!(state["orders"].as_array().unwrap().iter().all(|order| parcels(order) <= 1), "seed {seed}");
        for code in &codes {
            let oferta = app.a.get(&format!("/sku/{code}/Canal/loja/Oferta?usuarioId=u")).await.json_of(200);
            let products = state["products"].as_array().unwrap();
            let goods = products.iter().map(|one| &one[4][0]).find(|goods| goods[0] == **code).unwrap();
            let free = goods[2].as_i64().unwrap() - goods[3].as_i64().unwrap();
            assert_eq!(Some(free), oferta["estoque"].as_i64(), "{code}, seed {seed}");
        }
        assert_eq!(errors(&app, c.key), [""; 0], "seed {seed}");
    }
}
