//! A connected channel, with what an engine would have written of it.

use domain::conexao::{Causa, EstadoAnuncio, EstadoConexao, ModoConexao, SobreErro};
use domain::values::ids::{CanalId, LojaId, PedidoId, SkuId};
use store::channels::{
    self, Anuncio, AtChannel, CanalKey, Conexao, NewErro, PedidoDoCanal, Settings, Settled,
};
use store::{StoreError, Tx, canais};

use super::TestApp;
use super::app::run_blocking;
use crate::estoque::announcing::announce_all;

/// The server that writes.
const SERVER: i64 = 7;

/// A connected channel of a user, in mode `pedidos`.
pub struct Connected<'a> {
    app: &'a TestApp,
    pub key: CanalKey,
}

impl<'a> Connected<'a> {
    /// Connects a channel, of whatever type, whose offers are told.
    pub fn new(app: &'a TestApp, usuario: &str, canal: &str) -> Self {
        Self::of(app, app.loja(usuario), canal)
    }

    /// The same by the store's number.
    pub fn of(app: &'a TestApp, loja: LojaId, canal: &str) -> Self {
        let id = CanalId::parse(canal).unwrap();
        let row = app.store.read_blocking(|conn| canais::find(conn, loja, &id)).unwrap().unwrap();
        let one = Self { app, key: CanalKey { loja, canal: row.num } };
        let settings = Settings { modo: ModoConexao::Pedidos, publicar: false };
        one.write(move |tx, key| channels::connect(tx, (key, &row.canal), settings).map(drop));
        run_blocking(&app.store, announce_all);
        one.write(|tx, key| {
            let before = channels::take(tx, key, SERVER, tx.now())?.unwrap();
            let conta = "1".to_owned();
            let after = Conexao { estado: EstadoConexao::Conectada, conta, ..before.clone() };
            assert!(channels::save(tx, &before, &after, None)?);
            Ok(())
        });
        one
    }

    fn write(&self, f: impl Fn(&mut Tx<'_>, CanalKey) -> Result<(), StoreError> + Send + 'static) {
        let key = self.key;
        run_blocking(&self.app.store, move |store| store.write_blocking(move |tx| f(tx, key)));
    }

    /// A SKU is bound to a listing that accepted its offer; since then it shows something.
    pub fn listed(&self, sku: &str, externo: &str, shows: AtChannel) {
        let (sku, externo) = (SkuId::parse(sku).unwrap(), externo.to_owned());
        self.write(move |tx, key| {
            let before = channels::find_listing(tx, key, &sku)?.unwrap();
            let after = Anuncio {
                estado: EstadoAnuncio::Ativo,
                externo: Some(externo.clone()),
                tem: AtChannel {
                    estoque: Some(before.quer.estoque.into()),
                    preco: Some(before.quer.preco.preco_por),
                    ativo: Some(true),
                },
                tem_em: Some(tx.now()),
                devida_em: None,
                ..before.clone()
            };
            let number = after.sku_num;
            channels::settle(tx, key, &[Settled { before, after }])?;
            channels::saw(tx, key, &[(number, shows)], false)
        });
    }

    /// What stands in the way of one thing now.
    pub fn failed(&self, (sobre, chave): (SobreErro, &str), errors: &[(Causa, &str)]) {
        let (chave, errors) =
            (chave.to_owned(), errors.iter().map(|(causa, texto)| (*causa, (*texto).to_owned())));
        let errors: Vec<NewErro> = errors
            .map(|(causa, texto)| NewErro { causa, membro: String::new(), codigo: "E1".to_owned(), texto })
            .collect();
        self.write(move |tx, key| channels::settle_errors(tx, key, (sobre, &chave), &errors));
    }

    /// An order as the channel has it; its invoice was told.
    pub fn ordered(&self, externo: &str, pedido: Option<i64>) {
        let externo = externo.to_owned();
        self.write(move |tx, key| {
            let marks = [(externo.clone(), "PaymentSettled".to_owned(), tx.now())];
            channels::seen(tx, key, &marks)?;
            let before = channels::find_order(tx, key, &externo)?.unwrap();
            let pedido = pedido.map(PedidoId);
            let after = PedidoDoCanal { pedido, contado: 1, devida_em: None, ..before.clone() };
            channels::save_order(tx, key, &before, &after)
        });
    }
}
