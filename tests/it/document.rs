//! The OpenAPI documents: sound in themselves, equal to what is served, and obeyed. (Every answer that a test
//! gets from interface A is held against the document by the client itself.)

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, Database, run, schema};
use crate::told::portuguese;

fn contracts() -> [&'static Contract; 2] {
    [Contract::a(), Contract::b()]
}

/// What programs ask a store for and a hub can only refuse: to document a success would be a lie.
const REFUSED: [&str; 6] = [
    "GET /fretes/cotacoes",
    "POST /fretes/cotacoes",
    "POST /pedidos/estorno/{pedidoId}",
    "POST /tabelaPrecos",
    "PUT /tabelaPrecos/{tabelaPrecoId}",
    "DELETE /tabelaPrecos/{tabelaPrecoId}",
];

#[test]
fn every_operation_has_an_id_of_its_own_a_tag_and_its_refusals() {
    for contract in contracts() {
        let mut ids = BTreeSet::new();
        let themes: BTreeSet<&str> = contract.documento["tags"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["name"].as_str().unwrap())
            .collect();
        for operation in contract.operations() {
            let name = operation.name();
            let id = operation.said["operationId"].as_str().unwrap_or_else(|| panic!("{name} has no id"));
            assert!(ids.insert(id.to_owned()), "{name}: another operation is called {id} too");
            assert!(id.len() <= 40 && id.bytes().all(|b| b.is_ascii_alphanumeric()), "{name}: {id}");
            assert!(id.starts_with(|c: char| c.is_ascii_lowercase()), "{name}: {id}");
            let theme = operation.said["tags"][0].as_str().unwrap_or_else(|| panic!("{name} has no tag"));
            assert!(themes.contains(theme), "{name}: {theme} is not described");
            assert!(theme.is_ascii(), "{name}: clients are generated with modules that are called {theme}");
            for status in [400, 401, 405, 429, 500, 503] {
                assert!(operation.promises(status), "{name}: {status}");
            }
            let succeeds = (200..300).any(|status| operation.promises(status));
            assert_eq!(succeeds, !REFUSED.contains(&name.as_str()), "{name} never succeeds");
            for status in [408, 415, 507] {
                assert_eq!(operation.promises(status), operation.body().is_some(), "{name}: {status}");
            }
            // too long a body, or too long a page of records that may be long
            let long_events = [
                "/Pedido",
                "/sku",
                "/produtos",
                "/produtos/alteracoes",
                "/produtos/categorias",
                "/pedidos",
                "/pedidos/situacaoPedido/{situacoes}",
                "/pedidos/formaPagamento/{formas}",
                "/usuarios/{usuario}/pedidos",
                "/usuarios/documento/{documento}/pedidos",
            ];
            let of_pages = long_events.contains(&operation.model);
            assert_eq!(operation.promises(413), operation.body().is_some() || of_pages, "{name}: 413");
            for (status, told) in operation.said["responses"].as_object().unwrap() {
                assert!(told["description"].as_str().is_some_and(|d| !d.is_empty()), "{name}: {status}");
            }
        }
    }
}

#[test]
fn every_operation_says_in_portuguese_what_it_does_and_shows_an_example() {
    for contract in contracts() {
        portuguese("the document", &contract.documento["info"]["description"]);
        for theme in contract.documento["tags"].as_array().unwrap() {
            portuguese("a tag", &theme["description"]);
        }
        for operation in contract.operations() {
            let name = operation.name();
            let said = operation.said;
            portuguese(&name, &said["summary"]);
            portuguese(&name, &said["description"]);
            let summary = said["summary"].as_str().unwrap();
            let short = summary.chars().count() <= 80 && !summary.contains('\n') && !summary.ends_with('.');
            assert!(short, "{name}: a summary is one short line without a full stop: {summary}");
            for parameter in said["parameters"].as_array().into_iter().flatten() {
                let place = format!("{name}, {}", parameter["name"]);
                portuguese(&place, &parameter["description"]);
                let needed = parameter["required"] == true;
                assert!(!needed || !parameter["example"].is_null(), "{place}: its request does not give it");
            }
            for (status, answer) in said["responses"].as_object().unwrap() {
                portuguese(&format!("{name}, {status}"), &answer["description"]);
            }
            if operation.body().is_some() {
                let kinds = said["requestBody"]["content"].as_object().unwrap();
                assert!(kinds.values().all(|kind| !kind["example"].is_null()), "{name}: no body is shown");
            }
        }
    }
}

#[test]
fn what_is_shown_is_what_its_shape_says() {
    for contract in contracts() {
        for operation in contract.operations() {
            for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
                let Some(example) = parameter.get("example") else { continue };
                let problems = schema::check(&contract.documento, &parameter["schema"], example);
                assert!(problems.is_empty(), "{} {}: {problems:?}", operation.name(), parameter["name"]);
            }
            let answers = operation.said["responses"].as_object().unwrap().values();
            for shown in answers.chain([&operation.said["requestBody"]]) {
                for kind in shown["content"].as_object().into_iter().flat_map(|kinds| kinds.values()) {
                    let Some(example) = kind.get("example") else { continue };
                    let problems = schema::check(&contract.documento, &kind["schema"], example);
                    assert!(problems.is_empty(), "{}: {problems:?}", operation.name());
                }
            }
        }
    }
}

#[test]
fn a_value_that_is_left_out_has_a_default_of_its_own_kind() {
    fn walk(value: &Value, path: &str) {
        if let (Some(default), Some(_)) = (value.get("default"), value.get("type")) {
            assert!(!default.is_null(), "{path}: null is no default");
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| walk(item, path)),
            Value::Object(members) => {
                members.iter().for_each(|(name, member)| walk(member, &format!("{path}/{name}")));
            }
            _ => {}
        }
    }
    contracts().iter().for_each(|contract| walk(&contract.documento, ""));
}

#[test]
fn paths_name_their_parameters_and_parameters_are_in_their_paths() {
    for contract in contracts() {
        for operation in contract.operations() {
            let in_model: Vec<&str> =
                operation.model.split('/').filter_map(|p| p.strip_prefix('{')?.strip_suffix('}')).collect();
            let mut declared = operation.parameters("path");
            declared.sort_by_key(|p| in_model.iter().position(|other| other == p));
            assert_eq!(declared, in_model, "{}", operation.name());
            let query = operation.parameters("query");
            let distinct: BTreeSet<String> =
                query.iter().map(|p| p.replace('_', "").to_lowercase()).collect();
            assert_eq!(distinct.len(), query.len(), "{}: {query:?}", operation.name());
        }
    }
}

/// Every `$ref` of a document.
fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    if let Some(destino) = value.get("$ref").and_then(Value::as_str) {
        found.insert(destino);
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        Value::Object(members) => members.values().for_each(|member| references(member, found)),
        _ => {}
    }
}

#[test]
fn references_lead_somewhere_and_the_key_is_no_http_basic() {
    for contract in contracts() {
        let document = &contract.documento;
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
        let mut found = BTreeSet::new();
        references(document, &mut found);
        assert!(!found.is_empty());
        for destino in found {
            let pointer = destino.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{destino} leads nowhere");
        }
        let key = &document["components"]["securitySchemes"]["chave"];
        assert_eq!(
            (&key["type"], &key["in"], &key["name"]),
            (&json!("apiKey"), &json!("header"), &json!("Authorization"))
        );
        assert_eq!(document["security"], json!([{ "chave": [] }]));
    }
}

#[test]
fn every_list_of_interface_a_is_paged_or_bare_and_takes_a_range_of_changes() {
    let contract = Contract::a();
    for operation in contract.operations().iter().filter(|o| o.method == "GET") {
        let answer = &operation.said["responses"]["200"]["content"]["application/json"]["schema"];
        let schema = schema::resolve(&contract.documento, answer);
        let envelope = schema["properties"]["metadados"].is_object();
        let (name, query) = (operation.name(), operation.parameters("query"));
        for parameter in ["pagina", "quantidade_registros", "cursor"] {
            assert_eq!(query.contains(&parameter), envelope, "{name}: {parameter}");
        }
        // these change by nobody's hand, are a record of what happened themselves, or are a few places that
        // are read whole by their tag
        let fixed = [
            "/Canal/Tipo_Canal",
            "/Canal/{canalId}/Anuncio",
            "/Canal/{canalId}/Diferenca",
            "/Canal/{canalId}/Erro",
            "/Canal/{canalId}/Erro/Causa",
            "/Centro",
            "/Erro",
            "/Falta",
            "/Notificacao/{id}/Entregas",
            "/Pedido/{pedidoId}/Historico",
            "/sku/{sku}/Centro",
            "/sku/{sku}/Movimento",
        ];
        let fixed = fixed.contains(&operation.model);
        // these are not records that change, but events and where their readers stand
        let fila = ["/Evento", "/Pedido/Fila", "/Pedido/Fila/Mortos", "/Pedido/Fila/Situacao"];
        let fila = fila.contains(&operation.model);
        let list = (envelope || schema["type"] == "array") && !fixed && !fila;
        for parameter in ["dataAlteracaoInicial", "dataAlteracaoFinal"] {
            assert_eq!(query.contains(&parameter), list, "{name}: {parameter}");
        }
        assert!(operation.promises(304) || envelope || schema["type"] == "array" || fila, "{name}: no ETag");
    }
}

#[test]
fn the_document_served_is_the_one_of_the_code() {
    run(Database::Sqlite, async |app| {
        assert_eq!(app.a.get("/openapi.json").await.json_of(200), Contract::a().documento);
        assert_eq!(app.b.get("/openapi.json").await.json_of(200), Contract::b().documento);
    });
}

/// A path with something in the place of every parameter.
fn filled(model: &str) -> String {
    let parts = model.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

on_both_databases! {
    async fn no_operation_answers_without_a_key_of_its_interface(app: TestApp) {
        let loja = app.create_loja("u");
        let of_loja = app.b_as(loja).chave.unwrap();
        let a_base64 = "Zm9vOmJhcg==".to_owned();
        for operation in Contract::a().operations() {
            // before anything else is looked at: not even the body's syntax is judged for a stranger
            let path = filled(operation.model);
            let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
            for key in [None, Some(&of_loja), Some(&a_base64)] {
                let odd = app.a.with_key(key.map(String::as_str));
                let corpo = operation.body().map(|_| "{");
                let answer = odd.send(method.clone(), &path, &[], corpo).await.with_status(401);
                assert!(answer.header("www-authenticate").starts_with("Basic"), "{}", operation.name());
                assert!(answer.problems().is_empty(), "{}: {answer:?}", operation.name());
            }
        }
        for operation in Contract::b().operations() {
            let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
            let path = filled(operation.model);
            for key in [None, app.a.chave.as_deref()] {
                let corpo = operation.body().map(|_| "{");
                let answer = app.b.with_key(key).send(method.clone(), &path, &[], corpo).await;
                assert!(answer.with_status(401).header("www-authenticate").starts_with("Basic"));
            }
        }
    }
}

/// The judge of answers must be able to say no.
#[test]
fn an_answer_outside_the_document_is_noticed() {
    let contract = Contract::a();
    let with = |method: &str, path: &str, status: u16, corpo: Value| {
        let headers = [("content-type".parse().unwrap(), "application/json".parse().unwrap())];
        let corpo = corpo.to_string().into_bytes();
        let answer = Answer { status, headers: headers.into_iter().collect(), corpo };
        contract.find(method, path).unwrap().problems(&answer).join("; ")
    };
    let usuario = json!({ "usuarioId": "u", "nome": "n", "email": "", "ativo": true, "urlIntegracao": "" });
    assert_eq!(with("GET", "/usuario/x?y=/", 200, usuario.clone()), "");
    for (pointer, value, error) in [
        ("/nome", json!(1), "$.nome: 1 is not of type"),
        ("/nome", json!(""), "$.nome: 0 breaks minLength"),
        ("/nome", json!("x".repeat(201)), "$.nome: 201 breaks maxLength"),
        ("/usuarioId", json!(null), "$.usuarioId: null is not of type"),
        ("/outro", json!(1), "$: outro is not in the document"),
    ] {
        let said =
            with("GET", "/Usuario/x", 200, crate::support::models::with(usuario.clone(), pointer, value));
        assert!(said.starts_with(error), "{said}");
    }
    let nameless = crate::support::models::without(usuario.clone(), "usuarioId");
    assert_eq!(with("GET", "/Usuario/x", 200, nameless), "$: usuarioId is missing");
    assert_eq!(with("GET", "/Usuario/x", 418, usuario.clone()), "status 418");
    assert_eq!(with("DELETE", "/Usuario/x", 204, usuario), "a body");

    let registro = |status: &str, date: &str| {
        let registro = json!([{ "status": status, "data": date, "registradoEm": "2026-01-01T00:00:00Z" }]);
        with("GET", "/Pedido/1/Historico", 200, registro)
    };
    assert_eq!(registro("Pago", "2026-01-01T00:00:00Z"), "");
    assert!(registro("pago", "2026-01-01T00:00:00Z").starts_with("$[0].status: \"pago\" is none of"));
    assert!(registro("Pago", "2026-01-01T00:00:00.5Z").starts_with("$[0].data: "));

    let limits = json!({ "estoqueSeguranca": -1, "estoqueMaximo": null });
    assert!(
        with("GET", "/Canal/c/Estoque", 200, limits).starts_with("$.estoqueSeguranca: -1 breaks minimum")
    );
    let in_canal = json!({ "canalId": "c", "estoque": null, "preco": { "precoDe": 1 }, "ativo": true });
    assert!(with("GET", "/sku/x/Canal/c", 200, in_canal).starts_with("$.preco: 0 of oneOf fit"));
    let row = json!({ "sku": "s", "canalId": "c", "estoque": null, "preco": null, "ativo": true, "x": 1 });
    let page = json!({
        "metadados": { "pagina": 1, "quantidadeRegistros": 50, "total": 1 }, "resultado": [row],
    });
    assert_eq!(with("GET", "/Canal/c/sku", 200, page), "$.resultado[0]: x is not in the document");
    // a word of the path wins over an identifier
    assert_eq!(contract.find("GET", "/canal/TIPO_CANAL").unwrap().model, "/Canal/Tipo_Canal");
    assert_eq!(contract.find("POST", "/sku/lote").unwrap().model, "/sku/Lote");
}
