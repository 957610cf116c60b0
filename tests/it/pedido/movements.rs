//! Orders move as the table says; what happened, and the details that came with it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{avisos, move_on, read};
use crate::support::contract::Contract;
use crate::support::{TestApp, models};

const STATUS: [&str; 6] = ["AguardandoPagamento", "Pago", "Faturado", "Enviado", "Entregue", "Cancelado"];
/// A valid NF-e key.
const NFE_KEY: &str = "35080599999090910270550010000000015180051273";

/// Creates an order in a status; answers its number.
async fn in_status(app: &TestApp, source_id: &str, status: &str) -> Value {
    let pedido = models::with(models::pedido("canal", source_id, "S"), "/status", json!(status));
    app.create_pedido("u", &pedido).await["pedidoId"].clone()
}

on_both_databases! {
    async fn every_move_is_as_the_table_says(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        // "=" already there, "x" unlawful, "m" only with a reason, else the states that are passed over
        let table: [[&str; 6]; 6] = [
            ["=", "", "x", "x", "x", ""],
            ["x", "=", "", "Faturado", "Faturado Enviado", ""],
            ["x", "x", "=", "", "Enviado", "m"],
            ["x", "x", "x", "=", "", "m"],
            ["x", "x", "x", "x", "=", "x"],
            ["x", "x", "x", "x", "x", "="],
        ];
        for (from, row) in STATUS.iter().zip(table) {
            for (to, cell) in STATUS.iter().zip(row) {
                let case = format!("{from} → {to}");
                let id = in_status(&app, &format!("{from}-{to}"), from).await;
                let mut answer = move_on(&app, &id, &json!({ "status": to })).await;
                if cell == "m" {
                    assert_eq!(answer.with_status(409).problems(), ["motivo: é obrigatório"], "{case}");
                    let blank = json!({ "status": to, "motivo": "  " });
                    move_on(&app, &id, &blank).await.with_status(409);
                    answer = move_on(&app, &id, &json!({ "status": to, "motivo": "Avaria" })).await;
                }
                let historico = read(&app, &id, "/Historico").await.json_of(200);
                let registros = historico.as_array().unwrap();
                assert_eq!((&registros[0]["status"], &registros[0]["pulados"]), (&json!(from), &json!([])), "{case}");
                if cell == "x" {
                    let legal: Vec<&str> =
                        STATUS.iter().zip(row).filter(|(_, c)| !["x", "="].contains(c)).map(|(s, _)| *s).collect();
                    let said = match legal.as_slice() {
                        [] => "status: o pedido está em um estado final".to_owned(),
                        legal => format!("status: pode passar para {}", legal.join(", ")),
                    };
                    assert_eq!(answer.with_status(409).problems(), [said], "{case}");
                    assert_eq!(read(&app, &id, "").await.json()["status"], *from, "{case}");
                    assert_eq!(registros.len(), 1, "{case}");
                    continue;
                }
                let pedido = answer.json_of(200);
                assert_eq!((&pedido["status"], &pedido["pedidoId"]), (&json!(to), &id), "{case}");
                assert_eq!(read(&app, &id, "").await.json(), pedido, "{case}");
                if cell == "=" {
                    assert_eq!(registros.len(), 1, "{case}");
                } else {
                    let skipped: Vec<&str> = cell.split(' ').filter(|c| !["", "m"].contains(c)).collect();
                    assert_eq!((registros.len(), &registros[1]["status"]), (2, &json!(to)), "{case}");
                    assert_eq!(registros[1]["pulados"], json!(skipped), "{case}");
                }
            }
            // the same table, as it is told to whoever asks
            let id = in_status(&app, &format!("{from}-?"), from).await;
            let allowed: Vec<Value> = STATUS
                .iter()
                .zip(row)
                .filter(|(_, cell)| !["x", "="].contains(cell))
                .map(|(to, cell)| json!({ "status": to, "exigeMotivo": cell == "m" }))
                .collect();
            let told = read(&app, &id, "/Transicoes").await.json_of(200);
            assert_eq!(told, json!({ "status": from, "permitidas": allowed }));
        }
    }

    async fn the_history_tells_what_when_and_why(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = in_status(&app, "P", "Pago").await;
        let nota = json!({ "chave": NFE_KEY, "numero": 15, "serie": "1", "dataEmissao": "2026-05-11T08:00:00-03:00" });
        let faturado = json!({ "status": "Faturado", "data": "2026-05-11T11:30:00Z", "notaFiscal": nota });
        move_on(&app, &id, &faturado).await.with_status(200);
        let rastreio = json!({ "transportadora": "Correios", "codigo": "BR1" });
        move_on(&app, &id, &json!({ "status": "Enviado", "rastreio": rastreio })).await.with_status(200);
        move_on(&app, &id, &json!({ "status": "Cancelado", "motivo": "Extravio" })).await.with_status(200);

        let historico = read(&app, &id, "/Historico").await.json_of(200);
        let from = |member: &str| -> Vec<Value> {
            historico.as_array().unwrap().iter().map(|r| r[member].clone()).collect()
        };
        assert_eq!(from("status"), ["Pago", "Faturado", "Enviado", "Cancelado"]);
        assert_eq!(from("motivo"), ["", "", "", "Extravio"]);
        assert_eq!(from("data")[..2], ["2026-05-10T12:00:00Z", "2026-05-11T11:30:00Z"]);
        // without a date it happened when it was heard of
        assert_eq!(from("data")[2..], from("registradoEm")[2..]);
        let nota = json!({
            "chave": NFE_KEY, "numero": "15", "serie": "1", "dataEmissao": "2026-05-11T11:00:00Z",
        });
        assert_eq!(from("notaFiscal"), [Value::Null, nota.clone(), Value::Null, Value::Null]);
        assert_eq!(from("rastreio")[2]["codigo"], "BR1");
        // a later move does not take the details away
        assert_eq!(read(&app, &id, "/NotaFiscal").await.json_of(200), nota);
        assert_eq!(read(&app, &id, "/Rastreio").await.json_of(200), json!({
            "transportadora": "Correios", "codigo": "BR1", "url": "", "previsaoEntrega": null,
        }));
    }

    async fn the_same_status_again_merges_new_details(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = in_status(&app, "P", "Pago").await;
        read(&app, &id, "/NotaFiscal").await.with_status(404);
        read(&app, &id, "/Rastreio").await.with_status(404);
        let count = async || read(&app, &id, "/Historico").await.json().as_array().unwrap().len();
        let sent = json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": "BR1" } });
        move_on(&app, &id, &sent).await.with_status(200);
        assert_eq!(count().await, 2);
        // nothing new: nothing recorded
        move_on(&app, &id, &sent).await.with_status(200);
        move_on(&app, &id, &json!({ "status": "Enviado" })).await.with_status(200);
        move_on(&app, &id, &json!({ "status": "Enviado", "rastreio": {}, "notaFiscal": {} })).await.with_status(200);
        assert_eq!(count().await, 2);
        let plus = json!({
            "status": "Enviado", "notaFiscal": { "numero": "7" },
            "rastreio": { "codigo": "BR2", "url": "https://rastreio.example/BR2" },
        });
        move_on(&app, &id, &plus).await.with_status(200);
        assert_eq!(count().await, 3);
        // what was not said again stays
        assert_eq!(read(&app, &id, "/Rastreio").await.json_of(200), json!({
            "transportadora": "Correios", "codigo": "BR2", "url": "https://rastreio.example/BR2", "previsaoEntrega": null,
        }));
        assert_eq!(read(&app, &id, "/NotaFiscal").await.json_of(200)["numero"], "7");
        // details come even to an order that will not move any more
        move_on(&app, &id, &json!({ "status": "Entregue" })).await.with_status(200);
        move_on(&app, &id, &json!({ "status": "Entregue", "notaFiscal": { "serie": "2" } })).await.with_status(200);
        assert_eq!(read(&app, &id, "/NotaFiscal").await.json_of(200)["serie"], "2");
        assert_eq!(count().await, 5);
    }

    async fn a_bad_move_says_what_is_wrong(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = in_status(&app, "P", "Pago").await;
        let bad = json!({ "status": "pago", "data": "ontem" });
        let problems = move_on(&app, &id, &bad).await.with_status(400).problems();
        let paths: Vec<&str> = problems.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(paths, ["status"]);
        move_on(&app, &json!(999_999), &json!({ "status": "Pago" })).await.with_status(404);
        for part in ["/Historico", "/Transicoes", "/NotaFiscal", "/Rastreio"] {
            read(&app, &json!(999_999), part).await.with_status(404);
        }
    }

    async fn a_detail_that_cannot_be_kept_does_not_keep_the_order(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        // the key's check digit counts
        let wrong = format!("{}4", &NFE_KEY[..43]);
        let sent = |id: &Value| json!({ "pedidoId": id, "status": "Enviado", "data": "0001-01-01T00:00:00-03:00",
            "notaFiscal": { "chave": wrong, "numero": "7", "cfop": "5.102" },
            "rastreio": { "codigo": 123_456_789, "url": "r.example/t?c=QB 1", "previsaoEntrega": "logo" } });
        let id = in_status(&app, "P", "Pago").await;
        let invoiced = json!({ "status": "Faturado", "data": "ontem", "motivo": "m".repeat(501) });
        let moved = move_on(&app, &id, &invoiced).await.with_status(200);
        assert_eq!(avisos(&moved), ["data", "motivo"].map(|member| format!("nao-mantido; {member}")));
        let moved = move_on(&app, &id, &sent(&id)).await.with_status(200);
        let left_out = ["notaFiscal.chave", "rastreio.previsaoEntrega"];
        assert_eq!(avisos(&moved), left_out.map(|member| format!("nao-mantido; {member}")));
        assert_eq!(read(&app, &id, "/NotaFiscal").await.json_of(200), json!({
            "chave": "", "numero": "7", "serie": "", "dataEmissao": null, "cfop": 5102,
        }));
        assert_eq!(read(&app, &id, "/Rastreio").await.json_of(200), json!({ "transportadora": "",
            "codigo": "123456789", "url": "https://r.example/t?c=QB%201", "previsaoEntrega": null }));
        let historico = read(&app, &id, "/Historico").await.json_of(200);
        assert_eq!(historico[2]["avisos"][0],
            "O valor de notaFiscal.chave não foi mantido: tem dígito verificador incorreto.");
        assert_eq!(historico[2]["data"], historico[2]["registradoEm"]);
        let other = in_status(&app, "Q", "Pago").await;
        let lote = app.a.post("/Pedido/Status/Lote?usuarioId=u", &json!([sent(&other)])).await.json_of(200);
        assert_eq!((&lote[0]["status"], lote[0]["avisos"].as_array().unwrap().len()), (&json!(200), 2));
    }

    async fn a_full_history_takes_changes_of_status_alone(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = in_status(&app, "P", "Pago").await;
        let repeat = |from: usize, to: usize| (from..to)
            .map(|n| json!({ "status": "Pago", "motivo": format!("nota {n}") })).collect::<Vec<_>>();
        for body in repeat(0, 199) {
            move_on(&app, &id, &body).await.with_status(200);
        }
        move_on(&app, &id, &repeat(199, 200)[0]).await.with_status(409);
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let status = format!("/pedidos/{id}/status");
        b.put(&status, &json!({ "id": 16 })).await.with_status(422);
        // what changes nothing is no entry, and what moves the order ends
        b.put(&status, &json!({ "id": 1 })).await.with_status(200);
        b.put(&status, &json!({ "id": 9 })).await.with_status(200);
        assert_eq!(read(&app, &id, "/Historico").await.json_of(200).as_array().unwrap().len(), 201);
    }

    async fn nothing_but_its_status_changes_an_order(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = in_status(&app, "P", "Pago").await;
        let path = format!("/Pedido/{id}?usuarioId=u");
        for method in [Method::PUT, Method::PATCH, Method::DELETE, Method::POST] {
            let refused = app.a.json(method, &path, &json!({})).await.with_status(405);
            assert_eq!(refused.header("allow"), "GET, HEAD");
        }
    }
}
