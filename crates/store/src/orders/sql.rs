//! Statements that write orders, those of both databases under one another. On SQLite rows go one by one, by
//! statements that stay in the statement cache. On PostgreSQL each statement is a round trip and covers all
//! rows, given as one array per column (`OverLists`); several can be sent as one (`Together`).

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::{pedido_documentos, pedido_itens, pedido_nomes, pedido_registros, pedidos};
use crate::base::{
    Backend, BindValue, CountedChange, OverLists, Pending, Statement, StoreError, Together, Tx, column,
    insert, listed,
};
use crate::events;
use crate::inventory;
use crate::orders::counts;
use crate::orders::rows::{
    DocumentRow, ItemRow, MovableColumns, MovedRow, NameRow, NewOrderRows, NewOrders, PedidoColumns,
    RegistroInsert,
};

// The texts of the PostgreSQL statements are the same for any number of rows. A text that named each value of
// each row would be prepared again for every new number.

const INSERT_ORDERS: &str = "INSERT INTO pedidos (aplicacao_id, loja_id, pedido_id, canal_num, source_id, \
     status, forma_pagamento, data, data_pagamento, status_em, comprador_num, email, rastreado, integrado, \
     impressao, criado_em, alterado_em, total, itens, empresa) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, source_id, canal_num) DO NOTHING RETURNING pedido_id";

const INSERT_DOCUMENTS: &str = "INSERT INTO pedido_documentos (aplicacao_id, loja_id, pedido_id, documento, \
     andamento) SELECT * FROM unnest(?, ?, ?, ?, ?)";

const INSERT_RECORDS: &str = "INSERT INTO pedido_registros (aplicacao_id, loja_id, pedido_id, registro, \
     registro_versao, catalogo) SELECT * FROM unnest(?, ?, ?, ?, ?, ?)";

const INSERT_ITEMS: &str = "INSERT INTO pedido_itens (aplicacao_id, loja_id, sku, pedido_id) \
     SELECT * FROM unnest(?, ?, ?, ?)";

const INSERT_NAMES: &str = "INSERT INTO pedido_nomes (aplicacao_id, loja_id, palavra, pedido_id) \
     SELECT * FROM unnest(?, ?, ?, ?) ON CONFLICT DO NOTHING";

/// Inserts the rows of orders whose natural key is free; returns the numbers of those inserted.
pub(super) fn insert_orders(tx: &mut Tx<'_>, rows: &[PedidoColumns]) -> Result<Vec<i64>, StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => {
            let mut inserted = Vec::with_capacity(rows.len());
            for row in rows {
                let insert = diesel::insert_into(pedidos::table)
                    .values(row)
                    .on_conflict((
                        pedidos::aplicacao_id,
                        pedidos::loja_id,
                        pedidos::source_id,
                        pedidos::canal_num,
                    ))
                    .do_nothing()
                    .returning(pedidos::pedido_id);
                inserted.append(&mut insert.get_results(*c)?);
            }
            Ok(inserted)
        }
        Backend::Postgres(c) => {
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
            let insert = OverLists { text: INSERT_ORDERS, lists }.answering::<BigInt>();
            Ok(insert.load(*c)?)
        }
    }
}

/// Writes all that belongs to new orders besides their own rows: documents, records, items, name words,
/// stock, counts and events. On PostgreSQL in one round trip.
pub(super) fn insert_dependents(tx: &mut Tx<'_>, new: NewOrders<'_>) -> Result<(), StoreError> {
    if new.orders.is_empty() {
        return Ok(());
    }
    let now = tx.now();
    if let (Backend::Postgres(c), pending) = tx.split() {
        let changes = counted_changes(&new);
        let all = insert_statements(pending, now, &new, &changes);
        Together(all.iter().map(|one| one as _).collect()).execute(*c)?;
        return Ok(());
    }
    let NewOrders { orders, stock, events } = new;
    inventory::write(tx, stock)?;
    insert!(tx, pedido_documentos::table, orders.iter().map(|(_, parts, _)| &parts.documento));
    insert!(tx, pedido_registros::table, orders.iter().map(|(_, parts, _)| &parts.registro));
    insert!(tx, pedido_itens::table, orders.iter().flat_map(|(_, parts, _)| &parts.itens));
    insert!(tx, pedido_nomes::table, orders.iter().flat_map(|(_, parts, _)| &parts.names));
    for (loja, parts, state) in orders {
        counts::changed(tx, loja, parts.pedido_id(), None, Some(state));
    }
    events::append(tx, now, events)
}

/// The changes that new orders make to the counts.
fn counted_changes(new: &NewOrders<'_>) -> Vec<CountedChange> {
    let change = |(loja, parts, state): &(_, &NewOrderRows, _)| CountedChange {
        loja: *loja,
        id: parts.pedido_id().0,
        state: *state,
        count: 1,
    };
    new.orders.iter().map(change).collect()
}

/// The statements of [`insert_dependents`] on PostgreSQL. No two of them touch the same row.
fn insert_statements<'a>(
    pending: &mut Pending,
    now: Instante,
    NewOrders { orders, stock, events }: &'a NewOrders<'_>,
    changes: &'a [CountedChange],
) -> Vec<OverLists<'a>> {
    let mut all = inventory::statements(now, stock);
    all.push(insert_documents(&orders.iter().map(|(_, parts, _)| &parts.documento).collect::<Vec<_>>()));
    all.push(insert_records(&orders.iter().map(|(_, parts, _)| &parts.registro).collect::<Vec<_>>()));
    all.push(insert_items(&orders.iter().flat_map(|(_, parts, _)| &parts.itens).collect::<Vec<_>>()));
    all.push(insert_names(&orders.iter().flat_map(|(_, parts, _)| &parts.names).collect::<Vec<_>>()));
    all.push(counts::append_statement(pending, changes));
    if !events.is_empty() {
        // they get their positions in the log later
        all.push(events::unplaced(pending, now, events));
    }
    all
}

fn insert_documents<'a>(rows: &[&'a DocumentRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.documento.as_bytes()),
        column(rows, |row| row.andamento.as_bytes()),
    ];
    OverLists { text: INSERT_DOCUMENTS, lists }
}

fn insert_records<'a>(rows: &[&'a RegistroInsert]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.registro.as_bytes()),
        column(rows, |row| row.registro_versao),
        column(rows, |row| row.catalogo.as_bytes()),
    ];
    OverLists { text: INSERT_RECORDS, lists }
}

fn insert_items<'a>(rows: &[&'a ItemRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku.as_str()),
        column(rows, |row| row.pedido_id),
    ];
    OverLists { text: INSERT_ITEMS, lists }
}

fn insert_names<'a>(rows: &[&'a NameRow]) -> OverLists<'a> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.palavra.as_str()),
        column(rows, |row| row.pedido_id),
    ];
    OverLists { text: INSERT_NAMES, lists }
}

/// Locks orders until the transaction ends, so that other moves of them wait. SQLite has one writer and needs
/// no lock. On PostgreSQL rows are locked, because a batch would fill the server's table of advisory locks, and
/// in the order of their numbers, because two batches could deadlock otherwise.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    if let Backend::Postgres(c) = tx.either() {
        listed!(pedidos::pedido_id, ids, |of_them| pedidos::table
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(of_them)
            .order(pedidos::pedido_id)
            .select(pedidos::pedido_id)
            .for_no_key_update()
            .load::<i64>(*c)?);
    }
    Ok(())
}

/// Writes the rows and documents of orders that have moved. On PostgreSQL two statements cover all of them.
pub(super) fn update_moved(tx: &mut Tx<'_>, loja: LojaId, moved: &[MovedRow<'_>]) -> Result<(), StoreError> {
    match (tx.either(), moved) {
        (_, []) => Ok(()),
        (Backend::Sqlite(c), _) => moved.iter().try_for_each(|moved| {
            let (row, texts) = update_one(loja, moved);
            row.execute(*c)?;
            texts.execute(*c)?;
            Ok(())
        }),
        (Backend::Postgres(c), [moved]) => {
            let (row, texts) = update_one(loja, moved);
            row.execute(*c)?;
            texts.execute(*c)?;
            Ok(())
        }
        (Backend::Postgres(c), _) => update_many(c, loja, moved),
    }
}

/// The statements that update one order: its row and its texts.
fn update_one<'a>(loja: LojaId, moved: &'a MovedRow<'_>) -> (Statement<'a, (), 11>, Statement<'a, (), 5>) {
    let MovableColumns {
        status,
        status_em,
        data_pagamento,
        rastreado,
        integrado,
        alterado_em,
        transportadora,
        itens,
    } = moved.columns;
    let aplicacao = || BindValue::I32(loja.aplicacao.0);
    let of_loja = || BindValue::I32(loja.loja);
    let pedido = || BindValue::I64(moved.pedido_id);
    let row = Statement::new(
        "UPDATE pedidos SET status = ?, status_em = ?, data_pagamento = ?, rastreado = ?, integrado = ?, \
         alterado_em = ?, transportadora = ?, itens = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            BindValue::I16(*status),
            BindValue::I64(*status_em),
            BindValue::NullableI64(*data_pagamento),
            BindValue::Boolean(*rastreado),
            BindValue::Boolean(*integrado),
            BindValue::I64(*alterado_em),
            BindValue::NullableStr(transportadora.as_deref()),
            BindValue::NullableStr(itens.as_deref()),
            aplicacao(),
            of_loja(),
            pedido(),
        ],
    );
    let texts = Statement::new(
        "UPDATE pedido_documentos SET documento = ?, andamento = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            BindValue::Bytes(moved.documento.as_bytes()),
            BindValue::Bytes(moved.andamento.as_bytes()),
            aplicacao(),
            of_loja(),
            pedido(),
        ],
    );
    (row, texts)
}

fn update_many(c: &mut PgConnection, loja: LojaId, moved: &[MovedRow<'_>]) -> Result<(), StoreError> {
    macro_rules! values {
        ($value:expr) => {
            moved.iter().map($value).collect::<Vec<_>>()
        };
    }
    let ids = values!(|m| m.pedido_id);
    sql_query(
        "UPDATE pedidos p SET status = n.status, status_em = n.status_em, data_pagamento = n.data_pagamento, \
         rastreado = n.rastreado, integrado = n.integrado, alterado_em = n.alterado_em, \
         transportadora = n.transportadora, itens = n.itens \
         FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11) \
         AS n (pedido_id, status, status_em, data_pagamento, rastreado, integrado, alterado_em, \
         transportadora, itens) \
         WHERE p.aplicacao_id = $1 AND p.loja_id = $2 AND p.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<SmallInt>, _>(values!(|m| m.columns.status))
    .bind::<Array<BigInt>, _>(values!(|m| m.columns.status_em))
    .bind::<Array<Nullable<BigInt>>, _>(values!(|m| m.columns.data_pagamento))
    .bind::<Array<Bool>, _>(values!(|m| m.columns.rastreado))
    .bind::<Array<Bool>, _>(values!(|m| m.columns.integrado))
    .bind::<Array<BigInt>, _>(values!(|m| m.columns.alterado_em))
    .bind::<Array<Nullable<Text>>, _>(values!(|m| m.columns.transportadora.as_deref()))
    .bind::<Array<Nullable<Text>>, _>(values!(|m| m.columns.itens.as_deref()))
    .execute(c)?;
    sql_query(
        "UPDATE pedido_documentos d SET documento = n.documento, andamento = n.andamento \
         FROM unnest($3, $4, $5) AS n (pedido_id, documento, andamento) \
         WHERE d.aplicacao_id = $1 AND d.loja_id = $2 AND d.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<Binary>, _>(values!(|m| m.documento.as_bytes()))
    .bind::<Array<Binary>, _>(values!(|m| m.andamento.as_bytes()))
    .execute(c)?;
    Ok(())
}
