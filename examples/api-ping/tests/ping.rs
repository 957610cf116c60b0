//! The crate mounted in an app of its own, as a server would do it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use entreposto_api_ping::State;
use http_kit::chaves::gerar;
use http_kit::{Kit, Listener};
use serde_json::{Value, json};
use store::tokens::{self, NovoToken, TipoToken};
use store::{Store, StoreConfig, StoreError, aplicacoes, usuarios};

/// A database with one application and two users, one of them inactive; answers its key too.
async fn banco(pasta: &std::path::Path) -> (Store, String) {
    let url = format!("sqlite://{}", pasta.join("teste.db").display());
    let store = Store::open(&StoreConfig::new(url)).unwrap();
    store.migrate().unwrap();
    let (chave, hash) = gerar(TipoToken::Aplicacao).unwrap();
    let gravado: Result<(), StoreError> = store
        .write(move |tx| {
            let aplicacao = aplicacoes::create(tx, "exemplo")?.unwrap().id;
            for (id, ativo) in [("1", true), ("2", false)] {
                let novo = json!({ "usuarioId": id, "nome": "Loja", "email": "", "ativo": ativo, "urlIntegracao": "" });
                usuarios::create(tx, aplicacao, &serde_json::from_value(novo).unwrap())?;
            }
            tokens::create(tx, &NovoToken { aplicacao, loja: None, rotulo: String::new(), hash, expira_em: None })?;
            Ok(())
        })
        .await;
    gravado.unwrap();
    (store, chave)
}

#[actix_web::test]
async fn a_server_mounts_it_with_a_few_lines() {
    let pasta = tempfile::tempdir().unwrap();
    let (store, chave) = banco(pasta.path()).await;

    let kit = Kit::new(store);
    let listener = Listener::new(&kit, vec![entreposto_api_ping::interface(State::new(&kit))]).unwrap();
    let app = init_service(listener.app()).await;

    let chave = format!("Basic {chave}");
    let falha = |falha: &str| json!({ "falha": falha, "detalhes": [] });
    let casos = [
        (Method::GET, "/ping", chave.as_str(), 200, json!({ "usuarios": 2 })),
        (Method::GET, "/PING?Ativo=1", &chave, 200, json!({ "usuarios": 1 })),
        (
            Method::GET,
            "/ping?ativo=talvez",
            &chave,
            400,
            json!({ "falha": "A consulta tem parâmetros inválidos.", "detalhes": ["ativo: deve ser true ou false"] }),
        ),
        (
            Method::GET,
            "/ping",
            "Bearer x",
            401,
            falha("O esquema do cabeçalho Authorization deve ser Basic, seguido da chave."),
        ),
        (Method::POST, "/ping", &chave, 405, falha("O método não é permitido nesta rota.")),
        (Method::GET, "/pong", &chave, 404, falha("A rota solicitada não existe.")),
    ];
    for (metodo, uri, autorizacao, status, corpo) in casos {
        let pedido =
            TestRequest::with_uri(uri).method(metodo.clone()).insert_header(("Authorization", autorizacao));
        let resposta = call_service(&app, pedido.to_request()).await;
        assert_eq!(resposta.status(), status, "{metodo} {uri}");
        assert!(resposta.headers().contains_key("x-request-id"), "{metodo} {uri}");
        let lido: Value = serde_json::from_slice(&read_body(resposta).await).unwrap();
        assert_eq!(lido, corpo, "{metodo} {uri}");
    }

    let documento = call_service(&app, TestRequest::with_uri("/openapi.json").to_request()).await;
    let documento: Value = serde_json::from_slice(&read_body(documento).await).unwrap();
    assert!(documento["paths"]["/ping"]["get"].is_object(), "{documento}");
}
