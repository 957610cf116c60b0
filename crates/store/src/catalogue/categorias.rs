//! Categories of a channel.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::categoria::Categoria;
use domain::values::ids::{CategoriaId, LojaId};
use domain::values::search_text::fold;

use crate::base::paging::Range;
use crate::base::schema::categorias_canal;
use crate::base::{Conn, InTime, Rare, Tx, contains, insert, on};
use crate::base::{DeleteOutcome, StoreError};

/// The owner of a tree: the store and the channel's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tree {
    /// The store.
    pub loja: LojaId,
    /// The channel.
    pub canal_num: i32,
}

/// Which categories are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Below this one; `None` = any level.
    pub pai: Option<String>,
    /// Whose name holds this text, whatever its case and accents.
    pub busca: Option<String>,
    /// Changed in this range.
    pub changed: Range,
}

/// Outcome of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It is new.
    Created(Categoria),
    /// It replaced what was there.
    Replaced(Categoria),
    /// The parent is not there.
    ParentMissing,
    /// It would be its own ancestor.
    Cycle,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = categorias_canal, primary_key(aplicacao_id, loja_id, canal_num, categoria_id))]
struct CategoriaRow {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    categoria_id: String,
    pai: String,
    nome: String,
    texto_busca: String,
    criado_em: i64,
    alterado_em: i64,
}

impl CategoriaRow {
    fn new(tree: Tree, categoria: &Categoria, now: i64) -> Self {
        Self {
            aplicacao_id: tree.loja.aplicacao.0,
            loja_id: tree.loja.loja,
            canal_num: tree.canal_num,
            categoria_id: categoria.categoria_id.as_str().to_owned(),
            pai: parent(categoria).to_owned(),
            nome: categoria.nome.clone(),
            texto_busca: fold(&categoria.nome),
            criado_em: now,
            alterado_em: now,
        }
    }

    fn categoria(self, contem_subcategorias: bool) -> Result<Categoria, StoreError> {
        let id = |text| CategoriaId::stored(text).map_err(|e| StoreError::corrupt("categoria_id", e));
        Ok(Categoria {
            categoria_id: id(self.categoria_id)?,
            nome: self.nome,
            categoria_pai_id: if self.pai.is_empty() { None } else { Some(id(self.pai)?) },
            contem_subcategorias,
        })
    }
}

fn parent(categoria: &Categoria) -> &str {
    categoria.categoria_pai_id.as_ref().map_or("", CategoriaId::as_str)
}

/// The rows of one tree.
macro_rules! of_tree {
    ($tree:expr) => {
        categorias_canal::table
            .filter(categorias_canal::aplicacao_id.eq($tree.loja.aplicacao.0))
            .filter(categorias_canal::loja_id.eq($tree.loja.loja))
            .filter(categorias_canal::canal_num.eq($tree.canal_num))
    };
}

/// Categories by name.
pub fn list(conn: &mut Conn<'_>, tree: Tree, filter: &Filter) -> Result<Vec<Categoria>, StoreError> {
    let (rows, pais): (Vec<CategoriaRow>, Vec<String>) = on!(conn, c => {
        let mut q = of_tree!(tree).into_boxed();
        if let Some(parent) = &filter.pai {
            q = q.filter(Rare(categorias_canal::pai.eq(parent.as_str())));
        }
        if let Some(search) = &filter.busca {
            let pattern = contains(&fold(search));
            q = q.filter(InTime).filter(categorias_canal::texto_busca.like(pattern).escape('\\'));
        }
        if !filter.changed.open() {
            q = q.filter(categorias_canal::alterado_em.ge(filter.changed.start_micros()))
                .filter(categorias_canal::alterado_em.lt(filter.changed.end_micros()));
        }
        let rows = q
            .order((categorias_canal::nome, categorias_canal::categoria_id))
            .select(CategoriaRow::as_select())
            .load(c)?;
        (rows, of_tree!(tree).select(categorias_canal::pai).distinct().load(c)?)
    });
    let pais: HashSet<String> = pais.into_iter().collect();
    rows.into_iter()
        .map(|row| {
            let contains = pais.contains(&row.categoria_id);
            row.categoria(contains)
        })
        .collect()
}

/// One category.
pub fn find(conn: &mut Conn<'_>, tree: Tree, id: &CategoriaId) -> Result<Option<Categoria>, StoreError> {
    let row: Option<CategoriaRow> = on!(conn, c => of_tree!(tree)
        .filter(categorias_canal::categoria_id.eq(id.as_str()))
        .select(CategoriaRow::as_select())
        .first(c)
        .optional())?;
    let Some(row) = row else { return Ok(None) };
    let contains = has_subcategorias(conn, tree, id)?;
    row.categoria(contains).map(Some)
}

/// True when some category has this one as its parent.
pub fn has_subcategorias(conn: &mut Conn<'_>, tree: Tree, id: &CategoriaId) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        of_tree!(tree).filter(Rare(categorias_canal::pai.eq(id.as_str())))
    )).get_result(c))?)
}

/// Creates or replaces a category; call [`crate::catalogue::canais::exclusive`] before, so that no cycle
/// arises.
pub fn upsert(tx: &mut Tx<'_>, tree: Tree, categoria: &Categoria) -> Result<WriteOutcome, StoreError> {
    if let Some(parent) = &categoria.categoria_pai_id {
        match climb(tx, tree, parent, &categoria.categoria_id)? {
            Ancestors::Missing => return Ok(WriteOutcome::ParentMissing),
            Ancestors::Contains => return Ok(WriteOutcome::Cycle),
            Ancestors::Free => {}
        }
    }
    let current = find(tx, tree, &categoria.categoria_id)?;
    let contem_subcategorias = current.as_ref().is_some_and(|a| a.contem_subcategorias);
    let new = Categoria { contem_subcategorias, ..categoria.clone() };
    let row = CategoriaRow::new(tree, &new, tx.now().micros());
    let Some(current) = current else {
        on!(tx, c => diesel::insert_into(categorias_canal::table).values(&row).execute(c))?;
        return Ok(WriteOutcome::Created(new));
    };
    if current != new {
        on!(tx, c => diesel::update(of_tree!(tree)
            .filter(categorias_canal::categoria_id.eq(row.categoria_id.as_str())))
            .set((
                categorias_canal::pai.eq(&row.pai),
                categorias_canal::nome.eq(&row.nome),
                categorias_canal::texto_busca.eq(&row.texto_busca),
                categorias_canal::alterado_em.eq(row.alterado_em),
            ))
            .execute(c))?;
    }
    Ok(WriteOutcome::Replaced(new))
}

enum Ancestors {
    Missing,
    Contains,
    Free,
}

/// Walks from `inicio` to the root, looking for `sought`.
fn climb(
    conn: &mut Conn<'_>,
    tree: Tree,
    start: &CategoriaId,
    sought: &CategoriaId,
) -> Result<Ancestors, StoreError> {
    let mut current = start.as_str().to_owned();
    loop {
        if current == sought.as_str() {
            return Ok(Ancestors::Contains);
        }
        let above: Option<String> = on!(conn, c => of_tree!(tree)
            .filter(categorias_canal::categoria_id.eq(&current))
            .select(categorias_canal::pai)
            .first(c)
            .optional())?;
        match above {
            None => return Ok(Ancestors::Missing),
            Some(parent) if parent.is_empty() => return Ok(Ancestors::Free),
            Some(parent) => current = parent,
        }
    }
}

/// Replaces the whole tree; what is unchanged keeps its time of change. The caller has checked the tree.
pub fn replace(tx: &mut Tx<'_>, tree: Tree, categorias: &[Categoria]) -> Result<(), StoreError> {
    let now = tx.now().micros();
    let previous: Vec<CategoriaRow> = on!(tx, c => of_tree!(tree).select(CategoriaRow::as_select()).load(c))?;
    let previous: std::collections::HashMap<String, CategoriaRow> =
        previous.into_iter().map(|l| (l.categoria_id.clone(), l)).collect();
    let rows: Vec<CategoriaRow> = categorias
        .iter()
        .map(|categoria| {
            let mut new = CategoriaRow::new(tree, categoria, now);
            if let Some(old) = previous.get(&new.categoria_id) {
                new.criado_em = old.criado_em;
                if old.pai == new.pai && old.nome == new.nome {
                    new.alterado_em = old.alterado_em;
                }
            }
            new
        })
        .collect();
    on!(tx, c => diesel::delete(of_tree!(tree)).execute(c))?;
    insert!(tx, categorias_canal::table, rows.iter());
    Ok(())
}

/// Deletes a category without children.
pub fn delete(tx: &mut Tx<'_>, tree: Tree, id: &CategoriaId) -> Result<DeleteOutcome, StoreError> {
    if has_subcategorias(tx, tree, id)? {
        return Ok(DeleteOutcome::InUse);
    }
    let removed = on!(tx, c => diesel::delete(
        of_tree!(tree).filter(categorias_canal::categoria_id.eq(id.as_str()))
    ).execute(c))?;
    Ok(if removed == 1 { DeleteOutcome::Deleted } else { DeleteOutcome::Missing })
}
