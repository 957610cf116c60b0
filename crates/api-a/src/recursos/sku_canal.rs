//! A SKU in a channel: what there differs from the SKU itself.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::json::{Leitura, Valor, ler_com};
use domain::reading::keyed::ComChave;
use domain::reading::problems::Problemas;
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, SkuId};
use http_kit::{Depois, FromConsulta, Leitor};
use serde::Serialize;
use serde_json::value::RawValue;
use store::canais;
use store::paging::{Faixa, PageRequest};
use store::usuarios::Loja;
use store::{Conn, Tx, sku_canais, skus};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, Nada, ParamPagina, ParamUsuario};
use crate::contexto::{DaLoja, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo, CorpoBruto};
use crate::lote::{self, Feito, Item, ItemDeLote, Lote, Modo, ParamModo, ResultadoItem};
use crate::outcome::Outcome;
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(replace).service(find).service(upsert).service(update).service(remove);
    cfg.service(list_do_canal).service(lote_do_canal);
}

type Par = Caminho<(SkuId, CanalId)>;

/// The settings of a SKU in every channel that has some.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario, Delta),
    responses((status = 200, body = Vec<SkuCanal>), (status = 304), Erros))]
#[get("/sku/{sku}/Canal")]
async fn list(Depois(req, id): Depois<DaLoja<Delta>, Caminho<(SkuId,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), alterado) = (id.into_inner(), req.filtro.faixa(req.fuso()));
    let valores = req
        .ler_loja(move |conn, loja| {
            let num = sku_num(conn, loja, &id)?;
            Ok(sku_canais::list_por_sku(conn, loja.id, num, alterado)?)
        })
        .await?;
    Resposta::ok(&valores)?.ou_nao_modificada(&req.condicoes)
}

/// Makes this list the settings of a SKU: channels that are not in it lose theirs.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario), request_body = Vec<SkuCanal>,
    responses((status = 200, body = Vec<SkuCanal>), Erros, ErrosDeCorpo))]
#[put("/sku/{sku}/Canal")]
async fn replace(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(SkuId,)>, Corpo<Configuracoes>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), impressao, condicoes) = (id.into_inner(), corpo.impressao(), req.condicoes.clone());
    let Configuracoes(valores) = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        skus::exclusivo(tx, loja.id, &id)?;
        let num = sku_num(tx, loja, &id)?;
        conferir(&condicoes, Some(&sku_canais::list_por_sku(tx, loja.id, num, Faixa::default())?))?;
        let numerados = numerar(tx, loja, &valores)?;
        sku_canais::replace_por_sku(tx, loja.id, num, &numerados)?;
        Ok(Resposta::ok(&sku_canais::list_por_sku(tx, loja.id, num, Faixa::default())?)?.com_etag())
    })
    .await
}

/// Reads the settings of a SKU in a channel.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), ParamUsuario),
    responses((status = 200, body = SkuCanal), (status = 304), Erros))]
#[get("/sku/{sku}/Canal/{canalId}")]
async fn find(Depois(req, ids): Depois<DaLoja<Nada>, Par>) -> Result<HttpResponse, ErroA> {
    let (id, canal_id) = ids.into_inner();
    let valor = req
        .ler_loja_por_chave(move |conn, loja| {
            let (num, canal) = (sku_num(conn, loja, &id)?, canal_num(conn, loja, &canal_id)?);
            Ok(sku_canais::find(conn, loja.id, (canal, &canal_id), num)?)
        })
        .await?;
    let valor = valor.ok_or(ErroA::NaoEncontrado(Recurso::SkuCanal))?;
    Resposta::ok(&valor)?.ou_nao_modificada(&req.condicoes)
}

/// Creates or replaces the settings of a SKU in a channel.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), ParamUsuario),
    request_body = SkuCanal,
    responses((status = 200, body = SkuCanal), (status = 201, body = SkuCanal), Erros, ErrosDeCorpo))]
#[put("/sku/{sku}/Canal/{canalId}")]
async fn upsert(
    Depois(req, (ids, corpo)): Depois<DaLoja<Nada>, (Par, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id, canal_id), condicoes) = (ids.into_inner(), req.condicoes.clone());
    let valor = SkuCanal::ler_com_chave(corpo.raw()?, Some(&canal_id)).map_err(ErroA::Invalido)?;
    let endereco = req.endereco(&["sku", id.as_str(), "Canal", canal_id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        let (num, canal, atual) = atual(tx, loja, &id, &canal_id)?;
        conferir(&condicoes, atual.as_ref())?;
        let novo = sku_canais::upsert(tx, loja.id, canal, num, &valor)?;
        let status = if novo { StatusCode::CREATED } else { StatusCode::OK };
        let resposta = Resposta::json(status, &valor)?.com_etag();
        Ok(if novo { resposta.location(endereco.clone()) } else { resposta })
    })
    .await
}

/// Changes some members of the settings of a SKU in a channel (JSON merge patch).
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), ParamUsuario),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = SkuCanal), Erros, ErrosDeCorpo))]
#[patch("/sku/{sku}/Canal/{canalId}")]
async fn update(
    Depois(req, (ids, corpo)): Depois<DaLoja<Nada>, (Par, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id, canal_id), condicoes) = (ids.into_inner(), req.condicoes.clone());
    let remendo = corpo.raw()?.to_owned();
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        let (num, canal, atual) = atual(tx, loja, &id, &canal_id)?;
        let atual = atual.ok_or(ErroA::NaoEncontrado(Recurso::SkuCanal))?;
        conferir(&condicoes, Some(&atual))?;
        let valor = atual.remendar(&remendo).map_err(ErroA::Invalido)?;
        sku_canais::upsert(tx, loja.id, canal, num, &valor)?;
        Ok(Resposta::ok(&valor)?.com_etag())
    })
    .await
}

/// Removes the settings of a SKU in a channel: there it is as the SKU says again.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), ParamUsuario),
    responses((status = 204), Erros))]
#[delete("/sku/{sku}/Canal/{canalId}")]
async fn remove(Depois(req, ids): Depois<DaLoja<Nada>, Par>) -> Result<HttpResponse, ErroA> {
    let ((id, canal_id), condicoes) = (ids.into_inner(), req.condicoes.clone());
    req.escrever_loja([0; 32], move |tx, loja| {
        let (num, canal, atual) = atual(tx, loja, &id, &canal_id)?;
        conferir(&condicoes, atual.as_ref())?;
        if sku_canais::delete(tx, loja.id, canal, num)? {
            Ok(Resposta::vazia())
        } else {
            Err(ErroA::NaoEncontrado(Recurso::SkuCanal))
        }
    })
    .await
}

/// The settings of a SKU in a channel, beside its code.
#[derive(Serialize, ToSchema)]
struct SkuNoCanal {
    /// The SKU.
    sku: SkuId,
    #[serde(flatten)]
    valor: SkuCanal,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroSkuCanal {
    /// Active in the channel, or the others.
    ativo: Option<bool>,
}

impl FromConsulta for FiltroSkuCanal {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { ativo: c.booleano("ativo") })
    }
}

/// The settings of every SKU that has some in a channel, in the order of the SKUs' creation.
#[utoipa::path(tag = "Canal",
    params(("canalId" = CanalId, Path), ParamUsuario, ParamPagina, FiltroSkuCanal, Delta),
    responses((status = 200, body = RetornoPaginado<SkuNoCanal>), Erros))]
#[get("/Canal/{canalId}/sku")]
async fn list_do_canal(
    Depois(req, id): Depois<DaLoja<(PageRequest, FiltroSkuCanal, Delta)>, Caminho<(CanalId,)>>,
) -> Result<HttpResponse, ErroA> {
    let ((canal_id,), (pedida, filtro, delta)) = (id.into_inner(), &req.filtro);
    let pedida = *pedida;
    let filtro = sku_canais::Filtro { ativo: filtro.ativo, alterado: delta.faixa(req.fuso()) };
    let page = req
        .ler_loja(move |conn, loja| {
            let num = canal_num(conn, loja, &canal_id)?;
            let page = sku_canais::list_por_canal(conn, loja.id, (num, &canal_id), &filtro, pedida)?;
            Ok(page.map(|(sku, valor)| SkuNoCanal { sku, valor }))
        })
        .await?;
    Ok(pagina(&req, pedida, page)?.into())
}

/// Creates or replaces the settings of up to 500 SKUs in a channel.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), ParamUsuario, ParamModo),
    request_body = Vec<SkuNoCanal>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/Canal/{canalId}/sku/Lote")]
async fn lote_do_canal(
    Depois(req, (id, corpo)): Depois<DaLoja<ParamModo>, (Caminho<(CanalId,)>, Corpo<Lote<ItemCru>>)>,
) -> Result<HttpResponse, ErroA> {
    let ((canal_id,), modo, impressao) = (id.into_inner(), req.filtro.modo, corpo.impressao());
    let Lote(crus) = corpo.into_inner();
    let itens: Vec<_> =
        crus.into_iter().map(|item| item.ler(|cru| ler_do_canal(&cru.0, &canal_id))).collect();
    req.escrever_loja(impressao, move |tx, loja| {
        let num = canal_num(tx, loja, &canal_id)?;
        gravar_lote(tx, loja, num, modo, &itens)
    })
    .await
}

/// An item that is read once its channel is known.
#[derive(Clone)]
struct ItemCru(Box<RawValue>);

impl Leitura for ItemCru {
    fn ler(valor: &Valor<'_>, _: &mut Problemas) -> Option<Self> {
        Some(Self(valor.raw().to_owned()))
    }
}

impl ItemDeLote for ItemCru {
    const CHAVE: &'static str = "sku";
}

fn ler_do_canal(raw: &RawValue, canal_id: &CanalId) -> Result<(SkuId, SkuCanal), Problemas> {
    let sku = ler_com(raw, |valor, p| valor.objeto(p)?.obrigatorio::<SkuId>("sku", p));
    match (sku, SkuCanal::ler_com_chave(raw, Some(canal_id))) {
        (Ok(sku), Ok(valor)) => Ok((sku, valor)),
        (Err(mut problemas), Err(outros)) => {
            problemas.extend(outros);
            Err(problemas)
        }
        (Err(problemas), _) | (_, Err(problemas)) => Err(problemas),
    }
}

fn gravar_lote(
    tx: &mut Tx<'_>,
    loja: Loja,
    canal_num: i32,
    modo: Modo,
    itens: &[Item<(SkuId, SkuCanal)>],
) -> Result<Outcome, ErroA> {
    let separados = lote::separar(itens);
    let codigos: Vec<&str> =
        separados.iter().filter_map(|(_, v)| v.as_ref().ok()).map(|(sku, _)| sku.as_str()).collect();
    let numeros: std::collections::HashMap<String, i64> =
        skus::numeros(tx, loja.id, &codigos)?.into_iter().collect();
    let numerados: Vec<(&str, Result<(i64, &SkuCanal), ErroA>)> = separados
        .into_iter()
        .map(|(chave, valor)| {
            let numerado = valor.and_then(|(sku, valor)| match numeros.get(sku.as_str()) {
                Some(num) => Ok((*num, valor)),
                None => Err(ErroA::NaoEncontrado(Recurso::Sku)),
            });
            (chave, numerado)
        })
        .collect();
    let bons: Vec<(i64, SkuCanal)> = numerados
        .iter()
        .filter_map(|(_, v)| v.as_ref().ok())
        .map(|(num, valor)| (*num, (*valor).clone()))
        .collect();
    let mut novos = sku_canais::upsert_lote(tx, loja.id, canal_num, &bons)?.into_iter();
    let feitos = numerados
        .into_iter()
        .map(|(chave, valor)| {
            (chave.to_owned(), valor.map(|_| Feito::gravado(novos.next().unwrap_or(false))))
        })
        .collect();
    lote::responder(modo, feitos)
}

/// The body of the list: each channel at most once.
struct Configuracoes(Vec<SkuCanal>);

impl Leitura for Configuracoes {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let valores: Vec<SkuCanal> = valor.lista(lote::LOTE_MAX, p)?;
        for (i, valor) in valores.iter().enumerate() {
            if valores.iter().take(i).any(|anterior| anterior.canal_id == valor.canal_id) {
                p.push(format_args!("[{i}].canalId"), "está repetido");
            }
        }
        Some(Self(valores))
    }
}

/// The settings with their channels' numbers; an unknown channel is a problem of the body.
fn numerar(tx: &mut Tx<'_>, loja: Loja, valores: &[SkuCanal]) -> Result<Vec<(i32, SkuCanal)>, ErroA> {
    let ids: Vec<CanalId> = valores.iter().map(|v| v.canal_id.clone()).collect();
    let numeros = canais::numeros(tx, loja.id, &ids)?;
    let mut problemas = Problemas::new();
    let mut numerados = Vec::with_capacity(valores.len());
    for (i, valor) in valores.iter().enumerate() {
        match numeros.iter().find(|(id, _)| *id == valor.canal_id) {
            Some((_, num)) => numerados.push((*num, valor.clone())),
            None => problemas.push(format_args!("[{i}].canalId"), "o canal não foi encontrado"),
        }
    }
    problemas.or(Some(numerados)).map_err(ErroA::Invalido)
}

fn sku_num(conn: &mut Conn<'_>, loja: Loja, sku: &SkuId) -> Result<i64, ErroA> {
    skus::numero(conn, loja.id, sku)?.ok_or(ErroA::NaoEncontrado(Recurso::Sku))
}

fn canal_num(conn: &mut Conn<'_>, loja: Loja, canal: &CanalId) -> Result<i32, ErroA> {
    let numeros = canais::numeros(conn, loja.id, std::slice::from_ref(canal))?;
    numeros.first().map(|(_, num)| *num).ok_or(ErroA::NaoEncontrado(Recurso::Canal))
}

/// The numbers of both and what is set now, with other changes of the SKU kept waiting.
fn atual(
    tx: &mut Tx<'_>,
    loja: Loja,
    sku: &SkuId,
    canal: &CanalId,
) -> Result<(i64, i32, Option<SkuCanal>), ErroA> {
    skus::exclusivo(tx, loja.id, sku)?;
    let (num, canal_num) = (sku_num(tx, loja, sku)?, canal_num(tx, loja, canal)?);
    Ok((num, canal_num, sku_canais::find(tx, loja.id, (canal_num, canal), num)?))
}
