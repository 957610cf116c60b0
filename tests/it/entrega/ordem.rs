//! Order, and who waits for whom.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use serde_json::json;
use tokio::sync::Notify;

use super::apoio::{Carteiro, Cena};

nos_dois_bancos! {
    async fn the_order_of_an_orders_events_is_kept_while_one_fails(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        cena.notificar().await;
        let parado = cena.pedido("1").await;
        cena.carteiro.regra(move |r| Some(if r.pedido() == parado { 500 } else { 200 }));
        assert_eq!(cena.esvaziar().await.len(), 1);
        let livre = cena.pedido("2").await;
        for pedido in [parado, livre] {
            cena.faturar(pedido).await;
            cena.mover(pedido, json!({ "status": "Enviado" })).await;
        }
        // all of the other order, one after the other; nothing of the one whose first event nobody took
        let chegados: Vec<(i64, String)> =
            cena.esvaziar().await.iter().map(|r| (r.pedido(), r.tipo().to_owned())).collect();
        let esperado = ["pedido.criado", "pedido.status", "pedido.status"];
        assert_eq!(chegados, esperado.map(|tipo| (livre, tipo.to_owned())));

        cena.carteiro.regra(|_| Some(200));
        cena.relogio.andar(10);
        let chegados = cena.esvaziar().await;
        let tipos: Vec<&str> = chegados.iter().map(|r| r.tipo()).collect();
        assert_eq!(tipos, esperado);
        assert_eq!(chegados[1].corpo["dados"]["status"], "Faturado");
        assert_eq!(chegados[2].corpo["dados"]["status"], "Enviado");
    }

    async fn an_address_that_hangs_slows_no_other(app: TestApp) {
        let cena = Cena::nova(&app).await;
        let presa = cena.notificar_com(Some("https://preso.exemplo.com/"), None).await;
        cena.notificar_com(Some("https://livre.exemplo.com/"), None).await;
        for n in 0..60 {
            cena.pedido(&n.to_string()).await;
        }
        let carteiro = Carteiro::novo(|r| (!r.envio.url.contains("preso")).then_some(200));
        let engine = Engine::new(app.store.clone(), Arc::new(SystemClock), carteiro.clone(), Config::default());
        let parar = Arc::new(Notify::new());
        let fim = parar.clone();
        let tarefa = actix_web::rt::spawn(engine.run(async move { fim.notified().await }, Duration::ZERO));
        let mut chegados = BTreeMap::new();
        for _ in 0..600 {
            chegados.clear();
            for (recebido, _) in carteiro.todos() {
                *chegados.entry(recebido.envio.url).or_insert(0) += 1;
            }
            if chegados.get("https://livre.exemplo.com/") == Some(&60) { break; }
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        }
        parar.notify_one();
        tarefa.await.unwrap();
        // the one that hangs has its eight places and no more
        let esperado = [("https://livre.exemplo.com/", 60), ("https://preso.exemplo.com/", 8)];
        assert_eq!(chegados, esperado.map(|(url, n)| (url.to_owned(), n)).into());
        assert_eq!(cena.saude(&presa).await.pendentes, 60);
    }
}
