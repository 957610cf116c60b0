//! Bad input to interface A: the right code, the right body, and the JSON path of every problem.

use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::{Cliente, Resposta, TestApp, modelos};

/// A body as it is, JSON or not.
async fn cru(cliente: &Cliente, caminho: &str, tipo: &str, corpo: impl Into<reqwest::Body>) -> Resposta {
    cliente.enviar(Method::POST, caminho, &[("content-type", tipo)], Some(corpo)).await
}

/// The error body that every refusal has, and nothing internal in it.
#[track_caller]
fn erro(resposta: Resposta, status: u16) -> Resposta {
    let resposta = resposta.com_status(status);
    assert_eq!(resposta.header("content-type").split(';').next(), Some("application/json"), "{resposta:?}");
    let json = resposta.json();
    assert!(json["message"].as_str().is_some_and(|m| m.ends_with('.')), "{resposta:?}");
    assert!(json["validationErrors"].is_array() && json["exception"].is_null(), "{resposta:?}");
    resposta
}

/// A refusal whose problems begin with these paths, one each.
#[track_caller]
fn problemas(resposta: Resposta, caminhos: &[&str]) {
    let problemas = erro(resposta, 400).problemas();
    assert_eq!(problemas.len(), caminhos.len(), "{problemas:?}");
    for (problema, caminho) in problemas.iter().zip(caminhos) {
        assert!(problema.starts_with(caminho), "{problema} does not name {caminho}");
    }
}

fn com(mut base: Value, membro: &str, valor: Value) -> Value {
    match membro.split_once('.') {
        None => base[membro] = valor,
        Some((lista, resto)) => base[lista][0][resto] = valor,
    }
    base
}

async fn sku_com(app: &TestApp, membro: &str, valor: Value) -> Resposta {
    app.a.post("/sku?usuarioId=u", &com(modelos::sku("X"), membro, valor)).await
}

async fn pedido_com(app: &TestApp, membro: &str, valor: Value) -> Resposta {
    app.enviar_pedido("u", &com(modelos::pedido("canal", "P", "S"), membro, valor)).await
}

nos_dois_bancos! {
    async fn every_problem_is_reported_with_its_path(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        problemas(app.a.post("/Usuario", &json!({})).await, &["nome", "usuarioId"]);
        problemas(sku_com(&app, "precoPor", json!(1.00001)).await, &["precoPor"]);
        problemas(sku_com(&app, "estoque", json!(-1)).await, &["estoque"]);
        problemas(sku_com(&app, "estoque", json!("muitos")).await, &["estoque"]);
        problemas(sku_com(&app, "nome", json!("a\u{0}b")).await, &["nome"]);
        problemas(sku_com(&app, "sku", json!("x".repeat(300))).await, &["sku"]);
        problemas(sku_com(&app, "gtin", json!("7891000315508")).await, &["gtin"]);
        problemas(sku_com(&app, "imagens", json!(["https://a.example/1.jpg", "ftp://x"])).await, &["imagens[1]"]);
        problemas(pedido_com(&app, "status", json!("Perdido")).await, &["status"]);
        problemas(pedido_com(&app, "produtos.quantidade", json!(0)).await, &["produtos[0].quantidade"]);
        problemas(pedido_com(&app, "produtos", json!([])).await, &["produtos"]);
        let gigante = modelos::pedido("canal", "P", "S").to_string().replace("207.3", "1e400");
        problemas(cru(&app.a, "/Pedido?usuarioId=u", "application/json", gigante).await, &["total"]);
    }

    async fn requests_that_cannot_be_read(app: TestApp) {
        let json = "application/json";
        erro(cru(&app.a, "/Usuario", json, "{\"usuarioId\": ").await, 400);
        erro(cru(&app.a, "/Usuario", json, "").await, 400);
        erro(cru(&app.a, "/Usuario", json, vec![b'"', 0xff, b'"']).await, 400);
        erro(cru(&app.a, "/Usuario", "text/plain", "{}").await, 415);
        erro(cru(&app.a, "/Usuario", json, vec![b' '; 2 << 20]).await, 413);
        erro(app.a.get("/Usuario?pagina=0").await, 400);
        erro(app.a.get("/Usuario?quantidade_registros=251").await, 400);
        erro(app.a.get("/Usuario?pagina=1&pagina=2").await, 400);
        erro(app.a.get("/sku").await, 400);
        erro(app.a.get("/sku?usuarioId=ninguem").await, 404);
    }

    async fn identifiers_may_hold_any_printable_character(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        for (codigo, no_caminho) in [
            ("A/B", "A%2FB"),
            ("50%", "50%25"),
            ("A+B", "A%2BB"),
            ("A B", "A%20B"),
            ("Ação", "A%C3%A7%C3%A3o"),
            ("%2F", "%252F"),
            ("lote", "lote"),
        ] {
            app.a.post("/sku?usuarioId=u", &modelos::sku(codigo)).await.com_status(201);
            let caminho = format!("/SKU/{no_caminho}?usuarioId=u");
            let criado = app.a.get(&caminho).await;
            assert_eq!(criado.json()["sku"], codigo, "{caminho}: {criado:?}");
            app.a.delete(&caminho).await.com_status(204);
            app.a.delete(&caminho).await.com_status(404);
        }
    }
}
