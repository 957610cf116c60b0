//! What a move finds: the orders as they are, locked.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::pedido::{Lines, Standing};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::CountedState;
use crate::base::StoreError;
use crate::base::schema::{canais, pedido_documentos, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, Tx, load_by_key};
use crate::orders::order::PedidoRow;
use crate::orders::progress::Progress;
use crate::orders::rows::Movable;
use crate::orders::statements;

/// Keeps other moves of the same order waiting until this transaction ends.
pub fn exclusive(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<(), StoreError> {
    statements::lock(tx, loja, &[id.0])
}

/// An order as a move finds it, and as it leaves it.
pub(super) struct Current {
    pub movable: Movable,
    pub canal_id: String,
    pub estado: CountedState,
    pub pedido: PedidoRow,
    pub standing: Standing,
    pub lines: Lines,
    pub progress: Progress,
}

type Fixed = (i64, i32, i64, i64, String);
type Found = (Movable, Fixed, Packed, Packed);

/// The orders that are there, by number.
pub(super) fn current_orders(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<HashMap<i64, Current>, StoreError> {
    let found_rows: Vec<Found> = load_by_key!(conn, pedidos::pedido_id, ids, |of_them| pedidos::table
        .inner_join(
            pedido_documentos::table.on(pedido_documentos::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
                .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id))),
        )
        .inner_join(
            canais::table.on(canais::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(canais::loja_id.eq(pedidos::loja_id))
                .and(canais::canal_num.eq(pedidos::canal_num))),
        )
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            Movable::as_select(),
            (
                pedidos::pedido_id,
                pedidos::forma_pagamento,
                pedidos::data,
                pedidos::criado_em,
                canais::canal_id,
            ),
            pedido_documentos::documento,
            pedido_documentos::andamento,
        )));
    found_rows.into_iter().map(|found| Ok((found.1.0, Current::read(found)?))).collect()
}

impl Current {
    /// Where it and its items stand.
    pub fn stands(&self) -> (Standing, Lines) {
        (self.standing, self.lines.clone())
    }

    fn read(found: Found) -> Result<Self, StoreError> {
        let (movable, (id, forma, data, criado_em, canal_id), documento, andamento) = found;
        let standing = stored::standing(movable.status)?;
        let estado = CountedState {
            status: movable.status,
            forma,
            data,
            data_pagamento: movable.data_pagamento,
            status_em: movable.status_em,
            alterado_em: movable.alterado_em,
            criado_em,
            pendente: !movable.integrado,
        };
        let pedido = PedidoRow {
            pedido_id: PedidoId(id),
            status: standing.status,
            documento: documento.document_of(PedidoId(id))?,
            alterado_em: Instante::from_micros(movable.alterado_em),
        };
        let progress = Progress::read(&andamento)?;
        let lines = stored::lines(movable.itens.as_deref())?;
        Ok(Self { movable, canal_id, estado, pedido, standing, lines, progress })
    }
}
