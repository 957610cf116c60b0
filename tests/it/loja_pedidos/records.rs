//! What an order's record holds, in the style of its store, and what is asked for of orders besides.

use domain::loja_config::{LojaConfig, Perfil};
use domain::values::dates::Zone;
use serde_json::{Value, json};

use super::{as_u, configure, loja, pedido, refusal};
use crate::support::contract::Contract;
use crate::support::models;

const PAGE: &str = "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31";

/// The kinds of all adjustments of a record.
fn kinds(record: &Value) -> Vec<Value> {
    let items = record["itens"].as_array().unwrap().iter();
    let adjustments = items.flat_map(|item| item["ajustes"].as_array().unwrap().clone());
    adjustments.map(|adjustment| adjustment["tipo"].clone()).collect()
}

on_both_databases! {
    async fn a_record_is_in_the_style_of_its_store_from_the_moment_it_is_set(app: TestApp) {
        let b = loja(&app).await;
        pedido(&app, "P1").await;
        let id = app.loja("u");
        let shown = async || {
            let page = b.get(PAGE).await.json_of(200);
            let one = b.get(&format!("/pedidos/{}", page[0]["pedidoId"])).await.json_of(200);
            assert_eq!(page[0], one);
            one
        };
        let utc = shown().await;
        let zone = |fuso, perfil| LojaConfig { fuso, perfil, ..LojaConfig::default() };
        for (config, hour, words) in [
            (zone(None, Some(Perfil::Compativel)), "T09:00:00", false),
            (zone(Some(Zone::Asia__Tokyo), Some(Perfil::Compativel)), "T21:00:00", false),
            (LojaConfig { datas_locais: true, ..zone(Some(Zone::Asia__Tokyo), None) }, "T21:00:00", true),
            (zone(None, None), "T12:00:00Z", true),
        ] {
            configure(&app, id, config.clone());
            let record = shown().await;
            let date = |member: &str| record[member].as_str().unwrap().to_owned();
            assert!(date("data").ends_with(hour), "{config:?} {}", date("data"));
            assert_eq!(record["usuario"]["dataCriacao"], date("data"), "{config:?}");
            // a birthday does not move
            let birthday = |of: &Value| of["usuario"]["dataNascimento"].as_str().unwrap()[..10].to_owned();
            assert_eq!(birthday(&record), birthday(&utc));
            let kinds = kinds(&record);
            assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind.is_string() == words), "{kinds:?}");
        }
        assert_eq!(shown().await, utc);
    }
}

in_both_profiles! {
    async fn a_record_has_what_programs_look_for(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let path = format!("/pedidos/{id}");
        let record = b.get(&path).await.json_of(200);
        assert_eq!(record["canalNome"], "Loja própria");
        assert_eq!(record["canalOrigem"], "Canal canal");
        assert_eq!(record["identificador"], "P1");
        assert_eq!(record["omnichannel"]["pedidoIdPublico"], "P1");
        assert_eq!(record["omnichannel"]["integrador"]["pedidoId"], id.to_string());
        for (member, value) in [
            ("usuarioMasterId", Value::Null),
            ("pedidoPai", Value::Null),
            ("transacaoPaiId", json!(0)),
            ("detalhesContaCorrente", json!([])),
            ("isChangeOrder", json!(false)),
            ("primeiraCompra", json!(false)),
        ] {
            assert_eq!(record.get(member), Some(&value), "{member}");
        }
        for member in ["prazoHorasEnvio", "grupoFreteId", "grupoFreteNome", "servico", "retiradaAgendada"] {
            assert_eq!(record["frete"].get(member), Some(&Value::Null), "{member}");
        }
        let item = &record["itens"][0];
        assert_eq!((&item["etiqueta"], &item["etiquetaDescricao"]), (&json!(0), &json!("")));
        assert_eq!(b.get(&format!("{path}/frete")).await.json_of(200), record["frete"]);
        assert_eq!(b.get(&format!("/pedidos/transacoes/{id}")).await.json_of(200), json!([record]));
        for missing in ["/pedidos/999/frete", "/pedidos/transacoes/999"] {
            assert_eq!(refusal(&b.get(missing).await, 404), "O pedido não foi encontrado.");
        }
    }

    async fn the_carrier_is_in_the_record_once_it_is_known(app: TestApp) {
        let b = loja(&app).await;
        let (one, two) = (pedido(&app, "P1").await, pedido(&app, "P2").await);
        let carriers = async || {
            let page = b.get(PAGE).await.json_of(200);
            let list = page.as_array().unwrap();
            let of = |id: i64| list.iter().find(|p| p["pedidoId"] == id).unwrap()["frete"].clone();
            [one, two].map(|id| of(id)["freteContrato"].clone())
        };
        assert_eq!(carriers().await, ["", ""]);
        let sent = |carrier: &str| json!({"status": "Enviado", "rastreio": {"transportadora": carrier}});
        let path = format!("/Pedido/{one}/Status?usuarioId=u");
        app.a.put(&path, &sent("Trem \"azul\"")).await.with_status(200);
        assert_eq!(carriers().await, ["Trem \"azul\"", ""]);
        // details that come later, one by one or several at once
        app.a.put(&path, &sent("Navio")).await.with_status(200);
        let both = json!([
            {"pedidoId": one, "status": "Enviado", "rastreio": {"transportadora": "Barco"}},
            {"pedidoId": two, "status": "Enviado", "rastreio": {"transportadora": "Carro"}},
        ]);
        app.a.post("/Pedido/Status/Lote?usuarioId=u", &both).await.with_status(200);
        assert_eq!(carriers().await, ["Barco", "Carro"]);
        app.a.put(&path, &json!({"status": "Entregue"})).await.with_status(200);
        assert_eq!(carriers().await, ["Barco", "Carro"]);
    }

    async fn what_a_store_earned_is_what_its_paid_orders_come_to(app: TestApp) {
        let b = loja(&app).await;
        for (source, day, status, total) in [
            ("A", "2026-05-09", "Pago", 10.5),
            ("B", "2026-05-10", "Entregue", 20.25),
            ("C", "2026-05-10", "Pago", 1.0),
            ("D", "2026-05-10", "AguardandoPagamento", 100.0),
            ("E", "2026-05-11", "Pago", 4.0),
        ] {
            let mut order = models::pedido("canal", source, "S");
            order["data"] = json!(format!("{day}T12:00:00Z"));
            order["status"] = json!(status);
            order["total"] = json!(total);
            app.create_pedido("u", &order).await;
        }
        let earned = async |query: &str| b.get(&format!("/dashboard/faturamento?{query}")).await;
        const DAY: &str = "dataInicial=2026-05-10&dataFinal=2026-05-10";
        let day = earned(DAY).await.json_of(200);
        let figures = |of: &Value, end: &str| {
            let names = ["indicadorReceita", "indicadorPedido", "indicadorTicketMedio"];
            names.map(|name| of[format!("{name}{end}")].clone())
        };
        assert_eq!(figures(&day, ""), [json!(21.25), json!(2), json!(10.63)]);
        // without another period: the one right before
        assert_eq!(figures(&day, "Comparativo"), [json!(10.5), json!(1), json!(10.5)]);
        assert_eq!(day["indicadorReceitaFormatado"], "R$ 21,25");
        let other = format!("{DAY}&dataInicialComparativo=2026-05-09&dataFinalComparativo=2026-05-11");
        let compared = figures(&earned(&other).await.json_of(200), "Comparativo");
        assert_eq!(compared, [json!(35.75), json!(4), json!(8.94)]);
        let nothing = earned("dataInicial=2020-01-01&dataFinal=2020-12-31").await.json_of(200);
        assert_eq!(figures(&nothing, ""), [json!(0), json!(0), json!(0)]);
        let late = "dataInicial: não pode ser posterior a dataFinal";
        for (query, problem) in [
            (String::new(), "dataInicial: é obrigatório; dataFinal: é obrigatório"),
            ("dataInicial=2026-05-10&dataFinal=2026-05-09".to_owned(), late),
            (format!("{DAY}&dataFinalComparativo=2026-05-01"), "dataInicialComparativo: é obrigatório"),
        ] {
            let message = refusal(&earned(&query).await, 400);
            assert!(message.contains(problem), "{message}");
        }
        // and where they stand
        let path = "/dashboard/pedidos?dataInicial=2026-05-10&dataFinal=2026-05-11";
        let standing = b.get(path).await.json_of(200);
        let counts = standing.as_array().unwrap().iter();
        let counts = counts.map(|c| json!([c["situacaoPedidoId"], c["quantidade"]]));
        let counts: Vec<Value> = counts.filter(|c| c[1] != 0).collect();
        assert_eq!(counts.len(), 3);
        for expected in [json!([2, 1]), json!([1, 2]), json!([18, 1])] {
            assert!(counts.contains(&expected), "{counts:?}");
        }
        // without dates: the latest ones
        let latest = b.get("/dashboard/pedidos").await.json_of(200);
        let first = &latest[0];
        assert_eq!((latest.as_array().unwrap().len(), first["situacaoPedidoId"].clone()), (5, json!(1)));
        let texts = ["situacaoNome", "dataFormatado", "valorTotal"];
        assert_eq!(texts.map(|name| first[name].as_str().unwrap().to_owned()), ["Pago", "11/05/2026", "R$ 4,00"]);
        let message = refusal(&b.get("/dashboard/pedidos?dataInicial=2026-05-10").await, 400);
        assert!(message.contains("dataFinal: é obrigatório"), "{message}");
        // days are the store's own
        let early = LojaConfig { fuso: Some(Zone::Pacific__Kiritimati), ..LojaConfig::default() };
        configure(&app, app.loja("u"), early);
        let shifted = earned("dataInicial=2026-05-11&dataFinal=2026-05-11").await.json_of(200);
        assert_eq!(figures(&shifted, "")[1], 2);
        // another store's orders are none of it
        app.create_loja("v");
        let of_other = app.b_as(app.loja("v")).with_contract(Contract::b());
        let theirs = of_other.get(&format!("/dashboard/faturamento?{DAY}")).await.json_of(200);
        assert_eq!(figures(&theirs, ""), [json!(0), json!(0), json!(0)]);
    }

    async fn what_a_hub_does_not_have_it_says(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let subscriptions = b.get(&format!("/assinaturas/pedido/{id}")).await;
        assert_eq!((subscriptions.header("x-total-count"), subscriptions.json()), ("0", json!([])));
        refusal(&b.get("/assinaturas/pedido/999").await, 404);
        assert_eq!(b.get("/lojasFisicas").await.json_of(200), json!([]));
        let reseller = b.get("/resellers/token").await.json_of(200);
        assert_eq!((&reseller["razaoSocial"], &reseller["centroDistribuicaoId"], &reseller["ativo"]),
            (&b.get("/loja").await.json()["nome"], &json!(1), &json!(true)));
        let back = b.post(&format!("/pedidos/estorno/{id}"), &json!({"Valor": 1})).await;
        assert!(refusal(&back, 422).contains("marketplace"));
        refusal(&b.post("/pedidos/estorno/999", &json!({"Valor": 1})).await, 404);
        assert!(refusal(&b.get("/fretes/cotacoes?cep=01001000").await, 422).contains("fretes"));
        assert!(refusal(&b.post("/fretes/cotacoes", &json!({})).await, 422).contains("fretes"));
        let origins = b.get("/origensPedido").await.json_of(200);
        let canal = b.get(&format!("/pedidos/{id}")).await.json_of(200)["canalId"].clone();
        let channels = json!([{"id": canal, "nome": "Canal canal"}]);
        assert_eq!(origins, json!([{"id": 1, "nome": "Marketplace", "subOrigens": channels}]));
        assert_eq!(as_u(&app).get(&format!("/pedidos/{id}")).await.json_of(200)["situacaoPedidoId"], 1);
    }
}
