//! What of an order's row a record is put together from.

use diesel::prelude::*;

/// What of an order a record is put together from.
#[derive(Queryable)]
pub(in crate::orders) struct RegistroRow {
    pub pedido_id: i64,
    pub status: i16,
    pub canal_num: i32,
    pub data_pagamento: Option<i64>,
    pub comprador_num: i64,
    pub rastreado: bool,
    pub alterado_em: i64,
    pub transportadora: Option<String>,
    pub itens: Option<String>,
}

macro_rules! columns {
    () => {
        (
            pedidos::pedido_id,
            pedidos::status,
            pedidos::canal_num,
            pedidos::data_pagamento,
            pedidos::comprador_num,
            pedidos::rastreado,
            pedidos::alterado_em,
            pedidos::transportadora,
            pedidos::itens,
        )
    };
}
pub(in crate::orders) use columns;

/// Orders, or a join of them, with what is kept of their records.
macro_rules! with_record {
    ($orders:expr) => {
        $orders.inner_join(
            pedido_registros::table.on(pedido_registros::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_registros::loja_id.eq(pedidos::loja_id))
                .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))),
        )
    };
}
pub(in crate::orders) use with_record;
