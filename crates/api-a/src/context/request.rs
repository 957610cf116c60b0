//! A request of a known application, and how its work is run.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use domain::entrega::Allowed;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Zone;
use domain::values::ids::AplicacaoId;
use http_kit::{Conditions, Fault, PublicUrl, etag_of, link_next, list_fingerprint, warn_unknown_parameters};
use serde::Serialize;
use store::idempotencia::IdempotencyKey;
use store::orders::PageQuery;
use store::paging::{Cursor, PageRequest};
use store::{Conn, Limit, Store, Tenant, Tx};

use crate::answer::Answer;
use crate::error::ErrorA;
use crate::idempotencia::{self, Turn};
use crate::interface::Credential;
use crate::outcome::{Outcome, Rollback};
use crate::state::State;

/// Extractor: a request of a known application.
pub struct Ctx {
    state: web::Data<State>,
    /// On the application's behalf.
    store: Store,
    credential: Credential,
    req: HttpRequest,
    /// `If-Match` and `If-None-Match`.
    pub conditions: Conditions,
}

/// An `Idempotency-Key` that is being worked on.
pub(super) struct Keyed {
    key: IdempotencyKey,
    fingerprint: [u8; 32],
    turn: Turn,
}

pub(super) type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, actix_web::Error>>>>;

impl FromRequest for Ctx {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        warn_unknown_parameters(req);
        let credential = Credential::from_request(req, payload);
        let conditions = Conditions::from_request(req, payload).into_inner().unwrap_or_default();
        let req = req.clone();
        Box::pin(async move {
            let credential = credential.await?;
            let Some(state) = req.app_data::<web::Data<State>>().cloned() else {
                return Err(ErrorA::from(Fault::new("api_a::State is not in the app data")).into());
            };
            let store = state.store.on_behalf_of(Tenant(credential.aplicacao.0));
            Ok(Self { state, store, credential, req, conditions })
        })
    }
}

impl Ctx {
    /// The application that asks.
    pub fn aplicacao(&self) -> AplicacaoId {
        self.credential.aplicacao
    }

    /// The request.
    pub fn req(&self) -> &HttpRequest {
        &self.req
    }

    /// The link to the page after this one.
    pub fn link_next(&self, cursor: &Cursor) -> HeaderValue {
        link_next(&self.req, &self.state.public_url, cursor)
    }

    /// Where a page starts of a list that grows shorter while its pages are worked off, and what to tell of what it
    /// showed; see [`store::orders::PageSessions::steady`].
    pub fn steady(
        &self,
        page: PageRequest,
        ascending: bool,
    ) -> (PageRequest, impl FnOnce(Vec<i64>, Option<Cursor>) + use<>) {
        let parameters = list_fingerprint(&self.req, &page);
        let query = PageQuery { key: self.credential.token_id, parameters };
        self.state.page_sessions.steady(query, page, ascending)
    }

    /// What notifications may reach besides public addresses.
    pub fn allowed(&self) -> Arc<Allowed> {
        Arc::clone(&self.state.allowed)
    }

    /// The time zone of dates without a time.
    pub fn zone(&self) -> Zone {
        self.state.fuso
    }

    /// The channel types.
    pub fn kinds(&self) -> Arc<TypeCatalogue> {
        self.state.tipos.clone()
    }

    /// Where channels reach the hub.
    pub fn ingress_url(&self) -> PublicUrl {
        self.state.ingress_url.clone()
    }

    /// Who brings a file in.
    pub fn imports(&self) -> &Arc<Limit> {
        &self.state.imports
    }

    /// The database, for what is more than one transaction.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Reads in a transaction; see [`Store::read`].
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.store.read(f).await
    }

    /// Reads one thing by its key; see [`Store::read_one`].
    pub async fn read_one<T: Send + 'static>(
        &self,
        f: impl FnMut(&mut Conn<'_>) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.store.read_one(f).await
    }

    /// Writes, once per `Idempotency-Key`. `body` is the print of the request's body.
    pub async fn write<R: Into<Outcome>>(
        &self,
        body: [u8; 32],
        f: impl FnMut(&mut Tx<'_>) -> Result<R, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        self.write_under(self.keyed(body)?, f).await
    }

    /// Whether the request has an `Idempotency-Key`.
    pub fn has_key(&self) -> bool {
        self.req.headers().contains_key(idempotencia::HEADER)
    }

    /// The request's key, if it has one: nobody else of this server works on it meanwhile.
    pub(super) fn keyed(&self, body: [u8; 32]) -> Result<Option<Keyed>, ErrorA> {
        let key = idempotencia::key(&self.req, self.aplicacao(), self.credential.token_id)?;
        let Some(key) = key else { return Ok(None) };
        let turn = self.state.in_progress.take(&key)?;
        let fingerprint = idempotencia::fingerprint(&self.req, body);
        Ok(Some(Keyed { key, fingerprint, turn }))
    }

    /// [`Ctx::write`] under a key that is taken already.
    pub(super) async fn write_under<R: Into<Outcome>>(
        &self,
        keyed: Option<Keyed>,
        mut f: impl FnMut(&mut Tx<'_>) -> Result<R, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        self.write_outcome(keyed, Box::new(move |tx| f(tx).map(Into::into))).await
    }

    async fn write_outcome(
        &self,
        keyed: Option<Keyed>,
        mut f: Box<dyn FnMut(&mut Tx<'_>) -> Result<Outcome, ErrorA> + Send>,
    ) -> Result<HttpResponse, ErrorA> {
        let store = &self.store;
        let Some(Keyed { key, fingerprint, turn: _turn }) = keyed else {
            let written = store.write(move |tx| Result::from(f(tx)?)).await;
            return Ok(sent(written)?.into());
        };
        let kinds = self.kinds();
        let written =
            store.write(move |tx| idempotencia::under_key(tx, &key, fingerprint, &kinds, &mut f)).await;
        match written {
            Ok((answer, true)) => Ok(replayed(answer)),
            Ok((answer, false)) => Ok(answer.into()),
            Err(rolled_back) => Ok(sent(Err(rolled_back))?.into()),
        }
    }

    /// What was answered under the key before, if anything.
    pub(super) async fn previous(&self, keyed: &Keyed) -> Result<Option<HttpResponse>, ErrorA> {
        let (key, fingerprint, kinds) = (keyed.key.clone(), keyed.fingerprint, self.kinds());
        let previous = self.read(move |conn| idempotencia::previous(conn, &key, fingerprint, &kinds)).await?;
        Ok(previous.map(replayed))
    }
}

/// An answer that was given before.
fn replayed(answer: Answer) -> HttpResponse {
    let mut http = HttpResponse::from(answer);
    http.headers_mut()
        .insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
    http
}

/// What is sent once the transaction is over.
fn sent(written: Result<Answer, Rollback>) -> Result<Answer, ErrorA> {
    match written {
        Ok(answer) | Err(Rollback::Undone(answer)) => Ok(answer),
        Err(Rollback::Failed(error)) => Err(error),
    }
}

/// Refuses a write that was made for another state than `current` (`None`: there is nothing).
pub fn check<T: Serialize>(conditions: &Conditions, current: Option<&T>) -> Result<(), ErrorA> {
    if conditions.empty() {
        return Ok(());
    }
    let body = current.map(serde_json::to_vec).transpose();
    let etag = body.map_err(|e| Fault::json("what is stored", e))?.map(|c| etag_of(&c));
    if conditions.precondition_failed(etag.as_ref()) { Err(ErrorA::Precondition) } else { Ok(()) }
}
