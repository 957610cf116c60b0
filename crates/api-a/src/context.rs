//! Who asks, for which store, and how the work for it is run.

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use domain::entrega::Allowed;
use domain::sku::Sku;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Zone;
use domain::values::ids::{AplicacaoId, LojaId, SkuId, UsuarioId};
use http_kit::{Conditions, ETag, Fault, FromQuery, QueryReader, link_next, tell_unread};
use serde::Serialize;
use store::keeping::Keep;
use store::paging::Cursor;
use store::pedidos::{CreatePedidoOutcome, GatheredPedido, PedidoInput};
use store::skus::{Gathered, GatheredChange, NewBalance};
use store::usuarios::{self, Loja};
use store::{Conn, Store, Tx};

use crate::answer::Answer;
use crate::error::{ErrorA, Resource};
use crate::idempotencia::{self, Turn};
use crate::interface::{Credential, Filters};
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

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, actix_web::Error>>>>;

impl FromRequest for Ctx {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        tell_unread(req);
        let credential = Credential::from_request(req, payload);
        let conditions = Conditions::from_request(req, payload).into_inner().unwrap_or_default();
        let req = req.clone();
        Box::pin(async move {
            let credential = credential.await?;
            let Some(state) = req.app_data::<web::Data<State>>().cloned() else {
                return Err(ErrorA::from(Fault::new("api_a::State is not in the app data")).into());
            };
            let store = state.store.on_behalf_of(credential.aplicacao, credential.loja);
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

    /// The database, for what is more than one transaction.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Reads.
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.store.read(f).await
    }

    /// Reads a few rows by their keys; see [`Store::read_by_key`].
    pub async fn read_by_key<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.store.read_by_key(f).await
    }

    /// Writes, once per `Idempotency-Key`. `corpo` is the print of the request's body.
    pub async fn write<R: Into<Outcome>>(
        &self,
        body: [u8; 32],
        mut f: impl FnMut(&mut Tx<'_>) -> Result<R, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        let mut f = move |tx: &mut Tx<'_>| f(tx).map(Into::into);
        let store = &self.store;
        let Some(key) = idempotencia::key(&self.req, self.aplicacao(), self.credential.token_id)? else {
            let written = store.write(move |tx| Result::from(f(tx)?)).await;
            return Ok(sent(written)?.into());
        };
        let fingerprint = idempotencia::fingerprint(&self.req, body);
        let _turn = self.state.in_progress.take(&key)?;
        let written = store.write(move |tx| idempotencia::under_key(tx, &key, fingerprint, &mut f)).await;
        let (answer, repeated) = match written {
            Ok(written) => written,
            Err(rolled_back) => (sent(Err(rolled_back))?, false),
        };
        let mut http = HttpResponse::from(answer);
        if repeated {
            http.headers_mut()
                .insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
        }
        Ok(http)
    }
}

/// What is sent once the transaction is over.
fn sent(written: Result<Answer, Rollback>) -> Result<Answer, ErrorA> {
    match written {
        Ok(answer) | Err(Rollback::Undone(answer)) => Ok(answer),
        Err(Rollback::Failed(error)) => Err(error),
    }
}

/// Refuses a write that was made for another state than `atual` (`None`: there is nothing).
pub fn check<T: Serialize>(conditions: &Conditions, current: Option<&T>) -> Result<(), ErrorA> {
    if conditions.empty() {
        return Ok(());
    }
    let body = current.map(serde_json::to_vec).transpose();
    let etag = body.map_err(|e| Fault::json("what is stored", e))?.map(|c| ETag::of(&c));
    if conditions.precondition_failed(etag.as_ref()) { Err(ErrorA::Precondition) } else { Ok(()) }
}

/// Extractor: a request for one store, with its other parameters. All of the query's problems are reported
/// together.
pub struct ForLoja<F = ()> {
    ctx: Ctx,
    usuario_id: UsuarioId,
    /// The other parameters.
    pub filter: F,
}

struct Aim<F>(UsuarioId, F);

impl<F: FromQuery> FromQuery for Aim<F> {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let usuario_id = c.required("usuarioId", |text| UsuarioId::parse(text));
        let filter = F::of(c);
        Some(Self(usuario_id?, filter?))
    }
}

impl<F: FromQuery + 'static> FromRequest for ForLoja<F> {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let ctx = Ctx::from_request(req, payload);
        let filters = Filters::<Aim<F>>::from_request(req, payload);
        Box::pin(async move {
            let ctx = ctx.await?;
            let Aim(usuario_id, filter) = filters.await?.into_inner();
            Ok(Self { ctx, usuario_id, filter })
        })
    }
}

impl<F> Deref for ForLoja<F> {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl<F> ForLoja<F> {
    /// Reads below the store.
    pub async fn read_loja<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.ctx.read(in_loja(self.aplicacao(), self.usuario_id.clone(), f)).await
    }

    /// Reads a few rows below the store by their keys; see [`Store::read_by_key`].
    pub async fn read_loja_by_key<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        self.ctx.read_by_key(in_loja(self.aplicacao(), self.usuario_id.clone(), f)).await
    }

    /// Reads one thing below the store: what is asked for need not be of one moment with the store itself.
    pub async fn read_one<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>, Loja) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        self.store()
            .read_one(move |conn| {
                let loja = find(conn, aplicacao, &usuario_id)?;
                f(conn, loja)
            })
            .await
    }

    /// One SKU, looked up together with those that others ask for ([`Store::gathered_sku`]).
    pub async fn gathered_sku(&self, sku: &SkuId) -> Result<Option<Option<Sku>>, ErrorA> {
        Ok(self.store().gathered_sku(self.aplicacao(), &self.usuario_id, sku).await?)
    }

    /// Writes below the store; refused while the user is inactive.
    pub async fn write_loja<R: Into<Outcome>>(
        &self,
        body: [u8; 32],
        mut f: impl FnMut(&mut Tx<'_>, Loja) -> Result<R, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        self.ctx
            .write(body, move |tx| {
                let loja = usuarios::resolve_to_write(tx, aplicacao, &usuario_id)?
                    .ok_or(ErrorA::NotFound(Resource::Usuario))?;
                if !loja.ativo {
                    return Err(ErrorA::UsuarioInativo);
                }
                f(tx, loja)
            })
            .await
    }

    /// Changes stock or prices of a SKU together with changes of others, where nothing is to be said of it
    /// ([`Store::change_gathered`]); `None` leaves it to [`ForLoja::write_loja`]. `answer` is by the stock
    /// after the change.
    pub async fn gather(
        &self,
        body: [u8; 32],
        (sku, change): (&SkuId, NewBalance),
        answer: impl Fn(i32) -> Result<Answer, ErrorA> + Clone + Send + Sync + 'static,
    ) -> Result<Option<HttpResponse>, ErrorA> {
        if !self.store().gathers() || !self.conditions.empty() {
            return Ok(None);
        }
        let kept = answer.clone();
        let (keep, _turn) = self.keep(body, move |outcome| match outcome {
            Gathered::Done(estoque) => Some(kept(*estoque)),
            Gathered::Refused(_) | Gathered::Alone => None,
        })?;
        let (aplicacao, usuario, sku) = (self.aplicacao(), self.usuario_id.clone(), sku.clone());
        let change = GatheredChange { aplicacao, usuario, sku, change, keep };
        match self.store().change_gathered(change).await? {
            Gathered::Done(estoque) => Ok(Some(answer(estoque)?.into())),
            Gathered::Refused(estoque) => Err(ErrorA::EstoqueRefused(estoque)),
            Gathered::Alone => Ok(None),
        }
    }

    /// Takes an order in together with those of others ([`Store::create_gathered`]); `None` leaves it to
    /// [`ForLoja::write_loja`]. `answer` is by what came of it.
    pub async fn gather_order(
        &self,
        body: [u8; 32],
        input: &Arc<PedidoInput>,
        answer: impl Fn(CreatePedidoOutcome) -> Result<Answer, ErrorA> + Clone + Send + Sync + 'static,
    ) -> Result<Option<HttpResponse>, ErrorA> {
        if !self.store().gathers() {
            return Ok(None);
        }
        let kept = answer.clone();
        // what is refused is not kept
        let (keep, _turn) =
            self.keep(body, move |outcome: &CreatePedidoOutcome| kept(outcome.clone()).ok().map(Ok))?;
        let (aplicacao, usuario) = (self.aplicacao(), self.usuario_id.clone());
        let order = GatheredPedido { aplicacao, usuario, input: Arc::clone(input), keep };
        match self.store().create_gathered(order).await? {
            Some(outcome) => answer(outcome).map(|answer| Some(answer.into())),
            None => Ok(None),
        }
    }

    /// What is kept under the request's key, if it has one, and the key's turn in this server.
    fn keep<T>(
        &self,
        body: [u8; 32],
        answer: impl Fn(&T) -> Option<Result<Answer, ErrorA>> + Send + Sync + 'static,
    ) -> Result<(Option<Keep<T>>, Option<Turn>), ErrorA> {
        let key = idempotencia::key(&self.req, self.aplicacao(), self.credential.token_id)?;
        let Some(key) = key else { return Ok((None, None)) };
        let turn = self.state.in_progress.take(&key)?;
        let fingerprint = idempotencia::fingerprint(&self.req, body);
        let answer = move |outcome: &T| {
            answer(outcome).map(|answer| idempotencia::kept(answer, fingerprint)).transpose()
        };
        Ok((Some(Keep { key, answer: Arc::new(answer) }), Some(turn)))
    }

    /// The address of something below the store, for `Location`.
    pub fn address(&self, parts: &[&str]) -> String {
        loja_address(&self.usuario_id, parts)
    }

    /// The store's own identifier, for addresses that are known only inside a transaction.
    pub fn usuario_id(&self) -> &UsuarioId {
        &self.usuario_id
    }
}

/// Extractor: a request for the whole application or, with a `usuarioId`, for one store of it; with its other
/// parameters. All of the query's problems are reported together.
pub struct ForAplicacao<F = ()> {
    ctx: Ctx,
    usuario_id: Option<UsuarioId>,
    /// The other parameters.
    pub filter: F,
}

struct Scope<F>(Option<UsuarioId>, F);

impl<F: FromQuery> FromQuery for Scope<F> {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let usuario_id = c.with("usuarioId", |text| UsuarioId::parse(text));
        Some(Self(usuario_id, F::of(c)?))
    }
}

impl<F: FromQuery + 'static> FromRequest for ForAplicacao<F> {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let ctx = Ctx::from_request(req, payload);
        let filters = Filters::<Scope<F>>::from_request(req, payload);
        Box::pin(async move {
            let ctx = ctx.await?;
            let Scope(usuario_id, filter) = filters.await?.into_inner();
            Ok(Self { ctx, usuario_id, filter })
        })
    }
}

impl<F> Deref for ForAplicacao<F> {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl<F> ForAplicacao<F> {
    /// What finds the store inside a transaction; `None` = all of the application.
    pub fn loja(&self) -> impl Fn(&mut Conn<'_>) -> Result<Option<LojaId>, ErrorA> + Send + 'static {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        move |conn| match &usuario_id {
            Some(usuario_id) => Ok(Some(find(conn, aplicacao, usuario_id)?.id)),
            None => Ok(None),
        }
    }
}

/// The address of something below a store.
pub fn loja_address(usuario_id: &UsuarioId, parts: &[&str]) -> String {
    let usuario = http_kit::path::escape(usuario_id.as_str());
    format!("{}?usuarioId={usuario}", address(parts))
}

/// A path out of its parts, each percent-encoded.
pub fn address(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("/{}", http_kit::path::escape(part))).collect()
}

/// `f` once the store is found.
fn in_loja<T>(
    aplicacao: AplicacaoId,
    usuario_id: UsuarioId,
    f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErrorA>,
) -> impl FnOnce(&mut Conn<'_>) -> Result<T, ErrorA> {
    move |conn| {
        let loja = find(conn, aplicacao, &usuario_id)?;
        f(conn, loja)
    }
}

fn find(conn: &mut Conn<'_>, aplicacao: AplicacaoId, usuario_id: &UsuarioId) -> Result<Loja, ErrorA> {
    usuarios::resolve(conn, aplicacao, usuario_id)?.ok_or(ErrorA::NotFound(Resource::Usuario))
}
