//! The envelope of every page (source document).

use actix_web::http::StatusCode;
use actix_web::http::header::HeaderValue;
use http_kit::{Fault, link_next};
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
    let link = link(ctx, &page);
    let metadados = metadados(pedida, &page);
    Ok(Resposta::ok(&RetornoPaginado { metadados, resultado: page.rows })?.com_link(link))
}

/// The same for records that are JSON already: they are put side by side as they are.
pub fn pagina_pronta(ctx: &Ctx, pedida: PageRequest, page: Page<String>) -> Result<Resposta, ErroA> {
    let link = link(ctx, &page);
    let corpo = juntar(&metadados(pedida, &page), &page.rows)?;
    Ok(Resposta::pronta(StatusCode::OK, corpo).com_link(link))
}

fn link<T>(ctx: &Ctx, page: &Page<T>) -> Option<HeaderValue> {
    page.next.as_ref().map(|cursor| link_next(ctx.req(), cursor))
}

fn metadados<T>(pedida: PageRequest, page: &Page<T>) -> Metadados {
    Metadados { pagina: page.pagina, quantidade_registros: pedida.size, total: page.total }
}

fn juntar(metadados: &Metadados, documentos: &[String]) -> Result<String, ErroA> {
    let metadados = serde_json::to_string(metadados).map_err(|e| Fault::json("the head of a page", e))?;
    let tamanho: usize = documentos.iter().map(|documento| documento.len() + 1).sum();
    let mut corpo = String::with_capacity(tamanho + metadados.len() + 32);
    corpo.push_str("{\"metadados\":");
    corpo.push_str(&metadados);
    corpo.push_str(",\"resultado\":[");
    for (i, documento) in documentos.iter().enumerate() {
        if i > 0 {
            corpo.push(',');
        }
        corpo.push_str(documento);
    }
    corpo.push_str("]}");
    Ok(corpo)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_a_page_lead_to_the_same_text() {
        for quantos in 0..3 {
            let metadados = || Metadados { pagina: 1, quantidade_registros: 50, total: quantos };
            let registros: Vec<Vec<i64>> = (0..quantos).map(|n| vec![n, n]).collect();
            let documentos: Vec<String> =
                registros.iter().map(|r| serde_json::to_string(r).unwrap()).collect();
            let inteira = RetornoPaginado { metadados: metadados(), resultado: registros };
            assert_eq!(juntar(&metadados(), &documentos).unwrap(), serde_json::to_string(&inteira).unwrap());
        }
    }
}
