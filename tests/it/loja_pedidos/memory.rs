//! Records that a server keeps in memory are those of the database, whoever has changed it since.

use domain::loja_config::{Perfil, RecordStyle};
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::{DateStyle, Zone};
use serde_json::{Value, json};
use store::StoreError;
use store::orders::{RegistrosCache, RegistrosFilter, Rendering, find_registro, list_registros};
use store::paging::{PageRequest, PageStart};

use super::{loja, pedido};
use crate::support::TestApp;

/// What a server answers whose memory nobody tells of changes.
fn page(app: &TestApp, memory: &RegistrosCache, style: RecordStyle) -> Vec<u8> {
    let (loja, wanted) = (app.loja("u"), PageRequest { start: PageStart::Page(1), size: 50 });
    let (filter, types) = (RegistrosFilter::default(), TypeCatalogue::shipped());
    let with = Rendering { style, types: &types, memory };
    app.store
        .read_blocking(|conn| -> Result<Vec<u8>, StoreError> {
            let page = list_registros(conn, loja, &filter, wanted, with)?;
            let body = page.corpo.concat();
            let read_values: Vec<Value> = serde_json::from_slice(&body).unwrap();
            for parsed in &read_values {
                let id = domain::values::ids::PedidoId(parsed["pedidoId"].as_i64().unwrap());
                let one = find_registro(conn, loja, id, with)?.unwrap();
                assert_eq!(serde_json::from_slice::<Value>(&one).unwrap(), *parsed);
            }
            Ok(body)
        })
        .unwrap()
}

in_both_profiles! {
    async fn records_in_memory_are_those_of_the_database(app: TestApp) {
        let b = loja(&app).await;
        let (one, two) = (pedido(&app, "P1").await, pedido(&app, "P2").await);
        let (memory, unplaced) = (RegistrosCache::default(), RegistrosCache::with_bytes(0));
        let single = RegistrosCache::with_bytes(6_000);
        let check = |app: &TestApp| {
            let local = DateStyle::Local(Zone::America__Sao_Paulo);
            for style in [
                RecordStyle::default(),
                RecordStyle { dates: local, perfil: Perfil::Documento },
                RecordStyle { dates: local, perfil: Perfil::Compativel },
            ] {
                let fresh = page(app, &RegistrosCache::default(), style);
                for memory in [&memory, &memory, &unplaced, &single] {
                    assert_eq!(page(app, memory, style), fresh);
                }
            }
        };
        check(&app);
        let nota = |text: &str| json!({"observacao": text, "usuario": "ana", "publica": true});
        b.post(&format!("/pedidos/{one}/observacao"), &nota("frágil")).await.with_status(200);
        check(&app);
        b.post(&format!("/pedidos/{one}/observacao"), &nota("\"urgente\"")).await.with_status(200);
        check(&app);
        b.put(&format!("/pedidos/{two}/status"), &json!({"id": 11})).await.with_status(200);
        check(&app);
        let sent = json!({"situacaoPedidoId": 9, "centroDistribuicaoId": 1, "rastreamento": "BR1"});
        b.post(&format!("/pedidos/{two}/rastreamento"), &sent).await.with_status(200);
        check(&app);
        let mut canal = app.a.get("/Canal/canal?usuarioId=u").await.json_of(200);
        canal["nome"] = json!("Outro \"nome\"");
        app.a.put("/Canal/canal?usuarioId=u", &canal).await.with_status(200);
        check(&app);
        pedido(&app, "P3").await;
        check(&app);
        let read_values = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_of(200);
        let notes = |id: i64| read_values.as_array().unwrap().iter().find(|p| p["pedidoId"] == id).unwrap()["observacao"].clone();
        assert_eq!((notes(one).as_array().unwrap().len(), notes(two)), (2, json!([])));
    }
}
