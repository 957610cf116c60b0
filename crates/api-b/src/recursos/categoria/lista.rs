//! The store's own categories, side by side or as a tree.

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use domain::categoria_loja::{ArvoreLoja, CategoriaLoja, FiltroCategorias};
use http_kit::{Depois, Fault, FromConsulta, Leitor};
use serde::Serialize;
use store::categorias_loja;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::forma::CategoriaComCaminho;
use crate::contexto::Ctx;
use crate::doc::Erros;
use crate::erro::ErroB;
use crate::interface::Filtros;
use crate::prontas::{Chave, Pronta};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list);
}

/// Which categories are wanted, and in which form.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Pedida {
    /// True: a tree, children in `subCategorias`. False: a flat list, each with its `caminhoHierarquia`.
    #[param(value_type = Option<bool>, default = false)]
    hierarquia: bool,
    /// Only categories available to the Reseller feature.
    #[param(value_type = Option<bool>, default = false)]
    apenas_reseller: bool,
    /// Only categories that are nobody's parent in the whole tree.
    #[param(value_type = Option<bool>, default = false)]
    apenas_ultimo_nivel: bool,
    /// Only categories that have a parent.
    #[param(value_type = Option<bool>, default = false)]
    somente_filhos: bool,
}

impl FromConsulta for Pedida {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let mut ligado = |nome| c.booleano(nome).unwrap_or(false);
        Some(Self {
            hierarquia: ligado("hierarquia"),
            apenas_reseller: ligado("apenasReseller"),
            apenas_ultimo_nivel: ligado("apenasUltimoNivel"),
            somente_filhos: ligado("somenteFilhos"),
        })
    }
}

impl Pedida {
    fn filtro(&self) -> FiltroCategorias {
        FiltroCategorias {
            apenas_reseller: self.apenas_reseller,
            apenas_ultimo_nivel: self.apenas_ultimo_nivel,
            somente_filhos: self.somente_filhos,
        }
    }
}

/// Lists the store's categories, inactive ones included, in ascending order of their numbers. The filters
/// choose first; in a tree, a chosen category whose parent was not chosen becomes a root.
#[utoipa::path(tag = "Categorias", operation_id = "listarCategorias", params(Pedida), responses(
    (status = 200, body = Vec<UmaCategoria>,
        headers(("x-total-count" = i64, description = "Categories in the answer, on whatever level."))),
    Erros))]
#[get("/categorias")]
async fn list(Depois(ctx, pedida): Depois<Ctx, Filtros<Pedida>>) -> Result<HttpResponse, ErroB> {
    let (pedida, prontas) = (pedida.into_inner(), ctx.categorias());
    let Pronta { total, corpo } = ctx
        .ler(move |conn, loja| {
            let chave = Chave { loja, hierarquia: pedida.hierarquia, filtro: pedida.filtro() };
            // of the same moment as what is read below
            let versao = categorias_loja::versao(conn, loja)?;
            if let Some(pronta) = prontas.achar(chave, versao) {
                return Ok(pronta);
            }
            let arvore = ArvoreLoja::nova(categorias_loja::list(conn, loja)?);
            let escolha = arvore.escolher(chave.filtro);
            let corpo = if chave.hierarquia { escolha.arvore() } else { escolha.lista() };
            let corpo = corpo.map_err(|e| Fault::json("a list of categories", e))?;
            // without the room that was left: it may stay for long
            let pronta = Pronta { total: escolha.total(), corpo: corpo.into_boxed_slice().into() };
            prontas.guardar(chave, versao, pronta.clone());
            Ok(pronta)
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header(("x-total-count", total))
        .body(corpo))
}

/// A category in either form. Told apart one by one: as two forms of list, an empty one would be both.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "for the document alone")]
enum UmaCategoria {
    /// Side by side.
    DaLista(CategoriaComCaminho),
    /// Below one another.
    DaArvore(CategoriaComFilhas),
}

/// A category of the tree.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoriaComFilhas {
    #[serde(flatten)]
    categoria: CategoriaLoja,
    /// The categories right below it; null when there are none in the answer.
    #[schema(no_recursion, required = true)]
    sub_categorias: Option<Vec<CategoriaComFilhas>>,
}
