//! The OpenAPI documents: sound in themselves, equal to what is served, and obeyed. (Every answer that a test
//! gets from interface A is held against the document by the client itself.)

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::contrato::{Contrato, Operacao};
use crate::suporte::{Banco, Resposta, esquema, rodar};

fn contratos() -> [&'static Contrato; 2] {
    [Contrato::a(), Contrato::b()]
}

fn nome(operacao: &Operacao<'_>) -> String {
    format!("{} {}", operacao.metodo, operacao.modelo)
}

#[test]
fn every_operation_has_an_id_of_its_own_a_tag_and_its_refusals() {
    let mut ids = BTreeSet::new();
    for contrato in contratos() {
        let temas: BTreeSet<&str> = contrato.documento["tags"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["name"].as_str().unwrap())
            .collect();
        for operacao in contrato.operacoes() {
            let nome = nome(&operacao);
            let id = operacao.dito["operationId"].as_str().unwrap_or_else(|| panic!("{nome} has no id"));
            // both documents are one where both interfaces share a listener
            assert!(ids.insert(id.to_owned()), "{nome}: another operation is called {id} too");
            assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'), "{nome}: {id}");
            let tema = operacao.dito["tags"][0].as_str().unwrap_or_else(|| panic!("{nome} has no tag"));
            assert!(temas.contains(tema), "{nome}: {tema} is not described");
            assert!(operacao.dito["summary"].is_string(), "{nome} does not say what it does");
            for status in [400, 401, 405, 429, 500, 503] {
                assert!(operacao.promete(status), "{nome}: {status}");
            }
            assert!((200..300).any(|status| operacao.promete(status)), "{nome} never succeeds");
            for status in [408, 413, 415] {
                assert_eq!(operacao.promete(status), operacao.corpo().is_some(), "{nome}: {status}");
            }
            for (status, dita) in operacao.dito["responses"].as_object().unwrap() {
                assert!(dita["description"].as_str().is_some_and(|d| !d.is_empty()), "{nome}: {status}");
            }
        }
    }
}

#[test]
fn paths_name_their_parameters_and_parameters_are_in_their_paths() {
    for contrato in contratos() {
        for operacao in contrato.operacoes() {
            let no_modelo: Vec<&str> =
                operacao.modelo.split('/').filter_map(|p| p.strip_prefix('{')?.strip_suffix('}')).collect();
            let mut declarados = operacao.parametros("path");
            declarados.sort_by_key(|p| no_modelo.iter().position(|outro| outro == p));
            assert_eq!(declarados, no_modelo, "{}", nome(&operacao));
            let consulta = operacao.parametros("query");
            let distintos: BTreeSet<String> =
                consulta.iter().map(|p| p.replace('_', "").to_lowercase()).collect();
            assert_eq!(distintos.len(), consulta.len(), "{}: {consulta:?}", nome(&operacao));
        }
    }
}

/// Every `$ref` of a document.
fn referencias<'a>(valor: &'a Value, achadas: &mut BTreeSet<&'a str>) {
    if let Some(destino) = valor.get("$ref").and_then(Value::as_str) {
        achadas.insert(destino);
    }
    match valor {
        Value::Array(itens) => itens.iter().for_each(|item| referencias(item, achadas)),
        Value::Object(membros) => membros.values().for_each(|membro| referencias(membro, achadas)),
        _ => {}
    }
}

#[test]
fn references_lead_somewhere_and_the_key_is_no_http_basic() {
    for contrato in contratos() {
        let documento = &contrato.documento;
        assert!(documento["openapi"].as_str().unwrap().starts_with("3.1"));
        let mut achadas = BTreeSet::new();
        referencias(documento, &mut achadas);
        assert!(!achadas.is_empty());
        for destino in achadas {
            let ponteiro = destino.strip_prefix('#').unwrap();
            assert!(documento.pointer(ponteiro).is_some(), "{destino} leads nowhere");
        }
        let chave = &documento["components"]["securitySchemes"]["chave"];
        assert_eq!(
            (&chave["type"], &chave["in"], &chave["name"]),
            (&json!("apiKey"), &json!("header"), &json!("Authorization"))
        );
        assert_eq!(documento["security"], json!([{ "chave": [] }]));
    }
}

#[test]
fn every_list_of_interface_a_is_paged_or_bare_and_takes_a_range_of_changes() {
    let contrato = Contrato::a();
    for operacao in contrato.operacoes().iter().filter(|o| o.metodo == "GET") {
        let resposta = &operacao.dito["responses"]["200"]["content"]["application/json"]["schema"];
        let esquema = esquema::resolver(&contrato.documento, resposta);
        let envelope = esquema["properties"]["metadados"].is_object();
        let (nome, consulta) = (nome(operacao), operacao.parametros("query"));
        for parametro in ["pagina", "quantidade_registros", "cursor"] {
            assert_eq!(consulta.contains(&parametro), envelope, "{nome}: {parametro}");
        }
        // these change by nobody's hand, or are a record of what happened themselves
        let fixa = ["/Canal/Tipo_Canal", "/Pedido/{pedidoId}/Historico", "/Notificacao/{id}/Entregas"];
        let fixa = fixa.contains(&operacao.modelo);
        // these are not records that change, but events and where their readers stand
        let fila = ["/Evento", "/Pedido/Fila", "/Pedido/Fila/Mortos", "/Pedido/Fila/Situacao"];
        let fila = fila.contains(&operacao.modelo);
        let lista = (envelope || esquema["type"] == "array") && !fixa && !fila;
        for parametro in ["dataAlteracaoInicial", "dataAlteracaoFinal"] {
            assert_eq!(consulta.contains(&parametro), lista, "{nome}: {parametro}");
        }
        assert!(operacao.promete(304) || envelope || esquema["type"] == "array" || fila, "{nome}: no ETag");
    }
}

#[test]
fn the_document_served_is_the_one_of_the_code() {
    rodar(Banco::Sqlite, async |app| {
        assert_eq!(app.a.get("/openapi.json").await.json_de(200), Contrato::a().documento);
        assert_eq!(app.b.get("/openapi.json").await.json_de(200), Contrato::b().documento);
    });
}

/// A path with something in the place of every parameter.
fn preenchido(modelo: &str) -> String {
    let partes = modelo.split('/').map(|parte| if parte.starts_with('{') { "1" } else { parte });
    partes.collect::<Vec<_>>().join("/")
}

nos_dois_bancos! {
    async fn no_operation_answers_without_a_key_of_its_interface(app: TestApp) {
        let loja = app.criar_loja("u");
        let da_loja = app.b_como(loja).chave.unwrap();
        let a_base64 = "Zm9vOmJhcg==".to_owned();
        for operacao in Contrato::a().operacoes() {
            // before anything else is looked at: not even the body's syntax is judged for a stranger
            let caminho = preenchido(operacao.modelo);
            let metodo = Method::from_bytes(operacao.metodo.as_bytes()).unwrap();
            for chave in [None, Some(&da_loja), Some(&a_base64)] {
                let estranho = app.a.com_chave(chave.map(String::as_str));
                let corpo = operacao.corpo().map(|_| "{");
                let resposta = estranho.enviar(metodo.clone(), &caminho, &[], corpo).await.com_status(401);
                assert!(resposta.header("www-authenticate").starts_with("Basic"), "{}", nome(&operacao));
                assert!(resposta.problemas().is_empty(), "{}: {resposta:?}", nome(&operacao));
            }
        }
        for operacao in Contrato::b().operacoes() {
            let metodo = Method::from_bytes(operacao.metodo.as_bytes()).unwrap();
            let caminho = preenchido(operacao.modelo);
            for chave in [None, app.a.chave.as_deref()] {
                let corpo = operacao.corpo().map(|_| "{");
                let resposta = app.b.com_chave(chave).enviar(metodo.clone(), &caminho, &[], corpo).await;
                assert!(resposta.com_status(401).header("www-authenticate").starts_with("Basic"));
            }
        }
    }
}

/// The judge of answers must be able to say no.
#[test]
fn an_answer_outside_the_document_is_noticed() {
    let contrato = Contrato::a();
    let com = |metodo: &str, caminho: &str, status: u16, corpo: Value| {
        let headers = [("content-type".parse().unwrap(), "application/json".parse().unwrap())];
        let corpo = corpo.to_string().into_bytes();
        let resposta = Resposta { status, headers: headers.into_iter().collect(), corpo };
        contrato.achar(metodo, caminho).unwrap().problemas(&resposta).join("; ")
    };
    let usuario = json!({ "usuarioId": "u", "nome": "n", "email": "", "ativo": true, "urlIntegracao": "" });
    assert_eq!(com("GET", "/usuario/x?y=/", 200, usuario.clone()), "");
    for (ponteiro, valor, erro) in [
        ("/nome", json!(1), "$.nome: 1 is not of type"),
        ("/nome", json!(""), "$.nome: 0 breaks minLength"),
        ("/nome", json!("x".repeat(201)), "$.nome: 201 breaks maxLength"),
        ("/usuarioId", json!(null), "$.usuarioId: null is not of type"),
        ("/outro", json!(1), "$: outro is not in the document"),
    ] {
        let dito =
            com("GET", "/Usuario/x", 200, crate::suporte::modelos::com(usuario.clone(), ponteiro, valor));
        assert!(dito.starts_with(erro), "{dito}");
    }
    assert_eq!(com("GET", "/Usuario/x", 200, json!({ "nome": "n" })), "$: usuarioId is missing");
    assert_eq!(com("GET", "/Usuario/x", 418, usuario.clone()), "status 418");
    assert_eq!(com("DELETE", "/Usuario/x", 204, usuario), "a body");

    let registro = |status: &str, data: &str| {
        let registro = json!([{ "status": status, "data": data, "registradoEm": "2026-01-01T00:00:00Z" }]);
        com("GET", "/Pedido/1/Historico", 200, registro)
    };
    assert_eq!(registro("Pago", "2026-01-01T00:00:00Z"), "");
    assert!(registro("pago", "2026-01-01T00:00:00Z").starts_with("$[0].status: \"pago\" is none of"));
    assert!(registro("Pago", "2026-01-01T00:00:00.5Z").starts_with("$[0].data: "));

    let no_canal = json!({ "canalId": "c", "estoque": -1, "preco": { "precoPor": 1 }, "ativo": true });
    assert!(com("GET", "/sku/x/Canal/c", 200, no_canal).starts_with("$.estoque: -1 breaks minimum"));
    let no_canal = json!({ "canalId": "c", "estoque": null, "preco": { "precoDe": 1 }, "ativo": true });
    assert!(com("GET", "/sku/x/Canal/c", 200, no_canal).starts_with("$.preco: 0 of oneOf fit"));
    let linha = json!({ "sku": "s", "canalId": "c", "estoque": null, "preco": null, "ativo": true, "x": 1 });
    let pagina = json!({
        "metadados": { "pagina": 1, "quantidadeRegistros": 50, "total": 1 }, "resultado": [linha],
    });
    assert_eq!(com("GET", "/Canal/c/sku", 200, pagina), "$.resultado[0]: x is not in the document");
    // a word of the path wins over an identifier
    assert_eq!(contrato.achar("GET", "/canal/TIPO_CANAL").unwrap().modelo, "/Canal/Tipo_Canal");
    assert_eq!(contrato.achar("POST", "/sku/lote").unwrap().modelo, "/sku/Lote");
}
