//! The event log read backwards, for people: the latest event first.

use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::{eventos, pedidos};
use crate::base::{Conn, Rare, StoreError, on};
use crate::events::log::{EventoColumns, EventoRow, assemble, extremes, position_since};

/// Positions that are looked through by one call; the next one goes on.
const SWEEP: i64 = 25_000;
/// Seconds by which the log's order may differ from that of its instants.
const SLACK: i64 = 60;

/// Which events are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Of one store; `None` = of all stores of the application.
    pub loja: Option<LojaId>,
    /// Of this kind.
    pub tipo: Option<TipoEvento>,
    /// Of this order, which is one of the store's.
    pub pedido: Option<PedidoId>,
}

/// Some events, the latest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recent {
    /// They.
    pub eventos: Vec<EventoRow>,
    /// Below which position to go on; `None` when there is nothing more.
    pub next: Option<i64>,
}

/// The latest events below a position, at most `limit`: there may be fewer, or none, and more further back.
pub fn recent(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    wanted: Wanted,
    below: Option<i64>,
    limit: i64,
) -> Result<Recent, StoreError> {
    let (first, last) = extremes(conn, aplicacao)?;
    let (first, last) = match (wanted.loja, wanted.pedido) {
        (Some(loja), Some(pedido)) => stretch_of(conn, loja, pedido, (first, last))?,
        _ => (first, last),
    };
    let end = below.map_or(last, |below| last.min(below.saturating_sub(1)));
    let narrowed = wanted.tipo.is_some() || wanted.pedido.is_some();
    let from = if narrowed { first.max(end.saturating_sub(SWEEP - 1)) } else { first };
    if last == 0 || end < first {
        return Ok(Recent { eventos: Vec::new(), next: None });
    }
    let rows: Vec<EventoColumns> = on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(aplicacao.0))
            .filter(eventos::posicao.between(from, end))
            .into_boxed();
        if let Some(loja) = wanted.loja {
            q = q.filter(Rare(eventos::loja_id.eq(loja.loja)));
        }
        if let Some(tipo) = wanted.tipo {
            q = q.filter(eventos::tipo.eq(tipo.code()));
        }
        if let Some(pedido) = wanted.pedido {
            let of_orders = TipoEvento::ALL.iter().filter(|tipo| tipo.of_pedido()).map(|tipo| tipo.code());
            q = q.filter(eventos::tipo.eq_any(of_orders)).filter(eventos::assunto.eq(pedido.0));
        }
        q.order(eventos::posicao.desc()).limit(limit).select(EventoColumns::as_select()).load(c)?
    });
    let full = rows.len() as i64 == limit;
    let eventos = assemble(conn, aplicacao, rows)?;
    let seen = eventos.last().filter(|_| full).map_or(from, |last| last.posicao);
    Ok(Recent { eventos, next: (seen > first).then_some(seen) })
}

/// Between which positions an order's events lie: from when it came in to when it was last changed.
fn stretch_of(
    conn: &mut Conn<'_>,
    loja: LojaId,
    pedido: PedidoId,
    (first, last): (i64, i64),
) -> Result<(i64, i64), StoreError> {
    let found: Option<(i64, i64)> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, pedido.0))
        .select((pedidos::criado_em, pedidos::alterado_em))
        .first(c)
        .optional())?;
    let Some((came, changed)) = found else { return Ok((0, 0)) };
    let at = |micros: i64, seconds: i64| Instante::from_micros(micros).plus_seconds(seconds);
    let from = position_since(conn, loja.aplicacao, at(came, -SLACK))?.unwrap_or(last);
    let end = position_since(conn, loja.aplicacao, at(changed, SLACK))?.unwrap_or(last);
    Ok((from.max(first), end.min(last)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

    #[test]
    fn the_latest_events_of_a_store_are_read_backwards_from_the_end() {
        let before = "INSERT INTO eventos VALUES (1, 5, 1, 1, 1, 1, 1, x'007b226461646f73223a7b7d7d'); \
            PRAGMA foreign_keys = OFF; \
            INSERT INTO pedidos VALUES (1, 1, 1, 1, 's', 1, 1, 0, 0, 0, 1, 'a@x', 0, 0, 0, 0, 0, 0, NULL, NULL, NULL);";
        let (tipo, pedido) = (Some(TipoEvento::PedidoStatus), Some(PedidoId(1)));
        for wanted in
            [Wanted::default(), Wanted { tipo, ..Wanted::default() }, Wanted { pedido, ..Wanted::default() }]
        {
            for loja in [Some(LOJA), None] {
                let plans = Plans::of(before, |conn| {
                    recent(conn, LOJA.aplicacao, Wanted { loja, ..wanted }, None, 10).unwrap();
                });
                plans.unsorted();
                if loja.is_some() {
                    plans.without("eventos USING PRIMARY KEY (aplicacao_id=? AND posicao>? AND posicao<?)");
                }
            }
        }
    }
}
