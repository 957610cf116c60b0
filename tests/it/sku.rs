//! Sku: what a store sells. Tolerant reading, exact prices, stock that never falls below zero.

use serde_json::{Value, json};

use crate::suporte::{Cliente, Resposta, TestApp, modelos};

async fn com_usuario(app: &TestApp) {
    app.a.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
}

async fn criar(app: &TestApp, sku: &Value) -> Resposta {
    app.a.post("/sku?usuarioId=u", sku).await
}

/// The codes that a search finds, in order.
async fn codigos(cliente: &Cliente, consulta: &str) -> Vec<String> {
    let pagina = cliente.get(&format!("/sku?usuarioId=u&{consulta}")).await.json_de(200);
    let achados: Vec<String> = pagina["resultado"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["sku"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(pagina["metadados"]["total"], achados.len(), "{consulta}");
    achados
}

async fn estoque(app: &TestApp, sku: &str) -> Value {
    app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_de(200)["estoque"].clone()
}

nos_dois_bancos! {
    async fn a_sku_with_its_defaults(app: TestApp) {
        com_usuario(&app).await;
        let criado = criar(&app, &json!({ "sku": "S/1", "nome": "N" })).await.com_status(201);
        assert_eq!(criado.header("location"), "/sku/S%2F1?usuarioId=u");
        let esperado = json!({
            "parentId": "", "sku": "S/1", "nome": "N", "marca": "", "urlOrigem": "", "descricao": "", "categorias": [],
            "largura": 0, "altura": 0, "comprimento": 0, "peso": 0, "ativo": true, "prazoDespacho": 0,
            "precoDe": 0, "precoPor": 0, "gtin": "", "estoque": 0, "imagens": [], "atributos": [],
        });
        assert_eq!(criado.json(), esperado);
        assert_eq!(criar(&app, &json!({ "sku": "S/1", "nome": "N" })).await.json_de(200), esperado);
        criar(&app, &json!({ "sku": "S/1", "nome": "N", "estoque": 1 })).await.com_status(409);
        // everything comes back as it went in
        let cheio = app.a.put("/sku/S%2F1?usuarioId=u", &modelos::sku("S/1")).await.json_de(200);
        assert_eq!(cheio, modelos::sku("S/1"));
        assert_eq!(app.a.get("/sku/S%2F1?usuarioId=u").await.json_de(200), cheio);
        // and what is left out of a replacement falls back to its default
        assert_eq!(app.a.put("/sku/S%2F1?usuarioId=u", &json!({ "nome": "N" })).await.json_de(200), esperado);
        // the same code is another SKU for another user
        app.a.post("/Usuario", &modelos::usuario("v")).await.com_status(201);
        app.a.post("/sku?usuarioId=v", &modelos::sku("S/1")).await.com_status(201);
        assert_eq!(app.a.get("/sku/S%2F1?usuarioId=u").await.json_de(200), esperado);
    }

    async fn input_is_read_in_all_of_its_spellings(app: TestApp) {
        com_usuario(&app).await;
        for (entrada, membro, lido) in [
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
            let mut corpo = json!({ "nome": "N" });
            corpo.as_object_mut().unwrap().extend(entrada.as_object().unwrap().clone());
            let gravado = app.a.put("/sku/S?usuarioId=u", &corpo).await;
            assert!(gravado.status < 300, "{entrada}: {gravado:?}");
            assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()[membro], lido, "{entrada}");
            assert!(gravado.json().get("produtoId").is_none() && gravado.json().get("produtod").is_none());
        }
        // a patch knows the aliases too, and null takes away
        for (remendo, lido) in [(json!({ "produtoId": "H" }), "H"), (json!({ "produtod": null }), "")] {
            let mudado = app.a.patch("/sku/S?usuarioId=u", &remendo).await.json_de(200);
            assert_eq!(mudado["parentId"], lido);
        }
    }

    async fn prices_keep_every_digit(app: TestApp) {
        com_usuario(&app).await;
        criar(&app, &json!({ "sku": "S", "nome": "N" })).await.com_status(201);
        for (escrito, lido) in [
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
            let corpo = format!("{{\"precoPor\": {escrito}}}");
            let headers = [("content-type", "application/json")];
            let put = reqwest::Method::PUT;
            let feito = app.a.enviar(put, "/sku/S/Preco?usuarioId=u", &headers, Some(corpo)).await.com_status(200);
            assert_eq!(feito.texto(), format!(r#"{{"sku":"S","precoDe":0,"precoPor":{lido}}}"#));
            let sku = app.a.get("/sku/S?usuarioId=u").await.texto();
            assert!(sku.contains(&format!(r#""precoPor":{lido},"#)), "{escrito}: {sku}");
        }
        for escrito in ["1.00001", "100000000000", "1e11", "1e400", "1e-400", "-1", "\"NaN\"", "\"1,5\"", "true"] {
            let corpo = format!("{{\"precoPor\": {escrito}}}");
            let headers = [("content-type", "application/json")];
            let put = reqwest::Method::PUT;
            let recusado = app.a.enviar(put, "/sku/S/Preco?usuarioId=u", &headers, Some(corpo)).await.com_status(400);
            assert!(recusado.problemas()[0].starts_with("precoPor: "), "{escrito}: {recusado:?}");
        }
    }

    async fn the_price_before_is_not_below_the_price_now(app: TestApp) {
        com_usuario(&app).await;
        criar(&app, &modelos::sku("S")).await.com_status(201);
        for (de, por, bom) in [(10, 10, true), (0, 10, true), (10, 0, true), (9, 10, false)] {
            let preco = json!({ "precoDe": de, "precoPor": por });
            let resposta = app.a.put("/sku/S/Preco?usuarioId=u", &preco).await;
            if bom {
                resposta.com_status(200);
            } else {
                assert_eq!(resposta.com_status(400).problemas(), ["precoDe: deve ser maior ou igual a precoPor"]);
                let sku = modelos::com(modelos::com(modelos::sku("T"), "/precoDe", json!(de)), "/precoPor", json!(por));
                let recusado = criar(&app, &sku).await.com_status(400);
                assert_eq!(recusado.problemas(), ["precoDe: deve ser maior ou igual a precoPor"]);
            }
        }
        // a patch is judged by what comes out of it
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoDe": 20, "precoPor": 10 })).await.com_status(200);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "precoPor": 20.0001 })).await.com_status(400);
        app.a.put("/sku/Z/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await.com_status(404);
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoDe": 1 })).await.com_status(400);
    }

    async fn limits_of_its_members(app: TestApp) {
        com_usuario(&app).await;
        let com = |ponteiro: &str, valor: Value| modelos::com(modelos::sku("S"), ponteiro, valor);
        for (ponteiro, valor, caminho) in [
            ("/sku", json!("x".repeat(101)), "sku"),
            ("/nome", json!("x".repeat(301)), "nome"),
            ("/largura", json!(-1), "largura"),
            ("/altura", json!(1.5), "altura"),
            ("/comprimento", json!("x"), "comprimento"),
            ("/peso", json!(2_147_483_648_i64), "peso"),
            ("/prazoDespacho", json!(-1), "prazoDespacho"),
            ("/estoque", json!(-1), "estoque"),
            ("/urlOrigem", json!("/produto"), "urlOrigem"),
            ("/imagens", json!(["https://a.example/1.jpg", "imagem.jpg"]), "imagens[1]"),
            ("/imagens", json!("https://a.example/1.jpg"), "imagens"),
            ("/categorias", json!(["a", 1]), "categorias[1]"),
            ("/atributos", json!([{ "nome": "a" }, { "valor": "b" }]), "atributos[1].nome"),
        ] {
            let problemas = criar(&app, &com(ponteiro, valor.clone())).await.com_status(400).problemas();
            assert!(problemas.len() == 1, "{problemas:?}");
            assert!(problemas[0].starts_with(&format!("{caminho}: ")), "{valor}: {problemas:?}");
        }
        for (gtin, bom) in [
            ("", true), ("SEM GTIN", true), ("96385074", true), ("036000291452", true), ("7891000315507", true),
            ("17891000315504", true), ("7891000315508", false), ("789100031550", false), ("1234567", false),
            ("789100031550A", false), ("SEM", false),
        ] {
            let resposta = app.a.put("/sku/S?usuarioId=u", &com("/gtin", json!(gtin))).await;
            assert_eq!(resposta.status < 300, bom, "{gtin}: {resposta:?}");
            if !bom {
                assert!(resposta.com_status(400).problemas()[0].starts_with("gtin: "));
            }
        }
    }

    async fn stock_is_set_or_varied_and_never_below_zero(app: TestApp) {
        com_usuario(&app).await;
        criar(&app, &modelos::sku("S")).await.com_status(201);
        let mudar = async |corpo: Value| app.a.put("/sku/S/Estoque?usuarioId=u", &corpo).await;
        for (corpo, fica) in [
            (json!({ "estoque": 5 }), 5),
            (json!({ "variacao": 3 }), 8),
            (json!({ "variacao": -8 }), 0),
            (json!({ "variacao": 0 }), 0),
            (json!({ "variacao": i32::MAX }), i32::MAX),
            (json!({ "estoque": 4, "variacao": null }), 4),
        ] {
            assert_eq!(mudar(corpo).await.json_de(200), json!({ "sku": "S", "estoque": fica }));
            assert_eq!(estoque(&app, "S").await, fica);
        }
        // the largest fall is one too many for the largest stock
        mudar(json!({ "estoque": i32::MAX })).await.com_status(200);
        mudar(json!({ "variacao": i32::MIN })).await.com_status(409);
        mudar(json!({ "estoque": 4 })).await.com_status(200);
        for corpo in [json!({ "variacao": -5 }), json!({ "variacao": i32::MAX }), json!({ "variacao": i32::MIN })] {
            let recusada = mudar(corpo).await.com_status(409);
            assert!(recusada.json()["message"].as_str().unwrap().contains('4'), "{recusada:?}");
            assert_eq!(estoque(&app, "S").await, 4);
        }
        for (corpo, problema) in [
            (json!({}), "estoque: é obrigatório quando variacao não é informada"),
            (json!({ "estoque": 1, "variacao": 1 }), "variacao: não pode ser informada junto com estoque"),
            (json!({ "estoque": -1 }), "estoque: deve ser maior ou igual a zero"),
            (json!({ "variacao": 0.5 }), "variacao: deve ser um número inteiro"),
            (json!({ "variacao": 2_147_483_648_i64 }), "variacao: está fora do intervalo de um inteiro de 32 bits"),
        ] {
            assert_eq!(mudar(corpo).await.com_status(400).problemas(), [problema]);
        }
        app.a.put("/sku/Z/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await.com_status(404);
        assert_eq!(estoque(&app, "S").await, 4);
    }

    async fn searches(app: TestApp) {
        com_usuario(&app).await;
        let sku = |codigo: &str, grupo: &str, marca: &str, nome: &str, ativo: bool, gtin: &str| {
            json!({ "sku": codigo, "parentId": grupo, "marca": marca, "nome": nome, "ativo": ativo, "gtin": gtin })
        };
        for novo in [
            sku("b", "G1", "Ação", "Tênis de corrida", true, "7891000315507"),
            sku("a", "G1", "Outra", "Camisa 100% algodão", true, ""),
            sku("c", "G2", "Ação", "CAMISETA_LISA", false, "96385074"),
        ] {
            criar(&app, &novo).await.com_status(201);
        }
        for (consulta, esperados) in [
            ("", vec!["b", "a", "c"]),
            ("sku=a", vec!["a"]),
            ("sku=A", vec![]),
            ("parentId=G1", vec!["b", "a"]),
            ("parent_id=G1&ativo=1&marca=Outra", vec!["a"]),
            ("marca=A%C3%A7%C3%A3o", vec!["b", "c"]),
            ("marca=acao", vec![]),
            ("gtin=96385074", vec!["c"]),
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
            assert_eq!(codigos(&app.a, consulta).await, esperados, "{consulta}");
        }
    }

    async fn a_sku_with_orders_stays(app: TestApp) {
        app.loja_com_skus("u", &["S", "T"]).await;
        app.a.put("/sku/T/Canal/canal?usuarioId=u", &json!({ "estoque": 1 })).await.com_status(201);
        app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await;
        app.a.delete("/sku/S?usuarioId=u").await.com_status(409);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "ativo": false })).await.com_status(200);
        app.a.delete("/sku/T?usuarioId=u").await.com_status(204);
        app.a.delete("/sku/T?usuarioId=u").await.com_status(404);
        app.a.get("/sku/T?usuarioId=u").await.com_status(404);
        assert_eq!(codigos(&app.a, "").await, ["S"]);
        assert_eq!(app.a.get("/Canal/canal/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
        // a new one of the same code begins anew, at the end of the list
        criar(&app, &modelos::sku("T")).await.com_status(201);
        assert_eq!(app.a.get("/sku/T/Canal?usuarioId=u").await.json_de(200), json!([]));
        assert_eq!(codigos(&app.a, "").await, ["S", "T"]);
    }
}
