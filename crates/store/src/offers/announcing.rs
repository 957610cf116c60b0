//! Emission of offer events: follows the log, recomputes offers, appends what changed to the same log.
//!
//! A change of a SKU, a channel or an order pays nothing for it: a reader takes the next batch of the log, recomputes
//! the offers that may have changed and emits an event for each that differs from what was emitted last. However
//! often a SKU changed in the batch, its offers are emitted once
//! (`docs/decisions/0036-offers-computed-on-read-and-announced.md`).

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::{Change, ToldOffer};
use domain::sku_canal::Preco;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use crate::base::schema::ofertas_ditas::dsl;
use crate::base::schema::{canais, oferta_cursores, ofertas_ditas, skus};
use crate::base::{Conn, StoreError, Tx, load_among, locked, on};
use crate::events::{self, NewEvento};
use crate::offers::causes::{self, Causes};
use crate::offers::comparing::{Suspects, compare, wanting};
use crate::offers::sweeps::{self, Sweep};

/// SKUs that one step looks at for sweeps.
const SKUS: i64 = 200;

/// What became of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// There is more.
    Moved,
    /// Nothing was left when it was worked out.
    Done,
    /// Another server is at it.
    Busy,
}

/// What is to be told next of an application's offers.
#[derive(Debug)]
pub struct Announcement {
    aplicacao: AplicacaoId,
    /// The place that it was worked out from, and how often something had been told then; none: the first
    /// time.
    from: Option<(i64, i64)>,
    next: i64,
    /// The log went on behind that, or sweeps do.
    more: bool,
    told: Vec<Told>,
    /// Sweeps that begin.
    channels: BTreeSet<(i32, Option<i32>)>,
    /// Pieces of sweeps that are gone through.
    swept: Vec<Sweep>,
}

impl Announcement {
    /// Nothing is left.
    pub fn is_empty(&self) -> bool {
        let Self { from, next, told, channels, swept, .. } = self;
        from.is_some_and(|(place, _)| place == *next)
            && told.is_empty()
            && channels.is_empty()
            && swept.is_empty()
    }
}

/// Works out what is to be told next of an application's offers. Holds no locks: on SQLite everybody else
/// would wait for it.
pub fn work_out(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    kinds: &TypeCatalogue,
) -> Result<Announcement, StoreError> {
    let cursor = oferta_cursores::table.find(aplicacao.0);
    let from: Option<(i64, i64)> = on!(conn, c => cursor
        .select((oferta_cursores::posicao, oferta_cursores::rodada))
        .first(c)
        .optional())?;
    let Some((place, round)) = from else {
        // the first time: nothing has been told yet, so that what the log says of before says nothing
        let (told, channels, swept) = Default::default();
        return Ok(Announcement { aplicacao, from, next: 1, more: true, told, channels, swept });
    };
    let Causes { skus, mut channels, next, more } = causes::read(conn, aplicacao, place)?;
    let wanting = wanting(conn, aplicacao, channels.iter().map(|(loja, _)| *loja))?;
    // from when it wants to hear, the user has changed
    channels.retain(|(loja, _)| wanting.contains_key(&LojaId { aplicacao, loja: *loja }));
    let swept = sweeps::next(conn, aplicacao, round, SKUS)?;
    let mut suspects: Suspects = skus.into_iter().map(|sku| (sku, BTreeSet::from([None]))).collect();
    for sweep in &swept {
        for sku in &sweep.skus {
            suspects.entry((sweep.loja, *sku)).or_default().insert(sweep.canal);
        }
    }
    let told = compare(conn, aplicacao, &suspects, kinds)?;
    let more = more || !channels.is_empty() || !swept.is_empty();
    Ok(Announcement { aplicacao, from, next, more, told, channels, swept })
}

/// Tells what was worked out, unless somebody has told something since.
pub fn tell(tx: &mut Tx<'_>, announcement: &Announcement) -> Result<Progress, StoreError> {
    let Announcement { aplicacao, from, next, more, told, channels, swept } = announcement;
    if announcement.is_empty() {
        return Ok(Progress::Done);
    }
    let Some(from) = from else { return begin(tx, *aplicacao) };
    let cursor =
        oferta_cursores::table.find(aplicacao.0).select((oferta_cursores::posicao, oferta_cursores::rodada));
    let stands: Option<(i64, i64)> = locked!(tx, cursor, skip, first).optional()?;
    if stands != Some(*from) {
        return Ok(Progress::Busy);
    }
    write(tx, told)?;
    sweeps::advance(tx, *aplicacao, swept)?;
    sweeps::begin(tx, *aplicacao, channels)?;
    on!(tx, c => diesel::update(oferta_cursores::table.find(aplicacao.0))
        .set((oferta_cursores::posicao.eq(*next), oferta_cursores::rodada.eq(from.1 + 1)))
        .execute(c))?;
    Ok(if *more { Progress::Moved } else { Progress::Done })
}

/// From here on the log is followed; what there is by now is gone through SKU by SKU. An application that was
/// filled while nobody told anything has millions of events, which would keep a processor busy for long.
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

/// Tells what has changed, and remembers it; but for what has been deleted since it was worked out.
pub(super) fn write(tx: &mut Tx<'_>, changed: &[Told]) -> Result<(), StoreError> {
    for part in changed.chunks(1000) {
        let there = those_there(tx, part)?;
        if there.is_empty() {
            continue;
        }
        let rows: Vec<ToldRow> = there.iter().map(|told| ToldRow::new(told)).collect();
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
        let events = there.iter().map(|told| Ok((told.loja, events::stored(event(told))?)));
        events::append(tx, now, events.collect::<Result<Vec<_>, StoreError>>()?)?;
    }
    Ok(())
}

/// Those whose SKU and channel are there. Who takes SKUs out one by one would else keep all others from
/// hearing of theirs. What goes between this and the insertion, its foreign key refuses, and the transaction
/// is made again.
fn those_there<'a>(tx: &mut Tx<'_>, changed: &'a [Told]) -> Result<Vec<&'a Told>, StoreError> {
    let of_skus: BTreeSet<(LojaId, i64)> = changed.iter().map(|told| (told.loja, told.sku_num)).collect();
    let of_canais: BTreeSet<(LojaId, i32)> = changed.iter().map(|told| (told.loja, told.canal_num)).collect();
    let (of_skus, of_canais) = (Vec::from_iter(of_skus), Vec::from_iter(of_canais));
    let there: Vec<i64> =
        load_among!(tx, skus, sku_num, &of_skus, |of_them| skus::table.filter(of_them).select(skus::sku_num));
    let skus: HashSet<i64> = HashSet::from_iter(there);
    let there: Vec<i32> = load_among!(tx, canais, canal_num, &of_canais, |of_them| canais::table
        .filter(of_them)
        .select(canais::canal_num));
    let canais: HashSet<i32> = HashSet::from_iter(there);
    let is_there = |told: &&Told| skus.contains(&told.sku_num) && canais.contains(&told.canal_num);
    Ok(changed.iter().filter(is_there).collect())
}

fn event(told: &Told) -> NewEvento<'_> {
    NewEvento {
        assunto: told.sku_num,
        canal: Some(told.canal_id.as_str()),
        sku: Some(told.sku.as_str()),
        change: Change::OfertaAlterada { anterior: told.before, atual: told.now },
    }
}

/// A change of an offer.
#[derive(Debug)]
pub(super) struct Told {
    pub loja: LojaId,
    pub canal_num: i32,
    pub canal_id: CanalId,
    pub sku_num: i64,
    pub sku: SkuId,
    pub before: Option<ToldOffer>,
    pub now: ToldOffer,
}

/// What was told last of an offer.
#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = ofertas_ditas, treat_none_as_default_value = false)]
pub(super) struct ToldRow {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    canal_num: i32,
    estoque: i32,
    preco_de: i64,
    preco_por: i64,
    publicavel: bool,
}

impl ToldRow {
    pub fn new(told: &Told) -> Self {
        Self {
            aplicacao_id: told.loja.aplicacao.0,
            loja_id: told.loja.loja,
            sku_num: told.sku_num,
            canal_num: told.canal_num,
            estoque: told.now.estoque,
            preco_de: told.now.preco.preco_de.ten_thousandths(),
            preco_por: told.now.preco.preco_por.ten_thousandths(),
            publicavel: told.now.publicavel,
        }
    }

    /// SKU and channel.
    pub fn key(&self) -> (i64, i32) {
        (self.sku_num, self.canal_num)
    }

    pub fn offer(&self) -> ToldOffer {
        let preco = Preco {
            preco_de: Dinheiro::from_ten_thousandths(self.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(self.preco_por),
        };
        ToldOffer { estoque: self.estoque, preco, publicavel: self.publicavel }
    }
}
