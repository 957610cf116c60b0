//! A store's own category tree, as interface B shows it.

mod following;
mod writing;

use diesel::prelude::*;
use domain::categoria_loja::{CategoriaLoja, ExibirMatriz};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::schema::categorias_loja;
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, Rare, Tx, insert, of_store, on};

pub use following::{follow, followed};
use writing::lock;
pub use writing::{WriteOutcome, create, delete, hold, path, replace};

/// Identifier of a category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// Its number.
    Number(i64),
    /// Its identifier in the store's ERP. The empty one names none.
    Erp(String),
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = categorias_loja, primary_key(aplicacao_id, loja_id, categoria_num))]
struct CategoriaLojaRow {
    aplicacao_id: i32,
    loja_id: i32,
    categoria_num: i64,
    pai_num: i64,
    nome: String,
    erp_id: String,
    ativo: bool,
    is_reseller: bool,
    exibir_matriz: i16,
    quantidade_maxima: i64,
    valor_minimo: i64,
    criado_em: i64,
    alterado_em: i64,
    exibe_menu: bool,
    url_hot_site: String,
}

impl CategoriaLojaRow {
    fn new(loja: LojaId, categoria: CategoriaLoja, now: i64) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            categoria_num: categoria.id,
            pai_num: categoria.categoria_pai_id,
            nome: categoria.nome,
            erp_id: categoria.categoria_erp_id,
            ativo: categoria.ativo,
            is_reseller: categoria.is_reseller,
            exibir_matriz: match categoria.exibir_matriz_atributos {
                ExibirMatriz::Neutro => 0,
                ExibirMatriz::Sim => 1,
                ExibirMatriz::Nao => 2,
            },
            quantidade_maxima: categoria.quantidade_maxima_compra_unidade.ten_thousandths(),
            valor_minimo: categoria.valor_minimo_compra.ten_thousandths(),
            criado_em: now,
            alterado_em: now,
            exibe_menu: categoria.exibe_menu,
            url_hot_site: categoria.url_hot_site,
        }
    }

    fn categoria(self) -> CategoriaLoja {
        CategoriaLoja {
            id: self.categoria_num,
            nome: self.nome,
            categoria_pai_id: self.pai_num,
            categoria_erp_id: self.erp_id,
            ativo: self.ativo,
            is_reseller: self.is_reseller,
            exibir_matriz_atributos: match self.exibir_matriz {
                1 => ExibirMatriz::Sim,
                2 => ExibirMatriz::Nao,
                _ => ExibirMatriz::Neutro,
            },
            quantidade_maxima_compra_unidade: Dinheiro::from_ten_thousandths(self.quantidade_maxima),
            valor_minimo_compra: Dinheiro::from_ten_thousandths(self.valor_minimo),
            exibe_menu: self.exibe_menu,
            url_hot_site: self.url_hot_site,
        }
    }
}

/// The rows of one store.
macro_rules! of_loja {
    ($loja:expr) => {
        crate::base::schema::categorias_loja::table
            .filter(crate::base::schema::categorias_loja::aplicacao_id.eq($loja.aplicacao.0))
            .filter(crate::base::schema::categorias_loja::loja_id.eq($loja.loja))
    };
}
use of_loja;

/// A number that is another one after every change of the store's categories, by whomever: what was made of
/// them is good as long as it stays the same.
pub fn version(conn: &mut Conn<'_>, loja: LojaId) -> Result<i64, StoreError> {
    use crate::base::schema::categorias_loja_versoes as versions;
    let version: Option<i64> = on!(conn, c => of_store!(versions, loja)
        .select(versions::versao)
        .first(c)
        .optional())?;
    Ok(version.unwrap_or(0))
}

/// Every category of a store, active or not, by number.
pub fn list(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<CategoriaLoja>, StoreError> {
    let rows: Vec<CategoriaLojaRow> = on!(conn, c => of_loja!(loja)
        .order(categorias_loja::categoria_num)
        .select(CategoriaLojaRow::as_select())
        .load(c))?;
    Ok(rows.into_iter().map(CategoriaLojaRow::categoria).collect())
}

/// One category.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, which: &Which) -> Result<Option<CategoriaLoja>, StoreError> {
    let row: Option<CategoriaLojaRow> = on!(conn, c => match which {
        Which::Number(num) => of_loja!(loja)
            .filter(categorias_loja::categoria_num.eq(num))
            .select(CategoriaLojaRow::as_select())
            .first(c)
            .optional()?,
        Which::Erp(erp_id) => of_loja!(loja)
            .filter(Rare(categorias_loja::erp_id.eq(erp_id)))
            .filter(categorias_loja::erp_id.ne(""))
            .order(categorias_loja::categoria_num)
            .select(CategoriaLojaRow::as_select())
            .first(c)
            .optional()?,
    });
    Ok(row.map(CategoriaLojaRow::categoria))
}

/// Stores new categories and returns their numbers, in order. `id` and `categoria_pai_id` of the input count
/// within it: a parent is the 1-based place of an earlier category of the same call, 0 for none.
pub fn insert(tx: &mut Tx<'_>, loja: LojaId, categorias: &[CategoriaLoja]) -> Result<Vec<i64>, StoreError> {
    let numbers = next_many(tx, Sequence::CategoriasLoja, categorias.len())?;
    let now = tx.now().micros();
    let mut rows = Vec::with_capacity(categorias.len());
    for (categoria, num) in categorias.iter().zip(&numbers) {
        let above = usize::try_from(categoria.categoria_pai_id).unwrap_or(0);
        let pai_num = match above.checked_sub(1) {
            None => 0,
            Some(i) if i < rows.len() => numbers.get(i).copied().unwrap_or(0),
            Some(_) => {
                return Err(StoreError::Constraint(format!("{}: the parent is not there", categoria.nome)));
            }
        };
        let new = CategoriaLoja { id: *num, categoria_pai_id: pai_num, ..categoria.clone() };
        rows.push(CategoriaLojaRow::new(loja, new, now));
    }
    insert!(tx, categorias_loja::table, rows.iter());
    Ok(numbers)
}

#[cfg(test)]
mod tests;
