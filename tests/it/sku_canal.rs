//! SkuCanal: stock, price and state of a SKU in one channel, seen from the SKU and from the channel.

use serde_json::{Value, json};

use crate::suporte::{TestApp, modelos};

async fn com_dois_canais(app: &TestApp) {
    app.loja_com_skus("u", &["S", "T"]).await;
    app.a.post("/Canal?usuarioId=u", &modelos::canal("outro")).await.com_status(201);
}

fn no_canal(canal: &str, estoque: Value, preco: Value, ativo: bool) -> Value {
    json!({ "canalId": canal, "estoque": estoque, "preco": preco, "ativo": ativo })
}

nos_dois_bancos! {
    async fn settings_of_one_sku_in_one_channel(app: TestApp) {
        com_dois_canais(&app).await;
        let caminho = "/sku/S/Canal/canal?usuarioId=u";
        let ausente = app.a.get(caminho).await.com_status(404).json();
        assert_eq!(ausente["message"], "O SKU não tem configuração neste canal.");
        app.a.patch(caminho, &json!({ "estoque": 1 })).await.com_status(404);
        app.a.delete(caminho).await.com_status(404);

        // what is not said is as the SKU says
        let criado = app.a.put(caminho, &json!({})).await.com_status(201);
        assert_eq!(criado.header("location"), caminho);
        assert_eq!(criado.json(), no_canal("canal", Value::Null, Value::Null, true));
        let preco = json!({ "precoDe": 20, "precoPor": 10.5 });
        let cheio = no_canal("canal", json!(3), preco.clone(), false);
        assert_eq!(app.a.put(caminho, &cheio).await.json_de(200), cheio);
        assert_eq!(app.a.get(caminho).await.json_de(200), cheio);
        let remendado = app.a.patch(caminho, &json!({ "estoque": null, "ativo": 1 })).await.json_de(200);
        assert_eq!(remendado, no_canal("canal", Value::Null, preco, true));
        // a patch goes into the price
        let remendado = app.a.patch(caminho, &json!({ "preco": { "precoPor": 11 } })).await.json_de(200);
        assert_eq!(remendado["preco"], json!({ "precoDe": 20, "precoPor": 11 }));
        assert_eq!(app.a.patch(caminho, &json!({ "preco": null })).await.json_de(200)["preco"], Value::Null);
        // a stock of zero is a stock, not the absence of one
        assert_eq!(app.a.patch(caminho, &json!({ "estoque": 0 })).await.json_de(200)["estoque"], 0);
        app.a.delete(caminho).await.com_status(204);
        app.a.delete(caminho).await.com_status(404);
        // the SKU itself never noticed
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json_de(200), modelos::sku("S"));
    }

    async fn neither_sku_nor_channel_may_be_missing(app: TestApp) {
        com_dois_canais(&app).await;
        for (caminho, mensagem) in [
            ("/sku/X/Canal/canal?usuarioId=u", "O SKU não foi encontrado."),
            ("/sku/S/Canal/x?usuarioId=u", "O canal não foi encontrado."),
        ] {
            let a = &app.a;
            for resposta in [
                a.get(caminho).await,
                a.put(caminho, &json!({})).await,
                a.patch(caminho, &json!({})).await,
                a.delete(caminho).await,
            ] {
                assert_eq!(resposta.com_status(404).json()["message"], mensagem);
            }
        }
        app.a.get("/sku/X/Canal?usuarioId=u").await.com_status(404);
        app.a.put("/sku/X/Canal?usuarioId=u", &json!([])).await.com_status(404);
        app.a.get("/Canal/x/sku?usuarioId=u").await.com_status(404);
        app.a.post("/Canal/x/sku/Lote?usuarioId=u", &json!([])).await.com_status(404);
    }

    async fn limits_of_its_members(app: TestApp) {
        com_dois_canais(&app).await;
        for (corpo, caminho) in [
            (json!({ "canalId": "outro" }), "canalId"),
            (json!({ "estoque": -1 }), "estoque"),
            (json!({ "estoque": 1.5 }), "estoque"),
            (json!({ "preco": 10 }), "preco"),
            (json!({ "preco": {} }), "preco.precoPor"),
            (json!({ "preco": { "precoPor": -1 } }), "preco.precoPor"),
            (json!({ "preco": { "precoDe": 1, "precoPor": 2 } }), "preco.precoDe"),
            (json!({ "ativo": "não" }), "ativo"),
        ] {
            let problemas = app.a.put("/sku/S/Canal/canal?usuarioId=u", &corpo).await.com_status(400).problemas();
            assert!(problemas.len() == 1 && problemas[0].starts_with(&format!("{caminho}: ")), "{problemas:?}");
        }
        assert_eq!(app.a.get("/sku/S/Canal?usuarioId=u").await.json_de(200), json!([]));
    }

    async fn the_list_of_a_sku_is_replaced_as_a_whole(app: TestApp) {
        com_dois_canais(&app).await;
        let caminho = "/sku/S/Canal?usuarioId=u";
        let (um, outro) = (
            no_canal("canal", json!(1), Value::Null, true),
            no_canal("outro", json!(2), json!({ "precoDe": 0, "precoPor": 5 }), false),
        );
        // in the order of the channels, whatever that of the list
        let gravada = app.a.put(caminho, &json!([outro, um])).await.json_de(200);
        assert_eq!(gravada, json!([um, outro]));
        assert_eq!(app.a.get(caminho).await.json_de(200), gravada);
        // what is wrong changes nothing
        for (corpo, problemas) in [
            (json!([um, { "canalId": "x" }, um]), vec!["[2].canalId: está repetido"]),
            (json!([um, { "canalId": "x" }, { "canalId": "y" }]),
                vec!["[1].canalId: o canal não foi encontrado", "[2].canalId: o canal não foi encontrado"]),
            (json!([{ "estoque": 1 }, { "canalId": "outro", "estoque": -1 }]),
                vec!["[0].canalId: é obrigatório", "[1].estoque: deve ser maior ou igual a zero"]),
            (json!({ "canalId": "canal" }), vec!["deve ser uma lista"]),
        ] {
            assert_eq!(app.a.put(caminho, &corpo).await.com_status(400).problemas(), problemas);
        }
        assert_eq!(app.a.get(caminho).await.json_de(200), gravada);
        assert_eq!(app.a.put(caminho, &json!([outro])).await.json_de(200), json!([outro]));
        app.a.get("/sku/S/Canal/canal?usuarioId=u").await.com_status(404);
        assert_eq!(app.a.put(caminho, &json!([])).await.json_de(200), json!([]));
    }

    async fn a_channel_lists_its_skus(app: TestApp) {
        com_dois_canais(&app).await;
        app.a.post("/sku?usuarioId=u", &modelos::sku("A")).await.com_status(201);
        for (sku, estoque, ativo) in [("A", 1, true), ("T", 2, false), ("S", 3, true)] {
            let corpo = json!({ "estoque": estoque, "ativo": ativo });
            app.a.put(&format!("/sku/{sku}/Canal/canal?usuarioId=u"), &corpo).await.com_status(201);
        }
        // in the order in which the SKUs were created
        for (consulta, esperados) in
            [("", vec!["S", "T", "A"]), ("&ativo=false", vec!["T"]), ("&quantidade_registros=1&pagina=3", vec!["A"])]
        {
            let pagina = app.a.get(&format!("/Canal/canal/sku?usuarioId=u{consulta}")).await.json_de(200);
            let vistos: Vec<&str> =
                pagina["resultado"].as_array().unwrap().iter().map(|l| l["sku"].as_str().unwrap()).collect();
            assert_eq!(vistos, esperados, "{consulta}");
        }
        let primeira = &app.a.get("/Canal/canal/sku?usuarioId=u").await.json()["resultado"][0];
        assert_eq!(*primeira, json!({ "sku": "S", "canalId": "canal", "estoque": 3, "preco": null, "ativo": true }));
        assert_eq!(app.a.get("/Canal/outro/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
    }
}
