//! A person's numbers: what a store's own system knows a buyer by.

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::titular::Titular;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{compradores, pedidos};
use crate::base::{Conn, StoreError, Tx, on};
use crate::orders::compradores::row::{CompradorKey, key};

/// The keys that a person may have: one by taxpayer number, one by e-mail.
fn keys(titular: &Titular) -> Vec<CompradorKey> {
    let by_cpf = Comprador { cpf: titular.documento.clone(), ..Comprador::default() };
    let by_cnpj = Comprador { cnpj: titular.documento.clone(), ..Comprador::default() };
    let by_email = Comprador { email: titular.email.clone(), ..Comprador::default() };
    [by_cpf, by_cnpj, by_email].iter().filter_map(key).collect()
}

/// The numbers that a person has in the stores of an application.
pub(crate) fn numbers_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<Vec<(LojaId, i64)>, StoreError> {
    let found: Vec<(i32, i64)> = on!(conn, c => compradores::table
        .filter(compradores::aplicacao_id.eq(aplicacao.0))
        .filter(compradores::chave.eq_any(keys(titular)))
        .select((compradores::loja_id, compradores::comprador_num))
        .load(c))?;
    Ok(found.into_iter().map(|(loja, num)| (LojaId { aplicacao, loja }, num)).collect())
}

/// Forgets that a buyer has a number.
pub(crate) fn forget(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
    number: i64,
) -> Result<(), StoreError> {
    let Some(key) = key(comprador) else { return Ok(()) };
    on!(tx, c => diesel::delete(compradores::table.find((loja.aplicacao.0, loja.loja, key)))
        .filter(compradores::comprador_num.eq(number))
        .execute(c))?;
    Ok(())
}

/// Forgets the person's own numbers, those that no order has any more; answers how many.
pub(crate) fn forget_titular(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<usize, StoreError> {
    let mut forgotten = 0;
    for (loja, number) in numbers_of(tx, aplicacao, titular)? {
        let used: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
            pedidos::table
                .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
                .filter(pedidos::loja_id.eq(loja.loja))
                .filter(pedidos::comprador_num.eq(number))
        )).get_result(c))?;
        if !used {
            forgotten += on!(tx, c => diesel::delete(compradores::table
                .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
                .filter(compradores::loja_id.eq(loja.loja))
                .filter(compradores::chave.eq_any(keys(titular)))
                .filter(compradores::comprador_num.eq(number)))
                .execute(c))?;
        }
    }
    Ok(forgotten)
}
