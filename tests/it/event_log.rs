//! The event log as the store keeps it: what each change tells, what tells nothing, places without gaps.

use std::sync::mpsc;
use std::thread;

use domain::evento::KindSet;
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::sku::AjusteEstoque;
use serde_json::{Value, json};
use store::events::{self, Filter, Stretch};
use store::{Store, StoreError, inventory, orders};

use crate::support::app::run_blocking;
use crate::support::{TestApp, TestClient, models};

/// The whole log of the application, brought up to date.
async fn registro(app: &TestApp) -> Vec<Value> {
    app.store.place_events().await.unwrap();
    let stretch = stretch(app, 1);
    for (position, evento) in stretch.eventos.iter().enumerate() {
        assert_eq!(evento.posicao, position as i64 + 1);
    }
    stretch.eventos.iter().map(|evento| serde_json::from_str(&evento.documento).unwrap()).collect()
}

fn stretch(app: &TestApp, posicao: i64) -> Stretch {
    let (aplicacao, filter) = (app.aplicacao, Filter { loja: None, tipos: KindSet::default() });
    run_blocking(&app.store, move |store| {
        store.read_blocking(|conn| events::list(conn, aplicacao, filter, posicao, 100_000))
    })
}

/// What has happened since the last question: kind and `dados` of each event.
struct LogReader<'a> {
    app: &'a TestApp,
    events_read: usize,
}

impl LogReader<'_> {
    async fn new_events(&mut self) -> Vec<Value> {
        let all = registro(self.app).await;
        let added = all[self.events_read..].iter().map(|e| json!([e["tipo"], e["dados"]])).collect();
        self.events_read = all.len();
        added
    }
}

async fn change(a: &TestClient, method: reqwest::Method, path: &str, body: Value) {
    let separator = if path.contains('?') { '&' } else { '?' };
    let answer = a.json(method, &format!("{path}{separator}usuarioId=u"), &body).await;
    assert!(answer.status < 300, "{path}: {answer:?}");
}

on_both_databases! {
    async fn every_change_of_a_sku_is_told_once(app: TestApp) {
        use reqwest::Method;
        app.loja_with_skus("u", &["S"]).await;
        let mut reader = LogReader { app: &app, events_read: 0 };
        assert_eq!(reader.new_events().await, [
            json!(["usuario.alterado", { "criado": true }]),
            json!(["canal.alterado", { "criado": true }]),
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
        ]);

        change(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "estoque": 7 })).await;
        change(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "variacao": -2 })).await;
        change(&app.a, Method::PUT, "/sku/S/Preco", json!({ "precoDe": 100, "precoPor": 80.5 })).await;
        assert_eq!(reader.new_events().await, [
            json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 7 }]),
            json!(["sku.estoque", { "estoqueAnterior": 7, "estoque": 5 }]),
            json!(["sku.preco", {
                "precoDeAnterior": 129.9, "precoPorAnterior": 99.9, "precoDe": 100, "precoPor": 80.5
            }]),
        ]);

        // one request, three kinds of change
        change(&app.a, Method::PATCH, "/sku/S", json!({ "nome": "N", "peso": 1, "imagens": [], "estoque": 6, "precoPor": 81 })).await;
        assert_eq!(reader.new_events().await, [
            json!(["sku.alterado", { "campos": ["nome", "peso", "imagens"] }]),
            json!(["sku.estoque", { "estoqueAnterior": 5, "estoque": 6 }]),
            json!(["sku.preco", { "precoDeAnterior": 100, "precoPorAnterior": 80.5, "precoDe": 100, "precoPor": 81 }]),
        ]);

        let mut lote = app.a.get("/sku/S?usuarioId=u").await.json();
        lote["estoque"] = json!(9);
        change(&app.a, Method::POST, "/sku/Lote", json!([models::sku("T"), lote, models::sku("A")])).await;
        change(&app.a, Method::POST, "/sku/Estoque/Lote", json!([{ "sku": "T", "estoque": 3 }])).await;
        assert_eq!(reader.new_events().await, [
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
            json!(["sku.estoque", { "estoqueAnterior": 6, "estoque": 9 }]),
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
            json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 3 }]),
        ]);

        app.a.delete("/sku/T?usuarioId=u").await.with_status(204);
        assert_eq!(reader.new_events().await, [json!(["sku.excluido", {}])]);
        let last = registro(&app).await.pop().unwrap();
        assert_eq!((&last["sku"], &last["usuarioId"], last.get("canalId")), (&json!("T"), &json!("u"), None));
    }

    async fn what_changes_nothing_tells_nothing(app: TestApp) {
        use reqwest::Method;
        app.loja_with_skus("u", &["S"]).await;
        change(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 1 })).await;
        app.create_pedido("u", &models::pedido("canal", "1", "S")).await;
        let before = registro(&app).await;
        let sku = app.a.get("/sku/S?usuarioId=u").await.json();
        change(&app.a, Method::PUT, "/sku/S", models::sku("S")).await;
        change(&app.a, Method::POST, "/sku/Lote", json!([models::sku("S")])).await;
        change(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "estoque": 10 })).await;
        change(&app.a, Method::PUT, "/sku/S/Preco", json!({ "precoDe": 129.9, "precoPor": "99.90" })).await;
        change(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 1 })).await;
        change(&app.a, Method::PUT, "/Canal/canal", models::canal("canal")).await;
        change(&app.a, Method::PUT, "/Usuario/u", models::usuario("u")).await;
        app.send_pedido("u", &models::pedido("canal", "1", "S")).await.with_status(200);
        let refused = app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": -11 })).await;
        assert_eq!(refused.status, 409);
        assert_eq!(registro(&app).await, before);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json(), sku);
    }

    async fn channels_and_users_are_told_of_without_their_secrets(app: TestApp) {
        use reqwest::Method;
        app.loja_with_skus("u", &["S"]).await;
        let mut reader = LogReader { app: &app, events_read: 3 };
        change(&app.a, Method::PATCH, "/Canal/canal", json!({ "percentualEstoque": 50, "enviarSku": false })).await;
        change(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 4, "preco": { "precoDe": 0, "precoPor": 5 } })).await;
        change(&app.a, Method::POST, "/Canal/canal/sku/Lote", json!([{ "sku": "S", "ativo": false }])).await;
        change(&app.a, Method::PUT, "/sku/S/Canal", json!([])).await;
        change(&app.a, Method::PATCH, "/Usuario/u", json!({ "email": "outro@loja.example" })).await;
        let preco = json!({ "precoDe": 0, "precoPor": 5 });
        assert_eq!(reader.new_events().await, [
            json!(["canal.alterado", { "campos": ["percentualEstoque", "enviarSku"] }]),
            json!(["skucanal.alterado", { "atual": { "estoque": 4, "preco": preco, "ativo": true } }]),
            json!(["skucanal.alterado", {
                "anterior": { "estoque": 4, "preco": preco, "ativo": true },
                "atual": { "estoque": null, "preco": null, "ativo": false },
            }]),
            json!(["skucanal.alterado", { "anterior": { "estoque": null, "preco": null, "ativo": false } }]),
            json!(["usuario.alterado", { "campos": ["email"] }]),
        ]);
        app.a.delete("/Canal/canal?usuarioId=u").await.with_status(204);
        app.a.delete("/Usuario/u").await.with_status(204);
        assert_eq!(reader.new_events().await, [
            json!(["canal.excluido", {}]), json!(["usuario.alterado", { "excluido": true }]),
        ]);
        // a user that is gone still has its name in the log
        assert!(registro(&app).await.iter().all(|evento| evento["usuarioId"] == "u"));
    }

    async fn orders_tell_their_story_and_nothing_of_the_buyer(app: TestApp) {
        use reqwest::Method;
        app.loja_with_skus("u", &["S"]).await;
        let mut reader = LogReader { app: &app, events_read: 3 };
        let pedido = app.create_pedido("u", &models::pedido("canal", "ml-1", "S")).await;
        let id = &pedido["pedidoId"];
        let path = format!("/Pedido/{id}/Status");
        let move_on = |body: Value| change(&app.a, Method::PUT, &path, body);
        move_on(json!({ "status": "Enviado", "rastreio": { "codigo": "BR1" } })).await;
        move_on(json!({ "status": "Enviado", "rastreio": { "codigo": "BR1" } })).await;
        move_on(json!({ "status": "Enviado", "rastreio": { "codigo": "BR2" }, "notaFiscal": { "numero": 5 } })).await;
        let b = app.b_as(app.loja("u"));
        b.post(&format!("/pedidos/{id}/observacao"), &json!({ "observacao": "frágil", "usuario": "joana" })).await.with_status(200);
        change(&app.a, Method::POST, "/Pedido/Lote", json!([models::pedido("canal", "ml-2", "S")])).await;
        let added = reader.new_events().await;
        assert_eq!(added[..3], [
            json!(["pedido.criado", { "status": "Pago", "sourceId": "ml-1" }]),
            json!(["pedido.status", {
                "statusAnterior": "Pago", "status": "Enviado", "pulados": ["Faturado"], "detalhes": ["rastreio"]
            }]),
            json!(["pedido.detalhe", { "status": "Enviado", "detalhes": ["notaFiscal", "rastreio"] }]),
        ]);
        assert_eq!(added[3], json!(["pedido.detalhe", { "status": "Enviado", "detalhes": ["observacao"] }]));
        assert_eq!(*added.last().unwrap(), json!(["pedido.criado", { "status": "Pago", "sourceId": "ml-2" }]));
        let all = registro(&app).await;
        assert_eq!((&all[3]["pedidoId"], &all[3]["canalId"]), (id, &json!("canal")));
        let text = json!(all).to_string();
        for dice in ["Maria", "52998224725", "maria@correio", "joana", "frágil"] {
            assert!(!text.contains(dice), "{dice} in {text}");
        }
    }

    async fn a_store_s_own_system_changes_are_told_too(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut reader = LogReader { app: &app, events_read: 3 };
        let b = app.b_as(app.loja("u"));
        let estoque = json!([{ "identificador": "S", "listaEstoque": [{ "estoqueFisico": 4 }] }]);
        let answer = b.put("/produtos/estoques?tipoIdentificador=Sku", &estoque).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(reader.new_events().await, [json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 4 }])]);
    }

    async fn a_write_that_fails_leaves_no_event(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let before = registro(&app).await.len();
        let loja = app.loja("u");
        let undone: Result<(), StoreError> = {
            let store = app.store.clone();
            thread::spawn(move || store.write_blocking(move |tx| {
                inventory::change_stock(tx, loja, "S", AjusteEstoque::Set(1))?;
                Err(StoreError::Internal("on purpose".into()))
            })).join().unwrap()
        };
        assert!(undone.is_err());
        assert_eq!(registro(&app).await.len(), before);
    }

    /// Transactions end in another order than they began: a reader that follows the log sees what comes late.
    async fn what_commits_late_is_not_passed_over(app: TestApp) {
        app.loja_with_stock("u", &["tarde", "cedo"], 100).await;
        let (loja, from) = (app.loja("u"), registro(&app).await.len() as i64 + 1);
        let pedido = |id: &str| -> orders::PedidoInput {
            // each its own buyer: the second order of a new buyer waits until the first is there
            // and its own SKU, which an order locks
            let sku = if id == "tardio" { "tarde" } else { "cedo" };
            let body = models::with(models::pedido("canal", id, sku), "/usuario", json!({ "nome": id, "email": id }));
            orders::PedidoInput::from(read_json::<Pedido>(body.to_string().as_bytes()).unwrap())
        };
        let (pause, continued) = (mpsc::channel::<()>(), mpsc::channel::<()>());
        let late = {
            let (store, writing, new) = (app.store.clone(), pause.0, pedido("tardio"));
            let wait = std::sync::Mutex::new(continued.1);
            thread::spawn(move || {
                store.write_blocking(move |tx| {
                    let created = orders::create(tx, loja, &new);
                    let _ = writing.send(());
                    let _ = wait.lock().unwrap().recv();
                    created.map(|_| ())
                })
            })
        };
        pause.1.recv().unwrap();
        let write = |store: &Store, id: &str| {
            let (store, new) = (store.clone(), pedido(id));
            thread::spawn(move || store.write_blocking(move |tx| orders::create(tx, loja, &new).map(|_| ())))
        };
        // on SQLite these wait for the one writer; on PostgreSQL they overtake
        let fast_items: Vec<_> = (0..5).map(|n| write(&app.store, &format!("rapido-{n}"))).collect();
        let mut seen = Vec::new();
        let mut posicao = from;
        if app.store.stats().backend == "postgres" {
            for fast in fast_items {
                fast.join().unwrap().unwrap();
            }
            app.store.place_events().await.unwrap();
            let parsed = stretch(&app, posicao);
            assert_eq!((parsed.eventos.len(), parsed.next), (5, from + 5));
            posicao = parsed.next;
            seen.extend(parsed.eventos);
        }
        continued.0.send(()).unwrap();
        late.join().unwrap().unwrap();
        while seen.len() < 6 {
            app.store.place_events().await.unwrap();
            let parsed = stretch(&app, posicao);
            posicao = parsed.next;
            seen.extend(parsed.eventos);
        }
        let positions: Vec<i64> = seen.iter().map(|evento| evento.posicao).collect();
        assert_eq!(positions, (from..from + 6).collect::<Vec<_>>());
        assert_eq!(seen.iter().filter(|evento| evento.documento.contains("tardio")).count(), 1);
    }
}

/// Changes that are sent at once, of which every third fails and every seventh panics after it has written.
async fn at_once(app: &TestApp, round: i64) -> i64 {
    let loja = app.loja("u");
    let writes = (0..42).map(async |n| {
        let pedido = read_json::<Pedido>(
            models::pedido("canal", &format!("R{round}N{n}"), "S").to_string().as_bytes(),
        );
        let input = orders::PedidoInput::from(pedido.unwrap());
        loop {
            let input = input.clone();
            let written = app.store.write(move |tx| {
                inventory::change_stock(tx, loja, "S", AjusteEstoque::Vary(1))?;
                orders::create(tx, loja, &input)?;
                assert_ne!(n % 7, 6, "a panic that is meant");
                if n % 3 == 2 {
                    Err(StoreError::Internal("a failure that is meant".to_owned()))
                } else {
                    Ok(())
                }
            });
            match written.await {
                // a slow machine's panic keeps the SKU for longer than the others wait
                Err(StoreError::Overload | StoreError::TooSlow(_) | StoreError::Concurrency(_)) => {}
                written => return written,
            }
        }
    });
    let outcomes = futures_util::future::join_all(writes).await;
    outcomes.iter().filter(|done| done.is_ok()).count() as i64
}

on_both_databases! {
    async fn a_write_that_fails_takes_nobody_with_it(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let loja = app.loja("u");
        let before = registro(&app).await.len();
        let estoque = async || app.a.get("/sku/S?usuarioId=u").await.json_of(200)["estoque"].as_i64().unwrap();
        let initial = estoque().await;
        let mut outcomes = 0;
        for round in 0..4 {
            outcomes += at_once(&app, round).await;
        }
        assert_eq!(outcomes, 4 * 24);
        assert_eq!(estoque().await, initial + outcomes);
        let pedidos_a = app.a.get("/Pedido?usuarioId=u").await.json_of(200);
        assert_eq!(pedidos_a["metadados"]["total"], outcomes);
        let checks = run_blocking(&app.store, move |store| {
            store.read_blocking(|conn| store::orders::check_counts(conn, loja))
        });
        assert!(checks.divergences.is_empty(), "{checks:?}");
        // the places are consecutive: `registro` looks
        let eventos = registro(&app).await;
        let from = |kind: &str| eventos[before..].iter().filter(|e| e["tipo"] == kind).count() as i64;
        assert_eq!((from("sku.estoque"), from("pedido.criado")), (outcomes, outcomes), "{:?}", eventos.last());
    }
}
