//! Orders, and what is known of each: read.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{NotaFiscal, Pedido, Rastreio, StatusPedido};
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, Zone};
use domain::values::ids::{CanalId, PedidoId};
use http_kit::{FromQuery, KitError, Mount, QueryReader, Then};
use serde::Serialize;
use store::inventory;
use store::orders::{self, Detalhes};
use store::paging::{PageRequest, Range};
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{Errors, PageErrors};
use crate::envelope::{RetornoPaginado, write_documents};
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;
use crate::query::{Delta, Nothing, PageParams, UsuarioParam, end_inclusive, utc};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list)
        .service(find)
        .service(historico)
        .service(transicoes)
        .service(nota_fiscal)
        .service(rastreio);
}

/// Most numbers in `pedidoIds`.
const IDS_MAX: usize = 250;

/// Which orders are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct PedidoFilter {
    /// Of this channel.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    canal_id: Option<CanalId>,
    /// In one of these states: names in any case, separated by commas or with the parameter repeated.
    #[param(value_type = Option<Vec<StatusPedido>>, inline, style = Form, explode = false)]
    status: Vec<StatusPedido>,
    /// With exactly this identifier in the marketplace.
    source_id: Option<String>,
    /// That hold this SKU.
    sku: Option<String>,
    /// Only these orders, at most 250, separated by commas or with the parameter repeated. `dataInicial` and
    /// `dataFinal` then do not count.
    #[param(value_type = Option<Vec<i64>>, inline, max_items = 250, style = Form, explode = false)]
    pedido_ids: Vec<PedidoId>,
    /// What somebody has at hand of an order: its number, its `sourceId` or how that begins, the buyer's CPF
    /// or CNPJ, with or without marks, e-mail or name. Of a name each word of three letters or more may be
    /// the beginning of one (`sil joão` finds João da Silva), a shorter one is whole; case, accents, order,
    /// initials and "de", "da", "do" do not count. At most the latest 1,000 of each.
    #[param(max_length = 200)]
    busca: Option<String>,
    /// Placed at or after: ISO 8601, or a day as a whole.
    #[param(value_type = Option<String>)]
    data_inicial: Option<DateLimit>,
    /// Placed at or before: ISO 8601 (that second included), or a day as a whole.
    #[param(value_type = Option<String>)]
    data_final: Option<DateLimit>,
}

impl FromQuery for PedidoFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let names: Vec<_> = StatusPedido::ALL.iter().map(|status| (status.name(), *status)).collect();
        let ids = c.list_of_integers("pedidoIds");
        if ids.len() > IDS_MAX {
            return c.problem("pedidoIds", format_args!("deve ter no máximo {IDS_MAX} itens"));
        }
        Some(Self {
            pedido_ids: ids.into_iter().map(PedidoId).collect(),
            busca: c.search("busca"),
            canal_id: c.with("canalId", |text| CanalId::parse(text)),
            status: c.list_of("status", &names),
            source_id: c.text("sourceId"),
            sku: c.text("sku"),
            data_inicial: c.date_limit("dataInicial"),
            data_final: c.date_limit("dataFinal"),
        })
    }
}

impl PedidoFilter {
    /// As the store takes it. `fuso` is that of days without a time.
    fn of_store(&self, changed: Range, zone: Zone) -> Result<orders::Filter, ErrorA> {
        Ok(orders::Filter {
            canal: self.canal_id.clone(),
            status: self.status.clone(),
            source_id: self.source_id.clone(),
            sku: self.sku.clone(),
            ids: self.pedido_ids.clone(),
            busca: self.busca.clone(),
            data: self.range(zone)?,
            changed,
            ascending: false,
        })
    }

    fn range(&self, zone: Zone) -> Result<Range, ErrorA> {
        if !self.pedido_ids.is_empty() {
            return Ok(Range::default());
        }
        let de = self.data_inicial.map(|limit| utc(limit).start(zone));
        let ate = self.data_final.map(|limit| end_inclusive(limit, zone));
        if de.zip(ate).is_some_and(|(de, ate)| de >= ate) {
            let mut problems = Problems::new();
            problems.push("dataInicial", "não pode ser posterior a dataFinal");
            return Err(KitError::Query(problems).into());
        }
        Ok(Range { de, ate })
    }
}

/// Lists orders, the newest first. Pages asked for one after the other, by number or by `Link`, leave out none that
/// stays, though others leave the list meanwhile.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, PageParams, PedidoFilter, Delta),
    responses((status = 200, body = RetornoPaginado<Pedido>), PageErrors, Errors))]
#[get("/Pedido")]
async fn list(req: ForLoja<(PageRequest, PedidoFilter, Delta)>) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter, delta) = &req.filter;
    let (wanted, filter) = (*wanted, filter.of_store(delta.range(req.zone()), req.zone())?);
    let (start, shown) = req.steady(wanted, false);
    let (page, ids, next) = req
        .read(move |conn, loja| {
            let page = orders::list(conn, loja.id, &filter, start)?;
            let (ids, next) = (page.rows.iter().map(|pedido| pedido.pedido_id.0).collect(), page.next);
            Ok((write_documents(wanted, page.map(|pedido| pedido.documento))?, ids, next))
        })
        .await?;
    shown(ids, next);
    Ok(page.respond(&req))
}

/// Reads an order.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Pedido), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}")]
async fn find(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let (pedido, taken_over_by) = req
        .read_one(move |conn, loja| {
            let takes_over = inventory::read_takes_over(conn, loja.id, id)?;
            Ok((orders::find(conn, loja.id, id)?, takes_over.then_some(loja.id)))
        })
        .await?;
    if let Some(loja) = taken_over_by {
        req.store().write(move |tx| Ok::<_, ErrorA>(inventory::take_over(tx, loja, &[id.0])?)).await?;
    }
    let pedido = pedido.ok_or(ErrorA::NotFound(Resource::Pedido))?;
    Answer::ready(StatusCode::OK, pedido.documento).or_not_modified(&req.conditions)
}

/// What has happened to an order, the oldest first. A jump is one entry that lists the states that it passed
/// over; details that came later are entries of the same status.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Vec<RegistroHistorico>), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}/Historico")]
async fn historico(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let registros = req.read(move |conn, loja| Ok(orders::historico(conn, loja.id, id)?)).await?;
    // the coming in of an order is its first entry
    if registros.is_empty() {
        return Err(ErrorA::NotFound(Resource::Pedido));
    }
    Answer::ok(&registros)?.or_not_modified(&req.conditions)
}

/// Where an order stands and where it may go.
#[derive(Serialize, ToSchema)]
struct Transicoes {
    /// Where it stands.
    status: StatusPedido,
    /// Where it may go from there; empty in a final state.
    permitidas: Vec<Transicao>,
}

/// A lawful move.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Transicao {
    /// Where to.
    status: StatusPedido,
    /// True when the move must come with a `motivo`.
    exige_motivo: bool,
}

impl Transicoes {
    fn of(status: StatusPedido) -> Self {
        let allowed = |to| Transicao { status: to, exige_motivo: status.exige_motivo(to) };
        Self { status, permitidas: status.transicoes().into_iter().map(allowed).collect() }
    }
}

/// Where an order stands and where it may go from there.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Transicoes), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}/Transicoes")]
async fn transicoes(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let pedido = req.read_one(move |conn, loja| Ok(orders::find(conn, loja.id, id)?)).await?;
    let pedido = pedido.ok_or(ErrorA::NotFound(Resource::Pedido))?;
    Answer::ok(&Transicoes::of(pedido.status))?.or_not_modified(&req.conditions)
}

/// The invoice of an order: all that its moves have said of it.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = NotaFiscal), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}/NotaFiscal")]
async fn nota_fiscal(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let nota = detalhes(&req, id.into_inner()).await?.nota_fiscal;
    let nota = nota.ok_or(ErrorA::NotFound(Resource::NotaFiscal))?;
    Answer::ok(&nota)?.or_not_modified(&req.conditions)
}

/// The parcel of an order: all that its moves have said of it.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Rastreio), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}/Rastreio")]
async fn rastreio(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let rastreio = detalhes(&req, id.into_inner()).await?.rastreio;
    let rastreio = rastreio.ok_or(ErrorA::NotFound(Resource::Rastreio))?;
    Answer::ok(&rastreio)?.or_not_modified(&req.conditions)
}

async fn detalhes(req: &ForLoja<Nothing>, (id,): (PedidoId,)) -> Result<Detalhes, ErrorA> {
    let detalhes = req.read_one(move |conn, loja| Ok(orders::detalhes(conn, loja.id, id)?)).await?;
    detalhes.ok_or(ErrorA::NotFound(Resource::Pedido))
}
