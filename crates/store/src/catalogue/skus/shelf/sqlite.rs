//! On SQLite: one writer, rows one by one.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::balance::Balance;
use super::rows::Rows;
use crate::base::schema::skus;
use crate::base::{BindValue, Statement, StoreError};
use crate::ledger::{Account, MovimentoRow, Place, enter, enter_elsewhere, next_place};

/// Some SKUs by their numbers.
pub(super) fn locked(
    c: &mut SqliteConnection,
    loja: LojaId,
    nums: &[i64],
) -> Result<Vec<Balance>, StoreError> {
    let mut found = Vec::with_capacity(nums.len());
    for num in nums {
        found.extend(
            skus::table
                .find((loja.aplicacao.0, loja.loja, *num))
                .select(Balance::as_select())
                .first(c)
                .optional()?,
        );
    }
    Ok(found)
}

/// [`locked`] by the codes.
pub(super) fn locked_by_code(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Balance>, StoreError> {
    let mut found = Vec::with_capacity(codes.len());
    for code in codes {
        let row = skus::table
            .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
            .filter(skus::loja_id.eq(loja.loja))
            .filter(skus::sku.eq(code))
            .select(Balance::as_select());
        found.extend(row.first(c).optional()?);
    }
    Ok(found)
}

/// Writes rows.
pub(super) fn write(c: &mut SqliteConnection, now: Instante, rows: &Rows) -> Result<(), StoreError> {
    let last = enter_all(c, &rows.movimentos)?;
    for (loja, row) in &rows.balances {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 10>::new(
            "UPDATE skus SET estoque = ?, reservado = ?, movimentos = ?, controle = ?, centros = ?, \
             alterado_em = ?, ultimo_movimento = coalesce(?, ultimo_movimento) \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                BindValue::I32(row.estoque),
                BindValue::I64(row.reservado),
                BindValue::I64(row.movimentos),
                BindValue::I16(row.controle),
                BindValue::I16(row.centros),
                BindValue::I64(now.micros()),
                BindValue::NullableI64(last.get(&(*loja, (row.sku_num, CENTRO_PADRAO))).copied()),
                aplicacao,
                of_loja,
                BindValue::I64(row.sku_num),
            ],
        )
        .execute(c)?;
    }
    for (loja, centro, row) in &rows.centros {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 8>::new(
            "INSERT INTO estoque_centros (aplicacao_id, loja_id, sku_num, centro_num, estoque, reservado, \
             movimentos, ultimo_movimento) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (aplicacao_id, loja_id, sku_num, centro_num) DO UPDATE SET \
             estoque = excluded.estoque, reservado = excluded.reservado, movimentos = excluded.movimentos, \
             ultimo_movimento = \
             coalesce(excluded.ultimo_movimento, estoque_centros.ultimo_movimento)",
            [
                aplicacao,
                of_loja,
                BindValue::I64(row.sku_num),
                BindValue::I32(*centro),
                BindValue::I32(row.estoque),
                BindValue::I64(row.reservado),
                BindValue::I64(row.movimentos),
                BindValue::NullableI64(last.get(&(*loja, (row.sku_num, *centro))).copied()),
            ],
        )
        .execute(c)?;
    }
    for row in &rows.reservas {
        Statement::<(), 11>::new(
            "INSERT INTO estoque_reservas (aplicacao_id, loja_id, sku_num, pedido_id, centro_num, linhas, \
             reservada, baixada, falta, assumida_em, encerrada) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) DO UPDATE SET \
             linhas = excluded.linhas, reservada = excluded.reservada, baixada = excluded.baixada, \
             falta = excluded.falta, \
             assumida_em = excluded.assumida_em, encerrada = excluded.encerrada",
            [
                BindValue::I32(row.aplicacao_id),
                BindValue::I32(row.loja_id),
                BindValue::I64(row.sku_num),
                BindValue::I64(row.pedido_id),
                BindValue::I32(row.centro_num),
                BindValue::NullableStr(row.linhas.as_deref()),
                BindValue::I64(row.reservada),
                BindValue::I64(row.baixada),
                BindValue::I64(row.falta),
                BindValue::NullableI64(row.assumida_em),
                BindValue::Boolean(row.encerrada),
            ],
        )
        .execute(c)?;
    }
    for (loja, key) in &rows.over {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 5>::new(
            "DELETE FROM estoque_reservas \
             WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ? AND sku_num = ? AND centro_num = ?",
            [
                aplicacao,
                of_loja,
                BindValue::I64(key.pedido_id),
                BindValue::I64(key.sku_num),
                BindValue::I32(key.centro_num),
            ],
        )
        .execute(c)?;
    }
    Ok(())
}

/// Where the last entry of each account stands, as its row is to say.
type Last = HashMap<(LojaId, Account), Place>;

/// Enters what has changed, behind what the accounts' rows name as the last.
fn enter_all(c: &mut SqliteConnection, rows: &[MovimentoRow]) -> Result<Last, StoreError> {
    let mut last = Last::with_capacity(rows.len());
    if rows.is_empty() {
        return Ok(last);
    }
    let (first,): (Place,) = next_place().get_result(c)?;
    for (row, place) in rows.iter().zip(first..) {
        let before = last.insert((row.loja(), row.account()), place);
        match row.centro_num {
            CENTRO_PADRAO => enter(row, place, before).execute(c)?,
            _ => enter_elsewhere(row, place, before).execute(c)?,
        };
    }
    Ok(last)
}

fn tenant(loja: LojaId) -> [BindValue<'static>; 2] {
    [BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)]
}
