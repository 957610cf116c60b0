//! A request for a whole application.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::values::ids::{LojaId, UsuarioId};
use http_kit::{FromQuery, QueryReader};
use store::Conn;

use super::loja::find;
use super::request::{Ctx, Extraction};
use crate::error::ErrorA;
use crate::interface::Filters;

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
