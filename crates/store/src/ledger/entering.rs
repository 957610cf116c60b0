//! The statements that enter something, for those who write the stock itself: one by one on SQLite, together
//! on PostgreSQL.

use diesel::sql_types::BigInt;

use super::row::MovimentoRow;
use super::values::{joined, named};
use crate::base::{BindValue, OverLists, Statement, column};

/// Where an entry stands among all of them. They stand in the order in which they came.
pub(crate) type Place = i64;

/// Of so many entries of an account one is found by its number; the others by those that follow them.
const MARKED: i64 = 64;

/// Where the next entry will stand.
pub(crate) fn next_place() -> Statement<'static, (BigInt,), 0> {
    Statement::new("SELECT coalesce(max(posicao), 0) + 1 FROM estoque_movimentos", [])
}

/// An entry's columns, and in which row its account's last one is named. Where none is named, because the
/// SKU's centre was removed and has come back, say, it is the last one with a mark.
macro_rules! insert {
    ($named:literal) => {
        concat!(
            "INSERT INTO estoque_movimentos (posicao, aplicacao_id, loja_id, sku_num, centro_num, seq, data, \
             causa, pedido_id, estoque, estoque_variacao, reservado, reservado_variacao, marco, anterior) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, (SELECT ultimo_movimento FROM ",
            $named,
            "), (SELECT posicao FROM estoque_movimentos WHERE aplicacao_id = ? AND loja_id = ? \
             AND sku_num = ? AND centro_num = ? AND marco = 1 ORDER BY seq DESC LIMIT 1)))"
        )
    };
}

/// Puts an entry at a place, behind the one before: the last one, unless it is known. Of the centre that
/// every user has.
pub(crate) fn enter(row: &MovimentoRow, place: Place, before: Option<Place>) -> Statement<'static, (), 22> {
    let of = named(row.loja(), row.account());
    let [a, l, s, _] = of;
    Statement::new(
        insert!("skus WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"),
        joined(&[&columns(row, place, before), &[a, l, s], &of]),
    )
}

/// The same in another centre.
pub(crate) fn enter_elsewhere(
    row: &MovimentoRow,
    place: Place,
    before: Option<Place>,
) -> Statement<'static, (), 23> {
    let of = named(row.loja(), row.account());
    Statement::new(
        insert!("estoque_centros WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? AND centro_num = ?"),
        joined(&[&columns(row, place, before), &of, &of]),
    )
}

fn columns(row: &MovimentoRow, place: Place, before: Option<Place>) -> [BindValue<'static>; 15] {
    let [aplicacao, loja, sku, centro] = named(row.loja(), row.account());
    [
        BindValue::I64(place),
        aplicacao,
        loja,
        sku,
        centro,
        BindValue::I64(row.seq),
        BindValue::I64(row.data),
        BindValue::I16(row.causa),
        BindValue::NullableI64(row.pedido_id),
        BindValue::I32(row.estoque),
        BindValue::I64(row.estoque_variacao),
        BindValue::I64(row.reservado),
        BindValue::I64(row.reservado_variacao),
        BindValue::Boolean(row.seq % MARKED == 0),
        BindValue::NullableI64(before),
    ]
}

/// Enters many at once, where their key is all that leads to them.
pub(crate) fn enter_together(rows: &[MovimentoRow]) -> OverLists<'_> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku_num),
        column(rows, |row| row.centro_num),
        column(rows, |row| row.seq),
        column(rows, |row| row.data),
        column(rows, |row| row.causa),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.estoque),
        column(rows, |row| row.estoque_variacao),
        column(rows, |row| row.reservado),
        column(rows, |row| row.reservado_variacao),
    ];
    OverLists { text: MOVIMENTOS, lists }
}

const MOVIMENTOS: &str = "INSERT INTO estoque_movimentos (aplicacao_id, loja_id, sku_num, centro_num, seq, \
     data, causa, pedido_id, estoque, estoque_variacao, reservado, reservado_variacao) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
