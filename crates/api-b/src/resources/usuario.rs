//! The store's buyers: read only, as its orders know them.

use actix_web::{HttpResponse, get};
use domain::interface_b::registro::{self, RegistroPedido, UsuarioRegistro};
use domain::pedido::Endereco;
use domain::reading::problems::Problems;
use domain::values::dates::DateStyle;
use domain::values::documents::{Cnpj, Cpf, InvalidDocument};
use http_kit::{Fault, KitError, Mount, Then};
use serde::Serialize;
use serde_json::value::RawValue;
use store::orders::{Buyer, BuyerKey, RegistrosFilter};
use store::paging::PageRequest;
use store::{Conn, lojas_config};
use utoipa::ToSchema;

use crate::answer::{PageParams, check_whole, json, ready_page, render_list, render_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, PageErrors};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};

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

/// Lists the store's buyers that a CPF, a CNPJ or an e-mail tells from others, by number, each as the latest
/// order has it.
#[utoipa::path(tag = "Usuarios", operation_id = "listarUsuarios", params(PageParams), responses(
    (status = 200, body = Vec<UsuarioRegistro>, headers(
        ("x-total-count" = i64, description = "All buyers, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/usuarios")]
async fn list(Then(ctx, page): Then<Ctx, Filters<PageRequest>>) -> Result<HttpResponse, ErrorB> {
    let (page, defaults) = (page.into_inner(), ctx.defaults());
    let (found, style) = ctx
        .read(move |conn, loja| {
            let style = lojas_config::find(conn, loja)?.style(defaults);
            Ok((store::orders::buyers(conn, loja, page)?, style))
        })
        .await?;
    Ok(render_page(&ctx, &found.try_map(|buyer| shown(&buyer, style))?))
}

/// Reads the buyer who has last bought under an e-mail.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorEmail", params(("email" = String, Path)),
    responses((status = 200, body = UsuarioRegistro), Errors, MissingError))]
#[get("/usuarios/email/{email}")]
async fn by_email(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    find(&ctx, BuyerKey::Email(path.into_inner().0)).await
}

/// Reads the buyer with a CPF, with or without marks.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorCpf", params(("cpf" = String, Path)),
    responses((status = 200, body = UsuarioRegistro), Errors, MissingError))]
#[get("/usuarios/cpf/{cpf}")]
async fn by_cpf(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let cpf = document("cpf", Cpf::parse(&path.0.0))?;
    find(&ctx, BuyerKey::Cpf(cpf.into())).await
}

/// Reads the company with a CNPJ, with or without marks, or else who has last bought for it with a CPF.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuarioPorCnpj", params(("cnpj" = String, Path)),
    responses((status = 200, body = UsuarioRegistro), Errors, MissingError))]
#[get("/usuarios/cnpj/{cnpj}")]
async fn by_cnpj(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let cnpj = document("cnpj", Cnpj::parse(&path.0.0))?;
    find(&ctx, BuyerKey::Cnpj(cnpj.into())).await
}

/// Reads the buyer with a number, as `usuarioId` of an order's `usuario`.
#[utoipa::path(tag = "Usuarios", operation_id = "obterUsuario", params(("usuarioId" = i64, Path)),
    responses((status = 200, body = UsuarioRegistro), Errors, MissingError))]
#[get("/usuarios/usuarioId/{usuarioId}")]
async fn by_number(Then(ctx, path): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorB> {
    find(&ctx, BuyerKey::Number(path.into_inner().0)).await
}

/// Lists the orders of the buyer with a CPF or CNPJ, the latest first; of a company also those that people
/// with a CPF have placed for it.
#[utoipa::path(tag = "Usuarios", operation_id = "listarPedidosPorDocumento",
    params(("documento" = String, Path), PageParams), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
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
    (status = 200, body = Vec<RegistroPedido>, headers(
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
    let key = named(path.into_inner().0);
    let of_buyer = ctx
        .read(move |conn, loja| match store::orders::buyer(conn, loja, &key)? {
            Some(buyer) => Ok(store::orders::latest_orders_of(conn, loja, buyer.number)?),
            None => Err(MISSING),
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
        all.into_iter().zip(1..).map(|((endereco, last), id)| address(endereco, last, id)).collect();
    Ok(render_list(&shown))
}

fn address(endereco: Endereco, last: bool, id: i64) -> EnderecoUsuario {
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
        pais: endereco.pais,
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
    let written = registro::buyer(&buyer.pedido, buyer.number, style);
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
