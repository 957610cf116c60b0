//! The envelope of every page (source document).

use http_kit::link_next;
use serde::Serialize;
use store::paging::{Page, PageRequest};
use utoipa::ToSchema;

use crate::contexto::Ctx;
use crate::erro::ErroA;
use crate::resposta::Resposta;

/// A page of records.
#[derive(Serialize, ToSchema)]
pub struct RetornoPaginado<T> {
    /// About the page.
    pub metadados: Metadados,
    /// The records.
    pub resultado: Vec<T>,
}

/// About a page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metadados {
    /// The page's number.
    pub pagina: u64,
    /// Records per page.
    pub quantidade_registros: u32,
    /// Records of the whole search.
    pub total: i64,
}

/// A page as an answer, with the link to the next one.
pub fn pagina<T: Serialize>(ctx: &Ctx, pedida: PageRequest, page: Page<T>) -> Result<Resposta, ErroA> {
    let link = page.next.as_ref().map(|cursor| link_next(ctx.req(), cursor));
    let metadados =
        Metadados { pagina: page.pagina, quantidade_registros: pedida.size, total: page.total };
    Ok(Resposta::ok(&RetornoPaginado { metadados, resultado: page.rows })?.com_link(link))
}
