//! Telling what has changed of offers: read from the log of what they follow from, told in the same log.
//!
//! Nothing waits for it. Whoever changes a SKU, a channel or an order pays nothing; a reader of its own takes
//! the next stretch of the log, works out anew what may have changed, and tells where that differs from what
//! was told last. However often a SKU changed in the stretch, its offers are told once
//! (`docs/decisions/0076-offers-told.md`).

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use domain::evento::{Change, ToldOffer};
use domain::oferta::Oferta;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, LojaId};

use super::causes::{self, Causes};
use super::reading::{Showcase, some};
use super::sweeps::{self, Sweep};
use super::told::{self, Told};
use crate::accounts::usuarios;
use crate::base::schema::oferta_cursores;
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::catalogue::canais;
use crate::catalogue::estoque;
use crate::eventos::{self, NewEvento};

/// SKUs of one store that one step looks at.
const SKUS: i64 = 200;

/// What became of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// There may be more.
    Moved,
    /// Nothing is left.
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
    told: BTreeMap<LojaId, Vec<Told>>,
    /// Sweeps that begin.
    channels: BTreeSet<(LojaId, Option<i32>)>,
    /// The sweep that has come this far.
    swept: Option<Sweep>,
}

impl Announcement {
    /// Nothing is left.
    pub fn is_empty(&self) -> bool {
        let Self { from, next, told, channels, swept, .. } = self;
        from.is_some_and(|(place, _)| place == *next)
            && told.is_empty()
            && channels.is_empty()
            && swept.is_none()
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
    let (told, channels) = Default::default();
    let Some((place, _)) = from else {
        // the first time: nothing has been told yet, so that what the log says of before says nothing
        return Ok(Announcement { aplicacao, from, next: 1, told, channels, swept: None });
    };
    let mut told: BTreeMap<LojaId, Vec<Told>> = told;
    let Causes { skus, channels, next } = causes::read(conn, aplicacao, place)?;
    for (loja, nums) in skus {
        if wanted(conn, loja)? {
            told.entry(loja).or_default().extend(compare(conn, loja, &nums, None, kinds)?);
        }
    }
    let swept = sweeps::next(conn, aplicacao, SKUS)?;
    if let Some(sweep) = &swept {
        // what was compared just now is not told twice
        let seen: BTreeSet<(i64, i32)> =
            told.get(&sweep.loja).into_iter().flatten().map(|one| (one.sku_num, one.canal_num)).collect();
        if wanted(conn, sweep.loja)? {
            let more = compare(conn, sweep.loja, &sweep.skus, sweep.canal, kinds)?;
            let more = more.into_iter().filter(|one| !seen.contains(&(one.sku_num, one.canal_num)));
            told.entry(sweep.loja).or_default().extend(more);
        }
    }
    told.retain(|_, changes| !changes.is_empty());
    Ok(Announcement { aplicacao, from, next, told, channels, swept })
}

/// Tells what was worked out, unless somebody has told something since.
pub fn tell(tx: &mut Tx<'_>, announcement: &Announcement) -> Result<Progress, StoreError> {
    let Announcement { aplicacao, from, next, told, channels, swept } = announcement;
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
    for (loja, changed) in told {
        told::write(tx, *loja, changed)?;
        let now = tx.now();
        eventos::record(tx, *loja, now, changed.iter().map(event).collect::<Vec<_>>())?;
    }
    if let Some(sweep) = swept {
        sweeps::advance(tx, sweep)?;
    }
    for (loja, canal) in channels {
        sweeps::begin(tx, *loja, *canal)?;
    }
    on!(tx, c => diesel::update(oferta_cursores::table.find(aplicacao.0))
        .set((oferta_cursores::posicao.eq(*next), oferta_cursores::rodada.eq(from.1 + 1)))
        .execute(c))?;
    Ok(Progress::Moved)
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

/// Whether a store wants to hear of its offers.
fn wanted(conn: &mut Conn<'_>, loja: LojaId) -> Result<bool, StoreError> {
    Ok(estoque::find(conn, loja)?.is_some_and(|user| user.anunciar_ofertas))
}

/// Compares the offers of some SKUs, in all channels or in one, with what was told last: what differs.
fn compare(
    conn: &mut Conn<'_>,
    loja: LojaId,
    skus: &BTreeSet<i64>,
    canal: Option<i32>,
    kinds: &TypeCatalogue,
) -> Result<Vec<Told>, StoreError> {
    let Some(store) = usuarios::uncached(conn, loja)? else { return Ok(Vec::new()) };
    let channels = canais::all(conn, loja)?;
    let channels = channels.iter().filter(|one| canal.is_none_or(|canal| canal == one.num));
    let skus: Vec<i64> = skus.iter().copied().collect();
    let before = told::read(conn, loja, &skus)?;
    let mut changed = Vec::new();
    for canal in channels {
        // the operator may have taken the type out of the catalogue since
        let Some(tipo) = kinds.find(&canal.canal.tipo_canal) else { continue };
        let showcase = Showcase { loja: store, canal, tipo };
        for (sku_num, oferta) in some(conn, &showcase, &skus)? {
            let now = said(&oferta);
            let before = before.get(&(sku_num, canal.num)).copied();
            if before != Some(now) {
                let (sku, canal_id) = (oferta.sku, canal.canal.canal_id.clone());
                changed.push(Told { canal_num: canal.num, canal_id, sku_num, sku, before, now });
            }
        }
    }
    changed.sort_by_key(|one| (one.sku_num, one.canal_num));
    Ok(changed)
}

/// What is told of an offer.
fn said(oferta: &Oferta) -> ToldOffer {
    ToldOffer { estoque: oferta.estoque, preco: oferta.preco, publicavel: oferta.publicavel }
}

fn event(one: &Told) -> NewEvento<'_> {
    NewEvento {
        assunto: one.sku_num,
        canal: Some(one.canal_id.as_str()),
        sku: Some(one.sku.as_str()),
        change: Change::OfertaAlterada { anterior: one.before, atual: one.now },
    }
}
