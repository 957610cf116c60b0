//! On whose behalf a request is, for those that see it only from outside.

use domain::values::ids::{AplicacaoId, LojaId};

/// Whose key opened a request; in the request's extensions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner {
    pub aplicacao: AplicacaoId,
    /// Where the key is a store's.
    pub loja: Option<LojaId>,
}
