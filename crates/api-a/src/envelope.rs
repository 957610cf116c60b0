//! The envelope of every page (source document).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use http_kit::{Fault, KitError};
use serde::Serialize;
use store::paging::{Cursor, PAGE_BYTES, Page, PageRequest};
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::context::Ctx;
use crate::error::ErrorA;

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

/// A page that is JSON. It is made where it was read, in the place that the read was given: a page beside its
/// rows takes megabytes, and written anywhere else there would be as many of them as somebody asks for.
pub struct Written {
    answer: Answer,
    next: Option<Cursor>,
}

/// Writes a page as JSON.
pub fn write_page<T: Serialize>(wanted: PageRequest, page: Page<T>) -> Result<Written, ErrorA> {
    check(wanted, &page)?;
    let body = RetornoPaginado { metadados: metadados(wanted, &page), resultado: page.rows };
    Ok(Written { answer: Answer::ok(&body)?, next: page.next })
}

/// The same for records that are JSON already: they are put side by side as they are.
pub fn write_documents(wanted: PageRequest, page: Page<String>) -> Result<Written, ErrorA> {
    check(wanted, &page)?;
    let body = merge(&metadados(wanted, &page), &page.rows)?;
    Ok(Written { answer: Answer::ready(StatusCode::OK, body), next: page.next })
}

impl Written {
    /// The page as an answer, with the link to the next one.
    pub fn respond(self, ctx: &Ctx) -> HttpResponse {
        let link = self.next.as_ref().map(|cursor| ctx.link_next(cursor));
        self.answer.with_link(link).into()
    }
}

/// A page that ends early leads on by its link; a caller who counts pages would not see what it left out.
fn check<T>(wanted: PageRequest, page: &Page<T>) -> Result<(), ErrorA> {
    match page.cut && wanted.numbered() {
        true => Err(KitError::PageTooLarge { limit: PAGE_BYTES }.into()),
        false => Ok(()),
    }
}

fn metadados<T>(wanted: PageRequest, page: &Page<T>) -> Metadados {
    Metadados { pagina: page.pagina, quantidade_registros: wanted.size, total: page.total }
}

fn merge(metadados: &Metadados, documents: &[String]) -> Result<String, ErrorA> {
    let metadados = serde_json::to_string(metadados).map_err(|e| Fault::json("the head of a page", e))?;
    let size: usize = documents.iter().map(|document| document.len() + 1).sum();
    let mut body = String::with_capacity(size + metadados.len() + 32);
    body.push_str("{\"metadados\":");
    body.push_str(&metadados);
    body.push_str(",\"resultado\":[");
    for (i, document) in documents.iter().enumerate() {
        if i > 0 {
            body.push(',');
        }
        body.push_str(document);
    }
    body.push_str("]}");
    Ok(body)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_a_page_lead_to_the_same_text() {
        for count in 0..3 {
            let metadados = || Metadados { pagina: 1, quantidade_registros: 50, total: count };
            let rows: Vec<Vec<i64>> = (0..count).map(|n| vec![n, n]).collect();
            let documents: Vec<String> = rows.iter().map(|r| serde_json::to_string(r).unwrap()).collect();
            let whole = RetornoPaginado { metadados: metadados(), resultado: rows };
            assert_eq!(merge(&metadados(), &documents).unwrap(), serde_json::to_string(&whole).unwrap());
        }
    }
}
