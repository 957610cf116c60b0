//! Anonymisation of orders: removes the data of the buyer and keeps the rest.

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::evento::{Change, Detalhe};
use domain::interface_b::registro::Observacao;
use domain::pedido::{ANONYMISED_AVISO, NotaFiscal, Rastreio};
use domain::titular::Titular;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::canais;
use crate::base::sequences::{Sequence, next_many};
use crate::base::stored;
use crate::base::{Conn, StoreError, Tx, of_store, on};
use crate::events::{self, NewEvento};
use crate::orders::buyers::numbers;
use crate::orders::history::{self, Detalhes, LineDetails, Progress};
use crate::orders::rows::PedidoColumns;
use crate::orders::sql;
use crate::orders::text_search::forget_names;
use crate::orders::whole::{self, WholeOrder};

/// Anonymises orders of a store, those that still name the person; returns how many. Copies elsewhere (stored
/// responses of repeated requests, replies to deliveries) have to be deleted first: afterwards nothing tells whose
/// they are.
///
/// Each order gets a new buyer's number, like an order without document and e-mail, and a new `alterado_em`, which
/// makes cached records of it outdated on all servers.
pub fn anonymise(
    tx: &mut Tx<'_>,
    loja: LojaId,
    titular: &Titular,
    ids: &[PedidoId],
    whole_buyers: &HashSet<i64>,
) -> Result<usize, StoreError> {
    let ids: BTreeSet<i64> = ids.iter().map(|id| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    sql::lock(tx, loja, &ids)?;
    let mut orders = whole::read(tx, loja, &ids)?;
    orders.retain(|order| titular.is(&order.pedido.usuario));
    let new_numbers = next_many(tx, Sequence::Compradores, orders.len())?;
    let channels = channels(tx, loja, &orders)?;
    let mut last = Instante::now();
    let mut events = Vec::with_capacity(orders.len());
    let count = orders.len();
    for (order, number) in orders.into_iter().zip(new_numbers) {
        if whole_buyers.contains(&order.row.comprador_num) {
            numbers::forget(tx, loja, &order.pedido.usuario, order.row.comprador_num)?;
        }
        let now = Instante::now_after(Instante::from_micros(order.row.alterado_em));
        last = last.max(now);
        let (id, canal_num) = (PedidoId(order.row.pedido_id), order.row.canal_num);
        let status = stored::standing(order.row.status)?.status;
        events.push((id, canal_num, Change::PedidoDetalhe { status, detalhes: vec![Detalhe::Anonimizacao] }));
        write(tx, loja, order, number, now)?;
    }
    let events = events.into_iter().map(|(id, canal_num, change)| NewEvento {
        assunto: id.0,
        canal: channels.get(&canal_num).map(String::as_str),
        sku: None,
        change,
    });
    events::record(tx, loja, last, events)?;
    Ok(count)
}

/// Deletes the person's numbers that no order refers to; returns how many were deleted.
pub fn forget_numbers(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<usize, StoreError> {
    numbers::forget_titular(tx, aplicacao, titular)
}

impl Detalhes {
    fn anonymised(self) -> Self {
        Self {
            nota_fiscal: self.nota_fiscal.map(NotaFiscal::anonymised),
            rastreio: self.rastreio.map(Rastreio::anonymised),
        }
    }
}

/// The `canalId` of each channel of the orders, for events.
fn channels(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[WholeOrder],
) -> Result<HashMap<i32, String>, StoreError> {
    let numbers: BTreeSet<i32> = orders.iter().map(|order| order.row.canal_num).collect();
    let found: Vec<(i32, String)> = on!(conn, c => of_store!(canais, loja)
        .filter(canais::canal_num.eq_any(numbers))
        .select((canais::canal_num, canais::canal_id))
        .load(c))?;
    Ok(found.into_iter().collect())
}

fn write(
    tx: &mut Tx<'_>,
    loja: LojaId,
    order: WholeOrder,
    number: i64,
    now: Instante,
) -> Result<(), StoreError> {
    let before = order.row.counted_state();
    forget_names(tx, loja, order.id(), &order.pedido.usuario.name_words())?;
    let WholeOrder { row, pedido, progress, catalogo, observacoes } = order;
    let anonymous = WholeOrder {
        progress: anonymised(progress, &row, now)?,
        row: PedidoColumns {
            comprador_num: number,
            email: String::new(),
            empresa: None,
            alterado_em: now.micros(),
            ..row
        },
        pedido: pedido.anonymised(),
        catalogo,
        observacoes: observacoes.map(|all| all.into_iter().map(Observacao::anonymised).collect()),
    };
    anonymous.write(tx, loja, before)
}

/// Removes free texts, and adds an entry about the anonymisation to the history.
fn anonymised(progress: Progress, row: &PedidoColumns, now: Instante) -> Result<Progress, StoreError> {
    let Progress { detalhes, itens, historico } = progress;
    let standing = stored::standing(row.status)?;
    let entry = history::notice(standing, now, vec![ANONYMISED_AVISO.to_owned()]);
    let anonymous = historico.into_iter().map(|entry| entry.anonymised());
    let lines: LineDetails = itens.into_iter().map(|(index, own)| (index, own.anonymised())).collect();
    let historico = anonymous.chain(std::iter::once(entry)).collect();
    Ok(Progress { detalhes: detalhes.anonymised(), itens: lines, historico })
}
