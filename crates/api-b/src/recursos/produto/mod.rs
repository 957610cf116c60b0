//! The store's products: its SKUs, with stock and prices.

mod alteracao;
mod atacarejo;
mod consulta;
mod lote;
mod parte;
mod registro;

use domain::produto::{Fonte, Identificador};
use domain::registro::EstiloData;
use store::{lojas_config, produtos};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::contexto::Ctx;
use crate::erro::ErroB;

/// The routes of this folder. Words come before identifiers of the same place.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(alteracao::registrar);
    cfg.configure(lote::registrar);
    cfg.configure(registro::registrar);
    cfg.configure(parte::registrar);
    cfg.configure(atacarejo::registrar);
}

const AUSENTE: ErroB = ErroB::NaoEncontrado("O produto não foi encontrado.");

/// A product with the style of its store's dates.
async fn achar(ctx: &Ctx, id: Identificador) -> Result<(Fonte, EstiloData), ErroB> {
    let padrao = ctx.fuso();
    ctx.ler(move |conn, loja| {
        let estilo = lojas_config::find(conn, loja)?.estilo(padrao);
        Ok((produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?, estilo))
    })
    .await
}
