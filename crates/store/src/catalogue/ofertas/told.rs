//! What was told last of each offer.

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::Change;

use super::rows::{Told, ToldRow};
use crate::base::schema::ofertas_ditas;
use crate::base::schema::ofertas_ditas::dsl;
use crate::base::{StoreError, Tx, on};
use crate::eventos::{self, NewEvento};

/// Tells what has changed, and remembers it.
pub(super) fn write(tx: &mut Tx<'_>, changed: &[Told]) -> Result<(), StoreError> {
    let rows: Vec<ToldRow> = changed.iter().map(ToldRow::new).collect();
    for part in rows.chunks(1000) {
        on!(tx, c => diesel::insert_into(ofertas_ditas::table)
            .values(part)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::sku_num, dsl::canal_num))
            .do_update()
            .set((
                dsl::estoque.eq(excluded(dsl::estoque)),
                dsl::preco_de.eq(excluded(dsl::preco_de)),
                dsl::preco_por.eq(excluded(dsl::preco_por)),
                dsl::publicavel.eq(excluded(dsl::publicavel)),
            ))
            .execute(c))?;
    }
    let now = tx.now();
    let events = changed.iter().map(|told| Ok((told.loja, eventos::stored(event(told), now)?)));
    eventos::append(tx, now, events.collect::<Result<Vec<_>, StoreError>>()?)
}

fn event(told: &Told) -> NewEvento<'_> {
    NewEvento {
        assunto: told.sku_num,
        canal: Some(told.canal_id.as_str()),
        sku: Some(told.sku.as_str()),
        change: Change::OfertaAlterada { anterior: told.before, atual: told.now },
    }
}
