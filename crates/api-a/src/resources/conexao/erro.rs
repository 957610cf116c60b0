//! Errors of connected channels, with cause and remedy.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::conexao::{Causa, EstadoErro, SobreErro};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, LojaId};
use http_kit::{FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::Conn;
use store::channels::{self, CanalKey, Erro, ErroCount, ErroFilter};
use store::paging::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::key_of;
use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, Written, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::lote::BATCH_MAX;
use crate::query::{Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list_of_canal).service(list).service(causes).service(reprocess).service(ignore).service(heed);
}

/// An operation that failed at a connected channel, until it succeeds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ErroDoCanal {
    /// The service's number of it.
    erro_id: i64,
    /// The channel.
    canal_id: CanalId,
    /// What it is about.
    sobre: SobreErro,
    /// Which one: the SKU, the channel's identifier of the order; empty for the connection.
    chave: String,
    /// Why.
    causa: Causa,
    /// What is to be done.
    remedio: &'static str,
    /// Which member; empty: the whole.
    membro: String,
    /// The channel's code.
    codigo: String,
    /// The channel's words.
    texto: String,
    /// Since when.
    primeiro_em: Instante,
    /// When it last happened.
    ultimo_em: Instante,
    /// How often.
    vezes: i32,
    /// How it stands.
    estado: EstadoErro,
}

/// Which errors are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct ErrosWanted {
    /// About this.
    sobre: Option<SobreErro>,
    /// For this cause.
    causa: Option<Causa>,
    /// In this state.
    estado: Option<EstadoErro>,
    /// About this SKU or order.
    chave: Option<String>,
}

impl FromQuery for ErrosWanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let known: Vec<_> = Causa::ALL.iter().map(|causa| (causa.word(), *causa)).collect();
        Some(Self {
            sobre: c.one_of("sobre", &SobreErro::ALL.map(|sobre| (sobre.name(), sobre))),
            causa: c.one_of("causa", &known),
            estado: c.one_of("estado", &EstadoErro::ALL.map(|estado| (estado.name(), estado))),
            chave: c.text("chave"),
        })
    }
}

impl ErrosWanted {
    fn filter(&self) -> ErroFilter {
        let Self { sobre, causa, estado, chave } = self;
        ErroFilter {
            canal: None,
            sobre: *sobre,
            causa: *causa,
            estado: *estado,
            chaves: chave.clone().map(|one| vec![one]),
        }
    }
}

/// The errors that stand at a connected channel, the oldest first. One leaves the list when what it is about succeeds.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam, PageParams, ErrosWanted),
    responses((status = 200, body = RetornoPaginado<ErroDoCanal>), Errors))]
#[get("/Canal/{canalId}/Erro")]
async fn list_of_canal(
    Then(req, id): Then<ForLoja<(PageRequest, ErrosWanted)>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), wanted, filter) = (id.into_inner(), req.filter.0, req.filter.1.filter());
    let page = req
        .read(move |conn, loja| {
            let canal = Some(key_of(conn, loja, &id)?.canal);
            page(conn, loja.id, &ErroFilter { canal, ..filter }, wanted)
        })
        .await?;
    Ok(page.respond(&req))
}

/// The errors that stand at all connected channels of a user, the oldest first.
#[utoipa::path(tag = "Conexao", params(UsuarioParam, PageParams, ErrosWanted),
    responses((status = 200, body = RetornoPaginado<ErroDoCanal>), Errors))]
#[get("/Erro")]
async fn list(req: ForLoja<(PageRequest, ErrosWanted)>) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter) = (req.filter.0, req.filter.1.filter());
    let page = req.read(move |conn, loja| page(conn, loja.id, &filter, wanted)).await?;
    Ok(page.respond(&req))
}

fn page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &ErroFilter,
    wanted: PageRequest,
) -> Result<Written, ErrorA> {
    let page = channels::list_errors(conn, loja, filter, wanted)?;
    let mut ids = BTreeMap::new();
    for canal in page.rows.iter().map(|one| one.canal) {
        if let std::collections::btree_map::Entry::Vacant(place) = ids.entry(canal) {
            let id = channels::canal_id(conn, CanalKey { loja, canal })?;
            place.insert(id.ok_or(ErrorA::NotFound(Resource::Canal))?);
        }
    }
    write_page(wanted, page.try_map(|one| view(one, &ids))?)
}

fn view(one: Erro, ids: &BTreeMap<i32, CanalId>) -> Result<ErroDoCanal, ErrorA> {
    let canal_id = ids.get(&one.canal).cloned().ok_or(ErrorA::NotFound(Resource::Canal))?;
    Ok(ErroDoCanal {
        erro_id: one.erro_num,
        canal_id,
        sobre: one.sobre,
        chave: one.chave,
        causa: one.causa,
        remedio: one.causa.remedy(),
        membro: one.membro,
        codigo: one.codigo,
        texto: one.texto,
        primeiro_em: one.primeiro_em,
        ultimo_em: one.ultimo_em,
        vezes: one.vezes,
        estado: one.estado,
    })
}

/// How many open errors a cause has.
#[derive(Serialize, ToSchema)]
struct CausaDeErros {
    /// The cause.
    causa: Causa,
    /// What is to be done.
    remedio: &'static str,
    /// How many.
    quantidade: i64,
    /// Since when the oldest stands.
    desde: Instante,
}

impl From<ErroCount> for CausaDeErros {
    fn from(ErroCount { causa, quantidade, desde }: ErroCount) -> Self {
        Self { causa, remedio: causa.remedy(), quantidade, desde }
    }
}

/// The causes of the open errors of a connected channel, the commonest first.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = Vec<CausaDeErros>), (status = 304), Errors))]
#[get("/Canal/{canalId}/Erro/Causa")]
async fn causes(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let causes = req
        .read(move |conn, loja| {
            let canal = key_of(conn, loja, &id)?.canal;
            Ok(channels::by_cause(conn, loja.id, Some(canal))?)
        })
        .await?;
    let causes: Vec<CausaDeErros> = causes.into_iter().map(CausaDeErros::from).collect();
    Answer::ok(&causes)?.or_not_modified(&req.conditions)
}

/// What is to be tried again; what is absent does not narrow it down.
#[derive(ToSchema)]
struct Reprocessamento {
    /// What failed for this cause.
    #[schema(required = false, nullable = false)]
    causa: Option<Causa>,
    /// What failed of this kind.
    #[schema(required = false, nullable = false)]
    sobre: Option<SobreErro>,
    /// What these errors are about.
    #[schema(required = false, nullable = false, max_items = 500)]
    erros: Option<Vec<i64>>,
}

impl FromJson for Reprocessamento {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let (causa, sobre) = (obj.optional("causa", p), obj.optional("sobre", p));
        let some = obj.has("erros") && !obj.null("erros");
        let erros = obj.list("erros", BATCH_MAX, p)?;
        Some(Self { causa: causa?, sobre: sobre?, erros: some.then_some(erros) })
    }
}

/// What was made due.
#[derive(Serialize, ToSchema)]
struct Reprocessados {
    /// How many things.
    reprocessados: usize,
}

/// Has what failed at a connected channel tried again now. An error ends when that succeeds.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam), request_body = Reprocessamento,
    responses((status = 202, body = Reprocessados), Errors, BodyErrors))]
#[post("/Canal/{canalId}/Erro/Reprocessar")]
async fn reprocess(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<Reprocessamento>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint) = (id.into_inner(), body.fingerprint());
    let Reprocessamento { causa, sobre, erros } = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let key = key_of(tx, loja, &id)?;
        let filter = ErroFilter { causa, sobre, ..ErroFilter::default() };
        let reprocessados = channels::reprocess(tx, key, &filter, erros.as_deref())?;
        Answer::json(StatusCode::ACCEPTED, &Reprocessados { reprocessados })
    })
    .await
}

type OneErro = PathParams<(CanalId, i64)>;

/// Sets an error aside: it is not counted any more, and ends as any other.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), ("erroId" = i64, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[put("/Canal/{canalId}/Erro/{erroId}/Ignorar")]
async fn ignore(Then(req, ids): Then<ForLoja<Nothing>, OneErro>) -> Result<HttpResponse, ErrorA> {
    set_ignored(req, ids.into_inner(), true).await
}

/// Takes an error back that was set aside.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), ("erroId" = i64, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/Canal/{canalId}/Erro/{erroId}/Ignorar")]
async fn heed(Then(req, ids): Then<ForLoja<Nothing>, OneErro>) -> Result<HttpResponse, ErrorA> {
    set_ignored(req, ids.into_inner(), false).await
}

async fn set_ignored(
    req: ForLoja<Nothing>,
    (id, erro): (CanalId, i64),
    ignored: bool,
) -> Result<HttpResponse, ErrorA> {
    req.write([0; 32], move |tx, loja| {
        let key = key_of(tx, loja, &id)?;
        match channels::ignore(tx, key, erro, ignored)? {
            true => Ok(Answer::empty()),
            false => Err(ErrorA::NotFound(Resource::ErroDoCanal)),
        }
    })
    .await
}
