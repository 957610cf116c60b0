//! An address that events are sent to, and its health.

use diesel::prelude::*;
use domain::entrega::Freio;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::schema::{entregas, notificacao_destinos as destinos};
use crate::base::{StoreError, Tx, locked, on};

/// One address of one notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Destino {
    /// Whose notification it is.
    pub aplicacao: AplicacaoId,
    /// The notification.
    pub notificacao: i64,
    /// 0 = its own url, else the number of the user whose `urlIntegracao` is meant.
    pub loja: i32,
}

/// What is stored of an address's health.
pub(super) struct Estado {
    pub freio: Freio,
    pub sonda: Option<i64>,
}

/// The health of an address, which nobody else changes until this transaction ends; `None` when the notification is
/// gone, or nothing was ever sent there.
pub(super) fn travar_destino(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<Estado>, StoreError> {
    type Linha = (i32, i32, i64, Option<i64>, Option<i64>, Option<i64>);
    let chave = (destino.aplicacao.0, destino.notificacao, destino.loja);
    let colunas = (
        destinos::falhas,
        destinos::pausas,
        destinos::pausado_ate,
        destinos::sonda,
        destinos::ultimo_sucesso,
        destinos::ultima_falha,
    );
    let linha: Option<Linha> = locked!(tx, destinos::table.find(chave).select(colunas), first).optional()?;
    Ok(linha.map(|(falhas, pausas, ate, sonda, sucesso, falha)| Estado {
        freio: Freio {
            falhas,
            pausas,
            pausado_ate: Instante::from_micros(ate),
            ultimo_sucesso: sucesso.map(Instante::from_micros),
            ultima_falha: falha.map(Instante::from_micros),
        },
        sonda,
    }))
}

pub(super) fn gravar_destino(tx: &mut Tx<'_>, destino: Destino, estado: &Estado) -> Result<(), StoreError> {
    let freio = &estado.freio;
    on!(tx, c => diesel::update(destinos::table.find((
        destino.aplicacao.0,
        destino.notificacao,
        destino.loja,
    )))
    .set((
        destinos::falhas.eq(freio.falhas),
        destinos::pausas.eq(freio.pausas),
        destinos::pausado_ate.eq(freio.pausado_ate.micros()),
        destinos::sonda.eq(estado.sonda),
        destinos::ultimo_sucesso.eq(freio.ultimo_sucesso.map(Instante::micros)),
        destinos::ultima_falha.eq(freio.ultima_falha.map(Instante::micros)),
    ))
    .execute(c))?;
    Ok(())
}

/// Makes what waits for another attempt due now.
pub(super) fn adiantar(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    notificacao: i64,
    loja: Option<i32>,
    agora: Instante,
) -> Result<(), StoreError> {
    on!(tx, c => {
        let em_espera = entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao.0))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::devida_em.gt(agora.micros()))
            .filter(entregas::reserva.is_null());
        let mudanca = entregas::devida_em.eq(agora.micros());
        match loja {
            Some(loja) => {
                diesel::update(em_espera.filter(entregas::destino_loja.eq(loja))).set(mudanca).execute(c)?
            }
            None => diesel::update(em_espera).set(mudanca).execute(c)?,
        }
    });
    Ok(())
}

/// Forgets what was known of a notification's addresses, as when it gets another one: all that waits is due at once.
pub(crate) fn esquecer_falhas(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    notificacao: i64,
    agora: Instante,
) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(
        destinos::table
            .filter(destinos::aplicacao_id.eq(aplicacao.0))
            .filter(destinos::notificacao_id.eq(notificacao)),
    )
    .set((
        destinos::falhas.eq(0),
        destinos::pausas.eq(0),
        destinos::pausado_ate.eq(0),
        destinos::sonda.eq(None::<i64>),
    ))
    .execute(c))?;
    adiantar(tx, aplicacao, notificacao, None, agora)
}
