//! `…/Lote`: up to 500 items, each with its own outcome in the order of the input; or all, or none.

use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, models};

/// What an answer says of each item: key, status, and the problems of the refused.
fn results(answer: Answer) -> Vec<(String, u64, Vec<String>)> {
    let list = answer.json_of(200);
    let list = list.as_array().unwrap();
    list.iter()
        .enumerate()
        .map(|(i, item)| {
            assert_eq!(item["indice"], i);
            let status = item["status"].as_u64().unwrap();
            assert_eq!(item["erro"].is_null(), status < 300, "{item}");
            let problems = item["erro"]["validationErrors"].as_array().into_iter().flatten();
            let problems = problems.map(|p| p.as_str().unwrap().to_owned()).collect();
            (item["chave"].as_str().unwrap().to_owned(), status, problems)
        })
        .collect()
}

fn status(answer: Answer) -> Vec<u64> {
    results(answer).into_iter().map(|(_, status, _)| status).collect()
}

/// The batches of the document, addressed to what [`fill`] has made.
fn lotes() -> Vec<String> {
    let operations = Contract::a().operations();
    let with_mode = operations.iter().filter(|o| o.parameters("query").contains(&"modo"));
    let lotes: Vec<String> =
        with_mode.map(|o| format!("{}?usuarioId=u", o.model.replace("{canalId}", "canal"))).collect();
    assert!(lotes.iter().all(|l| l.contains("/Lote?") && !l.contains('{')), "{lotes:?}");
    lotes
}

/// A batch of three items, the second of which is refused; and where to see whether the first was done.
struct Case {
    path: &'static str,
    itens: Value,
    keys: [String; 3],
    status: [u64; 3],
    seen: String,
}

/// A store with two SKUs, a channel and an order, and a batch of every kind for it.
async fn fill(app: &TestApp) -> Vec<Case> {
    app.loja_with_skus("u", &["S", "T"]).await;
    let pedido = app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].clone();
    let other = app.create_pedido("u", &models::pedido("canal", "Q", "S")).await["pedidoId"].clone();
    let keys = |keys: [&str; 3]| keys.map(str::to_owned);
    vec![
        Case {
            path: "/sku/Lote?usuarioId=u",
            itens: json!([
                models::with(models::sku("S"), "/estoque", json!(99)), { "sku": "ruim", "nome": "" }, models::sku("novo"),
            ]),
            keys: keys(["S", "ruim", "novo"]),
            status: [200, 400, 201],
            seen: "/sku/S?usuarioId=u".to_owned(),
        },
        Case {
            path: "/sku/Estoque/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "variacao": 1 }, { "sku": "T", "variacao": -999 }, { "sku": "T", "estoque": 7 }]),
            keys: keys(["S", "T", "T"]),
            // the key stands there a second time
            status: [200, 409, 400],
            seen: "/sku/S?usuarioId=u".to_owned(),
        },
        Case {
            path: "/sku/Preco/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "precoPor": 1.5 }, { "sku": "nenhum", "precoPor": 1 }, { "sku": "T", "precoDe": 0, "precoPor": 2 }]),
            keys: keys(["S", "nenhum", "T"]),
            status: [200, 404, 200],
            seen: "/sku/S?usuarioId=u".to_owned(),
        },
        Case {
            path: "/Canal/canal/sku/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "estoque": 3 }, { "sku": "nenhum" }, { "sku": "T", "canalId": "canal" }]),
            keys: keys(["S", "nenhum", "T"]),
            status: [201, 404, 201],
            seen: "/Canal/canal/sku?usuarioId=u".to_owned(),
        },
        Case {
            path: "/Pedido/Lote?usuarioId=u",
            itens: json!([
                models::pedido("canal", "N", "S"),
                models::pedido("nenhum", "M", "S"),
                models::pedido("canal", "P", "S"),
            ]),
            keys: keys(["N", "M", "P"]),
            status: [201, 400, 200],
            seen: "/Pedido?usuarioId=u".to_owned(),
        },
        Case {
            path: "/Pedido/Status/Lote?usuarioId=u",
            itens: json!([
                { "pedidoId": pedido, "status": "Enviado" }, { "pedidoId": other, "status": "AguardandoPagamento" },
                { "pedidoId": 999_999, "status": "Pago" },
            ]),
            keys: [pedido.to_string(), other.to_string(), "999999".to_owned()],
            status: [200, 409, 404],
            seen: format!("/Pedido/{pedido}?usuarioId=u"),
        },
    ]
}

on_both_databases! {
    async fn one_bad_item_does_not_hide_the_others(app: TestApp) {
        for Case { path, itens, keys, status, seen } in fill(&app).await {
            let before = app.a.get(&seen).await.with_status(200).corpo;
            // the default, and in any case of letters
            let mode = if path.contains("sku") { "" } else { "&modo=PARCIAL" };
            let outcomes = results(app.a.post(&format!("{path}{mode}"), &itens).await);
            for (i, (key, said, _)) in outcomes.iter().enumerate() {
                assert_eq!((key, *said), (&keys[i], status[i]), "{path}: {outcomes:?}");
            }
            assert_ne!(app.a.get(&seen).await.with_status(200).corpo, before, "{path}");
        }
    }

    async fn all_or_nothing_does_nothing_when_one_is_bad(app: TestApp) {
        for Case { path, itens, status, seen, .. } in fill(&app).await {
            let before = app.a.get(&seen).await.with_status(200).corpo;
            let undone = app.a.post(&format!("{path}&modo=tudoOuNada"), &itens).await;
            for (item, said) in results(undone).iter().zip(status) {
                // the good ones are told that it was not them
                assert_eq!(item.1, if said < 300 { 424 } else { said }, "{path}: {item:?}");
            }
            assert_eq!(app.a.get(&seen).await.with_status(200).corpo, before, "{path}");
            // without the bad ones all of it is done
            let valid: Vec<&Value> =
                itens.as_array().unwrap().iter().zip(status).filter(|(_, s)| *s < 300).map(|(item, _)| item).collect();
            let outcomes = results(app.a.post(&format!("{path}&modo=tudoOuNada"), &json!(valid)).await);
            assert!(outcomes.iter().all(|(_, said, _)| *said < 300), "{path}: {outcomes:?}");
            assert_ne!(app.a.get(&seen).await.with_status(200).corpo, before, "{path}");
        }
    }

    async fn problems_are_told_item_by_item_from_the_item_on(app: TestApp) {
        fill(&app).await;
        let itens = json!([
            { "sku": "A", "nome": "", "estoque": 0.5, "imagens": ["x"] }, 7, { "nome": "sem chave" }, { "sku": 5, "nome": [] }, null,
        ]);
        let nothing = Vec::<String>::new;
        let texts = |t: &[&str]| t.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        assert_eq!(results(app.a.post("/sku/Lote?usuarioId=u", &itens).await), [
            ("A".to_owned(), 400, texts(&[
                "nome: deve ter de 1 a 300 caracteres", "estoque: deve ser um número inteiro",
                "imagens[0]: deve ser um endereço http ou https completo",
            ])),
            (String::new(), 400, texts(&["deve ser um objeto"])),
            (String::new(), 400, texts(&["sku: é obrigatório"])),
            ("5".to_owned(), 400, texts(&["nome: deve ser um texto"])),
            (String::new(), 400, texts(&["deve ser um objeto"])),
        ]);
        let mut pedido = models::pedido("canal", "N", "S");
        pedido["produtos"] = json!([{ "sku": "S", "quantidade": 1, "preco": 1 }, { "sku": "S", "quantidade": 0, "preco": 1 }]);
        let said = results(app.a.post("/Pedido/Lote?usuarioId=u", &json!([pedido])).await);
        assert_eq!(said[0].2, ["produtos[1].quantidade: deve ser maior ou igual a 1"]);
        let illegal = results(app.a.post("/Pedido/Status/Lote?usuarioId=u", &json!([{ "pedidoId": 1, "status": "AguardandoPagamento" }])).await);
        assert_eq!(illegal[0].2, ["status: pode passar para Faturado, Enviado, Entregue, Cancelado"]);
        assert_eq!(nothing(), illegal[0].2[1..]);
    }

    async fn a_key_twice_is_refused_the_second_time(app: TestApp) {
        fill(&app).await;
        let itens = json!([{ "sku": "S", "variacao": 1 }, { "sku": "S", "variacao": 1 }, { "sku": "s", "variacao": 1 }]);
        assert_eq!(status(app.a.post("/sku/Estoque/Lote?usuarioId=u", &itens).await), [200, 400, 404]);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["estoque"], 11);
        // the same sourceId in two channels is two orders
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        let pedido = |canal: &str| models::pedido(canal, "N", "S");
        let itens = json!([pedido("canal"), pedido("outro"), pedido("canal")]);
        assert_eq!(status(app.a.post("/Pedido/Lote?usuarioId=u", &itens).await), [201, 201, 400]);
    }

    async fn orders_get_their_numbers(app: TestApp) {
        fill(&app).await;
        let other = models::with(models::pedido("canal", "Q", "S"), "/juros", json!(1));
        let itens = json!([models::pedido("canal", "N", "S"), models::pedido("canal", "P", "S"), other]);
        let outcomes = app.a.post("/Pedido/Lote?usuarioId=u", &itens).await.json_of(200);
        let (new, old) = (&outcomes[0]["pedidoId"], &outcomes[1]["pedidoId"]);
        // what is odd about one of them is said beside it
        let odd = json!([models::pedido("canal", "W", "fora do catálogo")]);
        let accepted = app.a.post("/Pedido/Lote?usuarioId=u", &odd).await.json_of(200);
        assert_eq!(accepted[0]["avisos"], json!(["O SKU fora do catálogo não está cadastrado."]));
        assert_eq!(outcomes[0].get("avisos"), None);
        assert_eq!(app.a.get(&format!("/Pedido/{new}?usuarioId=u")).await.json_of(200)["sourceId"], "N");
        assert_eq!((&outcomes[1]["status"], old), (&json!(200), &json!(1)));
        // other content under the same key
        assert_eq!((&outcomes[2]["status"], outcomes[2].get("pedidoId")), (&json!(409), None));
        let moved = json!([{ "pedidoId": new, "status": "Faturado" }, { "pedidoId": old, "status": "Faturado" }]);
        let outcomes = app.a.post("/Pedido/Status/Lote?usuarioId=u", &moved).await.json_of(200);
        assert_eq!((&outcomes[0]["pedidoId"], &outcomes[1]["pedidoId"]), (new, old));
        // what came in together is as what came in alone
        let together = app.a.get(&format!("/Pedido/{new}?usuarioId=u")).await.json();
        let so = app.create_pedido("u", &models::pedido("canal", "O", "S")).await;
        for member in ["usuario", "endereco", "produtos", "frete", "informacaoAdicional", "total", "data"] {
            assert_eq!(together[member], so[member], "{member}");
        }
        let historico = |id: &Value| format!("/Pedido/{id}/Historico?usuarioId=u");
        assert_eq!(app.a.get(&historico(new)).await.json().as_array().unwrap().len(), 2);
    }

    async fn five_hundred_and_not_one_more(app: TestApp) {
        fill(&app).await;
        for lote in lotes() {
            let itens = |n: usize| json!(vec![json!({}); n]);
            // bad, but as many as may be
            let full = status(app.a.post(&lote, &itens(500)).await);
            assert_eq!((full.len(), full.iter().all(|s| *s == 400)), (500, true), "{lote}");
            let excess = app.a.post(&lote, &itens(501)).await.with_status(400);
            assert_eq!(excess.problems(), ["deve ter no máximo 500 itens"], "{lote}");
            assert_eq!(app.a.post(&lote, &json!([])).await.json_of(200), json!([]), "{lote}");
            let crooked = app.a.post(&lote, &json!({ "sku": "S" })).await.with_status(400);
            assert_eq!(crooked.problems(), ["deve ser uma lista"], "{lote}");
            let mode = app.a.post(&format!("{lote}&modo=tudo"), &json!([])).await.with_status(400);
            assert_eq!(mode.problems(), ["modo: deve ser um destes valores: parcial, tudoOuNada"], "{lote}");
        }
        let many: Vec<Value> = (0..500).map(|n| models::sku(&format!("M{n:03}"))).collect();
        let outcomes = results(app.a.post("/sku/Lote?usuarioId=u", &json!(many)).await);
        assert!(outcomes.iter().enumerate().all(|(n, f)| f.0 == format!("M{n:03}") && f.1 == 201));
        let list = app.a.get("/sku?usuarioId=u&quantidade_registros=250&pagina=3").await.json();
        assert_eq!((&list["metadados"]["total"], &list["resultado"][0]["sku"]), (&json!(502), &json!("M498")));
        assert!(status(app.a.post("/sku/Lote?usuarioId=u", &json!(many)).await).iter().all(|s| *s == 200));
        let pedidos: Vec<Value> = (0..500).map(|n| models::pedido("canal", &format!("L{n}"), "S")).collect();
        assert!(status(app.a.post("/Pedido/Lote?usuarioId=u", &json!(pedidos)).await).iter().all(|s| *s == 201));
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 502);
    }

    async fn a_batch_may_be_larger_than_another_body(app: TestApp) {
        fill(&app).await;
        let big = |code: &str| models::with(models::sku(code), "/descricao", json!("x".repeat(99_000)));
        let itens: Vec<Value> = (0..30).map(|n| big(&format!("G{n}"))).collect();
        assert!(json!(itens).to_string().len() > 2 << 20);
        assert!(status(app.a.post("/SKU/lote?usuarioId=u", &json!(itens)).await).iter().all(|s| *s == 201));
        let huge = vec![b' '; (8 << 20) + 1];
        let headers = [("content-type", "application/json")];
        for lote in lotes() {
            let method = reqwest::Method::POST;
            app.a.send(method, &lote, &headers, Some(huge.clone())).await.with_status(413);
        }
    }
}
