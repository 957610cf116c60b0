//! Connected channels, against simulated shops: the engine step by step, then under faults.

pub mod access;
mod faults;
mod offers;
mod orders;
mod real;

use std::sync::Arc;

use channels::{Caller, Config, Connectors, Engine, Request, Unreachable};
use connector::Answer;
use connector_kit::Simulated;
use connector_kit::vendure::{PASSWORD, USER};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::CanalId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::channels::{self as connections, CanalKey, Settings};
use store::{StoreError, canais};

use crate::estoque::announcing::announce_all;
use crate::support::TestApp;
use crate::support::app::run_blocking;

/// Calls that a simulated shop answers, on the caller's thread.
pub struct ToShop(pub Arc<dyn Simulated>);

impl Caller for ToShop {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        let path = request.url.trim_start_matches("http://loja.example");
        let answer = self.0.answer(request.method, path, &request.headers, &request.body);
        let body = serde_json::from_slice(&answer.body).unwrap_or_default();
        Ok(Answer { status: answer.status, headers: answer.headers, body })
    }
}

/// A store with SKUs of 10 units, a channel `loja` at a simulated shop that has them too, and an engine.
pub struct Connected {
    pub shop: Arc<dyn Simulated>,
    pub engine: Engine,
    pub key: CanalKey,
}

pub fn connectors() -> Connectors {
    Connectors::default().with(connector_vendure::CONNECTOR).with(connector_medusa::CONNECTOR)
}

pub fn kinds() -> TypeCatalogue {
    let all = [connectors().kinds(), access::connectors().kinds()].concat();
    TypeCatalogue::shipped().with_connectors(all)
}

pub fn engine(app: &TestApp, caller: impl Caller + 'static) -> Engine {
    Engine::new(app.store.clone(), connectors(), Arc::new(kinds()), caller, Config::default())
}

/// Connects store `u` in a mode to a simulated Vendure that lists `listed`.
pub async fn connected(app: &TestApp, modo: &str, skus: &[&str], listed: &[&str]) -> Connected {
    let settings = [("endereco", "http://loja.example/admin-api"), ("usuario", USER), ("senha", PASSWORD)];
    let shop = Arc::new(connector_kit::vendure::Simulator::default());
    connected_to(app, shop, ("Vendure", &settings), modo, (skus, listed)).await
}

/// The same with a simulated Medusa.
pub async fn connected_to_medusa(app: &TestApp, modo: &str, skus: &[&str], listed: &[&str]) -> Connected {
    let settings = [("endereco", "http://loja.example"), ("chave", connector_kit::medusa::KEY)];
    let shop = Arc::new(connector_kit::medusa::Simulator::default());
    connected_to(app, shop, ("Medusa", &settings), modo, (skus, listed)).await
}

async fn connected_to(
    app: &TestApp,
    shop: Arc<dyn Simulated>,
    kind: (&str, &[(&str, &str)]),
    modo: &str,
    (skus, listed): (&[&str], &[&str]),
) -> Connected {
    for code in listed {
        shop.add(code, 5000, Some(0));
    }
    app.loja_with_stock("u", skus, 10).await;
    let key = connect(app, kind, modo).await;
    let engine = engine(app, ToShop(shop.clone()));
    Connected { shop, engine, key }
}

/// Connects store `u` to a shop of a kind, by settings.
async fn connect(app: &TestApp, (tipo, values): (&str, &[(&str, &str)]), modo: &str) -> CanalKey {
    app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": "hub" })).await.with_status(200);
    let canal = json!({
        "canalId": "loja", "nome": "Loja", "tipoCanal": tipo,
        "configuracoesAdicionais":
            values.iter().map(|(codigo, valor)| json!({ "codigo": codigo, "valor": valor })).collect::<Vec<_>>(),
    });
    app.a.post("/Canal?usuarioId=u", &canal).await.with_status(201);
    let loja = app.loja("u");
    let settings = Settings { modo: modo.parse().unwrap(), publicar: false };
    run_blocking(&app.store, move |store| {
        let row =
            store.read_blocking(|conn| canais::find(conn, loja, &CanalId::parse("loja").unwrap()))?.unwrap();
        let key = CanalKey { loja, canal: row.num };
        store.write_blocking(move |tx| connections::connect(tx, (key, &row.canal), settings))?;
        Ok::<_, StoreError>(key)
    })
}

impl Connected {
    /// Announces offers and works what is due until nothing is.
    pub fn settle(&self, app: &TestApp) {
        for _ in 0..50 {
            run_blocking(&app.store, announce_all);
            let worked = std::thread::scope(|s| s.spawn(|| self.engine.step()).join().unwrap()).unwrap();
            if worked == 0 {
                if std::env::var_os("SHOW").is_some() {
                    let stands = app.store.read_blocking(|conn| connections::find(conn, self.key));
                    eprintln!("{stands:?} {:?} {:?}", errors(app, self.key), self.engine.counters());
                }
                return;
            }
        }
        panic!("there is always something to do");
    }
}

/// HMAC-SHA256 in hexadecimal digits, for keys that are shorter than a block.
pub fn hmac_hex(key: &[u8], text: &[u8]) -> String {
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let padded = |with: u8, rest: &[u8]| {
        let pad: Vec<u8> = block.iter().map(|byte| byte ^ with).collect();
        Sha256::digest([&pad[..], rest].concat())
    };
    padded(0x5c, &padded(0x36, text)).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The errors that stand, as `about key: cause`.
pub fn errors(app: &TestApp, key: CanalKey) -> Vec<String> {
    let listed = app.store.read_blocking(|conn| {
        let filter = connections::ErroFilter { canal: Some(key.canal), ..Default::default() };
        connections::list_errors(conn, key.loja, &filter, store::paging::PageRequest::first(100))
    });
    let row = |one: connections::Erro| format!("{} {}: {}", one.sobre.name(), one.chave, one.causa.word());
    listed.unwrap().rows.into_iter().map(row).collect()
}

/// Orders of store `u`, as interface A lists them.
pub async fn pedidos(app: &TestApp) -> Vec<Value> {
    app.a.get("/Pedido?usuarioId=u").await.json_of(200)["resultado"].as_array().unwrap().clone()
}
