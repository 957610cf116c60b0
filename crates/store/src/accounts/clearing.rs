//! Clearing away of what deleted users had, in steps. Nobody sees it any more: it is found by the user alone.

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{lojas, sku_textos, skus};
use crate::base::{BindValue, Conn, Statement, StoreError, Tx, of_store, on};
use crate::catalogue::imagens;

/// SKUs count for so many rows: each takes its texts and its stock in the centres along.
const ROWS_OF_SKU: i64 = 20;

/// Files of images count for so many rows.
const ROWS_OF_IMAGE: i64 = 50;

/// The stores whose users are deleted.
pub fn deleted(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let found: Vec<(i32, i32)> = on!(conn, c => lojas::table
        .filter(lojas::excluida)
        .select((lojas::aplicacao_id, lojas::loja_id))
        .load(c))?;
    Ok(found.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

/// A statement that deletes some of a store's rows of a table, which the rest of its key tells apart.
macro_rules! some_of {
    ($table:literal, $key:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (aplicacao_id, loja_id, ",
            $key,
            ") IN ",
            "(SELECT aplicacao_id, loja_id, ",
            $key,
            " FROM ",
            $table,
            " WHERE aplicacao_id = ? AND loja_id = ? LIMIT ?)"
        )
    };
}

/// What hangs on SKUs and channels.
const BEFORE_SKUS: [&str; 7] = [
    some_of!("anuncios", "canal_num, sku_num"),
    some_of!("pedidos_do_canal", "canal_num, externo"),
    some_of!("canal_erros", "canal_num, erro_num"),
    some_of!("ofertas_ditas", "sku_num, canal_num"),
    some_of!("sku_canais", "canal_num, sku_num"),
    some_of!("estoque_limites", "canal_num, sku_num"),
    some_of!("sku_atacados", "sku_num, atacado_num"),
];

/// The ledger follows the SKUs, whose stock is that of its last entry.
const AFTER_SKUS: [&str; 8] = [
    some_of!("estoque_movimentos", "sku_num, centro_num, seq"),
    some_of!("categorias_canal", "canal_num, categoria_id"),
    some_of!("conexoes", "canal_num"),
    some_of!("canais", "canal_num"),
    some_of!("grupos", "parent_id"),
    some_of!("fabricantes", "fabricante_num"),
    some_of!("nomes_atributos", "atributo_num"),
    some_of!("categorias_loja", "categoria_num"),
];

/// Deletes about `most` rows of what a deleted user had; true when there may be more. Where another server is at
/// it, it is left to that one.
pub fn step(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    if !tx.try_exclusive("excluida", loja, "")? {
        return Ok(false);
    }
    if first_of(tx, loja, &BEFORE_SKUS, most)?
        || imagens::clear(tx, loja, most / ROWS_OF_IMAGE)?
        || some_skus(tx, loja, most / ROWS_OF_SKU)?
        || first_of(tx, loja, &AFTER_SKUS, most)?
    {
        return Ok(true);
    }
    let row = lojas::table.find((loja.aplicacao.0, loja.loja));
    on!(tx, c => diesel::delete(row.filter(lojas::excluida)).execute(c))?;
    Ok(false)
}

/// Deletes rows of the first table that has some.
fn first_of(
    tx: &mut Tx<'_>,
    loja: LojaId,
    statements: &[&'static str],
    most: i64,
) -> Result<bool, StoreError> {
    for text in statements {
        let values = [BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja), BindValue::I64(most)];
        let some: Statement<'_, (), 3> = Statement::new(text, values);
        if on!(tx, c => some.execute(c))? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

fn some_skus(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    let numbers: Vec<i64> =
        on!(tx, c => of_store!(skus, loja).select(skus::sku_num).limit(most.max(1)).load(c))?;
    if numbers.is_empty() {
        return Ok(false);
    }
    on!(tx, c => {
        let texts = of_store!(sku_textos, loja).filter(sku_textos::sku_num.eq_any(numbers.iter().copied()));
        diesel::delete(texts).execute(c)?;
        let its = of_store!(skus, loja).filter(skus::sku_num.eq_any(numbers.iter().copied()));
        diesel::delete(its).execute(c)?;
    });
    Ok(true)
}
