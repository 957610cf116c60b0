//! Causes of offer changes, read from the log.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{
    aplicacoes, eventos as event_log, oferta_cursores, oferta_varreduras, pedido_itens, skus,
};
use crate::base::{Among, Conn, StoreError, few, load_among, load_each, on};

/// Events read in one step: a SKU that changes again and again is computed once.
const EVENTS: i64 = 5000;

/// Distinct subjects after which a step stops.
const SUBJECTS: usize = 500;

/// Positions of the log scanned in one step.
const PLACES: i64 = 20_000;

/// What a batch of the log may have changed.
#[derive(Debug, Default)]
pub(super) struct Causes {
    /// SKUs, with their stores.
    pub skus: BTreeSet<(LojaId, i64)>,
    /// Channels all of whose offers may have changed, by store; `None`: all channels of the store.
    pub channels: BTreeSet<(i32, Option<i32>)>,
    /// The position to continue from.
    pub next: i64,
    /// The log continues after it.
    pub more: bool,
}

/// Applications with unread events or unfinished sweeps. Events without a position yet are not seen
/// ([`crate::Store::place_events`]).
pub fn late(conn: &mut Conn<'_>) -> Result<Vec<AplicacaoId>, StoreError> {
    let found: Vec<i32> = on!(conn, c => {
        // max() reads the end of the key; for EXISTS PostgreSQL's planner would read the whole log
        let last = event_log::table
            .filter(event_log::aplicacao_id.eq(aplicacoes::id))
            .select(diesel::dsl::max(event_log::posicao))
            .single_value();
        let swept = oferta_varreduras::table.filter(oferta_varreduras::aplicacao_id.eq(aplicacoes::id));
        aplicacoes::table
            .left_join(oferta_cursores::table.on(oferta_cursores::aplicacao_id.eq(aplicacoes::id)))
            .filter(
                oferta_cursores::posicao
                    .nullable()
                    .is_null()
                    .or(oferta_cursores::posicao.nullable().le(last))
                    .or(diesel::dsl::exists(swept)),
            )
            .select(aplicacoes::id)
            .load(c)?
    });
    Ok(found.into_iter().map(AplicacaoId).collect())
}

/// The position after the last event of an application's log.
pub(super) fn end(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<i64, StoreError> {
    let last: Option<i64> = on!(conn, c => event_log::table
        .filter(event_log::aplicacao_id.eq(aplicacao.0))
        .select(diesel::dsl::max(event_log::posicao))
        .first(c)?);
    Ok(last.unwrap_or(0).saturating_add(1))
}

/// Reads the next batch of an application's log.
pub(super) fn read(conn: &mut Conn<'_>, aplicacao: AplicacaoId, place: i64) -> Result<Causes, StoreError> {
    let kinds: Vec<i16> = TipoEvento::ALL
        .iter()
        .filter(|kind| {
            !matches!(kind, TipoEvento::OfertaAlterada | TipoEvento::AnuncioAlterado | TipoEvento::CanalErro)
        })
        .map(|kind| kind.code())
        .collect();
    let last = end(conn, aplicacao)?;
    let end = last.max(place).min(place.saturating_add(PLACES));
    let rows: Vec<(i64, i32, i16, i64)> = on!(conn, c => event_log::table
        .filter(event_log::aplicacao_id.eq(aplicacao.0))
        .filter(event_log::posicao.between(place, end - 1))
        .filter(event_log::tipo.eq_any(kinds))
        .order(event_log::posicao)
        .limit(EVENTS)
        .select((event_log::posicao, event_log::loja_id, event_log::tipo, event_log::assunto))
        .load(c)?);
    let full = rows.last().filter(|_| rows.len() as i64 == EVENTS);
    let mut causes = Causes { next: full.map_or(end, |(last, ..)| last + 1), ..Causes::default() };
    let mut orders: BTreeSet<(LojaId, i64)> = BTreeSet::new();
    for (place, of_loja, kind, subject) in rows {
        let loja = LojaId { aplicacao, loja: of_loja };
        let Some(kind) = TipoEvento::from_code(kind) else { continue };
        match kind {
            // a detail moves items, too
            TipoEvento::PedidoCriado | TipoEvento::PedidoStatus | TipoEvento::PedidoDetalhe => {
                orders.insert((loja, subject));
            }
            TipoEvento::SkuCriado
            | TipoEvento::SkuAlterado
            | TipoEvento::SkuEstoque
            | TipoEvento::SkuPreco
            | TipoEvento::SkuCanalAlterado => {
                causes.skus.insert((loja, subject));
            }
            TipoEvento::CanalAlterado => {
                causes.channels.extend(i32::try_from(subject).ok().map(|canal| (of_loja, Some(canal))));
            }
            TipoEvento::UsuarioAlterado => {
                causes.channels.insert((of_loja, None));
            }
            TipoEvento::PedidoFalta
            | TipoEvento::SkuExcluido
            | TipoEvento::CanalExcluido
            | TipoEvento::OfertaAlterada
            | TipoEvento::AnuncioAlterado
            | TipoEvento::CanalErro
            | TipoEvento::CanalConexao => {}
        }
        if orders.len() + causes.skus.len() >= SUBJECTS {
            causes.next = place + 1;
            break;
        }
    }
    causes.skus.extend(of_orders(conn, aplicacao, &orders)?);
    causes.more = causes.next < last;
    Ok(causes)
}

/// Items of orders, on PostgreSQL. `ctid` is in no index: by an index-only scan of the key, whose order is
/// that of the SKUs, all orders of a store would be looked through for each, which the query planner takes
/// for cheap where the average store has few.
const OF_ORDERS: &str = concat!(
    "(pedido_itens.aplicacao_id, pedido_itens.loja_id, pedido_itens.pedido_id) IN ",
    few!(),
    " AND pedido_itens.ctid IS NOT NULL"
);

/// The SKUs of some orders. In two steps: of the two tables joined, PostgreSQL's query planner takes a plan
/// for few orders as long as it has no statistics.
fn of_orders(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    orders: &BTreeSet<(LojaId, i64)>,
) -> Result<Vec<(LojaId, i64)>, StoreError> {
    let orders: Vec<(LojaId, i64)> = orders.iter().copied().collect();
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let items: Vec<(i32, String)> = load_each!(
        conn,
        &orders,
        |(loja, pedido_id)| pedido_itens::aplicacao_id
            .eq(loja.aplicacao.0)
            .and(pedido_itens::loja_id.eq(loja.loja))
            .and(pedido_itens::pedido_id.eq(*pedido_id)),
        Among::new(OF_ORDERS, &orders),
        |of_them| pedido_itens::table.filter(of_them).select((pedido_itens::loja_id, pedido_itens::sku))
    );
    let codes: BTreeSet<(LojaId, &str)> =
        items.iter().map(|(loja, sku)| (LojaId { aplicacao, loja: *loja }, sku.as_str())).collect();
    let codes: Vec<(LojaId, &str)> = codes.into_iter().collect();
    let skus: Vec<(i32, i64)> = load_among!(conn, skus, sku, &codes, |of_them| skus::table
        .filter(of_them)
        .select((skus::loja_id, skus::sku_num)));
    Ok(skus.into_iter().map(|(loja, sku)| (LojaId { aplicacao, loja }, sku)).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn the_skus_of_an_order_are_found_by_an_index_of_their_own() {
        let loja = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
        let plans = Plans::of("", |conn| {
            of_orders(conn, loja.aplicacao, &BTreeSet::from([(loja, 1), (loja, 2)])).unwrap();
        });
        plans.narrow();
    }
}
