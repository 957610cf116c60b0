//! Rows of new orders by statements whose texts are the same for any number of them: one that names each
//! value of each row is prepared anew for every other number.

use diesel::sql_types::BigInt;
use domain::values::dates::Instante;

use crate::base::{Answering, CountedChange, OverLists, Pending, column};
use crate::events;
use crate::inventory;
use crate::orders::arrival::Arrival;
use crate::orders::counts;
use crate::orders::names::NameRow;
use crate::orders::parts::Parts;
use crate::orders::rows::{DocumentRow, ItemRow, PedidoColumns, RegistroInsert};

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

/// How orders that have arrived change the counts.
pub(super) fn changes(arrival: &Arrival<'_>) -> Vec<CountedChange> {
    let orders = arrival.orders.iter();
    let change = |(loja, parts, state): &(_, &Parts, _)| CountedChange {
        loja: *loja,
        id: parts.pedido_id().0,
        state: *state,
        count: 1,
    };
    orders.map(change).collect()
}

/// The statements that write all that hangs on new orders. They touch no row twice.
pub(super) fn statements<'a>(
    pending: &mut Pending,
    now: Instante,
    Arrival { orders, stock, events }: &'a Arrival<'_>,
    changes: &'a [CountedChange],
) -> Vec<OverLists<'a>> {
    let mut all = inventory::statements(now, stock);
    all.push(documents(&orders.iter().map(|(_, parts, _)| &parts.documento).collect::<Vec<_>>()));
    all.push(records(&orders.iter().map(|(_, parts, _)| &parts.registro).collect::<Vec<_>>()));
    all.push(items(&orders.iter().flat_map(|(_, parts, _)| &parts.itens).collect::<Vec<_>>()));
    all.push(names(&orders.iter().flat_map(|(_, parts, _)| &parts.names).collect::<Vec<_>>()));
    all.push(counts::append_statement(pending, changes));
    if !events.is_empty() {
        all.push(events::unplaced(now, events));
    }
    all
}

fn documents<'a>(rows: &[&'a DocumentRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.documento.as_bytes()),
        column(rows, |row| row.andamento.as_bytes()),
    ];
    OverLists { text: DOCUMENTS, lists }
}

fn records<'a>(rows: &[&'a RegistroInsert]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.registro.as_bytes()),
        column(rows, |row| row.registro_versao),
        column(rows, |row| row.catalogo.as_bytes()),
    ];
    OverLists { text: RECORDS, lists }
}

fn items<'a>(rows: &[&'a ItemRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku.as_str()),
        column(rows, |row| row.pedido_id),
    ];
    OverLists { text: ITEMS, lists }
}

/// Words of buyers' names; those that are there already stay.
fn names<'a>(rows: &[&'a NameRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.palavra.as_str()),
        column(rows, |row| row.pedido_id),
    ];
    OverLists { text: NAMES, lists }
}

const DOCUMENTS: &str = "INSERT INTO pedido_documentos (aplicacao_id, loja_id, pedido_id, documento, \
     andamento) SELECT * FROM unnest(?, ?, ?, ?, ?)";

const RECORDS: &str = "INSERT INTO pedido_registros (aplicacao_id, loja_id, pedido_id, registro, \
     registro_versao, catalogo) SELECT * FROM unnest(?, ?, ?, ?, ?, ?)";

const ITEMS: &str = "INSERT INTO pedido_itens (aplicacao_id, loja_id, sku, pedido_id) \
     SELECT * FROM unnest(?, ?, ?, ?)";

const NAMES: &str = "INSERT INTO pedido_nomes (aplicacao_id, loja_id, palavra, pedido_id) \
     SELECT * FROM unnest(?, ?, ?, ?) ON CONFLICT DO NOTHING";
