//! What the handlers share.

use std::sync::Arc;

use domain::tipo_canal::CatalogoTipos;
use domain::values::dates::Fuso;
use http_kit::Kit;
use store::Store;

use crate::idempotencia::EmCurso;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) tipos: Arc<CatalogoTipos>,
    pub(crate) fuso: Fuso,
    pub(crate) em_curso: EmCurso,
}

impl State {
    /// With the channel types that come with the project.
    pub fn new(kit: &Kit) -> Self {
        Self {
            store: kit.store().clone(),
            tipos: Arc::new(CatalogoTipos::shipped()),
            fuso: kit.fuso(),
            em_curso: EmCurso::default(),
        }
    }

    /// With other channel types.
    pub fn with_types(self, tipos: CatalogoTipos) -> Self {
        Self { tipos: Arc::new(tipos), ..self }
    }
}
