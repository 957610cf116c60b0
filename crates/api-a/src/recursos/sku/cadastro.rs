//! SKUs as they are listed, created, read, changed and deleted.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::keyed::ComChave;
use domain::sku::Sku;
use domain::values::ids::SkuId;
use http_kit::{Depois, FromConsulta, Leitor};
use store::paging::PageRequest;
use store::skus;
use store::usuarios::Loja;
use store::{Criacao, Exclusao, Tx, Upsert};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, Nada, ParamPagina, ParamUsuario};
use crate::contexto::{DaLoja, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo, CorpoBruto};
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(create).service(find).service(upsert).service(update).service(remove);
}

/// Which SKUs are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct FiltroSku {
    /// With exactly this code.
    sku: Option<String>,
    /// Of this group.
    parent_id: Option<String>,
    /// With exactly this GTIN.
    gtin: Option<String>,
    /// Of exactly this brand.
    marca: Option<String>,
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// Whose code, name, brand or GTIN holds this text, whatever its case and accents.
    busca: Option<String>,
}

impl FromConsulta for FiltroSku {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self {
            sku: c.texto("sku"),
            parent_id: c.texto("parentId"),
            gtin: c.texto("gtin"),
            marca: c.texto("marca"),
            ativo: c.booleano("ativo"),
            busca: c.texto("busca"),
        })
    }
}

/// Lists SKUs in the order of their creation.
#[utoipa::path(tag = "Sku", params(ParamUsuario, ParamPagina, FiltroSku, Delta),
    responses((status = 200, body = RetornoPaginado<Sku>), Erros))]
#[get("/sku")]
async fn list(req: DaLoja<(PageRequest, FiltroSku, Delta)>) -> Result<HttpResponse, ErroA> {
    let (pedida, filtro, delta) = &req.filtro;
    let (pedida, filtro) = (*pedida, filtro.da_store(delta.faixa(req.fuso())));
    let page = req.ler_loja(move |conn, loja| Ok(skus::list(conn, loja.id, &filtro, pedida)?)).await?;
    Ok(pagina(&req, pedida, page)?.into())
}

impl FiltroSku {
    fn da_store(&self, alterado: store::paging::Faixa) -> skus::Filtro {
        skus::Filtro {
            sku: self.sku.clone(),
            parent_id: self.parent_id.clone(),
            gtin: self.gtin.clone(),
            marca: self.marca.clone(),
            ativo: self.ativo,
            busca: self.busca.clone(),
            alterado,
        }
    }
}

/// Creates a SKU.
#[utoipa::path(tag = "Sku", params(ParamUsuario), request_body = Sku, responses(
    (status = 201, body = Sku), (status = 200, body = Sku, description = "The same content was there."),
    Erros, ErrosDeCorpo))]
#[post("/sku")]
async fn create(Depois(req, corpo): Depois<DaLoja<Nada>, Corpo<Sku>>) -> Result<HttpResponse, ErroA> {
    let impressao = corpo.impressao();
    let sku = corpo.into_inner();
    let endereco = req.endereco(&["sku", sku.sku.as_str()]);
    req.escrever_loja(impressao, move |tx, loja| match skus::create(tx, loja.id, &sku)? {
        Criacao::Criado(criado) => criada(&criado, &endereco),
        Criacao::Igual(igual) => Ok(Resposta::ok(&igual)?.com_etag()),
        Criacao::Diferente => Err(ErroA::JaExiste),
    })
    .await
}

/// Reads a SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario),
    responses((status = 200, body = Sku), (status = 304), Erros))]
#[get("/sku/{sku}")]
async fn find(Depois(req, id): Depois<DaLoja<Nada>, Caminho<(SkuId,)>>) -> Result<HttpResponse, ErroA> {
    let (id,) = id.into_inner();
    let sku = req.ler_um(move |conn, loja| Ok(skus::find(conn, loja.id, &id)?)).await?;
    let sku = sku.ok_or(ErroA::NaoEncontrado(Recurso::Sku))?;
    Resposta::ok(&sku)?.ou_nao_modificada(&req.condicoes)
}

/// Creates or replaces a SKU; absent members take their defaults.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario), request_body = Sku,
    responses((status = 200, body = Sku), (status = 201, body = Sku), Erros, ErrosDeCorpo))]
#[put("/sku/{sku}")]
async fn upsert(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(SkuId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes) = (id.into_inner(), req.condicoes.clone());
    let sku = Sku::ler_com_chave(corpo.raw()?, Some(&id)).map_err(ErroA::Invalido)?;
    let endereco = req.endereco(&["sku", id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        skus::exclusivo(tx, loja.id, &id)?;
        conferir(&condicoes, skus::find(tx, loja.id, &id)?.as_ref())?;
        gravar(tx, loja, &sku, &endereco)
    })
    .await
}

/// Changes some members of a SKU (JSON merge patch).
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Sku), Erros, ErrosDeCorpo))]
#[patch("/sku/{sku}")]
async fn update(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(SkuId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes) = (id.into_inner(), req.condicoes.clone());
    let remendo = corpo.raw()?.to_owned();
    let endereco = req.endereco(&["sku", id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        skus::exclusivo(tx, loja.id, &id)?;
        let atual = skus::find(tx, loja.id, &id)?.ok_or(ErroA::NaoEncontrado(Recurso::Sku))?;
        conferir(&condicoes, Some(&atual))?;
        gravar(tx, loja, &atual.remendar(&remendo).map_err(ErroA::Invalido)?, &endereco)
    })
    .await
}

/// Deletes a SKU; refused while orders refer to it.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario),
    responses((status = 204), Erros))]
#[delete("/sku/{sku}")]
async fn remove(Depois(req, id): Depois<DaLoja<Nada>, Caminho<(SkuId,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes) = (id.into_inner(), req.condicoes.clone());
    req.escrever_loja([0; 32], move |tx, loja| {
        skus::exclusivo(tx, loja.id, &id)?;
        conferir(&condicoes, skus::find(tx, loja.id, &id)?.as_ref())?;
        match skus::delete(tx, loja.id, &id)? {
            Exclusao::Excluido => Ok(Resposta::vazia()),
            Exclusao::Ausente => Err(ErroA::NaoEncontrado(Recurso::Sku)),
            Exclusao::EmUso => Err(ErroA::EmUso),
        }
    })
    .await
}

fn gravar(tx: &mut Tx<'_>, loja: Loja, sku: &Sku, endereco: &str) -> Result<Resposta, ErroA> {
    match skus::upsert(tx, loja.id, sku)? {
        Upsert::Criado(criado) => criada(&criado, endereco),
        Upsert::Substituido(atual) => Ok(Resposta::ok(&atual)?.com_etag()),
    }
}

fn criada(sku: &Sku, endereco: &str) -> Result<Resposta, ErroA> {
    Ok(Resposta::json(StatusCode::CREATED, sku)?.location(endereco.to_owned()).com_etag())
}
