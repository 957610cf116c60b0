//! Prices and stock of the products that have changed.

use actix_web::{HttpResponse, get};
use domain::interface_b::produto::AlteracaoProduto;
use http_kit::Depois;
use store::paging::PageRequest;
use store::{lojas_config, produtos};
use utoipa_actix_web::service_config::ServiceConfig;

use super::consulta::{Alterados, agrupar};
use super::registro::{em_json, variantes};
use crate::contexto::Ctx;
use crate::doc::Erros;
use crate::erro::ErroB;
use crate::interface::Filtros;
use crate::resposta::{ParamPagina, pagina_pronta};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list);
}

/// Lists prices and stock of the products that have changed, in ascending order of `produtoVarianteId`; of all
/// of them without `alteradosPartirDe`. A SKU whose code is `alteracoes` is read by its number.
#[utoipa::path(tag = "Produtos", operation_id = "listarAlteracoesProdutos", params(Alterados, ParamPagina),
    responses((status = 200, body = Vec<AlteracaoProduto>, headers(
        ("x-total-count" = i64, description = "All products that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/produtos/alteracoes")]
async fn list(
    Depois(ctx, filtros): Depois<Ctx, Filtros<(PageRequest, Alterados)>>,
) -> Result<HttpResponse, ErroB> {
    let ((pedida, alterados), padrao) = (filtros.into_inner(), ctx.fuso());
    let (corpo, total, next) = ctx
        .ler(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let page = produtos::list(conn, loja, alterados.filtro(&config, padrao), pedida)?;
            let tabelas = agrupar(produtos::tabelas(conn, loja, &variantes(&page))?);
            let de = |variante| tabelas.get(&variante).map_or(&[][..], Vec::as_slice);
            let estilo = config.estilo(padrao);
            let alteracoes = page.rows.iter().map(|p| p.alteracao(de(p.variante), estilo));
            Ok((em_json(&alteracoes.collect::<Vec<_>>())?, page.total, page.next))
        })
        .await?;
    Ok(pagina_pronta(&ctx, vec![corpo.into()], total, next.as_ref()))
}
