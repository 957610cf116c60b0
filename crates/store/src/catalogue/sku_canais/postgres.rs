//! On PostgreSQL: any number of rows by one statement.

use diesel::prelude::*;

use super::row::SkuCanalRow;
use crate::base::{OverLists, StoreError, column};

const UPSERT: &str = "INSERT INTO sku_canais (aplicacao_id, loja_id, canal_num, sku_num, estoque, preco_de, \
     preco_por, ativo, criado_em, alterado_em) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, canal_num, sku_num) DO UPDATE SET estoque = excluded.estoque, \
     preco_de = excluded.preco_de, preco_por = excluded.preco_por, ativo = excluded.ativo, \
     alterado_em = excluded.alterado_em";

/// Writes rows, in place of those that are there.
pub(super) fn write(c: &mut PgConnection, rows: &[SkuCanalRow]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.canal_num),
        column(rows, |row| row.sku_num),
        column(rows, |row| row.estoque),
        column(rows, |row| row.preco_de),
        column(rows, |row| row.preco_por),
        column(rows, |row| row.ativo),
        column(rows, |row| row.criado_em),
        column(rows, |row| row.alterado_em),
    ];
    OverLists { text: UPSERT, lists }.execute(c)?;
    Ok(())
}
