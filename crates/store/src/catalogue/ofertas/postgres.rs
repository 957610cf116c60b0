//! What was told last of offers, on PostgreSQL: each statement is a round trip.

use diesel::prelude::*;
use diesel::upsert::excluded;

use super::row::Row;
use crate::base::StoreError;
use crate::base::schema::ofertas_ditas;
use crate::base::schema::ofertas_ditas::dsl;

/// Remembers what is told.
pub(super) fn remember(c: &mut PgConnection, rows: &[Row]) -> Result<(), StoreError> {
    for part in rows.chunks(1000) {
        diesel::insert_into(ofertas_ditas::table)
            .values(part)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::sku_num, dsl::canal_num))
            .do_update()
            .set((
                dsl::estoque.eq(excluded(dsl::estoque)),
                dsl::preco_de.eq(excluded(dsl::preco_de)),
                dsl::preco_por.eq(excluded(dsl::preco_por)),
                dsl::publicavel.eq(excluded(dsl::publicavel)),
            ))
            .execute(c)?;
    }
    Ok(())
}
