//! Reads remember users, settings and channels for a second: what this server changes counts at once, what another
//! one changes a second later, and an order never shows a channel as nameless.

use std::time::{Duration, Instant};

use domain::loja_config::LojaConfig;
use serde_json::{Value, json};
use store::lojas_config;

use crate::suporte::app::{Servidor, config, em_bloco};
use crate::suporte::{Cliente, TestApp, modelos};

/// Longer than anything is remembered.
const PACIENCIA: Duration = Duration::from_secs(3);

/// The names of the channels of all orders, latest order first.
async fn nomes(b: &Cliente) -> Vec<Value> {
    let lidos = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_de(200);
    lidos.as_array().unwrap().iter().map(|pedido| pedido["canalNome"].clone()).collect()
}

async fn cep(b: &Cliente) -> Value {
    b.get("/centrosdistribuicao").await.json_de(200)[0]["cep"].clone()
}

async fn renomear(app: &TestApp, nome: &str) {
    let mut canal = app.a.get("/Canal/canal?usuarioId=u").await.json_de(200);
    canal["nome"] = json!(nome);
    app.a.put("/Canal/canal?usuarioId=u", &canal).await.com_status(200);
}

nos_dois_bancos! {
    async fn what_a_server_changes_counts_there_at_once_and_elsewhere_within_a_second(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        app.criar_pedido("u", &modelos::pedido("canal", "P1", "S")).await;
        let (loja, b) = (app.loja("u"), app.b_como(app.loja("u")));
        let outro = Servidor::iniciar(&config(&app.banco.url));
        let no_outro = Cliente::novo(outro.em("listen_b"), Some(&app.chave_de_loja(loja)));
        for volta in 0..3 {
            // both have it in memory when it changes
            let (antes, nome) = (nomes(&no_outro).await, format!("nome {volta}"));
            assert_eq!(nomes(&b).await, antes);
            renomear(&app, &nome).await;
            assert_eq!(nomes(&b).await, [json!(nome)]);
            let inicio = Instant::now();
            while nomes(&no_outro).await != [json!(nome)] {
                assert!(inicio.elapsed() < PACIENCIA, "the other server still says {antes:?}");
            }

            let (antes, novo) = (cep(&no_outro).await, format!("0131010{volta}"));
            let config = LojaConfig { cep: novo.clone(), ..LojaConfig::default() };
            em_bloco(&app.store, move |store| {
                let config = config.clone();
                store.write_blocking(move |tx| lojas_config::upsert(tx, loja, &config))
            });
            assert_eq!(cep(&b).await, json!(novo));
            let inicio = Instant::now();
            while cep(&no_outro).await != json!(novo) {
                assert!(inicio.elapsed() < PACIENCIA, "the other server still says {antes}");
            }
        }
        outro.parar();
    }

    async fn an_order_of_a_channel_made_by_another_server_shows_its_name(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        app.criar_pedido("u", &modelos::pedido("canal", "P0", "S")).await;
        let outro = Servidor::iniciar(&config(&app.banco.url));
        let no_outro = Cliente::novo(outro.em("listen_b"), Some(&app.chave_de_loja(app.loja("u"))));
        for n in 1..=3 {
            // its channels are in memory, and another one comes at once
            nomes(&no_outro).await;
            let canal = modelos::com(modelos::canal(&format!("c{n}")), "/nome", json!(format!("canal {n}")));
            app.a.post("/Canal?usuarioId=u", &canal).await.com_status(201);
            app.criar_pedido("u", &modelos::pedido(&format!("c{n}"), &format!("P{n}"), "S")).await;
            let vistos = nomes(&no_outro).await;
            assert!(vistos.contains(&json!(format!("canal {n}"))), "{vistos:?}");
        }
        outro.parar();
    }

    async fn a_user_that_is_gone_is_gone_at_once_and_its_successor_is_another(app: TestApp) {
        for _ in 0..3 {
            app.loja_com_skus("v", &["S"]).await;
            app.a.get("/sku/S?usuarioId=v").await.com_status(200);
            app.a.delete("/Usuario/v").await.com_status(204);
            app.a.get("/sku/S?usuarioId=v").await.com_status(404);
            app.a.post("/Usuario", &modelos::usuario("v")).await.com_status(201);
            let lista = app.a.get("/sku?usuarioId=v").await.json_de(200);
            assert_eq!(lista["resultado"], json!([]), "{lista}");
            app.a.delete("/Usuario/v").await.com_status(204);
        }
    }

    async fn what_is_written_through_a_server_is_there_for_its_readers(app: TestApp) {
        let outro = Servidor::iniciar(&config(&app.banco.url));
        let a2 = app.a.em(outro.em("listen_a"));
        // this server remembers a user that the other one deletes, and gets it anew
        app.loja_com_skus("w", &["S"]).await;
        app.a.get("/sku?usuarioId=w").await.com_status(200);
        a2.delete("/Usuario/w").await.com_status(204);
        app.a.post("/Usuario", &modelos::usuario("w")).await.com_status(201);
        app.a.post("/sku?usuarioId=w", &modelos::sku("T")).await.com_status(201);
        app.a.get("/sku/T?usuarioId=w").await.com_status(200);

        // a change that the other one has made already is no change here, and yet it is heard of
        app.a.post("/Canal?usuarioId=w", &modelos::canal("c")).await.com_status(201);
        app.criar_pedido("w", &modelos::pedido("c", "P", "T")).await;
        let b = app.b_como(app.loja("w"));
        nomes(&b).await;
        let canal = modelos::com(modelos::canal("c"), "/nome", json!("outro nome"));
        a2.put("/Canal/c?usuarioId=w", &canal).await.com_status(200);
        app.a.put("/Canal/c?usuarioId=w", &canal).await.com_status(200);
        assert_eq!(nomes(&b).await, [json!("outro nome")]);
        outro.parar();
    }

    async fn a_list_of_offers_knows_a_user_s_last_change(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let outro = Servidor::iniciar(&config(&app.banco.url));
        let a2 = app.a.em(outro.em("listen_a"));
        let publicaveis = async |a: &Cliente| {
            a.get("/Canal/canal/Oferta?usuarioId=u&situacao=publicavel").await.json_de(200)["resultado"].clone()
        };
        for ativo in [false, true, false] {
            a2.get("/Canal/canal/Oferta?usuarioId=u").await.com_status(200);
            app.a.patch("/Usuario/u", &json!({ "ativo": ativo })).await.com_status(200);
            let (aqui, la) = (publicaveis(&app.a).await, publicaveis(&a2).await);
            assert_eq!(aqui, la);
        }
        outro.parar();
    }
}
