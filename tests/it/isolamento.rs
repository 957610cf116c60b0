//! Two applications with the same identifiers see nothing of each other, over every documented operation.
//!
//! The operations, their parameters and their bodies all come from the document: a new operation is judged
//! without a line here, as long as its identifiers are known to [`conhecido`].

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::contrato::{Contrato, Operacao};
use crate::suporte::{Banco, BancoDeTeste, Cliente, Resposta, TestApp, exemplo, modelos};

/// Stands in every text of the first application that is not an identifier.
const MARCA: &str = "Segredo-da-Primeira";
/// A number that no order has.
const SEM_PEDIDO: i64 = 9_000_000_000_000;

/// Identifiers as both applications use them.
fn conhecido(nome: &str, pedido: i64) -> Option<Value> {
    Some(match nome {
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
        _ => return None,
    })
}

/// The same names, of things that nobody has.
fn ausente(nome: &str) -> Option<Value> {
    Some(match nome {
        "pedidoId" | "id" => json!(SEM_PEDIDO),
        "url" => conhecido(nome, 0)?,
        "posicao" => json!(SEM_PEDIDO),
        _ => json!(format!("nada-{}", conhecido(nome, 0)?.as_str()?)),
    })
}

/// The address of an operation with its parameters filled in: those of the path, and those of the query that
/// are identifiers.
fn endereco(operacao: &Operacao<'_>, valor: &dyn Fn(&str) -> Option<Value>) -> String {
    let texto = |nome: &str| valor(nome).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
    let mut caminho = operacao.modelo.to_owned();
    for nome in operacao.parametros("path") {
        let valor = texto(nome).unwrap_or_else(|| panic!("{caminho}: this test knows no {nome}"));
        caminho = caminho.replace(&format!("{{{nome}}}"), &valor);
    }
    let da_consulta = operacao.parametros("query");
    let ids = ["usuarioId", "consumidor"].into_iter().filter(|nome| da_consulta.contains(nome));
    let pares: Vec<String> = ids.map(|nome| format!("{nome}={}", texto(nome).unwrap())).collect();
    if pares.is_empty() { caminho } else { format!("{caminho}?{}", pares.join("&")) }
}

async fn chamar(
    cliente: &Cliente,
    operacao: &Operacao<'_>,
    valor: &dyn Fn(&str) -> Option<Value>,
) -> Resposta {
    let metodo = Method::from_bytes(operacao.metodo.as_bytes()).unwrap();
    let caminho = endereco(operacao, valor);
    match exemplo::corpo(&Contrato::a().documento, operacao, valor) {
        Some(corpo) => cliente.json(metodo, &caminho, &corpo).await,
        None => cliente.enviar(metodo, &caminho, &[], None::<Vec<u8>>).await,
    }
}

/// Every operation, in an order in which one finds what the ones before it have made: users first, then
/// created, replaced, changed, read, and deleted from the leaves up.
fn na_ordem() -> Vec<Operacao<'static>> {
    const METODOS: [&str; 5] = ["POST", "PUT", "PATCH", "GET", "DELETE"];
    let mut operacoes = Contrato::a().operacoes();
    operacoes.sort_by_key(|o| {
        let vez = METODOS.iter().position(|m| *m == o.metodo).unwrap();
        let (exclui, partes) = (o.metodo == "DELETE", o.modelo.split('/').count());
        let abaixo = exclui || !o.modelo.starts_with("/Usuario");
        (exclui, abaixo, vez, if exclui { 100 - partes } else { partes }, o.modelo)
    });
    operacoes
}

fn nome(operacao: &Operacao<'_>) -> String {
    format!("{} {}", operacao.metodo, operacao.modelo)
}

/// Fills an application: something behind every identifier, the mark in every other text. Answers the order's
/// number.
async fn encher(app: &TestApp, prefixo: &str) -> i64 {
    let marcado = |corpo: Value, membros: &[&str]| {
        membros.iter().fold(corpo, |corpo, membro| modelos::com(corpo, membro, json!(MARCA)))
    };
    let [u, canal, sku] = ["u", "canal", "S1"].map(|id| format!("{prefixo}{id}"));
    let fazer = async |metodo: Method, caminho: String, corpo: Value| {
        let caminho = format!("{caminho}?usuarioId={u}");
        let resposta = app.a.json(metodo, &caminho, &corpo).await;
        assert!(resposta.status < 300, "{caminho}: {resposta:?}");
        resposta.json()
    };
    fazer(Method::POST, "/Usuario".into(), marcado(modelos::usuario(&u), &["/nome"])).await;
    fazer(Method::POST, "/Canal".into(), marcado(modelos::canal(&canal), &["/nome"])).await;
    let item = marcado(modelos::sku(&sku), &["/nome", "/marca", "/parentId", "/descricao"]);
    fazer(Method::POST, "/sku".into(), item).await;
    let categorias = json!([
        { "categoriaId": "c1", "nome": MARCA },
        { "categoriaId": "c2", "nome": MARCA, "categoriaPaiId": "c1" },
    ]);
    fazer(Method::POST, format!("/Canal/{canal}/Categoria/Lote"), categorias).await;
    let no_canal = json!({ "estoque": 3, "preco": { "precoPor": 1 } });
    fazer(Method::PUT, format!("/sku/{sku}/Canal/{canal}"), no_canal).await;
    let pedido = modelos::pedido(&canal, &format!("{prefixo}P1"), &sku);
    let pedido = marcado(pedido, &["/sourceSiteId", "/usuario/nome", "/endereco/0/rua"]);
    let id = fazer(Method::POST, "/Pedido".into(), pedido).await["pedidoId"].as_i64().unwrap();
    let mudanca = json!({
        "status": "Enviado", "motivo": MARCA,
        "notaFiscal": { "numero": MARCA }, "rastreio": { "codigo": MARCA },
    });
    fazer(Method::PUT, format!("/Pedido/{id}/Status"), mudanca).await;
    let url = format!("https://erp.example/{MARCA}");
    let notificacao = json!({ "url": url, "usuarioId": u, "ativo": false });
    assert_eq!(fazer(Method::POST, "/Notificacao".into(), notificacao).await["id"], id);
    // the reader's name is an identifier too, and stands in no other application's answer
    app.a.get(&format!("/Pedido/Fila?usuarioId={u}&consumidor={prefixo}erp")).await.com_status(200);
    id
}

/// Everything that an application can read without changing it: what is handed out once is not to be had again.
async fn retrato(cliente: &Cliente, pedido: i64) -> Vec<(String, Value)> {
    let mut retrato = Vec::new();
    for operacao in na_ordem().iter().filter(|o| o.metodo == "GET" && o.modelo != "/Pedido/Fila") {
        let resposta = chamar(cliente, operacao, &|nome| conhecido(nome, pedido)).await;
        retrato.push((nome(operacao), resposta.json_de(200)));
    }
    retrato
}

/// An answer without what differs from one request to the next.
fn visto(resposta: &Resposta) -> (u16, String, String) {
    let corpo = resposta.texto();
    assert!(!corpo.contains(MARCA), "{resposta:?}");
    for (nome, valor) in &resposta.headers {
        assert!(!valor.to_str().unwrap().contains(MARCA), "{nome}: {resposta:?}");
    }
    (resposta.status, resposta.header("location").to_owned(), sem_instantes(&corpo))
}

/// The text with every instant, every event's identifier and every secret replaced: things made in two databases are made at two
/// times, and the numbers that are drawn for them differ.
fn sem_instantes(texto: &str) -> String {
    const TAMANHO: usize = "2026-01-01T00:00:00Z".len();
    let (mut saida, mut resto) = (String::new(), texto);
    let de_id = |c: char| c.is_ascii_alphanumeric() || "_+/=".contains(c);
    let fim_de_id = |id: &str| id.find(|c: char| !de_id(c)).unwrap_or(id.len());
    let sorteado = |id: &str| ["evt_", "teste_", "whsec_"].iter().any(|inicio| id.starts_with(inicio));
    while let Some(letra) = resto.chars().next() {
        match resto.get(..TAMANHO) {
            Some(parte) if crate::suporte::esquema::instante(parte) => {
                saida.push_str("<instante>");
                resto = &resto[TAMANHO..];
            }
            _ if sorteado(resto) => {
                saida.push_str("<sorteado>");
                resto = &resto[fim_de_id(resto)..];
            }
            _ => {
                saida.push(letra);
                resto = &resto[letra.len_utf8()..];
            }
        }
    }
    saida
}

nos_dois_bancos! {
    /// An application without a user: whatever it asks for by the other's identifiers is as missing as what
    /// was never there, byte for byte.
    async fn the_foreign_is_as_missing_as_the_missing(app: TestApp) {
        let pedido = encher(&app, "").await;
        let antes = retrato(&app.a, pedido).await;
        assert!(antes.iter().filter(|(_, corpo)| corpo.to_string().contains(MARCA)).count() > 10, "{antes:?}");
        let intrusa = app.outra_aplicacao("intrusa");
        let mut negadas = BTreeSet::new();
        for operacao in na_ordem() {
            let de_usuario = [operacao.parametros("path"), operacao.parametros("query")].concat();
            // what needs no user, or makes one, is the other test's
            let dela = de_usuario.contains(&"usuarioId") || de_usuario.contains(&"id");
            if !dela || nome(&operacao) == "PUT /Usuario/{usuarioId}" {
                continue;
            }
            let alheia = chamar(&intrusa, &operacao, &|nome| conhecido(nome, pedido)).await.com_status(404);
            let ausente = chamar(&intrusa, &operacao, &ausente).await.com_status(404);
            assert_eq!(alheia.corpo, ausente.corpo, "{}", nome(&operacao));
            let cabecalhos = |r: &Resposta| {
                let mut nomes: Vec<String> = r.headers.keys().map(ToString::to_string).collect();
                nomes.sort();
                nomes
            };
            assert_eq!(cabecalhos(&alheia), cabecalhos(&ausente), "{}", nome(&operacao));
            // not because the route is not there: its own application finds it
            assert_ne!(alheia.corpo, intrusa.get("/nada").await.corpo, "{}", nome(&operacao));
            visto(&alheia);
            negadas.insert(nome(&operacao));
        }
        // the channel types, two; the list and the two ways to make a user; notifications as a whole
        assert_eq!(negadas.len() + 7, Contrato::a().operacoes().len(), "{negadas:?}");
        assert_eq!(retrato(&app.a, pedido).await, antes);
    }

    /// An application with a user of the same name, which does everything that can be done: every answer is
    /// the one that it gets where those identifiers have never been anybody else's.
    async fn an_application_is_answered_as_if_it_were_alone(app: TestApp) {
        let outro_mundo = TestApp::iniciar(BancoDeTeste::novo(banco_de(&app)).unwrap());
        let pedido = encher(&app, "").await;
        // there too somebody else has made as much, so that the service's own numbers are the same
        assert_eq!(encher(&outro_mundo, "outro-").await, pedido);
        let antes = retrato(&app.a, pedido).await;
        let (aqui, la) = (app.outra_aplicacao("intrusa"), outro_mundo.outra_aplicacao("intrusa"));
        let sem_rota = aqui.get("/nada").await.corpo;
        let mut feitas = BTreeSet::new();
        for operacao in na_ordem() {
            // its own order comes after the other's; the other's is not there, nor is one that never was
            for numero in [pedido + 1, pedido, SEM_PEDIDO] {
                let resposta = chamar(&aqui, &operacao, &|nome| conhecido(nome, numero)).await;
                let mesma = chamar(&la, &operacao, &|nome| conhecido(nome, numero)).await;
                assert_eq!(visto(&resposta), visto(&mesma), "{} {numero}", nome(&operacao));
                let achada = resposta.status != 405 && resposta.corpo != sem_rota;
                assert!(achada, "{} is in the document but not reachable: {resposta:?}", nome(&operacao));
                if resposta.status < 300 {
                    feitas.insert(nome(&operacao));
                }
                if !operacao.modelo.contains("{pedidoId}") && !operacao.modelo.contains("{id}") {
                    break;
                }
                assert!(numero > pedido && numero != SEM_PEDIDO || resposta.status == 404, "{resposta:?}");
            }
        }
        // all of it was done, in its own world; the rest is refused because of its order
        let recusadas: Vec<String> = na_ordem().iter().map(nome).filter(|nome| !feitas.contains(nome)).collect();
        assert_eq!(recusadas, [
            "POST /Pedido/Fila/Reviver",
            "GET /Pedido/{pedidoId}/NotaFiscal",
            "GET /Pedido/{pedidoId}/Rastreio",
            "DELETE /Canal/{canalId}",
            "DELETE /Usuario/{usuarioId}",
            "DELETE /sku/{sku}",
        ]);
        assert_eq!(retrato(&app.a, pedido).await, antes);
    }
}

fn banco_de(app: &TestApp) -> Banco {
    if app.banco.url.starts_with("sqlite") { Banco::Sqlite } else { Banco::Postgres }
}
