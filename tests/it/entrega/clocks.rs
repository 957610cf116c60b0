//! A clock that is wrong for a moment leaves nothing stuck, and a log that was replaced loses no reader in
//! silence.

use std::sync::Arc;

use delivery::{Clock, Config, Engine};
use store::notificacoes::{self, Test};
use store::pruning::{self, Pruning};

use super::helpers::{Postman, Scene, listen, unheard};

const YEAR: i64 = 365 * 86_400;

/// Another server, with nothing in memory.
fn another(scene: &Scene<'_>, postman: Arc<Postman>) -> Engine {
    Engine::new(scene.app.store.clone(), scene.clock.clone(), postman, Config::default())
}

on_both_databases! {
    async fn a_pause_begun_under_a_clock_that_was_ahead_is_over(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        for n in 0..30 {
            scene.pedido(&n.to_string()).await;
        }
        scene.postman.rule(|_| Some(500));
        scene.clock.advance(YEAR);
        while scene.step().await > 0 {}
        assert!(scene.saude(&notificacao).await.pausada_ate.is_some());
        scene.clock.advance(-YEAR);
        scene.postman.rule(|_| Some(200));
        scene.postman.take_received();
        assert_eq!(scene.drain().await.len(), 30);
        assert_eq!(scene.saude(&notificacao).await.pausada_ate, None);
    }

    async fn an_attempt_put_off_under_a_clock_that_was_ahead_is_due(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        scene.pedido("1").await;
        scene.postman.rule(|_| Some(500));
        scene.clock.advance(YEAR);
        assert_eq!(scene.step().await, 1);
        // and what came while it was
        scene.pedido("2").await;
        scene.postman.rule(|_| None);
        // it is reserved, and its outcome never comes
        unheard(&mut scene.engine, &scene.postman).await;
        let (owner, id, ahead) = (scene.owner(), notificacao.id, scene.clock.now());
        let test = app.store.write(move |tx| notificacoes::send_test(tx, owner, id, None, ahead)).await;
        assert!(matches!(test.unwrap(), Test::Created(_)));

        scene.clock.advance(-YEAR);
        scene.postman.rule(|_| Some(200));
        scene.postman.take_received();
        scene.engine = another(&scene, scene.postman.clone());
        assert_eq!(scene.drain().await.len(), 3);
    }

    async fn a_reservation_made_an_hour_ahead_does_not_wait_an_hour(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        scene.notify().await;
        scene.pedido("1").await;
        scene.clock.advance(3600);
        // it takes the delivery and dies
        let deaf = Postman::new(|_| None);
        let mut dead = another(&scene, deaf.clone());
        unheard(&mut dead, &deaf).await;
        drop(dead);
        scene.clock.advance(-3600);
        assert_eq!(scene.drain().await.len(), 1);
    }

    async fn a_notification_behind_the_end_of_its_log_goes_on_and_says_so(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        for n in 0..3 {
            scene.pedido(&n.to_string()).await;
        }
        assert_eq!(scene.drain().await.len(), 3);
        let (owner, id) = (scene.owner(), notificacao.id);
        app.store.write(move |tx| notificacoes::resend(tx, owner, id, 5, 6)).await.unwrap();
        // the log begins anew, as after a backup from before the first event
        let (nome, late) = Default::default();
        let gone = Pruning { aplicacao: app.aplicacao, nome, first: 1, cutoff: 1000, late };
        app.store.write(move |tx| pruning::prune(tx, &gone, 1_000)).await.unwrap();
        let (rows, _guard) = listen();
        assert_eq!(scene.step().await, 0);
        let text = rows.text();
        assert_eq!(text.matches("a notification stood behind the end of the log").count(), 2, "{text}");
        assert!(text.contains("place=7 end=0"), "{text}");
        scene.pedido("novo").await;
        let arrivals = scene.drain().await;
        assert_eq!(arrivals.iter().map(|r| r.corpo["posicao"].as_i64().unwrap()).collect::<Vec<_>>(), [1]);
        assert!(!rows.text()[text.len()..].contains("behind the end"));
    }

    async fn the_operator_is_told_when_an_address_pauses_and_when_it_is_back(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        scene.notify_with(Some("https://ana:segredo@erp.exemplo.com/segredo?chave=segredo"), None).await;
        for n in 0..24 {
            scene.pedido(&n.to_string()).await;
        }
        let (rows, _guard) = listen();
        scene.postman.rule(|_| Some(500));
        while scene.step().await > 0 {}
        scene.clock.advance(61);
        scene.step().await;
        let paused = rows.text();
        assert_eq!(paused.matches("sending to it pauses").count(), 1, "a longer pause is no news: {paused}");
        scene.postman.rule(|_| Some(200));
        scene.clock.advance(121);
        scene.drain().await;
        let text = rows.text();
        assert_eq!(text.matches("takes calls again").count(), 1, "{text}");
        assert_eq!(text.matches("WARN").count(), 2, "{text}");
        assert_eq!(text.matches("host=\"erp.exemplo.com:443\"").count(), 2, "{text}");
        assert!(!text.contains("segredo") && !text.contains("ana"), "{text}");
    }
}
