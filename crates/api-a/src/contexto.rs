//! Who asks, for which store, and how the work for it is run.

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use domain::tipo_canal::CatalogoTipos;
use domain::values::dates::Fuso;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::{Condicoes, ETag, Fault, FromConsulta, Leitor};
use serde::Serialize;
use store::usuarios::{self, Loja};
use store::{Conn, Store, Tx};

use crate::erro::{ErroA, Recurso};
use crate::estado::State;
use crate::idempotencia;
use crate::interface::{Credencial, Filtros};
use crate::outcome::{Outcome, Rollback};
use crate::resposta::Resposta;

/// Extractor: a request of a known application.
pub struct Ctx {
    state: web::Data<State>,
    credencial: Credencial,
    req: HttpRequest,
    /// `If-Match` and `If-None-Match`.
    pub condicoes: Condicoes,
}

type Futuro<T> = Pin<Box<dyn Future<Output = Result<T, actix_web::Error>>>>;

impl FromRequest for Ctx {
    type Error = actix_web::Error;
    type Future = Futuro<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let credencial = Credencial::from_request(req, payload);
        let condicoes = Condicoes::from_request(req, payload).into_inner().unwrap_or_default();
        let req = req.clone();
        Box::pin(async move {
            let credencial = credencial.await?;
            let Some(state) = req.app_data::<web::Data<State>>().cloned() else {
                return Err(ErroA::from(Fault::new("api_a::State is not in the app data")).into());
            };
            Ok(Self { state, credencial, req, condicoes })
        })
    }
}

impl Ctx {
    /// The application that asks.
    pub fn aplicacao(&self) -> AplicacaoId {
        self.credencial.aplicacao
    }

    /// The request, for links.
    pub fn req(&self) -> &HttpRequest {
        &self.req
    }

    /// The time zone of dates without a time.
    pub fn fuso(&self) -> Fuso {
        self.state.fuso
    }

    /// The channel types.
    pub fn tipos(&self) -> std::sync::Arc<CatalogoTipos> {
        self.state.tipos.clone()
    }

    /// The database, for what is more than one transaction.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// Reads.
    pub async fn ler<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, ErroA> + Send + 'static,
    ) -> Result<T, ErroA> {
        self.state.store.read(f).await
    }

    /// Reads a few rows by their keys; see [`Store::read_by_key`].
    pub async fn ler_por_chave<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, ErroA> + Send + 'static,
    ) -> Result<T, ErroA> {
        self.state.store.read_by_key(f).await
    }

    /// Writes, once per `Idempotency-Key`. `corpo` is the print of the request's body.
    pub async fn escrever<R: Into<Outcome>>(
        &self,
        corpo: [u8; 32],
        mut f: impl FnMut(&mut Tx<'_>) -> Result<R, ErroA> + Send + 'static,
    ) -> Result<HttpResponse, ErroA> {
        let mut f = move |tx: &mut Tx<'_>| f(tx).map(Into::into);
        let store = &self.state.store;
        let Some(chave) = idempotencia::chave(&self.req, self.aplicacao(), self.credencial.token_id)? else {
            let written = store.write(move |tx| Result::from(f(tx)?)).await;
            return Ok(sent(written)?.into());
        };
        let impressao = idempotencia::impressao(&self.req, corpo);
        let _vez = self.state.em_curso.tomar(&chave)?;
        let written = store.write(move |tx| idempotencia::sob_chave(tx, &chave, impressao, &mut f)).await;
        let (resposta, repetida) = match written {
            Ok(written) => written,
            Err(rolled_back) => (sent(Err(rolled_back))?, false),
        };
        let mut http = HttpResponse::from(resposta);
        if repetida {
            http.headers_mut()
                .insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
        }
        Ok(http)
    }
}

/// What is sent once the transaction is over.
fn sent(written: Result<Resposta, Rollback>) -> Result<Resposta, ErroA> {
    match written {
        Ok(resposta) | Err(Rollback::Undone(resposta)) => Ok(resposta),
        Err(Rollback::Failed(erro)) => Err(erro),
    }
}

/// Refuses a write that was made for another state than `atual` (`None`: there is nothing).
pub fn conferir<T: Serialize>(condicoes: &Condicoes, atual: Option<&T>) -> Result<(), ErroA> {
    if condicoes.vazias() {
        return Ok(());
    }
    let corpo = atual.map(serde_json::to_vec).transpose();
    let etag = corpo.map_err(|e| Fault::json("what is stored", e))?.map(|c| ETag::de(&c));
    if condicoes.pre_condicao_falha(etag.as_ref()) { Err(ErroA::PreCondicao) } else { Ok(()) }
}

/// Extractor: a request for one store, with its other parameters. All of the query's problems are reported
/// together.
pub struct DaLoja<F = ()> {
    ctx: Ctx,
    usuario_id: UsuarioId,
    /// The other parameters.
    pub filtro: F,
}

struct Alvo<F>(UsuarioId, F);

impl<F: FromConsulta> FromConsulta for Alvo<F> {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let usuario_id = c.obrigatorio("usuarioId", |texto| UsuarioId::parse(texto));
        let filtro = F::de(c);
        Some(Self(usuario_id?, filtro?))
    }
}

impl<F: FromConsulta + 'static> FromRequest for DaLoja<F> {
    type Error = actix_web::Error;
    type Future = Futuro<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let ctx = Ctx::from_request(req, payload);
        let filtros = Filtros::<Alvo<F>>::from_request(req, payload);
        Box::pin(async move {
            let ctx = ctx.await?;
            let Alvo(usuario_id, filtro) = filtros.await?.into_inner();
            Ok(Self { ctx, usuario_id, filtro })
        })
    }
}

impl<F> Deref for DaLoja<F> {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl<F> DaLoja<F> {
    /// Reads below the store.
    pub async fn ler_loja<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErroA> + Send + 'static,
    ) -> Result<T, ErroA> {
        self.ctx.ler(na_loja(self.aplicacao(), self.usuario_id.clone(), f)).await
    }

    /// Reads a few rows below the store by their keys; see [`Store::read_by_key`].
    pub async fn ler_loja_por_chave<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErroA> + Send + 'static,
    ) -> Result<T, ErroA> {
        self.ctx.ler_por_chave(na_loja(self.aplicacao(), self.usuario_id.clone(), f)).await
    }

    /// Reads one thing below the store: what is asked for need not be of one moment with the store itself.
    pub async fn ler_um<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>, Loja) -> Result<T, ErroA> + Send + 'static,
    ) -> Result<T, ErroA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        self.store()
            .read_one(move |conn| {
                let loja = achar(conn, aplicacao, &usuario_id)?;
                f(conn, loja)
            })
            .await
    }

    /// Writes below the store; refused while the user is inactive.
    pub async fn escrever_loja<R: Into<Outcome>>(
        &self,
        corpo: [u8; 32],
        mut f: impl FnMut(&mut Tx<'_>, Loja) -> Result<R, ErroA> + Send + 'static,
    ) -> Result<HttpResponse, ErroA> {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        self.ctx
            .escrever(corpo, move |tx| {
                let loja = usuarios::resolver_para_escrever(tx, aplicacao, &usuario_id)?
                    .ok_or(ErroA::NaoEncontrado(Recurso::Usuario))?;
                if !loja.ativo {
                    return Err(ErroA::UsuarioInativo);
                }
                f(tx, loja)
            })
            .await
    }

    /// The address of something below the store, for `Location`.
    pub fn endereco(&self, partes: &[&str]) -> String {
        endereco_da_loja(&self.usuario_id, partes)
    }

    /// The store's own identifier, for addresses that are known only inside a transaction.
    pub fn usuario_id(&self) -> &UsuarioId {
        &self.usuario_id
    }
}

/// Extractor: a request for the whole application or, with a `usuarioId`, for one store of it; with its other
/// parameters. All of the query's problems are reported together.
pub struct DaAplicacao<F = ()> {
    ctx: Ctx,
    usuario_id: Option<UsuarioId>,
    /// The other parameters.
    pub filtro: F,
}

struct Alcance<F>(Option<UsuarioId>, F);

impl<F: FromConsulta> FromConsulta for Alcance<F> {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let usuario_id = c.com("usuarioId", |texto| UsuarioId::parse(texto));
        Some(Self(usuario_id, F::de(c)?))
    }
}

impl<F: FromConsulta + 'static> FromRequest for DaAplicacao<F> {
    type Error = actix_web::Error;
    type Future = Futuro<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let ctx = Ctx::from_request(req, payload);
        let filtros = Filtros::<Alcance<F>>::from_request(req, payload);
        Box::pin(async move {
            let ctx = ctx.await?;
            let Alcance(usuario_id, filtro) = filtros.await?.into_inner();
            Ok(Self { ctx, usuario_id, filtro })
        })
    }
}

impl<F> Deref for DaAplicacao<F> {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl<F> DaAplicacao<F> {
    /// What finds the store inside a transaction; `None` = all of the application.
    pub fn loja(&self) -> impl Fn(&mut Conn<'_>) -> Result<Option<LojaId>, ErroA> + Send + 'static {
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id.clone());
        move |conn| match &usuario_id {
            Some(usuario_id) => Ok(Some(achar(conn, aplicacao, usuario_id)?.id)),
            None => Ok(None),
        }
    }
}

/// The address of something below a store.
pub fn endereco_da_loja(usuario_id: &UsuarioId, partes: &[&str]) -> String {
    let usuario = http_kit::caminho::escapar(usuario_id.as_str());
    format!("{}?usuarioId={usuario}", endereco(partes))
}

/// A path out of its parts, each percent-encoded.
pub fn endereco(partes: &[&str]) -> String {
    partes.iter().map(|parte| format!("/{}", http_kit::caminho::escapar(parte))).collect()
}

/// `f` once the store is found.
fn na_loja<T>(
    aplicacao: AplicacaoId,
    usuario_id: UsuarioId,
    f: impl FnOnce(&mut Conn<'_>, Loja) -> Result<T, ErroA>,
) -> impl FnOnce(&mut Conn<'_>) -> Result<T, ErroA> {
    move |conn| {
        let loja = achar(conn, aplicacao, &usuario_id)?;
        f(conn, loja)
    }
}

fn achar(conn: &mut Conn<'_>, aplicacao: AplicacaoId, usuario_id: &UsuarioId) -> Result<Loja, ErroA> {
    usuarios::resolver(conn, aplicacao, usuario_id)?.ok_or(ErroA::NaoEncontrado(Recurso::Usuario))
}
