//! The store's buyers: read only, as its orders know them.

use actix_web::{HttpResponse, get};
use domain::interface_b::registro::{self, Country, RegistroPedido, UsuarioDaLoja};
use domain::loja_config::Perfil;
use domain::pedido::Endereco;
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, DateStyle, Zone};
use domain::values::documents::{Cnpj, Cpf, InvalidDocument};
use http_kit::{Fault, FromQuery, KitError, Mount, QueryReader, Then};
use serde::Serialize;
use serde_json::value::RawValue;
use store::orders::{Buyer, BuyerDate, BuyerKey, BuyersFilter, RegistrosFilter};
use store::paging::{PageRequest, Range};
use store::{Conn, lojas_config};
use utoipa::{IntoParams, ToSchema};

use crate::answer::{PageParams, check_whole, json, ready_page, render_list, render_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, PageErrors};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};
use crate::resources::pedido::end_inclusive;

/// The routes of this file. Those with a word where others have an e-mail come first.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list)
        .service(by_email)
        .service(by_cpf)
        .service(by_cnpj)
        .service(by_number)
        .service(orders_by_document)
        .service(orders)
        .service(addresses);
}

const MISSING: ErrorB = ErrorB::NotFound("O usuário não foi encontrado.");

/// An address of a buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnderecoUsuario {
    endereco_id: i64,
    nome_endereco: String,
    rua: String,
    numero: String,
    complemento: String,
    referencia: String,
    bairro: String,
    cidade: String,
    estado: String,
    cep: String,
    utilizado_ultimo_pedido: bool,
    pais: String,
}

/// An order of a buyer.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone")]
struct PedidoDeUsuario {
    #[serde(flatten)]
    pedido: RegistroPedido<'static>,
    /// Where the order is.
    links: Vec<LinkDePedido>,
}

/// Where an order is.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone")]
struct LinkDePedido {
    /// Its path at this interface's address.
    href: String,
    /// Always `self`.
    rel: String,
    /// Always `GET`.
    method: String,
}

/// The dates that a buyer has.
#[derive(ToSchema)]
#[allow(dead_code, clippy::enum_variant_names, reason = "the field's own words, for the document alone")]
#[schema(default = "DataAlteracao")]
enum BuyerDateKind {
    DataAlteracao,
    DataCriacao,
}

/// Which buyers are wanted.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Wanted {
    /// Start of the range: `yyyy-MM-dd` (the whole day) or a date-time, with or without offset.
    #[param(value_type = Option<String>, example = "2026-05-01")]
    data_inicial: Option<DateLimit>,
    /// End of the range: `yyyy-MM-dd` (the whole day) or a date-time (that second included).
    #[param(value_type = Option<String>, example = "2026-05-31")]
    data_final: Option<DateLimit>,
    /// Which date the range applies to: when the buyer's latest order came in, or the first one.
    #[param(rename = "enumTipoFiltroData", value_type = Option<BuyerDateKind>, inline)]
    date: BuyerDate,
    /// Every buyer is approved: false finds none.
    #[param(value_type = Option<bool>, inline)]
    aprovado: bool,
}

impl FromQuery for Wanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let kinds = [("DataAlteracao", BuyerDate::Change), ("DataCriacao", BuyerDate::Creation)];
        Some(Self {
            data_inicial: c.date_limit("dataInicial"),
            data_final: c.date_limit("dataFinal"),
            date: c.one_of("enumTipoFiltroData", &kinds).unwrap_or_default(),
            aprovado: c.boolean("aprovado").unwrap_or(true),
        })
    }
}

impl Wanted {
    fn filter(self, zone: Zone) -> Result<BuyersFilter, ErrorB> {
        let de = self.data_inicial.map(|limit| limit.start(zone));
        let ate = self.data_final.map(|limit| end_inclusive(limit, zone));
        let mut problems = Problems::new();
        if de.zip(ate).is_some_and(|(de, ate)| de >= ate) {
            problems.push("dataInicial", "não pode ser posterior a dataFinal");
        }
        let filter = BuyersFilter { date: self.date, faixa: Range { de, ate } };
        Ok(problems.or(Some(filter)).map_err(KitError::Query)?)
    }
}

/// Lists the store's buyers that a CPF, a CNPJ or an e-mail tells from others, by number, each as the latest
/// order has it. Dates that are given leave those who first, or last, bought then.
#[utoipa::path(tag = "Usuarios", operation_id = "listarUsuarios", params(Wanted, PageParams), responses(
    (status = 200, body = Vec<UsuarioDaLoja>, headers(
        ("x-total-count" = i64, description = "All buyers that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/usuarios")]
async fn list(Then(ctx, filters): Then<Ctx, Filters<(PageRequest, Wanted)>>) -> Result<HttpResponse, ErrorB> {
    let ((page, wanted), defaults) = (filters.into_inner(), ctx.defaults());
    let (found, style) = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let filter = wanted.filter(config.zone(defaults))?;
            let found = match wanted.aprovado {
                true => store::orders::buyers(conn, loja, &filter, page)?,
                false => page.empty(),
            };
            Ok((found, config.style(defaults)))
        })
        .await?;
    Ok(render_page(&ctx, &found.try_map(|buyer| shown(&buyer, style))?))
}

/// Reads the buyer who has last bought under an e-mail.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorEmail", params(("email" = String, Path)),
    responses((status = 200, body = UsuarioDaLoja), Errors, MissingError))]
#[get("/usuarios/email/{email}")]
async fn by_email(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    find(&ctx, BuyerKey::Email(path.into_inner().0)).await
}

/// Reads the buyer with a CPF, with or without marks.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorCpf", params(("cpf" = String, Path)),
    responses((status = 200, body = UsuarioDaLoja), Errors, MissingError))]
#[get("/usuarios/cpf/{cpf}")]
async fn by_cpf(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let cpf = document("cpf", Cpf::parse(&path.0.0))?;
    find(&ctx, BuyerKey::Cpf(cpf.into())).await
}

/// Reads the company with a CNPJ, with or without marks, or else who has last bought for it with a CPF.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorCnpj", params(("cnpj" = String, Path)),
    responses((status = 200, body = UsuarioDaLoja), Errors, MissingError))]
#[get("/usuarios/cnpj/{cnpj}")]
async fn by_cnpj(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let cnpj = document("cnpj", Cnpj::parse(&path.0.0))?;
    find(&ctx, BuyerKey::Cnpj(cnpj.into())).await
}

/// Reads the buyer with a number, as `usuarioId` of an order's `usuario`.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuario", params(("usuarioId" = i64, Path)),
    responses((status = 200, body = UsuarioDaLoja), Errors, MissingError))]
#[get("/usuarios/usuarioId/{usuarioId}")]
async fn by_number(Then(ctx, path): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorB> {
    find(&ctx, BuyerKey::Number(path.into_inner().0)).await
}

/// Lists the orders of the buyer with a CPF or CNPJ, the latest first; of a company also those that people
/// with a CPF have placed for it.
#[utoipa::path(tag = "Usuarios", operation_id = "listarPedidosPorDocumento",
    params(("documento" = String, Path), PageParams), responses(
    (status = 200, body = Vec<PedidoDeUsuario>, headers(
        ("x-total-count" = i64, description = "All orders of the buyer, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors, MissingError))]
#[get("/usuarios/documento/{documento}/pedidos")]
async fn orders_by_document(
    Then(ctx, (path, page)): Then<Ctx, (PathParams<(String,)>, Filters<PageRequest>)>,
) -> Result<HttpResponse, ErrorB> {
    let text = &path.0.0;
    let key = match Cpf::parse(text) {
        Ok(cpf) => BuyerKey::Cpf(cpf.into()),
        Err(_) => BuyerKey::Cnpj(document("documento", Cnpj::parse(text))?.into()),
    };
    orders_of(&ctx, key, page.into_inner()).await
}

/// Lists the orders of the buyer with an e-mail or a number, the latest first.
#[utoipa::path(tag = "Usuarios", operation_id = "listarPedidosDoUsuario",
    params(("usuario" = String, Path, description = "E-mail or number of the buyer."), PageParams), responses(
    (status = 200, body = Vec<PedidoDeUsuario>, headers(
        ("x-total-count" = i64, description = "All orders of the buyer, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors, MissingError))]
#[get("/usuarios/{usuario}/pedidos")]
async fn orders(
    Then(ctx, (path, page)): Then<Ctx, (PathParams<(String,)>, Filters<PageRequest>)>,
) -> Result<HttpResponse, ErrorB> {
    orders_of(&ctx, named(path.into_inner().0), page.into_inner()).await
}

/// Lists the addresses of the latest orders of the buyer with an e-mail or a number, each once, those of the
/// last order first; not paged.
#[utoipa::path(tag = "Usuarios", operation_id = "listarEnderecosDoUsuario",
    params(("usuario" = String, Path, description = "E-mail or number of the buyer.")),
    responses((status = 200, body = Vec<EnderecoUsuario>,
        headers(("x-total-count" = i64, description = "Addresses."))), Errors, MissingError))]
#[get("/usuarios/{usuario}/enderecos")]
async fn addresses(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let (key, defaults) = (named(path.into_inner().0), ctx.defaults());
    let (of_buyer, perfil) = ctx
        .read(move |conn, loja| {
            let buyer = store::orders::buyer(conn, loja, &key)?.ok_or(MISSING)?;
            let perfil = lojas_config::find(conn, loja)?.profile(defaults);
            Ok((store::orders::latest_orders_of(conn, loja, buyer.number)?, perfil))
        })
        .await?;
    let mut all: Vec<(Endereco, bool)> = Vec::new();
    for (n, pedido) in of_buyer.into_iter().enumerate() {
        for endereco in pedido.endereco {
            if !all.iter().any(|(known, _)| *known == endereco) {
                all.push((endereco, n == 0));
            }
        }
    }
    let shown: Vec<EnderecoUsuario> =
        all.into_iter().zip(1..).map(|((endereco, last), id)| address(endereco, last, id, perfil)).collect();
    Ok(render_list(&shown))
}

fn address(endereco: Endereco, last: bool, id: i64, perfil: Perfil) -> EnderecoUsuario {
    EnderecoUsuario {
        endereco_id: id,
        nome_endereco: endereco.tipo_endereco.name().to_owned(),
        rua: endereco.rua,
        numero: endereco.numero,
        complemento: endereco.complemento,
        referencia: endereco.referencia,
        bairro: endereco.bairro,
        cidade: endereco.cidade,
        estado: endereco.estado,
        cep: endereco.cep,
        utilizado_ultimo_pedido: last,
        pais: Country(&endereco.pais).text(perfil).to_owned(),
    }
}

/// A number, or else an e-mail.
fn named(text: String) -> BuyerKey {
    match text.trim().parse() {
        Ok(number) => BuyerKey::Number(number),
        Err(_) => BuyerKey::Email(text),
    }
}

fn document<T>(name: &str, parsed: Result<T, InvalidDocument>) -> Result<T, ErrorB> {
    let mut problems = Problems::new();
    let parsed = parsed.map_err(|e| problems.push(name, e)).ok();
    Ok(problems.or(parsed).map_err(KitError::PathParams)?)
}

fn shown(buyer: &Buyer, style: DateStyle) -> Result<Box<RawValue>, ErrorB> {
    let written = registro::buyer(&buyer.pedido, buyer.number, [buyer.criado_em, buyer.alterado_em], style);
    Ok(written.map_err(|e| Fault::json("a buyer", e))?)
}

async fn find(ctx: &Ctx, key: BuyerKey) -> Result<HttpResponse, ErrorB> {
    let defaults = ctx.defaults();
    let (buyer, style) = ctx
        .read(move |conn, loja| {
            let style = lojas_config::find(conn, loja)?.style(defaults);
            Ok((store::orders::buyer(conn, loja, &key)?.ok_or(MISSING)?, style))
        })
        .await?;
    Ok(json(&shown(&buyer, style)?))
}

async fn orders_of(ctx: &Ctx, key: BuyerKey, page: PageRequest) -> Result<HttpResponse, ErrorB> {
    let records = ctx.records();
    let registros = ctx
        .read(move |conn: &mut Conn<'_>, loja| {
            let config = lojas_config::find(conn, loja)?;
            let buyer = store::orders::buyer_filter(conn, loja, &key)?.ok_or(MISSING)?;
            let filter = RegistrosFilter { comprador: Some(buyer), ..RegistrosFilter::default() };
            Ok(store::orders::list_registros(conn, loja, &filter, page, records.of(&config))?)
        })
        .await?;
    check_whole(page, registros.cut)?;
    Ok(ready_page(ctx, registros.corpo, registros.total, registros.next.as_ref()))
}
