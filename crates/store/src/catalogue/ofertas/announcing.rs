//! Telling what has changed of offers: read from the log of what they follow from, told in the same log.
//!
//! Nothing waits for it. Whoever changes a SKU, a channel or an order pays nothing; a reader of its own takes
//! the next stretch of the log, works out anew what may have changed, and tells where that differs from what
//! was told last. However often a SKU changed in the stretch, its offers are told once
//! (`docs/decisions/0076-offers-told.md`).

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::evento::{Change, ToldOffer};
use domain::oferta::Oferta;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, LojaId};

use super::causes::{self, Causes};
use super::reading::{Showcase, some};
use super::sweeps;
use super::told::{self, Told};
use crate::accounts::usuarios;
use crate::base::schema::oferta_cursores;
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::catalogue::canais::{self, CanalRow};
use crate::catalogue::estoque;
use crate::eventos::{self, NewEvento};

/// SKUs of one store that one transaction looks at.
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

/// Tells the next changes of an application's offers.
pub fn announce(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    kinds: &TypeCatalogue,
) -> Result<Progress, StoreError> {
    let cursor = oferta_cursores::table.find(aplicacao.0).select(oferta_cursores::posicao);
    let place: Option<i64> = locked!(tx, cursor, skip, first).optional()?;
    let Some(place) = place else { return begin(tx, aplicacao) };
    let Causes { skus, channels, next } = causes::read(tx, aplicacao, place)?;
    for (loja, nums) in skus {
        if wanted(tx, loja)? {
            compare(tx, loja, &nums, None, kinds)?;
        }
    }
    for (loja, canal) in channels {
        sweeps::begin(tx, loja, canal)?;
    }
    let swept = match sweeps::next(tx, aplicacao, SKUS)? {
        None => false,
        Some(sweep) => {
            if wanted(tx, sweep.loja)? {
                compare(tx, sweep.loja, &sweep.skus, sweep.canal, kinds)?;
            }
            sweeps::advance(tx, &sweep)?;
            true
        }
    };
    if next != place {
        on!(tx, c => diesel::update(oferta_cursores::table.find(aplicacao.0))
            .set(oferta_cursores::posicao.eq(next))
            .execute(c))?;
    }
    Ok(if next == place && !swept { Progress::Done } else { Progress::Moved })
}

/// The first time: from the beginning of what is kept of the log.
fn begin(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<Progress, StoreError> {
    let inserted = on!(tx, c => diesel::insert_into(oferta_cursores::table)
        .values((oferta_cursores::aplicacao_id.eq(aplicacao.0), oferta_cursores::posicao.eq(1_i64)))
        .on_conflict(oferta_cursores::aplicacao_id)
        .do_nothing()
        .execute(c))?;
    Ok(if inserted == 1 { Progress::Moved } else { Progress::Busy })
}

/// Whether a store wants to hear of its offers.
fn wanted(conn: &mut Conn<'_>, loja: LojaId) -> Result<bool, StoreError> {
    Ok(estoque::find(conn, loja)?.is_some_and(|user| user.anunciar_ofertas))
}

/// Compares the offers of some SKUs, in all channels or in one, with what was told last, and tells what
/// differs.
fn compare(
    tx: &mut Tx<'_>,
    loja: LojaId,
    skus: &BTreeSet<i64>,
    canal: Option<i32>,
    kinds: &TypeCatalogue,
) -> Result<(), StoreError> {
    let Some(store) = usuarios::uncached(tx, loja)? else { return Ok(()) };
    let channels = canais::all(tx, loja)?;
    let channels = channels.iter().filter(|one| canal.is_none_or(|canal| canal == one.num));
    let skus: Vec<i64> = skus.iter().copied().collect();
    let mut changed = Vec::new();
    for canal in channels {
        // the operator may have taken the type out of the catalogue since
        let Some(tipo) = kinds.find(&canal.canal.tipo_canal) else { continue };
        let showcase = Showcase { loja: store, canal, tipo };
        let before = told::read(tx, loja, canal.num, &skus)?;
        for (num, oferta) in some(tx, &showcase, &skus)? {
            let now = said(&oferta);
            let before = before.get(&num).copied();
            if before != Some(now) {
                changed.push(Told { canal, sku_num: num, oferta, before, now });
            }
        }
    }
    changed.sort_by_key(|one| (one.sku_num, one.canal.num));
    told::write(tx, loja, &changed)?;
    let events = changed.iter().map(event);
    let now = tx.now();
    eventos::record(tx, loja, now, events.collect::<Vec<_>>())
}

/// What is told of an offer.
fn said(oferta: &Oferta) -> ToldOffer {
    ToldOffer { estoque: oferta.estoque, preco: oferta.preco, publicavel: oferta.publicavel }
}

fn event<'a>(one: &'a Told<'a>) -> NewEvento<'a> {
    let canal: &CanalRow = one.canal;
    NewEvento {
        assunto: one.sku_num,
        canal: Some(canal.canal.canal_id.as_str()),
        sku: Some(one.oferta.sku.as_str()),
        change: Change::OfertaAlterada { anterior: one.before, atual: one.now },
    }
}
