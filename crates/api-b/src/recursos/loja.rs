//! The store itself.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use store::{StoreError, lojas_config, usuarios};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::contexto::Ctx;
use crate::doc::Erros;
use crate::erro::ErroB;
use crate::resposta::json;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
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
#[utoipa::path(tag = "Loja", operation_id = "obterLoja", responses((status = 200, body = Loja), Erros))]
#[get("/loja")]
async fn find(ctx: Ctx) -> Result<HttpResponse, ErroB> {
    let loja = ctx
        .ler_por_chave(|conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let sem_nome = || StoreError::Corrompido("a key outlived its store".to_owned());
            let nome = usuarios::nome(conn, loja)?.ok_or_else(sem_nome)?;
            Ok(Loja { nome, url_site: config.url_site.clone(), url_carrinho: config.url_carrinho.clone() })
        })
        .await?;
    Ok(json(&loja))
}
