//! Price lists: the store's own prices and those of its channels.

use serde_json::json;

use super::{loja, refusal};

in_both_profiles! {
    async fn a_price_list_is_a_channel(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", ""), ("C", "")]).await;
        let other = loja(&app, "v", &[("A", "")]).await;
        let tables = b.get("/tabelaPrecos").await.json_of(200);
        assert_eq!((&tables[0]["tabelaPrecoId"], &tables[0]["isSite"]), (&json!(0), &json!(true)));
        assert_eq!((&tables[1]["nome"], &tables[1]["isSite"]), (&json!("Canal canal"), &json!(false)));
        let id = &tables[1]["tabelaPrecoId"];
        let (one, uri) = (format!("/tabelaPrecos/{id}"), format!("/tabelaPrecos/{id}/produtos"));
        assert_eq!(b.get(&one).await.json_of(200), tables[1]);
        assert_eq!(b.get(&uri).await.json_of(200), json!([]));
        refusal(other.get(&one).await, 404, "tabela");
        refusal(other.get(&uri).await, 404, "tabela");
        refusal(other.post(&uri, &json!([])).await, 404, "tabela");

        let new = json!([{"sku": "A", "precoDe": 9, "precoPor": 8}, {"sku": "nada", "precoPor": 1},
            {"precoPor": 1},
            {"sku": "B"}, {"sku": "B", "precoDe": 1, "precoPor": 2}, {"sku": "C", "precoPor": 7,
                "dataFim": "2030-01-01"}]);
        let done = b.post(&uri, &new).await.json_of(200);
        let told = |list: &str| {
            let outcomes = done[list].as_array().unwrap().iter();
            outcomes.map(|r| r["detalhes"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(told("sucesso"), ["O preço foi gravado.",
            "O preço foi gravado. Não foi mantido: dataFim."]);
        assert_eq!(told("erro"), ["O produto não foi encontrado.", "sku: é obrigatório.",
            "precoPor: é obrigatório.",
            "precoDe: deve ser maior ou igual a precoPor."]);
        // what interface A sees, and what is offered
        let in_a = app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!(in_a["preco"], json!({"precoDe": 9, "precoPor": 8}));
        assert_eq!(app.a.get("/sku/A/Canal/canal/Oferta?usuarioId=u").await.json_of(200)["preco"]["precoPor"],
            8);

        // the same again is done; another price is a change
        let again = async |item| b.post(&uri, &json!([item])).await.json_of(200);
        assert_eq!(again(json!({"sku": "A", "precoDe": 9, "precoPor": 8})).await["erro"], json!([]));
        assert_eq!(again(json!({"sku": "A", "precoPor": 8})).await["erro"][0]["detalhes"],
            "O produto já está na tabela, com outro preço.");
        for path in ["produtos", "produto"] {
            let change = json!([{"sku": "A", "precoPor": 7}, {"sku": "B", "precoPor": 7}]);
            let done = b.put(&format!("/tabelaPrecos/{id}/{path}"), &change).await.json_of(200);
            assert_eq!((&done["sucesso"][0]["sku"], &done["erro"][0]["detalhes"]), (&json!("A"),
                &json!("O produto não está na tabela de preços.")));
        }
        let listed = b.get(&format!("{uri}?quantidadeRegistros=1&pagina=2")).await;
        assert_eq!((listed.header("x-total-count"), &listed.json()[0]["sku"]), ("2", &json!("C")));

        // what else is set in the channel stays
        app.a.patch("/sku/A/Canal/canal?usuarioId=u", &json!({"estoque": 3})).await.with_status(200);
        assert_eq!(b.delete(&format!("{one}/A")).await.json_of(200), json!(true));
        let left = app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!((&left["preco"], &left["estoque"]), (&json!(null), &json!(3)));
        b.delete(&format!("{one}/C")).await.with_status(200);
        app.a.get("/sku/C/Canal/canal?usuarioId=u").await.with_status(404);
        refusal(b.delete(&format!("{one}/C")).await, 404, "tabela de preços");

        // the store's own list is its SKUs
        assert_eq!(b.get("/tabelaPrecos/0/produtos").await.header("x-total-count"), "3");
        b.put("/tabelaPrecos/0/produtos", &json!([{"sku": "B", "precoPor": 50}])).await.with_status(200);
        assert_eq!(app.a.get("/sku/B?usuarioId=u").await.json_of(200)["precoPor"], 50);
        refusal(b.delete("/tabelaPrecos/0/B").await, 422, "tabela da loja");
        for answer in [b.post("/tabelaPrecos", &json!({"nome": "x"})).await, b.put(&one,
            &json!({"ativo": false})).await, b.delete(&one).await] {
            refusal(answer, 422, "que a aplicação cria, altera e exclui");
        }
        refusal(b.delete("/tabelaPrecos/99").await, 404, "tabela");
        b.put("/centrosdistribuicao/1/prioridade", &json!({"incrementoOrdem": 1,
            "desativarPriorizacao": true})).await.with_status(200);
        refusal(b.put("/centrosdistribuicao/2/prioridade", &json!({})).await, 404, "centro");
        refusal(b.put("/centrosdistribuicao/1/prioridade", &json!({"incrementoOrdem": "x"})).await, 400,
            "incrementoOrdem");
    }
}
