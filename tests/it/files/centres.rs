//! Stock in several distribution centres, in files.

use serde_json::json;

use super::support::{beside, import, ok};
use crate::estoque::centros::steps::{adjust, centre, places, put_in, sound};

on_both_databases! {
    async fn a_store_with_one_centre_sees_no_other(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        assert_eq!(ok(&p, &["export", "estoque"]), "sku,canalId,estoque\nA,,10");
        assert_eq!(ok(&p, &["export", "estoque", "--format", "jsonl"]), r#"{"estoque":10,"sku":"A"}"#);
    }

    async fn what_lies_where_goes_out_and_comes_in(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        centre(&app, 2, "Recife", 2).await.with_status(201);
        put_in(&app, "B", 2, 7).await;
        let p = beside(&app);
        let file = ok(&p, &["export", "estoque"]);
        assert_eq!(file, "sku,canalId,centroId,estoque\nA,,1,10\nB,,1,10\nB,,2,7");
        adjust(&app, "B", 2, json!({ "variacao": -3 })).await.with_status(200);
        adjust(&app, "A", 1, json!({ "variacao": 5 })).await.with_status(200);
        let (report, good) = import(&p, "estoque", file);
        assert!(good, "{report}");
        assert_eq!(places(&app, "A").await, [(1, 10, 0)]);
        assert_eq!(places(&app, "B").await, [(1, 10, 0), (2, 7, 0)]);
        // where no centre is named it is the one that every user has
        let lines = "{\"sku\":\"A\",\"estoque\":3}\n{\"sku\":\"A\",\"centroId\":2,\"estoque\":4}\n";
        assert!(import(&p, "estoque", lines).1);
        assert_eq!(places(&app, "A").await, [(1, 3, 0), (2, 4, 0)]);
        sound(&app);
    }

    async fn what_names_no_centre_of_the_store_is_refused(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        centre(&app, 2, "Recife", 2).await.with_status(201);
        let p = beside(&app);
        let table = "sku,canalId,centroId,estoque\nA,,9,1\nX,,2,1\nA,canal,2,1\nA,,x,1\nA,,2,6\n";
        let (report, good) = import(&p, "estoque", table);
        assert!(!good);
        let wrong = report["wrong"].as_array().unwrap().iter();
        let wrong: Vec<_> = wrong.map(|one| (one["line"].as_i64(), one["column"].as_str())).collect();
        assert_eq!(wrong, [
            (Some(2), Some("centroId")), (Some(3), Some("sku")),
            (Some(4), Some("centroId")), (Some(5), Some("centroId")),
        ]);
        assert_eq!(places(&app, "A").await, [(1, 10, 0), (2, 6, 0)]);
        sound(&app);
    }
}
