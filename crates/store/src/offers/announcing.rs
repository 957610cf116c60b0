//! Telling what has changed of offers: read from the log of what they follow from, told in the same log.
//!
//! Nothing waits for it. Whoever changes a SKU, a channel or an order pays nothing; a reader of its own takes
//! the next stretch of the log, works out anew what may have changed, and tells where that differs from what
//! was told last. However often a SKU changed in the stretch, its offers are told once
//! (`docs/decisions/0036-offers-computed-on-read-and-announced.md`).

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::oferta_cursores;
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::offers::causes::{self, Causes};
use crate::offers::comparing::{Suspects, compare, wanting};
use crate::offers::rows::Told;
use crate::offers::sweeps::{self, Sweep};
use crate::offers::told;

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
    told::write(tx, told)?;
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
