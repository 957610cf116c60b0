//! Rows of new orders by one statement, whose text is the same for any number of them: one that names each
//! value of each row is prepared anew for every other number.

use diesel::sql_types::BigInt;

use crate::base::{Answering, OverLists, column};
use crate::sales::pedidos::rows::PedidoColumns;

const INSERT: &str = "INSERT INTO pedidos (aplicacao_id, loja_id, pedido_id, canal_num, source_id, status, \
     forma_pagamento, data, data_pagamento, status_em, comprador_num, email, rastreado, integrado, \
     impressao, criado_em, alterado_em, total, itens, empresa) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, source_id, canal_num) DO NOTHING RETURNING pedido_id";

/// Inserts orders whose natural key is free; answers which.
pub(super) fn of(rows: &[PedidoColumns]) -> Answering<'_, BigInt> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.canal_num),
        column(rows, |row| row.source_id.as_str()),
        column(rows, |row| row.status),
        column(rows, |row| row.forma_pagamento),
        column(rows, |row| row.data),
        column(rows, |row| row.data_pagamento),
        column(rows, |row| row.status_em),
        column(rows, |row| row.comprador_num),
        column(rows, |row| row.email.as_str()),
        column(rows, |row| row.rastreado),
        column(rows, |row| row.integrado),
        column(rows, |row| row.impressao),
        column(rows, |row| row.criado_em),
        column(rows, |row| row.alterado_em),
        column(rows, |row| row.total),
        column(rows, |row| row.itens.as_deref()),
        column(rows, |row| row.empresa.as_deref()),
    ];
    OverLists { text: INSERT, lists }.answering()
}
