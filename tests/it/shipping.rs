//! What a store's own system says of an order on its way: steps within interface A's statuses, and items that
//! are sent one by one.

use actix_web::rt;
use domain::loja_config::Perfil;
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models};

const PERFIS: [Perfil; 2] = [Perfil::Documento, Perfil::Compativel];
const MAY: &str = "dataInicial=2026-05-01&dataFinal=2026-05-31";

/// A store of its own in a profile, with three SKUs.
async fn loja(app: &TestApp, perfil: Perfil) -> (&'static str, TestClient) {
    let usuario = match perfil {
        Perfil::Documento => "documento",
        Perfil::Compativel => "compativel",
    };
    app.loja_with_skus(usuario, &["A", "B", "C"]).await;
    (usuario, app.b_in(app.loja(usuario), perfil).with_contract(Contract::b()))
}

/// An order of some SKUs, two of each.
async fn pedido(app: &TestApp, usuario: &str, status: &str, source_id: &str, skus: &[&str]) -> i64 {
    let mut pedido = models::pedido("canal", source_id, "A");
    pedido["status"] = json!(status);
    let item = |sku: &&str| json!({"sku": sku, "quantidade": 2, "preco": 10});
    pedido["produtos"] = skus.iter().map(item).collect();
    app.create_pedido(usuario, &pedido).await["pedidoId"].as_i64().unwrap()
}

/// The numbers of the variants of an order's items.
async fn variantes(b: &TestClient, id: i64) -> Vec<i64> {
    let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
    record["itens"].as_array().unwrap().iter().map(|i| i["produtoVarianteId"].as_i64().unwrap()).collect()
}

async fn give(b: &TestClient, id: i64, code: i64) -> Answer {
    b.put(&format!("/pedidos/{id}/status"), &json!({ "id": code })).await
}

/// The order's number, and those of its items, as each place shows them.
async fn shown(b: &TestClient, id: i64) -> (i64, Vec<i64>) {
    let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
    let status = b.get(&format!("/pedidos/{id}/status")).await.json_of(200);
    let list = b.get(&format!("/pedidos?{MAY}&listaPedidosIds={id}")).await.json_of(200);
    assert_eq!(list, json!([record]));
    assert_eq!(record["situacaoPedidoId"], status["situacaoPedidoId"]);
    let items = record["itens"].as_array().unwrap().iter().map(|item| {
        assert_eq!(item["centroDistribuicao"][0]["situacaoProdutoId"], item["situacaoPedidoProdutoId"]);
        item["situacaoPedidoProdutoId"].as_i64().unwrap()
    });
    let items: Vec<i64> = items.collect();
    let of_status = status["produtos"].as_array().unwrap().iter();
    assert_eq!(items, of_status.map(|p| p["situacaoProdutoId"].as_i64().unwrap()).collect::<Vec<_>>());
    (record["situacaoPedidoId"].as_i64().unwrap(), items)
}

async fn refused(answer: Answer, status: u16) -> String {
    let body = answer.json();
    assert_eq!((answer.status, &body["resultadoOperacao"]), (status, &json!(false)), "{answer:?}");
    body["mensagem"].as_str().unwrap().to_owned()
}

/// How many orders a filter by a number finds.
async fn found(b: &TestClient, codes: &str) -> String {
    b.get(&format!("/pedidos?{MAY}&situacoesPedido={codes}"))
        .await
        .with_status(200)
        .header("x-total-count")
        .to_owned()
}

/// Which numbers each status takes, besides its own.
const TABLE: [(&str, i64, &[i64]); 6] = [
    ("AguardandoPagamento", 2, &[10, 12, 13, 14]),
    ("Pago", 1, &[10, 12, 13, 14, 15, 16, 17, 19, 23]),
    ("Faturado", 11, &[12, 15, 16, 17, 19, 23]),
    ("Enviado", 9, &[19, 20, 21, 22, 23]),
    ("Entregue", 18, &[20, 21, 22, 23]),
    ("Cancelado", 8, &[21, 22, 23]),
];

on_both_databases! {
    async fn each_status_takes_the_steps_that_lie_in_it(app: TestApp) {
        for perfil in PERFIS {
            let (usuario, b) = loja(&app, perfil).await;
            for (status, own, steps) in TABLE {
                let id = pedido(&app, usuario, status, status, &["A"]).await;
                for code in [10, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23] {
                    if steps.contains(&code) {
                        assert_eq!(give(&b, id, code).await.json_of(200), true);
                        assert_eq!(shown(&b, id).await, (code, vec![code]));
                    } else {
                        let message = refused(give(&b, id, code).await, 422).await;
                        assert!(message.contains(&format!("situação {code} ")), "{message}");
                    }
                }
                // one goes back and forth among them, and back to the status itself
                for code in steps.iter().rev().chain([&own]) {
                    assert_eq!(give(&b, id, *code).await.json_of(200), true);
                    assert_eq!(shown(&b, id).await.0, *code);
                }
                let of_a = app.a.get(&format!("/Pedido/{id}?usuarioId={usuario}")).await.json_of(200);
                assert_eq!(of_a["status"], status);
            }
        }
    }

    async fn a_step_is_shown_found_and_told_once(app: TestApp) {
        let (usuario, b) = loja(&app, Perfil::Documento).await;
        let id = pedido(&app, usuario, "Pago", "P", &["A", "B"]).await;
        let before = app.a.get(&format!("/Pedido/{id}?usuarioId={usuario}")).await.json_of(200);
        for _ in 0..2 {
            assert_eq!(give(&b, id, 15).await.json_of(200), true);
        }
        assert_eq!(give(&b, id, 16).await.json_of(200), true);
        assert_eq!(shown(&b, id).await, (16, vec![16, 16]));
        // interface A sees the same order, and what else is known of it in its history
        assert_eq!(app.a.get(&format!("/Pedido/{id}?usuarioId={usuario}")).await.json_of(200), before);
        let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId={usuario}")).await.json_of(200);
        let steps: Vec<_> = historico.as_array().unwrap().iter()
            .map(|r| (r["status"].as_str().unwrap(), r.get("situacaoPedidoId").and_then(Value::as_i64)))
            .collect();
        assert_eq!(steps, [("Pago", None), ("Pago", Some(15)), ("Pago", Some(16))]);
        let of_b = b.get(&format!("/pedidos/{id}/historicoSituacao")).await.json_of(200);
        let names: Vec<_> = of_b["situacoes"].as_array().unwrap().iter().map(|s| s["nome"].as_str()
            .unwrap()).collect();
        assert_eq!(names, ["Pago", "Em Separação", "Separado"]);
        // found by what it is shown with
        assert_eq!((found(&b, "16").await, found(&b, "1").await, found(&b, "1,16").await), ("1".into(),
            "0".into(), "1".into()));
        let paid = app.a.get(&format!("/Pedido?usuarioId={usuario}&status=Pago")).await.json_of(200);
        assert_eq!(paid["metadados"]["total"], 1);
        // a repeat of interface A's changes nothing, a move clears it
        let path = format!("/Pedido/{id}/Status?usuarioId={usuario}");
        app.a.put(&path, &json!({"status": "Pago"})).await.with_status(200);
        assert_eq!(shown(&b, id).await.0, 16);
        app.a.put(&path, &json!({"status": "Faturado"})).await.with_status(200);
        assert_eq!(shown(&b, id).await, (11, vec![11, 11]));
        assert_eq!(found(&b, "16").await, "0");

        app.store.place_events().await.unwrap();
        let eventos = app.a.get("/Evento?tipo=pedido.status,pedido.detalhe").await.json_of(200);
        let dados: Vec<&Value> = eventos["eventos"].as_array().unwrap().iter().map(|e| &e["dados"]).collect();
        assert_eq!(dados, [
            &json!({"status": "Pago", "situacaoPedidoIdAnterior": 1, "situacaoPedidoId": 15}),
            &json!({"status": "Pago", "situacaoPedidoIdAnterior": 15, "situacaoPedidoId": 16}),
            &json!({"statusAnterior": "Pago", "status": "Faturado", "situacaoPedidoIdAnterior": 16,
                "situacaoPedidoId": 11}),
        ]);
    }

    async fn items_are_sent_one_by_one(app: TestApp) {
        for perfil in PERFIS {
            let (usuario, b) = loja(&app, perfil).await;
            // two SKUs of it were never registered
            let id = pedido(&app, usuario, "Pago", "P", &["A", "B", "fora", "longe"]).await;
            let ids = variantes(&b, id).await;
            assert_eq!(ids[2..], [0, 0]);
            let of = |variante: i64,
                rest: &str| format!("/pedidos/{id}/produtos/{variante}/rastreamento{rest}");
            let sent = json!({"situacaoPedidoId": 9, "quantidade": 2, "centroDistribuicaoId": 1,
                "rastreamento": "BR1",
                "dataEvento": "12/05/2026 10:00:00", "numeroNotaFiscal": "15",
                    "urlRastreamento": "https://r.example/1"});
            for _ in 0..2 {
                assert_eq!(b.post(&of(ids[0], ""), &sent).await.json_of(200), true);
            }
            // the order waits for the others
            assert_eq!(shown(&b, id).await, (1, vec![9, 1, 1, 1]));
            assert_eq!(app.a.get(&format!("/Pedido/{id}?usuarioId={usuario}")).await.json_of(200)["status"],
                "Pago");
            let list = b.get(&of(ids[0], "")).await.json_of(200);
            let parcel = &list[0]["rastreamentos"][0];
            assert_eq!((&list[0]["produtoVarianteId"], &parcel["pedidoRastreamentoProdutoId"]),
                (&json!(ids[0]), &json!(1)));
            assert_eq!((&parcel["rastreamento"], &parcel["notaFiscal"], &parcel["quantidade"]),
                (&json!("BR1"), &json!("15"), &json!(2)));
            let date = match perfil {
                Perfil::Documento => "2026-05-12T10:00:00Z",
                Perfil::Compativel => "2026-05-12T10:00:00",
            };
            assert_eq!((&parcel["dataEnviado"], &parcel["dataEntrega"]), (&json!(date), &Value::Null));
            assert_eq!(b.get(&of(ids[1], "")).await.json_of(200)[0]["rastreamentos"], json!([]));

            // corrected afterwards, in part and whole
            assert_eq!(b.put(&of(ids[0], "/1/parcial"), &json!({"rastreamento": "BR2"})).await.json_of(200),
                true);
            let whole = json!({"transportadora": "Correios", "cfop": 5102, "dataEntrega": "13/05/2026"});
            for _ in 0..2 {
                assert_eq!(b.put(&of(ids[0], "/1"), &whole).await.json_of(200), true);
            }
            let parcel = &b.get(&of(ids[0], "/1")).await.json_of(200)[0]["rastreamentos"][0];
            assert_eq!((&parcel["rastreamento"], &parcel["transportadora"], &parcel["cfop"]), (&json!("BR2"),
                &json!("Correios"), &json!(5102)));
            assert!(parcel["dataEntrega"].as_str().unwrap().starts_with("2026-05-13T00:00:00"));
            assert_eq!(shown(&b, id).await.1[0], 9, "a date moves nothing");

            // what is not there, not whole, or backwards
            let wrong = [(of(999_999, ""), "O pedido não tem este produto."),
                ("/pedidos/999999/produtos/1/rastreamento".into(), "O pedido não foi encontrado.")];
            for (path, expected) in wrong {
                assert_eq!(refused(b.post(&path, &sent).await, 404).await, expected);
                assert_eq!(refused(b.get(&path).await, 404).await, expected);
            }
            assert_eq!(refused(b.put(&of(ids[1], "/1"), &whole).await, 404).await,
                "O rastreamento não foi encontrado.");
            let status = |variante: i64| format!("/pedidos/{id}/{variante}/status");
            let item = |code: i64| json!({"situacaoPedidoProdutoId": code, "centroDistribuicaoId": 0,
                "quantidade": 0});
            assert_eq!(refused(b.put(&status(ids[0]), &item(11)).await, 422).await,
                "O item não pode passar de Enviado para Faturado.");
            assert!(refused(b.put(&status(ids[0]), &item(16)).await, 422).await.contains("situação 16"));
            let part = json!({"situacaoPedidoProdutoId": 9, "quantidade": 1});
            assert!(refused(b.put(&status(ids[1]), &part).await,
                422).await.contains("a quantidade é 2, e não 1"));
            for body in [json!({}), json!({"situacaoPedidoProdutoId": 24}),
                json!({"situacaoPedidoProdutoId": 9, "quantidade": "x"})] {
                refused(b.put(&status(ids[1]), &body).await, 400).await;
            }

            // a step of one item, the others' cancellation, and the last one
            assert_eq!(b.put(&status(ids[1]), &item(16)).await.json_of(200), true);
            assert_eq!(shown(&b, id).await, (1, vec![9, 16, 1, 1]));
            assert_eq!(b.put(&status(0), &item(8)).await.json_of(200), true);
            assert_eq!(shown(&b, id).await, (1, vec![9, 16, 8, 8]));
            assert_eq!(b.post(&of(ids[1], ""), &json!({"situacaoPedidoId": 9,
                "rastreamento": "BR3"})).await.json_of(200), true);
            assert_eq!(shown(&b, id).await, (9, vec![9, 9, 8, 8]));
            let all = b.get(&format!("/pedidos/{id}/rastreamento/produtos")).await.json_of(200);
            let codes: Vec<_> = all.as_array()
                .unwrap().iter().map(|p| p["rastreamentos"][0]["rastreamento"].as_str()).collect();
            assert_eq!(codes, [Some("BR2"), Some("BR3"), None]);
            // interface A hears of the whole, and of each item in the history
            let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId={usuario}"))
                .await.json_of(200);
            let entries = historico.as_array().unwrap();
            assert_eq!(entries.len(), 7);
            assert_eq!(entries[1]["itens"], json!([{"item": 1, "sku": "A", "situacaoPedidoId": 9}]));
            assert_eq!((&entries[1]["rastreio"]["codigo"], &entries[1]["status"]), (&json!("BR1"),
                &json!("Pago")));
            assert_eq!(entries[5]["itens"][1], json!({"item": 4, "sku": "longe", "situacaoPedidoId": 8}));
            assert_eq!((&entries[6]["status"], &entries[6]["pulados"]), (&json!("Enviado"),
                &json!(["Faturado"])));
            // the whole order takes along who is not cancelled
            assert_eq!(give(&b, id, 18).await.json_of(200), true);
            assert_eq!(shown(&b, id).await, (18, vec![18, 18, 8, 8]));
            assert_eq!(b.put(&status(ids[0]), &item(22)).await.json_of(200), true);
            assert_eq!(shown(&b, id).await, (18, vec![22, 18, 8, 8]));
        }
    }

    async fn a_parcel_is_corrected_without_moving_its_order(app: TestApp) {
        let (usuario, b) = loja(&app, Perfil::Documento).await;
        let id = pedido(&app, usuario, "Faturado", "P", &["A"]).await;
        let path = format!("/pedidos/{id}/rastreamento");
        let whole = json!({"notaFiscal": "1015", "cfop": 5102, "dataEnviado": "2026-05-12T09:38:51",
            "rastreamento": "BR1",
            "urlRastreamento": "https://r.example/", "transportadora": "Correios"});
        for path in [path.clone(), format!("{path}/{id}")] {
            assert_eq!(b.put(&path, &whole).await.json_of(200), true);
        }
        assert_eq!(b.put(&format!("{path}/{id}/parcial"), &json!({"rastreamento": "BR2",
            "urlRastreamento": ""})).await.json_of(200), true);
        let parcel = b.get(&path).await.json_of(200);
        assert_eq!((&parcel["rastreamento"], &parcel["urlRastreamento"], &parcel["cfop"],
            &parcel["dataEnviado"]),
            (&json!("BR2"), &json!("https://r.example/"), &json!("5102"), &json!("2026-05-12T09:38:51Z")));
        assert_eq!(shown(&b, id).await, (11, vec![11]));
        let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId={usuario}")).await.json_of(200);
        assert_eq!(historico.as_array().unwrap().len(), 3, "the same twice is once: {historico}");
        let rastreio = app.a.get(&format!("/Pedido/{id}/Rastreio?usuarioId={usuario}")).await.json_of(200);
        assert_eq!((&rastreio["codigo"], &rastreio["dataEnvio"]), (&json!("BR2"),
            &json!("2026-05-12T09:38:51Z")));
        for other in [format!("{path}/{}", id + 1), format!("{path}/{}/parcial", id + 1)] {
            assert_eq!(refused(b.put(&other, &json!({})).await, 404).await,
                "O rastreamento não foi encontrado.");
        }
        refused(b.put("/pedidos/999999/rastreamento", &whole).await, 404).await;
        for (member, value) in [("cfop", json!(10_000)), ("dataEnviado", json!("ontem")), ("chaveAcessoNFE",
            json!("1"))] {
            let done = b.put(&path, &json!({ member: value })).await.with_status(200);
            assert_eq!(done.header("x-aviso"), format!("nao-mantido; {member}"));
        }
    }

    async fn two_clients_that_send_different_items_are_both_heard(app: TestApp) {
        let (usuario, b) = loja(&app, Perfil::Compativel).await;
        for n in 0..8 {
            let id = pedido(&app, usuario, "Pago", &format!("P{n}"), &["A", "B", "C"]).await;
            let calls: Vec<_> = variantes(&b, id).await.into_iter().map(|variante| {
                let b = b.clone();
                rt::spawn(async move {
                    let body = json!({"situacaoPedidoId": 9, "rastreamento": format!("BR{variante}")});
                    loop {
                        let answer = b.post(&format!("/pedidos/{id}/produtos/{variante}/rastreamento"),
                            &body).await;
                        if answer.status != 503 {
                            return (variante, answer.json_of(200));
                        }
                    }
                })
            }).collect();
            for call in calls {
                let (variante, answer) = call.await.unwrap();
                assert_eq!(answer, true);
                let parcels = b.get(&format!("/pedidos/{id}/produtos/{variante}/rastreamento"))
                    .await.json_of(200);
                assert_eq!(parcels[0]["rastreamentos"][0]["rastreamento"], format!("BR{variante}"));
            }
            assert_eq!(shown(&b, id).await, (9, vec![9, 9, 9]));
            let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId={usuario}"))
                .await.json_of(200);
            assert_eq!(historico.as_array().unwrap().len(), 4);
        }
    }

    async fn the_day_of_an_erp(app: TestApp) {
        for perfil in PERFIS {
            let (usuario, b) = loja(&app, perfil).await;
            let sold = [pedido(&app, usuario, "Pago", "P1", &["A", "B"]).await, pedido(&app, usuario, "Pago",
                "P2", &["C"]).await];
            // fetch what is new, and take it over
            let pending = async || {
                let list = b.get("/pedidos/naoIntegrados").await.json_of(200);
                list.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect::<Vec<_>>()
            };
            assert_eq!(pending().await, sold);
            for id in sold {
                b.get(&format!("/pedidos/{id}")).await.with_status(200);
                assert_eq!(b.post("/pedidos/complete", &json!({"pedidoId": id})).await.json_of(200), true);
            }
            let [id, other] = sold;
            for code in [14, 15, 16] {
                assert_eq!(give(&b, id, code).await.json_of(200), true);
                assert_eq!(found(&b, &code.to_string()).await, "1");
            }
            let invoice = json!({"situacaoPedidoId": 11, "numeroNotaFiscal": "1015", "serieNFE": "1"});
            assert_eq!(b.post(&format!("/pedidos/{id}/rastreamento"), &invoice).await.json_of(200), true);
            for (n, variante) in variantes(&b, id).await.into_iter().enumerate() {
                let body = json!({"situacaoPedidoId": 9, "quantidade": 2, "rastreamento": format!("BR{n}")});
                let path = format!("/pedidos/{id}/produtos/{variante}/rastreamento");
                assert_eq!(b.post(&path, &body).await.json_of(200), true);
            }
            assert_eq!(give(&b, other, 8).await.json_of(200), true);
            assert_eq!((shown(&b, id).await.0, shown(&b, other).await.0), (9, 8));
            assert_eq!((found(&b, "9").await, found(&b, "8").await, found(&b, "14,15,16").await),
                ("1".into(), "1".into(), "0".into()));
            // it did all of that itself
            assert_eq!(pending().await, [0_i64; 0]);
            // the invoice is the order's, each parcel its item's
            let all = b.get(&format!("/pedidos/{id}/rastreamento/produtos")).await.json_of(200);
            for (n, product) in all.as_array().unwrap().iter().enumerate() {
                let parcel = &product["rastreamentos"][0];
                assert_eq!((&parcel["notaFiscal"], &parcel["rastreamento"]), (&json!("1015"),
                    &json!(format!("BR{n}"))));
            }
            let of_a = app.a.get(&format!("/Pedido/{id}?usuarioId={usuario}")).await.json_of(200);
            assert_eq!(of_a["status"], "Enviado");
        }
    }
}
