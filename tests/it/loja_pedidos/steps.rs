//! What a store's own system does with single orders, step by step.

use domain::loja_config::LojaConfig;
use serde_json::{Value, json};

use super::{configure, ids, loja, pedido, refusal};
use crate::support::models;

const KEY: &str = "35080599999090910270550010000000015180051273";
const MAY: &str = "dataInicial=2026-05-01&dataFinal=2026-05-31";

on_both_databases! {
    async fn changes_of_interface_a_show_at_once(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let new = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert_eq!((&new["situacaoPedidoId"], &new["valido"]), (&json!(1), &json!(true)));
        assert_eq!(new["dataPagamento"], "2026-05-10T12:00:00Z");
        assert_eq!(new["tipoRastreamentoPedido"], "SemRastreamento");
        assert_eq!(b.get(&format!("/pedidos?{MAY}")).await.json_of(200), json!([new]));

        let step = json!({"status": "Faturado", "notaFiscal": {"chave": KEY, "numero": "15", "serie": "1"}});
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &step).await.with_status(200);
        let step = json!({"status": "Enviado", "data": "2026-05-12T08:00:00Z",
            "rastreio": {"transportadora": "Correios", "codigo": "BR1", "url": "https://r.example/BR1"}});
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &step).await.with_status(200);

        let registro = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert_eq!((&registro["situacaoPedidoId"], &registro["tipoRastreamentoPedido"]),
            (&json!(9), &json!("Rastreamento")));
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_of(200);
        let variante = new["itens"][0]["produtoVarianteId"].clone();
        assert!(variante.as_i64().unwrap() > 0);
        assert_eq!(status, json!({"situacaoPedidoId": 9, "dataAtualizacao": registro["dataUltimaAtualizacao"],
            "notaFiscal": "15", "cfop": 0, "dataEnviado": "2026-05-12T08:00:00Z", "chaveAcessoNFE": KEY,
            "rastreamento": "BR1", "urlRastreamento": "https://r.example/BR1", "nomeTransportadora": "Correios",
            "produtos": [{"produtoVarianteId": variante, "situacaoProdutoId": 9, "quantidade": 2,
                "centroDistribuicaoId": 1}]}));
        let historico = b.get(&format!("/pedidos/{id}/historicoSituacao")).await.json_of(200);
        let names: Vec<&str> =
            historico["situacoes"].as_array().unwrap().iter().map(|s| s["nome"].as_str().unwrap()).collect();
        assert_eq!(names, ["Pago", "Faturado", "Enviado"]);
        for path in ["", "/status", "/historicoSituacao", "/rastreamento", "/observacao"] {
            assert_eq!(refusal(&b.get(&format!("/pedidos/999999{path}")).await, 404), "O pedido não foi encontrado.");
        }
    }

    async fn the_store_moves_orders_by_the_same_machine(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let change = async |id: i64, body: Value| b.put(&format!("/pedidos/{id}/status"), &body).await;
        assert_eq!(change(id, json!({"id": 11})).await.json_of(200), true);
        assert_eq!(change(id, json!({"id": "11"})).await.json_of(200), true);
        let message = refusal(&change(id, json!({"id": 2})).await, 422);
        assert_eq!(message, "O pedido não pode passar de Faturado para AguardandoPagamento.");
        assert_eq!(refusal(&change(id, json!({"id": 14})).await, 422),
            "A situação 14 só cabe a quem está em AguardandoPagamento ou Pago, e não em Faturado.");
        for body in [json!({"id": 0}), json!({"id": 24}), json!({"id": "x"}), json!({}), json!([])] {
            refusal(&change(id, body).await, 400);
        }
        refusal(&change(999_999, json!({"id": 9})).await, 404);
        assert_eq!(change(id, json!({"id": 6})).await.json_of(200), true);
        let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId=u")).await.json_of(200);
        assert_eq!(historico[2]["motivo"], "suspeita de fraude");
        assert_eq!(historico.as_array().unwrap().len(), 3);
        let registro = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert_eq!((&registro["situacaoPedidoId"], &registro["valido"]), (&json!(8), &json!(false)));

        let other = pedido(&app, "P2").await;
        assert_eq!(change(other, json!({"id": 11})).await.json_of(200), true);
        assert_eq!(change(other, json!({"id": 8, "motivo": "desistência"})).await.json_of(200), true);
        let historico = app.a.get(&format!("/Pedido/{other}/Historico?usuarioId=u")).await.json_of(200);
        assert_eq!(historico[2]["motivo"], "desistência");

        // programs in the field never say why; that it was the store is what is known
        let third = pedido(&app, "P3").await;
        assert_eq!(change(third, json!({"id": 11})).await.json_of(200), true);
        assert_eq!(change(third, json!({"id": 8})).await.json_of(200), true);
        assert_eq!(change(third, json!({"id": 8})).await.json_of(200), true);
        let historico = app.a.get(&format!("/Pedido/{third}/Historico?usuarioId=u")).await.json_of(200);
        assert_eq!(historico[2]["motivo"], "cancelado pela loja");
        assert_eq!(historico.as_array().unwrap().len(), 3);
        // and it is no news about an order that somebody else has cancelled
        assert_eq!(change(other, json!({"id": 8})).await.json_of(200), true);
        let historico = app.a.get(&format!("/Pedido/{other}/Historico?usuarioId=u")).await.json_of(200);
        assert_eq!(historico.as_array().unwrap().len(), 3);
    }

    async fn tracking_moves_an_order_and_keeps_what_it_says(app: TestApp) {
        let b = loja(&app).await;
        configure(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            ..LojaConfig::default()
        });
        let id = pedido(&app, "P1").await;
        let path = format!("/pedidos/{id}/rastreamento");
        let empty = b.get(&path).await.json_of(200);
        assert_eq!((&empty["pedidoRastreamentoId"], &empty["rastreamento"], &empty["dataEnviado"]),
            (&json!(id), &Value::Null, &Value::Null));
        let nota = json!({"situacaoPedidoId": 11, "centroDistribuicaoId": 1, "numeroNotaFiscal": 1015,
            "chaveAcessoNFE": KEY, "serieNFE": "2", "cfop": "5102", "urlNFE": "https://nf.example/1015",
            "rastreamento": "", "dataEvento": ""});
        assert_eq!(b.post(&path, &nota).await.json_of(200), true);
        let call = json!({"situacaoPedidoId": 9, "centroDistribuicaoId": 1, "rastreamento": "BR1",
            "urlRastreamento": "https://r.example/BR1", "dataEvento": "12/05/2026 21:30:00"});
        assert_eq!(b.post(&path, &call).await.json_of(200), true);
        let rastreio = b.get(&path).await.json_of(200);
        let mut expected = json!({"pedidoRastreamentoId": id, "dataAtualizacao": rastreio["dataAtualizacao"],
            "notaFiscal": "1015", "serieNF": "2", "cfop": "5102", "dataEnviado": "2026-05-13T00:30:00Z",
            "urlNFE": "https://nf.example/1015", "chaveAcessoNFE": KEY, "rastreamento": "BR1",
            "urlRastreamento": "https://r.example/BR1", "transportadora": null, "dataEntrega": null});
        assert_eq!(rastreio, expected);
        let nota = app.a.get(&format!("/Pedido/{id}/NotaFiscal?usuarioId=u")).await.json_of(200);
        assert_eq!((&nota["cfop"], &nota["url"]), (&json!(5102), &json!("https://nf.example/1015")));

        let with = |member: &str, value: Value| {
            let mut body = call.clone();
            body[member] = value;
            body
        };
        refusal(&b.post(&path, &with("situacaoPedidoId", json!(11))).await, 422);
        let message = refusal(&b.post(&path, &with("situacaoPedidoId", json!(99))).await, 400);
        assert!(message.contains("situacaoPedidoId: "), "{message}");
        // details are another thing: what of them cannot be kept is named
        for (member, value) in [
            ("chaveAcessoNFE", json!("0965")),
            ("cfop", json!(10_000)),
            ("urlNFE", json!("nf")),
            ("urlRastreamento", json!(1.5)),
            ("serieNFE", json!(true)),
            ("centroDistribuicaoId", json!(2)),
            ("centroDistribuicaoId", json!("um")),
            ("dataEvento", json!("ontem")),
            ("motivo", json!("m".repeat(501))),
        ] {
            let done = b.post(&path, &with(member, value)).await.with_status(200);
            assert_eq!(done.header("x-aviso"), format!("nao-mantido; {member}"));
        }
        let move_on = json!({"id": 9, "motivo": "m".repeat(501)});
        let moved = b.put(&format!("/pedidos/{id}/status"), &move_on).await.with_status(200);
        assert_eq!(moved.header("x-aviso"), "nao-mantido; motivo");
        for (member, value) in [("chaveAcessoNFE", json!(format!("NFe{KEY}"))), ("cfop", json!(5.102)),
            ("urlNFE", json!("nf.example/1015")), ("dataEvento", json!("0001-01-01T00:00:00")),
            ("dataEvento", json!("0000-00-00 00:00:00"))] {
            b.post(&path, &with(member, value)).await.with_status(200);
        }
        let again = b.get(&path).await.json_of(200);
        expected["dataAtualizacao"] = again["dataAtualizacao"].clone();
        assert_eq!(again, expected);
        // the one centre need not be named
        for absent in [Value::Null, json!(0)] {
            assert_eq!(b.post(&path, &with("centroDistribuicaoId", absent)).await.json_of(200), true);
        }
    }

    async fn an_acknowledged_order_comes_back_when_it_moves(app: TestApp) {
        let b = loja(&app).await;
        let mut all = Vec::new();
        for n in 0..5 {
            all.push(pedido(&app, &format!("P{n}")).await);
        }
        let pending = async || ids(&b.get("/pedidos/naoIntegrados").await.json_of(200));
        assert_eq!(pending().await, all);
        let page = b.get("/pedidos/naointegrados?quantidadeRegistros=2&pagina=2").await.with_status(200);
        assert_eq!((page.header("x-total-count"), ids(&page.json())), ("5", all[2..4].to_vec()));
        assert!(page.header("link").contains("rel=\"next\""));
        refusal(&b.get("/pedidos/naoIntegrados?pagina=0").await, 400);

        let complete = async |id: i64| b.post("/pedidos/complete", &json!({"pedidoId": id})).await;
        assert_eq!(complete(all[1]).await.json_of(200), true);
        assert_eq!(complete(all[1]).await.json_of(200), true);
        refusal(&complete(999_999).await, 404);
        refusal(&b.post("/pedidos/complete", &json!({"pedidoId": "x"})).await, 400);
        assert_eq!(pending().await, [all[0], all[2], all[3], all[4]]);
        // nothing new: it stays away; a move brings it back
        let change = async |status: &str| {
            let path = format!("/Pedido/{}/Status?usuarioId=u", all[1]);
            app.a.put(&path, &json!({"status": status})).await.with_status(200);
        };
        change("Pago").await;
        assert_eq!(pending().await.len(), 4);
        change("Faturado").await;
        assert_eq!(pending().await, all);
        // what the store does itself it knows
        complete(all[1]).await.with_status(200);
        b.put(&format!("/pedidos/{}/status", all[1]), &json!({"id": 16})).await.with_status(200);
        b.put(&format!("/pedidos/{}/status", all[1]), &json!({"id": 9})).await.with_status(200);
        assert_eq!(pending().await.len(), 4);
        // and what it has not taken over yet does not go away by that
        b.put(&format!("/pedidos/{}/status", all[0]), &json!({"id": 9})).await.with_status(200);
        assert_eq!(pending().await.len(), 4);
    }

    async fn lists_that_are_worked_off_by_number_leave_out_nothing(app: TestApp) {
        let b = loja(&app).await;
        app.a.post("/sku?usuarioId=u", &models::sku("LOW")).await.with_status(201);
        for n in 0..7 {
            let mut order = models::pedido("canal", &format!("W{n}"), "LOW");
            order["produtos"][0]["quantidade"] = json!(1000);
            app.send_pedido("u", &order).await.with_status(201);
        }
        let seen = async |list: Value| -> Vec<i64> {
            let rows = if list.is_array() { &list } else { &list["resultado"] };
            rows.as_array().unwrap().iter().map(|one| one["pedidoId"].as_i64().unwrap()).collect()
        };
        // each is settled as it is seen; a page asked for again goes on where it began
        let (mut found, mut page) = (0, 1);
        loop {
            let read = async || seen(b.get(&format!("/pedidos/naoIntegrados?pagina={page}&quantidadeRegistros=2"))
                .await.json_of(200)).await;
            let first = read().await;
            assert_eq!(read().await, first);
            for id in &first {
                b.post("/pedidos/complete", &json!({ "pedidoId": id })).await.with_status(200);
            }
            (found, page) = (found + first.len(), page + 1);
            if first.is_empty() { break; }
        }
        assert_eq!((found, page), (7, 6));
        for (path, to) in [("/Pedido?status=Pago", "Faturado"), ("/Falta?", "Cancelado")] {
            let (mut found, mut page) = (0, 1);
            loop {
                let path = format!("{path}&usuarioId=u&pagina={page}&quantidade_registros=2");
                let ids = seen(app.a.get(&path).await.json_of(200)).await;
                for id in &ids {
                    let body = json!({ "status": to, "motivo": "falta" });
                    app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await.with_status(200);
                }
                (found, page) = (found + ids.len(), page + 1);
                if ids.is_empty() { break; }
            }
            assert_eq!(found, 7, "{path}");
        }
    }

    async fn notes_are_part_of_the_record(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let path = format!("/pedidos/{id}/observacao");
        assert_eq!(b.get(&path).await.json_of(200), json!([]));
        assert_eq!(b.post(&path, &json!({"observacao": "Ligar antes"})).await.json_of(200), true);
        let nota = json!({"observacao": "Embalar", "usuario": "Ana", "publica": true});
        assert_eq!(b.post(&path, &nota).await.json_of(200), true);
        let list = b.get(&path).await.with_status(200);
        let notes = list.json();
        assert_eq!(list.header("x-total-count"), "2");
        let seen = |n: usize| (notes[n]["observacao"].clone(), notes[n]["usuario"].clone(), notes[n]["publica"].clone());
        assert_eq!(seen(0), (json!("Ligar antes"), json!(""), json!(false)));
        assert_eq!(seen(1), (json!("Embalar"), json!("Ana"), json!(true)));
        assert_eq!(b.get(&format!("/pedidos/{id}")).await.json_of(200)["observacao"], notes);
        for body in [json!({}), json!({"observacao": ""}), json!({"observacao": [1]}), json!(true)] {
            refusal(&b.post(&path, &body).await, 400);
        }
        refusal(&b.post("/pedidos/999999/observacao", &nota).await, 404);
    }

    async fn statuses_and_payment_methods_are_listed(app: TestApp) {
        let b = loja(&app).await;
        let situacoes = b.get("/situacoesPedido").await.with_status(200);
        assert_eq!(situacoes.header("x-total-count"), "23");
        let situacoes = situacoes.json();
        assert_eq!(situacoes[0], json!({"situacaoPedidoId": 1, "nome": "Pago",
            "descricao": "O pagamento foi confirmado.", "observacao": ""}));
        let formas = b.get("/formasPagamento").await.json_of(200);
        assert_eq!(formas.as_array().unwrap().len(), 13);
        assert_eq!(formas[11], json!({"formaPagamentoId": 20, "nome": "Pix", "nomeExibicao": "Pix",
            "descricao": "Pagamento instantâneo Pix"}));

        let id = pedido(&app, "P1").await;
        let by = async |formas: &str| b.get(&format!("/pedidos/formaPagamento/{formas}?{MAY}")).await;
        assert_eq!(ids(&by("20").await.json_of(200)), [id]);
        assert_eq!(ids(&by("1,2").await.json_of(200)), [0; 0]);
        let message = refusal(&by("20,x").await, 400);
        assert!(message.contains("deve ser um número inteiro maior ou igual a 1"), "{message}");
        let own = domain::forma_pagamento::read_formas(br#"[{"formaPagamentoId":30,"nome":"Vale"}]"#).unwrap();
        configure(&app, app.loja("u"), LojaConfig { formas_pagamento: Some(own), ..LojaConfig::default() });
        assert_eq!(ids(&by("30").await.json_of(200)), [0; 0]);
        // what orders were paid by is found again, whatever the store's own list says
        assert_eq!(ids(&by("20").await.json_of(200)), [id]);
        let formas = b.get("/formasPagamento").await.with_status(200);
        assert_eq!(formas.header("x-total-count"), "2");
        let names = [0, 1].map(|n| formas.json()[n]["nomeExibicao"].clone());
        assert_eq!(names, [json!("Vale"), json!("Pix")]);
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        let b = loja(&app).await;
        pedido(&app, "P1").await;
        for query in [
            "",
            "dataInicial=2026-05-01",
            "dataFinal=2026-05-01",
            "dataInicial=&dataFinal=",
            "dataInicial=ontem&dataFinal=2026-05-01",
            "dataInicial=2026-02-29&dataFinal=2026-05-01",
            "dataInicial=2026-05-02&dataFinal=2026-05-01",
            "dataInicial=2026-05-01T10:00:01&dataFinal=2026-05-01T10:00:00",
            &format!("{MAY}&enumTipoFiltroData=DataEntrega"),
            &format!("{MAY}&direcaoOrdenacao=subindo"),
            &format!("{MAY}&situacoesPedido=1,x"),
            &format!("{MAY}&situacoesPedido=24"),
            &format!("{MAY}&situacoesPedido=0"),
            &format!("{MAY}&formasPagamento=0"),
            "apenasAssinaturas=true",
            &format!("{MAY}&apenasAssinaturas=talvez"),
            &format!("{MAY}&formasPagamento=99999999999"),
            &format!("{MAY}&valido=sim"),
            &format!("{MAY}&quantidadeRegistros=251"),
            &format!("{MAY}&pagina=0"),
            &format!("{MAY}&cursor=x"),
            "dataInicial=31/02/2026&dataFinal=01/05/2026",
            "listaPedidosIds=1,x",
            &format!("listaPedidosIds={}", vec!["1"; 51].join(",")),
        ] {
            refusal(&b.get(&format!("/pedidos?{query}")).await, 400);
        }
        refusal(&b.get("/pedidos").await, 400);
        refusal(&b.get(&format!("/pedidos/situacaoPedido/x?{MAY}")).await, 400);
        refusal(&b.get("/pedidos/situacaoPedido/1").await, 400);
        refusal(&b.get("/pedidos/abc").await, 400);
        refusal(&app.b.get("/pedidos").await, 401);
        // words are no numbers of orders
        assert_eq!(ids(&b.get(&format!("/PEDIDOS/situacaopedido/1,10?{MAY}")).await.json_of(200)).len(), 1);
        assert_eq!(ids(&b.get(&format!("/pedidos/situacaoPedido/10%2C%2012?{MAY}")).await.json_of(200)).len(), 0);
        // the parameter that stands in the path counts nowhere else
        let path = format!("/pedidos/situacaoPedido/1?{MAY}&situacoesPedido=99");
        assert_eq!(ids(&b.get(&path).await.json_of(200)).len(), 1);
    }

    async fn an_inactive_store_reads_and_does_not_write(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let inactive = json!({"ativo": false});
        app.a.patch("/Usuario/u", &inactive).await.with_status(200);
        assert_eq!(b.get(&format!("/pedidos/{id}")).await.status, 200);
        for (path, body) in [
            ("/pedidos/complete".to_owned(), json!({"pedidoId": id})),
            (format!("/pedidos/{id}/observacao"), json!({"observacao": "x"})),
            (format!("/pedidos/{id}/rastreamento"), json!({"situacaoPedidoId": 9, "centroDistribuicaoId": 1})),
        ] {
            refusal(&b.post(&path, &body).await, 422);
        }
        refusal(&b.put(&format!("/pedidos/{id}/status"), &json!({"id": 9})).await, 422);
    }

    async fn an_old_client_gets_dates_of_its_own_time_zone(app: TestApp) {
        let b = loja(&app).await;
        let mut night = models::pedido("canal", "P1", "S");
        night["data"] = json!("2026-05-11T01:30:00Z");
        let id = app.create_pedido("u", &night).await["pedidoId"].as_i64().unwrap();
        let utc = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        configure(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            datas_locais: true,
            ..LojaConfig::default()
        });
        let local = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert_eq!((&utc["data"], &local["data"]), (&json!("2026-05-11T01:30:00Z"), &json!("2026-05-10T22:30:00")));
        assert_eq!(local["usuario"]["dataNascimento"], "1990-02-28T00:00:00");
        let list = b.get("/pedidos?dataInicial=2026-05-10&dataFinal=2026-05-10").await.json_of(200);
        assert_eq!(list, json!([local]));
        // when its clock went back, half past eleven came twice: an evening holds both
        for (n, at) in ["2018-02-18T01:30:00Z", "2018-02-18T02:30:00Z"].into_iter().enumerate() {
            let mut twice = models::pedido("canal", &format!("D{n}"), "S");
            twice["data"] = json!(at);
            app.create_pedido("u", &twice).await;
        }
        for (from, to) in [("00:00:00", "23:59:59"), ("23:30:00", "23:30:00")] {
            let range = format!("/pedidos?dataInicial=2018-02-17%20{from}&dataFinal=2018-02-17%20{to}");
            let dates = b.get(&range).await.json_of(200);
            let dates: Vec<&Value> = dates.as_array().unwrap().iter().map(|order| &order["data"]).collect();
            assert_eq!(dates, ["2018-02-17T23:30:00"; 2], "{from}");
        }
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_of(200);
        let historico = b.get(&format!("/pedidos/{id}/historicoSituacao")).await.json_of(200);
        for date in [
            &status["dataAtualizacao"],
            &historico["situacoes"][0]["dataAtualizacao"],
            &local["dataPagamento"],
            &local["dataUltimaAtualizacao"],
            &local["usuario"]["dataCriacao"],
            &local["frete"]["informacoesAdicionais"][0]["valor"],
        ] {
            assert!(!date.as_str().unwrap().ends_with('Z'), "{date}");
        }
    }
}
