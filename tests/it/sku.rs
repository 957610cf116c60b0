//! Sku: what a store sells. Tolerant reading, exact prices, stock that never falls below zero.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestClient, models};

async fn with_usuario(app: &TestApp) {
    app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
}

async fn create(app: &TestApp, sku: &Value) -> Answer {
    app.a.post("/sku?usuarioId=u", sku).await
}

/// The codes that a search finds, in order.
async fn codes(client: &TestClient, query: &str) -> Vec<String> {
    let page = client.get(&format!("/sku?usuarioId=u&{query}")).await.json_of(200);
    let found: Vec<String> =
        page["resultado"].as_array().unwrap().iter().map(|s| s["sku"].as_str().unwrap().to_owned()).collect();
    assert_eq!(page["metadados"]["total"], found.len(), "{query}");
    found
}

async fn estoque(app: &TestApp, sku: &str) -> Value {
    app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"].clone()
}

on_both_databases! {
    async fn a_sku_with_its_defaults(app: TestApp) {
        with_usuario(&app).await;
        let created = create(&app, &json!({ "sku": "S/1", "nome": "N" })).await.with_status(201);
        assert_eq!(created.header("location"), "/sku/S%2F1?usuarioId=u");
        let Value::Object(mut expected) = models::sku("S/1") else { panic!("no object") };
        for (member, value) in &mut expected {
            *value = match (member.as_str(), &*value) {
                ("sku", _) => continue,
                ("nome", _) => json!("N"),
                ("ativo", _) => json!(true),
                (_, Value::String(_)) => json!(""),
                (_, Value::Number(_)) => json!(0),
                (_, Value::Array(_)) => json!([]),
                _ => panic!("{member}: no default is known"),
            };
        }
        let expected = Value::Object(expected);
        assert_eq!(created.json(), expected);
        assert_eq!(create(&app, &json!({ "sku": "S/1", "nome": "N" })).await.json_of(200), expected);
        create(&app, &json!({ "sku": "S/1", "nome": "N", "estoque": 1 })).await.with_status(409);
        // everything comes back as it went in
        let full = app.a.put("/sku/S%2F1?usuarioId=u", &models::sku("S/1")).await.json_of(200);
        assert_eq!(full, models::sku("S/1"));
        assert_eq!(app.a.get("/sku/S%2F1?usuarioId=u").await.json_of(200), full);
        // and what is left out of a replacement falls back to its default
        assert_eq!(app.a.put("/sku/S%2F1?usuarioId=u", &json!({ "nome": "N" })).await.json_of(200), expected);
        // the same code is another SKU for another user
        app.a.post("/Usuario", &models::usuario("v")).await.with_status(201);
        app.a.post("/sku?usuarioId=v", &models::sku("S/1")).await.with_status(201);
        assert_eq!(app.a.get("/sku/S%2F1?usuarioId=u").await.json_of(200), expected);
    }

    async fn input_is_read_in_all_of_its_spellings(app: TestApp) {
        with_usuario(&app).await;
        for (input, member, parsed) in [
            (json!({ "parentId": "G" }), "parentId", json!("G")),
            (json!({ "produtoId": "G" }), "parentId", json!("G")),
            (json!({ "produtod": "G" }), "parentId", json!("G")),
            (json!({ "produtod": "X", "produtoId": "Y", "parentId": "G" }), "parentId", json!("G")),
            (json!({ "ativo": 0 }), "ativo", json!(false)),
            (json!({ "ativo": 1 }), "ativo", json!(true)),
            (json!({ "ativo": null }), "ativo", json!(true)),
            (json!({ "estoque": "7" }), "estoque", json!(7)),
            (json!({ "estoque": 7.0 }), "estoque", json!(7)),
            (json!({ "precoPor": "12.30" }), "precoPor", json!(12.3)),
            (json!({ "desconhecido": { "a": [] }, "marca": "M" }), "marca", json!("M")),
        ] {
            let mut body = json!({ "nome": "N" });
            body.as_object_mut().unwrap().extend(input.as_object().unwrap().clone());
            let stored = app.a.put("/sku/S?usuarioId=u", &body).await;
            assert!(stored.status < 300, "{input}: {stored:?}");
            assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()[member], parsed, "{input}");
            assert!(stored.json().get("produtoId").is_none() && stored.json().get("produtod").is_none());
        }
        // a patch knows the aliases too, and null takes away
        for (merge_patch, parsed) in [(json!({ "produtoId": "H" }), "H"), (json!({ "produtod": null }), "")] {
            let changed = app.a.patch("/sku/S?usuarioId=u", &merge_patch).await.json_of(200);
            assert_eq!(changed["parentId"], parsed);
        }
    }

    async fn measures_are_rounded_up_and_the_answer_says_so(app: TestApp) {
        with_usuario(&app).await;
        let body = json!({ "sku": "S", "nome": "N", "peso": 0.35, "altura": "2.5", "largura": 3.0 });
        let made = app.a.post("/sku?usuarioId=u", &body).await.with_status(201);
        let put = app.a.put("/sku/S?usuarioId=u", &body).await.with_status(200);
        let patched = app.a.patch("/sku/S?usuarioId=u", &json!({ "altura": 2.4, "peso": 0.1 })).await;
        for answer in [&made, &put, &patched] {
            let told: Vec<_> = answer.headers.get_all("x-aviso").iter().collect();
            assert_eq!(told, ["medida-arredondada; altura", "medida-arredondada; peso"], "{answer:?}");
            let shown = ["peso", "altura", "largura"].map(|name| answer.json()[name].clone());
            assert_eq!(shown, [1, 3, 3]);
        }
        let batch = app.a.post("/sku/Lote?usuarioId=u", &json!([body, { "sku": "T", "nome": "N" }])).await;
        assert_eq!(batch.json()[0]["avisos"].as_array().unwrap().len(), 2, "{batch:?}");
        assert!(batch.json()[1].get("avisos").is_none());
        let refused = app.a.put("/sku/S?usuarioId=u", &json!({ "nome": "N", "peso": -0.5 })).await;
        assert_eq!(refused.with_status(400).problems(), ["peso: deve ser maior ou igual a zero"]);
    }

    async fn prices_keep_every_digit(app: TestApp) {
        with_usuario(&app).await;
        create(&app, &json!({ "sku": "S", "nome": "N" })).await.with_status(201);
        for (written, parsed) in [
            ("0.1", "0.1"),
            ("0.30", "0.3"),
            ("1e2", "100"),
            ("12345e-4", "1.2345"),
            ("99999999999.9999", "99999999999.9999"),
            ("0.0001", "0.0001"),
            ("1.00000", "1"),
            ("-0", "0"),
            ("\"19.90\"", "19.9"),
        ] {
            let body = format!("{{\"precoPor\": {written}}}");
            let headers = [("content-type", "application/json")];
            let put = reqwest::Method::PUT;
            let done = app.a.send(put, "/sku/S/Preco?usuarioId=u", &headers, Some(body)).await.with_status(200);
            assert_eq!(done.text(), format!(r#"{{"sku":"S","precoDe":0,"precoPor":{parsed}}}"#));
            let sku = app.a.get("/sku/S?usuarioId=u").await.text();
            assert!(sku.contains(&format!(r#""precoPor":{parsed},"#)), "{written}: {sku}");
        }
        for written in ["1.00001", "100000000000", "1e11", "1e400", "1e-400", "-1", "\"NaN\"", "\"1,5\"", "true"] {
            let body = format!("{{\"precoPor\": {written}}}");
            let headers = [("content-type", "application/json")];
            let put = reqwest::Method::PUT;
            let refused = app.a.send(put, "/sku/S/Preco?usuarioId=u", &headers, Some(body)).await.with_status(400);
            assert!(refused.problems()[0].starts_with("precoPor: "), "{written}: {refused:?}");
        }
    }

    async fn the_price_before_is_not_below_the_price_now(app: TestApp) {
        with_usuario(&app).await;
        create(&app, &models::sku("S")).await.with_status(201);
        for (from, by, good) in [(10, 10, true), (0, 10, true), (10, 0, true), (9, 10, false)] {
            let preco = json!({ "precoDe": from, "precoPor": by });
            let answer = app.a.put("/sku/S/Preco?usuarioId=u", &preco).await;
            if good {
                answer.with_status(200);
            } else {
                assert_eq!(answer.with_status(400).problems(), ["precoDe: deve ser maior ou igual a precoPor"]);
                let sku = models::with(models::with(models::sku("T"), "/precoDe", json!(from)), "/precoPor", json!(by));
                let refused = create(&app, &sku).await.with_status(400);
                assert_eq!(refused.problems(), ["precoDe: deve ser maior ou igual a precoPor"]);
            }
        }
        // a patch is judged by what comes out of it
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoDe": 20, "precoPor": 10 })).await.with_status(200);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "precoPor": 20.0001 })).await.with_status(400);
        app.a.put("/sku/Z/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await.with_status(404);
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoDe": 1 })).await.with_status(400);
    }

    async fn stock_is_set_or_varied_and_never_below_zero(app: TestApp) {
        with_usuario(&app).await;
        create(&app, &models::sku("S")).await.with_status(201);
        let change = async |body: Value| app.a.put("/sku/S/Estoque?usuarioId=u", &body).await;
        for (body, stays) in [
            (json!({ "estoque": 5 }), 5),
            (json!({ "variacao": 3 }), 8),
            (json!({ "variacao": -8 }), 0),
            (json!({ "variacao": 0 }), 0),
            (json!({ "variacao": i32::MAX }), i32::MAX),
            (json!({ "estoque": 4, "variacao": null }), 4),
        ] {
            assert_eq!(change(body).await.json_of(200), json!({ "sku": "S", "estoque": stays }));
            assert_eq!(estoque(&app, "S").await, stays);
        }
        // the largest fall is one too many for the largest stock
        change(json!({ "estoque": i32::MAX })).await.with_status(200);
        change(json!({ "variacao": i32::MIN })).await.with_status(409);
        change(json!({ "estoque": 4 })).await.with_status(200);
        for body in [json!({ "variacao": -5 }), json!({ "variacao": i32::MAX }), json!({ "variacao": i32::MIN })] {
            let refused = change(body).await.with_status(409);
            assert!(refused.json()["message"].as_str().unwrap().contains('4'), "{refused:?}");
            assert_eq!(estoque(&app, "S").await, 4);
        }
        for (body, problem) in [
            (json!({}), "estoque: é obrigatório quando variacao não é informada"),
            (json!({ "estoque": 1, "variacao": 1 }), "variacao: não pode ser informada junto com estoque"),
            (json!({ "estoque": "" }), "estoque: é obrigatório quando variacao não é informada"),
            (json!({ "variacao": 0.5 }), "variacao: deve ser um número inteiro"),
            (json!({ "variacao": 2_147_483_648_i64 }), "variacao: está fora do intervalo de um inteiro de 32 bits"),
        ] {
            assert_eq!(change(body).await.with_status(400).problems(), [problem]);
        }
        app.a.put("/sku/Z/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(404);
        assert_eq!(estoque(&app, "S").await, 4);
    }

    async fn a_stock_below_zero_is_none_and_an_empty_one_stays(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        let stays = json!({ "sku": "S", "nome": "Outro", "precoPor": 10, "estoque": " ", "peso": "", "ativo": "" });
        for (method, path, body, stock, told) in [
            (Method::PUT, "/sku/S/Estoque", json!({ "estoque": -3 }), 0, "estoque-negativo; estoque"),
            (Method::PUT, "/sku/S", json!({ "nome": "Outro", "estoque": 7 }), 7, ""),
            (Method::PUT, "/sku/S", stays.clone(), 7, "valor-vazio; estoque"),
            (Method::PATCH, "/sku/S", json!({ "estoque": "", "marca": "" }), 7, "valor-vazio; estoque"),
            (Method::PATCH, "/sku/S", json!({ "estoque": -1 }), 0, "estoque-negativo; estoque"),
            (Method::PUT, "/sku/S", json!({ "nome": "Outro", "estoque": "-2" }), 0, "estoque-negativo; estoque"),
        ] {
            let answer = app.a.json(method.clone(), &format!("{path}?usuarioId=u"), &body).await.with_status(200);
            assert_eq!((answer.header("x-aviso"), estoque(&app, "S").await), (told, json!(stock)), "{method} {body}");
        }
        app.a.put("/sku/Z/Estoque?usuarioId=u", &json!({ "estoque": -1 })).await.with_status(404);
        // in a batch each item tells its own
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 5 })).await.with_status(200);
        let lote = json!([stays, { "sku": "T", "nome": "T", "estoque": -9 }, { "sku": "N", "nome": "N", "estoque": "" }]);
        let done = app.a.post("/sku/Lote?usuarioId=u", &lote).await.json_of(200);
        let (empty, negative) = ("O valor vazio de estoque não foi considerado.", "O valor negativo de estoque foi gravado como zero.");
        let told: Vec<_> = done.as_array().unwrap().iter().map(|item| (&item["status"], &item["avisos"][0])).collect();
        assert_eq!(json!(told), json!([[200, empty], [200, negative], [201, empty]]));
        assert_eq!([estoque(&app, "S").await, estoque(&app, "T").await, estoque(&app, "N").await], [5, 0, 0].map(Value::from));
        let lote = json!([{ "sku": "S", "estoque": -1 }, { "sku": "T", "variacao": -1 }]);
        let done = app.a.post("/sku/Estoque/Lote?usuarioId=u", &lote).await.json_of(200);
        assert_eq!((&done[0]["avisos"], &done[0]["status"], &done[1]["status"]), (&json!([negative]), &json!(200), &json!(409)));
        assert_eq!(estoque(&app, "S").await, 0);
        let ledger = app.a.get("/sku/S/Movimento?usuarioId=u").await.json_of(200);
        assert!(ledger["resultado"].as_array().unwrap().iter().all(|row| row["estoque"].as_i64() >= Some(0)), "{ledger}");
        let in_canal = app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "estoque": -4 })).await.with_status(201);
        assert_eq!((in_canal.header("x-aviso"), &in_canal.json()["estoque"]), ("estoque-negativo; estoque", &json!(0)));
    }

    async fn searches(app: TestApp) {
        with_usuario(&app).await;
        let sku = |code: &str, grupo: &str, marca: &str, name: &str, active: bool, gtin: &str| {
            json!({ "sku": code, "parentId": grupo, "marca": marca, "nome": name, "ativo": active, "gtin": gtin })
        };
        for new in [
            sku("b", "G1", "Ação", "Tênis de corrida", true, "7891000315507"),
            sku("a", "G1", "Outra", "Camisa 100% algodão", true, ""),
            sku("c", "G2", "Ação", "CAMISETA_LISA", false, "96385074"),
        ] {
            create(&app, &new).await.with_status(201);
        }
        for (query, expected) in [
            ("", vec!["b", "a", "c"]),
            ("sku=a", vec!["a"]),
            ("sku=A", vec![]),
            ("parentId=G1", vec!["b", "a"]),
            ("parent_id=G1&ativo=1&marca=Outra", vec!["a"]),
            ("marca=A%C3%A7%C3%A3o", vec!["b", "c"]),
            ("marca=acao", vec![]),
            ("gtin=96385074", vec!["c"]),
            // GTINs are one number with and without zeros before them
            ("gtin=07891000315507", vec!["b"]),
            ("gtin=0000096385074", vec!["c"]),
            ("busca=07891000315507", vec!["b"]),
            ("ativo=false", vec!["c"]),
            // a search knows neither case nor accents, and looks at code, name, brand and GTIN
            ("busca=tenis", vec!["b"]),
            ("busca=T%C3%8ANIS", vec!["b"]),
            ("busca=acao", vec!["b", "c"]),
            ("busca=camis", vec!["a", "c"]),
            ("busca=0003155", vec!["b"]),
            // its characters stand for themselves
            ("busca=100%25", vec!["a"]),
            ("busca=%25", vec!["a"]),
            ("busca=_", vec!["c"]),
            ("busca=%5C", vec![]),
            ("busca=camis&ativo=true", vec!["a"]),
        ] {
            assert_eq!(codes(&app.a, query).await, expected, "{query}");
        }
    }

    async fn a_sku_with_orders_stays(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        app.a.put("/sku/T/Canal/canal?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(201);
        app.create_pedido("u", &models::pedido("canal", "P", "S")).await;
        app.a.delete("/sku/S?usuarioId=u").await.with_status(409);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "ativo": false })).await.with_status(200);
        app.a.delete("/sku/T?usuarioId=u").await.with_status(204);
        app.a.delete("/sku/T?usuarioId=u").await.with_status(404);
        app.a.get("/sku/T?usuarioId=u").await.with_status(404);
        assert_eq!(codes(&app.a, "").await, ["S"]);
        assert_eq!(app.a.get("/Canal/canal/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
        // a new one of the same code begins anew, at the end of the list
        create(&app, &models::sku("T")).await.with_status(201);
        assert_eq!(app.a.get("/sku/T/Canal?usuarioId=u").await.json_of(200), json!([]));
        assert_eq!(codes(&app.a, "").await, ["S", "T"]);
    }

    async fn a_search_has_a_longest_text(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let problem = "busca: deve ter no máximo 200 caracteres";
        for path in ["/sku?usuarioId=u", "/Canal/canal/Categoria?usuarioId=u"] {
            // with what the pattern has to escape, and what folding makes longer
            for letter in ["a", "%25", "_", "%C3%A6", "%F0%9F%8E%88"] {
                app.a.get(&format!("{path}&busca={}", letter.repeat(200))).await.with_status(200);
                for long in [201, 5000] {
                    let refused = app.a.get(&format!("{path}&busca={}", letter.repeat(long))).await;
                    assert_eq!(refused.with_status(400).problems(), [problem]);
                }
            }
        }
    }
}
