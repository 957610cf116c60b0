//! Channels: a store's connections to marketplaces. Their secrets are written and never shown.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::canal::{Canal, MASCARA};
use domain::reading::keyed::ComChave;
use domain::tipo_canal::{CatalogoTipos, TipoCanal};
use domain::values::ids::CanalId;
use http_kit::{Depois, FromConsulta, Leitor};
use store::canais;
use store::paging::PageRequest;
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

/// Which channels are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct FiltroCanal {
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// Of exactly this type.
    tipo_canal: Option<String>,
}

impl FromConsulta for FiltroCanal {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { ativo: c.booleano("ativo"), tipo_canal: c.texto("tipoCanal") })
    }
}

/// Lists channels in the order of their creation. Secret settings are shown as `********`.
#[utoipa::path(tag = "Canal", params(ParamUsuario, ParamPagina, FiltroCanal, Delta),
    responses((status = 200, body = RetornoPaginado<Canal>), Erros))]
#[get("/Canal")]
async fn list(req: DaLoja<(PageRequest, FiltroCanal, Delta)>) -> Result<HttpResponse, ErroA> {
    let (pedida, filtro, delta) = &req.filtro;
    let (pedida, tipos) = (*pedida, req.tipos());
    let filtro = canais::Filtro {
        ativo: filtro.ativo,
        tipo_canal: filtro.tipo_canal.clone(),
        alterado: delta.faixa(req.fuso()),
    };
    let page = req.ler_loja(move |conn, loja| Ok(canais::list(conn, loja.id, &filtro, pedida)?)).await?;
    Ok(pagina(&req, pedida, page.map(|row| visivel(row.canal, &tipos)))?.into())
}

/// Creates a channel. Every mandatory setting of its type must be given.
#[utoipa::path(tag = "Canal", params(ParamUsuario), request_body = Canal, responses(
    (status = 201, body = Canal), (status = 200, body = Canal, description = "The same content was there."),
    Erros, ErrosDeCorpo))]
#[post("/Canal")]
async fn create(Depois(req, corpo): Depois<DaLoja<Nada>, Corpo<Canal>>) -> Result<HttpResponse, ErroA> {
    let (impressao, canal, tipos) = (corpo.impressao(), corpo.into_inner(), req.tipos());
    let endereco = req.endereco(&["Canal", canal.canal_id.as_str()]);
    req.escrever_loja(impressao, move |tx, loja| {
        let tipo = tipo_de(&canal, &tipos)?;
        canais::exclusivo(tx, loja.id, &canal.canal_id)?;
        let atual = canais::find(tx, loja.id, &canal.canal_id)?.map(|row| row.canal);
        // the secrets of a channel of another type are none of this one's
        let atual = atual.filter(|atual| atual.tipo_canal == canal.tipo_canal);
        let canal = completar(canal.clone(), atual.as_ref(), tipo)?;
        match canais::create(tx, loja.id, &canal)? {
            Criacao::Criado(criado) => criada(criado, &tipos, &endereco),
            Criacao::Igual(igual) => Ok(Resposta::ok(&visivel(igual, &tipos))?.com_etag()),
            Criacao::Diferente => Err(ErroA::JaExiste),
        }
    })
    .await
}

/// Reads a channel. Secret settings are shown as `********`.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), ParamUsuario),
    responses((status = 200, body = Canal), (status = 304), Erros))]
#[get("/Canal/{canalId}")]
async fn find(Depois(req, id): Depois<DaLoja<Nada>, Caminho<(CanalId,)>>) -> Result<HttpResponse, ErroA> {
    let (id,) = id.into_inner();
    let row = req.ler_loja_por_chave(move |conn, loja| Ok(canais::find(conn, loja.id, &id)?)).await?;
    let canal = row.ok_or(ErroA::NaoEncontrado(Recurso::Canal))?.canal;
    Resposta::ok(&visivel(canal, &req.tipos()))?.ou_nao_modificada(&req.condicoes)
}

/// Creates or replaces a channel; absent members take their defaults. A secret sent back as `********` stays
/// as it is; `tipoCanal` cannot change.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), ParamUsuario), request_body = Canal,
    responses((status = 200, body = Canal), (status = 201, body = Canal), Erros, ErrosDeCorpo))]
#[put("/Canal/{canalId}")]
async fn upsert(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(CanalId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes, tipos) = (id.into_inner(), req.condicoes.clone(), req.tipos());
    let canal = Canal::ler_com_chave(corpo.raw()?, Some(&id)).map_err(ErroA::Invalido)?;
    let endereco = req.endereco(&["Canal", id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        let atual = atual(tx, loja, &id)?;
        conferir(&condicoes, atual.clone().map(|canal| visivel(canal, &tipos)).as_ref())?;
        gravar(tx, loja, canal.clone(), atual.as_ref(), &tipos, &endereco)
    })
    .await
}

/// Changes some members of a channel (JSON merge patch). A secret sent back as `********` stays as it is;
/// `tipoCanal` cannot change.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), ParamUsuario),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Canal), Erros, ErrosDeCorpo))]
#[patch("/Canal/{canalId}")]
async fn update(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(CanalId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes, tipos) = (id.into_inner(), req.condicoes.clone(), req.tipos());
    let remendo = corpo.raw()?.to_owned();
    let endereco = req.endereco(&["Canal", id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        let atual = atual(tx, loja, &id)?.ok_or(ErroA::NaoEncontrado(Recurso::Canal))?;
        conferir(&condicoes, Some(&visivel(atual.clone(), &tipos)))?;
        let canal = atual.remendar(&remendo).map_err(ErroA::Invalido)?;
        gravar(tx, loja, canal, Some(&atual), &tipos, &endereco)
    })
    .await
}

/// Deletes a channel with its categories and the settings of its SKUs; refused while it has orders.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), ParamUsuario),
    responses((status = 204), Erros))]
#[delete("/Canal/{canalId}")]
async fn remove(Depois(req, id): Depois<DaLoja<Nada>, Caminho<(CanalId,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), condicoes, tipos) = (id.into_inner(), req.condicoes.clone(), req.tipos());
    req.escrever_loja([0; 32], move |tx, loja| {
        conferir(&condicoes, atual(tx, loja, &id)?.map(|canal| visivel(canal, &tipos)).as_ref())?;
        match canais::delete(tx, loja.id, &id)? {
            Exclusao::Excluido => Ok(Resposta::vazia()),
            Exclusao::Ausente => Err(ErroA::NaoEncontrado(Recurso::Canal)),
            Exclusao::EmUso => Err(ErroA::EmUso),
        }
    })
    .await
}

/// The stored channel, held until the transaction ends.
fn atual(tx: &mut Tx<'_>, loja: Loja, id: &CanalId) -> Result<Option<Canal>, ErroA> {
    canais::exclusivo(tx, loja.id, id)?;
    Ok(canais::find(tx, loja.id, id)?.map(|row| row.canal))
}

fn gravar(
    tx: &mut Tx<'_>,
    loja: Loja,
    canal: Canal,
    atual: Option<&Canal>,
    tipos: &CatalogoTipos,
    endereco: &str,
) -> Result<Resposta, ErroA> {
    let tipo = tipo_de(&canal, tipos)?;
    if atual.is_some_and(|atual| atual.tipo_canal != canal.tipo_canal) {
        return Err(ErroA::TipoCanalImutavel);
    }
    match canais::upsert(tx, loja.id, &completar(canal, atual, tipo)?)? {
        Upsert::Criado(criado) => criada(criado, tipos, endereco),
        Upsert::Substituido(novo) => Ok(Resposta::ok(&visivel(novo, tipos))?.com_etag()),
    }
}

fn criada(canal: Canal, tipos: &CatalogoTipos, endereco: &str) -> Result<Resposta, ErroA> {
    let visivel = visivel(canal, tipos);
    Ok(Resposta::json(StatusCode::CREATED, &visivel)?.location(endereco.to_owned()).com_etag())
}

fn tipo_de<'a>(canal: &Canal, tipos: &'a CatalogoTipos) -> Result<&'a TipoCanal, ErroA> {
    let tipo = tipos.find(&canal.tipo_canal);
    tipo.ok_or_else(|| ErroA::invalido("tipoCanal", "não existe entre os tipos de canal"))
}

/// The channel as it is to be stored: the secrets that were sent back masked are those of `atual`, and its
/// settings are what its type asks for.
fn completar(mut canal: Canal, atual: Option<&Canal>, tipo: &TipoCanal) -> Result<Canal, ErroA> {
    if let Some(atual) = atual {
        canal.manter_segredos(atual, tipo);
    }
    canal.conferir_configuracoes(tipo).or(Some(canal)).map_err(ErroA::Invalido)
}

/// The channel as it is shown, and as its ETag knows it: without its secrets.
fn visivel(mut canal: Canal, tipos: &CatalogoTipos) -> Canal {
    match tipos.find(&canal.tipo_canal) {
        Some(tipo) => canal.mascarar(tipo),
        // the operator took the type away: nobody knows any longer which of the values are secret
        None => canal.configuracoes_adicionais.iter_mut().for_each(|c| MASCARA.clone_into(&mut c.valor)),
    }
    canal
}
