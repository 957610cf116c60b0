//! What the handlers share.

use std::sync::Arc;

use domain::datas::Fuso;
use domain::tipo_canal::CatalogoTipos;
use http_kit::{Chaves, Rotas};
use store::Store;

use crate::idempotencia::EmCurso;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) chaves: Chaves,
    pub(crate) tipos: Arc<CatalogoTipos>,
    pub(crate) fuso: Fuso,
    pub(crate) rotas: Arc<Rotas>,
    pub(crate) em_curso: EmCurso,
}

impl State {
    /// `fuso` is the time zone of dates without a time; `rotas` are all the routes of the listener.
    pub fn new(store: Store, chaves: Chaves, tipos: CatalogoTipos, fuso: Fuso, rotas: Arc<Rotas>) -> Self {
        Self { store, chaves, tipos: Arc::new(tipos), fuso, rotas, em_curso: EmCurso::default() }
    }
}
