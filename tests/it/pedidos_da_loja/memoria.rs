//! Records that a server keeps in memory are those of the database, whoever has changed it since.

use domain::values::dates::EstiloData;
use domain::values::dates::Fuso;
use serde_json::{Value, json};
use store::StoreError;
use store::paging::{PageRequest, PageStart};
use store::pedidos::{FiltroRegistros, MemoriaRegistros, find_registro, list_registros};

use super::{loja, pedido};
use crate::suporte::TestApp;

/// What a server answers whose memory nobody tells of changes.
fn pagina(app: &TestApp, memoria: &MemoriaRegistros, estilo: EstiloData) -> Vec<u8> {
    let (loja, pedida) = (app.loja("u"), PageRequest { start: PageStart::Page(1), size: 50 });
    let filtro = FiltroRegistros::default();
    app.store
        .read_blocking(|conn| -> Result<Vec<u8>, StoreError> {
            let pagina = list_registros(conn, loja, &filtro, pedida, estilo, memoria)?;
            let corpo = pagina.corpo.concat();
            let lidos: Vec<Value> = serde_json::from_slice(&corpo).unwrap();
            for lido in &lidos {
                let id = domain::values::ids::PedidoId(lido["pedidoId"].as_i64().unwrap());
                let um = find_registro(conn, loja, id, estilo, memoria)?.unwrap();
                assert_eq!(serde_json::from_slice::<Value>(&um).unwrap(), *lido);
            }
            Ok(corpo)
        })
        .unwrap()
}

nos_dois_bancos! {
    async fn records_in_memory_are_those_of_the_database(app: TestApp) {
        let b = loja(&app).await;
        let (um, dois) = (pedido(&app, "P1").await, pedido(&app, "P2").await);
        let (memoria, sem_lugar) = (MemoriaRegistros::default(), MemoriaRegistros::com_bytes(0));
        let um_so = MemoriaRegistros::com_bytes(6_000);
        let conferir = |app: &TestApp| {
            for estilo in [EstiloData::Utc, EstiloData::Local(Fuso::America__Sao_Paulo)] {
                let fresca = pagina(app, &MemoriaRegistros::default(), estilo);
                for memoria in [&memoria, &memoria, &sem_lugar, &um_so] {
                    assert_eq!(pagina(app, memoria, estilo), fresca);
                }
            }
        };
        conferir(&app);
        let nota = |texto: &str| json!({"observacao": texto, "usuario": "ana", "publica": true});
        b.post(&format!("/pedidos/{um}/observacao"), &nota("frágil")).await.com_status(200);
        conferir(&app);
        b.post(&format!("/pedidos/{um}/observacao"), &nota("\"urgente\"")).await.com_status(200);
        conferir(&app);
        b.put(&format!("/pedidos/{dois}/status"), &json!({"id": 11})).await.com_status(200);
        conferir(&app);
        let mut canal = app.a.get("/Canal/canal?usuarioId=u").await.json_de(200);
        canal["nome"] = json!("Outro \"nome\"");
        app.a.put("/Canal/canal?usuarioId=u", &canal).await.com_status(200);
        conferir(&app);
        pedido(&app, "P3").await;
        conferir(&app);
        let lidos = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_de(200);
        let notas = |id: i64| lidos.as_array().unwrap().iter().find(|p| p["pedidoId"] == id).unwrap()["observacao"].clone();
        assert_eq!((notas(um).as_array().unwrap().len(), notas(dois)), (2, json!([])));
    }
}
