//! TipoCanal and Canal: the catalogue of channel types, and a store's connections with their settings and
//! their secrets.

use domain::values::ids::CanalId;
use serde_json::{Value, json};
use store::canais;

use crate::suporte::app::em_bloco;
use crate::suporte::{Resposta, TestApp, modelos};

const MASCARA: &str = "********";

/// A channel of a type that asks for a number and a secret.
fn mercado_livre(id: &str, configuracoes: &[(&str, &str)]) -> Value {
    let pares = configuracoes.iter().map(|(codigo, valor)| json!({ "codigo": codigo, "valor": valor }));
    json!({
        "canalId": id, "nome": "ML", "tipoCanal": "MercadoLivre",
        "configuracoesAdicionais": pares.collect::<Vec<_>>(),
    })
}

const COMPLETAS: [(&str, &str); 2] = [("sellerId", "123"), ("refreshToken", "segredo-1")];

/// A setting's value in an answer.
fn valor<'a>(canal: &'a Value, codigo: &str) -> &'a str {
    let lista = canal["configuracoesAdicionais"].as_array().unwrap();
    lista.iter().find(|c| c["codigo"] == codigo).unwrap()["valor"].as_str().unwrap()
}

/// A setting's value as it is stored.
fn guardado(app: &TestApp, canal: &str, codigo: &str) -> String {
    let (loja, id) = (app.loja("u"), CanalId::parse(canal).unwrap());
    let row = em_bloco(&app.store, move |store| store.read_blocking(|conn| canais::find(conn, loja, &id)));
    let configuracoes = row.unwrap().canal.configuracoes_adicionais;
    configuracoes.into_iter().find(|c| c.codigo == codigo).unwrap().valor
}

async fn criar(app: &TestApp, canal: &Value) -> Resposta {
    app.a.post("/Canal?usuarioId=u", canal).await
}

async fn com_usuario(app: &TestApp) {
    app.a.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
}

nos_dois_bancos! {
    async fn the_catalogue_of_types(app: TestApp) {
        let tipos = app.a.get("/Canal/Tipo_Canal").await.json_de(200);
        let codigos: Vec<&str> = tipos.as_array().unwrap().iter().map(|t| t["codigo"].as_str().unwrap()).collect();
        for codigo in [
            "MercadoLivre", "Amazon", "Magalu", "Americanas", "Shopee", "CasasBahia", "Netshoes", "Carrefour", "Loja",
        ] {
            assert!(codigos.contains(&codigo), "{codigo}");
            let um = app.a.get(&format!("/Canal/Tipo_Canal/{codigo}")).await.json_de(200);
            assert!(tipos.as_array().unwrap().contains(&um));
        }
        // the wire form of the source document, and the additive members
        let ml = &tipos[0];
        assert_eq!((&ml["titulo"], &ml["dimensoesMinimas"]), (
            &json!("Mercado Livre"),
            &json!({ "largura": 11, "altura": 2, "comprimento": 16, "peso": 50 })
        ));
        let (primeira, opcional) = (&ml["configuracoesAdicionais"][0], &ml["configuracoesAdicionais"][2]);
        assert_eq!((&primeira["codigo"], &primeira["obrigatorio"], &primeira["tipo"], &primeira["opcoes"]), (
            &json!("sellerId"), &json!(true), &json!("Int"), &Value::Null
        ));
        assert_eq!(opcional["opcoes"], json!(["Classico", "Premium"]));
        app.a.get("/Canal/Tipo_Canal/mercadolivre").await.com_status(404);
        app.a.get("/Canal/Tipo_Canal/Nenhum").await.com_status(404);
    }

    async fn a_channel_with_its_defaults(app: TestApp) {
        com_usuario(&app).await;
        let minimo = json!({ "canalId": "c/1", "nome": "C", "tipoCanal": "Loja" });
        let criado = criar(&app, &minimo).await.com_status(201);
        assert_eq!(criado.header("location"), "/Canal/c%2F1?usuarioId=u");
        let esperado = json!({
            "canalId": "c/1", "nome": "C", "tipoCanal": "Loja", "ativo": true, "prazo": 0,
            "enviarMinimoDimensaoZerada": false, "enviarMinimoDimensaoMenor": false,
            "percentualEstoque": 100, "enviarSku": true, "configuracoesAdicionais": [],
        });
        assert_eq!(criado.json(), esperado);
        assert_eq!(criar(&app, &minimo).await.json_de(200), esperado);
        criar(&app, &modelos::com(minimo.clone(), "/prazo", json!(1))).await.com_status(409);
        // unique per user, not beyond
        app.a.post("/Usuario", &modelos::usuario("v")).await.com_status(201);
        app.a.post("/Canal?usuarioId=v", &modelos::canal("c/1")).await.com_status(201);
        assert_eq!(app.a.get("/Canal/c%2F1?usuarioId=u").await.json_de(200), esperado);

        let mudado = app.a.patch("/Canal/c%2F1?usuarioId=u", &json!({ "prazo": 2, "ativo": 0 })).await.json_de(200);
        assert_eq!((&mudado["prazo"], &mudado["ativo"], &mudado["nome"]), (&json!(2), &json!(false), &json!("C")));
        assert_eq!(app.a.put("/Canal/c%2F1?usuarioId=u", &minimo).await.json_de(200), esperado);
    }

    async fn limits_of_its_members(app: TestApp) {
        com_usuario(&app).await;
        let com = |ponteiro: &str, valor: Value| modelos::com(modelos::canal("c"), ponteiro, valor);
        for (ponteiro, valor) in [
            ("/canalId", json!("Tipo_Canal")),
            ("/canalId", json!("TIPOCANAL")),
            ("/nome", json!("")),
            ("/tipoCanal", json!("Nenhum")),
            ("/tipoCanal", json!("loja")),
            ("/percentualEstoque", json!(101)),
            ("/percentualEstoque", json!(-1)),
            ("/percentualEstoque", json!(50.5)),
            ("/prazo", json!(-1)),
            ("/prazo", json!(2_147_483_648_i64)),
            ("/enviarSku", json!("true")),
            ("/configuracoesAdicionais", json!({})),
        ] {
            let recusado = criar(&app, &com(ponteiro, valor.clone())).await.com_status(400);
            let problemas = recusado.problemas();
            assert!(problemas.len() == 1 && problemas[0].starts_with(&ponteiro[1..]), "{valor}: {problemas:?}");
        }
        for (ponteiro, valor) in [
            ("/percentualEstoque", json!(0)),
            ("/percentualEstoque", json!(100)),
            ("/percentualEstoque", json!("33")),
            ("/prazo", json!(i32::MAX)),
        ] {
            let gravado = app.a.put("/Canal/c?usuarioId=u", &com(ponteiro, valor)).await;
            assert!(gravado.status < 300, "{gravado:?}");
        }
        let reservado = app.a.put("/Canal/tipo_canal?usuarioId=u", &modelos::sem(modelos::canal("c"), "canalId")).await;
        assert_eq!(reservado.com_status(400).problemas(), ["canalId: é um nome reservado"]);
        assert_eq!(app.a.get("/Canal?usuarioId=u").await.json()["metadados"]["total"], 1);
    }

    async fn settings_are_those_that_the_type_asks_for(app: TestApp) {
        com_usuario(&app).await;
        let lista = "configuracoesAdicionais";
        let [seller, token] = COMPLETAS;
        let recusas: [(&[(&str, &str)], Vec<String>); 6] = [
            (&[], vec![format!("{lista}: falta a configuração obrigatória refreshToken"), format!("{lista}: falta a configuração obrigatória sellerId")]),
            (&[("sellerId", "abc"), token], vec![format!("{lista}[0].valor: deve ser um número inteiro")]),
            (&[seller, token, ("sellerId", "9")], vec![format!("{lista}[2].codigo: está repetido")]),
            (&[seller, token, ("cor", "azul")], vec![format!("{lista}[2].codigo: não existe neste tipo de canal")]),
            (&[seller, token, ("tipoAnuncio", "Ouro")], vec![format!("{lista}[2].valor: deve ser um destes valores: Classico, Premium")]),
            (&[seller, token, ("freteGratis", "sim")], vec![format!("{lista}[2].valor: deve ser true ou false")]),
        ];
        for (configuracoes, problemas) in recusas {
            let recusado = criar(&app, &mercado_livre("ml", configuracoes)).await.com_status(400);
            assert_eq!(recusado.problemas(), problemas);
        }
        // each type of setting is read as what it is
        for (tipo, obrigatorias, codigo, bons, ruins) in [
            ("Loja", vec![], "valorMinimoPedido", vec!["10.5", "0"], vec!["10,5", "1.00001", "muito"]),
            ("Americanas", vec![("email", "a@b.example"), ("apiKey", "k")], "inicioOperacao",
                vec!["2026-01-31", "2026-01-31T10:00:00-03:00"], vec!["31/01/2026", "2026-02-30"]),
            ("Shopee", vec![("shopId", "1"), ("partnerKey", "k")], "diasPreparacao", vec!["2", "-1"], vec!["2.5", "dois"]),
        ] {
            let gravar = async |valor: &str| {
                let canal = mercado_livre(tipo, &[obrigatorias.as_slice(), &[(codigo, valor)]].concat());
                let canal = modelos::com(canal, "/tipoCanal", json!(tipo));
                app.a.put(&format!("/Canal/{tipo}?usuarioId=u"), &canal).await
            };
            for bom in bons {
                let gravado = gravar(bom).await;
                assert!(gravado.status < 300, "{codigo} {bom}: {gravado:?}");
                assert_eq!(valor(&gravado.json(), codigo), bom);
            }
            for ruim in ruins {
                let problemas = gravar(ruim).await.com_status(400).problemas();
                let aqui = format!("{lista}[{}].valor: ", obrigatorias.len());
                assert!(problemas.len() == 1 && problemas[0].starts_with(&aqui), "{codigo} {ruim}: {problemas:?}");
            }
        }
    }

    async fn a_type_cannot_change(app: TestApp) {
        com_usuario(&app).await;
        criar(&app, &modelos::canal("c")).await.com_status(201);
        let outro = mercado_livre("c", &COMPLETAS);
        app.a.put("/Canal/c?usuarioId=u", &outro).await.com_status(409);
        let mudanca = json!({ "tipoCanal": "MercadoLivre", "configuracoesAdicionais": outro["configuracoesAdicionais"] });
        app.a.patch("/Canal/c?usuarioId=u", &mudanca).await.com_status(409);
        assert_eq!(app.a.get("/Canal/c?usuarioId=u").await.json()["tipoCanal"], "Loja");
    }

    async fn secrets_are_written_and_never_shown(app: TestApp) {
        com_usuario(&app).await;
        let criado = criar(&app, &mercado_livre("ml", &COMPLETAS)).await.json_de(201);
        assert_eq!((valor(&criado, "refreshToken"), valor(&criado, "sellerId")), (MASCARA, "123"));
        assert_eq!(guardado(&app, "ml", "refreshToken"), "segredo-1");
        // what was read can be sent back as it is: the secret stays
        for resposta in [
            criar(&app, &criado).await,
            app.a.put("/Canal/ml?usuarioId=u", &criado).await,
            app.a.patch("/Canal/ml?usuarioId=u", &json!({ "nome": "ML" })).await,
            app.a.get("/Canal/ml?usuarioId=u").await,
        ] {
            assert_eq!(resposta.json_de(200), criado);
        }
        assert_eq!(guardado(&app, "ml", "refreshToken"), "segredo-1");
        let pagina = app.a.get("/Canal?usuarioId=u").await;
        assert_eq!(pagina.json()["resultado"], json!([criado]));
        assert!(!pagina.texto().contains("segredo-1"));

        let novo = mercado_livre("ml", &[("sellerId", "124"), ("refreshToken", "segredo-2")]);
        assert!(!app.a.put("/Canal/ml?usuarioId=u", &novo).await.com_status(200).texto().contains("segredo"));
        assert_eq!(guardado(&app, "ml", "refreshToken"), "segredo-2");
        // the same secret again is the same content
        criar(&app, &novo).await.com_status(200);
        criar(&app, &mercado_livre("ml", &[("sellerId", "124"), ("refreshToken", "segredo-1")])).await.com_status(409);
        // a mask with nothing behind it
        let recusado = criar(&app, &mercado_livre("novo", &[("sellerId", "1"), ("refreshToken", MASCARA)])).await;
        let problemas = recusado.com_status(400).problemas();
        assert!(problemas[0].starts_with("configuracoesAdicionais[1].valor: "), "{problemas:?}");
    }

    async fn filters_and_deletion(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let inativo = modelos::com(mercado_livre("ml", &COMPLETAS), "/ativo", json!(false));
        criar(&app, &inativo).await.com_status(201);
        for (consulta, esperados) in [
            ("", vec!["canal", "ml"]),
            ("ativo=true", vec!["canal"]),
            ("tipoCanal=MercadoLivre", vec!["ml"]),
            ("tipo_canal=MercadoLivre&ativo=true", vec![]),
        ] {
            let pagina = app.a.get(&format!("/Canal?usuarioId=u&{consulta}")).await.json_de(200);
            let vistos: Vec<&str> =
                pagina["resultado"].as_array().unwrap().iter().map(|c| c["canalId"].as_str().unwrap()).collect();
            assert_eq!(vistos, esperados, "{consulta}");
        }
        app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await;
        app.a.delete("/Canal/canal?usuarioId=u").await.com_status(409);

        app.a.put("/Canal/ml/Categoria/1?usuarioId=u", &json!({ "nome": "C" })).await.com_status(201);
        app.a.put("/sku/S/Canal/ml?usuarioId=u", &json!({ "estoque": 1 })).await.com_status(201);
        app.a.delete("/Canal/ml?usuarioId=u").await.com_status(204);
        app.a.delete("/Canal/ml?usuarioId=u").await.com_status(404);
        assert_eq!(app.a.get("/sku/S/Canal?usuarioId=u").await.json_de(200), json!([]));
        // a new one of the same name begins empty
        criar(&app, &inativo).await.com_status(201);
        assert_eq!(app.a.get("/Canal/ml/Categoria?usuarioId=u").await.json_de(200), json!([]));
    }
}
