//! The names of a store's attributes: noted when they are registered, or when a SKU first has one, so that they can
//! be listed without looking at every SKU. A name stays when no SKU has it any more.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::naming::new_names;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::nomes_atributos;
use crate::base::sequences::Sequence;
use crate::base::{Conn, Tx, of_store, on};

/// The names with their numbers, in the order in which they were first used.
pub fn list(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<(i64, String)>, StoreError> {
    let (rows, total): (Vec<(i64, String)>, i64) = on!(conn, c => {
        macro_rules! names_of {
            () => {
                of_store!(nomes_atributos, loja)
            };
        }
        let rows = names_of!()
            .filter(nomes_atributos::atributo_num.gt(page.after().map_or(0, |[num, _]| num)))
            .order(nomes_atributos::atributo_num)
            .select((nomes_atributos::atributo_num, nomes_atributos::nome))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, names_of!().count().get_result(c)?)
    });
    page.page(rows, total, |(num, _)| [*num, 0], Ok)
}

/// The number of the attribute of this name.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, name: &str) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => of_store!(nomes_atributos, loja)
        .filter(nomes_atributos::nome.eq(name))
        .select(nomes_atributos::atributo_num)
        .first(c)
        .optional())?)
}

/// Registers a name before any SKU has it; its number, which it may have had before.
pub fn register(tx: &mut Tx<'_>, loja: LojaId, name: &str) -> Result<i64, StoreError> {
    note(tx, loja, &BTreeSet::from([name]))?;
    find(tx, loja, name)?.ok_or_else(|| StoreError::Concurrency("a name vanished".to_owned()))
}

/// Notes the names of attributes.
pub(crate) fn note(tx: &mut Tx<'_>, loja: LojaId, names: &BTreeSet<&str>) -> Result<(), StoreError> {
    for (number, name) in new_names!(tx, loja, names, nomes_atributos, Sequence::Atributos) {
        let row = (
            nomes_atributos::aplicacao_id.eq(loja.aplicacao.0),
            nomes_atributos::loja_id.eq(loja.loja),
            nomes_atributos::atributo_num.eq(number),
            nomes_atributos::nome.eq(name),
        );
        on!(tx, c => diesel::insert_into(nomes_atributos::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(c))?;
    }
    Ok(())
}
