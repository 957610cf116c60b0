//! The names of a store's attributes: noted when a SKU first has one, so that they can be listed without
//! looking at every SKU. A name stays when no SKU has it any more.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::naming::new_names;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::nomes_atributos;
use crate::base::sequences::Sequence;
use crate::base::{Conn, Tx, of_store, on};

/// The names, in the order in which they were first used.
pub fn list(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<String>, StoreError> {
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
    page.page(rows, total, |(num, _)| [*num, 0], |(_, name)| Ok(name))
}

/// Whether a SKU has, or had, an attribute of this name.
pub fn known(conn: &mut Conn<'_>, loja: LojaId, name: &str) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(of_store!(nomes_atributos, loja)
        .filter(nomes_atributos::nome.eq(name))))
        .get_result(c))?)
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
