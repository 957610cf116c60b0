//! Offers reach the shop.

use std::sync::{Arc, Mutex};

use connector_kit::vendure::{PASSWORD, USER};
use domain::values::ids::SkuId;
use serde_json::json;
use store::channels as connections;

use super::{connected, connected_to_medusa, errors};
use crate::estoque::announcing::announce_all;
use crate::support::app::run_blocking;

on_both_databases! {
    async fn stock_and_price_reach_the_listing_of_the_code(app: TestApp) {
        let c = connected(&app, "total", &["A", "B"], &["A", "B"]).await;
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), c.shop.stock("B")), (Some(10), Some(10)));
        assert_eq!(c.shop.price("A"), Some(999_000));
        assert_eq!(errors(&app, c.key), [""; 0]);
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        app.a.put("/sku/A/Preco?usuarioId=u", &json!({ "precoDe": 0, "precoPor": 12.34 })).await.with_status(200);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), c.shop.price("A")), (Some(3), Some(123_400)));
        let window = app.store.read_blocking(|conn| connections::window(conn, c.key)).unwrap();
        assert!(window.is_some());
    }

    async fn an_operator_sees_what_waits_and_how_long_acceptances_take(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        let accepted = Arc::new(Mutex::new(Vec::new()));
        let told = accepted.clone();
        c.engine.on_accepted(move |kind, after| told.lock().unwrap().push((kind.to_owned(), after)));
        c.settle(&app);
        let backlog = || app.store.read_blocking(connections::backlog).unwrap();
        assert_eq!(backlog(), connections::Waiting::default());
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        run_blocking(&app.store, announce_all);
        let waiting = backlog();
        assert_eq!((waiting.devidos, waiting.unidades), (1, 7));
        assert!(waiting.mais_antigo.is_some());
        let text = app.admin.get("/metrics").await.with_status(200).text();
        assert!(text.contains("entreposto_channel_units_at_risk 7"), "{text}");
        c.settle(&app);
        assert_eq!(backlog(), connections::Waiting::default());
        let accepted = accepted.lock().unwrap();
        assert!(accepted.len() >= 2 && accepted.iter().all(|(kind, _)| kind == "Vendure"), "{accepted:?}");
    }

    async fn a_hundred_changes_become_few_calls(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let calls = c.engine.counters().calls.load(std::sync::atomic::Ordering::Relaxed);
        for n in 0..100 {
            app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": n })).await.with_status(200);
        }
        c.settle(&app);
        assert_eq!(c.shop.stock("A"), Some(99));
        let more = c.engine.counters().calls.load(std::sync::atomic::Ordering::Relaxed) - calls;
        assert!(more <= 4, "{more} calls");
    }

    async fn nothing_is_written_while_the_mode_is_to_read(app: TestApp) {
        let c = connected(&app, "leitura", &["A"], &["A"]).await;
        c.settle(&app);
        assert_eq!(c.shop.stock("A"), Some(0));
        let one = app.store.read_blocking(|conn| {
            connections::find_listing(conn, c.key, &SkuId::parse("A").unwrap())
        });
        let one = one.unwrap().unwrap();
        assert!(one.estado.is_bound() && one.tem.estoque == Some(0) && one.tem_em.is_none(), "{one:?}");
    }

    async fn a_sku_without_a_listing_and_one_with_two_are_told(app: TestApp) {
        let c = connected(&app, "total", &["A", "B", "C"], &["A", "B", "B"]).await;
        c.settle(&app);
        assert_eq!(errors(&app, c.key), ["sku B: anuncio-ambiguo", "sku C: anuncio-faltando"]);
        c.shop.remove("B");
        c.shop.add("B", 100, Some(0));
        c.shop.add("C", 100, Some(0));
        let key = c.key;
        crate::support::app::run_blocking(&app.store, move |store| {
            store.write_blocking(move |tx| connections::look_anew(tx, key, None))
        });
        c.settle(&app);
        assert_eq!(errors(&app, c.key), [""; 0]);
        assert_eq!((c.shop.stock("B"), c.shop.stock("C")), (Some(10), Some(10)));
    }

    async fn an_offer_that_cannot_be_published_leaves_the_shop(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        app.a.patch("/sku/A?usuarioId=u", &json!({ "ativo": false })).await.with_status(200);
        c.settle(&app);
        assert!(c.shop.for_sale().is_empty());
        app.a.patch("/sku/A?usuarioId=u", &json!({ "ativo": true })).await.with_status(200);
        c.settle(&app);
        assert_eq!(c.shop.for_sale(), ["A"]);
    }

    async fn what_somebody_changed_at_the_shop_is_set_right(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        c.shop.count("A", 77);
        app.database.execute("UPDATE conexoes SET conferencia_devida = 0");
        c.settle(&app);
        assert_eq!(c.shop.stock("A"), Some(10));
    }

    async fn a_shop_of_another_make_is_worked_alike(app: TestApp) {
        let c = connected_to_medusa(&app, "total", &["A", "B"], &["A", "B"]).await;
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), c.shop.price("A")), (Some(10), Some(999_000)));
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), errors(&app, c.key)), (Some(3), vec![]));
    }

    async fn other_settings_have_the_account_checked_before_anything_is_written(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        // the account that these settings lead to is another than the one that was connected
        app.database.execute("UPDATE conexoes SET conta = 'outra'");
        let mut canal = app.a.get("/Canal/loja?usuarioId=u").await.json_of(200);
        canal["configuracoesAdicionais"] = json!([
            { "codigo": "endereco", "valor": "http://loja.example/admin-api/" },
            { "codigo": "usuario", "valor": USER }, { "codigo": "senha", "valor": PASSWORD },
        ]);
        app.a.put("/Canal/loja?usuarioId=u", &canal).await.with_status(200);
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), errors(&app, c.key)), (Some(10), vec!["conexao : conta-trocada".to_owned()]));
    }

    async fn a_deleted_sku_that_is_still_sold_is_told(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        app.a.delete("/sku/A?usuarioId=u").await.with_status(204);
        c.settle(&app);
        assert_eq!(errors(&app, c.key), ["sku A: anuncio-sobrando"]);
    }

    async fn what_has_no_listing_is_published_once_where_that_is_wanted(app: TestApp) {
        let c = connected(&app, "total", &["A", "B"], &["A"]).await;
        app.database.execute("UPDATE conexoes SET publicar = TRUE");
        c.settle(&app);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), c.shop.stock("B")), (Some(10), Some(10)));
        assert_eq!(c.shop.state()["products"].as_array().unwrap().len(), 2);
        assert_eq!(errors(&app, c.key), [""; 0]);
    }
}
