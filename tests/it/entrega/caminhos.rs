//! Where events go, signed with what, in which form.

use domain::entrega::EstadoEntrega;
use domain::inscricao::Inscricao;
use domain::reading::json::ler_json;
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::entregas;
use store::notificacoes::{self, Dono, Nova, Rotacao, Teste};

use super::apoio::{Cena, criar};
use crate::suporte::modelos;

fn inscricao(topicos: &[&str]) -> Inscricao {
    let corpo = json!({
        "nome": "ERP", "appUrl": "https://erp.exemplo.com/", "topicos": topicos,
        "headers": [{ "chave": "X-Chave", "valor": "abc" }],
    });
    ler_json(corpo.to_string().as_bytes()).unwrap()
}

nos_dois_bancos! {
    async fn the_body_is_the_event_and_what_was_before_is_not_sent(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        cena.pedido("antes").await;
        let notificacao = cena.notificar().await;
        let pedido = cena.pedido("1").await;
        let chegados = cena.esvaziar().await;
        assert_eq!(chegados.len(), 1);
        let Value::Object(corpo) = &chegados[0].corpo else { panic!("no object") };
        assert_eq!(corpo["tipo"], "pedido.criado");
        assert_eq!(corpo["pedidoId"], pedido);
        assert_eq!(corpo["eventoId"], chegados[0].envio.id);
        assert_eq!(chegados[0].envio.assinatura.split(' ').count(), 1);

        // two secrets sign for a day
        let (dono, id, agora) = (cena.dono(), notificacao.id, delivery::Clock::agora(&*cena.relogio));
        let rotacao = app.store.write(move |tx| notificacoes::rotate(tx, dono, id, agora)).await.unwrap();
        let Rotacao::Feita(novo, _) = rotacao else { panic!("{rotacao:?}") };
        assert_ne!(novo, notificacao.segredo);
        cena.faturar(pedido).await;
        let chegado = &cena.esvaziar().await[0].envio;
        assert_eq!(
            chegado.assinatura,
            delivery::assinar(&[novo.clone(), notificacao.segredo], &chegado.id, chegado.timestamp, &chegado.corpo)
        );
        cena.relogio.andar(24 * 3600 + 1);
        cena.mover(pedido, json!({ "status": "Enviado" })).await;
        assert_eq!(cena.esvaziar().await[0].envio.assinatura.split(' ').count(), 1);
    }

    async fn a_stretch_is_sent_again(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        for n in 0..3 {
            cena.pedido(&n.to_string()).await;
        }
        let notificacao = cena.notificar().await;
        let (dono, id) = (cena.dono(), notificacao.id);
        // user, channel and SKU came first
        app.store.write(move |tx| notificacoes::reenviar(tx, dono, id, 4, 5)).await.unwrap();
        let posicoes: Vec<i64> =
            cena.esvaziar().await.iter().map(|r| r.corpo["posicao"].as_i64().unwrap()).collect();
        assert_eq!(posicoes, [4, 5]);
        let alem = app.store.write(move |tx| notificacoes::reenviar(tx, dono, id, 100, 200)).await;
        assert_eq!(alem.unwrap(), notificacoes::Reenvio::Vazio);
        assert_eq!(cena.esvaziar().await.len(), 0);
    }

    async fn a_test_goes_out_once_whatever_the_state(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        let (dono, id) = (cena.dono(), notificacao.id);
        let agora = delivery::Clock::agora(&*cena.relogio);
        let desligada = Nova {
            loja: None,
            url: notificacao.url.clone(),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: false,
            cadastro: None,
        };
        app.store.write(move |tx| notificacoes::update(tx, dono, id, &desligada, agora)).await.unwrap();
        cena.carteiro.regra(|_| Some(500));
        cena.pedido("1").await;
        let teste = app.store.write(move |tx| notificacoes::testar(tx, dono, id, None, agora)).await.unwrap();
        assert!(matches!(teste, Teste::Criado(_)));
        let chegados = cena.esvaziar().await;
        assert_eq!(chegados.iter().map(|r| r.tipo()).collect::<Vec<_>>(), ["teste"]);
        cena.relogio.andar(3600);
        assert_eq!(cena.passo().await, 0);
        let entregas = cena.entregas(&notificacao).await;
        assert_eq!((entregas.len(), entregas[0].estado, entregas[0].tipo.as_str()), (1, EstadoEntrega::Esgotada, "teste"));
    }

    async fn each_user_is_told_at_its_own_address(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar_com(None, None).await;
        let mut mudo = modelos::usuario("mudo");
        mudo["urlIntegracao"] = json!("");
        app.a.post("/Usuario", &mudo).await.com_status(201);
        let mut outro = modelos::usuario("outro");
        outro["urlIntegracao"] = json!("https://outro.exemplo.com/");
        app.a.post("/Usuario", &outro).await.com_status(201);
        cena.pedido("1").await;
        let mut urls: Vec<String> = cena.esvaziar().await.into_iter().map(|r| r.envio.url).collect();
        urls.sort();
        assert_eq!(urls, ["https://loja.example/integracao", "https://outro.exemplo.com/"]);
        // one user's address that is gone for good does not silence the others
        cena.carteiro.regra(|_| Some(410));
        cena.pedido("2").await;
        assert_eq!(cena.esvaziar().await.len(), 1);
        assert!(cena.atual(&notificacao).await.ativo);
    }

    async fn an_address_that_says_it_is_gone_is_not_called_any_more(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        cena.carteiro.regra(|_| Some(410));
        cena.pedido("1").await;
        assert_eq!(cena.esvaziar().await.len(), 1);
        let atual = cena.atual(&notificacao).await;
        assert!(!atual.ativo && atual.encerrada_em.is_some());
        cena.pedido("2").await;
        cena.relogio.andar(3600);
        assert_eq!(cena.passo().await, 0);
        // switched on again, it goes on where it stopped
        let (dono, id, agora) = (cena.dono(), notificacao.id, delivery::Clock::agora(&*cena.relogio));
        let ligada = Nova {
            loja: None,
            url: notificacao.url.clone(),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: true,
            cadastro: None,
        };
        app.store.write(move |tx| notificacoes::update(tx, dono, id, &ligada, agora)).await.unwrap();
        cena.carteiro.regra(|_| Some(200));
        assert_eq!(cena.esvaziar().await.len(), 2);
        assert!(cena.atual(&notificacao).await.encerrada_em.is_none());
    }

    async fn a_store_hears_of_its_topics(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        app.loja_com_skus("outra", &["S"]).await;
        let loja = app.loja("u");
        app.store.place_events().await.unwrap();
        let querida = inscricao(&["pedido.situacao.alterado", "pedido.rastreamento.alterado", "produto_variante.estoque.alterado"]);
        criar(&app.store, Dono::Loja(loja), Nova::da_loja(&querida, loja)).await;
        let pedido = cena.pedido("1").await;
        cena.mover(pedido, json!({ "status": "Enviado", "rastreio": { "transportadora": "T", "codigo": "X1" } })).await;
        for usuario in ["u", "outra"] {
            let caminho = format!("/sku/S/Estoque?usuarioId={usuario}");
            app.a.put(&caminho, &json!({ "estoque": 3 })).await.com_status(200);
        }
        let chegados = cena.esvaziar().await;
        let topicos: Vec<&str> = chegados.iter().map(|r| r.corpo["topico"].as_str().unwrap()).collect();
        assert_eq!(topicos.len(), 3, "{topicos:?}");
        let do_topico = |topico: &str| chegados.iter().find(|r| r.corpo["topico"] == topico).unwrap();
        let situacao = do_topico("pedido.situacao.alterado");
        let rastreio = do_topico("pedido.rastreamento.alterado");
        let estoque = do_topico("produto_variante.estoque.alterado");
        let evento = &situacao.corpo["evento"];
        assert_eq!((&evento["loja"], &evento["pedido"], &evento["situacao_pedido"]), (&json!("u"), &json!(pedido), &json!(9)));
        assert_eq!(situacao.corpo["tentativa"], 1);
        assert!(situacao.corpo["data_envio"].as_str().unwrap().ends_with('Z'));
        assert_eq!(situacao.corpo["evento"]["id"], rastreio.corpo["evento"]["id"]);
        assert_ne!(situacao.envio.id, rastreio.envio.id, "two calls about one event are two messages");
        assert!(estoque.corpo["evento"]["produto_variante"].is_i64());
        assert_eq!(estoque.envio.cabecalhos, [("X-Chave".to_owned(), "abc".to_owned())]);
        // what is of one interface is not found through the other
        let nada = app.store.read(move |c| notificacoes::list(c, Dono::Aplicacao(loja.aplicacao), notificacoes::Filtro::default(), store::paging::PageRequest::first(10))).await;
        assert_eq!(nada.unwrap().total, 0);
    }

    async fn what_is_old_or_gone_is_cleared_away(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let (velha, outra) = (cena.notificar().await, cena.notificar().await);
        cena.pedido("1").await;
        assert_eq!(cena.esvaziar().await.len(), 2);
        let dono = cena.dono();
        let limpar = |agora: Instante| app.store.write(move |tx| entregas::purge(tx, agora));
        let agora = delivery::Clock::agora(&*cena.relogio);
        assert_eq!(limpar(agora).await.unwrap(), 0);
        assert!(app.store.write(move |tx| notificacoes::delete(tx, dono, velha.id)).await.unwrap());
        assert_eq!(limpar(agora).await.unwrap(), 1);
        assert_eq!(limpar(agora.mais_segundos(entregas::DIAS * 86_400 + 60)).await.unwrap(), 1);
        assert_eq!(cena.entregas(&outra).await.len(), 0);
        // a store that goes takes its notifications along
        app.criar_loja("v");
        let loja = app.loja("v");
        let dela = cena.notificar_com(Some("https://exemplo.com/"), Some(loja)).await;
        app.a.delete("/Usuario/v").await.com_status(204);
        let achada = app.store.read(move |c| notificacoes::find(c, dono, dela.id)).await.unwrap();
        assert!(achada.is_none());
    }
}
