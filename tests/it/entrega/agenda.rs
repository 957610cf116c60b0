//! The schedule in simulated time: attempts, giving up, pauses, probes, recovery.

use domain::entrega::{Agenda, EstadoEntrega};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use store::notificacoes::{self, ResendOutcome};
use store::{StoreError, events};

use super::helpers::Scene;

/// The schedule of the specification, seconds.
const WAITS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/// Follows the only delivery that is still to be made through `WAITS`; answers when the last attempt was.
async fn follow_the_schedule(scene: &mut Scene<'_>, notificacao: &notificacoes::NotificacaoRow) -> Instante {
    let mut before = pending(scene, notificacao).await.tentativas.last().unwrap().data;
    for (n, wait) in WAITS.into_iter().enumerate() {
        let entrega = pending(scene, notificacao).await;
        assert_eq!(entrega.tentativas.len(), n + 1);
        // (instants are shown in whole seconds: the clock stands on one)
        let next = entrega.proxima_tentativa.unwrap();
        let passed = (next.micros() - before.micros()) as f64 / 1e6;
        let expected = wait as f64;
        assert!((expected * 0.8 - 1.0..=expected * 1.2 + 1.0).contains(&passed), "{wait}: {passed}");
        scene.clock.move_to(next.plus_seconds(-1));
        assert_eq!(scene.step().await, 0, "attempt {} came early", n + 2);
        scene.clock.move_to(next.plus_seconds(1));
        assert_eq!(scene.step().await, 1, "attempt {} did not come", n + 2);
        before = next.plus_seconds(1);
    }
    before
}

async fn pending(scene: &Scene<'_>, notificacao: &notificacoes::NotificacaoRow) -> domain::entrega::Entrega {
    let all = scene.entregas(notificacao).await;
    all.into_iter().find(|e| e.estado == EstadoEntrega::Pendente).expect("one is still to be made")
}

on_both_databases! {
    async fn a_delivery_that_nobody_wants_is_given_up_after_eight_attempts(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        assert_eq!(Agenda::default().attempts(), 8);
        let bad = scene.pedido("1").await;
        scene.postman.rule(move |r| Some(if r.pedido() == bad { 500 } else { 204 }));
        assert_eq!(scene.step().await, 1);
        // the address takes others: it is there
        let good = scene.pedido("2").await;
        scene.clock.advance(1);
        assert_eq!(scene.step().await, 1);
        follow_the_schedule(&mut scene, &notificacao).await;

        let entregas = scene.entregas(&notificacao).await;
        assert_eq!(entregas.iter().map(|e| e.estado).collect::<Vec<_>>(), [EstadoEntrega::Entregue, EstadoEntrega::Esgotada]);
        let attempts = &entregas[1].tentativas;
        assert_eq!(attempts.len(), 8);
        assert!(attempts.iter().all(|t| t.status == Some(500) && t.erro.is_some() && t.resposta == "resposta"));
        assert!(entregas[1].data_conclusao.is_some() && entregas[1].proxima_tentativa.is_none());
        let ids: std::collections::BTreeSet<String> =
            scene.postman.take_received().into_iter().map(|r| format!("{}{}", r.pedido() == good, r.call.id)).collect();
        assert_eq!(ids.len(), 2, "every attempt has the same identifier");
        assert!(scene.saude(&notificacao).await.pausada_ate.is_none());

        // it can be sent again, and is given its schedule anew
        let (owner, id, posicao) = (scene.owner(), notificacao.id, entregas[1].posicao);
        let resending = app.store.write(move |tx| notificacoes::resend(tx, owner, id, posicao, posicao)).await;
        assert_eq!(resending.unwrap(), ResendOutcome::Accepted { de: posicao, ate: posicao });
        scene.postman.rule(|_| Some(200));
        assert_eq!(scene.drain().await.len(), 1);
        assert_eq!(scene.entregas(&notificacao).await[0].estado, EstadoEntrega::Entregue);
    }

    async fn what_is_asked_for_again_does_not_wait_for_another_attempt(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        let (owner, id) = (scene.owner(), notificacao.id);
        scene.postman.rule(|_| Some(500));
        let pedido = scene.pedido("1").await;
        assert_eq!((scene.step().await, scene.step().await), (1, 0));
        // another attempt is far off; the address is well again
        scene.postman.rule(|_| Some(200));
        scene.postman.take_received();
        let waiting = scene.entregas(&notificacao).await[0].clone();
        assert_eq!(waiting.pedido, Some((app.loja("u"), PedidoId(pedido))));
        let clock = scene.clock.clone();
        let again = async |entrega| {
            let sent = app.store.write(move |tx| notificacoes::send_again(tx, owner, id, entrega)).await;
            clock.move_to(Instante::now());
            sent.unwrap()
        };
        let accepted = ResendOutcome::Accepted { de: waiting.posicao, ate: waiting.posicao };
        assert_eq!(again(waiting.entrega_id).await, accepted);
        assert_eq!(scene.drain().await.len(), 1, "what waits is sent now, and not twice");
        assert_eq!(again(waiting.entrega_id).await, accepted);
        assert_eq!(scene.drain().await.len(), 1, "what was taken is sent once more");
        assert_eq!(again(9999).await, ResendOutcome::Missing);
        // a stretch that is asked for takes along what waits
        scene.postman.rule(|_| Some(500));
        scene.pedido("2").await;
        assert_eq!(scene.drain().await.len(), 1);
        scene.postman.rule(|_| Some(200));
        let posicao = scene.entregas(&notificacao).await[0].posicao;
        app.store.write(move |tx| notificacoes::resend(tx, owner, id, posicao, posicao)).await.unwrap();
        scene.clock.move_to(Instante::now());
        assert_eq!(scene.drain().await.len(), 2);
    }

    async fn the_log_is_found_by_time(app: TestApp) {
        let scene = Scene::new(&app).await;
        for n in 0..5 {
            scene.pedido(&n.to_string()).await;
        }
        app.store.place_events().await.unwrap();
        let aplicacao = app.aplicacao;
        let (_, last) = app.store.read(move |c| events::extremes(c, aplicacao)).await.unwrap();
        for wanted in 1..=last {
            // whichever of those of one instant is the first
            let found = app.store.read(move |c| {
                let at = events::find_all(c, aplicacao, &[wanted])?[0].data;
                let place = events::position_since(c, aplicacao, at)?.unwrap();
                let there = events::find_all(c, aplicacao, &[place - 1, place])?;
                let earlier = there.iter().filter(|one| one.data < at).count();
                Ok::<_, StoreError>(there.last().unwrap().data == at && earlier == there.len() - 1)
            });
            assert!(found.await.unwrap(), "{wanted}");
        }
        let late = Instante::now().plus_seconds(60);
        assert_eq!(app.store.read(move |c| events::position_since(c, aplicacao, late)).await.unwrap(), None);
    }

    async fn an_address_that_is_away_loses_nothing(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        scene.postman.rule(|_| Some(503));
        let pedido = scene.pedido("1").await;
        assert_eq!(scene.step().await, 1);
        let last = follow_the_schedule(&mut scene, &notificacao).await;
        // the schedule is over, and no success since: the address pauses, the delivery stays
        let saude = scene.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas), (1, 8));
        assert_eq!(saude.pausada_ate.unwrap().truncated(), last.plus_seconds(60).truncated());
        // a week of probes, one per pause, at most an hour apart
        let mut probes = 0;
        for _ in 0..7 * 24 * 2 {
            scene.clock.advance(1800);
            probes += scene.step().await;
        }
        assert!((160..=175).contains(&probes), "{probes}");
        scene.postman.take_received();
        scene.postman.rule(|_| Some(200));
        scene.clock.advance(3600);
        let arrivals = scene.drain().await;
        assert_eq!(arrivals.iter().map(|r| r.pedido()).collect::<Vec<_>>(), [pedido]);
        assert_eq!(scene.entregas(&notificacao).await[0].tentativas.len(), 20, "the latest ones are shown");
    }

    async fn an_event_that_is_refused_keeps_no_new_one_waiting(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        let refused = scene.pedido("1").await;
        scene.postman.rule(move |received| Some(if received.pedido() == refused { 503 } else { 200 }));
        scene.step().await;
        follow_the_schedule(&mut scene, &notificacao).await;
        scene.postman.take_received();
        // due during the pause, and so for less long than the refused one
        scene.clock.advance(2);
        let new = scene.pedido("2").await;
        assert_eq!(scene.step().await, 0, "it is paused");
        scene.clock.advance(60);
        assert_eq!(scene.step().await, 1);
        assert_eq!(scene.postman.take_received().iter().map(|r| r.pedido()).collect::<Vec<_>>(), [new]);
        assert_eq!(scene.saude(&notificacao).await.pausada_ate, None);
    }

    async fn an_address_that_fails_is_paused_tried_and_caught_up_with(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        scene.postman.rule(|_| Some(500));
        for n in 0..30 {
            scene.pedido(&n.to_string()).await;
        }
        // three rounds of eight: the twentieth failure pauses, the last round was under way already
        let mut outcomes = 0;
        loop {
            let count = scene.step().await;
            outcomes += count;
            if count == 0 { break; }
        }
        assert_eq!(outcomes, 24);
        let saude = scene.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas), (30, 24));
        assert!(saude.pausada_ate.is_some());

        // nothing goes out during a pause, though much is due
        scene.clock.advance(50);
        assert_eq!(scene.step().await, 0);
        // one probe when it ends; it fails, and the next pause is longer
        scene.clock.advance(11);
        assert_eq!((scene.step().await, scene.step().await), (1, 0));
        scene.clock.advance(110);
        assert_eq!(scene.step().await, 0);
        scene.clock.advance(11);
        scene.postman.rule(|_| Some(200));
        scene.postman.take_received();
        // the probe is taken: all the rest follows at once
        assert_eq!(scene.step().await, 1);
        assert_eq!(scene.drain().await.len(), 30);
        let saude = scene.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas, saude.pausada_ate), (0, 0, None));
        for entrega in scene.entregas(&notificacao).await {
            assert_eq!(entrega.estado, EstadoEntrega::Entregue);
        }
    }

    async fn a_new_address_is_tried_at_once(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        scene.postman.rule(|_| Some(500));
        for n in 0..20 {
            scene.pedido(&n.to_string()).await;
        }
        while scene.step().await > 0 {}
        assert!(scene.saude(&notificacao).await.pausada_ate.is_some());
        scene.postman.take_received();
        scene.postman.rule(|_| Some(200));

        let (owner, id) = (scene.owner(), notificacao.id);
        let new = notificacoes::New {
            loja: None,
            url: Some("https://outro.exemplo.com/".to_owned()),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: true,
            cadastro: None,
        };
        let now = delivery::Clock::now(&*scene.clock);
        app.store.write(move |tx| notificacoes::update(tx, owner, id, &new, now)).await.unwrap().unwrap();
        let arrivals = scene.drain().await;
        assert_eq!(arrivals.len(), 20);
        assert!(arrivals.iter().all(|r| r.call.url.contains("outro")));
    }
}
