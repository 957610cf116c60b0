//! Centres as a store's own system sees and changes them.

use serde_json::{Value, json};

use super::super::steps::{sell, sold};
use super::steps::{places, put_in, sound, with_centres};
use crate::produtos::{number, refusal};
use crate::support::contract::Contract;
use crate::support::{TestApp, TestClient, models};

/// The store's own system of `u`.
fn of_store(app: &TestApp) -> TestClient {
    app.b_as(app.loja("u")).with_contract(Contract::b())
}

async fn stocks(b: &TestClient, sku: &str) -> Value {
    let uri = format!("/produtos/{sku}?tipoIdentificador=Sku&camposAdicionais=Estoque");
    b.get(&uri).await.json_of(200)["estoque"].clone()
}

fn in_centre(id: i32, stock: i64, promised: i64) -> Value {
    json!({"estoqueFisico": stock, "estoqueReservado": promised, "centroDistribuicaoId": id,
        "alertaEstoque": 0})
}

on_both_databases! {
    async fn it_sees_them_in_their_order_and_changes_it(app: TestApp) {
        with_centres(&app, "hub", &[]).await;
        let b = of_store(&app);
        let order = async || {
            let all = b.get("/centrosdistribuicao").await.json_of(200);
            all.as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect::<Vec<_>>()
        };
        let all = b.get("/centrosdistribuicao").await.json_of(200);
        assert_eq!((&all[0]["nome"], &all[0]["padrao"]), (&json!("Principal"), &json!(true)));
        assert_eq!((&all[1]["nome"], &all[1]["padrao"], &all[1]["cep"]),
            (&json!("Recife"), &json!(false), &json!(0)));
        assert_eq!(order().await, [1, 2, 3]);
        let set = async |id: i32, body: Value| {
            b.put(&format!("/centrosdistribuicao/{id}/prioridade"), &body).await
        };
        set(3, json!({"incrementoOrdem": -5})).await.with_status(200);
        assert_eq!(order().await, [3, 1, 2]);
        set(1, json!({"incrementoOrdem": 2})).await.with_status(200);
        assert_eq!(order().await, [3, 2, 1]);
        set(3, json!({"desativarPriorizacao": true})).await.with_status(200);
        assert_eq!(order().await, [2, 1, 3]);
        set(3, json!({"desativarPriorizacao": true})).await.with_status(200);
        assert_eq!(order().await, [2, 1, 3]);
        refusal(set(4, json!({"incrementoOrdem": 1})).await, 404, "centro");
    }

    async fn products_show_what_lies_where(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        put_in(&app, "S", 2, 5).await;
        sold(&app, "1", "S", 12).await;
        let b = of_store(&app);
        assert_eq!(stocks(&b, "S").await, json!([in_centre(1, 10, 10), in_centre(2, 5, 2)]));
        assert_eq!(stocks(&b, "T").await, json!([in_centre(1, 10, 0)]));
        let all = b.get("/produtos?camposAdicionais=Estoque").await.json_of(200);
        let of_s = all.as_array().unwrap().iter().find(|one| one["sku"] == "S").unwrap();
        assert_eq!(of_s["estoque"], json!([in_centre(1, 10, 10), in_centre(2, 5, 2)]));
        let total = b.get("/produtos/S/estoque?tipoIdentificador=Sku").await.json_of(200);
        let centre = |id: i32, nome: &str, stock: i64, promised: i64| {
            json!({"centroDistribuicaoId": id, "nome": nome, "estoqueFisico": stock,
                "estoqueReservado": promised})
        };
        assert_eq!(total, json!({"estoqueFisico": 15, "estoqueReservado": 12,
            "listProdutoVarianteCentroDistribuicaoEstoque":
                [centre(1, "Principal", 10, 10), centre(2, "Recife", 5, 2)]}));
        let available = async |sku: &str| {
            b.get(&format!("/produtos/{sku}/disponibilidade?tipoIdentificador=Sku")).await.json_of(200)
        };
        assert_eq!(available("S").await, json!(true));
        sold(&app, "2", "S", 3).await;
        assert_eq!(available("S").await, json!(false));
    }

    async fn products_are_narrowed_to_centres(app: TestApp) {
        with_centres(&app, "hub", &["S", "T", "V"]).await;
        put_in(&app, "S", 2, 5).await;
        put_in(&app, "T", 3, 5).await;
        let b = of_store(&app);
        for (centres, expected) in [("2", vec!["S"]), ("3", vec!["T"]), ("2,3", vec!["S", "T"]),
            ("4", vec![]),
            ("1", vec!["S", "T", "V"]), ("1,2", vec!["S", "T", "V"]), ("99999999999", vec![])] {
            let answer = b.get(&format!("/produtos?centrosDistribuicao={centres}")).await;
            assert_eq!(answer.header("x-total-count"), expected.len().to_string(), "{centres}");
            let all = answer.json_of(200);
            let found = all.as_array().unwrap().iter().map(|p| p["sku"].as_str().unwrap());
            let found: Vec<&str> = found.collect();
            assert_eq!(found, expected, "{centres}");
        }
    }

    async fn it_tells_stocks_of_several_centres_at_once(app: TestApp) {
        with_centres(&app, "erp", &["S", "T"]).await;
        let b = of_store(&app);
        let items = json!([
            {"identificador": "S", "listaEstoque": [{"estoqueFisico": 4, "centroDistribuicaoId": 2},
                {"estoqueFisico": 7}, {"estoqueFisico": 1, "centroDistribuicaoId": 3}]},
            {"identificador": "T", "listaEstoque": [{"estoqueFisico": 4, "centroDistribuicaoId": 1},
                {"estoqueFisico": 7, "centroDistribuicaoId": 4}]},
            {"identificador": "T", "listaEstoque": [{"estoqueFisico": 4},
                {"estoqueFisico": 7, "centroDistribuicaoId": 0}]},
        ]);
        let done = b.put("/produtos/estoques?tipoIdentificador=Sku", &items).await.json_of(200);
        assert_eq!(done["produtosAtualizados"][0]["centroDistribuicaoId"], 2);
        assert_eq!(done["produtosAtualizados"].as_array().unwrap().len(), 1);
        let refused = done["produtosNaoAtualizados"].as_array().unwrap();
        let detalhes: Vec<&str> = refused.iter().map(|r| r["detalhes"].as_str().unwrap()).collect();
        assert_eq!(detalhes, [
            "listaEstoque[1].centroDistribuicaoId: não é um centro de distribuição da loja.",
            "listaEstoque: repete o centro de distribuição.",
        ]);
        assert_eq!(places(&app, "S").await, [(1, 7, 0), (2, 4, 0), (3, 1, 0)]);
        assert_eq!(places(&app, "T").await, [(1, 10, 0)]);
        sound(&app);
    }

    async fn it_registers_products_with_stocks_of_several_centres(app: TestApp) {
        with_centres(&app, "erp", &[]).await;
        let b = of_store(&app);
        let body = |sku: &str, stocks: Value| json!({"sku": sku, "nome": sku, "estoque": stocks});
        let stocks_of = json!([{"estoqueFisico": 4, "centroDistribuicaoId": 2}, {"estoqueFisico": 7}]);
        b.post("/produtos", &body("S", stocks_of)).await.with_status(201);
        assert_eq!(stocks(&b, "S").await, json!([in_centre(1, 7, 0), in_centre(2, 4, 0)]));
        let change = json!({"estoque": [{"estoqueFisico": 3, "centroDistribuicaoId": 3}]});
        b.put("/produtos/S?tipoIdentificador=Sku", &change).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 7, 0), (2, 4, 0), (3, 3, 0)]);
        // what is not known of other centres is said, and what orders say themselves
        let promised = json!({"estoque": [{"estoqueFisico": 3, "centroDistribuicaoId": 3, "alertaEstoque": 1,
            "estoqueReservado": 1}]});
        let answer = b.put("/produtos/S?tipoIdentificador=Sku", &promised).await;
        let told = answer.headers.get_all("x-aviso").iter().map(|text| text.to_str().unwrap());
        let told: Vec<&str> = told.collect();
        assert_eq!(told, ["nao-mantido; estoqueReservado", "nao-mantido; alertaEstoque"]);
        // an unknown one: nothing is registered, and nothing changes
        let unknown = json!([{"estoqueFisico": 1}, {"estoqueFisico": 4, "centroDistribuicaoId": 9}]);
        refusal(b.post("/produtos", &body("T", unknown.clone())).await, 422, "9 não existe");
        refusal(b.get("/produtos/T?tipoIdentificador=Sku").await, 404, "produto");
        let change = json!({"nome": "Outro", "estoque": unknown});
        refusal(b.put("/produtos/S?tipoIdentificador=Sku", &change).await, 422, "9 não existe");
        assert_eq!(places(&app, "S").await, [(1, 7, 0), (2, 4, 0), (3, 3, 0)]);
        sound(&app);
    }

    async fn an_order_takes_a_product_that_is_registered_later_from_all_its_centres(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        let early = sell(&app, "1", "Pago", &[("N", 6)]).await;
        assert!(early.header("x-aviso").contains("N"), "{early:?}");
        let b = of_store(&app);
        let stocks_of = json!([{"estoqueFisico": 1}, {"estoqueFisico": 7, "centroDistribuicaoId": 2}]);
        let body = json!({"sku": "N", "nome": "N", "estoque": stocks_of});
        b.post("/produtos", &body).await.with_status(201);
        assert_eq!(places(&app, "N").await, [(1, 1, 1), (2, 7, 5)]);
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200);
        assert_eq!(short["resultado"], json!([]));
        sound(&app);
    }

    async fn an_item_of_several_centres_shows_how_much_comes_from_which(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        let mut order = models::pedido("canal", "1", "S");
        order["produtos"] = json!([
            {"sku": "S", "quantidade": 6, "preco": 10, "frete": 1},
            {"sku": "S", "quantidade": 9, "preco": 10, "frete": 2.5},
        ]);
        order["total"] = json!(145);
        let id = app.send_pedido("u", &order).await.json()["pedidoId"].as_i64().unwrap();
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 5)]);
        let b = of_store(&app);
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        let part = |centre: i32, units: i32, carriage: f64| {
            json!({"centroDistribuicaoId": centre, "quantidade": units, "situacaoProdutoId": 1,
                "valorFreteEmpresa": carriage, "valorFreteCliente": carriage}).to_string()
        };
        let shown = |item: usize| -> Vec<String> {
            let parts = record["itens"][item]["centroDistribuicao"].as_array().unwrap();
            let plain = |part: &Value| {
                let number = |name: &str| part[name].as_f64().unwrap();
                let whole = |name: &str| part[name].as_i64().unwrap() as i32;
                assert_eq!(number("valorFreteEmpresa"), number("valorFreteCliente"));
                assert!(part["situacaoProdutoId"].is_i64());
                (whole("centroDistribuicaoId"), whole("quantidade"), number("valorFreteEmpresa"))
            };
            parts.iter().map(plain).map(|(centre, units, carriage)| part(centre, units, carriage)).collect()
        };
        assert_eq!(shown(0), [part(1, 6, 1.0)]);
        // most of it first, with all of the item's carriage
        assert_eq!(shown(1), [part(2, 5, 2.5), part(1, 4, 0.0)]);
        // where there is place for one, it is the one that sends most
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_of(200);
        let of_items = status["produtos"].as_array().unwrap().iter();
        let of_items: Vec<&Value> = of_items.map(|item| &item["centroDistribuicaoId"]).collect();
        assert_eq!(of_items, [&json!(1), &json!(2)]);
    }

    async fn items_of_orders_show_the_centre_that_they_are_taken_from(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        put_in(&app, "S", 1, 0).await;
        put_in(&app, "S", 2, 5).await;
        put_in(&app, "T", 3, 5).await;
        let order = sell(&app, "1", "Pago", &[("S", 3), ("T", 12)]).await.json();
        let (id, b) = (order["pedidoId"].as_i64().unwrap(), of_store(&app));
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        let centre = |item: usize| &record["itens"][item]["centroDistribuicao"][0]["centroDistribuicaoId"];
        // of several the one that gives most
        assert_eq!([centre(0), centre(1)], [2, 1]);
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_of(200);
        let text = status.to_string();
        assert!(text.contains("\"centroDistribuicaoId\":2"), "{text}");
        // a parcel may come from any centre of the store; of another one it is told that it is not kept
        let variant = number(&record["itens"][0], "produtoVarianteId");
        let uri = format!("/pedidos/{id}/produtos/{variant}/rastreamento");
        let from = |centre: i32| json!({"situacaoPedidoId": 9, "quantidade": 3,
            "centroDistribuicaoId": centre, "rastreamento": "BR1"});
        let left_out = "nao-mantido; centroDistribuicaoId";
        assert_eq!(b.post(&uri, &from(4)).await.with_status(200).header("x-aviso"), left_out);
        b.post(&uri, &from(3)).await.with_status(200);
        let of_order = format!("/pedidos/{id}/rastreamento");
        let from = |centre: i32| json!({"situacaoPedidoId": 9, "centroDistribuicaoId": centre});
        assert_eq!(b.post(&of_order, &from(4)).await.with_status(200).header("x-aviso"), left_out);
        b.post(&of_order, &from(2)).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 2, 0)]);
        sound(&app);
    }
}
