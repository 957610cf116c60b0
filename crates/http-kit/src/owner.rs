//! On whose behalf a request is, for those that see it only from outside.

use std::hash::{DefaultHasher, Hash, Hasher};

use actix_web::{HttpMessage, HttpRequest};
use domain::values::ids::{AplicacaoId, LojaId};

/// Whose key opened a request; in the request's extensions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner {
    pub aplicacao: AplicacaoId,
    /// Where the key is a store's.
    pub loja: Option<LojaId>,
    /// Which part of the application the request is for, where the key does not say it.
    pub part: Option<i64>,
}

/// Says which part of its application a request is for, by its name, where the key does not say it: large
/// bodies of one part keep none of another waiting.
pub fn note_part(req: &HttpRequest, name: &str) {
    let mut hash = DefaultHasher::new();
    name.hash(&mut hash);
    if let Some(owner) = req.extensions_mut().get_mut::<Owner>() {
        owner.part = Some(hash.finish().cast_signed());
    }
}
