//! Taking deliveries that are due, one server at a time.

use diesel::dsl::exists;
use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::inscricao::Topico;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::taken::Reservada;
use crate::avisos::destinos::{Destino, Estado, gravar_destino, travar_destino};
use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos, notificacoes};
use crate::base::{Conn, Tx, locked, on};

/// How long a server has a delivery to itself. What it has not told of by then is due again.
pub const RESERVA_SEGUNDOS: i64 = 60;

/// The addresses to which something is due and may be sent.
pub fn destinos_devidos(conn: &mut Conn<'_>, agora: Instante) -> Result<Vec<Destino>, StoreError> {
    let linhas: Vec<(i32, i64, i32)> = on!(conn, c => {
        let devidas = entregas::table
            .filter(entregas::aplicacao_id.eq(destinos::aplicacao_id))
            .filter(entregas::notificacao_id.eq(destinos::notificacao_id))
            .filter(entregas::destino_loja.eq(destinos::loja_id))
            .filter(entregas::devida_em.le(agora.micros()));
        destinos::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(destinos::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(destinos::notificacao_id))))
            .filter(notificacoes::ativo)
            .filter(destinos::pausado_ate.le(agora.micros()))
            .filter(exists(devidas))
            .select((destinos::aplicacao_id, destinos::notificacao_id, destinos::loja_id))
            .load(c)?
    });
    Ok(linhas
        .into_iter()
        .map(|(a, notificacao, loja)| Destino { aplicacao: AplicacaoId(a), notificacao, loja })
        .collect())
}

/// True when a test is due.
pub fn ha_testes(conn: &mut Conn<'_>, agora: Instante) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(exists(entregas::table
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.le(agora.micros()))))
        .get_result(c))?)
}

/// Takes what is due: for each address at most as many as it says. To an address whose pause is over a single one
/// goes, which tries whether it is back; until its outcome is known, nobody sends there.
pub fn reservar(
    tx: &mut Tx<'_>,
    pedidos: &[(Destino, i64)],
    agora: Instante,
    reserva: i64,
) -> Result<Vec<Reservada>, StoreError> {
    let mut tomadas = Vec::new();
    for (destino, vagas) in pedidos {
        let Some((pausas, ate)) = pausa(tx, *destino)? else { continue };
        if pausas == 0 {
            tomadas.extend(tomar(tx, *destino, Quais::Muitas(*vagas), agora, reserva)?);
        } else if ate <= agora.micros() {
            tomadas.extend(sondar(tx, *destino, agora, reserva)?);
        }
    }
    Ok(tomadas)
}

/// Takes tests that are due. They go out whatever the state of their address.
pub fn reservar_testes(
    tx: &mut Tx<'_>,
    limite: i64,
    agora: Instante,
    reserva: i64,
) -> Result<Vec<Reservada>, StoreError> {
    let devidos = entregas::table
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.le(agora.micros()))
        .select((entregas::aplicacao_id, entregas::notificacao_id, entregas::entrega_id))
        .limit(limite);
    let chaves: Vec<(i32, i64, i64)> = locked!(tx, devidos, skip, load)?;
    let mut tomadas = Vec::new();
    for (aplicacao, notificacao, id) in chaves {
        tomadas.extend(marcar(tx, aplicacao, notificacao, &[id], agora, reserva)?);
    }
    Ok(tomadas)
}

fn pausa(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<(i32, i64)>, StoreError> {
    Ok(on!(tx, c => destinos::table
        .find((destino.aplicacao.0, destino.notificacao, destino.loja))
        .select((destinos::pausas, destinos::pausado_ate))
        .first(c)
        .optional())?)
}

/// Takes one delivery, and keeps other servers from doing the same.
fn sondar(
    tx: &mut Tx<'_>,
    destino: Destino,
    agora: Instante,
    reserva: i64,
) -> Result<Vec<Reservada>, StoreError> {
    let Some(estado) = travar_destino(tx, destino)? else { return Ok(Vec::new()) };
    if !estado.freio.pausado() || estado.freio.pausado_ate > agora {
        // another server was faster
        return Ok(Vec::new());
    }
    let tomadas = tomar(tx, destino, Quais::Sonda, agora, reserva)?;
    if let Some(sonda) = tomadas.first() {
        let mut freio = estado.freio;
        freio.pausado_ate = agora.mais_segundos(RESERVA_SEGUNDOS);
        gravar_destino(tx, destino, &Estado { freio, sonda: Some(sonda.id) })?;
    }
    Ok(tomadas)
}

/// Which of the due deliveries are wanted.
#[derive(Clone, Copy)]
enum Quais {
    /// At most so many, those that have been due longest first.
    Muitas(i64),
    /// One that tries whether the address is back: one that was never sent before those that were, since it may be
    /// the event that the address refuses; after that the one that has been due longest, so that each gets its turn.
    Sonda,
}

fn tomar(
    tx: &mut Tx<'_>,
    destino: Destino,
    quais: Quais,
    agora: Instante,
    reserva: i64,
) -> Result<Vec<Reservada>, StoreError> {
    macro_rules! devidas {
        ($ordem:expr, $quantas:expr) => {
            entregas::table
                .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
                .filter(entregas::notificacao_id.eq(destino.notificacao))
                .filter(entregas::destino_loja.eq(destino.loja))
                .filter(entregas::devida_em.le(agora.micros()))
                .filter(entregas::fila.is_not_null())
                .order($ordem)
                .select(entregas::entrega_id)
                .limit($quantas)
        };
    }
    let por_prazo = (entregas::devida_em, entregas::entrega_id);
    let por_estreia = (entregas::envios.gt(0), entregas::devida_em, entregas::entrega_id);
    let ids: Vec<i64> = match quais {
        Quais::Muitas(n) => locked!(tx, devidas!(por_prazo, n), skip, load)?,
        Quais::Sonda => locked!(tx, devidas!(por_estreia, 1), skip, load)?,
    };
    marcar(tx, destino.aplicacao.0, destino.notificacao, &ids, agora, reserva)
}

type Linha = (i32, i64, i64, i32, i32, i64, i16, i16, i64, String, i32);

/// Notes whose they are, in the order of `ids`.
fn marcar(
    tx: &mut Tx<'_>,
    aplicacao: i32,
    notificacao: i64,
    ids: &[i64],
    agora: Instante,
    reserva: i64,
) -> Result<Vec<Reservada>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut linhas: Vec<Linha> = on!(tx, c => diesel::update(
        entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::entrega_id.eq_any(ids)),
    )
    .set((
        entregas::devida_em.eq(agora.mais_segundos(RESERVA_SEGUNDOS).micros()),
        entregas::reserva.eq(reserva),
    ))
    .returning((
        entregas::aplicacao_id,
        entregas::notificacao_id,
        entregas::entrega_id,
        entregas::destino_loja,
        entregas::loja_id,
        entregas::posicao,
        entregas::tipo,
        entregas::topico,
        entregas::assunto,
        entregas::evento_id,
        entregas::envios,
    ))
    .get_results(c))?;
    linhas.sort_by_key(|linha| ids.iter().position(|id| *id == linha.2));
    Ok(linhas.into_iter().map(|linha| de_linha(linha, reserva)).collect())
}

fn de_linha(linha: Linha, reserva: i64) -> Reservada {
    let (a, notificacao, id, destino_loja, loja, posicao, tipo, topico, assunto, evento_id, envios) = linha;
    let aplicacao = AplicacaoId(a);
    Reservada {
        destino: Destino { aplicacao, notificacao, loja: destino_loja },
        id,
        loja: LojaId { aplicacao, loja },
        posicao,
        tipo: TipoEvento::from_codigo(tipo),
        topico: Topico::from_codigo(topico),
        assunto,
        evento_id,
        tentativa: envios + 1,
        reserva,
    }
}
