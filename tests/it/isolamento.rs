//! Two applications with the same identifiers see nothing of each other, over every documented operation.

use reqwest::Method;
use serde_json::{Value, json};
use utoipa::openapi::PathItem;

use crate::suporte::{Cliente, TestApp, modelos};

/// Every documented operation of interface A.
fn operacoes() -> Vec<(Method, String)> {
    let documento = api_a::openapi();
    let metodos = |item: &PathItem| {
        [
            (Method::GET, item.get.is_some()),
            (Method::POST, item.post.is_some()),
            (Method::PUT, item.put.is_some()),
            (Method::PATCH, item.patch.is_some()),
            (Method::DELETE, item.delete.is_some()),
        ]
    };
    let todas = documento.paths.paths.iter().flat_map(|(caminho, item)| {
        metodos(item).into_iter().filter(|(_, tem)| *tem).map(|(metodo, _)| (metodo, caminho.clone()))
    });
    todas.collect()
}

/// The path with the identifiers that the first application uses.
fn preencher(caminho: &str, pedido: &Value) -> String {
    let caminho = caminho
        .replace("{usuarioId}", "u")
        .replace("{canalId}", "canal")
        .replace("{sku}", "S1")
        .replace("{categoriaId}", "c1")
        .replace("{codigo}", "Loja")
        .replace("{pedidoId}", &pedido.to_string());
    assert!(!caminho.contains('{'), "{caminho}: an identifier that this test does not know");
    caminho
}

fn abaixo_de_usuario(caminho: &str) -> bool {
    !caminho.starts_with("/Usuario") && !caminho.starts_with("/Canal/Tipo_Canal")
}

/// A body that the operation takes, where this test knows one.
fn corpo_de(caminho: &str) -> Value {
    match caminho {
        "/Usuario" | "/Usuario/{usuarioId}" => modelos::usuario("u"),
        "/Canal" | "/Canal/{canalId}" => modelos::canal("canal"),
        "/sku" | "/sku/{sku}" => modelos::sku("S1"),
        "/Pedido" => modelos::pedido("canal", "P1", "S1"),
        "/sku/{sku}/Estoque" => json!({ "estoque": 999 }),
        "/sku/{sku}/Preco" => json!({ "precoDe": 999, "precoPor": 999 }),
        "/Pedido/{pedidoId}/Status" => json!({ "status": "Entregue" }),
        "/sku/{sku}/Canal/{canalId}" => json!({ "canalId": "canal", "estoque": 999 }),
        "/Canal/{canalId}/Categoria/{categoriaId}" => json!({ "categoriaId": "c1", "nome": "Outra" }),
        outro if outro.ends_with("/Lote") => json!([]),
        _ => json!({}),
    }
}

/// Everything that the application can read, to compare it later.
async fn retrato(cliente: &Cliente, pedido: &Value) -> Vec<(String, u16, Value)> {
    let mut retrato = Vec::new();
    for (metodo, caminho) in operacoes() {
        if metodo == Method::GET {
            let caminho = format!("{}?usuarioId=u", preencher(&caminho, pedido));
            let resposta = cliente.get(&caminho).await;
            retrato.push((caminho, resposta.status, resposta.json()));
        }
    }
    retrato
}

async fn encher(app: &TestApp) -> Value {
    app.loja_com_skus("u", &["S1"]).await;
    let categoria = json!({ "categoriaId": "c1", "nome": "Primeira" });
    app.a.put("/Canal/canal/Categoria/c1?usuarioId=u", &categoria).await.com_status(201);
    let no_canal = json!({ "canalId": "canal", "estoque": 3, "ativo": true });
    app.a.put("/sku/S1/Canal/canal?usuarioId=u", &no_canal).await.com_status(201);
    let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P1", "S1")).await;
    pedido["pedidoId"].clone()
}

/// A foreign thing and a missing thing have the same answer, byte for byte.
async fn igual_a_ausente(intrusa: &Cliente, metodo: &Method, caminho: &str, pedido: &Value, usuario: &str) {
    let alvo = |pedido: &Value, usuario: &str| format!("{}?usuarioId={usuario}", preencher(caminho, pedido));
    let corpo = corpo_de(caminho);
    let alheio = intrusa.json(metodo.clone(), &alvo(pedido, usuario), &corpo).await;
    let ausente = intrusa.json(metodo.clone(), &alvo(&json!(9_000_000_000_i64), "ninguem"), &corpo).await;
    assert_eq!(alheio.status, ausente.status, "{metodo} {caminho}: {alheio:?}");
    assert_eq!(alheio.texto(), ausente.texto(), "{metodo} {caminho}");
    assert!(alheio.status / 100 == 4, "{metodo} {caminho}: {alheio:?}");
}

nos_dois_bancos! {
    async fn nothing_of_another_application_is_seen_or_changed(app: TestApp) {
        let pedido = encher(&app).await;
        let antes = retrato(&app.a, &pedido).await;
        assert!(antes.iter().all(|(_, status, _)| [200, 404].contains(status)), "{antes:?}");
        let intrusa = app.outra_aplicacao("intrusa");

        assert_eq!(intrusa.get("/Usuario").await.json_de(200)["metadados"]["total"], 0);
        intrusa.get("/Usuario/u").await.com_status(404);
        intrusa.delete("/Usuario/u").await.com_status(404);
        intrusa.patch("/Usuario/u", &json!({ "nome": "Outro" })).await.com_status(404);
        for (metodo, caminho) in operacoes().iter().filter(|(_, c)| abaixo_de_usuario(c)) {
            igual_a_ausente(&intrusa, metodo, caminho, &pedido, "u").await;
        }
        assert_eq!(retrato(&app.a, &pedido).await, antes);

        // now with a user of the same name: everything that it does happens in its own world
        intrusa.put("/Usuario/u", &modelos::usuario("u")).await.com_status(201);
        for (metodo, caminho) in operacoes().iter().filter(|(_, c)| abaixo_de_usuario(c)) {
            let alvo = format!("{}?usuarioId=u", preencher(caminho, &pedido));
            let resposta = intrusa.json(metodo.clone(), &alvo, &corpo_de(caminho)).await;
            assert!(resposta.status < 500, "{metodo} {caminho}: {resposta:?}");
            if metodo == Method::GET && caminho.contains("{pedidoId}") {
                assert_eq!(resposta.status, 404, "{caminho}");
            }
        }
        assert_eq!(retrato(&app.a, &pedido).await, antes);
    }
}
