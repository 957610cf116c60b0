//! The demonstration's living channel: a simulated shop in this process, somebody who buys there, and the connection.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use connector_kit::vendure::{PASSWORD, Simulator, USER};
use connector_kit::{Server, Shopper, Simulated};
use domain::canal::{Canal, ValorConfiguracao};
use domain::conexao::ModoConexao;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, UsuarioId};
use store::channels::{self, CanalKey, Settings};
use store::{Store, StoreError, aplicacoes, canais, skus, usuarios};

/// The channel's identifier in the first store.
pub const CANAL: &str = "vitrine";
/// SKUs that the shop sells at most.
const SKUS: u32 = 10_000;
/// Every so many-th SKU is not sold there: something to see among the channel's errors.
const UNSOLD: usize = 500;
/// Between two purchases.
const PACE: Duration = Duration::from_secs(12);

/// The shop, which lasts as long as this does.
pub struct DemoShop {
    _shopper: Shopper,
    server: Server,
}

impl DemoShop {
    /// Opens a shop that sells some of a store's SKUs, and connects a channel to it. One of an earlier start is gone with
    /// its process, and so is what was bound there.
    pub fn open(store: &Store, usuario: &str) -> Result<Self> {
        let usuario = UsuarioId::parse(usuario).context("the user of the demonstration")?;
        let found = store.read_blocking(|conn| {
            for aplicacao in aplicacoes::list(conn)? {
                if let Some(loja) = usuarios::resolve(conn, aplicacao.id, &usuario)? {
                    return Ok(Some((loja.id, skus::next(conn, loja.id, 0, SKUS)?)));
                }
            }
            Ok::<_, StoreError>(None)
        })?;
        let (loja, sold) = found.context("the store of the demonstration is gone")?;
        let shop = Arc::new(Simulator::default());
        shop.count_from(u64::try_from(Instante::now().micros() / 1_000_000).unwrap_or_default());
        for (place, (_, sku)) in sold.iter().enumerate() {
            if place % UNSOLD == UNSOLD / 10 {
                continue;
            }
            shop.add(sku.sku.as_str(), sku.preco_por.ten_thousandths() / 100, Some(0));
        }
        let server = Server::start(shop.clone(), 0, None).context("the simulated shop cannot listen")?;
        let canal = canal(&server)?;
        store.write_blocking(move |tx| {
            canais::upsert(tx, loja, &canal)?;
            let Some(row) = canais::find(tx, loja, &canal.canal_id)? else { return Ok(()) };
            let key = CanalKey { loja, canal: row.num };
            channels::disconnect(tx, key)?;
            let settings = Settings { modo: ModoConexao::Total, publicar: false };
            channels::connect(tx, (key, &row.canal), settings).map(drop)
        })?;
        let seed = u64::from(std::process::id());
        let shopper = Shopper::start(shop, PACE, seed).context("nobody can buy in the simulated shop")?;
        Ok(Self { _shopper: shopper, server })
    }

    /// Host and port, which the engine must be allowed to call.
    pub fn address(&self) -> String {
        self.server.address().to_string()
    }
}

fn canal(server: &Server) -> Result<Canal> {
    let value = |code: &str, value: String| ValorConfiguracao { codigo: code.to_owned(), valor: value };
    Ok(Canal {
        configuracoes_adicionais: vec![
            value("endereco", format!("http://{}/admin-api", server.address())),
            value("usuario", USER.to_owned()),
            value("senha", PASSWORD.to_owned()),
        ],
        ..Canal::new(CanalId::parse(CANAL)?, "Vitrine (loja simulada)", "Vendure")
    })
}
