//! What an owner asks to be sent: a stretch of the log once more, or a test.

use diesel::prelude::*;
use domain::entrega::EstadoEntrega;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::{Dono, find};
use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_cursores as cursores};
use crate::base::sequences::{Sequencia, proximo};
use crate::base::{Tx, on};
use crate::eventos;

/// Stretches, and tests, that one notification may have under way.
pub const EM_ABERTO_MAX: i64 = 10;

/// What became of asking for a stretch of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reenvio {
    /// It will be sent, as far as it is kept.
    Aceito {
        /// The first place.
        de: i64,
        /// The last place.
        ate: i64,
    },
    /// The log has nothing there.
    Vazio,
    /// [`EM_ABERTO_MAX`] stretches are under way.
    Demais,
    /// There is no such notification.
    Ausente,
}

/// Sends the events from `de` to `ate` (both included) once more, as far as the notification wants their kinds.
pub fn reenviar(tx: &mut Tx<'_>, dono: Dono, id: i64, de: i64, ate: i64) -> Result<Reenvio, StoreError> {
    if find(tx, dono, id)?.is_none() {
        return Ok(Reenvio::Ausente);
    }
    let aplicacao = dono.aplicacao();
    let em_aberto: i64 = on!(tx, c => cursores::table
        .filter(cursores::aplicacao_id.eq(aplicacao.0))
        .filter(cursores::notificacao_id.eq(id))
        .filter(cursores::fim.is_not_null())
        .count()
        .get_result(c))?;
    if em_aberto >= EM_ABERTO_MAX {
        return Ok(Reenvio::Demais);
    }
    let (primeira, ultima) = eventos::extremos(tx, aplicacao)?;
    let (de, ate) = (de.max(primeira), ate.min(ultima));
    if ultima == 0 || de > ate {
        return Ok(Reenvio::Vazio);
    }
    let numero = proximo(tx, Sequencia::Notificacoes)?;
    on!(tx, c => diesel::insert_into(cursores::table)
        .values((
            cursores::aplicacao_id.eq(aplicacao.0),
            cursores::notificacao_id.eq(id),
            cursores::cursor_num.eq(numero),
            cursores::posicao.eq(de),
            cursores::fim.eq(ate),
        ))
        .execute(c))?;
    Ok(Reenvio::Aceito { de, ate })
}

/// What became of asking for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Teste {
    /// It will be sent at once, once; this is the delivery's number.
    Criado(i64),
    /// The notification sends to each user's own address: which user is meant must be said.
    FaltaUsuario,
    /// [`EM_ABERTO_MAX`] tests are under way.
    Demais,
    /// There is no such notification.
    Ausente,
}

/// Sends a made-up event of kind `teste`, whatever the state of the notification and its address. `usuario`: to whose
/// address, for a notification without one of its own and without a user.
pub fn testar(
    tx: &mut Tx<'_>,
    dono: Dono,
    id: i64,
    usuario: Option<LojaId>,
    agora: Instante,
) -> Result<Teste, StoreError> {
    let Some(notificacao) = find(tx, dono, id)? else { return Ok(Teste::Ausente) };
    let loja = notificacao.loja.or(usuario).map_or(0, |l| l.loja);
    let destino = if notificacao.url.is_some() { 0 } else { loja };
    if notificacao.url.is_none() && loja == 0 {
        return Ok(Teste::FaltaUsuario);
    }
    let aplicacao = dono.aplicacao();
    let em_aberto: i64 = on!(tx, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(entregas::notificacao_id.eq(id))
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.is_not_null())
        .count()
        .get_result(c))?;
    if em_aberto >= EM_ABERTO_MAX {
        return Ok(Teste::Demais);
    }
    let numero = proximo(tx, Sequencia::Entregas)?;
    on!(tx, c => diesel::insert_into(entregas::table)
        .values((
            entregas::aplicacao_id.eq(aplicacao.0),
            entregas::notificacao_id.eq(id),
            entregas::entrega_id.eq(numero),
            entregas::destino_loja.eq(destino),
            entregas::loja_id.eq(loja),
            entregas::posicao.eq(0),
            entregas::tipo.eq(0),
            entregas::topico.eq(0),
            entregas::assunto.eq(0),
            entregas::evento_id.eq(format!("teste_{:016x}", rand::random::<u64>())),
            entregas::estado.eq(EstadoEntrega::Pendente.codigo()),
            entregas::falhadas.eq(0),
            entregas::envios.eq(0),
            entregas::devida_em.eq(agora.micros()),
            entregas::criado_em.eq(agora.micros()),
        ))
        .execute(c))?;
    Ok(Teste::Criado(numero))
}
