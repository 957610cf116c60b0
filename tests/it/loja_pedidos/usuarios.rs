//! A store's buyers, as its orders know them.

use domain::titular::Titular;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::orders::titular::{anonymise, find_orders, forget_numbers};

use super::{ids, loja, refusal};
use crate::support::app::run_blocking;
use crate::support::{TestApp, models};
use crate::titular::dump::{dump, tables_with};

/// An order of a buyer; its number.
async fn bought(app: &TestApp, usuario: &str, source: &str, buyer: Value) -> i64 {
    let mut pedido = models::pedido("canal", source, "S");
    pedido["usuario"] = buyer;
    pedido["endereco"][0]["numero"] = json!(source);
    app.create_pedido(usuario, &pedido).await["pedidoId"].as_i64().unwrap()
}

on_both_databases! {
    async fn buyers_are_found_by_all_that_tells_them_apart(app: TestApp) {
        let b = loja(&app).await;
        app.loja_with_skus("v", &["S"]).await;
        let ana = json!({"nome": "Ana", "cpf": "52998224725", "email": "Ana@x.example"});
        let first = bought(&app, "u", "1", ana.clone()).await;
        let company = json!({"nome": "Loja", "cnpj": "11222333000181", "email": "l@x.example"});
        bought(&app, "u", "2", company).await;
        bought(&app, "u", "3", json!({"nome": "Ninguem"})).await;
        bought(&app, "v", "4", json!({"nome": "Outra", "cpf": "11144477735", "email": "o@x.example"})).await;
        let later = json!({"nome": "Ana Souza", "cpf": "52998224725", "email": "ana@y.example"});
        let last = bought(&app, "u", "5", later).await;

        let list = b.get("/usuarios").await.with_status(200);
        let all = list.json();
        let names: Vec<&str> = all.as_array().unwrap().iter().map(|u| u["nome"].as_str().unwrap()).collect();
        assert_eq!((list.header("x-total-count"), names), ("2", vec!["Ana Souza", "Loja"]));
        // as in the record of the latest order, and what is known of the buyer
        let mut record = b.get(&format!("/pedidos/{last}")).await.json_of(200)["usuario"].clone();
        for (name, value) in [("bloqueado", json!(false)), ("aprovado", json!(true)), ("avatar", json!(null)),
            ("ip", json!(null)), ("dataCriacao", all[0]["dataCriacao"].clone()),
            ("dataAtualizacao", all[0]["dataAtualizacao"].clone())] {
            record[name] = value;
        }
        assert_eq!(all[0], record);
        let page = b.get("/usuarios?quantidadeRegistros=1&pagina=2").await.with_status(200);
        assert_eq!((page.header("x-total-count"), page.json()[0]["nome"].as_str()), ("2", Some("Loja")));
        assert_eq!(b.get("/usuarios?pagina=3").await.json_of(200), json!([]));
        refusal(&b.get("/usuarios?pagina=0").await, 400);

        let number = all[0]["usuarioId"].as_i64().unwrap();
        for path in [
            "/usuarios/cpf/52998224725".to_owned(),
            "/usuarios/cpf/529.982.247-25".to_owned(),
            "/usuarios/email/ANA@x.example".to_owned(),
            "/usuarios/email/ana%40y.example".to_owned(),
            format!("/usuarios/usuarioId/{number}"),
        ] {
            assert_eq!(b.get(&path).await.json_of(200), all[0], "{path}");
        }
        assert_eq!(b.get("/usuarios/cnpj/11.222.333%2F0001-81").await.json_of(200), all[1]);
        for path in ["ana@x.example", "ana@y.example", &number.to_string(), "documento/529.982.247-25"] {
            let orders = b.get(&format!("/usuarios/{path}/pedidos")).await.with_status(200);
            let seen = (orders.header("x-total-count"), ids(&orders.json()));
            assert_eq!(seen, ("2", vec![last, first]), "{path}");
            let links = json!([{"href": format!("/pedidos/{first}"), "rel": "self", "method": "GET"}]);
            assert_eq!(orders.json()[1]["links"], links);
        }
        let addresses = b.get("/usuarios/ana@x.example/enderecos").await.with_status(200);
        let shown = |n: usize| {
            let address = &addresses.json()[n];
            (address["numero"].clone(), address["utilizadoUltimoPedido"].clone())
        };
        assert_eq!((addresses.header("x-total-count"), shown(0), shown(1)),
            ("2", (json!("5"), json!(true)), (json!("1"), json!(false))));

        for path in ["cpf/11144477735", "email/o@x.example", "email/nobody", "cnpj/12ABC34501DE35",
            "usuarioId/999999", "documento/11144477735/pedidos", "o@x.example/pedidos", "999999/enderecos"] {
            let message = refusal(&b.get(&format!("/usuarios/{path}")).await, 404);
            assert_eq!(message, "O usuário não foi encontrado.");
        }
        for path in ["cpf/52998224724", "cnpj/1", "documento/x/pedidos", "usuarioId/x"] {
            refusal(&b.get(&format!("/usuarios/{path}")).await, 400);
        }
    }

    async fn a_buyer_who_is_known_better_later_is_one(app: TestApp) {
        let b = loja(&app).await;
        let by_mail = json!({"nome": "Ana", "email": "ana@x.example"});
        let known = json!({"nome": "Ana", "email": "ana@x.example", "cpf": "52998224725"});
        for (source, again) in [("1", true), ("2", false), ("3", true)] {
            bought(&app, "u", source, by_mail.clone()).await;
            let mut pedido = models::pedido("canal", source, "S");
            (pedido["usuario"], pedido["endereco"][0]["numero"]) = (known.clone(), json!(source));
            if again {
                app.send_pedido("u", &pedido).await.with_status(200);
            }
            let list = b.get("/usuarios").await.with_status(200);
            let rows = list.json().as_array().unwrap().len().to_string();
            // the second order is still known by the e-mail alone
            assert_eq!((list.header("x-total-count"), rows.as_str()), if source == "1" { ("1", "1") } else { ("2", "2") });
        }
    }

    async fn buyers_of_a_range_are_those_who_first_or_last_bought_in_it(app: TestApp) {
        let b = loja(&app).await;
        let buyer = |cpf: &str| json!({"nome": "Comprador", "cpf": cpf});
        let [ana, bia, nobody] = ["52998224725", "11144477735", ""].map(buyer);
        let mut orders = Vec::new();
        for (n, buyer) in [ana.clone(), bia, nobody, ana].into_iter().enumerate() {
            orders.push(bought(&app, "u", &n.to_string(), buyer).await);
        }
        // a day each, from noon of the first of May on
        for (day, id) in orders.iter().enumerate() {
            let at = 1_777_636_800_000_000_i64 + day as i64 * 86_400_000_000;
            app.database.execute(&format!("UPDATE pedidos SET criado_em = {at} WHERE pedido_id = {id}"));
        }
        for (query, expected) in [
            ("", vec!["52998224725", "11144477735"]),
            ("dataInicial=2026-05-01", vec!["52998224725", "11144477735"]),
            ("dataInicial=2026-05-02&dataFinal=2026-05-02", vec!["11144477735"]),
            ("dataInicial=2026-05-03", vec!["52998224725"]),
            ("dataFinal=2026-05-03", vec!["11144477735"]),
            ("dataFinal=2026-05-03&enumTipoFiltroData=datacriacao", vec!["52998224725", "11144477735"]),
            ("dataInicial=02/05/2026&enumTipoFiltroData=DataCriacao", vec!["11144477735"]),
            ("dataInicial=2030-01-01&dataFinal=2030-01-02", vec![]),
            ("aprovado=true&dataInicial=2026-05-03", vec!["52998224725"]),
            ("aprovado=false", vec![]),
        ] {
            let page = b.get(&format!("/usuarios?{query}")).await.with_status(200);
            let all = page.json();
            let found: Vec<&str> = all.as_array().unwrap().iter().map(|u| u["cpf"].as_str().unwrap()).collect();
            assert_eq!((page.header("x-total-count"), &found), (&*expected.len().to_string(), &expected),
                "{query}");
        }
        let ana = b.get("/usuarios/cpf/52998224725").await.json_of(200);
        assert_eq!([&ana["dataCriacao"], &ana["dataAtualizacao"]],
            ["2026-05-01T12:00:00Z", "2026-05-04T12:00:00Z"]);
        let second = "dataInicial=2026-05-01&quantidadeRegistros=1&pagina=2";
        assert_eq!(b.get(&format!("/usuarios?{second}")).await.json_of(200)[0]["cpf"], "11144477735");
        for (query, told) in [("dataInicial=x", "dataInicial"), ("aprovado=talvez", "aprovado"),
            ("enumTipoFiltroData=DataPedido", "enumTipoFiltroData"),
            ("dataInicial=2026-05-02&dataFinal=2026-05-01", "dataInicial: não pode ser posterior a dataFinal")] {
            let message = refusal(&b.get(&format!("/usuarios?{query}")).await, 400);
            assert!(message.contains(told), "{message}");
        }
    }

    async fn who_buys_for_a_company_is_found_by_either_number(app: TestApp) {
        const CNPJ: &str = "11222333000181";
        let b = loja(&app).await;
        let ana = |cnpj: &str| json!({"nome": "Ana", "cpf": "52998224725", "cnpj": cnpj,
            "email": "ana@x.example"});
        let bia = json!({"nome": "Bia", "cpf": "11144477735", "cnpj": CNPJ, "email": "bia@x.example"});
        let for_it = bought(&app, "u", "1", ana(CNPJ)).await;
        let private = bought(&app, "u", "2", ana("")).await;
        // as she bought for it, not as she bought last
        let of_it = b.get(&format!("/usuarios/cnpj/{CNPJ}")).await.json_of(200);
        assert_eq!((&of_it["nome"], &of_it["cnpj"], &of_it["tipoPessoa"]),
            (&json!("Ana"), &json!(CNPJ), &json!("Juridica")));
        let other = bought(&app, "u", "3", bia).await;
        let of = async |path: &str| {
            let orders = b.get(&format!("/usuarios/{path}/pedidos")).await.with_status(200);
            assert_eq!(orders.header("x-total-count"), ids(&orders.json()).len().to_string());
            ids(&orders.json())
        };
        assert_eq!(of(&format!("documento/{CNPJ}")).await, [other, for_it]);
        assert_eq!(of("documento/52998224725").await, [private, for_it]);
        assert_eq!(b.get(&format!("/usuarios/cnpj/{CNPJ}")).await.json_of(200)["nome"], "Bia");
        // the company itself comes before who buys for it
        let company = bought(&app, "u", "4", json!({"nome": "Loja", "cnpj": CNPJ})).await;
        assert_eq!(b.get(&format!("/usuarios/cnpj/{CNPJ}")).await.json_of(200)["nome"], "Loja");
        assert_eq!(of(&format!("documento/{CNPJ}")).await, [company, other, for_it]);
        let page = |n: usize| format!("/usuarios/documento/{CNPJ}/pedidos?quantidadeRegistros=2&pagina={n}");
        assert_eq!(ids(&b.get(&page(2)).await.json_of(200)), [for_it]);
        let found = app.a.get("/Pedido?usuarioId=u&busca=11.222.333/0001-81").await.json_of(200);
        assert_eq!(found["metadados"]["total"], 3);

        // all that names the company goes with it, and nothing else
        let (aplicacao, loja) = (app.aplicacao, app.loja("u"));
        let (orders, whole) = app.store.write(move |tx| {
            let titular = Titular::default().with_documento(CNPJ).unwrap();
            let found = find_orders(tx, aplicacao, &titular)?;
            let orders: Vec<_> = found.orders.iter().map(|(_, id)| *id).collect();
            anonymise(tx, loja, &titular, &orders, &found.whole_buyers)?;
            forget_numbers(tx, aplicacao, &titular)?;
            Ok::<_, store::StoreError>((orders.len(), found.whole_buyers.len()))
        }).await.unwrap();
        // Bia has bought nothing else, so that her number goes; Ana has
        assert_eq!((orders, whole), (3, 1));
        let of_it = [format!("cnpj/{CNPJ}"), format!("documento/{CNPJ}/pedidos"),
            "cpf/11144477735".to_owned()];
        for path in of_it {
            refusal(&b.get(&format!("/usuarios/{path}")).await, 404);
        }
        assert_eq!(of("documento/52998224725").await, [private]);
        assert_eq!(tables_with(&app, &[CNPJ, "Bia"]), [""; 0]);
        let hash = &Sha256::digest(format!("cnpj:{CNPJ}"))[..16];
        assert!(dump(&app).iter().all(|(_, value)| value != hash), "the company's hash is left");
    }

    async fn an_anonymised_buyer_is_nobody(app: TestApp) {
        let b = loja(&app).await;
        let ana = json!({"nome": "Ana", "cpf": "52998224725", "email": "ana@x.example"});
        let id = bought(&app, "u", "1", ana).await;
        let before = b.get("/usuarios/cpf/52998224725").await.json_of(200)["usuarioId"].clone();
        let (store, aplicacao, loja) = (&app.store, app.aplicacao, app.loja("u"));
        run_blocking(store, move |store| {
            let titular = Titular::default().with_documento("52998224725").unwrap();
            store.write_blocking(move |tx| {
                let found = find_orders(tx, aplicacao, &titular)?;
                let orders: Vec<_> = found.orders.iter().map(|(_, id)| *id).collect();
                anonymise(tx, loja, &titular, &orders, &found.whole_buyers)?;
                forget_numbers(tx, aplicacao, &titular)
            })
        });
        let after = b.get(&format!("/pedidos/{id}")).await.json_of(200)["usuario"]["usuarioId"].clone();
        assert_ne!(before, after);
        for path in ["cpf/52998224725".to_owned(), "email/ana@x.example".to_owned(),
            format!("usuarioId/{before}"), format!("usuarioId/{after}"), format!("{after}/pedidos"),
            "ana@x.example/enderecos".to_owned()] {
            refusal(&b.get(&format!("/usuarios/{path}")).await, 404);
        }
        assert_eq!(b.get("/usuarios").await.json_of(200), json!([]));
    }
}
