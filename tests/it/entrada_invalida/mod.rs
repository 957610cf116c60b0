//! Bad input to interface A: the right code and the right body. What holds for every operation is asked of
//! every operation of the document.

mod valores;

use reqwest::Method;
use serde_json::json;

use crate::suporte::contrato::{Contrato, Operacao};
use crate::suporte::{Cliente, Resposta, modelos};

const JSON: &str = "application/json";

/// The error body that every refusal has, and nothing internal in it.
#[track_caller]
fn erro(resposta: Resposta, status: u16) -> Resposta {
    let resposta = resposta.com_status(status);
    assert_eq!(resposta.header("content-type").split(';').next(), Some(JSON), "{resposta:?}");
    let corpo = resposta.json();
    let mensagem = corpo["message"].as_str().unwrap();
    assert!(mensagem.ends_with('.') && mensagem.chars().next().unwrap().is_uppercase(), "{resposta:?}");
    assert!(corpo["validationErrors"].is_array() && corpo.get("exception").is_none(), "{resposta:?}");
    for interno in ["diesel", "sqlite", "postgres", "serde", "panic", "src/", "expected"] {
        assert!(!resposta.texto().to_lowercase().contains(interno), "{resposta:?}");
    }
    resposta
}

/// A refusal with exactly these problems.
#[track_caller]
fn problemas(resposta: Resposta, esperados: &[&str]) {
    assert_eq!(erro(resposta, 400).problemas(), esperados);
}

/// A refusal with one problem, at this path.
#[track_caller]
fn um_em(resposta: Resposta, caminho: &str) {
    let ditos = erro(resposta, 400).problemas();
    assert!(ditos.len() == 1 && ditos[0].starts_with(&format!("{caminho}: ")), "{caminho}: {ditos:?}");
}

/// A body as it is, JSON or not.
async fn cru(cliente: &Cliente, metodo: Method, caminho: &str, tipo: &str, corpo: &[u8]) -> Resposta {
    cliente.enviar(metodo, caminho, &[("content-type", tipo)], Some(corpo.to_vec())).await
}

/// Every operation with a body, and an address of it.
fn com_corpo() -> Vec<(Method, String)> {
    let contrato = Contrato::a();
    let operacoes = contrato.operacoes().into_iter().filter(|o| o.corpo().is_some());
    operacoes.map(|o| (Method::from_bytes(o.metodo.as_bytes()).unwrap(), endereco(&o))).collect()
}

fn endereco(operacao: &Operacao<'_>) -> String {
    let partes = operacao.modelo.split('/').map(|parte| match parte {
        "{usuarioId}" => "u",
        "{pedidoId}" | "{id}" => "1",
        parte if parte.starts_with('{') => "canal",
        parte => parte,
    });
    let caminho = partes.collect::<Vec<_>>().join("/");
    let da_consulta = operacao.parametros("query");
    let pares: Vec<&str> = [("usuarioId", "usuarioId=u"), ("consumidor", "consumidor=erp")]
        .into_iter()
        .filter_map(|(nome, par)| da_consulta.contains(&nome).then_some(par))
        .collect();
    if pares.is_empty() { caminho } else { format!("{caminho}?{}", pares.join("&")) }
}

/// Works for the whole application too: the user is a choice.
fn sem_usuario(operacao: &Operacao<'_>) -> bool {
    operacao.modelo == "/Evento" || operacao.modelo.starts_with("/Pedido/Fila")
}

nos_dois_bancos! {
    async fn no_operation_takes_what_is_not_json(app: TestApp) {
        app.loja_com_skus("u", &["canal"]).await;
        app.a.put("/sku/canal/Canal/canal?usuarioId=u", &json!({})).await.com_status(201);
        app.a.post("/Notificacao", &json!({ "url": "https://erp.example", "ativo": false })).await.com_status(201);
        for (metodo, caminho) in com_corpo() {
            let mandar = async |tipo: &str, corpo: &[u8]| {
                cru(&app.a, metodo.clone(), &caminho, tipo, corpo).await
            };
            for torto in ["{", "{\"a\": }", "{'a': 1}", "[1,]", "{\"a\": 1} x", "nada", "{\"a\": 01}", "\"\u{1}\"", "\u{feff}{"] {
                let recusado = erro(mandar(JSON, torto.as_bytes()).await, 400);
                let mensagem = recusado.json()["message"].as_str().unwrap().to_owned();
                assert!(mensagem.contains("linha 1, coluna"), "{metodo} {caminho} {torto}: {mensagem}");
            }
            // deeper than anybody needs, and not UTF-8
            erro(mandar(JSON, "[".repeat(100_000).as_bytes()).await, 400);
            erro(mandar(JSON, b"{\"nome\": \"\xff\"}").await, 400);
            erro(mandar(JSON, b"{\"nome\": \"\xed\xa0\x80\"}").await, 400);
            problemas(mandar(JSON, b"").await, &["o corpo é obrigatório"]);
            problemas(mandar(JSON, b" \n").await, &["o corpo é obrigatório"]);
            for tipo in ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json; charset=latin1", "x"] {
                erro(mandar(tipo, b"{}").await, 415);
            }
            // without a type it is nothing in particular
            erro(app.a.enviar(metodo.clone(), &caminho, &[], Some("{}")).await, 415);
            let comprimido = [("content-type", JSON), ("content-encoding", "gzip")];
            erro(app.a.enviar(metodo.clone(), &caminho, &comprimido, Some("{}")).await, 415);
            // a scalar is JSON, but no body that anything here takes
            for escalar in ["1", "\"a\"", "true", "null"] {
                let dito = erro(mandar(JSON, escalar.as_bytes()).await, 400).problemas();
                assert!(dito[0].starts_with("deve ser um"), "{metodo} {caminho} {escalar}: {dito:?}");
            }
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["resultado"], json!([modelos::sku("canal")]));
    }

    async fn a_body_has_a_limit(app: TestApp) {
        app.loja_com_skus("u", &["canal"]).await;
        let dois_mib = vec![b' '; 2 << 20];
        for (metodo, caminho) in com_corpo().iter().filter(|(_, caminho)| !caminho.contains("/Lote")) {
            let grande = erro(cru(&app.a, metodo.clone(), caminho, JSON, &dois_mib).await, 413);
            assert!(grande.json()["message"].as_str().unwrap().contains("1048576"), "{grande:?}");
        }
        // up to the limit it is read
        let mut justo = modelos::usuario("v").to_string().into_bytes();
        justo.resize(1 << 20, b' ');
        cru(&app.a, Method::POST, "/Usuario", JSON, &justo).await.com_status(201);
        justo.push(b' ');
        erro(cru(&app.a, Method::POST, "/Usuario", JSON, &justo).await, 413);
    }

    async fn every_operation_below_a_user_wants_to_know_which(app: TestApp) {
        for operacao in Contrato::a().operacoes() {
            if !operacao.parametros("query").contains(&"usuarioId") || sem_usuario(&operacao) {
                continue;
            }
            let caminho = endereco(&operacao);
            let sem_consulta = caminho.split('?').next().unwrap();
            let metodo = Method::from_bytes(operacao.metodo.as_bytes()).unwrap();
            let pedir = async |consulta: &str| {
                let corpo = operacao.corpo().map(|_| "{}");
                let headers = [("content-type", JSON)];
                app.a.enviar(metodo.clone(), &format!("{sem_consulta}{consulta}"), &headers, corpo).await
            };
            for falta in ["", "?usuarioId=", "?usuario=u", "?outro=1"] {
                problemas(pedir(falta).await, &["usuarioId: é obrigatório"]);
            }
            problemas(pedir("?usuarioId=a&usuarioId=b").await, &["usuarioId: foi informado mais de uma vez"]);
            let longo = format!("?usuarioId={}", "x".repeat(101));
            problemas(pedir(&longo).await, &["usuarioId: deve ter de 1 a 100 caracteres"]);
            um_em(pedir("?usuarioId=a%00b").await, "usuarioId");
            um_em(pedir("?usuarioId=%FF").await, "usuarioId");
        }
    }

    async fn every_identifier_of_a_path_is_checked(app: TestApp) {
        app.loja_com_skus("u", &["canal"]).await;
        let longo = "x".repeat(300);
        for operacao in Contrato::a().operacoes() {
            let caminho = endereco(&operacao);
            let (partes, consulta) = caminho.split_once('?').unwrap_or((&caminho, ""));
            for (i, nome) in operacao.modelo.split('/').enumerate().filter(|(_, p)| p.starts_with('{')) {
                let nome = nome.trim_matches(['{', '}']);
                let com = |valor: &str| {
                    let mut partes: Vec<&str> = partes.split('/').collect();
                    partes[i] = valor;
                    format!("{}?{consulta}", partes.join("/"))
                };
                // a catalogue's code is any text: what is too long for one is simply none
                let ruins: &[&str] = if nome == "codigo" { &["a%00", "%FF"] } else { &["a%00", "%FF", &longo] };
                for ruim in ruins {
                    let metodo = Method::from_bytes(operacao.metodo.as_bytes()).unwrap();
                    let corpo = operacao.corpo().map(|_| "[]");
                    let headers = [("content-type", JSON)];
                    let recusado = app.a.enviar(metodo, &com(ruim), &headers, corpo).await;
                    let ditos = erro(recusado, 400).problemas();
                    assert!(ditos.iter().any(|d| d.starts_with(&format!("{nome}: "))), "{caminho} {ruim}: {ditos:?}");
                }
            }
        }
    }

    async fn pages_out_of_bounds_are_refused_and_not_cut(app: TestApp) {
        for (consulta, nome) in [
            ("pagina=0", "pagina"), ("pagina=-1", "pagina"), ("pagina=1.5", "pagina"), ("pagina=um", "pagina"),
            ("pagina=1&PAGINA=1", "pagina"),
            ("quantidade_registros=0", "quantidade_registros"), ("quantidadeRegistros=251", "quantidadeRegistros"),
            ("QUANTIDADE_REGISTROS=99999999999999999999", "QUANTIDADE_REGISTROS"),
            ("quantidade_registros=10&quantidadeRegistros=10", "quantidade_registros"),
            ("ativo=talvez", "ativo"), ("cursor=x", "cursor"), ("email=%FF", "email"),
        ] {
            um_em(app.a.get(&format!("/Usuario?{consulta}")).await, nome);
        }
        for (consulta, tamanho) in [("", 50), ("pagina=&quantidade_registros=", 50), ("quantidade_registros=250", 250)] {
            let pagina = app.a.get(&format!("/Usuario?{consulta}")).await.json_de(200);
            assert_eq!(pagina["metadados"], json!({ "pagina": 1, "quantidadeRegistros": tamanho, "total": 0 }));
        }
    }

    async fn identifiers_may_hold_any_printable_character(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        let ids = [
            ("A/B", "A%2FB"), ("/", "%2f"), ("50%", "50%25"), ("%2F", "%252F"), ("A+B", "A%2BB"), ("A+C", "A+C"),
            ("A B", "A%20B"), (" ", "%20"), ("Ação", "A%C3%A7%C3%A3o"), ("ação", "a%C3%A7%C3%A3o"), ("?a=b&c#d", "%3Fa%3Db%26c%23d"), ("日本", "%E6%97%A5%E6%9C%AC"), ("a\"b'c\\", "a%22b%27c%5C"), ("Lote", "Lote"), ("é", "e%CC%81"),
        ];
        for (i, (id, no_caminho)) in ids.into_iter().enumerate() {
            // the last one is the letter with its accent beside it: another text, and kept as it is
            let id = if i + 1 == ids.len() { "e\u{301}" } else { id };
            for (lista, corpo, chave) in [
                ("/Usuario", modelos::usuario(id), "usuarioId"),
                ("/Canal", modelos::canal(id), "canalId"),
                ("/sku", modelos::sku(id), "sku"),
            ] {
                let usuario = if lista == "/Usuario" { "" } else { "?usuarioId=u" };
                let criado = app.a.post(&format!("{lista}{usuario}"), &corpo).await.com_status(201);
                assert_eq!(app.a.get(criado.header("location")).await.json_de(200)[chave], id);
                let caminho = format!("{lista}/{no_caminho}{usuario}");
                assert_eq!(app.a.get(&caminho).await.json_de(200), corpo, "{caminho}");
                assert_eq!(app.a.put(&caminho, &corpo).await.json_de(200), corpo, "{caminho}");
            }
            // and in the query, where a plus sign is a space
            let na_consulta = no_caminho.replace('+', "%2B");
            let achado = app.a.get(&format!("/sku?usuarioId=u&sku={na_consulta}")).await.json_de(200);
            assert_eq!(achado["resultado"][0]["sku"], id);
            let dele = app.a.get(&format!("/sku?usuarioId={na_consulta}")).await.json_de(200);
            assert_eq!(dele["metadados"]["total"], 0);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], ids.len());
        for (_, no_caminho) in ids {
            app.a.delete(&format!("/SKU/{no_caminho}?usuarioId=u")).await.com_status(204);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
    }

    async fn routes_and_methods_that_are_not_there(app: TestApp) {
        for caminho in [
            "/", "/nada", "/Usuario/", "/Usuario/u/nada", "/Usuarios", "/sku//Estoque", "/sku/a/b/c", "/Pedido/1/Nada",
            "/Canal/c/Categoria/1/Subcategorias/2", "/%FF", "/categorias",
        ] {
            for metodo in [Method::GET, Method::POST, Method::DELETE] {
                erro(cru(&app.a, metodo, caminho, JSON, b"{").await, 404);
            }
        }
        for (metodo, caminho, permitidos) in [
            (Method::DELETE, "/Usuario", "GET, HEAD, POST"),
            (Method::POST, "/usuario/u", "DELETE, GET, HEAD, PATCH, PUT"),
            (Method::PUT, "/SKU", "GET, HEAD, POST"),
            (Method::GET, "/sku/S/Estoque", "PUT"),
            (Method::GET, "/Pedido/1/Status", "PUT"),
            (Method::PATCH, "/Pedido", "GET, HEAD, POST"),
            (Method::OPTIONS, "/Canal/c/Categoria/Lote", "DELETE, GET, HEAD, POST, PUT"),
            (Method::from_bytes(b"PURGE").unwrap(), "/Pedido/1", "GET, HEAD"),
        ] {
            let recusado = erro(cru(&app.a, metodo.clone(), caminho, JSON, b"{").await, 405);
            assert_eq!(recusado.header("allow"), permitidos, "{metodo} {caminho}");
        }
        // reading without the body is a read
        let cabeca = app.a.enviar(Method::HEAD, "/usuario", &[], None::<Vec<u8>>).await.com_status(200);
        assert!(cabeca.corpo.is_empty() && cabeca.header("content-type") == JSON);
    }

    async fn keys_that_open_nothing(app: TestApp) {
        let chave = app.a.chave.clone().unwrap();
        let base64 = "dXNlcjpwYXNz";
        for (cabecalho, dica) in [
            (format!("Basic {base64}"), "base64"),
            (format!("Bearer {chave}"), "Basic"),
            (format!("Basic {}", &chave[..chave.len() - 1]), "malformada"),
            (format!("Basic {chave}x"), "malformada"),
            ("Basic".to_owned(), "malformada"),
            (String::new(), "chave"),
        ] {
            let sem_chave = app.a.com_chave(None);
            let headers = [("authorization", cabecalho.as_str())];
            let recusada = erro(sem_chave.enviar(Method::GET, "/Usuario", &headers, None::<Vec<u8>>).await, 401);
            assert!(recusada.header("www-authenticate").starts_with("Basic realm="), "{recusada:?}");
            let mensagem = recusada.json()["message"].as_str().unwrap().to_owned();
            assert!(mensagem.to_lowercase().contains(&dica.to_lowercase()), "{cabecalho}: {mensagem}");
        }
        // the scheme's name counts in any case, and may be missing
        for cabecalho in [format!("bAsIc  {chave}"), chave] {
            let headers = [("authorization", cabecalho.as_str())];
            let aceita = app.a.com_chave(None).enviar(Method::GET, "/Usuario", &headers, None::<Vec<u8>>).await;
            aceita.com_status(200);
        }
    }
}
