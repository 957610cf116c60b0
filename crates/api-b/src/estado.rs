//! What the handlers share.

use std::sync::Arc;

use domain::datas::Fuso;
use http_kit::{Chaves, Rotas};
use store::Store;
use store::pedidos::MemoriaRegistros;

use crate::prontas::Prontas;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) chaves: Chaves,
    pub(crate) fuso: Fuso,
    pub(crate) rotas: Arc<Rotas>,
    pub(crate) registros: Arc<MemoriaRegistros>,
    pub(crate) categorias: Arc<Prontas>,
}

impl State {
    /// `fuso` is the time zone of dates without an offset; `rotas` are all the routes of the listener.
    pub fn new(store: Store, chaves: Chaves, fuso: Fuso, rotas: Arc<Rotas>) -> Self {
        let (registros, categorias) = Default::default();
        Self { store, chaves, fuso, rotas, registros, categorias }
    }
}
