//! A request for one store.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use domain::values::ids::{AplicacaoId, UsuarioId};
use http_kit::{FromQuery, QueryReader};
use store::usuarios::{self, Loja};
use store::{Conn, Tx};

use super::addresses::loja_address;
use super::request::{Ctx, Extraction};
use crate::error::{ErrorA, Resource};
use crate::interface::Filters;
use crate::outcome::Outcome;

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
    /// Reads below the store; see [`Store::read`](store::Store::read).
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        let read = move |conn: &mut Conn<'_>| {
            let loja = find(conn, aplicacao, &usuario_id)?;
            f(conn, loja)
        };
        self.store().read(read).await
    }

    /// Reads one thing below the store by its key; see [`Store::read_one`](store::Store::read_one).
    pub async fn read_one<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>, Loja) -> Result<T, ErrorA> + Send + 'static,
    ) -> Result<T, ErrorA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        let read = move |conn: &mut Conn<'_>| {
            let loja = find(conn, aplicacao, &usuario_id)?;
            f(conn, loja)
        };
        self.store().read_one(read).await
    }

    /// Writes below the store; refused while the user is inactive.
    pub async fn write<R: Into<Outcome>>(
        &self,
        body: [u8; 32],
        mut f: impl FnMut(&mut Tx<'_>, Loja) -> Result<R, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        self.ctx
            .write(body, move |tx| {
                let loja = to_write(tx, aplicacao, &usuario_id)?;
                f(tx, loja)
            })
            .await
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

pub(super) fn find(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Loja, ErrorA> {
    usuarios::resolve(conn, aplicacao, usuario_id)?.ok_or(ErrorA::NotFound(Resource::Usuario))
}

/// The store, held for a write below it; refused while the user is inactive.
pub(super) fn to_write(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Loja, ErrorA> {
    let loja =
        usuarios::resolve_to_write(tx, aplicacao, usuario_id)?.ok_or(ErrorA::NotFound(Resource::Usuario))?;
    if loja.ativo { Ok(loja) } else { Err(ErrorA::InactiveUser) }
}
