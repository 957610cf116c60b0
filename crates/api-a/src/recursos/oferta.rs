//! Offers: what a channel should show of each SKU, and why.

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use domain::oferta::Oferta;
use domain::tipo_canal::CatalogoTipos;
use domain::values::ids::{CanalId, SkuId};
use http_kit::{Depois, FromConsulta, Leitor};
use store::Conn;
use store::canais::{self, CanalRow};
use store::ofertas::{self, Vitrine};
use store::paging::PageRequest;
use store::usuarios::{self, Loja};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, Nada, ParamPagina, ParamUsuario};
use crate::contexto::DaLoja;
use crate::doc::Erros;
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::Caminho;
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(find).service(list);
}

/// Whether an offer can be published.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "camelCase")]
enum Situacao {
    Publicavel,
    Impedida,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroOferta {
    /// Offers that can be published, or those that cannot.
    #[param(inline)]
    situacao: Option<Situacao>,
}

impl FromConsulta for FiltroOferta {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let opcoes = [("publicavel", Situacao::Publicavel), ("impedida", Situacao::Impedida)];
        Some(Self { situacao: c.uma_de("situacao", &opcoes) })
    }
}

/// One offer, with the rule behind each value.
#[utoipa::path(tag = "Oferta", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), ParamUsuario),
    responses((status = 200, body = Oferta), (status = 304), Erros))]
#[get("/sku/{sku}/Canal/{canalId}/Oferta")]
async fn find(
    Depois(req, ids): Depois<DaLoja<Nada>, Caminho<(SkuId, CanalId)>>,
) -> Result<HttpResponse, ErroA> {
    let ((sku, canal_id), tipos) = (ids.into_inner(), req.tipos());
    let oferta = req
        .ler_loja_por_chave(move |conn, loja| {
            com_vitrine(conn, loja, &tipos, &canal_id, |conn, vitrine| {
                ofertas::find(conn, vitrine, &sku)?.ok_or(ErroA::NaoEncontrado(Recurso::Sku))
            })
        })
        .await?;
    Resposta::ok(&oferta)?.ou_nao_modificada(&req.condicoes)
}

/// The offers of a channel, in the order of the SKUs' creation. A change of the channel or of the user
/// counts as a change of every offer.
#[utoipa::path(tag = "Oferta",
    params(("canalId" = CanalId, Path), ParamUsuario, ParamPagina, FiltroOferta, Delta),
    responses((status = 200, body = RetornoPaginado<Oferta>), Erros))]
#[get("/Canal/{canalId}/Oferta")]
async fn list(
    Depois(req, id): Depois<DaLoja<(PageRequest, FiltroOferta, Delta)>, Caminho<(CanalId,)>>,
) -> Result<HttpResponse, ErroA> {
    let ((canal_id,), (pedida, filtro, delta), tipos) = (id.into_inner(), &req.filtro, req.tipos());
    let pedida = *pedida;
    let filtro = ofertas::Filtro {
        publicavel: filtro.situacao.map(|s| matches!(s, Situacao::Publicavel)),
        alterado: delta.faixa(req.fuso()),
    };
    let page = req
        .ler_loja(move |conn, loja| {
            com_vitrine(conn, loja, &tipos, &canal_id, |conn, vitrine| {
                Ok(ofertas::list(conn, vitrine, filtro, pedida)?)
            })
        })
        .await?;
    Ok(pagina(&req, pedida, page)?.into())
}

fn com_vitrine<T>(
    conn: &mut Conn<'_>,
    loja: Loja,
    tipos: &Arc<CatalogoTipos>,
    canal_id: &CanalId,
    f: impl FnOnce(&mut Conn<'_>, &Vitrine<'_>) -> Result<T, ErroA>,
) -> Result<T, ErroA> {
    // lists of changes hang on when the user was changed: what is a second old may be missed for good
    let loja = usuarios::sem_memoria(conn, loja.id)?.ok_or(ErroA::NaoEncontrado(Recurso::Usuario))?;
    let canal: CanalRow =
        canais::find(conn, loja.id, canal_id)?.ok_or(ErroA::NaoEncontrado(Recurso::Canal))?;
    // the operator may have taken the type out of the catalogue since
    let tipo = tipos.find(&canal.canal.tipo_canal).ok_or(ErroA::NaoEncontrado(Recurso::TipoCanal))?;
    f(conn, &Vitrine { loja, canal: &canal, tipo })
}
