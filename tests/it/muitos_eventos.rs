//! Many events at once: of one write, and of several that meet.

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::rt::time::sleep;
use domain::evento::Tipos;
use futures_util::future::{join_all, join3};
use serde_json::{Value, json};
use store::eventos::{self, Filtro};

use crate::suporte::app::em_bloco;
use crate::suporte::{TestApp, modelos};

/// As many as a batch may hold, so that several of them are more than the writer lets wait.
const SKUS: usize = 500;

fn lote(estoque: usize) -> Value {
    let sku = |n| modelos::com(modelos::sku(&format!("S{n:03}")), "/estoque", json!(estoque));
    (0..SKUS).map(sku).collect()
}

/// All events of SKUs: code, kind, stock before and after. Fails unless places are without a gap.
async fn de_skus(app: &TestApp) -> Vec<(String, String, Value, Value)> {
    app.store.place_events().await.unwrap();
    let (aplicacao, filtro) = (app.aplicacao, Filtro { loja: None, tipos: Tipos::default() });
    let trecho = em_bloco(&app.store, move |store| {
        store.read_blocking(|conn| eventos::list(conn, aplicacao, filtro, 1, 100_000))
    });
    let mut lidos = Vec::new();
    for (lugar, evento) in trecho.eventos.iter().enumerate() {
        assert_eq!(evento.posicao, lugar as i64 + 1);
        let lido: Value = serde_json::from_str(&evento.documento).unwrap();
        let texto = |nome: &str| lido[nome].as_str().unwrap_or_default().to_owned();
        if texto("tipo").starts_with("sku.") {
            let dados = &lido["dados"];
            lidos.push((
                texto("sku"),
                texto("tipo"),
                dados["estoqueAnterior"].clone(),
                dados["estoque"].clone(),
            ));
        }
    }
    lidos
}

nos_dois_bancos! {
    async fn batches_that_meet_tell_every_change_once_and_in_its_order(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        let enviar = async |estoque: usize| app.a.post("/sku/Lote?usuarioId=u", &lote(estoque)).await.com_status(200);
        enviar(1).await;
        let criados = de_skus(&app).await;
        let codigos: Vec<String> = (0..SKUS).map(|n| format!("S{n:03}")).collect();
        assert_eq!(criados.iter().map(|(sku, ..)| sku.clone()).collect::<Vec<_>>(), codigos);

        join_all((2..8).map(enviar)).await;
        let todos = de_skus(&app).await;
        assert_eq!(todos.len(), 7 * SKUS);
        let mut estoques: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (sku, tipo, anterior, estoque) in todos {
            let passados = estoques.entry(sku).or_default();
            assert_eq!(tipo, if passados.is_empty() { "sku.criado" } else { "sku.estoque" });
            assert_eq!(&anterior, passados.last().unwrap_or(&Value::Null));
            passados.push(estoque);
        }
        let ultimo = app.a.get("/sku/S123?usuarioId=u").await.json_de(200)["estoque"].clone();
        for passados in estoques.values() {
            // a batch is one write: all SKUs went through the same stocks
            assert_eq!(passados, &estoques["S123"]);
            assert_eq!(passados.last(), Some(&ultimo));
        }
    }

    async fn a_sku_that_comes_while_others_change_it_is_told_of_as_it_was_changed(app: TestApp) {
        const RODADAS: usize = 100;
        app.loja_com_skus("u", &[]).await;
        for n in 0..RODADAS {
            let codigo = format!("R{n:03}");
            let com = |estoque: i32, nome: &str| {
                let sku = modelos::com(modelos::sku(&codigo), "/estoque", json!(estoque));
                modelos::com(sku, "/nome", json!(nome))
            };
            // not all at once: some have to come between what others ask and what they write
            let pausa = |k: usize| sleep(Duration::from_micros((n * 977 + k * 1_409) as u64 % 4_000));
            let criar = async {
                app.a.post("/sku?usuarioId=u", &com(5, "novo")).await;
            };
            let em_lote = async |k: usize| {
                pausa(k).await;
                let lote = json!([com(if k.is_multiple_of(2) { 5 } else { 20 }, &format!("nome {k}"))]);
                app.a.post("/sku/Lote?usuarioId=u", &lote).await.com_status(200);
            };
            let variar = async |k: usize| {
                pausa(k).await;
                app.a.put(&format!("/sku/{codigo}/Estoque?usuarioId=u"), &json!({ "variacao": 1 })).await;
            };
            join3(criar, join_all((0..6).map(em_lote)), join_all((6..11).map(variar))).await;
        }
        let mut estoques: BTreeMap<String, Value> = BTreeMap::new();
        for (sku, _, anterior, estoque) in de_skus(&app).await {
            if estoque.is_null() {
                continue; // another member has changed
            }
            if let Some(ultimo) = estoques.insert(sku.clone(), estoque) {
                assert_eq!(anterior, ultimo, "{sku}");
            }
        }
        assert_eq!(estoques.len(), RODADAS);
        for (sku, ultimo) in estoques {
            let agora = app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_de(200);
            assert_eq!(agora["estoque"], ultimo, "{sku}");
        }
    }
}
