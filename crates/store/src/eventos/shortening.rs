//! Bodies of events from before they were stored in few bytes, shortened now: in the background, application
//! by application from the oldest event on. How far it has come stands in the database.

use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use super::short::{shorten, whole};
use crate::base::schema::{eventos, eventos_pendentes};
use crate::base::{Conn, StoreError, Tx, dialect, on};

/// Events that are shortened in one go.
const EVENTS: i64 = 1000;

/// Some events of an application with their bodies in few bytes.
#[derive(Debug)]
pub struct ShortEvents {
    aplicacao: AplicacaoId,
    /// Those behind this place were looked at,
    after: i64,
    /// up to this one; `None` when there were none.
    last: Option<i64>,
    bodies: Vec<(i64, String)>,
}

/// The next events whose bodies may stand as older versions have written them, shortened; `None` when no
/// application has any left.
pub fn long_events(conn: &mut Conn<'_>) -> Result<Option<ShortEvents>, StoreError> {
    let row: Option<(i32, i64, i64)> = on!(conn, c => eventos_pendentes::table
        .order(eventos_pendentes::aplicacao_id)
        .select((eventos_pendentes::aplicacao_id, eventos_pendentes::apos, eventos_pendentes::ate))
        .first(c)
        .optional())?;
    let Some((aplicacao, after, end)) = row else { return Ok(None) };
    let rows: Vec<(i64, i16, i64, i64, String)> = on!(conn, c => eventos::table
        .filter(eventos::aplicacao_id.eq(aplicacao))
        .filter(eventos::posicao.gt(after))
        .filter(eventos::posicao.le(end))
        .order(eventos::posicao)
        .select((eventos::posicao, eventos::tipo, eventos::assunto, eventos::data, eventos::corpo))
        .limit(EVENTS)
        .load(c))?;
    let last = rows.last().map(|(place, ..)| *place);
    let mut bodies = Vec::with_capacity(rows.len());
    for (place, tipo, assunto, data, corpo) in rows {
        // what cannot be read stays for whoever reads it to say so
        let Some(kind) = TipoEvento::from_code(tipo) else { continue };
        let data = Instante::from_micros(data);
        let short = shorten(&whole(&corpo, kind, assunto, data)?, kind, assunto, data)?;
        if short != corpo {
            bodies.push((place, short));
        }
    }
    Ok(Some(ShortEvents { aplicacao: AplicacaoId(aplicacao), after, last, bodies }))
}

/// Writes bodies that were shortened; answers of how many events. An event never changes: only its being
/// pruned may have come between.
pub fn write_short(tx: &mut Tx<'_>, events: &ShortEvents) -> Result<usize, StoreError> {
    let ShortEvents { aplicacao, after, last, bodies } = events;
    let place = eventos_pendentes::table.find(aplicacao.0).filter(eventos_pendentes::apos.eq(after));
    let taken = on!(tx, c => match last {
        Some(last) => diesel::update(place).set(eventos_pendentes::apos.eq(last)).execute(c),
        None => diesel::delete(place).execute(c),
    })?;
    if taken == 0 || bodies.is_empty() {
        // another server has done them, or there is nothing to do
        return Ok(0);
    }
    dialect!(tx => rewrite(*aplicacao, bodies))
}
