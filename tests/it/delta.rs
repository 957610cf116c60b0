//! Delta: every list answers what changed in a range of time, its start included and its end not.

use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use reqwest::Method;
use serde_json::{Value, json};
use store::{canais, orders};

use crate::support::app::run_blocking;
use crate::support::contract::Contract;
use crate::support::{TestApp, models};

/// An instant to the microsecond, as a filter takes it.
fn exact(instant: Instante) -> String {
    instant.utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// The keys of the rows that a list has, a member of each.
async fn rows(
    app: &TestApp,
    path: &str,
    chave: &str,
    from: Option<&str>,
    until: Option<&str>,
) -> Vec<String> {
    let mut path = path.to_owned();
    for (name, value) in [("dataAlteracaoInicial", from), ("data_alteracao_final", until)] {
        if let Some(value) = value {
            let separator = if path.contains('?') { '&' } else { '?' };
            path = format!("{path}{separator}{name}={value}");
        }
    }
    let body = app.a.get(&path).await.json_of(200);
    let list = body.get("resultado").unwrap_or(&body).as_array().unwrap();
    if let Some(total) = body.pointer("/metadados/total") {
        assert_eq!(*total, list.len(), "{path}");
    }
    list.iter().map(|row| row[chave].as_str().unwrap().to_owned()).collect()
}

/// A list, the member that names its rows, and how one of its rows (named `1`) is changed.
struct List {
    path: &'static str,
    chave: &'static str,
    change: (Method, String, Value),
    /// The same, without a change.
    repeat: Option<(Method, String, Value)>,
}

async fn run(app: &TestApp, (method, path, body): &(Method, String, Value)) {
    let answer = app.a.json(method.clone(), path, body).await;
    assert!(answer.status < 300, "{path}: {answer:?}");
}

/// Two of everything, named `1` and `2`, and the lists that show them.
async fn fill(app: &TestApp) -> Vec<List> {
    let u = "usuarioId=1";
    for id in ["1", "2"] {
        run(app, &(Method::PUT, format!("/Usuario/{id}"), models::usuario(id))).await;
    }
    for id in ["1", "2"] {
        run(app, &(Method::PUT, format!("/Canal/{id}?{u}"), models::canal(id))).await;
        run(app, &(Method::PUT, format!("/sku/{id}?{u}"), models::sku(id))).await;
    }
    let categorias = json!([
        { "categoriaId": "0", "nome": "0" },
        { "categoriaId": "1", "nome": "1", "categoriaPaiId": "0" }, { "categoriaId": "2", "nome": "2", "categoriaPaiId": "0" },
    ]);
    run(app, &(Method::POST, format!("/Canal/1/Categoria/Lote?{u}"), categorias)).await;
    for (sku, canal) in [("1", "1"), ("1", "2"), ("2", "1")] {
        run(app, &(Method::PUT, format!("/sku/{sku}/Canal/{canal}?{u}"), json!({ "estoque": 1 }))).await;
    }
    let notificacao =
        |id: &str, active: bool| json!({ "url": "https://erp.example", "usuarioId": id, "ativo": active });
    for id in ["1", "2"] {
        run(app, &(Method::POST, "/Notificacao".to_owned(), notificacao(id, false))).await;
    }
    let mut pedido = json!(0);
    for id in ["2", "1"] {
        pedido = app.create_pedido("1", &models::pedido("1", id, "1")).await["pedidoId"].clone();
    }
    let status =
        |status: &str| (Method::PUT, format!("/Pedido/{pedido}/Status?{u}"), json!({ "status": status }));
    let put = |path: &str, body: &Value| (Method::PUT, format!("{path}?{u}"), body.clone());
    let new = |body: Value| models::with(body, "/nome", json!("Outro"));
    let (usuario, canal, sku) = (new(models::usuario("1")), new(models::canal("1")), new(models::sku("1")));
    let (in_canal, categoria) = (json!({ "estoque": 2 }), json!({ "nome": "Outra", "categoriaPaiId": "0" }));
    let list = |path, chave, change: (Method, String, Value)| List {
        path,
        chave,
        repeat: Some(change.clone()),
        change,
    };
    vec![
        list("/Usuario", "usuarioId", (Method::PUT, "/Usuario/1".to_owned(), usuario)),
        list("/Canal", "canalId", put("/Canal/1", &canal)),
        list("/sku", "sku", put("/sku/1", &sku)),
        List { repeat: None, ..list("/sku", "sku", put("/sku/1/Estoque", &json!({ "variacao": 1 }))) },
        List { repeat: None, ..list("/sku", "sku", put("/sku/1/Preco", &json!({ "precoPor": 1 }))) },
        list("/Canal/{canalId}/sku", "sku", put("/sku/1/Canal/1", &in_canal)),
        list("/sku/{sku}/Canal", "canalId", put("/sku/1/Canal/1", &json!({ "estoque": 3 }))),
        list("/Canal/{canalId}/Oferta", "sku", put("/sku/1/Canal/1", &json!({ "estoque": 4 }))),
        list("/Canal/{canalId}/Oferta", "sku", put("/sku/1", &models::sku("1"))),
        list(
            "/Canal/{canalId}/Categoria",
            "categoriaId",
            put("/Canal/1/Categoria/0", &json!({ "nome": "Outra" })),
        ),
        list(
            "/Canal/{canalId}/Categoria/{categoriaId}/Subcategorias",
            "categoriaId",
            put("/Canal/1/Categoria/1", &categoria),
        ),
        list("/Pedido", "sourceId", status("Faturado")),
        list("/Notificacao", "usuarioId", (Method::PUT, "/Notificacao/1".to_owned(), notificacao("1", true))),
    ]
}

/// The address of a list: the parameters are those of [`fill`].
fn address(model: &str) -> String {
    let path = model.replace("{canalId}", "1").replace("{sku}", "1").replace("{categoriaId}", "0");
    if path == "/Usuario" { path } else { format!("{path}?usuarioId=1") }
}

on_both_databases! {
    async fn every_list_shows_what_has_changed_since(app: TestApp) {
        let lists = fill(&app).await;
        // every list of the document that takes a range is here
        let mut documented: Vec<&str> = Contract::a()
            .operations()
            .iter()
            .filter(|o| o.parameters("query").contains(&"dataAlteracaoInicial"))
            .map(|o| o.model)
            .collect();
        documented.retain(|model| !lists.iter().any(|list| list.path == *model));
        assert!(documented.is_empty(), "{documented:?}");

        for List { path, chave, change, repeat } in lists {
            let (list, case) = (address(path), format!("{path} after {change:?}"));
            let all = rows(&app, &list, chave, None, None).await;
            let before = exact(Instante::now());
            assert!(rows(&app, &list, chave, Some(&before), None).await.is_empty(), "{case}");
            assert_eq!(rows(&app, &list, chave, None, Some(&before)).await, all, "{case}");
            run(&app, &change).await;
            let after = exact(Instante::now());
            let changed = [if path.ends_with("/Categoria") { "0" } else { "1" }];
            assert_eq!(rows(&app, &list, chave, Some(&before), None).await, changed, "{case}");
            assert_eq!(rows(&app, &list, chave, Some(&before), Some(&after)).await, changed, "{case}");
            assert_eq!(rows(&app, &list, chave, None, Some(&before)).await.len(), all.len() - 1, "{case}");
            assert!(rows(&app, &list, chave, Some(&after), None).await.is_empty(), "{case}");
            // what is replaced by itself has not changed
            if let Some(repeat) = repeat {
                run(&app, &repeat).await;
                assert!(rows(&app, &list, chave, Some(&after), None).await.is_empty(), "{case}");
            }
        }
    }

    async fn the_start_is_included_and_the_end_is_not(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let pedido = app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].as_i64().unwrap();
        let (loja, canal) = (app.loja("u"), CanalId::parse("canal").unwrap());
        let of_canal = run_blocking(&app.store, move |store| {
            store.read_blocking(|conn| canais::find(conn, loja, &canal))
        });
        let of_pedido = run_blocking(&app.store, move |store| {
            store.read_blocking(|conn| orders::find(conn, loja, PedidoId(pedido)))
        });
        for (list, chave, alterado_em) in [
            ("/Canal?usuarioId=u", "canalId", of_canal.unwrap().alterado_em),
            ("/Pedido?usuarioId=u", "sourceId", of_pedido.unwrap().alterado_em),
        ] {
            let (just, following) = (exact(alterado_em), exact(Instante::from_micros(alterado_em.micros() + 1)));
            for (from, until, count) in [
                (Some(&just), None, 1),
                (Some(&following), None, 0),
                (None, Some(&just), 0),
                (None, Some(&following), 1),
                (Some(&just), Some(&following), 1),
                (Some(&just), Some(&just), 0),
                (Some(&following), Some(&just), 0),
            ] {
                let (from, until) = (from.map(String::as_str), until.map(String::as_str));
                assert_eq!(rows(&app, list, chave, from, until).await.len(), count, "{list} {from:?} {until:?}");
            }
            // a day as a whole, at both ends
            let day = |days: i64| alterado_em.plus_seconds(days * 86_400).utc().format("%Y-%m-%d").to_string();
            for (from, until, count) in [(0, 0, 1), (-1, 1, 1), (1, 1, 0), (-1, -1, 0)] {
                assert_eq!(rows(&app, list, chave, Some(&day(from)), Some(&day(until))).await.len(), count);
            }
        }
        let bad = app.a.get("/Canal?usuarioId=u&dataAlteracaoInicial=ontem&dataAlteracaoFinal=1").await;
        assert_eq!(bad.with_status(400).problems(), [
            "dataAlteracaoFinal: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "dataAlteracaoInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
        ]);
    }

    async fn an_offer_changes_with_all_that_it_follows_from(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await.with_status(201);
        let list = "/Canal/canal/Oferta?usuarioId=u";
        for (path, body, changed_rows) in [
            ("/sku/S", json!({ "estoque": 1 }), vec!["S"]),
            ("/sku/S/Canal/canal", json!({ "estoque": 1 }), vec!["S"]),
            ("/Canal/canal", json!({ "percentualEstoque": 50 }), vec!["S", "T"]),
            ("/Usuario/u", json!({ "ativo": false }), vec!["S", "T"]),
        ] {
            let before = exact(Instante::now());
            let path = format!("{path}?usuarioId=u");
            app.a.patch(&path, &body).await.with_status(200);
            let after = exact(Instante::now());
            assert_eq!(rows(&app, list, "sku", Some(&before), None).await, changed_rows, "{path}");
            assert_eq!(rows(&app, list, "sku", Some(&before), Some(&after)).await, changed_rows, "{path}");
            assert!(rows(&app, list, "sku", Some(&after), None).await.is_empty(), "{path}");
        }
    }

    async fn changed_skus_are_found_in_whatever_stretch_of_time_they_changed(app: TestApp) {
        app.loja_with_skus("u", &["A", "B", "C", "D", "E"]).await;
        app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": "hub" })).await.with_status(200);
        let now = Instante::now();
        let ago = |minutes: i64| exact(Instante::from_micros(now.micros() - minutes * 60_000_000));
        app.database.execute("UPDATE skus SET alterado_em = alterado_em - 2700000000 WHERE sku <> 'A'");
        let list = "/sku?usuarioId=u";
        let changed = async |from: i64, until: i64| {
            rows(&app, list, "sku", Some(&ago(from)), Some(&ago(until))).await
        };
        assert_eq!(changed(50, 40).await, ["B", "C", "D", "E"]);
        assert_eq!(changed(40, -5).await, ["A"]);
        for (method, path, body) in [
            (Method::PUT, "/sku/B/Estoque?usuarioId=u", json!({ "estoque": 7 })),
            (Method::PUT, "/sku/C/Estoque?usuarioId=u", json!({ "variacao": 2 })),
            (Method::PUT, "/sku/D/Preco?usuarioId=u", json!({ "precoDe": 9, "precoPor": 8 })),
            (Method::POST, "/Pedido?usuarioId=u", models::pedido("canal", "1", "E")),
        ] {
            run(&app, &(method, path.to_owned(), body)).await;
        }
        assert!(changed(50, 40).await.is_empty());
        assert_eq!(changed(40, -5).await, ["A", "B", "C", "D", "E"]);
    }

    async fn a_range_and_a_walk_go_together(app: TestApp) {
        app.loja_with_skus("u", &["A", "B", "C", "D"]).await;
        let before = exact(Instante::now());
        for sku in ["D", "B", "A"] {
            app.a.put(&format!("/sku/{sku}/Estoque?usuarioId=u"), &json!({ "estoque": 1 })).await.with_status(200);
        }
        let mut next = Some(format!("/sku?usuarioId=u&quantidade_registros=2&dataAlteracaoInicial={before}"));
        let mut seen = Vec::new();
        while let Some(path) = next {
            let page = app.a.get(&path).await.with_status(200);
            assert_eq!(page.json()["metadados"]["total"], 3);
            seen.extend(page.json()["resultado"].as_array().unwrap().iter().map(|s| s["sku"].clone()));
            next = crate::concurrency::following(&page);
        }
        assert_eq!(seen, ["A", "B", "D"]);
    }
}
