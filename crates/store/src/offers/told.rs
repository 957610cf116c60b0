//! What was told last of each offer.

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::Change;
use domain::values::ids::LojaId;

use crate::base::schema::ofertas_ditas::dsl;
use crate::base::schema::{canais, ofertas_ditas, skus};
use crate::base::{StoreError, Tx, load_among, on};
use crate::events::{self, NewEvento};
use crate::offers::rows::{Told, ToldRow};

/// Tells what has changed, and remembers it; but for what has been deleted since it was worked out.
pub(super) fn write(tx: &mut Tx<'_>, changed: &[Told]) -> Result<(), StoreError> {
    for part in changed.chunks(1000) {
        let there = those_there(tx, part)?;
        if there.is_empty() {
            continue;
        }
        let rows: Vec<ToldRow> = there.iter().map(|told| ToldRow::new(told)).collect();
        on!(tx, c => diesel::insert_into(ofertas_ditas::table)
            .values(rows)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::sku_num, dsl::canal_num))
            .do_update()
            .set((
                dsl::estoque.eq(excluded(dsl::estoque)),
                dsl::preco_de.eq(excluded(dsl::preco_de)),
                dsl::preco_por.eq(excluded(dsl::preco_por)),
                dsl::publicavel.eq(excluded(dsl::publicavel)),
            ))
            .execute(c))?;
        let now = tx.now();
        let events = there.iter().map(|told| Ok((told.loja, events::stored(event(told))?)));
        events::append(tx, now, events.collect::<Result<Vec<_>, StoreError>>()?)?;
    }
    Ok(())
}

/// Those whose SKU and channel are there. Who takes SKUs out one by one would else keep all others from
/// hearing of theirs. What goes between this and the insertion, its foreign key refuses, and the transaction
/// is made again.
fn those_there<'a>(tx: &mut Tx<'_>, changed: &'a [Told]) -> Result<Vec<&'a Told>, StoreError> {
    let of_skus: BTreeSet<(LojaId, i64)> = changed.iter().map(|told| (told.loja, told.sku_num)).collect();
    let of_canais: BTreeSet<(LojaId, i32)> = changed.iter().map(|told| (told.loja, told.canal_num)).collect();
    let (of_skus, of_canais) = (Vec::from_iter(of_skus), Vec::from_iter(of_canais));
    let there: Vec<i64> =
        load_among!(tx, skus, sku_num, &of_skus, |of_them| skus::table.filter(of_them).select(skus::sku_num));
    let skus: HashSet<i64> = HashSet::from_iter(there);
    let there: Vec<i32> = load_among!(tx, canais, canal_num, &of_canais, |of_them| canais::table
        .filter(of_them)
        .select(canais::canal_num));
    let canais: HashSet<i32> = HashSet::from_iter(there);
    let is_there = |told: &&Told| skus.contains(&told.sku_num) && canais.contains(&told.canal_num);
    Ok(changed.iter().filter(is_there).collect())
}

fn event(told: &Told) -> NewEvento<'_> {
    NewEvento {
        assunto: told.sku_num,
        canal: Some(told.canal_id.as_str()),
        sku: Some(told.sku.as_str()),
        change: Change::OfertaAlterada { anterior: told.before, atual: told.now },
    }
}
