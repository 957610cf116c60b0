//! Oferta: what a channel should show of a SKU, and why. One rule at a time, then the filter in SQL against
//! the rule of the domain over random data.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::concurrency::following;
use crate::support::{TestApp, models};

/// A channel of Mercado Livre, whose smallest parcel is 11 × 2 × 16 cm and 50 g.
fn mercado_livre(id: &str) -> Value {
    json!({
        "canalId": id, "nome": "ML", "tipoCanal": "MercadoLivre",
        "configuracoesAdicionais": [{ "codigo": "sellerId", "valor": "1" }],
    })
}

async fn with_canal(app: &TestApp, canal: &Value) {
    app.loja_with_skus("u", &["S"]).await;
    app.a.post("/Canal?usuarioId=u", canal).await.with_status(201);
}

async fn oferta(app: &TestApp, canal: &str) -> Value {
    app.a.get(&format!("/sku/S/Canal/{canal}/Oferta?usuarioId=u")).await.json_of(200)
}

async fn change(app: &TestApp, path: &str, body: Value) {
    app.a.patch(&format!("{path}?usuarioId=u"), &body).await.with_status(200);
}

/// The rule that gave a member its value.
fn rule<'a>(oferta: &'a Value, field: &str) -> &'a str {
    let motivos = oferta["motivos"].as_array().unwrap();
    motivos.iter().find(|m| m["campo"] == field).unwrap()["regra"].as_str().unwrap()
}

fn impedimentos(oferta: &Value) -> Vec<&str> {
    let list = oferta["impedimentos"].as_array().unwrap();
    assert_eq!(oferta["publicavel"], list.is_empty());
    assert!(list.iter().all(|i| i["mensagem"].as_str().unwrap().ends_with('.')), "{list:?}");
    list.iter().map(|i| i["codigo"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn every_member_has_a_value_and_a_reason(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        let o = oferta(&app, "canal").await;
        let mut values = o.clone();
        for member in ["motivos", "impedimentos", "dataAlteracao"] {
            values = models::without(values, member);
        }
        assert_eq!(values, json!({
            "sku": "S", "canalId": "canal", "codigo": "S", "estoque": 10, "ativo": true,
            "preco": { "precoDe": 129.9, "precoPor": 99.9 },
            "largura": 10, "altura": 20, "comprimento": 30, "peso": 400,
            // the channel's day and the SKU's two
            "prazo": 3, "grupo": "GRUPO", "publicavel": true,
        }));
        let mut fields: Vec<&str> =
            o["motivos"].as_array().unwrap().iter().map(|m| m["campo"].as_str().unwrap()).collect();
        fields.sort_unstable();
        assert_eq!(fields, [
            "altura", "ativo", "codigo", "comprimento", "estoque", "grupo", "largura", "peso", "prazo", "preco",
        ]);
        assert!(impedimentos(&o).is_empty());
        // the list says the same
        assert_eq!(app.a.get("/Canal/canal/Oferta?usuarioId=u").await.json()["resultado"], json!([o]));
        app.a.get("/sku/X/Canal/canal/Oferta?usuarioId=u").await.with_status(404);
        app.a.get("/sku/S/Canal/x/Oferta?usuarioId=u").await.with_status(404);
        app.a.get("/Canal/x/Oferta?usuarioId=u").await.with_status(404);
    }

    async fn stock_is_the_channels_or_its_share_rounded_down(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        for (estoque, percentual, shown) in
            [(10, 100, 10), (10, 33, 3), (10, 99, 9), (1, 99, 0), (10, 0, 0), (0, 100, 0), (i32::MAX, 99, 2_126_008_810)]
        {
            change(&app, "/sku/S", json!({ "estoque": estoque })).await;
            change(&app, "/Canal/canal", json!({ "percentualEstoque": percentual })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["estoque"], rule(&o, "estoque")), (&json!(shown), "PercentualDoEstoque"));
            // being sold out is no reason not to be shown
            assert!(impedimentos(&o).is_empty());
        }
        for estoque in [0, 77] {
            app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "estoque": estoque })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["estoque"], rule(&o, "estoque")), (&json!(estoque), "EstoqueDoCanal"));
        }
    }

    async fn the_price_is_the_channels_or_the_skus(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        let o = oferta(&app, "canal").await;
        assert_eq!(rule(&o, "preco"), "PrecoDoSku");
        let preco = json!({ "precoDe": 5.5, "precoPor": 5 });
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "preco": preco })).await.with_status(201);
        let o = oferta(&app, "canal").await;
        assert_eq!((&o["preco"], rule(&o, "preco")), (&preco, "PrecoDoCanal"));
        // a channel's price of zero is a price, and one that cannot be published
        change(&app, "/sku/S/Canal/canal", json!({ "preco": { "precoPor": 0 } })).await;
        assert_eq!(impedimentos(&oferta(&app, "canal").await), ["SemPreco"]);
        change(&app, "/sku/S/Canal/canal", json!({ "preco": null })).await;
        assert!(impedimentos(&oferta(&app, "canal").await).is_empty());
        change(&app, "/sku/S", json!({ "precoPor": 0 })).await;
        assert_eq!(impedimentos(&oferta(&app, "canal").await), ["SemPreco"]);
    }

    async fn all_four_must_be_active(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await.with_status(201);
        assert_eq!(rule(&oferta(&app, "canal").await, "ativo"), "TudoAtivo");
        for (path, impedimento) in [
            ("/sku/S/Canal/canal", "SkuCanalInativo"),
            ("/sku/S", "SkuInativo"),
            ("/Canal/canal", "CanalInativo"),
            ("/Usuario/u", "UsuarioInativo"),
        ] {
            change(&app, path, json!({ "ativo": false })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["ativo"], rule(&o, "ativo")), (&json!(false), "AlgoInativo"));
            assert_eq!(impedimentos(&o), [impedimento]);
            change(&app, path, json!({ "ativo": true })).await;
            assert_eq!(oferta(&app, "canal").await["ativo"], true);
        }
    }

    async fn the_code_is_the_skus_or_one_that_never_changes(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        app.a.post("/sku?usuarioId=u", &models::sku("T")).await.with_status(201);
        let o = oferta(&app, "canal").await;
        assert_eq!((&o["codigo"], rule(&o, "codigo")), (&json!("S"), "CodigoDoSku"));
        change(&app, "/Canal/canal", json!({ "enviarSku": false })).await;
        let o = oferta(&app, "canal").await;
        let internal = o["codigo"].as_str().unwrap().to_owned();
        assert_eq!(rule(&o, "codigo"), "CodigoInterno");
        assert!(!internal.is_empty() && internal != "S");
        // unique, whatever the channel and the store
        let other = app.a.get("/sku/T/Canal/canal/Oferta?usuarioId=u").await.json_of(200)["codigo"].clone();
        app.loja_with_skus("v", &["S"]).await;
        app.a.patch("/Canal/canal?usuarioId=v", &json!({ "enviarSku": false })).await.with_status(200);
        let foreign = app.a.get("/sku/S/Canal/canal/Oferta?usuarioId=v").await.json_of(200)["codigo"].clone();
        assert!(other != internal && foreign != internal && other != foreign);
        // the same whatever becomes of the SKU
        app.a.put("/sku/S?usuarioId=u", &json!({ "nome": "Outro" })).await.with_status(200);
        app.a.post("/sku/Lote?usuarioId=u", &json!([models::sku("S")])).await.with_status(200);
        change(&app, "/Canal/canal", json!({ "enviarSku": true })).await;
        change(&app, "/Canal/canal", json!({ "enviarSku": false })).await;
        assert_eq!(oferta(&app, "canal").await["codigo"], internal.as_str());
    }

    async fn an_order_may_name_a_sku_by_the_code_that_its_channel_has(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        change(&app, "/Canal/canal", json!({ "enviarSku": false })).await;
        let code = oferta(&app, "canal").await["codigo"].as_str().unwrap().to_owned();
        let (b, order) = (app.b_as(app.loja("u")), |source: &str| models::pedido("canal", source, &code));
        let made = app.send_pedido("u", &order("1")).await.with_status(201);
        assert_eq!(made.header("x-aviso"), "");
        let (sku, id) = (made.json()["produtos"][0]["sku"].clone(), made.json()["pedidoId"].clone());
        assert_eq!(sku, "S");
        // in a batch, by the setting of another day, in another channel, beside the SKU's own code
        change(&app, "/Canal/canal", json!({ "enviarSku": true })).await;
        let (mut ml, mut both) = (order("2"), order("3"));
        ml["canalId"] = json!("ml");
        let line = both["produtos"][0].clone();
        both["produtos"] = json!([line, line]);
        both["produtos"][1]["sku"] = json!("S");
        let batch = app.a.post("/Pedido/Lote?usuarioId=u", &json!([ml, both])).await.json_of(200);
        assert_eq!((&batch[0]["status"], &batch[1]["status"]), (&json!(201), &json!(201)));
        let units = line["quantidade"].as_i64().unwrap();
        assert_eq!(app.a.get("/sku/S/Estoque?usuarioId=u").await.json()["reservado"], 4 * units);
        for sku in ["S", &code] {
            let found = app.a.get(&format!("/Pedido?usuarioId=u&sku={sku}")).await.json_of(200);
            assert_eq!(found["metadados"]["total"], 3, "{sku}");
            let found = b.get(&format!("/pedidos?sku={sku}")).await.with_status(200);
            assert_eq!(found.header("x-total-count"), "3", "{sku}");
        }
        let found = app.a.get(&format!("/Pedido?usuarioId=u&busca={code}")).await.json_of(200);
        assert_eq!(found["metadados"]["total"], 3);
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        assert!(record["itens"][0]["produtoVarianteId"].as_i64().unwrap() > 0);
        assert_eq!(record["itens"][0]["sku"], "S");
        app.a.delete("/sku/S?usuarioId=u").await.with_status(409);
        // the same order by either code
        let mut own = order("1");
        for sku in [code.as_str(), "S"] {
            own["produtos"][0]["sku"] = json!(sku);
            assert_eq!(app.send_pedido("u", &own).await.json_of(200)["pedidoId"], id);
        }
        // of another store, of a SKU that is not there
        let other = app.send_pedido("u", &models::pedido("canal", "4", "EP9999999999")).await.with_status(201);
        assert_eq!(other.header("x-aviso"), "sku-nao-cadastrado; EP9999999999");
        // nobody else's
        for taken in [code.as_str(), "EP9999999999"] {
            let refused = app.a.post("/sku?usuarioId=u", &models::sku(taken)).await.with_status(400).text();
            assert!(refused.contains("sku: não pode ter a forma"), "{refused}");
            app.a.put(&format!("/sku/{taken}?usuarioId=u"), &json!({ "nome": "X" })).await.with_status(400);
            b.post("/produtos", &json!({ "sku": taken, "nome": "X" })).await.with_status(400);
        }
        app.a.post("/sku?usuarioId=u", &models::sku("EP36")).await.with_status(201);
    }

    async fn dimensions_fall_back_to_the_types_minimum(app: TestApp) {
        with_canal(&app, &mercado_livre("ml")).await;
        let (zero, below, just) = (0, 10, 11);
        let cases = [
            // registered, zerada, menor → sent, rule, publishable
            (zero, false, false, 0, "DimensaoDoSku", false),
            (zero, true, false, 11, "MinimoDimensaoZerada", true),
            (zero, false, true, 11, "MinimoDimensaoMenor", true),
            (zero, true, true, 11, "MinimoDimensaoZerada", true),
            (below, false, false, 10, "DimensaoDoSku", false),
            (below, true, false, 10, "DimensaoDoSku", false),
            (below, false, true, 11, "MinimoDimensaoMenor", true),
            (just, false, false, 11, "DimensaoDoSku", true),
            (just, true, true, 11, "DimensaoDoSku", true),
            (900, true, true, 900, "DimensaoDoSku", true),
        ];
        for (registered, zeroed, smaller, sent, motivo, publishable) in cases {
            change(&app, "/sku/S", json!({ "largura": registered })).await;
            let flags = json!({ "enviarMinimoDimensaoZerada": zeroed, "enviarMinimoDimensaoMenor": smaller });
            change(&app, "/Canal/ml", flags).await;
            let o = oferta(&app, "ml").await;
            let case = format!("{registered} {zeroed} {smaller}");
            assert_eq!((&o["largura"], rule(&o, "largura")), (&json!(sent), motivo), "{case}");
            let expected: &[&str] = if publishable { &[] } else { &["DimensaoAbaixoDoMinimo"] };
            assert_eq!(impedimentos(&o), expected, "{case}");
            // the registered value is left alone
            assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["largura"], registered);
        }
        // each dimension for itself
        change(&app, "/Canal/ml", json!({ "enviarMinimoDimensaoZerada": true, "enviarMinimoDimensaoMenor": true })).await;
        change(&app, "/sku/S", json!({ "largura": 0, "altura": 1, "comprimento": 16, "peso": null })).await;
        let o = oferta(&app, "ml").await;
        assert_eq!([&o["largura"], &o["altura"], &o["comprimento"], &o["peso"]], [11, 2, 16, 50]);
    }
}

/// A SKU whose members lie around every limit that counts.
fn random_sku(dice: &mut ChaCha8Rng, n: usize) -> Value {
    let mut near = |min: i32| [0, min - 1, min, min + 1, 900][dice.random_range(0..5)];
    let [largura, altura, comprimento, peso] = [11, 2, 16, 50].map(&mut near);
    let preco = [0.0, 0.0001, 10.0, 10.0][dice.random_range(0..4)];
    json!({
        "sku": format!("S{n}"), "nome": "N", "ativo": dice.random_range(0..8) > 0,
        "largura": largura, "altura": altura, "comprimento": comprimento, "peso": peso,
        "precoPor": preco, "estoque": dice.random_range(0..3),
    })
}

fn random_in_canal(dice: &mut ChaCha8Rng, n: usize) -> Value {
    let precos = [Value::Null, Value::Null, json!({ "precoPor": 0 }), json!({ "precoPor": 7 })];
    let estoques = [Value::Null, json!(0), json!(5)];
    let (preco, estoque) = (&precos[dice.random_range(0..4)], &estoques[dice.random_range(0..3)]);
    json!({
        "sku": format!("S{n}"), "ativo": dice.random_range(0..6) > 0, "preco": preco,
        "estoque": estoque,
    })
}

/// Every row of a list, by its pages.
async fn all(app: &TestApp, path: &str) -> Vec<Value> {
    let (mut rows, mut next, mut total) = (Vec::new(), Some(path.to_owned()), json!(0));
    while let Some(path) = next {
        let answer = app.a.get(&path).await;
        next = following(&answer);
        let page = answer.json_of(200);
        total = page["metadados"]["total"].clone();
        rows.extend(page["resultado"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(total, rows.len());
    rows
}

on_both_databases! {
    /// What the database filters is what the domain decides: the rows of each `situacao` are exactly those
    /// whose own `publicavel` says so, in the same order, and together they are all.
    async fn the_filter_is_the_rule(app: TestApp) {
        const SKUS: usize = 300;
        for seed in 0..2 {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let u = format!("u{seed}");
            app.a.post("/Usuario", &models::usuario(&u)).await.with_status(201);
            let skus: Vec<Value> = (0..SKUS).map(|n| random_sku(&mut dice, n)).collect();
            app.a.post(&format!("/sku/Lote?usuarioId={u}"), &json!(skus)).await.with_status(200);
            let mut seen = [0, 0];
            for canal in 0..6 {
                let (zeroed, smaller) = (canal & 1 > 0, canal & 2 > 0);
                let mut body = mercado_livre(&format!("c{canal}"));
                body["enviarMinimoDimensaoZerada"] = json!(zeroed);
                body["enviarMinimoDimensaoMenor"] = json!(smaller);
                body["ativo"] = json!(canal != 5);
                app.a.post(&format!("/Canal?usuarioId={u}"), &body).await.with_status(201);
                let some = (0..SKUS).filter(|_| dice.random_range(0..2) > 0).collect::<Vec<_>>();
                let in_canal: Vec<Value> = some.into_iter().map(|n| random_in_canal(&mut dice, n)).collect();
                let lote = format!("/Canal/c{canal}/sku/Lote?usuarioId={u}");
                app.a.post(&lote, &json!(in_canal)).await.with_status(200);

                let path = format!("/Canal/c{canal}/Oferta?usuarioId={u}&quantidade_registros=120");
                let everything = all(&app, &path).await;
                assert_eq!(everything.len(), SKUS);
                for (i, (situacao, publishable)) in [("publicavel", true), ("IMPEDIDA", false)].into_iter().enumerate() {
                    let expected_items: Vec<&Value> = everything.iter().filter(|o| o["publicavel"] == publishable).collect();
                    let found = all(&app, &format!("{path}&situacao={situacao}")).await;
                    assert_eq!(found.iter().collect::<Vec<_>>(), expected_items, "seed {seed}, c{canal}, {situacao}");
                    seen[i] += found.len();
                }
                assert!(canal != 5 || all(&app, &format!("{path}&situacao=publicavel")).await.is_empty());
            }
            // both kinds were there to be told apart
            assert!(seen.iter().all(|n| *n > SKUS / 2), "{seen:?}");
        }
        app.a.get("/Canal/c0/Oferta?usuarioId=u0&situacao=talvez").await.with_status(400);
    }
}
