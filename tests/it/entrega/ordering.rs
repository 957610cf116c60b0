//! Order, and who waits for whom.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use serde_json::json;
use tokio::sync::Notify;

use super::helpers::{Postman, Scene};
use crate::support::wait::eventually;

on_both_databases! {
    async fn the_order_of_an_orders_events_is_kept_while_one_fails(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        scene.notify().await;
        let stopped = scene.pedido("1").await;
        scene.postman.rule(move |r| Some(if r.pedido() == stopped { 500 } else { 200 }));
        assert_eq!(scene.drain().await.len(), 1);
        let free = scene.pedido("2").await;
        for pedido in [stopped, free] {
            scene.invoice(pedido).await;
            scene.move_on(pedido, json!({ "status": "Enviado" })).await;
        }
        // all of the other order, one after the other; nothing of the one whose first event nobody took
        let arrivals: Vec<(i64, String)> =
            scene.drain().await.iter().map(|r| (r.pedido(), r.kind().to_owned())).collect();
        let expected = ["pedido.criado", "pedido.status", "pedido.status"];
        assert_eq!(arrivals, expected.map(|kind| (free, kind.to_owned())));

        scene.postman.rule(|_| Some(200));
        scene.clock.advance(10);
        let arrivals = scene.drain().await;
        let kinds: Vec<&str> = arrivals.iter().map(|r| r.kind()).collect();
        assert_eq!(kinds, expected);
        assert_eq!(arrivals[1].corpo["dados"]["status"], "Faturado");
        assert_eq!(arrivals[2].corpo["dados"]["status"], "Enviado");
    }

    async fn an_address_that_hangs_slows_no_other(app: TestApp) {
        let scene = Scene::new(&app).await;
        let held = scene.notify_with(Some("https://preso.exemplo.com/"), None).await;
        scene.notify_with(Some("https://livre.exemplo.com/"), None).await;
        for n in 0..60 {
            scene.pedido(&n.to_string()).await;
        }
        let postman = Postman::new(|r| (!r.call.url.contains("preso")).then_some(200));
        let engine = Engine::new(app.store.clone(), Arc::new(SystemClock), postman.clone(), Config::default());
        let stop = Arc::new(Notify::new());
        let end = stop.clone();
        let task = actix_web::rt::spawn(engine.run(async move { end.notified().await }, Duration::ZERO));
        let arrivals = eventually("all deliveries of the free address", async || {
            let mut arrivals = BTreeMap::new();
            for (received, _) in postman.all() {
                *arrivals.entry(received.call.url).or_insert(0) += 1;
            }
            (arrivals.get("https://livre.exemplo.com/") == Some(&60)).then_some(arrivals)
        })
        .await;
        stop.notify_one();
        task.await.unwrap();
        // the one that hangs has its eight places and no more
        let expected = [("https://livre.exemplo.com/", 60), ("https://preso.exemplo.com/", 8)];
        assert_eq!(arrivals, expected.map(|(url, n)| (url.to_owned(), n)).into());
        assert_eq!(scene.saude(&held).await.pendentes, 60);
    }
}
