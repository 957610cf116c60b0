//! Products as records: in a list, and one by one.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, get};
use domain::interface_b::produto::{Fonte, Produto};
use domain::values::dates::EstiloData;
use http_kit::{Depois, Fault};
use serde::Serialize;
use store::paging::{Page, PageRequest};
use store::{Conn, lojas_config, produtos};
use utoipa_actix_web::service_config::ServiceConfig;

use super::achado::AUSENTE;
use super::consulta::{APartirDe, Adicionais, Alterados, Lidos, Tipo, Validos};
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros};
use crate::erro::ErroB;
use crate::interface::{Caminho, Filtros};
use crate::resposta::{ParamPagina, pagina_pronta, pronto};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(find);
}

/// Lists products in ascending order of `produtoVarianteId`. To read all of them, follow `Link`, or repeat
/// with `produtoVarianteIdDe` while `x-tem-proxima-pagina` is true: neither skips nor repeats a product.
#[utoipa::path(tag = "Produtos", operation_id = "listarProdutos",
    params(APartirDe, Alterados, Validos, Adicionais, ParamPagina), responses(
    (status = 200, body = Vec<Produto>, headers(
        ("x-total-count" = i64, description = "All products that match, not only those of the page."),
        ("x-tem-proxima-pagina" = bool, description = "Whether products follow after those of the page."),
        ("x-ultimo-produto-variante-id" = Option<i64>,
            description = "`produtoVarianteId` of the page's last product; not on an empty page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/produtos")]
async fn list(
    Depois(ctx, filtros): Depois<Ctx, Filtros<(PageRequest, (APartirDe, Alterados), (Validos, Adicionais))>>,
) -> Result<HttpResponse, ErroB> {
    let (pedida, (de, alterados), (validos, adicionais)) = filtros.into_inner();
    let padrao = ctx.fuso();
    let (page, corpo) = ctx
        .ler(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let filtro = alterados.filtro(&config, padrao);
            let filtro = produtos::Filtro { somente_validos: validos.somente_validos, ..filtro };
            let page = produtos::list(conn, loja, filtro, de.pagina(pedida))?;
            let lidos = adicionais.ler(conn, loja, &variantes(&page))?;
            let corpo = registros(&page, &lidos, config.estilo(padrao))?;
            Ok((page.map(|produto| produto.variante), corpo))
        })
        .await?;
    let mut resposta = pagina_pronta(&ctx, vec![corpo.into()], page.total, page.next.as_ref());
    let mut incluir = |nome, valor| resposta.headers_mut().insert(HeaderName::from_static(nome), valor);
    incluir(
        "x-tem-proxima-pagina",
        HeaderValue::from_static(if page.next.is_some() { "true" } else { "false" }),
    );
    if let Some(ultimo) = page.rows.last() {
        incluir("x-ultimo-produto-variante-id", HeaderValue::from(*ultimo));
    }
    Ok(resposta)
}

/// The numbers of a page's SKUs.
pub(super) fn variantes(page: &Page<Fonte>) -> Vec<i64> {
    page.rows.iter().map(|produto| produto.variante).collect()
}

fn registros(page: &Page<Fonte>, lidos: &Lidos, estilo: EstiloData) -> Result<Vec<u8>, ErroB> {
    let registros = page.rows.iter().map(|produto| produto.produto(lidos.de(produto.variante), estilo));
    em_json(&registros.collect::<Vec<_>>())
}

/// The bytes of a body.
pub(super) fn em_json<T: Serialize>(valor: &T) -> Result<Vec<u8>, ErroB> {
    Ok(serde_json::to_vec(valor).map_err(|e| Fault::json("a product", e))?)
}

/// One product.
#[utoipa::path(tag = "Produtos", operation_id = "obterProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo, Adicionais),
    responses((status = 200, body = Produto), Erros, ErroAusente))]
#[get("/produtos/{identificador}")]
async fn find(
    Depois(ctx, (caminho, filtros)): Depois<Ctx, (Caminho<(String,)>, Filtros<(Tipo, Adicionais)>)>,
) -> Result<HttpResponse, ErroB> {
    let ((texto,), (tipo, adicionais)) = (caminho.into_inner(), filtros.into_inner());
    let (id, padrao) = (tipo.identificar(&texto)?, ctx.fuso());
    let ler = move |conn: &mut Conn<'_>, loja| {
        let estilo = lojas_config::find(conn, loja)?.estilo(padrao);
        let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
        let lidos = adicionais.ler(conn, loja, &[produto.variante])?;
        em_json(&produto.produto(lidos.de(produto.variante), estilo))
    };
    // prices of another table have to be of the same moment as the product
    let corpo =
        if adicionais.de_outras_tabelas() { ctx.ler_por_chave(ler).await? } else { ctx.ler_um(ler).await? };
    Ok(pronto(corpo))
}
