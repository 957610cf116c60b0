//! Two applications with the same identifiers see nothing of each other, over every documented operation.
//!
//! The operations, their parameters and their bodies all come from the document: a new operation is judged
//! without a line here, as long as its identifiers are known to [`known`].

use std::collections::BTreeSet;

use domain::conexao::{Causa, SobreErro};
use reqwest::Method;
use serde_json::{Value, json};
use store::channels::AtChannel;

use crate::support::connected::Connected;
use crate::support::contract::{Contract, Operation};
use crate::support::shown::FILE;
use crate::support::{Answer, TestApp, TestClient, example, models};

/// Stands in every text of the first application that is not an identifier.
const MARCA: &str = "Segredo-da-Primeira";
/// A number that no order has.
const NO_PEDIDO: i64 = 9_000_000_000_000;

/// Identifiers as both applications use them.
fn known(name: &str, pedido: i64) -> Option<Value> {
    Some(match name {
        "usuarioId" => json!("u"),
        "canalId" => json!("canal"),
        "sku" => json!("S1"),
        "categoriaId" => json!("c1"),
        "sourceId" => json!("P1"),
        "tipoCanal" | "codigo" => json!("Loja"),
        // one number for both: each is made after as many of the other application's
        "pedidoId" | "id" => json!(pedido),
        "url" => json!("https://erp.example/eventos"),
        "consumidor" => json!("erp"),
        "recibo" => json!("rcb_1_1_1"),
        "posicao" => json!(1),
        // which everybody has
        "centroId" => json!(1),
        "externo" => json!("1"),
        // the first application's
        "erroId" => json!(1),
        _ => return None,
    })
}

/// The same names, of things that nobody has.
fn missing(name: &str) -> Option<Value> {
    Some(match name {
        "pedidoId" | "id" => json!(NO_PEDIDO),
        "url" => known(name, 0)?,
        "posicao" | "erroId" => json!(NO_PEDIDO),
        "externo" => known(name, 0)?,
        "centroId" => json!(999_999),
        _ => json!(format!("nada-{}", known(name, 0)?.as_str()?)),
    })
}

/// The address of an operation with its parameters filled in: those of the path, and those of the query that
/// are identifiers.
fn address(operation: &Operation<'_>, value: &dyn Fn(&str) -> Option<Value>) -> String {
    let text = |name: &str| value(name).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
    let mut path = operation.model.to_owned();
    for name in operation.parameters("path") {
        let value = text(name).unwrap_or_else(|| panic!("{path}: this test knows no {name}"));
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    let of_query = operation.parameters("query");
    let ids = ["usuarioId", "consumidor"].into_iter().filter(|name| of_query.contains(name));
    let ids = ids.map(|name| format!("{name}={}", text(name).unwrap()));
    // what else is asked for is one of some words
    let words = operation.said["parameters"].as_array().into_iter().flatten();
    let words =
        words.filter(|p| p["in"] == "query" && p["required"] == true && p["schema"]["enum"].is_array());
    let words = words.map(|p| format!("{}={}", p["name"].as_str().unwrap(), p["example"].as_str().unwrap()));
    let pairs: Vec<String> = ids.chain(words).collect();
    if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }
}

async fn invoke(
    client: &TestClient,
    operation: &Operation<'_>,
    value: &dyn Fn(&str) -> Option<Value>,
) -> Answer {
    let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
    let path = address(operation, value);
    if let Some(file) = operation.said["requestBody"]["content"].get(FILE) {
        let text = file["example"].as_str().unwrap().to_owned();
        return client.send(method, &path, &[], Some(text)).await;
    }
    match example::body(&Contract::a().documento, operation, value) {
        Some(body) => client.json(method, &path, &body).await,
        None => client.send(method, &path, &[], None::<Vec<u8>>).await,
    }
}

/// Every operation, in an order in which one finds what the ones before it have made: users first, then
/// created, replaced, changed, read, and deleted from the leaves up.
fn in_order() -> Vec<Operation<'static>> {
    const METHODS: [&str; 5] = ["POST", "PUT", "PATCH", "GET", "DELETE"];
    let mut operations = Contract::a().operations();
    operations.sort_by_key(|o| {
        let turn = METHODS.iter().position(|m| *m == o.method).unwrap();
        let (excludes, parts) = (o.method == "DELETE", o.model.split('/').count());
        let below = excludes || !o.model.starts_with("/Usuario");
        (excludes, below, turn, if excludes { 100 - parts } else { parts }, o.model)
    });
    operations
}

/// Fills an application: something behind every identifier, the mark in every other text. Answers the order's
/// number.
async fn fill(app: &TestApp, prefix: &str) -> i64 {
    let marked = |body: Value, members: &[&str]| {
        members.iter().fold(body, |body, member| models::with(body, member, json!(MARCA)))
    };
    let [u, canal, sku] = ["u", "canal", "S1"].map(|id| format!("{prefix}{id}"));
    let run = async |method: Method, path: String, body: Value| {
        let path = format!("{path}?usuarioId={u}");
        let answer = app.a.json(method, &path, &body).await;
        assert!(answer.status < 300, "{path}: {answer:?}");
        answer.json()
    };
    run(Method::POST, "/Usuario".into(), marked(models::usuario(&u), &["/nome"])).await;
    run(Method::POST, "/Canal".into(), marked(models::canal(&canal), &["/nome"])).await;
    let item = marked(models::sku(&sku), &["/nome", "/marca", "/parentId", "/descricao"]);
    run(Method::POST, "/sku".into(), item).await;
    let categorias = json!([
        { "categoriaId": "c1", "nome": MARCA },
        { "categoriaId": "c2", "nome": MARCA, "categoriaPaiId": "c1" },
    ]);
    run(Method::POST, format!("/Canal/{canal}/Categoria/Lote"), categorias).await;
    let in_canal = json!({ "estoque": 3, "preco": { "precoPor": 1 } });
    run(Method::PUT, format!("/sku/{sku}/Canal/{canal}"), in_canal).await;
    let pedido = models::pedido(&canal, &format!("{prefix}P1"), &sku);
    let pedido = marked(pedido, &["/sourceSiteId", "/usuario/nome", "/endereco/0/rua"]);
    let id = run(Method::POST, "/Pedido".into(), pedido).await["pedidoId"].as_i64().unwrap();
    let change = json!({
        "status": "Enviado", "motivo": MARCA,
        "notaFiscal": { "numero": MARCA }, "rastreio": { "codigo": MARCA },
    });
    run(Method::PUT, format!("/Pedido/{id}/Status"), change).await;
    let connected = Connected::new(app, &u, &canal);
    connected.listed(&sku, MARCA, AtChannel::default());
    connected.failed((SobreErro::Sku, &sku), &[(Causa::Unmapped, MARCA)]);
    connected.ordered(MARCA, Some(id));
    let url = format!("https://erp.example/{MARCA}");
    let notificacao = json!({ "url": url, "usuarioId": u, "ativo": false });
    assert_eq!(run(Method::POST, "/Notificacao".into(), notificacao).await["id"], id);
    // the reader's name is an identifier too, and stands in no other application's answer
    app.a.get(&format!("/Pedido/Fila?usuarioId={u}&consumidor={prefix}erp")).await.with_status(200);
    id
}

/// Everything that an application can read without changing it: what is handed out once is not to be had
/// again.
async fn snapshot(client: &TestClient, pedido: i64) -> Vec<(String, Value)> {
    let mut snapshot = Vec::new();
    for operation in in_order().iter().filter(|o| o.method == "GET" && o.model != "/Pedido/Fila") {
        let answer = invoke(client, operation, &|name| known(name, pedido)).await;
        snapshot.push((operation.name(), answer.json_of(200)));
    }
    snapshot
}

/// An answer without what differs from one request to the next.
fn seen(answer: &Answer) -> (u16, String, String) {
    let body = answer.text();
    assert!(!body.contains(MARCA), "{answer:?}");
    for (name, value) in &answer.headers {
        assert!(!value.to_str().unwrap().contains(MARCA), "{name}: {answer:?}");
    }
    (answer.status, answer.header("location").to_owned(), without_instants(&body))
}

/// The text with every instant, every event's identifier and every secret replaced: things made in two
/// databases are made at two times, and the numbers that are drawn for them differ.
fn without_instants(text: &str) -> String {
    const SIZE: usize = "2026-01-01T00:00:00Z".len();
    let (mut output, mut rest) = (String::new(), text);
    let of_id = |c: char| c.is_ascii_alphanumeric() || "_+/=".contains(c);
    let id_end = |id: &str| id.find(|c: char| !of_id(c)).unwrap_or(id.len());
    let drawn = |id: &str| ["evt_", "rcb_", "teste_", "whsec_"].iter().any(|start| id.starts_with(start));
    while let Some(letter) = rest.chars().next() {
        match rest.get(..SIZE) {
            Some(part) if crate::support::schema::instant(part) => {
                output.push_str("<instante>");
                rest = &rest[SIZE..];
            }
            _ if drawn(rest) => {
                output.push_str("<sorteado>");
                rest = &rest[id_end(rest)..];
            }
            _ => {
                output.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    output
}

on_both_databases! {
    /// An application without a user: whatever it asks for by the other's identifiers is as missing as what
    /// was never there, byte for byte.
    async fn the_foreign_is_as_missing_as_the_missing(app: TestApp) {
        let pedido = fill(&app, "").await;
        let before = snapshot(&app.a, pedido).await;
        assert!(before.iter().filter(|(_, body)| body.to_string().contains(MARCA)).count() > 10, "{before:?}");
        let intruder = app.other_aplicacao("intrusa");
        let mut denied = BTreeSet::new();
        for operation in in_order() {
            let of_usuario = [operation.parameters("path"), operation.parameters("query")].concat();
            // what needs no user, or makes one, is the other test's
            let its = of_usuario.contains(&"usuarioId") || of_usuario.contains(&"id");
            if !its || operation.name() == "PUT /Usuario/{usuarioId}" {
                continue;
            }
            let foreign = invoke(&intruder, &operation, &|name| known(name, pedido)).await.with_status(404);
            let missing = invoke(&intruder, &operation, &missing).await.with_status(404);
            assert_eq!(foreign.corpo, missing.corpo, "{}", operation.name());
            let headers = |r: &Answer| {
                let mut names: Vec<String> = r.headers.keys().map(ToString::to_string).collect();
                names.sort();
                names
            };
            assert_eq!(headers(&foreign), headers(&missing), "{}", operation.name());
            // not because the route is not there: its own application finds it
            assert_ne!(foreign.corpo, intruder.get("/nada").await.corpo, "{}", operation.name());
            seen(&foreign);
            denied.insert(operation.name());
        }
        // the channel types, two; the list and the two ways to make a user; notifications as a whole
        assert_eq!(denied.len() + 7, Contract::a().operations().len(), "{denied:?}");
        assert_eq!(snapshot(&app.a, pedido).await, before);
    }

    /// An application with a user of the same name, which does everything that can be done: every answer is
    /// the one that it gets where those identifiers have never been anybody else's.
    async fn an_application_is_answered_as_if_it_were_alone(app: TestApp) {
        let other_world = app.another(|config| config);
        let pedido = fill(&app, "").await;
        // there too somebody else has made as much, so that the service's own numbers are the same
        assert_eq!(fill(&other_world, "outro-").await, pedido);
        let before = snapshot(&app.a, pedido).await;
        let (here, there) = (app.other_aplicacao("intrusa"), other_world.other_aplicacao("intrusa"));
        let without_route = here.get("/nada").await.corpo;
        let mut outcomes = BTreeSet::new();
        for operation in in_order() {
            // its own order comes after the other's; the other's is not there, nor is one that never was
            for number in [pedido + 1, pedido, NO_PEDIDO] {
                let answer = invoke(&here, &operation, &|name| known(name, number)).await;
                let same = invoke(&there, &operation, &|name| known(name, number)).await;
                assert_eq!(seen(&answer), seen(&same), "{} {number}", operation.name());
                let found = answer.status != 405 && answer.corpo != without_route;
                assert!(found, "{} is in the document but not reachable: {answer:?}", operation.name());
                if answer.status < 300 {
                    outcomes.insert(operation.name());
                }
                if !operation.model.contains("{pedidoId}") && !operation.model.contains("{id}") {
                    break;
                }
                assert!(number > pedido && number != NO_PEDIDO || answer.status == 404, "{answer:?}");
            }
        }
        // all of it was done, in its own world; the rest is refused because of its order
        let names = in_order().into_iter().map(|operation| operation.name());
        let refused: Vec<String> = names.filter(|name| !outcomes.contains(name)).collect();
        assert_eq!(refused, [
            // its channel is of a type without a connector
            "POST /Canal/{canalId}/Sincronizar",
            "POST /Pedido/Fila/Reviver",
            "POST /Canal/{canalId}/Conexao/Verificar",
            "POST /Canal/{canalId}/Erro/Reprocessar",
            "PUT /Canal/{canalId}/Conexao",
            "PUT /Canal/{canalId}/Erro/{erroId}/Ignorar",
            "PUT /sku/{sku}/Canal/{canalId}/Anuncio",
            "GET /Canal/{canalId}/Anuncio",
            "GET /Canal/{canalId}/Conexao",
            "GET /Canal/{canalId}/Diferenca",
            "GET /Canal/{canalId}/Erro",
            "GET /Pedido/{pedidoId}/Canal",
            "GET /Pedido/{pedidoId}/NotaFiscal",
            "GET /Pedido/{pedidoId}/Rastreio",
            "GET /Canal/{canalId}/Erro/Causa",
            "GET /sku/{sku}/Canal/{canalId}/Anuncio",
            "DELETE /Canal/{canalId}/Erro/{erroId}/Ignorar",
            "DELETE /sku/{sku}/Canal/{canalId}/Anuncio",
            "DELETE /Canal/{canalId}/Conexao",
            "DELETE /Canal/{canalId}",
            // which everybody has
            "DELETE /Centro/{centroId}",
            "DELETE /Usuario/{usuarioId}",
            "DELETE /sku/{sku}",
        ]);
        assert_eq!(snapshot(&app.a, pedido).await, before);
    }
}
