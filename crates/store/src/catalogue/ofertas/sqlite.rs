//! What was told last of offers, on SQLite: row by row, by a statement that is kept. One for many rows would
//! be compiled anew each time.

use diesel::prelude::*;

use super::row::Row;
use crate::base::{BindValue, StoreError, kept};

/// Remembers what is told.
pub(super) fn remember(c: &mut SqliteConnection, rows: &[Row]) -> Result<(), StoreError> {
    for row in rows {
        kept!(() =>
            "INSERT INTO ofertas_ditas (aplicacao_id, loja_id, sku_num, canal_num, estoque, preco_de, \
             preco_por, publicavel) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (aplicacao_id, loja_id, sku_num, canal_num) DO UPDATE SET \
             estoque = excluded.estoque, preco_de = excluded.preco_de, preco_por = excluded.preco_por, \
             publicavel = excluded.publicavel",
            [
                BindValue::I32(row.aplicacao_id),
                BindValue::I32(row.loja_id),
                BindValue::I64(row.sku_num),
                BindValue::I32(row.canal_num),
                BindValue::I32(row.estoque),
                BindValue::I64(row.preco_de),
                BindValue::I64(row.preco_por),
                BindValue::Boolean(row.publicavel),
            ]
        )
        .execute(c)?;
    }
    Ok(())
}
