//! What a move finds: the orders as they are, locked.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::pedido::{Lines, Standing};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::super::order::{Detalhes, LineDetails, PedidoRow};
use super::super::rows::Movable;
use super::super::statements;
use crate::base::CountedState;
use crate::base::StoreError;
use crate::base::schema::{canais, pedido_documentos, pedido_historico, pedidos};
use crate::base::stored;
use crate::base::{Conn, DOCUMENTO, Packed, Tx, load_by_key};

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
    pub detalhes: Detalhes,
    pub line_details: LineDetails,
    /// Number of the last entry of its history.
    pub seq: i32,
}

type Fixed = (i64, i32, i64, i64, String);
type Details = (Option<String>, Option<String>, Option<String>);
type Found = (Movable, Fixed, Packed, Details, Option<i32>);

/// The orders that are there, by number.
pub(super) fn current_ones(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<HashMap<i64, Current>, StoreError> {
    let found_ones: Vec<Found> = load_by_key!(conn, pedidos::pedido_id, ids, |of_them| pedidos::table
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
            DOCUMENTO,
            (pedido_documentos::nota_fiscal, pedido_documentos::rastreio, pedido_documentos::itens),
            pedido_historico::table
                .filter(pedido_historico::aplicacao_id.eq(pedidos::aplicacao_id))
                .filter(pedido_historico::loja_id.eq(pedidos::loja_id))
                .filter(pedido_historico::pedido_id.eq(pedidos::pedido_id))
                .select(diesel::dsl::max(pedido_historico::seq))
                .single_value(),
        )));
    found_ones
        .into_iter()
        .map(|found| Current::read(found).map(|current| (current.pedido.pedido_id.0, current)))
        .collect()
}

impl Current {
    /// Where it and its items stand.
    pub fn stands(&self) -> (Standing, Lines) {
        (self.standing, self.lines.clone())
    }

    fn read(found: Found) -> Result<Self, StoreError> {
        let (movable, (id, forma, data, criado_em, canal_id), documento, details, seq) = found;
        let (nota_fiscal, rastreio, itens) = details;
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
        let detalhes = Detalhes::read(nota_fiscal, rastreio)?;
        let lines = stored::lines(movable.itens.as_deref())?;
        let line_details = Detalhes::read_lines(itens.as_ref())?;
        let seq = seq.unwrap_or(0);
        Ok(Self { movable, canal_id, estado, pedido, standing, lines, detalhes, line_details, seq })
    }
}
