//! The Rust client against a running hub, as a program would use it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::pin::pin;
use std::thread;
use std::time::Duration;

use client::domain::pedido::{MudancaStatus, Pedido, StatusPedido};
use client::domain::reading::json::read_json;
use client::domain::sku::{AjusteEstoque, Sku};
use client::domain::values::ids::{PedidoId, SkuId};
use client::{EventoDaFila, Hub, Method, Queue, Since, StoreSystem};
use futures_util::TryStreamExt;
use serde_json::{Value, json};

use crate::support::{TestApp, models};

const LOJA: &str = "u";

async fn hub(app: &TestApp, pedidos: usize) -> Hub {
    app.loja_with_skus(LOJA, &["S"]).await;
    for number in 0..pedidos {
        let pedido = models::pedido("canal", &format!("P-{number}"), "S");
        let pedido = models::with(pedido, "/status", json!("Pago"));
        app.a.post("/Pedido?usuarioId=u", &pedido).await.with_status(201);
    }
    Hub::connect(&app.a.base, app.a.chave.as_deref().unwrap()).unwrap()
}

fn moved(status: StatusPedido) -> MudancaStatus {
    MudancaStatus::to(status)
}

on_both_databases! {
    async fn records_are_walked_by_their_cursor(app: TestApp) {
        let hub = hub(&app, 7).await;
        let pages = hub.of(LOJA, Method::GET, ["Pedido"]).query("quantidade_registros", 2).records::<Value>();
        let numbers = pages.map_ok(|pedido| pedido["pedidoId"].as_i64().unwrap());
        let numbers: Vec<i64> = numbers.try_collect().await.unwrap();
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 7, "{numbers:?}");
        let pedidos: Vec<_> = hub.pedidos(LOJA).try_collect().await.unwrap();
        assert_eq!(pedidos.iter().map(|pedido| pedido.pedido_id.0).collect::<Vec<_>>(), numbers);
        // the first error ends it
        let mut nobodys = pin!(hub.pedidos("ninguem"));
        assert_eq!(nobodys.try_next().await.unwrap_err().status(), Some(404));
        // interface B's pages are bare lists
        let key = app.b_as(app.loja(LOJA)).chave.unwrap();
        let store = StoreSystem::connect(&app.b.base, &key).unwrap();
        let request = store.request(Method::GET, ["pedidos"]).query("dataInicial", "2020-01-01");
        let request = request.query("dataFinal", "2030-01-01").query("quantidadeRegistros", 3);
        let found: Vec<Value> = request.records().try_collect().await.unwrap();
        assert_eq!(found.len(), 7);
        let waiting = store.not_taken_over().await.unwrap();
        assert_eq!(waiting.len(), 7);
        store.take_over(waiting[0]).await.unwrap();
        assert_eq!(store.not_taken_over().await.unwrap().len(), 6);
    }

    async fn a_change_of_stock_is_made_once_per_key(app: TestApp) {
        let hub = hub(&app, 0).await;
        let sku = Sku { estoque: 10, ..Sku::new(&SkuId::parse("A/1 é").unwrap(), "Mesa").unwrap() };
        let created = hub.create_sku(LOJA, &sku).await.unwrap();
        assert_eq!((created.status, &created.value), (201, &sku));
        for replayed in [false, true] {
            let change = hub.change_estoque(LOJA, "A/1 é", AjusteEstoque::Vary(-3), "k1").await.unwrap();
            assert_eq!((change.value.estoque, change.replayed), (7, replayed));
        }
        let read = hub.sku(LOJA, "A/1 é").await.unwrap();
        assert_eq!(read.value.estoque, 7);
        assert!(read.etag.is_some());
        let refused = hub.change_estoque(LOJA, "A/1 é", AjusteEstoque::Vary(-8), "k2").await.unwrap_err();
        let refusal = refused.refusal().unwrap();
        assert_eq!(refusal.status, 409);
        assert!(!refusal.request_id.is_empty() && refusal.message.ends_with('.'), "{refusal}");
    }

    async fn an_order_moves_only_as_it_was_read(app: TestApp) {
        let hub = hub(&app, 1).await;
        let read = hub.pedido(LOJA, PedidoId(1)).await.unwrap();
        let to = moved(StatusPedido::Faturado);
        let late = hub.move_pedido(LOJA, PedidoId(1), &to, Some("\"outra\"")).await.unwrap_err();
        assert_eq!(late.status(), Some(412));
        let moved = hub.move_pedido(LOJA, PedidoId(1), &to, read.etag.as_deref()).await.unwrap();
        assert_eq!(moved.value.status, StatusPedido::Faturado);
    }

    async fn the_queue_hands_every_order_over_and_what_fails_comes_again(app: TestApp) {
        let hub = hub(&app, 3).await;
        let (mut seen, mut stored) = (Vec::new(), BTreeSet::new());
        let (enough, stop) = tokio::sync::oneshot::channel::<()>();
        let mut enough = Some(enough);
        let handle = async |event: EventoDaFila| {
            seen.push(event.pedido_id);
            if seen.len() == 1 {
                return Err("once");
            }
            assert_eq!(event.pedido.unwrap().pedido_id, event.pedido_id);
            stored.insert(event.pedido_id);
            if stored.len() == 3 {
                enough.take().map(|enough| enough.send(()));
            }
            Ok(())
        };
        let queue = Queue::of(&hub, "erp").usuario(LOJA).lease(1).batch(10).idle(Duration::from_millis(100));
        let stop = async { stop.await.unwrap_or_default() };
        tokio::time::timeout(Duration::from_secs(30), queue.consume(handle, stop)).await.unwrap().unwrap();
        assert_eq!(stored, BTreeSet::from([PedidoId(1), PedidoId(2), PedidoId(3)]));
        assert!(queue.read().await.unwrap().is_empty());
        assert!(Queue::of(&hub, "new").since(Since::Now).read().await.unwrap().is_empty());
    }
}

#[test]
fn an_event_has_its_order_though_the_page_was_too_long() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let pedido = models::pedido("canal", "1", "S").to_string();
    let pedido: Pedido = read_json(pedido.as_bytes()).unwrap();
    let event = json!({ "eventoId": "e", "tipo": "pedido.criado", "pedidoId": 7, "status": "Pago", "entrega": 1,
        "data": "2026-01-01T00:00:00Z", "recibo": "r", "usuarioId": LOJA, "posicao": 1 });
    let service = thread::spawn(move || {
        for (asked, body) in [
            ("/Pedido/Fila?", json!([event])),
            ("/Pedido/7?usuarioId=u", json!(pedido)),
            ("/Pedido/Fila/Confirmar", json!([])),
        ] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            assert!(head.next().unwrap().contains(asked));
            assert!(head.any(|line| line.is_empty()));
            let body = body.to_string();
            write!(
                stream,
                "HTTP/1.1 200 X\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .unwrap();
        }
    });
    let hub = Hub::connect(&address, "eap_x").unwrap();
    let (enough, stop) = tokio::sync::oneshot::channel();
    let mut enough = Some(enough);
    let handle = async |event: EventoDaFila| {
        enough.take().map(|enough| enough.send(event.pedido.is_some()));
        Ok::<(), &str>(())
    };
    let mut had = false;
    let stop = async { had = stop.await.unwrap() };
    let queue = Queue::of(&hub, "erp");
    actix_web::rt::System::new().block_on(queue.consume(handle, stop)).unwrap();
    assert!(had);
    service.join().unwrap();
}

#[test]
fn the_loop_goes_on_when_the_service_is_back() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let service = thread::spawn(move || {
        for status in [503, 0, 200, 502, 429, 200, 500, 504, 200, 401] {
            let (mut stream, _) = listener.accept().unwrap();
            let head = BufReader::new(stream.try_clone().unwrap()).lines();
            assert!(head.map_while(Result::ok).any(|line| line.is_empty()));
            if status != 0 {
                write!(stream, "HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]")
                    .unwrap();
            }
        }
    });
    let hub = Hub::connect(&address, "eap_x").unwrap();
    let hub = Hub::from((*hub).clone().retries(0));
    let handle = async |_: EventoDaFila| Err("there is no event");
    let queue = Queue::of(&hub, "erp").idle(Duration::ZERO);
    let ended =
        actix_web::rt::System::new().block_on(queue.consume(handle, std::future::pending())).unwrap_err();
    assert_eq!(ended.status(), Some(401));
    service.join().unwrap();
}
