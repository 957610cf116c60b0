//! What a store changes of its products: stock, prices, wholesale prices.

use reqwest::Method;
use serde_json::{Value, json};

use super::{by_sku, loja, number, refusal, sku};
use crate::support::models;

in_both_profiles! {
    async fn wholesale_prices_come_change_and_go(app: TestApp) {
        let b = loja(&app, "u", &[("S/1", "G"), ("T", "G")]).await;
        let uri = "/produtos/S%2F1/atacarejo?tipoIdentificador=Sku";
        let one = |n: &Value| format!("/produtos/S%2F1/atacarejo/{n}?tipoIdentificador=Sku");
        let first = b.post(uri, &json!([{"precoAtacado": 90.5, "quantidade": 10}])).await.json_of(200);
        let first = first[0]["produtoVarianteAtacadoId"].clone();
        assert!(first.is_i64());
        let plus = json!([{"precoAtacado": "85", "quantidade": 5}, {"precoAtacado": 70, "quantidade": 100}]);
        let others = b.post(uri, &plus).await.json_of(200);
        let expected = json!([
            others[0],
            {"produtoVarianteAtacadoId": first, "precoAtacado": 90.5, "quantidade": 10},
            others[1],
        ]);
        let list = b.get(uri).await;
        assert_eq!((list.header("x-total-count"), list.json()), ("3", expected.clone()));
        assert_eq!(b.get(&one(&first)).await.json_of(200), expected[1]);
        let produto = b.get("/produtos/S%2F1?tipoIdentificador=Sku&camposAdicionais=Atacado")
            .await.json_of(200);
        assert_eq!(produto["listaAtacado"][1], json!({"precoPor": 90.5, "quantidade": 10}));

        let told = json!("O preço de atacado foi atualizado.");
        assert_eq!(b.put(&one(&first), &json!({"precoAtacado": 91})).await.json_of(201), told);
        assert_eq!(b.put(&one(&first), &json!({"quantidade": 12})).await.json_of(201), told);
        assert_eq!(b.get(&one(&first)).await.json()["precoAtacado"], 91);
        refusal(b.put(&one(&first), &json!({"quantidade": 5})).await, 422, "a partir de 5 unidades");
        // all or none
        let repeated = json!([{"precoAtacado": 1, "quantidade": 7}, {"precoAtacado": 1, "quantidade": 5}]);
        refusal(b.post(uri, &repeated).await, 422, "a partir de 5 unidades");
        assert_eq!(b.get(uri).await.header("x-total-count"), "3");
        refusal(b.post(uri, &json!([{"precoAtacado": -1, "quantidade": 0}])).await, 400, "[0].quantidade");
        refusal(b.post(uri, &json!([])).await, 400, "pelo menos um item");
        let many: Vec<Value> = (200..250).map(|n| json!({"precoAtacado": 1, "quantidade": n})).collect();
        b.post(uri, &json!(many)).await.with_status(200);
        let excess: Vec<Value> = (300..350).map(|n| json!({"precoAtacado": 1, "quantidade": n})).collect();
        refusal(b.post(uri, &json!(excess)).await, 422, "no máximo 100");

        // of its own SKU alone
        let in_other = format!("/produtos/T/atacarejo/{first}?tipoIdentificador=Sku");
        refusal(b.get(&in_other).await, 404, "atacado");
        refusal(b.delete(&in_other).await, 404, "atacado");
        assert_eq!(b.delete(&one(&first)).await.json_of(200), json!(true));
        refusal(b.delete(&one(&first)).await, 404, "atacado");
        refusal(b.put(&one(&first), &json!({})).await, 404, "atacado");
        refusal(b.get("/produtos/T/atacarejo/x?tipoIdentificador=Sku").await, 400,
            "produtoVarianteAtacadoId");

        // a group of several is no place for a price
        let grupo = number(&produto, "produtoId");
        let in_grupo = format!("/produtos/{grupo}/atacarejo?tipoIdentificador=ProdutoId");
        refusal(b.post(&in_grupo, &plus).await, 422, "vários SKUs");
        assert_eq!(b.get(&in_grupo).await.json_of(200), b.get(uri).await.json());
        app.a.delete("/sku/S%2F1?usuarioId=u").await.with_status(204);
        refusal(b.get(uri).await, 404, "produto");
    }

}

on_both_databases! {
    async fn stocks_and_prices_of_many_each_with_its_outcome(app: TestApp) {
        let b = loja(&app, "u", &[("A", "G"), ("B", "G"), ("C", "")]).await;
        app.a.put("/Usuario/u/Estoque", &json!({"controleEstoque": "nenhum"})).await.with_status(200);
        let (a, c) = (by_sku(&b, "A").await, by_sku(&b, "C").await);
        let items = json!([
            {"identificador": "C", "prazoEntrega": 9, "listaEstoque": [{"estoqueFisico": 7,
                "estoqueReservado": 7, "alertaEstoque": 2}]},
            {"identificador": "nada", "listaEstoque": [{"estoqueFisico": 1}]},
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": ""}]},
            {"identificador": "B", "listaEstoque": [{"estoqueFisico": -1, "estoqueReservado": "",
                "centroDistribuicaoId": " ", "alertaEstoque": ""}]},
            17,
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": 1, "centroDistribuicaoId": 25}]},
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": 3, "centroDistribuicaoId": 1}]},
        ]);
        let done = b.put("/produtos/estoques?tipoIdentificador=sku", &items).await.json_of(200);
        let updated = |p: &Value| json!({"produtoVarianteId": p["produtoVarianteId"], "sku": p["sku"],
            "resultado": true, "detalhes": "O produto foi atualizado."});
        let in_centre = |p: &Value| models::with(updated(p), "/centroDistribuicaoId", json!(1));
        let b_told = "O produto foi atualizado. O valor negativo de listaEstoque[0].estoqueFisico foi gravado como zero.";
        let oversold = models::with(in_centre(&by_sku(&b, "B").await), "/detalhes", json!(b_told));
        let unsaid = "O produto foi atualizado. O valor vazio de listaEstoque[0].estoqueFisico não foi considerado.";
        let unsaid = models::with(in_centre(&a), "/detalhes", json!(unsaid));
        assert_eq!(done["produtosAtualizados"], json!([in_centre(&c), unsaid, oversold, in_centre(&a)]));
        assert_eq!(app.a.get("/sku/B?usuarioId=u").await.json_of(200)["estoque"], 0);
        let refused = done["produtosNaoAtualizados"].as_array().unwrap();
        let detalhes: Vec<&str> = refused.iter().map(|r| r["detalhes"].as_str().unwrap()).collect();
        assert_eq!(detalhes, ["O produto não foi encontrado.",
            "deve ser um objeto.",
            "listaEstoque[0].centroDistribuicaoId: não é um centro de distribuição da loja."]);
        assert_eq!((&refused[0]["sku"], &refused[0]["produtoVarianteId"]), (&json!("nada"), &json!(0)));

        let after = b.get("/produtos/C?tipoIdentificador=Sku&camposAdicionais=Estoque").await.json();
        assert_eq!(after["estoque"][0], json!({"estoqueFisico": 7, "estoqueReservado": 7,
            "centroDistribuicaoId": 1, "alertaEstoque": 2}));
        assert_eq!(after["prazoEntrega"], 9);
        assert_eq!(b.get("/produtos/C/disponibilidade?tipoIdentificador=Sku").await.json(), json!(false));
        let in_a = app.a.get("/sku/C?usuarioId=u").await.json_of(200);
        assert_eq!((&in_a["estoque"], &in_a["prazoDespacho"]), (&json!(7), &json!(9)));
        // what interface A knows nothing of survives its writes
        app.a.put("/sku/C?usuarioId=u", &sku("C", "")).await.with_status(200);
        let after = b.get("/produtos/C/estoque?tipoIdentificador=Sku").await.json();
        assert_eq!((&after["estoqueFisico"], &after["estoqueReservado"]), (&json!(10), &json!(7)));

        let (va, grupo) = (number(&a, "produtoVarianteId"), number(&a, "produtoId"));
        let precos = json!([
            {"identificador": va, "precoCusto": 5.5, "precoDe": 20, "precoPor": "19.99"},
            {"identificador": va.to_string(), "precoDe": 20, "precoPor": 18},
            {"identificador": 0, "precoDe": 20, "precoPor": 18},
            {"identificador": "A", "precoDe": 20, "precoPor": 18},
            {"identificador": va, "precoDe": 1, "precoPor": 2},
        ]);
        let done = b.put("/produtos/precos?tipoIdentificador=ProdutoVarianteId", &precos).await.json_of(200);
        assert_eq!(done["produtosAtualizados"].as_array().unwrap().len(), 2);
        assert_eq!(done["produtosNaoAtualizados"].as_array().unwrap().len(), 3);
        let after = by_sku(&b, "A").await;
        assert_eq!((&after["precoCusto"], &after["precoPor"]), (&json!(5.5), &json!(18)));
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json()["precoPor"], 18);

        let of_grupo = json!([{"identificador": grupo, "precoDe": 2, "precoPor": 1},
            {"identificador": c["produtoId"], "precoDe": 2, "precoPor": 1}]);
        let done = b.put("/produtos/precos?tipoIdentificador=ProdutoId", &of_grupo).await.json_of(200);
        assert_eq!(done["produtosAtualizados"], json!([updated(&c)]));
        assert!(done["produtosNaoAtualizados"][0]["detalhes"].as_str().unwrap().contains("vários SKUs"));

        let none = json!({"produtosNaoAtualizados": [], "produtosAtualizados": []});
        assert_eq!(b.put("/produtos/precos?tipoIdentificador=Sku", &json!([])).await.json_of(200), none);
        let uri = "/produtos/estoques?tipoIdentificador=Sku";
        let many = vec![json!({"identificador": "A", "listaEstoque": [{"estoqueFisico": 1}]}); 51];
        refusal(b.put(uri, &json!(many)).await, 400, "no máximo 50");
        refusal(b.put(uri, &json!({})).await, 400, "deve ser uma lista");
        refusal(b.put("/produtos/precos", &json!([])).await, 400, "tipoIdentificador");
        refusal(app.b.put("/produtos/precos", &json!({})).await, 401, "");
        refusal(b.send(Method::PUT, uri, &[("content-type", "text/plain")], Some("[]")).await, 415, "");

        app.a.patch("/Usuario/u", &json!({"ativo": false})).await.with_status(200);
        refusal(b.put(uri, &json!(many[..1])).await, 422, "inativa");
        refusal(b.post("/produtos/A/atacarejo?tipoIdentificador=Sku", &json!([{"precoAtacado": 1,
            "quantidade": 1}])).await, 422, "inativa");
        by_sku(&b, "A").await;
    }

    async fn what_is_promised_is_not_taken_where_somebody_keeps_the_stock(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", "")]).await;
        let items = json!([
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": 7, "estoqueReservado": 2}]},
            {"identificador": "B", "listaEstoque": [{"estoqueFisico": 6}]},
        ]);
        let done = b.put("/produtos/estoques?tipoIdentificador=Sku", &items).await.json_of(200);
        let done = done["produtosAtualizados"].as_array().unwrap();
        let detalhes: Vec<&str> = done.iter().map(|one| one["detalhes"].as_str().unwrap()).collect();
        assert_eq!(detalhes, ["O produto foi atualizado. Não foi mantido: estoqueReservado.",
            "O produto foi atualizado."]);
        let after = b.get("/produtos/A/estoque?tipoIdentificador=Sku").await.json();
        assert_eq!((&after["estoqueFisico"], &after["estoqueReservado"]), (&json!(7), &json!(0)));
    }
}

in_both_profiles! {
    async fn prices_are_set_one_by_one_and_what_is_not_taken_is_said(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", "")]).await;
        let variante = number(&by_sku(&b, "A").await, "produtoVarianteId");
        let change = async |path: &str, item: Value| {
            let done = b.put(&format!("/produtos/{path}?tipoIdentificador=Sku"),
                &json!([item])).await.json_of(200);
            let all = ["produtosAtualizados", "produtosNaoAtualizados"].map(|list| done[list].clone());
            let [done, refused] = all;
            let outcome = if done == json!([]) { &refused[0] } else { &done[0] };
            (outcome["resultado"].as_bool().unwrap(), outcome["detalhes"].as_str().unwrap().to_owned())
        };
        let prices = async || {
            let produto = by_sku(&b, "A").await;
            ["precoCusto", "precoDe", "precoPor"].map(|name| produto[name].clone())
        };
        for path in ["precos", "precos/lote"] {
            change(path, json!({"identificador": "A", "precoCusto": 5, "precoDe": 129.9,
                "precoPor": 99.9})).await;
            let (done, _) = change(path, json!({"identificador": "A", "precoPor": 90})).await;
            assert_eq!((done, prices().await), (true, [json!(5), json!(129.9), json!(90)]));
            let (done, told) = change(path, json!({"identificador": "A", "precoDe": 80})).await;
            assert_eq!((done, told.as_str()), (false, "precoDe: deve ser maior ou igual a precoPor."));
            let item = json!({"identificador": "A", "precoPor": 150, "fatorMultiplicadorPreco": 6,
                "estoqueReservado": 1});
            let (done, told) = change(path, item).await;
            assert!(done && told.contains("Não foi mantido: fatorMultiplicadorPreco, estoqueReservado."),
                "{told}");
            assert!(told.ends_with("O precoDe, menor que o novo precoPor, foi removido."), "{told}");
            assert_eq!(prices().await, [json!(5), json!(0), json!(150)]);
            let (done, told) = change(path, json!({"identificador": "A",
                "fatorMultiplicadorPreco": 1})).await;
            assert!(!done && told.starts_with("precoPor: é obrigatório quando"), "{told}");
        }
        // an item that names its SKU needs no kind of identifier, and follows none
        for query in ["", "?tipoIdentificador=ProdutoVarianteId"] {
            for path in ["precos", "precos/lote", "estoques"] {
                let items = json!([{"sku": "A", "precoPor": 19, "listaEstoque": [{"estoqueFisico": 3}]},
                    {"sku": "Z", "precoPor": 19, "listaEstoque": [{"estoqueFisico": 3}]}]);
                let done = b.put(&format!("/produtos/{path}{query}"), &items).await.json_of(200);
                let told = ["produtosAtualizados", "produtosNaoAtualizados"].map(|l| done[l][0]["sku"].clone());
                assert_eq!(told, ["A", "Z"], "{path}{query}");
            }
        }
        assert_eq!(prices().await[2], 19);
        let stock = |of: i64| json!({"identificador": "A", "listaEstoque": [
            {"estoqueFisico": 3, "centroDistribuicaoId": 0, "produtoVarianteId": of, "permitePreVenda": of
                == 0}]});
        let (done, told) = change("estoques", stock(0)).await;
        assert!(done && told.ends_with("Não foi mantido: permitePreVenda."), "{told}");
        assert!(change("estoques", stock(variante)).await.0);
        let (done, told) = change("estoques", stock(variante + 1)).await;
        assert!(!done && told.contains("produtoVarianteId"), "{told}");
    }

    async fn many_changes_at_once_are_all_done(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", ""), ("C", "")]).await;
        let item = |code: &str, n: i32| json!({"identificador": code,
            "listaEstoque": [{"estoqueFisico": n}]});
        let mut tasks = Vec::new();
        for n in 0..12 {
            let b = b.clone();
            let mut items = vec![item("A", n), item("B", n), item("C", n)];
            if n % 2 == 0 {
                items.reverse();
            }
            tasks.push(actix_web::rt::spawn(async move {
                let done = b.put("/produtos/estoques?tipoIdentificador=Sku",
                    &json!(items)).await.json_of(200);
                assert_eq!(done["produtosAtualizados"].as_array().unwrap().len(), 3);
                let new = json!([{"precoAtacado": n, "quantidade": 10}]);
                b.post("/produtos/A/atacarejo?tipoIdentificador=Sku", &new).await.status
            }));
        }
        let mut created = 0;
        for task in tasks {
            match task.await.unwrap() {
                200 => created += 1,
                status => assert_eq!(status, 422),
            }
        }
        // one price per quantity, and the three stocks of one and the same request
        assert_eq!(created, 1);
        let estoques = b.get("/produtos?camposAdicionais=Estoque").await.json_of(200);
        let first = &estoques[0]["estoque"];
        assert!(estoques.as_array().unwrap().iter().all(|p| p["estoque"] == *first), "{estoques}");
    }
}
