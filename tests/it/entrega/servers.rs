//! Several servers on one database, and servers that die.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use domain::entrega::Agenda;
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use store::orders::{self, PedidoInput};
use tokio::sync::Notify;

use super::helpers::{Postman, Scene, unheard};
use crate::support::models;
use crate::support::wait::until;

on_both_databases! {
    async fn what_a_dead_server_had_taken_is_sent_a_minute_later(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        scene.notify().await;
        scene.pedido("1").await;
        // it takes the delivery, sends it, and dies before it hears an answer
        let held = Postman::new(|_| None);
        let mut morto = Engine::new(app.store.clone(), scene.clock.clone(), held.clone(), Config::default());
        unheard(&mut morto, &held).await;
        drop(morto);
        assert_eq!(held.take_received().len(), 1);

        scene.clock.advance(59);
        assert_eq!(scene.step().await, 0);
        scene.clock.advance(2);
        assert_eq!(scene.drain().await.len(), 1);
        assert_eq!(scene.step().await, 0);
    }

    async fn two_servers_deliver_everything_once_but_for_failures(app: TestApp) {
        const PEDIDOS: usize = 500;
        let scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        let loja = app.loja("u");
        let lote: Vec<PedidoInput> = (0..PEDIDOS)
            .map(|n| models::pedido("canal", &format!("L{n}"), "S").to_string())
            .map(|json| read_json::<Pedido>(json.as_bytes()).unwrap().into())
            .collect();
        app.store.write(move |tx| orders::create_lote(tx, loja, &lote)).await.unwrap();

        // three of ten calls fail, whichever they are
        let turn = AtomicU32::new(0);
        let postman = Postman::new(move |_| {
            Some(if turn.fetch_add(1, Ordering::SeqCst) % 10 < 3 { 500 } else { 200 })
        });
        let config = Config::default().with_schedule(Agenda::new(vec![Duration::from_millis(20); 30]));
        let stop = Arc::new(Notify::new());
        let tasks: Vec<_> = (0..2)
            .map(|_| {
                let engine = Engine::new(app.store.clone(), Arc::new(SystemClock), postman.clone(), config.clone());
                let stop = stop.clone();
                actix_web::rt::spawn(engine.run(async move { stop.notified().await }, Duration::from_secs(5)))
            })
            .collect();
        until("all deliveries", async || {
            postman.all().iter().filter(|(_, status)| *status == Some(200)).count() >= PEDIDOS
        })
        .await;
        for _ in &tasks {
            stop.notify_one();
        }
        for task in tasks {
            task.await.unwrap();
        }
        let mut arrivals: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (received, status) in postman.all() {
            let count = arrivals.entry(received.call.id).or_default();
            match status {
                Some(200) => count.0 += 1,
                _ => count.1 += 1,
            }
        }
        assert_eq!(arrivals.len(), PEDIDOS);
        assert!(arrivals.values().all(|(good, _)| *good == 1), "{arrivals:?}");
        assert_eq!(scene.saude(&notificacao).await.pendentes, 0);
        // what is listed is what happened
        for entrega in scene.entregas(&notificacao).await {
            let (good, ruins) = arrivals[&entrega.evento_id];
            assert_eq!(entrega.tentativas.len(), good + ruins);
        }
    }
}
