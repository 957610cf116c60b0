//! Where events go, signed with what, in which form.

use domain::entrega::EstadoEntrega;
use domain::inscricao::Inscricao;
use domain::reading::json::read_json;
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::notificacoes::{self, New, Owner, RotateOutcome, Test};
use store::{Store, entregas};

use super::helpers::{Scene, create};
use crate::support::app::run_blocking;
use crate::support::models;

fn inscricao(topicos: &[&str]) -> Inscricao {
    let body = json!({
        "nome": "ERP", "appUrl": "https://erp.exemplo.com/", "topicos": topicos,
        "headers": [{ "chave": "X-Chave", "valor": "abc" }],
    });
    read_json(body.to_string().as_bytes()).unwrap()
}

on_both_databases! {
    async fn a_secret_that_does_not_open_holds_up_its_own_notification_alone(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let broken = scene.notify().await;
        scene.postman.rule(|_| Some(500));
        let tried = scene.pedido("1").await;
        scene.drain().await;
        scene.notify_with(Some("https://outro.exemplo.com/eventos"), None).await;
        app.database.execute(&format!("UPDATE notificacoes SET segredo = 'sealed:AQ==' WHERE notificacao_id = {}", broken.id));
        scene.postman.rule(|_| Some(204));
        let pedido = scene.pedido("2").await;
        scene.clock.advance(3600);
        let arrivals = scene.drain().await;
        let arrived: Vec<_> = arrivals.iter().map(|r| (r.call.url.as_str(), r.pedido())).collect();
        assert_eq!(arrived, [("https://outro.exemplo.com/eventos", pedido)], "and not of {tried}");
        // with a secret that opens, what waited is sent
        assert_eq!(run_blocking(&app.store, Store::discard_secrets), 1);
        scene.clock.advance(24 * 3600);
        let arrivals = scene.drain().await;
        let arrived: Vec<_> = arrivals.iter().map(|r| (r.call.url.as_str(), r.pedido())).collect();
        let address = broken.url.as_deref().unwrap();
        assert_eq!(arrived, [(address, tried), (address, pedido)]);
    }

    async fn the_body_is_the_event_and_what_was_before_is_not_sent(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        scene.pedido("antes").await;
        let notificacao = scene.notify().await;
        let pedido = scene.pedido("1").await;
        let arrivals = scene.drain().await;
        assert_eq!(arrivals.len(), 1);
        let Value::Object(body) = &arrivals[0].corpo else { panic!("no object") };
        assert_eq!(body["tipo"], "pedido.criado");
        assert_eq!(body["pedidoId"], pedido);
        assert_eq!(body["eventoId"], arrivals[0].call.id);
        assert_eq!(arrivals[0].call.signature.split(' ').count(), 1);

        // two secrets sign for a day
        let (owner, id, now) = (scene.owner(), notificacao.id, delivery::Clock::now(&*scene.clock));
        let rotation = app.store.write(move |tx| notificacoes::rotate(tx, owner, id, now)).await.unwrap();
        let RotateOutcome::Done(new, _) = rotation else { panic!("{rotation:?}") };
        assert_ne!(new, notificacao.segredo);
        scene.invoice(pedido).await;
        let arrived = &scene.drain().await[0].call;
        assert_eq!(
            arrived.signature,
            delivery::sign(&[new.clone(), notificacao.segredo], &arrived.id, arrived.timestamp, &arrived.body)
        );
        scene.clock.advance(24 * 3600 + 1);
        scene.move_on(pedido, json!({ "status": "Enviado" })).await;
        assert_eq!(scene.drain().await[0].call.signature.split(' ').count(), 1);
    }

    async fn a_stretch_is_sent_again(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        for n in 0..3 {
            scene.pedido(&n.to_string()).await;
        }
        let notificacao = scene.notify().await;
        let (owner, id) = (scene.owner(), notificacao.id);
        // user, channel and SKU came first
        app.store.write(move |tx| notificacoes::resend(tx, owner, id, 4, 5)).await.unwrap();
        let posicoes: Vec<i64> =
            scene.drain().await.iter().map(|r| r.corpo["posicao"].as_i64().unwrap()).collect();
        assert_eq!(posicoes, [4, 5]);
        let beyond = app.store.write(move |tx| notificacoes::resend(tx, owner, id, 100, 200)).await;
        assert_eq!(beyond.unwrap(), notificacoes::ResendOutcome::Empty);
        assert_eq!(scene.drain().await.len(), 0);
    }

    async fn a_test_goes_out_once_whatever_the_state(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        let (owner, id) = (scene.owner(), notificacao.id);
        let now = delivery::Clock::now(&*scene.clock);
        let off = New {
            loja: None,
            url: notificacao.url.clone(),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: false,
            cadastro: None,
        };
        app.store.write(move |tx| notificacoes::update(tx, owner, id, &off, now)).await.unwrap();
        scene.postman.rule(|_| Some(500));
        scene.pedido("1").await;
        let test = app.store.write(move |tx| notificacoes::send_test(tx, owner, id, None, now)).await.unwrap();
        assert!(matches!(test, Test::Created(_)));
        let arrivals = scene.drain().await;
        assert_eq!(arrivals.iter().map(|r| r.kind()).collect::<Vec<_>>(), ["teste"]);
        scene.clock.advance(3600);
        assert_eq!(scene.step().await, 0);
        let entregas = scene.entregas(&notificacao).await;
        assert_eq!((entregas.len(), entregas[0].estado, entregas[0].tipo.as_str()), (1, EstadoEntrega::Esgotada, "teste"));
    }

    async fn each_user_is_told_at_its_own_address(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify_with(None, None).await;
        let mut mute = models::usuario("mudo");
        mute["urlIntegracao"] = json!("");
        app.a.post("/Usuario", &mute).await.with_status(201);
        let mut other = models::usuario("outro");
        other["urlIntegracao"] = json!("https://outro.exemplo.com/");
        app.a.post("/Usuario", &other).await.with_status(201);
        scene.pedido("1").await;
        let mut urls: Vec<String> = scene.drain().await.into_iter().map(|r| r.call.url).collect();
        urls.sort();
        assert_eq!(urls, ["https://loja.example/integracao", "https://outro.exemplo.com/"]);
        // one user's address that is gone for good does not silence the others
        scene.postman.rule(|_| Some(410));
        scene.pedido("2").await;
        assert_eq!(scene.drain().await.len(), 1);
        assert!(scene.current(&notificacao).await.ativo);
    }

    async fn an_address_that_says_it_is_gone_is_not_called_any_more(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let notificacao = scene.notify().await;
        scene.postman.rule(|_| Some(410));
        scene.pedido("1").await;
        assert_eq!(scene.drain().await.len(), 1);
        let current = scene.current(&notificacao).await;
        assert!(!current.ativo && current.encerrada_em.is_some());
        scene.pedido("2").await;
        scene.clock.advance(3600);
        assert_eq!(scene.step().await, 0);
        // switched on again, it goes on where it stopped
        let (owner, id, now) = (scene.owner(), notificacao.id, delivery::Clock::now(&*scene.clock));
        let on = New {
            loja: None,
            url: notificacao.url.clone(),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: true,
            cadastro: None,
        };
        app.store.write(move |tx| notificacoes::update(tx, owner, id, &on, now)).await.unwrap();
        scene.postman.rule(|_| Some(200));
        assert_eq!(scene.drain().await.len(), 2);
        assert!(scene.current(&notificacao).await.encerrada_em.is_none());
    }

    async fn a_store_hears_of_its_topics(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        app.loja_with_stock("outra", &["S"], 10_000).await;
        let loja = app.loja("u");
        app.store.place_events().await.unwrap();
        let wanted = inscricao(&["pedido.situacao.alterado", "pedido.rastreamento.alterado", "produto_variante.estoque.alterado"]);
        create(&app.store, Owner::Loja(loja), New::of_loja(&wanted, loja)).await;
        let pedido = scene.pedido("1").await;
        scene.move_on(pedido, json!({ "status": "Enviado", "rastreio": { "transportadora": "T", "codigo": "X1" } })).await;
        for usuario in ["u", "outra"] {
            let path = format!("/sku/S/Estoque?usuarioId={usuario}");
            app.a.put(&path, &json!({ "estoque": 3 })).await.with_status(200);
        }
        let arrivals = scene.drain().await;
        let topicos: Vec<&str> = arrivals.iter().map(|r| r.corpo["topico"].as_str().unwrap()).collect();
        assert_eq!(topicos.len(), 3, "{topicos:?}");
        let of_topico = |topico: &str| arrivals.iter().find(|r| r.corpo["topico"] == topico).unwrap();
        let situacao = of_topico("pedido.situacao.alterado");
        let rastreio = of_topico("pedido.rastreamento.alterado");
        let estoque = of_topico("produto_variante.estoque.alterado");
        let evento = &situacao.corpo["evento"];
        assert_eq!((&evento["loja"], &evento["pedido"], &evento["situacao_pedido"]), (&json!("u"), &json!(pedido), &json!(9)));
        assert_eq!(situacao.corpo["tentativa"], 1);
        assert!(situacao.corpo["data_envio"].as_str().unwrap().ends_with('Z'));
        assert_eq!(situacao.corpo["evento"]["id"], rastreio.corpo["evento"]["id"]);
        assert_ne!(situacao.call.id, rastreio.call.id, "two calls about one event are two messages");
        assert!(estoque.corpo["evento"]["produto_variante"].is_i64());
        assert_eq!(estoque.call.headers, [("X-Chave".to_owned(), "abc".to_owned())]);
        // what is of one interface is not found through the other
        let nothing = app.store.read(move |c| notificacoes::list(c, Owner::Aplicacao(loja.aplicacao), notificacoes::Filter::default(), store::paging::PageRequest::first(10))).await;
        assert_eq!(nothing.unwrap().total, 0);
    }

    async fn what_is_old_or_gone_is_cleared_away(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let (old, other) = (scene.notify().await, scene.notify().await);
        scene.pedido("1").await;
        assert_eq!(scene.drain().await.len(), 2);
        let owner = scene.owner();
        let clean_up = |now: Instante| app.store.write(move |tx| entregas::purge(tx, now));
        let now = delivery::Clock::now(&*scene.clock);
        assert_eq!(clean_up(now).await.unwrap(), 0);
        assert_eq!((scene.entregas(&old).await.len(), scene.entregas(&other).await.len()), (1, 1));
        assert!(app.store.write(move |tx| notificacoes::delete(tx, owner, old.id)).await.unwrap());
        // housekeeping does the same when it begins, on a busy machine not before this
        assert!(clean_up(now).await.unwrap() <= 1);
        assert_eq!(clean_up(now).await.unwrap(), 0);
        assert_eq!(clean_up(now.plus_seconds(entregas::DAYS * 86_400 + 60)).await.unwrap(), 1);
        assert_eq!(scene.entregas(&other).await.len(), 0);
        // a store that goes takes its notifications along
        app.create_loja("v");
        let loja = app.loja("v");
        let its = scene.notify_with(Some("https://exemplo.com/"), Some(loja)).await;
        app.a.delete("/Usuario/v").await.with_status(204);
        let found = app.store.read(move |c| notificacoes::find(c, owner, its.id)).await.unwrap();
        assert!(found.is_none());
    }
}
