//! The store's products: its SKUs, with stock and prices.

mod alteracao;
mod atacarejo;
mod consulta;
mod lote;
mod parte;
mod registro;

use domain::produto::{Fonte, Identificador};
use store::produtos;
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

/// What a change is told whose identifier names a group.
const VARIOS: &str = "O ProdutoId é de um grupo com vários SKUs: informe o SKU ou o ProdutoVarianteId.";

async fn achar(ctx: &Ctx, id: Identificador) -> Result<Fonte, ErroB> {
    ctx.ler_por_chave(move |conn, loja| produtos::find(conn, loja, &id)?.ok_or(AUSENTE)).await
}
