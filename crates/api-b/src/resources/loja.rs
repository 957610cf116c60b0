//! The store itself.

use actix_web::{HttpResponse, get};
use http_kit::Mount;
use serde::Serialize;
use store::{StoreError, lojas_config, usuarios};
use utoipa::ToSchema;

use crate::answer::json;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find);
}

/// A store.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Loja {
    /// Its name.
    nome: String,
    /// Address of its site; empty when the operator has not set it.
    url_site: String,
    /// Address of its cart; empty when the operator has not set it.
    url_carrinho: String,
}

/// The store of the key.
#[utoipa::path(tag = "Loja", operation_id = "obterLoja", responses((status = 200, body = Loja), Errors))]
#[get("/loja")]
async fn find(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let loja = ctx
        .read_one(|conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let without_name = || StoreError::Corrupt("a key outlived its store".to_owned());
            let nome = usuarios::name(conn, loja)?.ok_or_else(without_name)?;
            Ok(Loja { nome, url_site: config.url_site.clone(), url_carrinho: config.url_carrinho.clone() })
        })
        .await?;
    Ok(json(&loja))
}
