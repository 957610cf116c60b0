//! Bodies and parameters with bad values: the path of every problem, all of them at once.

use reqwest::Method;
use serde_json::{Value, json};

use super::{JSON, cru, problemas, um_em};
use crate::suporte::{Resposta, TestApp, modelos};

async fn post(app: &TestApp, caminho: &str, corpo: &str) -> Resposta {
    cru(&app.a, Method::POST, caminho, JSON, corpo.as_bytes()).await
}

nos_dois_bancos! {
    async fn all_problems_are_told_at_once(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        problemas(post(&app, "/Usuario", "{}").await, &["nome: é obrigatório", "usuarioId: é obrigatório"]);
        problemas(post(&app, "/sku?usuarioId=u", r#"{"sku": 1, "nome": null, "estoque": "x", "imagens": [1, "ftp://x"]}"#).await, &[
            "estoque: deve ser um número inteiro",
            "imagens[0]: deve ser um texto",
            "imagens[1]: deve ser um endereço http ou https completo",
            "nome: é obrigatório",
            "sku: deve ser um texto",
        ]);
        let mut pedido = modelos::pedido("canal", "P", "S");
        pedido["status"] = json!("Perdido");
        pedido["produtos"] = json!([{ "sku": "S", "quantidade": 1, "preco": 1 }, {}, { "sku": "", "quantidade": 0, "preco": "x" }]);
        pedido["endereco"][0]["cep"] = json!("1");
        problemas(app.enviar_pedido("u", &pedido).await, &[
            "endereco[0].cep: deve ter 8 dígitos",
            "produtos[1].preco: é obrigatório",
            "produtos[1].quantidade: é obrigatório",
            "produtos[1].sku: é obrigatório",
            "produtos[2].preco: deve ser um número decimal",
            "produtos[2].quantidade: deve ser maior ou igual a 1",
            "produtos[2].sku: deve ter de 1 a 100 caracteres",
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
        ]);
        problemas(app.a.get("/Pedido?pagina=0&quantidade_registros=251&status=x&dataInicial=y").await, &[
            "dataInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "pagina: deve ser um inteiro a partir de 1",
            "quantidade_registros: deve ser um inteiro de 1 a 250",
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
            "usuarioId: é obrigatório",
        ]);
    }

    async fn each_kind_of_bad_value_has_its_path(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let longo = "x".repeat(300);
        for (membro, valor) in [
            ("sku", format!("\"{longo}\"")),
            ("sku", "\"\"".to_owned()),
            ("sku", "\"a\\u0000b\"".to_owned()),
            ("sku", "\"a\\nb\"".to_owned()),
            ("nome", "\"a\\u0000b\"".to_owned()),
            ("nome", "\"\\ud800\"".to_owned()),
            ("nome", "[]".to_owned()),
            ("descricao", format!("\"{}\"", "x".repeat(100_001))),
            ("ativo", "\"true\"".to_owned()),
            ("estoque", "1e400".to_owned()),
            ("estoque", "99999999999999999999".to_owned()),
            ("precoPor", "1.00001".to_owned()),
            ("precoPor", "1e400".to_owned()),
            ("precoPor", "-1e400".to_owned()),
            ("precoPor", "1e-400".to_owned()),
            ("precoPor", "1e99999999999999999999".to_owned()),
            ("precoPor", "{}".to_owned()),
            ("precoPor", "\"\"".to_owned()),
            ("atributos", "[[]]".to_owned()),
        ] {
            let corpo = match membro {
                "sku" => format!("{{\"sku\": {valor}, \"nome\": \"N\"}}"),
                "nome" => format!("{{\"sku\": \"X\", \"nome\": {valor}}}"),
                outro => format!("{{\"sku\": \"X\", \"nome\": \"N\", \"{outro}\": {valor}}}"),
            };
            let caminho = if membro == "atributos" { "atributos[0]" } else { membro };
            um_em(post(&app, "/sku?usuarioId=u", &corpo).await, caminho);
        }
        let pedido = modelos::pedido("canal", "P", "S").to_string();
        for (de, para, caminho) in [
            ("207.3", "1e400", "total"),
            ("207.3", "207.30001", "total"),
            ("\"preco\":99.9", "\"preco\":99.99999", "produtos[0].preco"),
            ("\"quantidade\":2", "\"quantidade\":2.5", "produtos[0].quantidade"),
            ("\"Feminino\"", "\"Outro\"", "usuario.sexo"),
            ("\"Pago\"", "1", "status"),
            ("\"Pago\"", "\"PAGO\"", "status"),
            ("\"rua\":\"Rua das Acácias\"", "\"rua\":\"a\\u0000\"", "endereco[0].rua"),
            ("\"valorNominal\":15", "\"valorNominal\":-15", "frete[0].valorNominal"),
            ("\"chave\":\"formaPagamentoId\"", "\"chave\":null", "informacaoAdicional[0].chave"),
        ] {
            assert!(pedido.contains(de), "{de}");
            um_em(post(&app, "/Pedido?usuarioId=u", &pedido.replace(de, para)).await, caminho);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], 1);
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 0);
    }
}

/// Bodies with members of the wrong kind, made from the document: whatever stands in the place of a member, it
/// is read or it is refused with its path, and never anything else.
fn trocas() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("x\u{0}"),
        json!([]),
        json!([null]),
        json!({}),
        json!({ "a": 1 }),
    ]
}

nos_dois_bancos! {
    async fn any_value_in_the_place_of_any_member(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for (caminho, corpo) in [
            ("/Usuario", modelos::usuario("x")),
            ("/Canal?usuarioId=u", modelos::canal("x")),
            ("/sku?usuarioId=u", modelos::sku("x")),
            ("/Pedido?usuarioId=u", modelos::pedido("canal", "x", "S")),
        ] {
            for ponteiro in ponteiros(&corpo, "") {
                for troca in trocas() {
                    let resposta = app.a.post(caminho, &modelos::com(corpo.clone(), &ponteiro, troca.clone())).await;
                    let caso = format!("{caminho} {ponteiro} {troca}");
                    match resposta.status {
                        200 | 201 | 409 => {}
                        400 => {
                            let nome = ponteiro.rsplit('/').find(|p| p.parse::<usize>().is_err()).unwrap();
                            let ditos = resposta.problemas();
                            assert!(ditos.iter().all(|d| d.contains(nome)), "{caso}: {ditos:?}");
                        }
                        _ => panic!("{caso}: {resposta:?}"),
                    }
                }
            }
        }
    }
}

/// The JSON pointers of every member and item of a value.
fn ponteiros(valor: &Value, aqui: &str) -> Vec<String> {
    let filhos: Vec<(String, &Value)> = match valor {
        Value::Object(membros) => membros.iter().map(|(nome, v)| (format!("{aqui}/{nome}"), v)).collect(),
        Value::Array(itens) => itens.iter().enumerate().map(|(i, v)| (format!("{aqui}/{i}"), v)).collect(),
        _ => Vec::new(),
    };
    let abaixo = filhos.iter().flat_map(|(caminho, v)| ponteiros(v, caminho)).collect::<Vec<_>>();
    filhos.into_iter().map(|(caminho, _)| caminho).chain(abaixo).collect()
}
