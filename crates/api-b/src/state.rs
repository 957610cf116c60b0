//! What the handlers share.

use std::sync::Arc;

use domain::entrega::Allowed;
use domain::loja_config::LojaDefaults;
use domain::tipo_canal::TypeCatalogue;
use http_kit::{Kit, PublicUrl};
use store::Store;
use store::orders::{PageSessions, RegistrosCache};

use crate::ready_lists::ReadyLists;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) defaults: LojaDefaults,
    pub(crate) types: Arc<TypeCatalogue>,
    pub(crate) registros: Arc<RegistrosCache>,
    pub(crate) page_sessions: Arc<PageSessions>,
    pub(crate) categorias: Arc<ReadyLists>,
    pub(crate) allowed: Arc<Allowed>,
    pub(crate) public_url: PublicUrl,
}

impl State {
    /// With nothing in its memories yet, and with the channel types that come with the project.
    pub fn new(kit: &Kit) -> Self {
        let (registros, page_sessions, categorias, public_url) = Default::default();
        let (store, allowed) = (kit.store().clone(), kit.allowed());
        let defaults = LojaDefaults { fuso: kit.zone(), ..LojaDefaults::default() };
        let types = Arc::new(TypeCatalogue::shipped());
        Self { store, defaults, types, registros, page_sessions, categorias, allowed, public_url }
    }

    /// With other channel types.
    pub fn with_types(self, types: TypeCatalogue) -> Self {
        Self { types: Arc::new(types), ..self }
    }

    /// With the address under which clients reach the interface: links begin with it.
    pub fn with_public_url(self, public_url: PublicUrl) -> Self {
        Self { public_url, ..self }
    }

    /// With what holds for stores for which nothing else was set.
    pub fn with_loja_defaults(self, defaults: LojaDefaults) -> Self {
        Self { defaults, ..self }
    }
}
