//! TipoCanal and Canal: the catalogue of channel types, and a store's connections with their settings and
//! their secrets.

use domain::canal::Canal;
use domain::values::ids::CanalId;
use serde_json::{Value, json};
use store::paging::PageRequest;
use store::{StoreError, canais};

use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp, models};

const MASCARA: &str = "********";

/// A channel of a type that asks for a number.
fn mercado_livre(id: &str, configuracoes: &[(&str, &str)]) -> Value {
    let pairs = configuracoes.iter().map(|(code, value)| json!({ "codigo": code, "valor": value }));
    json!({
        "canalId": id, "nome": "ML", "tipoCanal": "MercadoLivre",
        "configuracoesAdicionais": pairs.collect::<Vec<_>>(),
    })
}

const FULL: [(&str, &str); 1] = [("sellerId", "123")];

/// A channel of a type that asks for a secret.
fn with_secret(id: &str, usuario: &str, senha: &str) -> Value {
    let canal = models::with(models::vendure(id), "/nome", json!("ML"));
    let canal = models::with(canal, "/configuracoesAdicionais/1/valor", json!(usuario));
    models::with(canal, "/configuracoesAdicionais/2/valor", json!(senha))
}

/// A setting's value in an answer.
fn value<'a>(canal: &'a Value, code: &str) -> &'a str {
    let list = canal["configuracoesAdicionais"].as_array().unwrap();
    list.iter().find(|c| c["codigo"] == code).unwrap()["valor"].as_str().unwrap()
}

/// A setting's value as it is stored.
fn kept(app: &TestApp, canal: &str, code: &str) -> String {
    let (loja, id) = (app.loja("u"), CanalId::parse(canal).unwrap());
    let row =
        run_blocking(&app.store, move |store| store.read_blocking(|conn| canais::find(conn, loja, &id)));
    let configuracoes = row.unwrap().canal.configuracoes_adicionais;
    configuracoes.into_iter().find(|c| c.codigo == code).unwrap().valor
}

async fn create(app: &TestApp, canal: &Value) -> Answer {
    app.a.post("/Canal?usuarioId=u", canal).await
}

async fn with_usuario(app: &TestApp) {
    app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
}

on_both_databases! {
    async fn the_catalogue_of_types(app: TestApp) {
        let kinds = app.a.get("/Canal/Tipo_Canal").await.json_of(200);
        let codes: Vec<&str> = kinds.as_array().unwrap().iter().map(|t| t["codigo"].as_str().unwrap()).collect();
        for code in [
            "MercadoLivre", "Amazon", "Magalu", "Americanas", "Shopee", "CasasBahia", "Netshoes", "Carrefour", "Loja",
        ] {
            assert!(codes.contains(&code), "{code}");
            let one = app.a.get(&format!("/Canal/Tipo_Canal/{code}")).await.json_of(200);
            assert!(kinds.as_array().unwrap().contains(&one));
        }
        // the wire form of the source document, and the additive members
        let ml = &kinds[0];
        assert_eq!((&ml["titulo"], &ml["dimensoesMinimas"]), (
            &json!("Mercado Livre"),
            &json!({ "largura": 11, "altura": 2, "comprimento": 16, "peso": 50 })
        ));
        let (first, optional) = (&ml["configuracoesAdicionais"][0], &ml["configuracoesAdicionais"][1]);
        assert_eq!((&first["codigo"], &first["obrigatorio"], &first["tipo"], &first["opcoes"]), (
            &json!("sellerId"), &json!(true), &json!("Int"), &Value::Null
        ));
        assert_eq!(optional["opcoes"], json!(["Classico", "Premium"]));
        app.a.get("/Canal/Tipo_Canal/mercadolivre").await.with_status(404);
        app.a.get("/Canal/Tipo_Canal/Nenhum").await.with_status(404);
    }

    async fn a_channel_with_its_defaults(app: TestApp) {
        with_usuario(&app).await;
        let min = json!({ "canalId": "c/1", "nome": "C", "tipoCanal": "Loja" });
        let created = create(&app, &min).await.with_status(201);
        assert_eq!(created.header("location"), "/Canal/c%2F1?usuarioId=u");
        let expected = json!({
            "canalId": "c/1", "nome": "C", "tipoCanal": "Loja", "ativo": true, "prazo": 0,
            "enviarMinimoDimensaoZerada": false, "enviarMinimoDimensaoMenor": false,
            "percentualEstoque": 100, "enviarSku": true, "configuracoesAdicionais": [],
        });
        assert_eq!(created.json(), expected);
        assert_eq!(create(&app, &min).await.json_of(200), expected);
        create(&app, &models::with(min.clone(), "/prazo", json!(1))).await.with_status(409);
        // unique per user, not beyond
        app.a.post("/Usuario", &models::usuario("v")).await.with_status(201);
        app.a.post("/Canal?usuarioId=v", &models::canal("c/1")).await.with_status(201);
        assert_eq!(app.a.get("/Canal/c%2F1?usuarioId=u").await.json_of(200), expected);

        let changed = app.a.patch("/Canal/c%2F1?usuarioId=u", &json!({ "prazo": 2, "ativo": 0 })).await.json_of(200);
        assert_eq!((&changed["prazo"], &changed["ativo"], &changed["nome"]), (&json!(2), &json!(false), &json!("C")));
        assert_eq!(app.a.put("/Canal/c%2F1?usuarioId=u", &min).await.json_of(200), expected);
    }

    async fn a_user_has_so_many_channels_and_no_more(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let (loja, most) = (app.loja("u"), canais::MAX);
        // one is there
        run_blocking(&app.store, move |store| {
            store.write_blocking(move |tx| {
                let model = canais::list(tx, loja, &canais::Filter::default(), PageRequest::first(1))?.rows.remove(0);
                for n in 2..most {
                    let canal_id = CanalId::parse(format!("c{n}")).unwrap();
                    canais::create(tx, loja, &Canal { canal_id, ..model.canal.clone() })?;
                }
                Ok::<_, StoreError>(())
            })
        });
        create(&app, &models::canal("x")).await.with_status(201);
        let refused = create(&app, &models::canal("y")).await.with_status(409);
        assert_eq!(
            refused.json()["message"],
            "O usuário já tem 500 canais, o máximo. Exclua um deles para criar outro."
        );
        app.a.put("/Canal/y?usuarioId=u", &models::canal("y")).await.with_status(409);
        app.a.delete("/Canal/x?usuarioId=u").await.with_status(204);
        app.a.put("/Canal/y?usuarioId=u", &models::canal("y")).await.with_status(201);
        app.a.put("/Canal/y?usuarioId=u", &models::canal("y")).await.with_status(200);
    }

    async fn a_reserved_name_and_an_unknown_type_are_refused(app: TestApp) {
        with_usuario(&app).await;
        for kind in ["Nenhum", "loja"] {
            let channel = models::with(models::canal("c"), "/tipoCanal", json!(kind));
            let problems = create(&app, &channel).await.with_status(400).problems();
            assert!(problems.len() == 1 && problems[0].starts_with("tipoCanal: "), "{problems:?}");
        }
        let unnamed = models::without(models::canal("c"), "canalId");
        let reserved = app.a.put("/Canal/tipo_canal?usuarioId=u", &unnamed).await.with_status(400);
        assert_eq!(reserved.problems(), ["canalId: é um nome reservado"]);
        assert_eq!(app.a.get("/Canal?usuarioId=u").await.json()["metadados"]["total"], 0);
    }

    async fn settings_are_those_that_the_type_asks_for(app: TestApp) {
        with_usuario(&app).await;
        let list = "configuracoesAdicionais";
        let [seller] = FULL;
        let refusals: [(&[(&str, &str)], Vec<String>); 6] = [
            (&[], vec![format!("{list}: falta a configuração obrigatória sellerId")]),
            (&[("sellerId", "abc")], vec![format!("{list}[0].valor: deve ser um número inteiro")]),
            (&[seller, ("sellerId", "9")], vec![format!("{list}[1].codigo: está repetido")]),
            (&[seller, ("cor", "azul")], vec![format!("{list}[1].codigo: não existe neste tipo de canal")]),
            (&[seller, ("tipoAnuncio", "Ouro")], vec![format!("{list}[1].valor: deve ser um destes valores: Classico, Premium")]),
            (&[seller, ("freteGratis", "sim")], vec![format!("{list}[1].valor: deve ser true ou false")]),
        ];
        for (configuracoes, problems) in refusals {
            let refused = create(&app, &mercado_livre("ml", configuracoes)).await.with_status(400);
            assert_eq!(refused.problems(), problems);
        }
        // each type of setting is read as what it is
        for (kind, required, code, valid, ruins) in [
            ("Loja", vec![], "valorMinimoPedido", vec!["10.5", "0"], vec!["10,5", "1.00001", "muito"]),
            ("Americanas", vec![("email", "a@b.example")], "inicioOperacao",
                vec!["2026-01-31", "2026-01-31T10:00:00-03:00"], vec!["31/01/2026", "2026-02-30"]),
            ("Shopee", vec![("shopId", "1")], "diasPreparacao", vec!["2", "-1"], vec!["2.5", "dois"]),
        ] {
            let write = async |value: &str| {
                let canal = mercado_livre(kind, &[required.as_slice(), &[(code, value)]].concat());
                let canal = models::with(canal, "/tipoCanal", json!(kind));
                app.a.put(&format!("/Canal/{kind}?usuarioId=u"), &canal).await
            };
            for good in valid {
                let stored = write(good).await;
                assert!(stored.status < 300, "{code} {good}: {stored:?}");
                assert_eq!(value(&stored.json(), code), good);
            }
            for bad in ruins {
                let problems = write(bad).await.with_status(400).problems();
                let here = format!("{list}[{}].valor: ", required.len());
                assert!(problems.len() == 1 && problems[0].starts_with(&here), "{code} {bad}: {problems:?}");
            }
        }
    }

    async fn a_type_cannot_change(app: TestApp) {
        with_usuario(&app).await;
        create(&app, &models::canal("c")).await.with_status(201);
        let other = mercado_livre("c", &FULL);
        app.a.put("/Canal/c?usuarioId=u", &other).await.with_status(409);
        let change = json!({ "tipoCanal": "MercadoLivre", "configuracoesAdicionais": other["configuracoesAdicionais"] });
        app.a.patch("/Canal/c?usuarioId=u", &change).await.with_status(409);
        assert_eq!(app.a.get("/Canal/c?usuarioId=u").await.json()["tipoCanal"], "Loja");
    }

    async fn secrets_are_written_and_never_shown(app: TestApp) {
        with_usuario(&app).await;
        let created = create(&app, &with_secret("ml", "hub", "segredo-1")).await.json_of(201);
        assert_eq!((value(&created, "senha"), value(&created, "usuario")), (MASCARA, "hub"));
        assert_eq!(kept(&app, "ml", "senha"), "segredo-1");
        // what was read can be sent back as it is: the secret stays
        for answer in [
            create(&app, &created).await,
            app.a.put("/Canal/ml?usuarioId=u", &created).await,
            app.a.patch("/Canal/ml?usuarioId=u", &json!({ "nome": "ML" })).await,
            app.a.get("/Canal/ml?usuarioId=u").await,
        ] {
            assert_eq!(answer.json_of(200), created);
        }
        assert_eq!(kept(&app, "ml", "senha"), "segredo-1");
        let page = app.a.get("/Canal?usuarioId=u").await;
        assert_eq!(page.json()["resultado"], json!([created]));
        assert!(!page.text().contains("segredo-1"));

        let new = with_secret("ml", "outro", "segredo-2");
        assert!(!app.a.put("/Canal/ml?usuarioId=u", &new).await.with_status(200).text().contains("segredo"));
        assert_eq!(kept(&app, "ml", "senha"), "segredo-2");
        // the same secret again is the same content
        create(&app, &new).await.with_status(200);
        create(&app, &with_secret("ml", "outro", "segredo-1")).await.with_status(409);
        // a mask with nothing behind it
        let refused = create(&app, &with_secret("novo", "hub", MASCARA)).await;
        let problems = refused.with_status(400).problems();
        assert!(problems[0].starts_with("configuracoesAdicionais[2].valor: "), "{problems:?}");
    }

    async fn filters_and_deletion(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let inactive = models::with(mercado_livre("ml", &FULL), "/ativo", json!(false));
        create(&app, &inactive).await.with_status(201);
        for (query, expected) in [
            ("", vec!["canal", "ml"]),
            ("ativo=true", vec!["canal"]),
            ("tipoCanal=MercadoLivre", vec!["ml"]),
            ("tipo_canal=MercadoLivre&ativo=true", vec![]),
        ] {
            let page = app.a.get(&format!("/Canal?usuarioId=u&{query}")).await.json_of(200);
            let seen: Vec<&str> =
                page["resultado"].as_array().unwrap().iter().map(|c| c["canalId"].as_str().unwrap()).collect();
            assert_eq!(seen, expected, "{query}");
        }
        app.create_pedido("u", &models::pedido("canal", "P", "S")).await;
        app.a.delete("/Canal/canal?usuarioId=u").await.with_status(409);

        app.a.put("/Canal/ml/Categoria/1?usuarioId=u", &json!({ "nome": "C" })).await.with_status(201);
        app.a.put("/sku/S/Canal/ml?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(201);
        app.a.delete("/Canal/ml?usuarioId=u").await.with_status(204);
        app.a.delete("/Canal/ml?usuarioId=u").await.with_status(404);
        assert_eq!(app.a.get("/sku/S/Canal?usuarioId=u").await.json_of(200), json!([]));
        // a new one of the same name begins empty
        create(&app, &inactive).await.with_status(201);
        assert_eq!(app.a.get("/Canal/ml/Categoria?usuarioId=u").await.json_of(200), json!([]));
    }
}
