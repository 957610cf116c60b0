//! What moves leave: the orders' rows, their documents, what has come along.

use diesel::prelude::*;
use domain::pedido::Content;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::{BindValue, Packed, Statement, Tx, on};
use crate::orders::movement::reading::Current;
use crate::orders::rows::Moved;
use crate::orders::statements;

/// Writes what has changed of orders.
pub(super) fn write(tx: &mut Tx<'_>, loja: LojaId, changed: &[Current]) -> Result<(), StoreError> {
    let moved: Vec<Moved<'_>> = changed
        .iter()
        .map(|current| {
            Ok(Moved {
                pedido_id: current.pedido.pedido_id.0,
                movable: &current.movable,
                documento: Packed::document(&Content::of_json(current.pedido.documento.clone())),
                andamento: current.progress.packed()?,
            })
        })
        .collect::<Result<_, StoreError>>()?;
    if statements::update_at_once(tx, loja, &moved)? {
        return Ok(());
    }
    moved.iter().try_for_each(|moved| one(tx, loja, moved))
}

fn one(tx: &mut Tx<'_>, loja: LojaId, moved: &Moved<'_>) -> Result<(), StoreError> {
    let movable = moved.movable;
    let key = [BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja), BindValue::I64(moved.pedido_id)];
    let [aplicacao, of_loja, pedido] = key;
    let row: Statement<'_, (), 11> = Statement::new(
        "UPDATE pedidos SET status = ?, status_em = ?, data_pagamento = ?, rastreado = ?, integrado = ?, \
         alterado_em = ?, transportadora = ?, itens = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            BindValue::I16(movable.status),
            BindValue::I64(movable.status_em),
            BindValue::NullableI64(movable.data_pagamento),
            BindValue::Boolean(movable.rastreado),
            BindValue::Boolean(movable.integrado),
            BindValue::I64(movable.alterado_em),
            BindValue::NullableStr(movable.transportadora.as_deref()),
            BindValue::NullableStr(movable.itens.as_deref()),
            aplicacao,
            of_loja,
            pedido,
        ],
    );
    let texts: Statement<'_, (), 5> = Statement::new(
        "UPDATE pedido_documentos SET documento = ?, andamento = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            BindValue::Bytes(moved.documento.as_bytes()),
            BindValue::Bytes(moved.andamento.as_bytes()),
            aplicacao,
            of_loja,
            pedido,
        ],
    );
    on!(tx, c => {
        row.execute(c)?;
        texts.execute(c)?;
    });
    Ok(())
}
