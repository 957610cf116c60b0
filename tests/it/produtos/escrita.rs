//! What a store changes of its products: stock, prices, wholesale prices.

use reqwest::Method;
use serde_json::{Value, json};

use super::{loja, numero, por_sku, recusa, sku};

nos_dois_bancos! {
    async fn wholesale_prices_come_change_and_go(app: TestApp) {
        let b = loja(&app, "u", &[("S/1", "G"), ("T", "G")]).await;
        let uri = "/produtos/S%2F1/atacarejo?tipoIdentificador=Sku";
        let um = |n: &Value| format!("/produtos/S%2F1/atacarejo/{n}?tipoIdentificador=Sku");
        let primeiro = b.post(uri, &json!([{"precoAtacado": 90.5, "quantidade": 10}])).await.json_de(201);
        assert!(primeiro.is_i64());
        let mais = json!([{"precoAtacado": "85", "quantidade": 5}, {"precoAtacado": 70, "quantidade": 100}]);
        let outros = b.post(uri, &mais).await.json_de(201);
        let esperados = json!([
            {"produtoVarianteAtacadoId": outros[0], "precoAtacado": 85, "quantidade": 5},
            {"produtoVarianteAtacadoId": primeiro, "precoAtacado": 90.5, "quantidade": 10},
            {"produtoVarianteAtacadoId": outros[1], "precoAtacado": 70, "quantidade": 100},
        ]);
        let lista = b.get(uri).await;
        assert_eq!((lista.header("x-total-count"), lista.json()), ("3", esperados.clone()));
        assert_eq!(b.get(&um(&primeiro)).await.json_de(200), esperados[1]);
        let produto = b.get("/produtos/S%2F1?tipoIdentificador=Sku&camposAdicionais=Atacado").await.json_de(200);
        assert_eq!(produto["listaAtacado"][1], json!({"precoPor": 90.5, "quantidade": 10}));

        assert_eq!(b.put(&um(&primeiro), &json!({"precoAtacado": 91})).await.json_de(200), json!(true));
        assert_eq!(b.put(&um(&primeiro), &json!({"quantidade": 12})).await.json_de(200), json!(true));
        assert_eq!(b.get(&um(&primeiro)).await.json()["precoAtacado"], 91);
        recusa(b.put(&um(&primeiro), &json!({"quantidade": 5})).await, 422, "a partir de 5 unidades");
        // all or none
        let repetido = json!([{"precoAtacado": 1, "quantidade": 7}, {"precoAtacado": 1, "quantidade": 5}]);
        recusa(b.post(uri, &repetido).await, 422, "a partir de 5 unidades");
        assert_eq!(b.get(uri).await.header("x-total-count"), "3");
        recusa(b.post(uri, &json!([{"precoAtacado": -1, "quantidade": 0}])).await, 400, "[0].quantidade");
        recusa(b.post(uri, &json!([])).await, 400, "pelo menos um item");
        let muitos: Vec<Value> = (200..250).map(|n| json!({"precoAtacado": 1, "quantidade": n})).collect();
        b.post(uri, &json!(muitos)).await.com_status(201);
        let demais: Vec<Value> = (300..350).map(|n| json!({"precoAtacado": 1, "quantidade": n})).collect();
        recusa(b.post(uri, &json!(demais)).await, 422, "no máximo 100");

        // of its own SKU alone
        let no_outro = format!("/produtos/T/atacarejo/{primeiro}?tipoIdentificador=Sku");
        recusa(b.get(&no_outro).await, 404, "atacado");
        recusa(b.delete(&no_outro).await, 404, "atacado");
        assert_eq!(b.delete(&um(&primeiro)).await.json_de(200), json!(true));
        recusa(b.delete(&um(&primeiro)).await, 404, "atacado");
        recusa(b.put(&um(&primeiro), &json!({})).await, 404, "atacado");
        recusa(b.get("/produtos/T/atacarejo/x?tipoIdentificador=Sku").await, 400, "produtoVarianteAtacadoId");

        // a group of several is no place for a price
        let grupo = numero(&produto, "produtoId");
        let no_grupo = format!("/produtos/{grupo}/atacarejo?tipoIdentificador=ProdutoId");
        recusa(b.post(&no_grupo, &mais).await, 422, "vários SKUs");
        assert_eq!(b.get(&no_grupo).await.json_de(200), b.get(uri).await.json());
        app.a.delete("/sku/S%2F1?usuarioId=u").await.com_status(204);
        recusa(b.get(uri).await, 404, "produto");
    }

    async fn stocks_and_prices_of_many_each_with_its_outcome(app: TestApp) {
        let b = loja(&app, "u", &[("A", "G"), ("B", "G"), ("C", "")]).await;
        let (a, c) = (por_sku(&b, "A").await, por_sku(&b, "C").await);
        let itens = json!([
            {"identificador": "C", "prazoEntrega": 9, "listaEstoque": [{"estoqueFisico": 7, "estoqueReservado": 7, "alertaEstoque": 2}]},
            {"identificador": "nada", "listaEstoque": [{"estoqueFisico": 1}]},
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": -1}]},
            17,
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": 1, "centroDistribuicaoId": 25}]},
            {"identificador": "A", "listaEstoque": [{"estoqueFisico": 3, "centroDistribuicaoId": 1}]},
        ]);
        let feito = b.put("/produtos/estoques?tipoIdentificador=sku", &itens).await.json_de(200);
        let atualizado = |p: &Value| json!({"produtoVarianteId": p["produtoVarianteId"], "sku": p["sku"],
            "resultado": true, "detalhes": "O produto foi atualizado."});
        assert_eq!(feito["produtosAtualizados"], json!([atualizado(&c), atualizado(&a)]));
        let recusados = feito["produtosNaoAtualizados"].as_array().unwrap();
        let detalhes: Vec<&str> = recusados.iter().map(|r| r["detalhes"].as_str().unwrap()).collect();
        assert_eq!(detalhes, ["O produto não foi encontrado.",
            "listaEstoque[0].estoqueFisico: deve ser maior ou igual a zero.", "deve ser um objeto.",
            "listaEstoque[0].centroDistribuicaoId: não é um centro de distribuição da loja."]);
        assert_eq!((&recusados[0]["sku"], &recusados[0]["produtoVarianteId"]), (&json!("nada"), &json!(0)));
        assert_eq!((&recusados[1]["sku"], &recusados[1]["resultado"]), (&json!("A"), &json!(false)));

        let depois = b.get("/produtos/C?tipoIdentificador=Sku&camposAdicionais=Estoque").await.json();
        assert_eq!(depois["estoque"][0], json!({"estoqueFisico": 7, "estoqueReservado": 7, "centroDistribuicaoId": 1, "alertaEstoque": 2}));
        assert_eq!(depois["prazoEntrega"], 9);
        assert_eq!(b.get("/produtos/C/disponibilidade?tipoIdentificador=Sku").await.json(), json!(false));
        let em_a = app.a.get("/sku/C?usuarioId=u").await.json_de(200);
        assert_eq!((&em_a["estoque"], &em_a["prazoDespacho"]), (&json!(7), &json!(9)));
        // what interface A knows nothing of survives its writes
        app.a.put("/sku/C?usuarioId=u", &sku("C", "")).await.com_status(200);
        let depois = b.get("/produtos/C/estoque?tipoIdentificador=Sku").await.json();
        assert_eq!((&depois["estoqueFisico"], &depois["estoqueReservado"]), (&json!(10), &json!(7)));

        let (va, grupo) = (numero(&a, "produtoVarianteId"), numero(&a, "produtoId"));
        let precos = json!([
            {"identificador": va, "precoCusto": 5.5, "precoDe": 20, "precoPor": "19.99"},
            {"identificador": va.to_string(), "precoDe": 20, "precoPor": 18},
            {"identificador": 0, "precoDe": 20, "precoPor": 18},
            {"identificador": "A", "precoDe": 20, "precoPor": 18},
            {"identificador": va, "precoDe": 1, "precoPor": 2},
        ]);
        let feito = b.put("/produtos/precos?tipoIdentificador=ProdutoVarianteId", &precos).await.json_de(200);
        assert_eq!(feito["produtosAtualizados"].as_array().unwrap().len(), 2);
        assert_eq!(feito["produtosNaoAtualizados"].as_array().unwrap().len(), 3);
        let depois = por_sku(&b, "A").await;
        assert_eq!((&depois["precoCusto"], &depois["precoPor"]), (&json!(5.5), &json!(18)));
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json()["precoPor"], 18);

        let do_grupo = json!([{"identificador": grupo, "precoDe": 2, "precoPor": 1}, {"identificador": c["produtoId"], "precoDe": 2, "precoPor": 1}]);
        let feito = b.put("/produtos/precos?tipoIdentificador=ProdutoId", &do_grupo).await.json_de(200);
        assert_eq!(feito["produtosAtualizados"], json!([atualizado(&c)]));
        assert!(feito["produtosNaoAtualizados"][0]["detalhes"].as_str().unwrap().contains("vários SKUs"));

        let nenhum = json!({"produtosNaoAtualizados": [], "produtosAtualizados": []});
        assert_eq!(b.put("/produtos/precos?tipoIdentificador=Sku", &json!([])).await.json_de(200), nenhum);
        let uri = "/produtos/estoques?tipoIdentificador=Sku";
        let muitos = vec![json!({"identificador": "A", "listaEstoque": [{"estoqueFisico": 1}]}); 51];
        recusa(b.put(uri, &json!(muitos)).await, 400, "no máximo 50");
        recusa(b.put(uri, &json!({})).await, 400, "deve ser uma lista");
        recusa(b.put("/produtos/precos", &json!([])).await, 400, "tipoIdentificador");
        recusa(app.b.put("/produtos/precos", &json!({})).await, 401, "");
        recusa(b.enviar(Method::PUT, uri, &[("content-type", "text/plain")], Some("[]")).await, 415, "");

        app.a.patch("/Usuario/u", &json!({"ativo": false})).await.com_status(200);
        recusa(b.put(uri, &json!(muitos[..1])).await, 422, "inativa");
        recusa(b.post("/produtos/A/atacarejo?tipoIdentificador=Sku", &json!([{"precoAtacado": 1, "quantidade": 1}])).await, 422, "inativa");
        por_sku(&b, "A").await;
    }

    async fn many_changes_at_once_are_all_done(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", ""), ("C", "")]).await;
        let item = |codigo: &str, n: i32| json!({"identificador": codigo, "listaEstoque": [{"estoqueFisico": n}]});
        let mut tarefas = Vec::new();
        for n in 0..12 {
            let b = b.clone();
            let mut itens = vec![item("A", n), item("B", n), item("C", n)];
            if n % 2 == 0 {
                itens.reverse();
            }
            tarefas.push(actix_web::rt::spawn(async move {
                let feito = b.put("/produtos/estoques?tipoIdentificador=Sku", &json!(itens)).await.json_de(200);
                assert_eq!(feito["produtosAtualizados"].as_array().unwrap().len(), 3);
                let novo = json!([{"precoAtacado": n, "quantidade": 10}]);
                b.post("/produtos/A/atacarejo?tipoIdentificador=Sku", &novo).await.status
            }));
        }
        let mut criados = 0;
        for tarefa in tarefas {
            match tarefa.await.unwrap() {
                201 => criados += 1,
                status => assert_eq!(status, 422),
            }
        }
        // one price per quantity, and the three stocks of one and the same request
        assert_eq!(criados, 1);
        let estoques = b.get("/produtos?camposAdicionais=Estoque").await.json_de(200);
        let primeiro = &estoques[0]["estoque"];
        assert!(estoques.as_array().unwrap().iter().all(|p| p["estoque"] == *primeiro), "{estoques}");
    }
}
