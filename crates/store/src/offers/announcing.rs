//! Emission of offer events: follows the log, recomputes offers, appends what changed to the same log.
//!
//! A change of a SKU, a channel or an order pays nothing for it: a reader takes the next batch of the log, recomputes
//! the offers that may have changed and emits an event for each that differs from what was emitted last. However
//! often a SKU changed in the batch, its offers are emitted once
//! (`docs/decisions/0036-offers-computed-on-read-and-announced.md`).

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::Change;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::ofertas_ditas::dsl;
use crate::base::schema::{canais, oferta_cursores, ofertas_ditas, skus};
use crate::base::{Conn, StoreError, Tx, load_among, load_by_key, locked, on};
use crate::channels;
use crate::events::{self, NewEvento};
use crate::offers::causes::{self, Causes};
use crate::offers::comparing::{EmittedOfferRow, OfferChange, Suspects, compare, subscribed};
use crate::offers::sweeps::{self, Sweep};

/// SKUs recomputed for sweeps in one batch.
const SKUS: i64 = 200;

/// Offers compared, and told, in one step: other writes wait for it, and it is held in memory.
const OFFERS: i64 = 2000;

/// Outcome of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// There is more.
    Moved,
    /// Nothing was left when it was computed.
    Done,
    /// Another server does it.
    Busy,
}

/// The next batch of an application's log and sweeps: which offers may have changed, in pieces, and how far it
/// was read.
#[derive(Debug)]
pub struct Batch {
    aplicacao: AplicacaoId,
    /// The cursor that it goes on from: position in the log and number of rounds so far; none: the first time.
    from: Option<(i64, i64)>,
    pieces: VecDeque<Suspects>,
    end: BatchEnd,
}

/// What is written when all of a batch has been told.
#[derive(Debug, Default)]
struct BatchEnd {
    next: i64,
    /// The log or sweeps go on after it.
    more: bool,
    /// Sweeps that begin.
    channels: BTreeSet<(i32, Option<i32>)>,
    /// Batches of sweeps that are done.
    swept: Vec<Sweep>,
}

/// The events of a piece of a batch.
#[derive(Debug)]
pub struct Announcement {
    aplicacao: AplicacaoId,
    from: Option<(i64, i64)>,
    changes: Vec<OfferChange>,
    /// It is the last piece.
    end: Option<BatchEnd>,
}

impl Announcement {
    /// How far it is told, where nothing is to be written.
    pub fn idle(&self) -> Option<Progress> {
        let Self { from, changes, end, .. } = self;
        let Some(BatchEnd { next, channels, swept, .. }) = end else {
            return changes.is_empty().then_some(Progress::Moved);
        };
        let stays = from.is_some_and(|(place, _)| place == *next);
        let idle = stays && changes.is_empty() && channels.is_empty() && swept.is_empty();
        idle.then_some(Progress::Done)
    }

    /// The batch is told with it.
    pub fn is_last(&self) -> bool {
        self.end.is_some()
    }
}

/// Reads the next batch. Holds no locks: on SQLite every other write would wait.
pub fn read_batch(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Batch, StoreError> {
    let cursor = oferta_cursores::table.find(aplicacao.0);
    let from: Option<(i64, i64)> = on!(conn, c => cursor
        .select((oferta_cursores::posicao, oferta_cursores::rodada))
        .first(c)
        .optional())?;
    let Some((place, round)) = from else {
        // the first time: nothing has been emitted yet, so older events of the log are irrelevant
        let end = BatchEnd { next: 1, more: true, ..BatchEnd::default() };
        return Ok(Batch { aplicacao, from, pieces: VecDeque::new(), end });
    };
    let Causes { skus, mut channels, next, more } = causes::read(conn, aplicacao, place)?;
    let subscribed = subscribed(conn, aplicacao, channels.iter().map(|(loja, _)| *loja))?;
    // when a store subscribes, its user changes, which begins a sweep
    channels.retain(|(loja, _)| subscribed.contains_key(&LojaId { aplicacao, loja: *loja }));
    let swept = sweeps::next(conn, aplicacao, round, SKUS)?;
    let mut suspects: Suspects = skus.into_iter().map(|sku| (sku, BTreeSet::from([None]))).collect();
    for sweep in &swept {
        for sku in &sweep.skus {
            suspects.entry((sweep.loja, *sku)).or_default().insert(sweep.canal);
        }
    }
    let more = more || !channels.is_empty() || !swept.is_empty();
    let lojas: BTreeSet<i32> = suspects.keys().map(|(loja, _)| loja.loja).collect();
    let channels_of = channels_of(conn, aplicacao, &Vec::from_iter(lojas))?;
    let pieces = pieces(suspects, &channels_of);
    Ok(Batch { aplicacao, from, pieces, end: BatchEnd { next, more, channels, swept } })
}

/// Splits the offers of a batch into pieces of about [`OFFERS`]. A SKU counts with all channels of its store:
/// what was told last is read for all of them.
fn pieces(suspects: Suspects, channels: &BTreeMap<i32, i64>) -> VecDeque<Suspects> {
    let (mut pieces, mut offers) = (VecDeque::new(), i64::MAX);
    for (key, of_sku) in suspects {
        let its = channels.get(&key.0.loja).copied().unwrap_or(0).max(1);
        if offers.saturating_add(its) > OFFERS {
            pieces.push_back(Suspects::new());
            offers = 0;
        }
        offers += its;
        if let Some(piece) = pieces.back_mut() {
            piece.insert(key, of_sku);
        }
    }
    pieces
}

/// How many channels stores have.
fn channels_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: &[i32],
) -> Result<BTreeMap<i32, i64>, StoreError> {
    let counted: Vec<(i32, i64)> = load_by_key!(conn, canais::loja_id, lojas, |of_them| canais::table
        .filter(canais::aplicacao_id.eq(aplicacao.0))
        .filter(of_them)
        .group_by(canais::loja_id)
        .select((canais::loja_id, count_star())));
    Ok(counted.into_iter().collect())
}

impl Batch {
    /// Computes the events of the next piece.
    pub fn work_out(
        &mut self,
        conn: &mut Conn<'_>,
        kinds: &TypeCatalogue,
    ) -> Result<Announcement, StoreError> {
        let suspects = self.pieces.pop_front().unwrap_or_default();
        let changes = compare(conn, self.aplicacao, &suspects, kinds)?;
        let end = self.pieces.is_empty().then(|| std::mem::take(&mut self.end));
        let announcement = Announcement { aplicacao: self.aplicacao, from: self.from, changes, end };
        if let Some((_, round)) = self.from.as_mut().filter(|_| announcement.idle().is_none()) {
            *round += 1;
        }
        Ok(announcement)
    }
}

/// Emits the computed events, unless the cursor has moved since. Every piece counts as a round, so that
/// another server that works on the same batch gives way; the position moves with the last.
pub fn tell(tx: &mut Tx<'_>, announcement: &Announcement) -> Result<Progress, StoreError> {
    let Announcement { aplicacao, from, changes, end } = announcement;
    if let Some(progress) = announcement.idle() {
        return Ok(progress);
    }
    let Some(from) = from else { return begin(tx, *aplicacao) };
    let cursor =
        oferta_cursores::table.find(aplicacao.0).select((oferta_cursores::posicao, oferta_cursores::rodada));
    let stands: Option<(i64, i64)> = locked!(tx, cursor, skip, first).optional()?;
    if stands != Some(*from) {
        return Ok(Progress::Busy);
    }
    emit(tx, changes)?;
    if let Some(BatchEnd { channels, swept, .. }) = end {
        sweeps::advance(tx, *aplicacao, swept)?;
        sweeps::begin(tx, *aplicacao, channels)?;
    }
    let next = end.as_ref().map_or(from.0, |end| end.next);
    on!(tx, c => diesel::update(oferta_cursores::table.find(aplicacao.0))
        .set((oferta_cursores::posicao.eq(next), oferta_cursores::rodada.eq(from.1 + 1)))
        .execute(c))?;
    Ok(if end.as_ref().is_none_or(|end| end.more) { Progress::Moved } else { Progress::Done })
}

/// Sets the cursor to the end of the log and sweeps all existing SKUs instead: an application that was filled
/// while emission was off has millions of events, which would keep a processor busy for long.
fn begin(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<Progress, StoreError> {
    let next = causes::end(tx, aplicacao)?;
    let inserted = on!(tx, c => diesel::insert_into(oferta_cursores::table)
        .values((
            oferta_cursores::aplicacao_id.eq(aplicacao.0),
            oferta_cursores::posicao.eq(next),
            oferta_cursores::rodada.eq(0_i64),
        ))
        .on_conflict(oferta_cursores::aplicacao_id)
        .do_nothing()
        .execute(c))?;
    if inserted == 0 {
        return Ok(Progress::Busy);
    }
    sweeps::begin_all(tx, aplicacao)?;
    Ok(Progress::Moved)
}

/// Emits the changes and stores the emitted state; skips SKUs and channels deleted since.
fn emit(tx: &mut Tx<'_>, changes: &[OfferChange]) -> Result<(), StoreError> {
    for part in changes.chunks(1000) {
        let existing = existing_only(tx, part)?;
        if existing.is_empty() {
            continue;
        }
        let rows: Vec<EmittedOfferRow> = existing.iter().map(|change| EmittedOfferRow::new(change)).collect();
        on!(tx, c => diesel::insert_into(ofertas_ditas::table)
            .values(rows)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::sku_num, dsl::canal_num))
            .do_update()
            .set((
                dsl::estoque.eq(excluded(dsl::estoque)),
                dsl::preco_de.eq(excluded(dsl::preco_de)),
                dsl::preco_por.eq(excluded(dsl::preco_por)),
                dsl::publicavel.eq(excluded(dsl::publicavel)),
            ))
            .execute(c))?;
        let now = tx.now();
        let marked = existing.iter().map(|change| (change.loja, change.sku_num, change.canal_num));
        channels::mark(tx, marked, now)?;
        let events = existing.iter().map(|change| Ok((change.loja, events::stored(event(change))?)));
        events::append(tx, now, events.collect::<Result<Vec<_>, StoreError>>()?)?;
    }
    Ok(())
}

/// Changes whose SKU and channel still exist; without this, a client that deletes SKUs one by one would block
/// the events of all others. A deletion between this and the insertion violates the foreign key, and the
/// transaction is retried.
fn existing_only<'a>(
    tx: &mut Tx<'_>,
    changes: &'a [OfferChange],
) -> Result<Vec<&'a OfferChange>, StoreError> {
    let of_skus: BTreeSet<(LojaId, i64)> =
        changes.iter().map(|change| (change.loja, change.sku_num)).collect();
    let of_canais: BTreeSet<(LojaId, i32)> =
        changes.iter().map(|change| (change.loja, change.canal_num)).collect();
    let (of_skus, of_canais) = (Vec::from_iter(of_skus), Vec::from_iter(of_canais));
    let there: Vec<i64> =
        load_among!(tx, skus, sku_num, &of_skus, |of_them| skus::table.filter(of_them).select(skus::sku_num));
    let skus: HashSet<i64> = HashSet::from_iter(there);
    let there: Vec<i32> = load_among!(tx, canais, canal_num, &of_canais, |of_them| canais::table
        .filter(of_them)
        .select(canais::canal_num));
    let canais: HashSet<i32> = HashSet::from_iter(there);
    let exists = |change: &&OfferChange| skus.contains(&change.sku_num) && canais.contains(&change.canal_num);
    Ok(changes.iter().filter(exists).collect())
}

fn event(change: &OfferChange) -> NewEvento<'_> {
    NewEvento {
        assunto: change.sku_num,
        canal: Some(change.canal_id.as_str()),
        sku: Some(change.sku.as_str()),
        change: Change::OfertaAlterada { anterior: change.before, atual: change.now },
    }
}
