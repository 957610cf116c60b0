//! Reads of the event log.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::evento;
use domain::evento::{KindSet, TipoEvento};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::Packed;
use crate::base::StoreError;
use crate::base::schema::{eventos, usuarios, usuarios_excluidos};
use crate::base::{Conn, Rare, on};

/// Positions scanned by one call for events of some kinds; the next call continues.
const SWEEP: i64 = 100_000;

/// An event of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventoRow {
    /// Its position in the application's log, from 1.
    pub posicao: i64,
    /// The user that it happened to.
    pub loja: LojaId,
    /// The kind of change.
    pub tipo: TipoEvento,
    /// The service's number of the order, SKU, channel or user concerned.
    pub assunto: i64,
    /// When the service recorded the change.
    pub data: Instante,
    /// The event as JSON ([`domain::evento::Evento`]).
    pub documento: String,
}

/// Filter of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// Of one user; `None` = of all users of the application.
    pub loja: Option<LojaId>,
    /// Of these kinds.
    pub tipos: KindSet,
}

/// A range of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The events, in the order of their positions.
    pub eventos: Vec<EventoRow>,
    /// The position to continue from; unchanged at the end of the log.
    pub next: i64,
    /// The first position that is still kept; 0 while the log is empty.
    pub first: i64,
    /// The last position of the log; 0 while it is empty.
    pub last: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = eventos)]
pub(crate) struct EventoColumns {
    aplicacao_id: i32,
    posicao: i64,
    loja_id: i32,
    tipo: i16,
    assunto: i64,
    sorteio: i64,
    data: i64,
    corpo: Packed,
}

/// The events from a position on, at most `limit`. The result may hold fewer, or none, though there are more:
/// continue at [`Stretch::next`].
pub fn list(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    filter: Filter,
    posicao: i64,
    limit: i64,
) -> Result<Stretch, StoreError> {
    let (first, last) = extremes(conn, aplicacao)?;
    let from = posicao.max(first);
    let end = match filter.tipos.all() {
        true => last,
        false => last.min(from.saturating_add(SWEEP - 1)),
    };
    if from > end {
        return Ok(Stretch { eventos: Vec::new(), next: posicao, first, last });
    }
    let rows: Vec<EventoColumns> = on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(aplicacao.0))
            .filter(eventos::posicao.between(from, end))
            .into_boxed();
        if let Some(loja) = filter.loja {
            let its = eventos::loja_id.eq(loja.loja);
            // with a filter of kinds at most SWEEP positions are scanned: in the order of the log that costs
            // least where nearly all of it is this user's
            q = if filter.tipos.all() { q.filter(Rare(its)) } else { q.filter(its) };
        }
        if !filter.tipos.all() {
            q = q.filter(eventos::tipo.eq_any(filter.tipos.list().iter().map(|tipo| tipo.code())));
        }
        q.order(eventos::posicao).limit(limit).select(EventoColumns::as_select()).load(c)?
    });
    let next = match rows.last() {
        Some(last) if rows.len() as i64 == limit => last.posicao + 1,
        _ => end + 1,
    };
    Ok(Stretch { eventos: assemble(conn, aplicacao, rows)?, next, first, last })
}

/// The events at some positions; those that are not kept any more are left out.
pub fn find_all(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<Vec<EventoRow>, StoreError> {
    let rows: Vec<EventoColumns> = on!(conn, c => eventos::table
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .filter(eventos::posicao.eq_any(posicoes))
        .order(eventos::posicao)
        .select(EventoColumns::as_select())
        .load(c))?;
    assemble(conn, aplicacao, rows)
}

/// The first and the last position that are kept; zeros while the log is empty.
pub fn extremes(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<(i64, i64), StoreError> {
    // two queries: each reads one end of the key
    Ok(on!(conn, c => {
        let of_aplicacao = || eventos::table.filter(eventos::aplicacao_id.eq(aplicacao.0));
        let first: Option<i64> = of_aplicacao().select(diesel::dsl::min(eventos::posicao)).first(c)?;
        let last: Option<i64> = of_aplicacao().select(diesel::dsl::max(eventos::posicao)).first(c)?;
        (first.unwrap_or(0), last.unwrap_or(0))
    }))
}

/// The first position that is kept of what was recorded at an instant or later; `None` when nothing was. The log
/// has no index by time, but its order: it is halved until the place is found.
pub fn position_since(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    at: Instante,
) -> Result<Option<i64>, StoreError> {
    let (first, last) = extremes(conn, aplicacao)?;
    let (mut from, mut end) = (first, last.saturating_add(1));
    while last > 0 && from < end {
        let middle = from + (end - from) / 2;
        let next: Option<(i64, i64)> = on!(conn, c => eventos::table
            .filter(eventos::aplicacao_id.eq(aplicacao.0))
            .filter(eventos::posicao.ge(middle))
            .order(eventos::posicao)
            .select((eventos::posicao, eventos::data))
            .first(c)
            .optional())?;
        match next {
            Some((posicao, data)) if data < at.micros() => from = posicao + 1,
            _ => end = middle,
        }
    }
    Ok((last > 0 && from <= last).then_some(from))
}

/// Makes events out of rows: whose they are is looked up once per user.
pub(crate) fn assemble(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    rows: Vec<EventoColumns>,
) -> Result<Vec<EventoRow>, StoreError> {
    let lojas: BTreeSet<i32> = rows.iter().map(|row| row.loja_id).collect();
    let names = usuarios_of(conn, aplicacao, &lojas)?;
    rows.into_iter()
        .map(|row| {
            let tipo = TipoEvento::from_code(row.tipo)
                .ok_or_else(|| StoreError::Corrupt(format!("eventos.tipo {}", row.tipo)))?;
            let data = Instante::from_micros(row.data);
            let columns = evento::Columns {
                posicao: row.posicao,
                sorteio: row.sorteio,
                tipo,
                usuario_id: names.get(&row.loja_id).map_or("", String::as_str),
                pedido_id: tipo.of_pedido().then_some(PedidoId(row.assunto)),
                data,
            };
            let documento = evento::assemble(&columns, &row.corpo.text("eventos.corpo")?)
                .map_err(|e| StoreError::corrupt("eventos.corpo", e))?;
            Ok(EventoRow {
                posicao: row.posicao,
                loja: LojaId { aplicacao: AplicacaoId(row.aplicacao_id), loja: row.loja_id },
                tipo,
                assunto: row.assunto,
                data,
                documento,
            })
        })
        .collect()
}

/// The callers' identifiers of users, also of those that are gone.
pub(crate) fn usuarios_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: &BTreeSet<i32>,
) -> Result<HashMap<i32, String>, StoreError> {
    if lojas.is_empty() {
        return Ok(HashMap::new());
    }
    macro_rules! names {
        ($c:expr, $table:ident, $lacking:expr) => {
            $table::table
                .filter($table::aplicacao_id.eq(aplicacao.0))
                .filter($table::loja_id.eq_any($lacking))
                .select(($table::loja_id, $table::usuario_id))
                .load::<(i32, String)>($c)?
        };
    }
    let mut names: HashMap<i32, String> =
        on!(conn, c => names!(c, usuarios, lojas.iter().copied())).into_iter().collect();
    let lacking: Vec<i32> = lojas.iter().copied().filter(|loja| !names.contains_key(loja)).collect();
    if !lacking.is_empty() {
        names.extend(on!(conn, c => names!(c, usuarios_excluidos, &lacking)));
    }
    Ok(names)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn the_events_of_one_user_are_found_by_it_without_going_through_those_of_all() {
        let loja = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
        let filter = Filter { loja: Some(loja), tipos: KindSet::default() };
        let before = "INSERT INTO eventos VALUES (1, 5, 1, 1, 1, 1, 1, x'007b226461646f73223a7b7d7d')";
        let plans = Plans::of(before, |conn| {
            list(conn, loja.aplicacao, filter, 1, 10).unwrap();
        });
        plans.unsorted().without("(aplicacao_id=? AND posicao>? AND posicao<?)");
    }
}
