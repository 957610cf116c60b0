//! Changes of single categories of a store, and the queries of the tree that their rules need.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use domain::categoria_loja;
use domain::categoria_loja::{CategoriaLoja, DadosCategoria, LEVELS_MAX, Refusal};
use domain::values::ids::LojaId;

use crate::base::schema::categorias_loja;
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, on};
use crate::catalogue::categorias_loja::{CategoriaLojaRow, Which, find, of_loja};

/// The lock of changes of a store's tree.
const LOCK: &str = "categorias_loja";

// Both databases take numbered parameters. Each recursion ends even where a tree has a cycle, against the
// rules.

/// From a category up to the first level.
const ABOVE: &str = "\
    WITH RECURSIVE acima (num, pai, nome, nivel) AS ( \
        SELECT categoria_num, pai_num, nome, 1 FROM categorias_loja \
        WHERE aplicacao_id = $1 AND loja_id = $2 AND categoria_num = $3 \
        UNION ALL \
        SELECT c.categoria_num, c.pai_num, c.nome, a.nivel + 1 FROM acima a \
        JOIN categorias_loja c ON c.aplicacao_id = $1 AND c.loja_id = $2 AND c.categoria_num = a.pai \
        WHERE a.nivel < $4 \
    ) SELECT num, nome FROM acima ORDER BY nivel";

/// The levels from a category down to the deepest one below it.
const BELOW: &str = "\
    WITH RECURSIVE abaixo (num, nivel) AS ( \
        SELECT categoria_num, 1 FROM categorias_loja \
        WHERE aplicacao_id = $1 AND loja_id = $2 AND categoria_num = $3 \
        UNION ALL \
        SELECT c.categoria_num, a.nivel + 1 FROM abaixo a \
        JOIN categorias_loja c ON c.aplicacao_id = $1 AND c.loja_id = $2 AND c.pai_num = a.num \
        WHERE a.nivel < $4 \
    ) SELECT COALESCE(MAX(nivel), 0) AS niveis FROM abaixo";

/// A category among the ancestors of another.
#[derive(QueryableByName)]
pub(super) struct Ancestor {
    #[diesel(sql_type = BigInt)]
    pub(super) num: i64,
    #[diesel(sql_type = Text)]
    nome: String,
}

#[derive(QueryableByName)]
struct Levels {
    #[diesel(sql_type = Integer)]
    niveis: i32,
}

/// The names from the first level down to a category: `Parent > Child`.
pub fn path(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<String, StoreError> {
    let mut names: Vec<String> = above(conn, loja, num)?.into_iter().map(|ancestor| ancestor.nome).collect();
    names.reverse();
    Ok(categoria_loja::path(&names))
}

/// A category and its ancestors, itself first; nothing when it does not exist.
pub(super) fn above(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<Vec<Ancestor>, StoreError> {
    Ok(on!(conn, c => diesel::sql_query(ABOVE)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(LEVELS_MAX as i32)
        .load(c))?)
}

/// Number of levels of a category and its descendants; 1 without descendants.
pub(super) fn levels(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<usize, StoreError> {
    let Levels { niveis } = on!(conn, c => diesel::sql_query(BELOW)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(LEVELS_MAX as i32)
        .get_result(c))?;
    Ok(usize::try_from(niveis).unwrap_or(0))
}

/// Outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Done; the category's number.
    Done(i64),
    /// There is no such category.
    Missing,
    /// Nothing was changed.
    Refused(Refusal),
}

/// Stores a new category.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, data: &DadosCategoria) -> Result<WriteOutcome, StoreError> {
    lock(tx, loja)?;
    if let Some(refusal) = refusal(tx, loja, None, &data.categoria(0))? {
        return Ok(WriteOutcome::Refused(refusal));
    }
    let new = data.categoria(next_number(tx, Sequence::CategoriasLoja)?);
    let num = new.id;
    let row = CategoriaLojaRow::new(loja, new, tx.now().micros());
    on!(tx, c => diesel::insert_into(categorias_loja::table).values(&row).execute(c))?;
    Ok(WriteOutcome::Done(num))
}

/// Replaces everything of a category but its number. Where its path is another one afterwards, SKUs have to
/// [`follow`](super::follow) it, and those of a change before have done so.
pub fn replace(
    tx: &mut Tx<'_>,
    loja: LojaId,
    which: &Which,
    data: &DadosCategoria,
) -> Result<WriteOutcome, StoreError> {
    lock(tx, loja)?;
    let Some(current) = find(tx, loja, which)? else { return Ok(WriteOutcome::Missing) };
    let new = data.categoria(current.id);
    if new == current {
        return Ok(WriteOutcome::Done(current.id));
    }
    if let Some(refusal) = refusal(tx, loja, Some(&current), &new)? {
        return Ok(WriteOutcome::Refused(refusal));
    }
    let moves = (&new.nome, new.categoria_pai_id) != (&current.nome, current.categoria_pai_id);
    let before = if moves { Some(path(tx, loja, current.id)?) } else { None };
    let row = CategoriaLojaRow::new(loja, new, tx.now().micros());
    on!(tx, c => diesel::update(of_loja!(loja).filter(categorias_loja::categoria_num.eq(current.id)))
        .set((
            categorias_loja::caminho_anterior.eq(before),
            categorias_loja::pai_num.eq(row.pai_num),
            categorias_loja::nome.eq(&row.nome),
            categorias_loja::erp_id.eq(&row.erp_id),
            categorias_loja::ativo.eq(row.ativo),
            categorias_loja::is_reseller.eq(row.is_reseller),
            categorias_loja::exibir_matriz.eq(row.exibir_matriz),
            categorias_loja::quantidade_maxima.eq(row.quantidade_maxima),
            categorias_loja::valor_minimo.eq(row.valor_minimo),
            categorias_loja::alterado_em.eq(row.alterado_em),
            categorias_loja::exibe_menu.eq(row.exibe_menu),
            categorias_loja::url_hot_site.eq(&row.url_hot_site),
        ))
        .execute(c))?;
    Ok(WriteOutcome::Done(current.id))
}

/// Deletes a category without children.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, which: &Which) -> Result<WriteOutcome, StoreError> {
    lock(tx, loja)?;
    let Some(current) = find(tx, loja, which)? else { return Ok(WriteOutcome::Missing) };
    let has_subcategorias: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        of_loja!(loja).filter(categorias_loja::pai_num.eq(current.id))
    )).get_result(c))?;
    if has_subcategorias {
        return Ok(WriteOutcome::Refused(Refusal::HasChildren));
    }
    on!(tx, c => diesel::delete(of_loja!(loja).filter(categorias_loja::categoria_num.eq(current.id)))
        .execute(c))?;
    Ok(WriteOutcome::Done(current.id))
}

/// Holds the tree as it is until the transaction ends.
pub fn hold(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.shared(LOCK, loja, "")
}

/// Locks the tree until the transaction ends: two changes that are valid by themselves could make a cycle.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusive(LOCK, loja, "")
}

/// The reason to refuse a change, if any. Unchanged fields are not checked again.
fn refusal(
    conn: &mut Conn<'_>,
    loja: LojaId,
    current: Option<&CategoriaLoja>,
    new: &CategoriaLoja,
) -> Result<Option<Refusal>, StoreError> {
    let other_parent = current.is_none_or(|current| current.categoria_pai_id != new.categoria_pai_id);
    if other_parent
        && new.categoria_pai_id != 0
        && let Some(refusal) = refusal_of_parent(conn, loja, current, new.categoria_pai_id)?
    {
        return Ok(Some(refusal));
    }
    let other_erp = current.is_none_or(|current| current.categoria_erp_id != new.categoria_erp_id);
    if !other_erp {
        return Ok(None);
    }
    let owner = find(conn, loja, &Which::Erp(new.categoria_erp_id.clone()))?;
    Ok(owner.map(|owner| Refusal::ErpRepeated(owner.id)))
}

fn refusal_of_parent(
    conn: &mut Conn<'_>,
    loja: LojaId,
    current: Option<&CategoriaLoja>,
    parent: i64,
) -> Result<Option<Refusal>, StoreError> {
    let above = above(conn, loja, parent)?;
    if above.is_empty() {
        return Ok(Some(Refusal::ParentMissing(parent)));
    }
    if current.is_some_and(|current| above.iter().any(|ancestor| ancestor.num == current.id)) {
        return Ok(Some(Refusal::Cycle));
    }
    let own = match current {
        Some(current) => levels(conn, loja, current.id)?,
        None => 1,
    };
    Ok((above.len() + own > LEVELS_MAX).then_some(Refusal::Depth))
}
