//! Events that were given up: listed, and revived.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::fila::ENTREGAS_MAX;
use domain::values::dates::Instante;

use super::consumidores::{self, Consumidor};
use super::queue::{Item, Leitor, MORTO_OU_NAO, eventos_em};
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{Conn, Tx, on};
use crate::eventos;

/// The dead ones of a reader from the first place that is kept on: marked so, or about to be by its next request. A macro, because the type of such a
/// condition cannot be written down.
macro_rules! mortos {
    ($consumidor:expr, $primeira:expr, $agora:expr) => {
        fila_itens::table
            .filter(dsl::aplicacao_id.eq($consumidor.aplicacao_id))
            .filter(dsl::consumidor_id.eq($consumidor.consumidor_id))
            .filter(dsl::posicao.ge($primeira))
            .filter(
                dsl::morto
                    .eq(true)
                    .or(dsl::entregas.ge(ENTREGAS_MAX).and(dsl::arrendado_ate.le($agora.micros()))),
            )
    };
}

/// How many of a reader's events are dead.
pub(super) fn contar(
    conn: &mut Conn<'_>,
    consumidor: &Consumidor,
    primeira: i64,
    agora: Instante,
) -> Result<i64, StoreError> {
    Ok(on!(conn, c => mortos!(consumidor, primeira, agora).count().get_result(c))?)
}

/// The dead events of a reader, the oldest first; `None` when there is no such reader.
pub fn mortos(
    conn: &mut Conn<'_>,
    leitor: Leitor<'_>,
    pagina: PageRequest,
    agora: Instante,
) -> Result<Option<Page<Item>>, StoreError> {
    let Some(consumidor) = consumidores::find(conn, leitor)? else { return Ok(None) };
    let (primeira, _) = eventos::extremos(conn, leitor.fila.aplicacao)?;
    let (linhas, total): (Vec<(i64, i32)>, i64) = on!(conn, c => {
        let mut q = mortos!(consumidor, primeira, agora).into_boxed();
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(dsl::posicao.gt(apos));
        }
        let linhas = q
            .order(dsl::posicao)
            .limit(pagina.limit())
            .offset(pagina.offset())
            .select((dsl::posicao, dsl::entregas))
            .load(c)?;
        (linhas, mortos!(consumidor, primeira, agora).count().get_result(c)?)
    });
    let posicoes: Vec<i64> = linhas.iter().map(|(posicao, _)| *posicao).collect();
    let mut eventos = eventos_em(conn, leitor.fila.aplicacao, &posicoes)?;
    let page = pagina.page(
        linhas,
        total,
        |(posicao, _)| [*posicao, 0],
        |(posicao, entregas)| {
            let evento = eventos.remove(&posicao);
            let evento = evento.ok_or_else(|| StoreError::Interno("an event vanished".to_owned()))?;
            Ok(Item { evento, entregas })
        },
    )?;
    Ok(Some(page))
}

/// Lets dead events be handed out again, as if they never had been. Answers, place by place, whether the reader has
/// an unconfirmed event there; what is not dead stays as it is. `None` when there is no such reader.
pub fn reviver(
    tx: &mut Tx<'_>,
    leitor: Leitor<'_>,
    posicoes: &[i64],
    agora: Instante,
) -> Result<Option<Vec<bool>>, StoreError> {
    let Some(consumidor) = consumidores::travar(tx, leitor)? else { return Ok(None) };
    let achados: HashMap<i64, bool> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq_any(MORTO_OU_NAO))
        .filter(dsl::posicao.eq_any(posicoes))
        .select((dsl::posicao, dsl::entregas, dsl::arrendado_ate, dsl::morto))
        .load::<(i64, i32, i64, bool)>(c))?
    .into_iter()
    .map(|(posicao, entregas, ate, morto)| {
        (posicao, morto || (entregas >= ENTREGAS_MAX && ate <= agora.micros()))
    })
    .collect();
    let dos_mortos: HashSet<i64> = achados.iter().filter(|(_, morto)| **morto).map(|(p, _)| *p).collect();
    on!(tx, c => diesel::update(fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq_any(MORTO_OU_NAO))
        .filter(dsl::posicao.eq_any(dos_mortos)))
        .set((dsl::morto.eq(false), dsl::entregas.eq(0), dsl::arrendado_ate.eq(0_i64)))
        .execute(c))?;
    Ok(Some(posicoes.iter().map(|posicao| achados.contains_key(posicao)).collect()))
}
