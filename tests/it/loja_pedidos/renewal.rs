//! Records stored by another version of the program: rendered when they are read, and stored anew later.

use store::StoreError;

use serde_json::json;

use super::{loja, pedido};
use crate::support::TestApp;
use crate::support::app::{Server, config};
use crate::support::wait::until;

/// How many orders have a record of the present version, compared with a fresh rendering.
fn compared(app: &TestApp) -> usize {
    let loja = app.loja("u");
    let checks = app
        .store
        .read_blocking(|conn| -> Result<_, StoreError> { store::orders::check_registros(conn, loja) });
    let checks = checks.unwrap();
    assert!(checks.divergences.is_empty());
    checks.compared
}

on_both_databases! {
    async fn records_of_another_version_are_rendered_and_stored_anew(app: TestApp) {
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
            "UPDATE pedido_registros SET registro = catalogo, registro_versao = 1",
        );
        assert_eq!(compared(&app), 0);
        // another server, which has nothing of them in its memory
        let other = Server::start(&config(&app.database.url));
        let there = b.at(other.at("listen_b"));
        assert_eq!(there.get(PAGE).await.json_of(200), before);
        // housekeeping may have been faster
        until("all are stored anew", async || {
            other.store.renew_registros().await.unwrap();
            compared(&app) == 3
        })
        .await;
        assert_eq!(there.get(PAGE).await.json_of(200), before);
        other.stop();
    }
}
