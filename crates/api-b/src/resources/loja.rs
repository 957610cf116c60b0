//! The store itself, also as the reseller that a marketplace of stores knows it as.

use actix_web::{HttpResponse, get};
use domain::estoque::CENTRO_PADRAO;
use domain::values::ids::LojaId;
use http_kit::Mount;
use serde::Serialize;
use store::{Conn, StoreError, lojas_config, usuarios};
use utoipa::ToSchema;

use crate::answer::json;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(reseller);
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
            let nome = name(conn, loja)?;
            Ok(Loja { nome, url_site: config.url_site.clone(), url_carrinho: config.url_carrinho.clone() })
        })
        .await?;
    Ok(json(&loja))
}

fn name(conn: &mut Conn<'_>, loja: LojaId) -> Result<String, StoreError> {
    let without_name = || StoreError::Corrupt("a key outlived its store".to_owned());
    usuarios::name(conn, loja)?.ok_or_else(without_name)
}

/// The store of a key as a reseller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Reseller {
    /// Number of the store among those of its application.
    reseller_id: i32,
    /// Its name.
    razao_social: String,
    /// The distribution centre that every store has: 1.
    centro_distribuicao_id: i32,
    /// The store is active.
    ativo: bool,
    /// Always true: products are active once they are registered as such.
    ativacao_automatica_produtos: bool,
    /// Always true: the store keeps its own products.
    autonomia: bool,
    /// Always false: a hub chooses no seller.
    buy_box: bool,
    /// Always empty: the store sells in several marketplaces.
    #[schema(value_type = String)]
    nome_market_place: &'static str,
}

/// The store of the key, as sellers' systems ask who they are.
#[utoipa::path(tag = "Loja", operation_id = "obterReseller",
    responses((status = 200, body = Reseller), Errors))]
#[get("/resellers/token")]
async fn reseller(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let reseller = ctx
        .read_one(|conn, loja| {
            Ok(Reseller {
                reseller_id: loja.loja,
                razao_social: name(conn, loja)?,
                centro_distribuicao_id: CENTRO_PADRAO,
                ativo: usuarios::active(conn, loja)?,
                ativacao_automatica_produtos: true,
                autonomia: true,
                buy_box: false,
                nome_market_place: "",
            })
        })
        .await?;
    Ok(json(&reseller))
}
