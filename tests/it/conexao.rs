//! Conexao, Anuncio, Diferenca and Erro of interface A, over what an engine writes.

use domain::conexao::{Causa, SobreErro};
use serde_json::{Value, json};
use store::channels::AtChannel;

use crate::support::connected::Connected;
use crate::support::{TestApp, models};

const CONEXAO: &str = "/Canal/v/Conexao?usuarioId=u";

async fn with_channel(app: &TestApp, skus: &[&str]) {
    app.loja_with_skus("u", skus).await;
    app.a.post("/Canal?usuarioId=u", &models::vendure("v")).await.with_status(201);
}

async fn rows(app: &TestApp, path: &str, query: &str) -> Vec<Value> {
    let page = app.a.get(&format!("{path}?usuarioId=u{query}")).await.json_of(200);
    let rows = page["resultado"].as_array().unwrap().clone();
    assert_eq!(page["metadados"]["total"], rows.len(), "{path} {query}");
    rows
}

fn all<'a>(rows: &'a [Value], member: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[member].as_str().unwrap()).collect()
}

async fn anuncio(app: &TestApp, sku: &str) -> Value {
    app.a.get(&format!("/sku/{sku}/Canal/v/Anuncio?usuarioId=u")).await.json_of(200)
}

fn shows(estoque: i64) -> AtChannel {
    AtChannel { estoque: Some(estoque), ..AtChannel::default() }
}

on_both_databases! {
    async fn a_channel_is_connected_changed_and_disconnected(app: TestApp) {
        with_channel(&app, &["S"]).await;
        app.a.get(CONEXAO).await.with_status(404);
        let new = app.a.put(CONEXAO, &json!({})).await.with_status(201);
        assert_eq!(new.header("location"), CONEXAO);
        let told = new.json();
        assert_eq!((&told["modo"], &told["publicar"], &told["estado"]), (&json!("leitura"), &json!(false), &json!("verificando")));
        assert_eq!((&told["conector"], &told["conta"], &told["janela"], &told["erros"]), (&json!("Vendure"), &Value::Null, &Value::Null, &json!(0)));
        assert_eq!(told["fila"], json!({ "devidos": 0, "maisAntigo": null, "unidadesEmRisco": 0 }));
        assert_eq!(told["pedidos"], json!({ "lidosAte": null, "abertos": 0 }));
        let changed = app.a.put(CONEXAO, &json!({ "modo": "total", "publicar": true })).await.json_of(200);
        assert_eq!((&changed["modo"], &changed["publicar"]), (&json!("total"), &json!(true)));
        assert_eq!(app.a.get(CONEXAO).await.json_of(200), changed);
        app.a.put(CONEXAO, &json!({ "modo": "tudo" })).await.with_status(400);
        // a type without a connector: somebody else carries it
        let refused = app.a.put("/Canal/canal/Conexao?usuarioId=u", &json!({})).await.with_status(409);
        assert!(refused.json()["message"].as_str().unwrap().contains("programa de fora"), "{refused:?}");
        app.a.put("/Canal/x/Conexao?usuarioId=u", &json!({})).await.with_status(404);
        app.a.post("/Canal/v/Conexao/Verificar?usuarioId=u", &json!(null)).await.with_status(202);
        // what it is told are the announced offers
        let off = json!({ "controleEstoque": "erp", "anunciarOfertas": false });
        assert_eq!(app.a.put("/Usuario/u/Estoque", &off).await.json_of(200)["anunciarOfertas"], true);
        app.a.delete(CONEXAO).await.with_status(204);
        app.a.delete(CONEXAO).await.with_status(404);
        assert_eq!(app.a.put("/Usuario/u/Estoque", &off).await.json_of(200)["anunciarOfertas"], false);
        let log = app.a.get("/Evento?tipo=canal.conexao").await.json_of(200);
        let states = log["eventos"].as_array().unwrap().iter().map(|event| event["dados"]["conexao"].clone());
        assert_eq!(states.collect::<Vec<_>>(), [json!("verificando"), json!("verificando"), Value::Null]);
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        app.a.put(CONEXAO, &json!({})).await.with_status(409);
    }

    async fn listings_are_listed_bound_and_compared(app: TestApp) {
        with_channel(&app, &["S", "T/1", "Z"]).await;
        let canal = Connected::new(&app, "u", "v");
        canal.listed("S", "1", shows(10));
        canal.listed("T/1", "2", shows(7));
        canal.failed((SobreErro::Sku, "Z"), &[(Causa::NotListed, "")]);
        let path = "/Canal/v/Anuncio";
        for (query, skus) in [
            ("", vec!["S", "T/1", "Z"]),
            ("&estado=ativo", vec!["S", "T/1"]),
            ("&devido=true", vec!["Z"]),
            ("&comErro=true", vec!["Z"]),
            ("&comErro=false&devido=false", vec!["S", "T/1"]),
        ] {
            assert_eq!(all(&rows(&app, path, query).await, "sku"), skus, "{query}");
        }
        let one = anuncio(&app, "T%2F1").await;
        assert_eq!(rows(&app, path, "").await[1], one);
        assert_eq!(one["quer"], json!({ "estoque": 10, "precoDe": 129.9, "precoPor": 99.9, "publicavel": true }));
        assert_eq!(one["tem"], json!({ "estoque": 10, "preco": 99.9, "ativo": true }));
        assert_eq!(one["visto"], json!({ "estoque": 7, "preco": null, "ativo": null }));
        // one shows another number, one is not there
        let different = rows(&app, "/Canal/v/Diferenca", "").await;
        assert_eq!(all(&different, "sku"), ["T/1", "Z"]);
        assert_eq!(different[0]["aqui"], json!({ "estoque": 10, "preco": 99.9, "ativo": true }));
        assert_eq!(different[0]["la"], json!({ "estoque": 7, "preco": 99.9, "ativo": true }));
        assert_eq!(different[1]["la"], json!({ "estoque": null, "preco": null, "ativo": null }));
        // what it accepted since it was read is what it has
        canal.listed("T/1", "2", AtChannel::default());
        assert_eq!(all(&rows(&app, "/Canal/v/Diferenca", "").await, "sku"), ["Z"]);
        // by hand
        let bind = async |sku: &str, externo: &str| {
            app.a.put(&format!("/sku/{sku}/Canal/v/Anuncio?usuarioId=u"), &json!({ "externo": externo })).await
        };
        assert!(bind("Z", "1").await.with_status(409).json()["message"].as_str().unwrap().contains(" S."));
        bind("Z", "").await.with_status(400);
        bind("Z", &"x".repeat(1001)).await.with_status(400);
        bind("X", "9").await.with_status(404);
        let bound = bind("Z", "3").await.json_of(200);
        assert_eq!((&bound["externo"], &bound["estado"]), (&json!("3"), &json!("ativo")));
        assert_eq!(anuncio(&app, "Z").await, bound);
        app.a.delete("/sku/Z/Canal/v/Anuncio?usuarioId=u").await.with_status(204);
        app.a.delete("/sku/Z/Canal/v/Anuncio?usuarioId=u").await.with_status(404);
        let gone = anuncio(&app, "Z").await;
        assert_eq!((&gone["externo"], &gone["estado"], &gone["devidoEm"]), (&Value::Null, &json!("ausente"), &Value::Null));
        app.a.get("/sku/S/Canal/canal/Anuncio?usuarioId=u").await.with_status(404);
        // due again
        let sync = async |body: Value| app.a.post("/Canal/v/Sincronizar?usuarioId=u", &body).await.json_of(202)["marcados"].clone();
        assert_eq!((sync(json!({ "skus": ["S", "X"] })).await, sync(json!({ "skus": [] })).await), (json!(1), json!(0)));
        assert_eq!(all(&rows(&app, path, "&devido=true").await, "sku"), ["S"]);
        assert_eq!(sync(json!({})).await, 3);
        let waits = app.a.get(CONEXAO).await.json_of(200)["fila"].clone();
        assert_eq!((&waits["devidos"], waits["maisAntigo"].is_string(), &waits["unidadesEmRisco"]), (&json!(2), true, &json!(0)));
        assert!(app.a.get(CONEXAO).await.json()["janela"]["p50"].is_i64());
    }

    async fn errors_are_listed_tried_again_and_set_aside(app: TestApp) {
        with_channel(&app, &["S", "T"]).await;
        app.a.post("/Canal?usuarioId=u", &models::vendure("w")).await.with_status(201);
        let (v, w) = (Connected::new(&app, "u", "v"), Connected::new(&app, "u", "w"));
        v.failed((SobreErro::Sku, "S"), &[(Causa::PriceRefused, "preço alto"), (Causa::TextRefused, "longo")]);
        v.failed((SobreErro::Sku, "T"), &[(Causa::PriceRefused, "preço alto")]);
        w.ordered("1001", None);
        w.failed((SobreErro::Pedido, "1001"), &[(Causa::UnknownSku, "CANECA")]);
        let (path, every) = ("/Canal/v/Erro", "/Erro");
        for (path, query, keys) in [
            (path, "", vec!["S", "S", "T"]),
            (every, "", vec!["S", "S", "T", "1001"]),
            (every, "&sobre=pedido", vec!["1001"]),
            (every, "&causa=preco-recusado", vec!["S", "T"]),
            (path, "&chave=T&estado=aberto", vec!["T"]),
            (path, "&estado=ignorado", vec![]),
        ] {
            assert_eq!(all(&rows(&app, path, query).await, "chave"), keys, "{path} {query}");
        }
        let first = rows(&app, every, "").await.remove(0);
        for (member, value) in [
            ("canalId", json!("v")), ("sobre", json!("sku")), ("causa", json!("preco-recusado")), ("codigo", json!("E1")),
            ("texto", json!("preço alto")), ("vezes", json!(1)), ("estado", json!("aberto")), ("membro", json!("")),
        ] {
            assert_eq!(first[member], value, "{member}");
        }
        assert!(first["remedio"].as_str().unwrap().ends_with('.'));
        let causes = app.a.get("/Canal/v/Erro/Causa?usuarioId=u").await.json_of(200);
        let causes: Vec<_> = causes.as_array().unwrap().iter().map(|one| (one["causa"].clone(), one["quantidade"].clone())).collect();
        assert_eq!(causes, [(json!("preco-recusado"), json!(2)), (json!("texto-recusado"), json!(1))]);
        assert_eq!(app.a.get(CONEXAO).await.json()["erros"], 3);
        // set aside, and taken back
        let one = format!("/Canal/v/Erro/{}/Ignorar?usuarioId=u", first["erroId"]);
        app.a.put(&one, &json!(null)).await.with_status(204);
        assert_eq!(app.a.get(CONEXAO).await.json()["erros"], 2);
        app.a.delete(&one).await.with_status(204);
        assert_eq!(app.a.get(CONEXAO).await.json()["erros"], 3);
        app.a.put("/Canal/w/Erro/1/Ignorar?usuarioId=u", &json!(null)).await.with_status(404);
        // SKUs and orders become due
        let again = async |canal: &str, body: Value| {
            let path = format!("/Canal/{canal}/Erro/Reprocessar?usuarioId=u");
            app.a.post(&path, &body).await.json_of(202)["reprocessados"].clone()
        };
        v.listed("S", "1", AtChannel::default());
        v.listed("T", "2", AtChannel::default());
        assert_eq!(again("v", json!({ "causa": "texto-recusado" })).await, 1);
        assert_eq!(all(&rows(&app, "/Canal/v/Anuncio", "&devido=true").await, "sku"), ["S"]);
        assert_eq!(again("v", json!({ "erros": [] })).await, 0);
        assert_eq!(again("v", json!({ "erros": [first["erroId"]] })).await, 1);
        assert_eq!(again("v", json!({ "sobre": "pedido" })).await, 0);
        assert_eq!((again("v", json!({})).await, again("w", json!({})).await), (json!(2), json!(1)));
        app.a.post("/Canal/v/Erro/Reprocessar?usuarioId=u", &json!({ "causa": "azar" })).await.with_status(400);
        // one that succeeds is gone, and both ends are told
        v.failed((SobreErro::Sku, "S"), &[]);
        assert_eq!(all(&rows(&app, path, "").await, "chave"), ["T"]);
        let log = app.a.get("/Evento?tipo=canal.erro&quantidade=1000").await.json_of(200);
        let told: Vec<_> = log["eventos"].as_array().unwrap().iter().map(|event| event["dados"]["erro"]["estado"].clone()).collect();
        assert_eq!((told.len(), told.iter().filter(|state| **state == "resolvido").count()), (6, 2));
    }

    async fn an_order_says_how_its_channel_has_it(app: TestApp) {
        with_channel(&app, &["S"]).await;
        let came = app.create_pedido("u", &models::pedido("v", "1001", "S")).await["pedidoId"].as_i64().unwrap();
        let other = app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].as_i64().unwrap();
        Connected::new(&app, "u", "v").ordered("1001", Some(came));
        let seen = app.a.get(&format!("/Pedido/{came}/Canal?usuarioId=u")).await.json_of(200);
        assert_eq!(seen, json!({
            "canalId": "v", "externo": "1001", "situacao": "PaymentSettled", "aberto": true, "lidoEm": null,
            "contado": ["notaFiscal"], "devidoEm": null, "tentativas": 0,
        }));
        assert_eq!(app.a.get(CONEXAO).await.json()["pedidos"]["abertos"], 1);
        for (id, message) in [(other, "não veio"), (99, "não foi encontrado")] {
            let answer = app.a.get(&format!("/Pedido/{id}/Canal?usuarioId=u")).await.with_status(404);
            assert!(answer.json()["message"].as_str().unwrap().contains(message), "{answer:?}");
        }
    }
}
