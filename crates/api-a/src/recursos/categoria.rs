//! Categories of a channel, as the marketplace arranges them.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::categoria::{Categoria, conferir_arvore};
use domain::reading::json::{Leitura, Valor};
use domain::reading::keyed::ComChave;
use domain::reading::problems::Problemas;
use domain::values::ids::{CanalId, CategoriaId};
use http_kit::{Depois, FromConsulta, Leitor};
use store::categorias::{self, Arvore, Filtro, Gravacao};
use store::usuarios::Loja;
use store::{Conn, Exclusao, Tx, canais};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, Nada, ParamUsuario};
use crate::contexto::{DaLoja, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo, CorpoBruto};
use crate::resposta::Resposta;

/// Categories of one tree.
const ARVORE_MAX: usize = 50_000;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(replace).service(find).service(upsert).service(remove).service(children);
}

type Par = Caminho<(CanalId, CategoriaId)>;

/// Which categories are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct FiltroCategoria {
    /// Right below this category. Absent: those of the first level, or with `busca` those of every level.
    categoria_pai_id: Option<String>,
    /// Whose name holds this text, whatever its case and accents.
    busca: Option<String>,
}

impl FromConsulta for FiltroCategoria {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { categoria_pai_id: c.texto("categoriaPaiId"), busca: c.texto("busca") })
    }
}

impl FiltroCategoria {
    /// The parent as the store takes it: the first level hangs below the empty text.
    fn pai(&self) -> Option<String> {
        match (&self.categoria_pai_id, &self.busca) {
            (Some(pai), _) => Some(pai.clone()),
            (None, Some(_)) => None,
            (None, None) => Some(String::new()),
        }
    }
}

/// Lists categories of a channel by name, one level at a time.
#[utoipa::path(tag = "Categoria", params(("canalId" = CanalId, Path), ParamUsuario, FiltroCategoria, Delta),
    responses((status = 200, body = Vec<Categoria>), Erros))]
#[get("/Canal/{canalId}/Categoria")]
async fn list(
    Depois(req, id): Depois<DaLoja<(FiltroCategoria, Delta)>, Caminho<(CanalId,)>>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), (filtro, delta)) = (id.into_inner(), &req.filtro);
    let filtro = Filtro { pai: filtro.pai(), busca: filtro.busca.clone(), alterado: delta.faixa(req.fuso()) };
    let achadas = req
        .ler_loja(move |conn, loja| {
            let arvore = arvore(conn, loja, &id)?;
            Ok(categorias::list(conn, arvore, &filtro)?)
        })
        .await?;
    Ok(Resposta::ok(&achadas)?.into())
}

/// Lists the categories right below one of them, by name.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), ParamUsuario, Delta),
    responses((status = 200, body = Vec<Categoria>), Erros))]
#[get("/Canal/{canalId}/Categoria/{categoriaId}/Subcategorias")]
async fn children(Depois(req, ids): Depois<DaLoja<Delta>, Par>) -> Result<HttpResponse, ErroA> {
    let ((canal_id, id), alterado) = (ids.into_inner(), req.filtro.faixa(req.fuso()));
    let filtro = Filtro { pai: Some(id.as_str().to_owned()), busca: None, alterado };
    let achadas = req
        .ler_loja(move |conn, loja| {
            let arvore = arvore(conn, loja, &canal_id)?;
            categorias::find(conn, arvore, &id)?.ok_or(ErroA::NaoEncontrado(Recurso::Categoria))?;
            Ok(categorias::list(conn, arvore, &filtro)?)
        })
        .await?;
    Ok(Resposta::ok(&achadas)?.into())
}

/// Replaces the whole tree of a channel at once. Unlike the other batches this one is no list of upserts:
/// what is sent, at most 50,000 categories in any order, is the tree from then on, and a category that is not
/// in it is gone. It is all or nothing. Answers the tree as stored, by name.
#[utoipa::path(tag = "Categoria", params(("canalId" = CanalId, Path), ParamUsuario),
    request_body = Vec<Categoria>,
    responses((status = 200, body = Vec<Categoria>), Erros, ErrosDeCorpo))]
#[post("/Canal/{canalId}/Categoria/Lote")]
async fn replace(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(CanalId,)>, Corpo<ArvoreInteira>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), impressao, condicoes) = (id.into_inner(), corpo.impressao(), req.condicoes.clone());
    let ArvoreInteira(novas) = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        let arvore = arvore_exclusiva(tx, loja, &id)?;
        if !condicoes.vazias() {
            conferir(&condicoes, Some(&categorias::list(tx, arvore, &Filtro::default())?))?;
        }
        categorias::replace(tx, arvore, &novas)?;
        Ok(Resposta::ok(&categorias::list(tx, arvore, &Filtro::default())?)?.com_etag())
    })
    .await
}

/// Reads a category.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), ParamUsuario),
    responses((status = 200, body = Categoria), (status = 304), Erros))]
#[get("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn find(Depois(req, ids): Depois<DaLoja<Nada>, Par>) -> Result<HttpResponse, ErroA> {
    let (canal_id, id) = ids.into_inner();
    let categoria = req
        .ler_loja(move |conn, loja| {
            let arvore = arvore(conn, loja, &canal_id)?;
            Ok(categorias::find(conn, arvore, &id)?)
        })
        .await?;
    let categoria = categoria.ok_or(ErroA::NaoEncontrado(Recurso::Categoria))?;
    Resposta::ok(&categoria)?.ou_nao_modificada(&req.condicoes)
}

/// Creates or replaces a category. Its parent must be there, and not below it.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), ParamUsuario),
    request_body = Categoria,
    responses((status = 200, body = Categoria), (status = 201, body = Categoria), Erros, ErrosDeCorpo))]
#[put("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn upsert(
    Depois(req, (ids, corpo)): Depois<DaLoja<Nada>, (Par, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((canal_id, id), condicoes) = (ids.into_inner(), req.condicoes.clone());
    let categoria = Categoria::ler_com_chave(corpo.raw()?, Some(&id)).map_err(ErroA::Invalido)?;
    let endereco = req.endereco(&["Canal", canal_id.as_str(), "Categoria", id.as_str()]);
    req.escrever_loja(corpo.impressao(), move |tx, loja| {
        let arvore = arvore_exclusiva(tx, loja, &canal_id)?;
        conferir(&condicoes, categorias::find(tx, arvore, &id)?.as_ref())?;
        match categorias::upsert(tx, arvore, &categoria)? {
            Gravacao::Criada(criada) => {
                Ok(Resposta::json(StatusCode::CREATED, &criada)?.location(endereco.clone()).com_etag())
            }
            Gravacao::Substituida(atual) => Ok(Resposta::ok(&atual)?.com_etag()),
            Gravacao::PaiAusente => Err(ErroA::invalido("categoriaPaiId", "não existe neste canal")),
            Gravacao::Ciclo => Err(ErroA::invalido("categoriaPaiId", "forma um ciclo")),
        }
    })
    .await
}

/// Deletes a category; refused while it has subcategories.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), ParamUsuario),
    responses((status = 204), Erros))]
#[delete("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn remove(Depois(req, ids): Depois<DaLoja<Nada>, Par>) -> Result<HttpResponse, ErroA> {
    let ((canal_id, id), condicoes) = (ids.into_inner(), req.condicoes.clone());
    req.escrever_loja([0; 32], move |tx, loja| {
        let arvore = arvore_exclusiva(tx, loja, &canal_id)?;
        conferir(&condicoes, categorias::find(tx, arvore, &id)?.as_ref())?;
        match categorias::delete(tx, arvore, &id)? {
            Exclusao::Excluido => Ok(Resposta::vazia()),
            Exclusao::Ausente => Err(ErroA::NaoEncontrado(Recurso::Categoria)),
            Exclusao::EmUso => Err(ErroA::TemSubcategorias),
        }
    })
    .await
}

/// A tree that was sent as a whole, and is one.
struct ArvoreInteira(Vec<Categoria>);

impl Leitura for ArvoreInteira {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let categorias = valor.lista(ARVORE_MAX, p)?;
        // a category that is its own parent was noted already
        if p.is_empty()
            && let Err(problemas) = conferir_arvore(&categorias)
        {
            p.extend(problemas);
        }
        Some(Self(categorias))
    }
}

fn arvore(conn: &mut Conn<'_>, loja: Loja, canal_id: &CanalId) -> Result<Arvore, ErroA> {
    let canal = canais::find(conn, loja.id, canal_id)?.ok_or(ErroA::NaoEncontrado(Recurso::Canal))?;
    Ok(Arvore { loja: loja.id, canal_num: canal.num })
}

/// The tree, held until the transaction ends: two changes that are fine by themselves could make a cycle.
fn arvore_exclusiva(tx: &mut Tx<'_>, loja: Loja, canal_id: &CanalId) -> Result<Arvore, ErroA> {
    canais::exclusivo(tx, loja.id, canal_id)?;
    arvore(tx, loja, canal_id)
}
