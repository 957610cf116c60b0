//! Bad input to interface A: the right code and the right body. What holds for every operation is asked of
//! every operation of the document.

mod values;

use reqwest::Method;
use serde_json::json;

use crate::support::contract::{Contract, Operation};
use crate::support::{Answer, TestClient, models};

const JSON: &str = "application/json";

/// The error body that every refusal has, and nothing internal in it.
#[track_caller]
fn error(answer: Answer, status: u16) -> Answer {
    let answer = answer.with_status(status);
    assert_eq!(answer.header("content-type").split(';').next(), Some(JSON), "{answer:?}");
    let body = answer.json();
    let message = body["message"].as_str().unwrap();
    assert!(message.ends_with('.') && message.chars().next().unwrap().is_uppercase(), "{answer:?}");
    assert!(body["validationErrors"].is_array() && body.get("exception").is_none(), "{answer:?}");
    for internal in ["diesel", "sqlite", "postgres", "serde", "panic", "src/", "expected"] {
        assert!(!answer.text().to_lowercase().contains(internal), "{answer:?}");
    }
    answer
}

/// A refusal with exactly these problems.
#[track_caller]
fn problems(answer: Answer, expected: &[&str]) {
    assert_eq!(error(answer, 400).problems(), expected);
}

/// A refusal with one problem, at this path.
#[track_caller]
fn one_in(answer: Answer, path: &str) {
    let said = error(answer, 400).problems();
    assert!(said.len() == 1 && said[0].starts_with(&format!("{path}: ")), "{path}: {said:?}");
}

/// A body as it is, JSON or not.
async fn raw(client: &TestClient, method: Method, path: &str, kind: &str, body: &[u8]) -> Answer {
    client.send(method, path, &[("content-type", kind)], Some(body.to_vec())).await
}

/// Every operation with a body, and an address of it.
fn with_body() -> Vec<(Method, String)> {
    let contract = Contract::a();
    // an import's body is a file
    let operations =
        contract.operations().into_iter().filter(|o| o.body().is_some() && o.model != "/Importacao");
    operations.map(|o| (Method::from_bytes(o.method.as_bytes()).unwrap(), address(&o))).collect()
}

fn address(operation: &Operation<'_>) -> String {
    let parts = operation.model.split('/').map(|part| match part {
        "{usuarioId}" => "u",
        "{pedidoId}" | "{id}" | "{centroId}" => "1",
        part if part.starts_with('{') => "canal",
        part => part,
    });
    let path = parts.collect::<Vec<_>>().join("/");
    let of_query = operation.parameters("query");
    let pairs: Vec<&str> = [("usuarioId", "usuarioId=u"), ("consumidor", "consumidor=erp")]
        .into_iter()
        .filter_map(|(name, pair)| of_query.contains(&name).then_some(pair))
        .collect();
    if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }
}

/// Works for the whole application too: the user is a choice.
fn without_usuario(operation: &Operation<'_>) -> bool {
    // an import wants its kind, too
    ["/Evento", "/Importacao"].contains(&operation.model) || operation.model.starts_with("/Pedido/Fila")
}

on_both_databases! {
    async fn no_operation_takes_what_is_not_json(app: TestApp) {
        app.loja_with_skus("u", &["canal"]).await;
        app.a.put("/sku/canal/Canal/canal?usuarioId=u", &json!({})).await.with_status(201);
        app.a.post("/Notificacao", &json!({ "url": "https://erp.example", "ativo": false })).await.with_status(201);
        for (method, path) in with_body() {
            let send = async |kind: &str, body: &[u8]| {
                raw(&app.a, method.clone(), &path, kind, body).await
            };
            for crooked in ["{", "{\"a\": }", "{'a': 1}", "[1,]", "{\"a\": 1} x", "nada", "{\"a\": 01}", "\"\u{1}\"", "\u{feff}{"] {
                let refused = error(send(JSON, crooked.as_bytes()).await, 400);
                let message = refused.json()["message"].as_str().unwrap().to_owned();
                assert!(message.contains("linha 1, coluna"), "{method} {path} {crooked}: {message}");
            }
            // deeper than anybody needs, and not UTF-8
            error(send(JSON, "[".repeat(100_000).as_bytes()).await, 400);
            error(send(JSON, b"{\"nome\": \"\xff\"}").await, 400);
            error(send(JSON, b"{\"nome\": \"\xed\xa0\x80\"}").await, 400);
            problems(send(JSON, b"").await, &["o corpo é obrigatório"]);
            problems(send(JSON, b" \n").await, &["o corpo é obrigatório"]);
            for kind in ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json; charset=latin1", "x"] {
                error(send(kind, b"{}").await, 415);
            }
            // without a type it is taken for JSON
            error(app.a.send(method.clone(), &path, &[], Some("{")).await, 400);
            let compressed = [("content-type", JSON), ("content-encoding", "gzip")];
            error(app.a.send(method.clone(), &path, &compressed, Some("{}")).await, 415);
            // a scalar is JSON, but no body that anything here takes
            for scalar in ["1", "\"a\"", "true", "null"] {
                let said = error(send(JSON, scalar.as_bytes()).await, 400).problems();
                assert!(said[0].starts_with("deve ser um"), "{method} {path} {scalar}: {said:?}");
            }
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["resultado"], json!([models::sku("canal")]));
    }

    async fn a_body_has_a_limit(app: TestApp) {
        app.loja_with_skus("u", &["canal"]).await;
        let two_mib = vec![b' '; 2 << 20];
        for (method, path) in with_body().iter().filter(|(_, path)| !path.contains("/Lote")) {
            let big = error(raw(&app.a, method.clone(), path, JSON, &two_mib).await, 413);
            assert!(big.json()["message"].as_str().unwrap().contains("1048576"), "{big:?}");
        }
        // up to the limit it is read
        let mut just = models::usuario("v").to_string().into_bytes();
        just.resize(1 << 20, b' ');
        raw(&app.a, Method::POST, "/Usuario", JSON, &just).await.with_status(201);
        just.push(b' ');
        error(raw(&app.a, Method::POST, "/Usuario", JSON, &just).await, 413);
    }

    async fn every_operation_below_a_user_wants_to_know_which(app: TestApp) {
        for operation in Contract::a().operations() {
            if !operation.parameters("query").contains(&"usuarioId") || without_usuario(&operation) {
                continue;
            }
            let path = address(&operation);
            let without_query = path.split('?').next().unwrap();
            let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
            let ask = async |query: &str| {
                let body = operation.body().map(|_| "{}");
                let headers = [("content-type", JSON)];
                app.a.send(method.clone(), &format!("{without_query}{query}"), &headers, body).await
            };
            for lacking in ["", "?usuarioId=", "?usuario=u", "?outro=1"] {
                problems(ask(lacking).await, &["usuarioId: é obrigatório"]);
            }
            problems(ask("?usuarioId=a&usuarioId=b").await, &["usuarioId: foi informado mais de uma vez"]);
            let long = format!("?usuarioId={}", "x".repeat(101));
            problems(ask(&long).await, &["usuarioId: deve ter de 1 a 100 caracteres"]);
            one_in(ask("?usuarioId=a%00b").await, "usuarioId");
            one_in(ask("?usuarioId=%FF").await, "usuarioId");
        }
    }

    async fn every_identifier_of_a_path_is_checked(app: TestApp) {
        app.loja_with_skus("u", &["canal"]).await;
        let long = "x".repeat(300);
        for operation in Contract::a().operations() {
            let path = address(&operation);
            let (parts, query) = path.split_once('?').unwrap_or((&path, ""));
            for (i, name) in operation.model.split('/').enumerate().filter(|(_, p)| p.starts_with('{')) {
                let name = name.trim_matches(['{', '}']);
                let with = |value: &str| {
                    let mut parts: Vec<&str> = parts.split('/').collect();
                    parts[i] = value;
                    format!("{}?{query}", parts.join("/"))
                };
                // a catalogue's code is any text: what is too long for one is simply none
                let ruins: &[&str] = if name == "codigo" { &["a%00", "%FF"] } else { &["a%00", "%FF", &long] };
                for bad in ruins {
                    let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
                    let body = operation.body().map(|_| "[]");
                    let headers = [("content-type", JSON)];
                    let refused = app.a.send(method, &with(bad), &headers, body).await;
                    let said = error(refused, 400).problems();
                    assert!(said.iter().any(|d| d.starts_with(&format!("{name}: "))), "{path} {bad}: {said:?}");
                }
            }
        }
    }

    async fn pages_out_of_bounds_are_refused_and_not_cut(app: TestApp) {
        for (query, name) in [
            ("pagina=0", "pagina"), ("pagina=-1", "pagina"), ("pagina=1.5", "pagina"), ("pagina=um", "pagina"),
            ("pagina=1&PAGINA=1", "pagina"),
            ("quantidade_registros=0", "quantidade_registros"), ("quantidadeRegistros=251", "quantidadeRegistros"),
            ("QUANTIDADE_REGISTROS=99999999999999999999", "QUANTIDADE_REGISTROS"),
            ("quantidade_registros=10&quantidadeRegistros=10", "quantidade_registros"),
            ("ativo=talvez", "ativo"), ("cursor=x", "cursor"), ("email=%FF", "email"),
        ] {
            one_in(app.a.get(&format!("/Usuario?{query}")).await, name);
        }
        for (query, size) in [("", 50), ("pagina=&quantidade_registros=", 50), ("quantidade_registros=250", 250)] {
            let page = app.a.get(&format!("/Usuario?{query}")).await.json_of(200);
            assert_eq!(page["metadados"], json!({ "pagina": 1, "quantidadeRegistros": size, "total": 0 }));
        }
    }

    async fn identifiers_may_hold_any_printable_character(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let ids = [
            ("A/B", "A%2FB"), ("/", "%2f"), ("50%", "50%25"), ("%2F", "%252F"), ("A+B", "A%2BB"), ("A+C", "A+C"),
            ("A B", "A%20B"), ("Ação", "A%C3%A7%C3%A3o"), ("ação", "a%C3%A7%C3%A3o"), ("?a=b&c#d", "%3Fa%3Db%26c%23d"), ("日本", "%E6%97%A5%E6%9C%AC"), ("a\"b'c\\", "a%22b%27c%5C"), ("Lote", "Lote"), ("é", "e%CC%81"),
        ];
        for (i, (id, in_path)) in ids.into_iter().enumerate() {
            // the last one is the letter with its accent beside it: another text, and kept as it is
            let id = if i + 1 == ids.len() { "e\u{301}" } else { id };
            for (list, body, key) in [
                ("/Usuario", models::usuario(id), "usuarioId"),
                ("/Canal", models::canal(id), "canalId"),
                ("/sku", models::sku(id), "sku"),
            ] {
                let usuario = if list == "/Usuario" { "" } else { "?usuarioId=u" };
                let created = app.a.post(&format!("{list}{usuario}"), &body).await.with_status(201);
                assert_eq!(app.a.get(created.header("location")).await.json_of(200)[key], id);
                let path = format!("{list}/{in_path}{usuario}");
                assert_eq!(app.a.get(&path).await.json_of(200), body, "{path}");
                assert_eq!(app.a.put(&path, &body).await.json_of(200), body, "{path}");
            }
            // and in the query, where a plus sign is a space
            let in_query = in_path.replace('+', "%2B");
            let found = app.a.get(&format!("/sku?usuarioId=u&sku={in_query}")).await.json_of(200);
            assert_eq!(found["resultado"][0]["sku"], id);
            let its = app.a.get(&format!("/sku?usuarioId={in_query}")).await.json_of(200);
            assert_eq!(its["metadados"]["total"], 0);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], ids.len());
        for (_, in_path) in ids {
            app.a.delete(&format!("/SKU/{in_path}?usuarioId=u")).await.with_status(204);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
    }

    async fn slashes_mean_nothing_where_no_identifier_is_missing(app: TestApp) {
        app.loja_with_skus("u", &["A/", "Canal"]).await;
        let b = app.b_as(app.loja("u"));
        for path in ["/Usuario/", "//sku?usuarioId=u", "/sku//?usuarioId=u", "//sku//A%2F/?usuarioId=u"] {
            app.a.get(path).await.with_status(200);
        }
        app.a.post("/sku/?usuarioId=u", &models::sku("N")).await.with_status(201);
        for path in ["/produtos/", "//pedidos/naoIntegrados", "/produtos//A%2F/?tipoIdentificador=Sku"] {
            b.get(path).await.with_status(200);
        }
        b.post("//produtos/", &json!({ "sku": "M", "nome": "M", "precoPor": 1 })).await.with_status(201);
        for path in ["/sku//Canal", "/sku//Canal/", "/sku/", "/Usuario/", "/sku//"] {
            app.a.delete(&format!("{path}?usuarioId=u")).await.with_status(404);
        }
        app.a.get("/sku/Canal/?usuarioId=u").await.with_status(200);
    }

    async fn routes_and_methods_that_are_not_there(app: TestApp) {
        for path in [
            "/nada", "/Usuario//Estoque", "/Usuario/u/nada", "/Usuarios", "/sku//Estoque", "/sku/a/b/c", "/Pedido/1/Nada",
            "/Canal/c/Categoria/1/Subcategorias/2", "/%FF", "/categorias",
        ] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                error(raw(&app.a, method, path, JSON, b"{").await, 404);
            }
        }
        // the root leads whoever reads to the documents page
        assert_eq!(app.a.get("/").await.with_status(307).header("location"), "docs/");
        for (method, path, allowed) in [
            (Method::DELETE, "/Usuario", "GET, HEAD, POST"),
            (Method::POST, "/usuario/u", "DELETE, GET, HEAD, PATCH, PUT"),
            (Method::PUT, "/SKU", "GET, HEAD, POST"),
            (Method::DELETE, "/sku/S/Estoque", "GET, HEAD, PUT"),
            (Method::GET, "/Pedido/1/Status", "PUT"),
            (Method::PATCH, "/Pedido", "GET, HEAD, POST"),
            (Method::OPTIONS, "/Canal/c/Categoria/Lote", "DELETE, GET, HEAD, POST, PUT"),
            (Method::from_bytes(b"PURGE").unwrap(), "/Pedido/1", "GET, HEAD"),
        ] {
            let refused = error(raw(&app.a, method.clone(), path, JSON, b"{").await, 405);
            assert_eq!(refused.header("allow"), allowed, "{method} {path}");
        }
        // reading without the body is a read
        let head = app.a.send(Method::HEAD, "/usuario", &[], None::<Vec<u8>>).await.with_status(200);
        assert!(head.corpo.is_empty() && head.header("content-type") == JSON);
    }

    async fn keys_that_open_nothing(app: TestApp) {
        let key = app.a.chave.clone().unwrap();
        let base64 = "dXNlcjpwYXNz";
        for (header, hint) in [
            (format!("Basic {base64}"), "base64"),
            (format!("Bearer {key}"), "Basic"),
            (format!("Basic {}", &key[..key.len() - 1]), "malformada"),
            (format!("Basic {key}x"), "malformada"),
            ("Basic".to_owned(), "malformada"),
            (String::new(), "chave"),
        ] {
            let without_key = app.a.with_key(None);
            let headers = [("authorization", header.as_str())];
            let refused = error(without_key.send(Method::GET, "/Usuario", &headers, None::<Vec<u8>>).await, 401);
            assert!(refused.header("www-authenticate").starts_with("Basic realm="), "{refused:?}");
            let message = refused.json()["message"].as_str().unwrap().to_owned();
            assert!(message.to_lowercase().contains(&hint.to_lowercase()), "{header}: {message}");
        }
        // the scheme's name counts in any case, and may be missing
        for header in [format!("bAsIc  {key}"), key] {
            let headers = [("authorization", header.as_str())];
            let accepts = app.a.with_key(None).send(Method::GET, "/Usuario", &headers, None::<Vec<u8>>).await;
            accepts.with_status(200);
        }
    }
}
