//! Texts of orders from before they were packed, packed now; what moves have brought, from before it was one
//! text, made one.
//!
//! In the background, store by store from the oldest order on. How far it has come stands in the database, so
//! that it goes on where it was cut off. It is packed outside of the transaction that writes: SQLite's one
//! writer has better things to do.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use super::progress::{self, PROGRESS, Progress};
use super::statements;
use crate::base::schema::{pedido_documentos, pedido_registros, pedidos, textos_pendentes};
use crate::base::{CATALOGO, Conn, DOCUMENTO, Form, Packed, REGISTRO, StoreError, Tx, load_by_key, on};

/// Orders that are packed in one go.
const ORDERS: i64 = 250;

/// Some orders of a store with their texts in few bytes.
#[derive(Debug)]
pub struct PackedOrders {
    loja: LojaId,
    /// Those behind this number were looked at,
    after: i64,
    /// up to this one; `None` when there were none.
    last: Option<i64>,
    documents: Vec<(i64, Packed)>,
    records: Vec<(i64, Packed, Packed)>,
    progress: Vec<(i64, Packed)>,
}

/// The next orders whose texts stand as they are, packed; `None` when no store has any left.
pub fn unpacked(conn: &mut Conn<'_>) -> Result<Option<PackedOrders>, StoreError> {
    let row: Option<(i32, i32, i64)> = on!(conn, c => textos_pendentes::table
        .order((textos_pendentes::aplicacao_id, textos_pendentes::loja_id))
        .select((textos_pendentes::aplicacao_id, textos_pendentes::loja_id, textos_pendentes::apos))
        .first(c)
        .optional())?;
    let Some((aplicacao, number, after)) = row else { return Ok(None) };
    let ids: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(aplicacao))
        .filter(pedidos::loja_id.eq(number))
        .filter(pedidos::pedido_id.gt(after))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .limit(ORDERS)
        .load(c))?;
    let documents: Vec<(i64, Packed)> =
        load_by_key!(conn, pedido_documentos::pedido_id, &ids, |of_them| pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(aplicacao))
            .filter(pedido_documentos::loja_id.eq(number))
            .filter(of_them)
            .filter(pedido_documentos::documento_zstd.is_null())
            .select((pedido_documentos::pedido_id, DOCUMENTO)));
    let records: Vec<(i64, Packed, Packed)> =
        load_by_key!(conn, pedido_registros::pedido_id, &ids, |of_them| pedido_registros::table
            .filter(pedido_registros::aplicacao_id.eq(aplicacao))
            .filter(pedido_registros::loja_id.eq(number))
            .filter(of_them)
            .filter(pedido_registros::registro_zstd.is_null().or(pedido_registros::catalogo_zstd.is_null()))
            .select((pedido_registros::pedido_id, REGISTRO, CATALOGO)));
    let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja: number };
    Ok(Some(PackedOrders {
        loja,
        progress: older_progress(conn, loja, &ids)?,
        after,
        last: ids.last().copied(),
        documents: documents.into_iter().map(|(id, text)| (id, Packed::of_document(&text.plain))).collect(),
        records: records
            .into_iter()
            .map(|(id, registro, catalogo)| {
                (id, packed(Form::Registro, registro), packed(Form::Catalogo, catalogo))
            })
            .collect(),
    }))
}

/// What moves have brought into those of the orders where an older version has written it.
fn older_progress(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<(i64, Packed)>, StoreError> {
    let older: Vec<(i64, progress::Columns)> =
        load_by_key!(conn, pedido_documentos::pedido_id, ids, |of_them| pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(of_them)
            .filter(pedido_documentos::andamento.eq(""))
            .filter(pedido_documentos::andamento_zstd.is_null())
            .select((pedido_documentos::pedido_id, PROGRESS)));
    let ids: Vec<i64> = older.iter().map(|(id, _)| *id).collect();
    let mut entries = progress::entries(conn, loja, &ids)?;
    let packed = |(id, columns): (i64, progress::Columns)| {
        let progress: Progress = columns.read(&entries.remove(&id).unwrap_or_default())?;
        Ok((id, progress.packed()?))
    };
    older.into_iter().map(packed).collect()
}

fn packed(form: Form, text: Packed) -> Packed {
    if text.is_plain() { Packed::new(form, text.plain) } else { text }
}

/// Writes what was packed over what stands as it is; answers of how many orders. What somebody else has
/// written meanwhile stays.
pub fn pack_up(tx: &mut Tx<'_>, orders: &PackedOrders) -> Result<usize, StoreError> {
    let PackedOrders { loja, after, last, documents, records, progress } = orders;
    let (aplicacao, number) = (loja.aplicacao.0, loja.loja);
    let place = textos_pendentes::table.find((aplicacao, number)).filter(textos_pendentes::apos.eq(after));
    let taken = on!(tx, c => match last {
        Some(last) => diesel::update(place).set(textos_pendentes::apos.eq(last)).execute(c),
        None => diesel::delete(place).execute(c),
    })?;
    if taken == 0 {
        // another server has done them
        return Ok(0);
    }
    // a move that is under way has the history to itself; before anything is written, as moves lock, too
    let ids: Vec<i64> = progress.iter().map(|(id, _)| *id).collect();
    statements::lock(tx, *loja, &ids)?;
    let mut written = BTreeSet::new();
    for (id, text) in documents {
        let rows = on!(tx, c => diesel::update(pedido_documentos::table.find((aplicacao, number, id)))
            .filter(pedido_documentos::documento_zstd.is_null())
            .set((
                pedido_documentos::documento.eq(&text.plain),
                pedido_documentos::documento_zstd.eq(&text.bytes),
            ))
            .execute(c))?;
        written.extend((rows > 0).then_some(*id));
    }
    for (id, registro, catalogo) in records {
        let rows = on!(tx, c => diesel::update(pedido_registros::table.find((aplicacao, number, id)))
            .filter(pedido_registros::registro_zstd.is_null())
            .set((
                pedido_registros::registro.eq(&registro.plain),
                pedido_registros::registro_zstd.eq(&registro.bytes),
            ))
            .execute(c))?;
        let others = on!(tx, c => diesel::update(pedido_registros::table.find((aplicacao, number, id)))
            .filter(pedido_registros::catalogo_zstd.is_null())
            .set((
                pedido_registros::catalogo.eq(&catalogo.plain),
                pedido_registros::catalogo_zstd.eq(&catalogo.bytes),
            ))
            .execute(c))?;
        written.extend((rows + others > 0).then_some(*id));
    }
    written.extend(gather_progress(tx, *loja, progress)?);
    Ok(written.len())
}

/// Writes into one text what an older version has written in several places; answers of which orders.
fn gather_progress(
    tx: &mut Tx<'_>,
    loja: LojaId,
    progress: &[(i64, Packed)],
) -> Result<Vec<i64>, StoreError> {
    let (aplicacao, number) = (loja.aplicacao.0, loja.loja);
    let mut written = Vec::with_capacity(progress.len());
    for (id, text) in progress {
        let rows = on!(tx, c => diesel::update(pedido_documentos::table.find((aplicacao, number, id)))
            .filter(pedido_documentos::andamento.eq(""))
            .filter(pedido_documentos::andamento_zstd.is_null())
            .set((
                pedido_documentos::andamento.eq(&text.plain),
                pedido_documentos::andamento_zstd.eq(&text.bytes),
                pedido_documentos::nota_fiscal.eq(None::<String>),
                pedido_documentos::rastreio.eq(None::<String>),
                pedido_documentos::itens.eq(None::<String>),
            ))
            .execute(c))?;
        written.extend((rows > 0).then_some(*id));
    }
    progress::forget_entries(tx, loja, &written)?;
    Ok(written)
}
