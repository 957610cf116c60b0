//! Orders move as the table says; what happened, and the details that came with it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{ler, mover};
use crate::suporte::{TestApp, modelos};

const STATUS: [&str; 6] = ["AguardandoPagamento", "Pago", "Faturado", "Enviado", "Entregue", "Cancelado"];
/// A valid NF-e key.
const CHAVE_NFE: &str = "35080599999090910270550010000000015180051273";

/// Creates an order in a status; answers its number.
async fn em(app: &TestApp, source_id: &str, status: &str) -> Value {
    let pedido = modelos::com(modelos::pedido("canal", source_id, "S"), "/status", json!(status));
    app.criar_pedido("u", &pedido).await["pedidoId"].clone()
}

nos_dois_bancos! {
    async fn every_move_is_as_the_table_says(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        // "=" already there, "x" unlawful, "m" only with a reason, else the states that are passed over
        let tabela: [[&str; 6]; 6] = [
            ["=", "", "x", "x", "x", ""],
            ["x", "=", "", "Faturado", "Faturado Enviado", ""],
            ["x", "x", "=", "", "Enviado", "m"],
            ["x", "x", "x", "=", "", "m"],
            ["x", "x", "x", "x", "=", "x"],
            ["x", "x", "x", "x", "x", "="],
        ];
        for (de, linha) in STATUS.iter().zip(tabela) {
            for (para, celula) in STATUS.iter().zip(linha) {
                let caso = format!("{de} → {para}");
                let id = em(&app, &format!("{de}-{para}"), de).await;
                let mut resposta = mover(&app, &id, &json!({ "status": para })).await;
                if celula == "m" {
                    assert_eq!(resposta.com_status(409).problemas(), ["motivo: é obrigatório"], "{caso}");
                    let em_branco = json!({ "status": para, "motivo": "  " });
                    mover(&app, &id, &em_branco).await.com_status(409);
                    resposta = mover(&app, &id, &json!({ "status": para, "motivo": "Avaria" })).await;
                }
                let historico = ler(&app, &id, "/Historico").await.json_de(200);
                let registros = historico.as_array().unwrap();
                assert_eq!((&registros[0]["status"], &registros[0]["pulados"]), (&json!(de), &json!([])), "{caso}");
                if celula == "x" {
                    let legais: Vec<&str> =
                        STATUS.iter().zip(linha).filter(|(_, c)| !["x", "="].contains(c)).map(|(s, _)| *s).collect();
                    let dito = match legais.as_slice() {
                        [] => "status: o pedido está em um estado final".to_owned(),
                        legais => format!("status: pode passar para {}", legais.join(", ")),
                    };
                    assert_eq!(resposta.com_status(409).problemas(), [dito], "{caso}");
                    assert_eq!(ler(&app, &id, "").await.json()["status"], *de, "{caso}");
                    assert_eq!(registros.len(), 1, "{caso}");
                    continue;
                }
                let pedido = resposta.json_de(200);
                assert_eq!((&pedido["status"], &pedido["pedidoId"]), (&json!(para), &id), "{caso}");
                assert_eq!(ler(&app, &id, "").await.json(), pedido, "{caso}");
                if celula == "=" {
                    assert_eq!(registros.len(), 1, "{caso}");
                } else {
                    let pulados: Vec<&str> = celula.split(' ').filter(|c| !["", "m"].contains(c)).collect();
                    assert_eq!((registros.len(), &registros[1]["status"]), (2, &json!(para)), "{caso}");
                    assert_eq!(registros[1]["pulados"], json!(pulados), "{caso}");
                }
            }
            // the same table, as it is told to whoever asks
            let id = em(&app, &format!("{de}-?"), de).await;
            let permitidas: Vec<Value> = STATUS
                .iter()
                .zip(linha)
                .filter(|(_, celula)| !["x", "="].contains(celula))
                .map(|(para, celula)| json!({ "status": para, "exigeMotivo": celula == "m" }))
                .collect();
            let ditas = ler(&app, &id, "/Transicoes").await.json_de(200);
            assert_eq!(ditas, json!({ "status": de, "permitidas": permitidas }));
        }
    }

    async fn the_history_tells_what_when_and_why(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let nota = json!({ "chave": CHAVE_NFE, "numero": 15, "serie": "1", "dataEmissao": "2026-05-11T08:00:00-03:00" });
        let faturado = json!({ "status": "Faturado", "data": "2026-05-11T11:30:00Z", "notaFiscal": nota });
        mover(&app, &id, &faturado).await.com_status(200);
        let rastreio = json!({ "transportadora": "Correios", "codigo": "BR1" });
        mover(&app, &id, &json!({ "status": "Enviado", "rastreio": rastreio })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Cancelado", "motivo": "Extravio" })).await.com_status(200);

        let historico = ler(&app, &id, "/Historico").await.json_de(200);
        let de = |membro: &str| -> Vec<Value> {
            historico.as_array().unwrap().iter().map(|r| r[membro].clone()).collect()
        };
        assert_eq!(de("status"), ["Pago", "Faturado", "Enviado", "Cancelado"]);
        assert_eq!(de("motivo"), ["", "", "", "Extravio"]);
        assert_eq!(de("data")[..2], ["2026-05-10T12:00:00Z", "2026-05-11T11:30:00Z"]);
        // without a date it happened when it was heard of
        assert_eq!(de("data")[2..], de("registradoEm")[2..]);
        let nota = json!({
            "chave": CHAVE_NFE, "numero": "15", "serie": "1", "dataEmissao": "2026-05-11T11:00:00Z",
        });
        assert_eq!(de("notaFiscal"), [Value::Null, nota.clone(), Value::Null, Value::Null]);
        assert_eq!(de("rastreio")[2]["codigo"], "BR1");
        // a later move does not take the details away
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200), nota);
        assert_eq!(ler(&app, &id, "/Rastreio").await.json_de(200), json!({
            "transportadora": "Correios", "codigo": "BR1", "url": "", "previsaoEntrega": null,
        }));
    }

    async fn the_same_status_again_merges_new_details(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        ler(&app, &id, "/NotaFiscal").await.com_status(404);
        ler(&app, &id, "/Rastreio").await.com_status(404);
        let quantos = async || ler(&app, &id, "/Historico").await.json().as_array().unwrap().len();
        let enviado = json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": "BR1" } });
        mover(&app, &id, &enviado).await.com_status(200);
        assert_eq!(quantos().await, 2);
        // nothing new: nothing recorded
        mover(&app, &id, &enviado).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Enviado" })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Enviado", "rastreio": {}, "notaFiscal": {} })).await.com_status(200);
        assert_eq!(quantos().await, 2);
        let mais = json!({
            "status": "Enviado", "notaFiscal": { "numero": "7" },
            "rastreio": { "codigo": "BR2", "url": "https://rastreio.example/BR2" },
        });
        mover(&app, &id, &mais).await.com_status(200);
        assert_eq!(quantos().await, 3);
        // what was not said again stays
        assert_eq!(ler(&app, &id, "/Rastreio").await.json_de(200), json!({
            "transportadora": "Correios", "codigo": "BR2", "url": "https://rastreio.example/BR2", "previsaoEntrega": null,
        }));
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200)["numero"], "7");
        // details come even to an order that will not move any more
        mover(&app, &id, &json!({ "status": "Entregue" })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Entregue", "notaFiscal": { "serie": "2" } })).await.com_status(200);
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200)["serie"], "2");
        assert_eq!(quantos().await, 5);
    }

    async fn a_bad_move_says_all_that_is_wrong(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let ruim = json!({
            "status": "pago", "data": "ontem", "motivo": "x".repeat(501),
            "notaFiscal": { "chave": "123" }, "rastreio": { "url": "rastreio" },
        });
        let problemas = mover(&app, &id, &ruim).await.com_status(400).problemas();
        let caminhos: Vec<&str> = problemas.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(caminhos, ["data", "motivo", "notaFiscal.chave", "rastreio.url", "status"]);
        // the key's check digit counts
        let errada = format!("{}4", &CHAVE_NFE[..43]);
        mover(&app, &id, &json!({ "status": "Faturado", "notaFiscal": { "chave": errada } })).await.com_status(400);
        mover(&app, &json!(999_999), &json!({ "status": "Pago" })).await.com_status(404);
        for parte in ["/Historico", "/Transicoes", "/NotaFiscal", "/Rastreio"] {
            ler(&app, &json!(999_999), parte).await.com_status(404);
        }
    }

    async fn nothing_but_its_status_changes_an_order(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let caminho = format!("/Pedido/{id}?usuarioId=u");
        for metodo in [Method::PUT, Method::PATCH, Method::DELETE, Method::POST] {
            let recusado = app.a.json(metodo, &caminho, &json!({})).await.com_status(405);
            assert_eq!(recusado.header("allow"), "GET, HEAD");
        }
    }
}
