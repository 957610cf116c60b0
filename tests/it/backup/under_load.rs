//! Backups while others write: one moment, whole.

use serde_json::json;

use super::support::{sums, text_of};
use crate::support::program::Program;
use crate::support::{Database, TestDatabase, models};

on_both_databases! {
    async fn a_backup_beside_writers_is_of_one_moment(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        let order = |n: usize| {
            let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
            pedido["usuario"]["email"] = json!(format!("p{n}@correio.example"));
            pedido
        };
        for n in 0..20 {
            app.create_pedido("u", &order(n)).await;
        }
        let p = Program::new().env("DATABASE_URL", &app.database.url).env("ENTREPOSTO_LOG", "error");
        let mut backup = p.command(&["backup", "whole.zst"]).spawn().unwrap();
        let (mut written, mut during) = (20, 0);
        while during < 5 || backup.try_wait().unwrap().is_none() {
            app.create_pedido("u", &order(written)).await;
            app.a.put("/sku/T/Estoque?usuarioId=u", &json!({ "estoque": written })).await.with_status(200);
            written += 1;
            during += 1;
            assert!(during < 5000, "the backup does not end");
        }
        assert!(backup.wait().unwrap().success());
        let text = text_of(&p.folder.path().join("whole.zst"));
        for kind in [Database::Sqlite, Database::Postgres] {
            let Some(to) = TestDatabase::empty(kind) else { continue };
            p.ok(&["restore", "whole.zst", "--database-url", &to.url]);
            // counters, documents, records and numbers fit each other: `check` has looked
            let tables = sums(&p, &to.url);
            let rows = |name: &str| {
                let all = tables.as_array().unwrap();
                all.iter().find(|t| t["table"] == name).unwrap()["rows"].as_u64().unwrap()
            };
            // what was acknowledged before the backup began is in it
            assert!((20..=written as u64).contains(&rows("pedidos")), "{tables}");
            assert_eq!(rows("pedidos"), rows("pedido_documentos"));
            // an event for every order, one for each SKU, the channel and the user, and each change of stock
            assert!(rows("eventos") >= rows("pedidos") + 4, "{tables}");
        }
        assert!(text.lines().last().unwrap().contains("complete"), "{text}");
    }
}
