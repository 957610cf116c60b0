//! What the handlers share.

use std::sync::Arc;

use domain::values::dates::Fuso;
use http_kit::Kit;
use store::Store;
use store::pedidos::MemoriaRegistros;

use crate::prontas::Prontas;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) fuso: Fuso,
    pub(crate) registros: Arc<MemoriaRegistros>,
    pub(crate) categorias: Arc<Prontas>,
}

impl State {
    /// With nothing in its memories yet.
    pub fn new(kit: &Kit) -> Self {
        let (registros, categorias) = Default::default();
        Self { store: kit.store().clone(), fuso: kit.fuso(), registros, categorias }
    }
}
