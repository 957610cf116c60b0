//! The same order again: recognised in any order of its lists, and completed with what was not known.

use actix_web::rt;
use serde_json::{Value, json};

use super::{avisos, move_on, read, with};
use crate::support::contract::Contract;
use crate::support::{TestApp, models};

/// An order that nobody has paid yet, without what is only told then.
fn pending(source_id: &str) -> Value {
    let mut pedido = complete(source_id);
    pedido["status"] = json!("AguardandoPagamento");
    for member in ["usuario", "endereco", "frete", "informacaoAdicional", "quantidadeParcelas"] {
        pedido.as_object_mut().unwrap().remove(member);
    }
    pedido
}

fn complete(source_id: &str) -> Value {
    models::with(with("/quantidadeParcelas", json!(3)), "/sourceId", json!(source_id))
}

async fn stock(app: &TestApp) -> Value {
    app.a.get("/sku/S/Estoque?usuarioId=u").await.json_of(200)["reservado"].clone()
}

on_both_databases! {
    async fn an_order_is_completed_when_it_comes_again(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let created = app.send_pedido("u", &pending("P")).await.with_status(201);
        assert_eq!(avisos(&created), ["sem-comprador; usuario.nome"]);
        let (first, id) = (created.json(), created.json()["pedidoId"].clone());
        assert_eq!(stock(&app).await, 2);
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert_eq!((&record["usuario"]["nome"], &record["usuario"]["cpf"]), (&json!(""), &Value::Null));
        b.get("/usuarios/cpf/52998224725").await.with_status(404);
        b.post("/pedidos/complete", &json!({ "pedidoId": id })).await.with_status(200);

        let done = app.send_pedido("u", &complete("P")).await.with_status(200);
        assert_eq!(avisos(&done), ["nao-mantido; status"]);
        let mut expected = app.create_pedido("u", &complete("like")).await;
        for member in ["pedidoId", "sourceId", "status"] {
            expected[member] = first[member].clone();
        }
        assert_eq!(read(&app, &id, "").await.json_of(200), expected);
        assert_eq!(stock(&app).await, 4);
        let historico = read(&app, &id, "/Historico").await.json_of(200);
        assert_eq!(historico[1]["avisos"][0],
            "O pedido veio de novo e foi completado: comprador, endereço, frete, forma de pagamento.");
        let events = app.a.get("/Evento?tipo=pedido.detalhe").await.json_of(200)["eventos"].clone();
        assert_eq!(events[0]["dados"], json!({ "status": "AguardandoPagamento",
            "detalhes": ["comprador", "endereco", "frete", "pagamento"] }));
        // whoever looks for the buyer or the payment finds it, and the store hears of it
        let of_buyer = b.get("/usuarios/documento/52998224725/pedidos").await.json_of(200);
        assert_eq!(of_buyer.as_array().unwrap().len(), 2);
        let named = app.a.get("/Pedido?usuarioId=u&busca=concei%C3%A7%C3%A3o").await.json_of(200);
        assert_eq!(named["metadados"]["total"], 2);
        let paid = b.get("/pedidos/formaPagamento/20?email=maria@correio.example").await.json_of(200);
        assert_eq!(paid.as_array().unwrap().len(), 2);
        let waiting = b.get("/pedidos/naoIntegrados").await.json_of(200);
        assert_eq!(waiting[0], json!({ "pedidoId": id }));

        // either of them once more is the same order, and adds nothing
        move_on(&app, &id, &json!({ "status": "Pago" })).await.with_status(200);
        for again in [complete("P"), pending("P")] {
            app.send_pedido("u", &again).await.with_status(200);
        }
        assert_eq!(read(&app, &id, "/Historico").await.json_of(200).as_array().unwrap().len(), 3);
    }

    async fn a_masked_value_tells_nothing_of_what_is_known(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u"));
        let order = |usuario: Value| models::with(complete("P"), "/usuario", usuario);
        let known = order(json!({ "nome": "Ana Souza", "cpf": "52998224725", "email": "ana@x.example" }));
        let id = app.create_pedido("u", &known).await["pedidoId"].clone();
        b.post("/pedidos/complete", &json!({ "pedidoId": id })).await.with_status(200);
        let before = read(&app, &id, "").await.json_of(200);
        for cpf in ["***.982.247-**", "*****"] {
            let masked = order(json!({ "nome": "A** S****", "cpf": cpf, "email": "a**@x.example" }));
            app.send_pedido("u", &masked).await.with_status(200);
        }
        assert_eq!(read(&app, &id, "").await.json_of(200), before);
        assert_eq!(b.get("/pedidos/naoIntegrados").await.json_of(200), json!([]));
    }

    async fn what_is_there_stays_and_an_invoice_ends_it(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for (n, usuario) in [json!(null), json!({}), json!({ "nome": "" }), json!({ "nome": "Pending" })].into_iter().enumerate() {
            let pedido = models::with(complete(&format!("P{n}")), "/usuario", usuario);
            app.create_pedido("u", &pedido).await;
            app.send_pedido("u", &complete(&format!("P{n}"))).await.with_status(200);
            for (pointer, other) in [("/usuario/nome", json!("Outra")), ("/total", json!(1)),
                ("/endereco/0/rua", json!("Outra")), ("/produtos/0/quantidade", json!(1))] {
                let other = models::with(complete(&format!("P{n}")), pointer, other);
                app.send_pedido("u", &other).await.with_status(409);
            }
        }
        let id = app.create_pedido("u", &pending("F")).await["pedidoId"].clone();
        // another status and nothing else is no repeat
        app.send_pedido("u", &models::with(pending("F"), "/status", json!("Pago"))).await.with_status(409);
        for status in ["Pago", "Faturado"] {
            move_on(&app, &id, &json!({ "status": status })).await.with_status(200);
        }
        app.send_pedido("u", &complete("F")).await.with_status(409);
        app.send_pedido("u", &pending("F")).await.with_status(200);
    }

    async fn batches_and_clients_at_once_complete_an_order_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let all = |of: fn(&str) -> Value| json!((0..4).map(|n| of(&format!("P{n}"))).collect::<Vec<_>>());
        let lote = app.a.post("/Pedido/Lote?usuarioId=u", &all(pending)).await.json_of(200);
        assert!(lote.as_array().unwrap().iter().all(|item| item["status"] == 201), "{lote}");
        let calls: Vec<_> = (0..6).map(|n| {
            let a = app.a.clone();
            let (mut lote, single) = (all(complete), complete(&format!("P{}", n % 4)));
            if n % 2 == 1 {
                lote.as_array_mut().unwrap().reverse();
            }
            rt::spawn(async move {
                a.post("/Pedido?usuarioId=u", &single).await.with_status(200);
                a.post("/Pedido/Lote?usuarioId=u", &lote).await.json_of(200)
            })
        }).collect();
        for call in calls {
            let lote = call.await.unwrap();
            assert!(lote.as_array().unwrap().iter().all(|item| item["status"] == 200), "{lote}");
        }
        for item in lote.as_array().unwrap() {
            let historico = read(&app, &item["pedidoId"], "/Historico").await.json_of(200);
            assert_eq!(historico.as_array().unwrap().len(), 2);
            assert_eq!(read(&app, &item["pedidoId"], "").await.json_of(200)["usuario"]["cpf"], "52998224725");
        }
    }

    async fn lists_may_come_in_any_order(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        let mut pedido = complete("P");
        let lists = ["produtos", "endereco", "informacaoAdicional", "frete"];
        for (list, member, value) in [("produtos", "sku", "T"), ("endereco", "tipoEndereco", "Cobranca"),
            ("informacaoAdicional", "chave", "a"), ("frete", "freteSourceId", "b")] {
            let mut other = pedido[list][0].clone();
            other[member] = json!(value);
            pedido[list].as_array_mut().unwrap().push(other);
        }
        let created = app.create_pedido("u", &pedido).await;
        for list in lists {
            pedido[list].as_array_mut().unwrap().reverse();
            assert_eq!(app.send_pedido("u", &pedido).await.json_of(200), created, "{list}");
        }
    }
}
