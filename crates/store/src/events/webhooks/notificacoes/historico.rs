//! Deliveries of a notification, and the health of its addresses.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::entrega::{Entrega, EstadoEntrega, Failure, LastError, Saude, Tentativa};
use domain::evento::TipoEvento;
use domain::inscricao::Topico;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{entrega_tentativas as attempts, entregas, notificacao_destinos as destinos};
use crate::base::{Conn, Rare, StoreError, on};
use crate::events::webhooks::notificacoes::{NotificacaoRow, Owner, find};

/// Attempts of each delivery that are shown, the latest ones.
const SHOWN: i32 = 20;

/// Which deliveries are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EntregasFilter {
    /// This one alone.
    pub entrega: Option<i64>,
    /// In this state.
    pub estado: Option<EstadoEntrega>,
    /// Of events of this kind.
    pub tipo: Option<TipoEvento>,
}

type EntregaRow = (i64, String, i64, i16, i16, i64, Option<i64>, Option<i64>, i32, (i32, i64, i16));

/// A notification's deliveries, newest first; `None` when there is no such notification.
pub fn list_entregas(
    conn: &mut Conn<'_>,
    owner: Owner,
    id: i64,
    filter: EntregasFilter,
    page: PageRequest,
) -> Result<Option<Page<Entrega>>, StoreError> {
    if find(conn, owner, id)?.is_none() {
        return Ok(None);
    }
    let aplicacao = owner.aplicacao().0;
    let (rows, total): (Vec<EntregaRow>, i64) = on!(conn, c => {
        let filtered = || {
            let mut q = entregas::table
                .filter(entregas::aplicacao_id.eq(aplicacao))
                .filter(entregas::notificacao_id.eq(id))
                .into_boxed();
            if let Some(entrega) = filter.entrega {
                q = q.filter(entregas::entrega_id.eq(entrega));
            }
            if let Some(estado) = filter.estado {
                q = q.filter(entregas::estado.eq(estado.code()));
            }
            if let Some(kind) = filter.tipo {
                q = q.filter(entregas::tipo.eq(kind.code()));
            }
            q
        };
        let mut q = filtered();
        if let Some([after, _]) = page.after() {
            q = q.filter(entregas::entrega_id.lt(after));
        }
        let rows = q
            .order(entregas::entrega_id.desc())
            .select((
                entregas::entrega_id,
                entregas::evento_id,
                entregas::posicao,
                entregas::tipo,
                entregas::estado,
                entregas::criado_em,
                entregas::concluido_em,
                entregas::devida_em,
                entregas::envios,
                (entregas::loja_id, entregas::assunto, entregas::topico),
            ))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered().count().get_result(c)?)
    });
    let mut tried = tried(conn, aplicacao, id, &rows)?;
    let page = page.page(
        rows,
        total,
        |row| [row.0, 0],
        |row| {
            let tried = tried.remove(&row.0).unwrap_or_default();
            from_row(owner.aplicacao(), row, tried)
        },
    )?;
    Ok(Some(page))
}

fn from_row(
    aplicacao: AplicacaoId,
    row: EntregaRow,
    tentativas: Vec<Tentativa>,
) -> Result<Entrega, StoreError> {
    let (entrega_id, evento_id, posicao, kind, estado, criado_em, concluido_em, devida_em, _, about) = row;
    let (loja, assunto) = (LojaId { aplicacao, loja: about.0 }, about.1);
    let estado = EstadoEntrega::from_code(estado)
        .ok_or_else(|| StoreError::Corrupt(format!("entregas.estado {estado}")))?;
    Ok(Entrega {
        entrega_id,
        evento_id,
        posicao,
        tipo: TipoEvento::from_code(kind).map_or("teste", TipoEvento::name).to_owned(),
        assunto,
        topico: Topico::from_code(about.2),
        pedido: TipoEvento::from_code(kind)
            .filter(|kind| kind.of_pedido())
            .map(|_| (loja, PedidoId(assunto))),
        estado,
        data_criacao: Instante::from_micros(criado_em),
        data_conclusao: concluido_em.map(Instante::from_micros),
        proxima_tentativa: devida_em.map(Instante::from_micros),
        tentativas,
    })
}

/// Attempts, by delivery.
fn tried(
    conn: &mut Conn<'_>,
    aplicacao: i32,
    id: i64,
    rows: &[EntregaRow],
) -> Result<HashMap<i64, Vec<Tentativa>>, StoreError> {
    type Parsed = (i64, i32, i64, i32, Option<i16>, Option<i16>, String);
    let numbers: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let envios: HashMap<i64, i32> = rows.iter().map(|row| (row.0, row.8)).collect();
    let loaded: Vec<Parsed> = on!(conn, c => attempts::table
        .filter(attempts::aplicacao_id.eq(aplicacao))
        .filter(attempts::notificacao_id.eq(id))
        .filter(attempts::entrega_id.eq_any(&numbers))
        .order((attempts::entrega_id, attempts::numero))
        .select((
            attempts::entrega_id,
            attempts::numero,
            attempts::em,
            attempts::duracao_ms,
            attempts::status,
            attempts::falha,
            attempts::resposta,
        ))
        .load(c))?;
    let mut by_entrega: HashMap<i64, Vec<Tentativa>> = HashMap::new();
    for (entrega, numero, at, duracao_ms, status, failure, resposta) in loaded {
        if numero <= envios.get(&entrega).copied().unwrap_or(0) - SHOWN {
            continue;
        }
        by_entrega.entry(entrega).or_default().push(Tentativa {
            numero,
            data: Instante::from_micros(at),
            duracao_ms,
            status,
            erro: failure.and_then(Failure::from_code).map(|failure| failure.to_string()),
            resposta,
        });
    }
    Ok(by_entrega)
}

/// Health of one notification.
pub fn saude(conn: &mut Conn<'_>, from: &NotificacaoRow) -> Result<Saude, StoreError> {
    Ok(saudes(conn, from.aplicacao, std::slice::from_ref(from))?.remove(&from.id).unwrap_or_default())
}

/// Health by the number of each of an application's notifications: that of the worst of its addresses, and
/// the pending deliveries.
pub fn saudes(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    from: &[NotificacaoRow],
) -> Result<HashMap<i64, Saude>, StoreError> {
    let ids: Vec<i64> = from.iter().map(|notificacao| notificacao.id).collect();
    let pending = pending(conn, aplicacao, &ids)?;
    let initial = |notificacao: &NotificacaoRow| Saude {
        pendentes: pending.get(&notificacao.id).copied().unwrap_or(0),
        encerrada_em: notificacao.encerrada_em,
        ..Saude::default()
    };
    let mut saudes: HashMap<i64, Saude> = from.iter().map(|n| (n.id, initial(n))).collect();
    type SaudeRow = ((i64, i32, i32, i64), Option<i64>, Option<i64>, Option<i16>, Option<i16>);
    let rows: Vec<SaudeRow> = on!(conn, c => destinos::table
        .filter(destinos::aplicacao_id.eq(aplicacao.0))
        .filter(destinos::notificacao_id.eq_any(&ids))
        .select((
            (destinos::notificacao_id, destinos::falhas, destinos::pausas, destinos::pausado_ate),
            destinos::ultimo_sucesso,
            destinos::ultima_falha,
            destinos::ultimo_erro,
            destinos::ultimo_status,
        ))
        .load(c))?;
    for ((id, failures, pauses, until), success, failure, erro, status) in rows {
        let Some(saude) = saudes.get_mut(&id) else { continue };
        saude.falhas_seguidas = saude.falhas_seguidas.max(failures);
        saude.pausada_ate = saude.pausada_ate.max((pauses > 0).then(|| Instante::from_micros(until)));
        saude.ultimo_sucesso = saude.ultimo_sucesso.max(success.map(Instante::from_micros));
        let failed_at = failure.map(Instante::from_micros);
        if let (Some(failure), Some(at)) = (erro.and_then(Failure::from_code), failed_at)
            && saude.ultimo_erro.as_ref().is_none_or(|known| known.data < at)
        {
            saude.ultimo_erro = Some(LastError::new(failure, status, at));
        }
        saude.ultima_falha = saude.ultima_falha.max(failed_at);
    }
    Ok(saudes)
}

/// Unfinished deliveries. They are few: what exceeds [`super::PENDING_MAX`] stays in the log for now.
fn pending(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    ids: &[i64],
) -> Result<HashMap<i64, i64>, StoreError> {
    let counted: Vec<(i64, i64)> = on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(Rare(entregas::notificacao_id.eq_any(ids)))
        .filter(entregas::concluido_em.is_null())
        .group_by(entregas::notificacao_id)
        .select((entregas::notificacao_id, count_star()))
        .load(c))?;
    Ok(counted.into_iter().collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn what_waits_is_counted_among_deliveries_not_done_with() {
        let plans = Plans::of("", |conn| {
            pending(conn, AplicacaoId(1), &[1, 2]).unwrap();
        });
        plans.narrow().without("USING PRIMARY KEY");
    }
}
