//! Freight: told once, by the items or for the whole order, it is the same on both interfaces.

use serde_json::{Value, json};

use super::avisos;
use crate::support::contract::Contract;
use crate::support::models;

on_both_databases! {
    async fn what_is_told_of_the_freight_counts_on_both_interfaces(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 1000 })).await.with_status(200);
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let charged = |valor: f64| json!([{ "valorCobrado": valor }]);
        // the freight of the two lines, what the order says, the total; what counts, and on the lines
        for (n, (lines, frete, total, counts, shares)) in [
            ([12.5, 7.5], json!([]), 220.0, 20.0, [12.5, 7.5]),
            ([0.0, 0.0], charged(20.0), 220.0, 20.0, [10.0, 10.0]),
            ([0.0, 0.0], json!([{ "valorCobrado": 5 }, { "valorCobrado": "7.50" }]), 212.5, 12.5, [6.25, 6.25]),
            ([12.5, 7.5], json!([{ "prazoEntrega": 5, "valorCobrado": null }]), 220.0, 20.0, [12.5, 7.5]),
            ([12.5, 7.5], json!([{ "valorNominal": 18.4 }]), 220.0, 20.0, [12.5, 7.5]),
            ([12.5, 7.5], charged(0.0), 220.0, 20.0, [12.5, 7.5]),
            ([12.5, 7.5], charged(15.0), 220.0, 20.0, [12.5, 7.5]),
            // what the carriage costs is not what the buyer pays
            ([0.0, 0.0], json!([{ "valorNominal": 18.4 }]), 200.0, 0.0, [0.0, 0.0]),
        ].into_iter().enumerate() {
            let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
            let item = |quantidade: i32, preco: i32, frete: f64|
                json!({ "sku": "S", "quantidade": quantidade, "preco": preco, "frete": frete });
            pedido["produtos"] = json!([item(1, 100, lines[0]), item(2, 50, lines[1])]);
            (pedido["frete"], pedido["total"], pedido["desconto"]) = (frete, json!(total), json!(0));
            let created = app.send_pedido("u", &pedido).await.with_status(201);
            assert_eq!(avisos(&created), [""; 0], "{pedido}");
            let id = created.json()["pedidoId"].clone();
            let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
            let alone = b.get(&format!("/pedidos/{id}/frete")).await.json_of(200);
            let number = |value: &Value| value.as_f64().unwrap();
            assert_eq!((number(&record["valorFrete"]), number(&alone["valorFreteCliente"])), (counts, counts), "{pedido}");
            for (line, share) in record["itens"].as_array().unwrap().iter().zip(shares) {
                let freights: Vec<&Value> = line["ajustes"].as_array().unwrap().iter().collect();
                assert!(freights.iter().all(|ajuste| ajuste["nome"] == "Frete"), "{pedido}: {freights:?}");
                assert_eq!(freights.iter().map(|ajuste| number(&ajuste["valor"])).sum::<f64>(), share, "{pedido}");
                assert_eq!(number(&line["centroDistribuicao"][0]["valorFreteCliente"]), share, "{pedido}");
            }
        }
    }
}
