//! Which store a visitor looks at.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use domain::console::Act;
use domain::values::ids::{AplicacaoId, LojaId};
use store::accesses::Scope;
use store::lojas::{self, LojaRow};
use store::{StoreError, Tx, usuarios};

use super::visit::Visit;
use crate::error::Failure;
use crate::lang::Lang;

/// Notes in a request the store that its sender looks at.
#[derive(Clone, Copy)]
struct Seen(LojaId);

/// The store that the sender of a request looks at.
pub fn seen_loja(req: &HttpRequest) -> Option<LojaId> {
    req.extensions().get::<Seen>().map(|seen| seen.0)
}

/// Extractor: somebody who looks at a store, named by the first part of the path behind `/console`.
pub struct LojaVisit {
    visit: Visit,
    /// The store.
    pub loja: LojaRow,
}

impl std::ops::Deref for LojaVisit {
    type Target = Visit;

    fn deref(&self) -> &Visit {
        &self.visit
    }
}

impl FromRequest for LojaVisit {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let named = req.match_info().get("loja").and_then(loja_of);
        let visit = Visit::from_request(req, payload);
        Box::pin(async move { Self::of(visit.await?, named).await })
    }
}

impl LojaVisit {
    async fn of(visit: Visit, named: Option<LojaId>) -> Result<Self, Failure> {
        // a store beyond the visitor's scope is none
        let id = named.filter(|id| visit.access.scope.holds(*id)).ok_or(Failure::Missing)?;
        let found = visit.store().read_one(move |conn| lojas::find(conn, id)).await;
        let loja: Option<LojaRow> = found.map_err(|error: StoreError| Failure::Store(error))?;
        let loja = loja.ok_or(Failure::Missing)?;
        visit.req.extensions_mut().insert(Seen(id));
        Ok(Self { loja, visit })
    }

    /// The store's number.
    pub fn id(&self) -> LojaId {
        self.loja.loja.id
    }

    /// The number that the path ends with: an order's, a notification's.
    pub fn number(&self) -> Result<i64, Failure> {
        let text = self.req.match_info().get("id").and_then(|text| text.parse().ok());
        text.ok_or(Failure::Missing)
    }

    /// The address of something below the store.
    pub fn address(&self, rest: &str) -> String {
        format!("/console/{}{rest}", path_of(self.loja.loja.id))
    }

    /// Does something to this store and writes it down.
    pub async fn act_here<T: Send + 'static>(
        &self,
        (act, assunto): (Act, String),
        f: impl FnMut(&mut Tx<'_>) -> Result<(T, Option<String>), Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.act((Scope::Loja(self.loja.loja.id), act, assunto), f).await
    }
}

/// Refuses to change what belongs to a store that is not active, as the interfaces do.
pub fn must_be_active(tx: &mut Tx<'_>, loja: LojaId, lang: Lang) -> Result<(), Failure> {
    if usuarios::active(tx, loja)? {
        return Ok(());
    }
    let words = lang.say(
        "A loja está inativa: nada dela pode mudar.",
        "The store is inactive: nothing of it can change.",
    );
    Err(Failure::Refused(words.to_owned()))
}

/// How a store is named in paths: `3-17`.
pub fn path_of(id: LojaId) -> String {
    format!("{}-{}", id.aplicacao.0, id.loja)
}

/// The store that is named so.
pub fn loja_of(text: &str) -> Option<LojaId> {
    let (aplicacao, loja) = text.split_once('-')?;
    let aplicacao = AplicacaoId(aplicacao.parse().ok()?);
    Some(LojaId { aplicacao, loja: loja.parse().ok()? })
}
