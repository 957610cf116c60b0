//! Oferta: what a channel should show of a SKU, and why. One rule at a time, then the filter in SQL against
//! the rule of the domain over random data.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::concorrencia::seguinte;
use crate::suporte::{TestApp, modelos};

/// A channel of Mercado Livre, whose smallest parcel is 11 × 2 × 16 cm and 50 g.
fn mercado_livre(id: &str) -> Value {
    json!({
        "canalId": id, "nome": "ML", "tipoCanal": "MercadoLivre",
        "configuracoesAdicionais": [
            { "codigo": "sellerId", "valor": "1" }, { "codigo": "refreshToken", "valor": "x" },
        ],
    })
}

async fn com_canal(app: &TestApp, canal: &Value) {
    app.loja_com_skus("u", &["S"]).await;
    app.a.post("/Canal?usuarioId=u", canal).await.com_status(201);
}

async fn oferta(app: &TestApp, canal: &str) -> Value {
    app.a.get(&format!("/sku/S/Canal/{canal}/Oferta?usuarioId=u")).await.json_de(200)
}

async fn mudar(app: &TestApp, caminho: &str, corpo: Value) {
    app.a.patch(&format!("{caminho}?usuarioId=u"), &corpo).await.com_status(200);
}

/// The rule that gave a member its value.
fn regra<'a>(oferta: &'a Value, campo: &str) -> &'a str {
    let motivos = oferta["motivos"].as_array().unwrap();
    motivos.iter().find(|m| m["campo"] == campo).unwrap()["regra"].as_str().unwrap()
}

fn impedimentos(oferta: &Value) -> Vec<&str> {
    let lista = oferta["impedimentos"].as_array().unwrap();
    assert_eq!(oferta["publicavel"], lista.is_empty());
    assert!(lista.iter().all(|i| i["mensagem"].as_str().unwrap().ends_with('.')), "{lista:?}");
    lista.iter().map(|i| i["codigo"].as_str().unwrap()).collect()
}

nos_dois_bancos! {
    async fn every_member_has_a_value_and_a_reason(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        let o = oferta(&app, "canal").await;
        let mut valores = o.clone();
        for membro in ["motivos", "impedimentos", "dataAlteracao"] {
            valores = modelos::sem(valores, membro);
        }
        assert_eq!(valores, json!({
            "sku": "S", "canalId": "canal", "codigo": "S", "estoque": 10, "ativo": true,
            "preco": { "precoDe": 129.9, "precoPor": 99.9 },
            "largura": 10, "altura": 20, "comprimento": 30, "peso": 400,
            // the channel's day and the SKU's two
            "prazo": 3, "grupo": "GRUPO", "publicavel": true,
        }));
        let mut campos: Vec<&str> =
            o["motivos"].as_array().unwrap().iter().map(|m| m["campo"].as_str().unwrap()).collect();
        campos.sort_unstable();
        assert_eq!(campos, [
            "altura", "ativo", "codigo", "comprimento", "estoque", "grupo", "largura", "peso", "prazo", "preco",
        ]);
        assert!(impedimentos(&o).is_empty());
        // the list says the same
        assert_eq!(app.a.get("/Canal/canal/Oferta?usuarioId=u").await.json()["resultado"], json!([o]));
        app.a.get("/sku/X/Canal/canal/Oferta?usuarioId=u").await.com_status(404);
        app.a.get("/sku/S/Canal/x/Oferta?usuarioId=u").await.com_status(404);
        app.a.get("/Canal/x/Oferta?usuarioId=u").await.com_status(404);
    }

    async fn stock_is_the_channels_or_its_share_rounded_down(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        for (estoque, percentual, mostrado) in
            [(10, 100, 10), (10, 33, 3), (10, 99, 9), (1, 99, 0), (10, 0, 0), (0, 100, 0), (i32::MAX, 99, 2_126_008_810)]
        {
            mudar(&app, "/sku/S", json!({ "estoque": estoque })).await;
            mudar(&app, "/Canal/canal", json!({ "percentualEstoque": percentual })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["estoque"], regra(&o, "estoque")), (&json!(mostrado), "PercentualDoEstoque"));
            // being sold out is no reason not to be shown
            assert!(impedimentos(&o).is_empty());
        }
        for estoque in [0, 77] {
            app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "estoque": estoque })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["estoque"], regra(&o, "estoque")), (&json!(estoque), "EstoqueDoCanal"));
        }
    }

    async fn the_price_is_the_channels_or_the_skus(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        let o = oferta(&app, "canal").await;
        assert_eq!(regra(&o, "preco"), "PrecoDoSku");
        let preco = json!({ "precoDe": 5.5, "precoPor": 5 });
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "preco": preco })).await.com_status(201);
        let o = oferta(&app, "canal").await;
        assert_eq!((&o["preco"], regra(&o, "preco")), (&preco, "PrecoDoCanal"));
        // a channel's price of zero is a price, and one that cannot be published
        mudar(&app, "/sku/S/Canal/canal", json!({ "preco": { "precoPor": 0 } })).await;
        assert_eq!(impedimentos(&oferta(&app, "canal").await), ["SemPreco"]);
        mudar(&app, "/sku/S/Canal/canal", json!({ "preco": null })).await;
        assert!(impedimentos(&oferta(&app, "canal").await).is_empty());
        mudar(&app, "/sku/S", json!({ "precoPor": 0 })).await;
        assert_eq!(impedimentos(&oferta(&app, "canal").await), ["SemPreco"]);
    }

    async fn all_four_must_be_active(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await.com_status(201);
        assert_eq!(regra(&oferta(&app, "canal").await, "ativo"), "TudoAtivo");
        for (caminho, impedimento) in [
            ("/sku/S/Canal/canal", "SkuCanalInativo"),
            ("/sku/S", "SkuInativo"),
            ("/Canal/canal", "CanalInativo"),
            ("/Usuario/u", "UsuarioInativo"),
        ] {
            mudar(&app, caminho, json!({ "ativo": false })).await;
            let o = oferta(&app, "canal").await;
            assert_eq!((&o["ativo"], regra(&o, "ativo")), (&json!(false), "AlgoInativo"));
            assert_eq!(impedimentos(&o), [impedimento]);
            mudar(&app, caminho, json!({ "ativo": true })).await;
            assert_eq!(oferta(&app, "canal").await["ativo"], true);
        }
    }

    async fn the_code_is_the_skus_or_one_that_never_changes(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        app.a.post("/sku?usuarioId=u", &modelos::sku("T")).await.com_status(201);
        let o = oferta(&app, "canal").await;
        assert_eq!((&o["codigo"], regra(&o, "codigo")), (&json!("S"), "CodigoDoSku"));
        mudar(&app, "/Canal/canal", json!({ "enviarSku": false })).await;
        let o = oferta(&app, "canal").await;
        let interno = o["codigo"].as_str().unwrap().to_owned();
        assert_eq!(regra(&o, "codigo"), "CodigoInterno");
        assert!(!interno.is_empty() && interno != "S");
        // unique, whatever the channel and the store
        let outro = app.a.get("/sku/T/Canal/canal/Oferta?usuarioId=u").await.json_de(200)["codigo"].clone();
        app.loja_com_skus("v", &["S"]).await;
        app.a.patch("/Canal/canal?usuarioId=v", &json!({ "enviarSku": false })).await.com_status(200);
        let alheio = app.a.get("/sku/S/Canal/canal/Oferta?usuarioId=v").await.json_de(200)["codigo"].clone();
        assert!(outro != interno && alheio != interno && outro != alheio);
        // the same whatever becomes of the SKU
        app.a.put("/sku/S?usuarioId=u", &json!({ "nome": "Outro" })).await.com_status(200);
        app.a.post("/sku/Lote?usuarioId=u", &json!([modelos::sku("S")])).await.com_status(200);
        mudar(&app, "/Canal/canal", json!({ "enviarSku": true })).await;
        mudar(&app, "/Canal/canal", json!({ "enviarSku": false })).await;
        assert_eq!(oferta(&app, "canal").await["codigo"], interno.as_str());
    }

    async fn dimensions_fall_back_to_the_types_minimum(app: TestApp) {
        com_canal(&app, &mercado_livre("ml")).await;
        let (zero, abaixo, justo) = (0, 10, 11);
        let casos = [
            // registered, zerada, menor → sent, rule, publishable
            (zero, false, false, 0, "DimensaoDoSku", false),
            (zero, true, false, 11, "MinimoDimensaoZerada", true),
            (zero, false, true, 11, "MinimoDimensaoMenor", true),
            (zero, true, true, 11, "MinimoDimensaoZerada", true),
            (abaixo, false, false, 10, "DimensaoDoSku", false),
            (abaixo, true, false, 10, "DimensaoDoSku", false),
            (abaixo, false, true, 11, "MinimoDimensaoMenor", true),
            (justo, false, false, 11, "DimensaoDoSku", true),
            (justo, true, true, 11, "DimensaoDoSku", true),
            (900, true, true, 900, "DimensaoDoSku", true),
        ];
        for (registrada, zerada, menor, enviada, motivo, publicavel) in casos {
            mudar(&app, "/sku/S", json!({ "largura": registrada })).await;
            let bandeiras = json!({ "enviarMinimoDimensaoZerada": zerada, "enviarMinimoDimensaoMenor": menor });
            mudar(&app, "/Canal/ml", bandeiras).await;
            let o = oferta(&app, "ml").await;
            let caso = format!("{registrada} {zerada} {menor}");
            assert_eq!((&o["largura"], regra(&o, "largura")), (&json!(enviada), motivo), "{caso}");
            let esperados: &[&str] = if publicavel { &[] } else { &["DimensaoAbaixoDoMinimo"] };
            assert_eq!(impedimentos(&o), esperados, "{caso}");
            // the registered value is left alone
            assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["largura"], registrada);
        }
        // each dimension for itself
        mudar(&app, "/Canal/ml", json!({ "enviarMinimoDimensaoZerada": true, "enviarMinimoDimensaoMenor": true })).await;
        mudar(&app, "/sku/S", json!({ "largura": 0, "altura": 1, "comprimento": 16, "peso": null })).await;
        let o = oferta(&app, "ml").await;
        assert_eq!([&o["largura"], &o["altura"], &o["comprimento"], &o["peso"]], [11, 2, 16, 50]);
    }
}

/// A SKU whose members lie around every limit that counts.
fn sku_ao_acaso(dado: &mut ChaCha8Rng, n: usize) -> Value {
    let mut perto = |minimo: i32| [0, minimo - 1, minimo, minimo + 1, 900][dado.random_range(0..5)];
    let [largura, altura, comprimento, peso] = [11, 2, 16, 50].map(&mut perto);
    let preco = [0.0, 0.0001, 10.0, 10.0][dado.random_range(0..4)];
    json!({
        "sku": format!("S{n}"), "nome": "N", "ativo": dado.random_range(0..8) > 0,
        "largura": largura, "altura": altura, "comprimento": comprimento, "peso": peso,
        "precoPor": preco, "estoque": dado.random_range(0..3),
    })
}

fn no_canal_ao_acaso(dado: &mut ChaCha8Rng, n: usize) -> Value {
    let precos = [Value::Null, Value::Null, json!({ "precoPor": 0 }), json!({ "precoPor": 7 })];
    let estoques = [Value::Null, json!(0), json!(5)];
    let (preco, estoque) = (&precos[dado.random_range(0..4)], &estoques[dado.random_range(0..3)]);
    json!({
        "sku": format!("S{n}"), "ativo": dado.random_range(0..6) > 0, "preco": preco,
        "estoque": estoque,
    })
}

/// Every row of a list, by its pages.
async fn todas(app: &TestApp, caminho: &str) -> Vec<Value> {
    let (mut linhas, mut proximo, mut total) = (Vec::new(), Some(caminho.to_owned()), json!(0));
    while let Some(caminho) = proximo {
        let resposta = app.a.get(&caminho).await;
        proximo = seguinte(&resposta);
        let pagina = resposta.json_de(200);
        total = pagina["metadados"]["total"].clone();
        linhas.extend(pagina["resultado"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(total, linhas.len());
    linhas
}

nos_dois_bancos! {
    /// What the database filters is what the domain decides: the rows of each `situacao` are exactly those
    /// whose own `publicavel` says so, in the same order, and together they are all.
    async fn the_filter_is_the_rule(app: TestApp) {
        const SKUS: usize = 300;
        for semente in 0..2 {
            let mut dado = ChaCha8Rng::seed_from_u64(semente);
            let u = format!("u{semente}");
            app.a.post("/Usuario", &modelos::usuario(&u)).await.com_status(201);
            let skus: Vec<Value> = (0..SKUS).map(|n| sku_ao_acaso(&mut dado, n)).collect();
            app.a.post(&format!("/sku/Lote?usuarioId={u}"), &json!(skus)).await.com_status(200);
            let mut vistas = [0, 0];
            for canal in 0..6 {
                let (zerada, menor) = (canal & 1 > 0, canal & 2 > 0);
                let mut corpo = mercado_livre(&format!("c{canal}"));
                corpo["enviarMinimoDimensaoZerada"] = json!(zerada);
                corpo["enviarMinimoDimensaoMenor"] = json!(menor);
                corpo["ativo"] = json!(canal != 5);
                app.a.post(&format!("/Canal?usuarioId={u}"), &corpo).await.com_status(201);
                let alguns = (0..SKUS).filter(|_| dado.random_range(0..2) > 0).collect::<Vec<_>>();
                let no_canal: Vec<Value> = alguns.into_iter().map(|n| no_canal_ao_acaso(&mut dado, n)).collect();
                let lote = format!("/Canal/c{canal}/sku/Lote?usuarioId={u}");
                app.a.post(&lote, &json!(no_canal)).await.com_status(200);

                let caminho = format!("/Canal/c{canal}/Oferta?usuarioId={u}&quantidade_registros=120");
                let tudo = todas(&app, &caminho).await;
                assert_eq!(tudo.len(), SKUS);
                for (i, (situacao, publicavel)) in [("publicavel", true), ("IMPEDIDA", false)].into_iter().enumerate() {
                    let esperadas: Vec<&Value> = tudo.iter().filter(|o| o["publicavel"] == publicavel).collect();
                    let achadas = todas(&app, &format!("{caminho}&situacao={situacao}")).await;
                    assert_eq!(achadas.iter().collect::<Vec<_>>(), esperadas, "seed {semente}, c{canal}, {situacao}");
                    vistas[i] += achadas.len();
                }
                assert!(canal != 5 || todas(&app, &format!("{caminho}&situacao=publicavel")).await.is_empty());
            }
            // both kinds were there to be told apart
            assert!(vistas.iter().all(|n| *n > SKUS / 2), "{vistas:?}");
        }
        app.a.get("/Canal/c0/Oferta?usuarioId=u0&situacao=talvez").await.com_status(400);
    }
}
