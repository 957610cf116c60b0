//! Files of images, for whoever has their address: marketplaces fetch them without a key.

use actix_web::guard::{Any, Get, Head};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETag};
use actix_web::web::{Data, resource};
use actix_web::{HttpRequest, HttpResponse};
use domain::interface_b::produto::ImageFormat;
use http_kit::{Conditions, Mount, etag_of};
use store::imagens;

use crate::error::ErrorB;
use crate::state::State;

/// The route of this file, as lenient as those of operations. It is none: clients follow the address that a product's
/// images have.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.unlisted(
        resource("/{imagens:/*(?i:imagens)/+}{nome:[^/]+}{fim:/*}").guard(Any(Get()).or(Head())).to(show),
    );
}

const MISSING: ErrorB = ErrorB::NotFound("A imagem não foi encontrada.");

async fn show(state: Data<State>, req: HttpRequest, conditions: Conditions) -> Result<HttpResponse, ErrorB> {
    let name = req.match_info().query("nome").to_owned();
    let format = ImageFormat::of_name(&name).ok_or(MISSING)?;
    // the name follows from the bytes
    let tag = etag_of(name.as_bytes());
    let found = state.store.read_one(move |conn| Ok::<_, ErrorB>(imagens::find(conn, &name)?)).await?;
    let bytes = found.ok_or(MISSING)?;
    let known = conditions.not_modified(&tag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable")).insert_header(ETag(tag));
    Ok(match known {
        true => answer.finish(),
        false => answer.insert_header((CONTENT_TYPE, format.media_type())).body(bytes),
    })
}
