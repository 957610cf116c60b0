//! Buyers, read: who has which number.

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::values::ids::LojaId;

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::compradores;
use crate::base::{Conn, StoreError, on};
use crate::orders::compradores::row::key;

/// The numbers of a store's buyers, ascending: of those whom a document or an e-mail tells from others.
pub(crate) fn numbers(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<i64>, StoreError> {
    macro_rules! of_loja {
        () => {
            compradores::table
                .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
                .filter(compradores::loja_id.eq(loja.loja))
        };
    }
    let total: i64 = on!(conn, c => of_loja!().count().get_result(c))?;
    if total <= page.offset() {
        return Ok(Page { total, ..page.empty() });
    }
    let after = page.after().map_or(i64::MIN, |[number, _]| number);
    let rows: Vec<i64> = on!(conn, c => of_loja!()
        .filter(compradores::comprador_num.gt(after))
        .order(compradores::comprador_num)
        .select(compradores::comprador_num)
        .limit(page.limit())
        .offset(page.offset())
        .load(c))?;
    page.page(rows, total, |number| [*number, 0], Ok)
}

/// The number of the buyer with this CPF, CNPJ or e-mail.
pub(crate) fn number_of(
    conn: &mut Conn<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<Option<i64>, StoreError> {
    let Some(key) = key(comprador) else { return Ok(None) };
    Ok(on!(conn, c => compradores::table
        .find((loja.aplicacao.0, loja.loja, key))
        .select(compradores::comprador_num)
        .first(c)
        .optional())?)
}

/// True when a number is a buyer's that a document or an e-mail tells from others. An order that was
/// anonymised has a number that is nobody's.
pub(crate) fn known(conn: &mut Conn<'_>, loja: LojaId, number: i64) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        compradores::table
            .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
            .filter(compradores::loja_id.eq(loja.loja))
            .filter(compradores::comprador_num.eq(number))
    )).get_result(c))?)
}
