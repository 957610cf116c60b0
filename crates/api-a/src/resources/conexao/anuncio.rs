//! Listings of a connected channel: what it should show, what it has accepted, what it shows, and how they differ.

use actix_web::{HttpResponse, delete, get, put};
use domain::conexao::EstadoAnuncio;
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, SkuId};
use domain::values::money::Dinheiro;
use http_kit::{FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::channels::{self, Anuncio, AnuncioFilter, AtChannel, CanalKey};
use store::paging::PageRequest;
use store::usuarios::Loja;
use store::{Conn, skus};
use utoipa::{IntoParams, ToSchema};

use super::key_of;
use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::query::{Nothing, PageParams, UsuarioParam};

/// Most characters of an identifier of a listing.
const EXTERNO_MAX: usize = 1000;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(find).service(bind).service(unbind).service(differences);
}

/// The listing of a SKU at a connected channel.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnuncioDoCanal {
    /// The SKU.
    sku: SkuId,
    /// How it stands.
    estado: EstadoAnuncio,
    /// The channel's identifiers of it; null while it is not bound.
    externo: Option<String>,
    /// Its page; null where it is not known.
    endereco: Option<String>,
    /// What the channel should show.
    quer: OfertaDita,
    /// What the channel has accepted; on hand where it keeps stock so.
    tem: ValoresNoCanal,
    /// What the channel showed when it was last read.
    visto: ValoresNoCanal,
    /// When that was.
    visto_em: Option<Instante>,
    /// When what it should show last changed.
    quer_em: Instante,
    /// When the channel had accepted all of it.
    tem_em: Option<Instante>,
    /// When something is due; null: nothing is.
    devido_em: Option<Instante>,
    /// Failures in a row.
    tentativas: i32,
}

/// What a channel should show of a SKU.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfertaDita {
    /// Units.
    estoque: i32,
    /// The "from" price; 0 = none.
    #[schema(schema_with = domain::values::money::amount)]
    preco_de: Dinheiro,
    /// What it sells for.
    #[schema(schema_with = domain::values::money::amount)]
    preco_por: Dinheiro,
    /// The channel shows it.
    publicavel: bool,
}

/// What a channel has or shows of a SKU; null: not known.
#[derive(Serialize, ToSchema)]
struct ValoresNoCanal {
    /// Units.
    estoque: Option<i64>,
    /// What it sells for.
    #[schema(schema_with = domain::values::money::amount_or_null)]
    preco: Option<Dinheiro>,
    /// It is for sale.
    ativo: Option<bool>,
}

impl From<AtChannel> for ValoresNoCanal {
    fn from(AtChannel { estoque, preco, ativo }: AtChannel) -> Self {
        Self { estoque, preco, ativo }
    }
}

impl From<Anuncio> for AnuncioDoCanal {
    fn from(one: Anuncio) -> Self {
        Self {
            sku: one.sku,
            estado: one.estado,
            externo: one.externo,
            endereco: one.endereco,
            quer: OfertaDita {
                estoque: one.quer.estoque,
                preco_de: one.quer.preco.preco_de,
                preco_por: one.quer.preco.preco_por,
                publicavel: one.quer.publicavel,
            },
            tem: one.tem.into(),
            visto: one.visto.into(),
            visto_em: one.visto_em,
            quer_em: one.quer_em,
            tem_em: one.tem_em,
            devido_em: one.devida_em,
            tentativas: one.tentativas,
        }
    }
}

/// A SKU of which the channel has or shows something else than it should.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Diferenca {
    /// The SKU.
    sku: SkuId,
    /// The channel's identifiers of the listing; null while it is not bound.
    externo: Option<String>,
    /// How the listing stands.
    estado: EstadoAnuncio,
    /// What the channel should show.
    aqui: ValoresNoCanal,
    /// What it has, as far as that is known.
    la: ValoresNoCanal,
    /// When the channel was last read.
    visto_em: Option<Instante>,
}

impl From<Anuncio> for Diferenca {
    fn from(one: Anuncio) -> Self {
        // what was accepted after the last reading is newer than what was read
        let (newer, older) =
            if one.tem_em > one.visto_em { (one.tem, one.visto) } else { (one.visto, one.tem) };
        Self {
            sku: one.sku,
            externo: one.externo,
            estado: one.estado,
            aqui: ValoresNoCanal {
                estoque: Some(one.quer.estoque.into()),
                preco: Some(one.quer.preco.preco_por),
                ativo: Some(one.quer.publicavel),
            },
            la: ValoresNoCanal {
                estoque: newer.estoque.or(older.estoque),
                preco: newer.preco.or(older.preco),
                ativo: newer.ativo.or(older.ativo),
            },
            visto_em: one.visto_em,
        }
    }
}

/// Which listings are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct AnunciosWanted {
    /// In this state.
    estado: Option<EstadoAnuncio>,
    /// With an open error, or without.
    com_erro: Option<bool>,
    /// With something due, or without.
    devido: Option<bool>,
}

impl FromQuery for AnunciosWanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let states = EstadoAnuncio::ALL.map(|estado| (estado.name(), estado));
        Some(Self {
            estado: c.one_of("estado", &states),
            com_erro: c.boolean("comErro"),
            devido: c.boolean("devido"),
        })
    }
}

/// The listings of a connected channel, in the order of the SKUs' creation.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam, PageParams, AnunciosWanted),
    responses((status = 200, body = RetornoPaginado<AnuncioDoCanal>), Errors))]
#[get("/Canal/{canalId}/Anuncio")]
async fn list(
    Then(req, id): Then<ForLoja<(PageRequest, AnunciosWanted)>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), (wanted, filter)) = (id.into_inner(), &req.filter);
    let wanted = *wanted;
    let filter = AnuncioFilter { estado: filter.estado, com_erro: filter.com_erro, devido: filter.devido };
    let page = req
        .read(move |conn, loja| {
            let key = key_of(conn, loja, &id)?;
            let page = channels::list_listings(conn, key, &filter, wanted)?;
            write_page(wanted, page.map(AnuncioDoCanal::from))
        })
        .await?;
    Ok(page.respond(&req))
}

/// What a connected channel has, or shows, otherwise than it should. In mode `leitura` nothing is sent: this is what
/// mode `total` would change.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam, PageParams),
    responses((status = 200, body = RetornoPaginado<Diferenca>), Errors))]
#[get("/Canal/{canalId}/Diferenca")]
async fn differences(
    Then(req, id): Then<ForLoja<PageRequest>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), wanted) = (id.into_inner(), req.filter);
    let page = req
        .read(move |conn, loja| {
            let key = key_of(conn, loja, &id)?;
            write_page(wanted, channels::differences(conn, key, wanted)?.map(Diferenca::from))
        })
        .await?;
    Ok(page.respond(&req))
}

type Pair = PathParams<(SkuId, CanalId)>;

/// Reads the listing of a SKU at a connected channel.
#[utoipa::path(tag = "Conexao", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = AnuncioDoCanal), (status = 304), Errors))]
#[get("/sku/{sku}/Canal/{canalId}/Anuncio")]
async fn find(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let (sku, canal) = ids.into_inner();
    let one = req.read_one(move |conn, loja| Ok(listing(conn, loja, &sku, &canal)?.1)).await?;
    Answer::ok(&AnuncioDoCanal::from(one))?.or_not_modified(&req.conditions)
}

/// Which listing a SKU is bound to.
#[derive(ToSchema)]
struct Vinculo {
    /// The channel's identifiers of the listing.
    #[schema(min_length = 1, max_length = 1000)]
    externo: String,
}

impl FromJson for Vinculo {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        Some(Self { externo: value.object(p)?.text("externo", 1, EXTERNO_MAX, p)? })
    }
}

/// Binds a SKU to a listing by hand. 409 where another SKU has it.
#[utoipa::path(tag = "Conexao", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    request_body = Vinculo, responses((status = 200, body = AnuncioDoCanal), Errors, BodyErrors))]
#[put("/sku/{sku}/Canal/{canalId}/Anuncio")]
async fn bind(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (Pair, Body<Vinculo>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku, canal), fingerprint) = (ids.into_inner(), body.fingerprint());
    let Vinculo { externo } = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let (key, before) = listing(tx, loja, &sku, &canal)?;
        channels::bind(tx, key, before.sku_num, &externo)?.map_err(ErrorA::ListingTaken)?;
        Answer::ok(&AnuncioDoCanal::from(listing(tx, loja, &sku, &canal)?.1))
    })
    .await
}

/// Forgets which listing a SKU is bound to: the channel is not touched.
#[utoipa::path(tag = "Conexao", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/sku/{sku}/Canal/{canalId}/Anuncio")]
async fn unbind(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let (sku, canal) = ids.into_inner();
    req.write([0; 32], move |tx, loja| {
        let (key, before) = listing(tx, loja, &sku, &canal)?;
        if before.externo.is_none() {
            return Err(ErrorA::NotFound(Resource::Anuncio));
        }
        channels::unbind(tx, key, before.sku_num)?;
        Ok(Answer::empty())
    })
    .await
}

/// A listing, with what finds the rows of its channel.
fn listing(
    conn: &mut Conn<'_>,
    loja: Loja,
    sku: &SkuId,
    canal: &CanalId,
) -> Result<(CanalKey, Anuncio), ErrorA> {
    let key = key_of(conn, loja, canal)?;
    if let Some(found) = channels::find_listing(conn, key, sku)? {
        return Ok((key, found));
    }
    let known = skus::number(conn, loja.id, sku)?.is_some();
    Err(ErrorA::NotFound(if known { Resource::Anuncio } else { Resource::Sku }))
}
