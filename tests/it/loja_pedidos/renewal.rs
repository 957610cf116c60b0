//! Records that an older version of the program has written: answered as of now, and written anew in time.

use std::time::{Duration, Instant};

use store::StoreError;

use serde_json::json;

use super::{loja, pedido};
use crate::support::TestApp;
use crate::support::app::{Server, config};

/// How many orders have a record of the present version, compared with a fresh rendering.
fn compared(app: &TestApp) -> usize {
    let loja = app.loja("u");
    let checks = app
        .store
        .read_blocking(|conn| -> Result<_, StoreError> { store::pedidos::check_registros(conn, loja) });
    let checks = checks.unwrap();
    assert!(checks.divergences.is_empty());
    checks.compared
}

on_both_databases! {
    async fn records_of_an_older_version_are_answered_anew_and_written_anew(app: TestApp) {
        const PAGE: &str = "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31";
        let b = loja(&app).await;
        let one = pedido(&app, "P1").await;
        for source in ["P2", "P3"] {
            pedido(&app, source).await;
        }
        let carrier = json!({"status": "Enviado", "rastreio": {"transportadora": "Trem"}});
        app.a.put(&format!("/Pedido/{one}/Status?usuarioId=u"), &carrier).await.with_status(200);
        let before = b.get(PAGE).await.json_of(200);
        app.database.execute(
            "UPDATE pedido_registros SET registro = '{\"velho\":1}', registro_zstd = NULL, \
             registro_versao = 1",
        );
        app.database.execute("UPDATE pedidos SET total = NULL, transportadora = NULL");
        assert_eq!(compared(&app), 0);
        // another server, which has nothing of them in its memory
        let other = Server::start(&config(&app.database.url));
        let there = b.at(other.at("listen_b"));
        assert_eq!(there.get(PAGE).await.json_of(200), before);
        // housekeeping may have been faster
        let begin = Instant::now();
        while compared(&app) < 3 {
            assert!(begin.elapsed() < Duration::from_secs(20));
            other.store.renew_registros().await.unwrap();
        }
        assert_eq!(there.get(PAGE).await.json_of(200), before);
        // what stands beside the documents is written, too: without it the carrier is looked for there
        app.database.execute("UPDATE pedido_documentos SET rastreio = NULL");
        let third = Server::start(&config(&app.database.url));
        assert_eq!(b.at(third.at("listen_b")).get(PAGE).await.json_of(200), before);
        third.stop();
        other.stop();
    }
}
