//! Leases and confirmations of queue items.

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::fila::{ENTREGAS_MAX, Recibo};
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::schema::eventos;
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{StoreError, Tx, insert, on};
use crate::events::queue::readers::{
    self, Consumidor, DEAD_OR_NOT, Fila, Item, QueueReader, Running, eventos_at, pedido_kinds,
};
use crate::{events as log, inventory};

/// Positions of the log that one transaction scans for order events, so that other writes are not held up.
const SWEEP: i64 = 20_000;
/// New events read besides those handed out: some may be held because their order has a leased event.
const SLACK: i64 = 50;
/// Seconds between updates of `visto_em`, so that polling an empty queue mostly writes nothing.
const SEEN_EVERY: i64 = 10;

/// Where a new reader starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inicio {
    /// At the first event that is kept.
    Inicio,
    /// Behind the last one.
    Agora,
}

/// A request for items.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Most events.
    pub quantidade: i64,
    /// Duration of the lease, in seconds.
    pub visibilidade: i64,
    /// Where it starts when it is new.
    pub inicio: Inicio,
    /// The time.
    pub agora: Instante,
}

/// An event handed out.
#[derive(Debug, Clone, PartialEq)]
pub struct Leased {
    /// The event.
    pub item: Item,
    /// What confirms this handing out.
    pub recibo: Recibo,
}

/// Result of [`lease`].
#[derive(Debug, Clone, PartialEq)]
pub struct Entrega {
    /// The events, in the order of their positions.
    pub itens: Vec<Leased>,
    /// There is more of the log to scan. Meaningful only without events.
    pub has_more: bool,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = fila_itens, treat_none_as_default_value = false)]
struct FilaItemRow {
    aplicacao_id: i32,
    consumidor_id: i32,
    posicao: i64,
    pedido_id: i64,
    entregas: i32,
    vez: i32,
    arrendado_ate: i64,
    morto: bool,
    /// Part of the receipt; 0 before the first delivery.
    acaso: i64,
}

impl FilaItemRow {
    /// Taken over, and not handed out yet.
    fn new(consumidor: &Consumidor, posicao: i64, pedido_id: i64) -> Self {
        Self {
            aplicacao_id: consumidor.aplicacao_id,
            consumidor_id: consumidor.consumidor_id,
            posicao,
            pedido_id,
            entregas: 0,
            vez: 0,
            arrendado_ate: 0,
            morto: false,
            acaso: 0,
        }
    }

    /// The same, handed out once more.
    fn entregue(self, lease: Lease) -> Self {
        Self {
            entregas: self.entregas + 1,
            vez: self.vez + 1,
            arrendado_ate: lease.until.micros(),
            acaso: lease.acaso,
            ..self
        }
    }
}

/// What all items leased by one request share.
#[derive(Clone, Copy)]
struct Lease {
    until: Instante,
    acaso: i64,
}

/// New items from a range of the log: free to be leased, or held.
struct NewItems {
    free: Vec<FilaItemRow>,
    held: Vec<FilaItemRow>,
    /// Position up to which the log has been scanned.
    ate: i64,
}

/// Leases events to a reader. Those whose lease has ended come first, then new ones; an event whose order has
/// an earlier event under a running lease waits for it. An item leased [`ENTREGAS_MAX`] times without
/// confirmation is dead.
pub fn lease(tx: &mut Tx<'_>, reader: QueueReader<'_>, wanted: Wanted) -> Result<Entrega, StoreError> {
    let (first, last) = log::extremes(tx, reader.fila.aplicacao)?;
    let start = if wanted.inicio == Inicio::Agora { last } else { 0 };
    let mut consumidor = readers::lock_or_create(tx, reader, start, wanted.agora)?;
    let stored = (consumidor.posicao, consumidor.visto_em);
    let last = back_to_the_end(tx, &mut consumidor, last)?;
    clean_up(tx, &consumidor, first, wanted.agora)?;

    let until = wanted.agora.plus_seconds(wanted.visibilidade);
    let lease = Lease { until, acaso: rand::random() };
    let back: Vec<FilaItemRow> =
        available(tx, &consumidor, wanted)?.into_iter().map(|l| l.entregue(lease)).collect();
    let lacking = wanted.quantidade - back.len() as i64;
    consumidor.posicao = consumidor.posicao.max(first - 1);
    let mut added = NewItems { free: Vec::new(), held: Vec::new(), ate: consumidor.posicao };
    if lacking > 0 {
        added = take(tx, &consumidor, last, lacking, wanted.agora)?;
    }
    consumidor.posicao = added.ate;
    let free: Vec<FilaItemRow> = added.free.into_iter().map(|l| l.entregue(lease)).collect();

    redeliver(tx, &consumidor, &back, lease)?;
    insert!(tx, fila_itens::table, free.iter().chain(&added.held));
    // also when the last time was written by a clock that was ahead
    if (wanted.agora.micros() - consumidor.visto_em).abs() >= SEEN_EVERY * 1_000_000 {
        consumidor.visto_em = wanted.agora.micros();
    }
    if stored != (consumidor.posicao, consumidor.visto_em) {
        readers::write(tx, &consumidor)?;
    }
    let itens = assemble(tx, reader, back.into_iter().chain(free).collect())?;
    Ok(Entrega { itens, has_more: consumidor.posicao < last })
}

/// A reader beyond the end of the log has read a log that was replaced, as by a backup: it continues at the
/// end of the new log, with a warning. Returns the log's last position.
fn back_to_the_end(tx: &mut Tx<'_>, consumidor: &mut Consumidor, last: i64) -> Result<i64, StoreError> {
    if consumidor.posicao <= last {
        return Ok(last);
    }
    // the log may have grown while this one waited for the reader
    let (_, last) = log::extremes(tx, AplicacaoId(consumidor.aplicacao_id))?;
    if consumidor.posicao > last {
        tracing::warn!(
            application = consumidor.aplicacao_id,
            reader = consumidor.consumidor_id,
            place = consumidor.posicao,
            end = last,
            "a reader of the order queue stood behind the end of the log: it goes on from the end"
        );
        consumidor.posicao = last;
        forget_beyond(tx, consumidor, last)?;
    }
    Ok(last)
}

/// Deletes items at positions that the log does not have yet.
fn forget_beyond(tx: &mut Tx<'_>, consumidor: &Consumidor, last: i64) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.gt(last)))
        .execute(c))?;
    Ok(())
}

/// Deletes items whose events were pruned, and marks those leased too often as dead.
fn clean_up(tx: &mut Tx<'_>, consumidor: &Consumidor, first: i64, now: Instante) -> Result<(), StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let running = Running::at(now);
    on!(tx, c => {
        diesel::delete(fila_itens::table
            .filter(dsl::aplicacao_id.eq(a))
            .filter(dsl::consumidor_id.eq(n))
            .filter(dsl::morto.eq_any(DEAD_OR_NOT))
            .filter(dsl::posicao.lt(first)))
            .execute(c)?;
        diesel::update(fila_itens::table
            .filter(dsl::aplicacao_id.eq(a))
            .filter(dsl::consumidor_id.eq(n))
            .filter(dsl::morto.eq(false))
            .filter(dsl::entregas.ge(ENTREGAS_MAX))
            .filter(not(dsl::arrendado_ate.between(running.first, running.last))))
            .set(dsl::morto.eq(true))
            .execute(c)?;
    });
    Ok(())
}

/// Items that wait or came back, and are not held by an earlier event of their order.
fn available(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    wanted: Wanted,
) -> Result<Vec<FilaItemRow>, StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let running = Running::at(wanted.agora);
    let previous = diesel::alias!(fila_itens as previous);
    Ok(on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq(false))
        .filter(not(dsl::arrendado_ate.between(running.first, running.last)))
        .filter(not(exists(previous
            .filter(previous.field(dsl::aplicacao_id).eq(a))
            .filter(previous.field(dsl::consumidor_id).eq(n))
            .filter(previous.field(dsl::pedido_id).eq(dsl::pedido_id))
            .filter(previous.field(dsl::posicao).lt(dsl::posicao))
            .filter(previous.field(dsl::morto).eq(false))
            .filter(previous.field(dsl::arrendado_ate).between(running.first, running.last)))))
        .order(dsl::posicao)
        .limit(wanted.quantidade)
        .select(FilaItemRow::as_select())
        .load(c))?)
}

/// New events after the reader's position, at most `count` of them free.
fn take(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    last: i64,
    count: i64,
    now: Instante,
) -> Result<NewItems, StoreError> {
    let end = last.min(consumidor.posicao.saturating_add(SWEEP));
    let limit = count + SLACK;
    let found: Vec<(i64, i64)> = on!(tx, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(consumidor.aplicacao_id))
            .filter(eventos::posicao.gt(consumidor.posicao))
            .filter(eventos::posicao.le(end))
            .filter(eventos::tipo.eq_any(pedido_kinds()))
            .into_boxed();
        if consumidor.loja_id != 0 {
            q = q.filter(eventos::loja_id.eq(consumidor.loja_id));
        }
        q.order(eventos::posicao).limit(limit).select((eventos::posicao, eventos::assunto)).load(c)?
    });
    let held = held(tx, consumidor, &found, now)?;
    let all_seen = (found.len() as i64) < limit;
    let mut added = NewItems { free: Vec::new(), held: Vec::new(), ate: end.max(consumidor.posicao) };
    for (i, (posicao, pedido)) in found.iter().enumerate() {
        let row = FilaItemRow::new(consumidor, *posicao, *pedido);
        if held.contains(pedido) {
            added.held.push(row)
        } else {
            added.free.push(row)
        }
        let last_seen = i + 1 == found.len();
        if added.free.len() as i64 == count || (last_seen && !all_seen) {
            added.ate = *posicao;
            break;
        }
    }
    Ok(added)
}

/// Orders among those found that have an event under a running lease.
fn held(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    found: &[(i64, i64)],
    now: Instante,
) -> Result<HashSet<i64>, StoreError> {
    if found.is_empty() {
        return Ok(HashSet::new());
    }
    let running = Running::at(now);
    let pedidos: HashSet<i64> = found.iter().map(|(_, pedido)| *pedido).collect();
    let held: Vec<i64> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::pedido_id.eq_any(pedidos))
        // not `eq(false)`: SQLite would walk that part of the key instead of the orders' index
        .filter(dsl::morto.ne(true))
        .filter(dsl::arrendado_ate.between(running.first, running.last))
        .select(dsl::pedido_id)
        .load(c))?;
    Ok(held.into_iter().collect())
}

/// Leases items that came back.
fn redeliver(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    rows: &[FilaItemRow],
    lease: Lease,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    on!(tx, c => diesel::update(fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq(false))
        .filter(dsl::posicao.eq_any(rows.iter().map(|row| row.posicao))))
        .set((
            dsl::entregas.eq(dsl::entregas + 1),
            dsl::vez.eq(dsl::vez + 1),
            dsl::arrendado_ate.eq(lease.until.micros()),
            dsl::acaso.eq(lease.acaso),
        ))
        .execute(c))?;
    Ok(())
}

/// The leased rows with their events. All events exist: items of pruned ones were deleted by [`clean_up`].
fn assemble(
    tx: &mut Tx<'_>,
    reader: QueueReader<'_>,
    rows: Vec<FilaItemRow>,
) -> Result<Vec<Leased>, StoreError> {
    let posicoes: Vec<i64> = rows.iter().map(|row| row.posicao).collect();
    let mut eventos = eventos_at(tx, reader.fila.aplicacao, &posicoes)?;
    let mut itens: Vec<Leased> = rows
        .into_iter()
        .filter_map(|row| {
            let evento = eventos.remove(&row.posicao)?;
            let (consumidor, acaso) = (row.consumidor_id, Some(row.acaso));
            let recibo = Recibo { consumidor, posicao: row.posicao, vez: row.vez, acaso };
            Some(Leased { item: Item { evento, entregas: row.entregas }, recibo })
        })
        .collect();
    itens.sort_by_key(|leased| leased.recibo.posicao);
    Ok(itens)
}

/// Outcome of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmOutcome {
    /// The event is done with, now or already before; also after the lease, as long as nobody else got it.
    Confirmed,
    /// The event has been handed out again since.
    Expired,
    /// No reader of this queue was ever given it.
    Unknown,
}

/// Confirms events. Without a user, receipts of every queue of the application are taken.
pub fn confirm(tx: &mut Tx<'_>, fila: Fila, recibos: &[Recibo]) -> Result<Vec<ConfirmOutcome>, StoreError> {
    let numbers: Vec<i32> =
        recibos.iter().map(|recibo| recibo.consumidor).collect::<BTreeSet<_>>().into_iter().collect();
    let mut outcomes = HashMap::new();
    for consumidor in readers::lock_all(tx, fila, &numbers)? {
        let its: Vec<Recibo> =
            recibos.iter().copied().filter(|r| r.consumidor == consumidor.consumidor_id).collect();
        outcomes.extend(confirm_of(tx, &consumidor, &its)?);
    }
    let of = |recibo: &Recibo| outcomes.get(recibo).copied().unwrap_or(ConfirmOutcome::Unknown);
    Ok(recibos.iter().map(of).collect())
}

fn confirm_of(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    recibos: &[Recibo],
) -> Result<HashMap<Recibo, ConfirmOutcome>, StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let times: HashMap<i64, (i32, i64)> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(recibos.iter().map(|recibo| recibo.posicao)))
        .select((dsl::posicao, dsl::vez, dsl::acaso))
        .load::<(i64, i32, i64)>(c))?
    .into_iter()
    .map(|(posicao, vez, acaso)| (posicao, (vez, acaso)))
    .collect();
    let outcomes: HashMap<Recibo, ConfirmOutcome> = recibos
        .iter()
        .map(|recibo| {
            let done = match times.get(&recibo.posicao) {
                // the number drawn with the delivery must match
                Some((turn, acaso)) if *turn == recibo.vez && Some(*acaso) == recibo.acaso => {
                    ConfirmOutcome::Confirmed
                }
                Some((turn, _)) if *turn > recibo.vez => ConfirmOutcome::Expired,
                // taken over and not there any more: confirmed before
                None if recibo.posicao <= consumidor.posicao => ConfirmOutcome::Confirmed,
                _ => ConfirmOutcome::Unknown,
            };
            (*recibo, done)
        })
        .collect();
    let confirmed = outcomes.iter().filter(|(_, done)| **done == ConfirmOutcome::Confirmed);
    let posicoes: Vec<i64> = confirmed.map(|(recibo, _)| recibo.posicao).collect();
    inventory::take_over_of(tx, AplicacaoId(a), &posicoes)?;
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(posicoes)))
        .execute(c))?;
    Ok(outcomes)
}
