//! A notification's deliveries with what was tried, newest first.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::entrega::{Entrega, EstadoEntrega, Failure, Tentativa};
use domain::evento::TipoEvento;
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{entrega_tentativas as attempts, entregas};
use crate::base::{Conn, on};
use crate::events::webhooks::notificacoes::{Owner, find};

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

type EntregaRow = (i64, String, i64, i16, i16, i64, Option<i64>, Option<i64>, i32);

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
            from_row(row, tried)
        },
    )?;
    Ok(Some(page))
}

fn from_row(row: EntregaRow, tentativas: Vec<Tentativa>) -> Result<Entrega, StoreError> {
    let (entrega_id, evento_id, posicao, kind, estado, criado_em, concluido_em, devida_em, _) = row;
    let estado = EstadoEntrega::from_code(estado)
        .ok_or_else(|| StoreError::Corrupt(format!("entregas.estado {estado}")))?;
    Ok(Entrega {
        entrega_id,
        evento_id,
        posicao,
        tipo: TipoEvento::from_code(kind).map_or("teste", TipoEvento::name).to_owned(),
        estado,
        data_criacao: Instante::from_micros(criado_em),
        data_conclusao: concluido_em.map(Instante::from_micros),
        proxima_tentativa: devida_em.map(Instante::from_micros),
        tentativas,
    })
}

/// What was tried, by delivery.
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
