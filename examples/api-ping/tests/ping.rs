//! The crate mounted in an app of its own, as a server would do it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use entreposto_api_ping::State;
use http_kit::api_keys::generate;
use http_kit::{Kit, Listener};
use serde_json::{Value, json};
use store::tokens::{self, NewToken, TokenKind};
use store::{Store, StoreConfig, StoreError, aplicacoes, usuarios};

/// A database with one application and two users, one of them inactive; answers its key too.
async fn database(folder: &std::path::Path) -> (Store, String) {
    let url = format!("sqlite://{}", folder.join("teste.db").display());
    let store = Store::open(&StoreConfig::new(url), store::Secrets::of_key([7; 32])).unwrap();
    store.migrate().unwrap();
    let (key, hash) = generate(TokenKind::Aplicacao).unwrap();
    let stored: Result<(), StoreError> = store
        .write(move |tx| {
            let aplicacao = aplicacoes::create(tx, "exemplo")?.unwrap().id;
            for (id, active) in [("1", true), ("2", false)] {
                let new = json!({ "usuarioId": id, "nome": "Loja", "email": "", "ativo": active, "urlIntegracao": "" });
                usuarios::create(tx, aplicacao, &serde_json::from_value(new).unwrap())?;
            }
            tokens::create(tx, &NewToken { aplicacao, loja: None, rotulo: String::new(), hash, expira_em: None })?;
            Ok(())
        })
        .await;
    stored.unwrap();
    (store, key)
}

#[actix_web::test]
async fn a_server_mounts_it_with_a_few_lines() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = database(folder.path()).await;

    let kit = Kit::new(store);
    let listener = Listener::new(&kit, vec![entreposto_api_ping::interface(State::new(&kit))]).unwrap();
    let app = init_service(listener.app()).await;

    let key = format!("Basic {key}");
    let failure = |failure: &str| json!({ "falha": failure, "detalhes": [] });
    let cases = [
        (Method::GET, "/ping", key.as_str(), 200, json!({ "usuarios": 2 })),
        (Method::GET, "/PING?Ativo=1", &key, 200, json!({ "usuarios": 1 })),
        (
            Method::GET,
            "/ping?ativo=talvez",
            &key,
            400,
            json!({ "falha": "A consulta tem parâmetros inválidos.", "detalhes": ["ativo: deve ser true ou false"] }),
        ),
        (
            Method::GET,
            "/ping",
            "Bearer x",
            401,
            failure("O esquema do cabeçalho Authorization deve ser Basic, seguido da chave."),
        ),
        (Method::POST, "/ping", &key, 405, failure("O método não é permitido nesta rota.")),
        (Method::GET, "/pong", &key, 404, failure("A rota solicitada não existe.")),
    ];
    for (method, uri, authorization, status, body) in cases {
        let pedido =
            TestRequest::with_uri(uri).method(method.clone()).insert_header(("Authorization", authorization));
        let answer = call_service(&app, pedido.to_request()).await;
        assert_eq!(answer.status(), status, "{method} {uri}");
        assert!(answer.headers().contains_key("x-request-id"), "{method} {uri}");
        let parsed: Value = serde_json::from_slice(&read_body(answer).await).unwrap();
        assert_eq!(parsed, body, "{method} {uri}");
    }

    let document = call_service(&app, TestRequest::with_uri("/openapi.json").to_request()).await;
    let document: Value = serde_json::from_slice(&read_body(document).await).unwrap();
    assert!(document["paths"]["/ping"]["get"].is_object(), "{document}");
}
