//! Categories of a channel, as the marketplace arranges them.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::categoria::{Categoria, check_tree};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::keyed::Keyed;
use domain::reading::problems::Problems;
use domain::values::ids::{CanalId, CategoriaId};
use http_kit::{FromQuery, Mount, QueryReader, Then};
use store::categorias::{self, Filter, Tree, WriteOutcome};
use store::usuarios::Loja;
use store::{Conn, DeleteOutcome, Tx, canais};
use utoipa::IntoParams;

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams, RawBody};
use crate::query::{Delta, Nothing, UsuarioParam};

/// Categories of one tree.
const TREE_MAX: usize = 50_000;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(replace).service(find).service(upsert).service(remove).service(children);
}

type Pair = PathParams<(CanalId, CategoriaId)>;

/// Which categories are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct CategoriaFilter {
    /// Right below this category. Absent: those of the first level, or with `busca` those of every level.
    categoria_pai_id: Option<String>,
    /// Whose name holds this text, whatever its case and accents.
    #[param(max_length = 200)]
    busca: Option<String>,
}

impl FromQuery for CategoriaFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { categoria_pai_id: c.text("categoriaPaiId"), busca: c.search("busca") })
    }
}

impl CategoriaFilter {
    /// The parent as the store takes it: the first level hangs below the empty text.
    fn parent(&self) -> Option<String> {
        match (&self.categoria_pai_id, &self.busca) {
            (Some(parent), _) => Some(parent.clone()),
            (None, Some(_)) => None,
            (None, None) => Some(String::new()),
        }
    }
}

/// Lists categories of a channel by name, one level at a time.
#[utoipa::path(tag = "Categoria", params(("canalId" = CanalId, Path), UsuarioParam, CategoriaFilter, Delta),
    responses((status = 200, body = Vec<Categoria>), Errors))]
#[get("/Canal/{canalId}/Categoria")]
async fn list(
    Then(req, id): Then<ForLoja<(CategoriaFilter, Delta)>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), (filter, delta)) = (id.into_inner(), &req.filter);
    let filter =
        Filter { pai: filter.parent(), busca: filter.busca.clone(), changed: delta.range(req.zone()) };
    let found = req
        .read(move |conn, loja| {
            let tree = tree(conn, loja, &id)?;
            Ok(categorias::list(conn, tree, &filter)?)
        })
        .await?;
    Ok(Answer::ok(&found)?.into())
}

/// Lists the categories right below one of them, by name.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), UsuarioParam, Delta),
    responses((status = 200, body = Vec<Categoria>), Errors))]
#[get("/Canal/{canalId}/Categoria/{categoriaId}/Subcategorias")]
async fn children(Then(req, ids): Then<ForLoja<Delta>, Pair>) -> Result<HttpResponse, ErrorA> {
    let ((canal_id, id), changed) = (ids.into_inner(), req.filter.range(req.zone()));
    let filter = Filter { pai: Some(id.as_str().to_owned()), busca: None, changed };
    let found = req
        .read(move |conn, loja| {
            let tree = tree(conn, loja, &canal_id)?;
            categorias::find(conn, tree, &id)?.ok_or(ErrorA::NotFound(Resource::Categoria))?;
            Ok(categorias::list(conn, tree, &filter)?)
        })
        .await?;
    Ok(Answer::ok(&found)?.into())
}

/// Replaces the whole tree of a channel at once. Unlike the other batches this one is no list of upserts:
/// what is sent, at most 50,000 categories in any order, is the tree from then on, and a category that is not
/// in it is gone. It is all or nothing. Answers the tree as stored, by name.
#[utoipa::path(tag = "Categoria", params(("canalId" = CanalId, Path), UsuarioParam),
    request_body = Vec<Categoria>,
    responses((status = 200, body = Vec<Categoria>), Errors, BodyErrors))]
#[post("/Canal/{canalId}/Categoria/Lote")]
async fn replace(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<WholeTree>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let WholeTree(added) = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let tree = lock_tree(tx, loja, &id)?;
        if !conditions.empty() {
            check(&conditions, Some(&categorias::list(tx, tree, &Filter::default())?))?;
        }
        categorias::replace(tx, tree, &added)?;
        Ok(Answer::ok(&categorias::list(tx, tree, &Filter::default())?)?.with_etag())
    })
    .await
}

/// Reads a category.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), UsuarioParam),
    responses((status = 200, body = Categoria), (status = 304), Errors))]
#[get("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn find(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let (canal_id, id) = ids.into_inner();
    let categoria = req
        .read(move |conn, loja| {
            let tree = tree(conn, loja, &canal_id)?;
            Ok(categorias::find(conn, tree, &id)?)
        })
        .await?;
    let categoria = categoria.ok_or(ErrorA::NotFound(Resource::Categoria))?;
    Answer::ok(&categoria)?.or_not_modified(&req.conditions)
}

/// Creates or replaces a category. Its parent must be there, and not below it.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), UsuarioParam),
    request_body = Categoria,
    responses((status = 200, body = Categoria), (status = 201, body = Categoria), Errors, BodyErrors))]
#[put("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn upsert(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (Pair, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((canal_id, id), conditions) = (ids.into_inner(), req.conditions.clone());
    let (categoria, _) = Categoria::read_with_key(body.raw()?, Some(&id)).map_err(ErrorA::Invalid)?;
    let address = req.address(&["Canal", canal_id.as_str(), "Categoria", id.as_str()]);
    req.write(body.fingerprint(), move |tx, loja| {
        let tree = lock_tree(tx, loja, &canal_id)?;
        check(&conditions, categorias::find(tx, tree, &id)?.as_ref())?;
        match categorias::upsert(tx, tree, &categoria)? {
            WriteOutcome::Created(created) => {
                Ok(Answer::json(StatusCode::CREATED, &created)?.location(address.clone()).with_etag())
            }
            WriteOutcome::Replaced(current) => Ok(Answer::ok(&current)?.with_etag()),
            WriteOutcome::ParentMissing => Err(ErrorA::invalid("categoriaPaiId", "não existe neste canal")),
            WriteOutcome::Cycle => Err(ErrorA::invalid("categoriaPaiId", "forma um ciclo")),
        }
    })
    .await
}

/// Deletes a category; refused while it has subcategories.
#[utoipa::path(tag = "Categoria",
    params(("canalId" = CanalId, Path), ("categoriaId" = CategoriaId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/Canal/{canalId}/Categoria/{categoriaId}")]
async fn remove(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let ((canal_id, id), conditions) = (ids.into_inner(), req.conditions.clone());
    req.write([0; 32], move |tx, loja| {
        let tree = lock_tree(tx, loja, &canal_id)?;
        check(&conditions, categorias::find(tx, tree, &id)?.as_ref())?;
        match categorias::delete(tx, tree, &id)? {
            DeleteOutcome::Deleted => Ok(Answer::empty()),
            DeleteOutcome::Missing => Err(ErrorA::NotFound(Resource::Categoria)),
            DeleteOutcome::InUse => Err(ErrorA::HasChildren),
        }
    })
    .await
}

/// A tree that was sent as a whole, and is one.
struct WholeTree(Vec<Categoria>);

impl FromJson for WholeTree {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let categorias = value.list(TREE_MAX, p)?;
        // a category that is its own parent was noted already
        if p.is_empty()
            && let Err(problems) = check_tree(&categorias)
        {
            p.extend(problems);
        }
        Some(Self(categorias))
    }
}

fn tree(conn: &mut Conn<'_>, loja: Loja, canal_id: &CanalId) -> Result<Tree, ErrorA> {
    let canal = canais::find(conn, loja.id, canal_id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
    Ok(Tree { loja: loja.id, canal_num: canal.num })
}

/// The tree, held until the transaction ends: two changes that are fine by themselves could make a cycle.
fn lock_tree(tx: &mut Tx<'_>, loja: Loja, canal_id: &CanalId) -> Result<Tree, ErrorA> {
    canais::exclusive(tx, loja.id, canal_id)?;
    tree(tx, loja, canal_id)
}
