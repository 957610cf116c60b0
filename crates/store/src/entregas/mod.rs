//! Deliveries: events on their way to addresses. What the delivery engine stands on.
//!
//! Several servers work on one database. A stretch of the log becomes deliveries exactly once, under the lock of its
//! cursor ([`avancar`]). A delivery is taken by one server at a time ([`reservar`]) until that server has said what
//! came of it ([`concluir`]) or a minute has passed. `devida_em` alone says when something is to be done with a
//! delivery; it is null while an earlier delivery of the same order, SKU, channel or user is unfinished, so that
//! taking what is due never looks at what is not (`docs/decisions/0025-delivery.md`).

mod conclusao;
mod fila;
mod limpeza;
mod preparo;
mod reserva;

use diesel::prelude::*;
use domain::datas::Instante;
use domain::entrega::Freio;
use domain::evento::TipoEvento;
use domain::ids::{AplicacaoId, LojaId};
use domain::inscricao::Topico;

use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos};
use crate::base::{Backend, Tx, on};

pub use conclusao::{Desfecho, Resultado, concluir};
pub use fila::{Avanco, Cursor, avancar, cursores_atrasados};
pub use limpeza::{DIAS, purge};
pub use preparo::{Pronta, preparar};
pub use reserva::{RESERVA_SEGUNDOS, destinos_devidos, ha_testes, reservar, reservar_testes};

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

/// A delivery that this server has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservada {
    /// Where it goes.
    pub destino: Destino,
    /// Its number.
    pub id: i64,
    /// The user that the event happened to; 0 inside for a test that is nobody's.
    pub loja: LojaId,
    /// The event's place in the log; 0 for a test.
    pub posicao: i64,
    /// The kind of event; `None` = a test.
    pub tipo: Option<TipoEvento>,
    /// The topic, for a subscription.
    pub topico: Option<Topico>,
    /// The service's number of what the event tells of.
    pub assunto: i64,
    /// The event's identifier.
    pub evento_id: String,
    /// Which attempt this is, from 1.
    pub tentativa: i32,
    /// Says that it is this server's.
    pub reserva: i64,
}

/// What is stored of an address's health.
struct Estado {
    freio: Freio,
    sonda: Option<i64>,
}

/// What keeps the order of deliveries: one line per order, SKU, channel and user.
fn numero_da_fila(tipo: TipoEvento, assunto: i64) -> i64 {
    let classe = match tipo {
        TipoEvento::PedidoCriado | TipoEvento::PedidoStatus | TipoEvento::PedidoDetalhe => 0,
        TipoEvento::SkuCriado
        | TipoEvento::SkuAlterado
        | TipoEvento::SkuEstoque
        | TipoEvento::SkuPreco
        | TipoEvento::SkuExcluido
        | TipoEvento::SkuCanalAlterado => 1,
        TipoEvento::CanalAlterado | TipoEvento::CanalExcluido => 2,
        TipoEvento::UsuarioAlterado => 3,
    };
    assunto.wrapping_mul(4).wrapping_add(classe)
}

/// The health of an address, which nobody else changes until this transaction ends; `None` when the notification is
/// gone, or nothing was ever sent there.
fn travar_destino(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<Estado>, StoreError> {
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
    let linha: Option<Linha> = match &mut tx.backend {
        Backend::Sqlite(c) => destinos::table.find(chave).select(colunas).first(*c).optional()?,
        Backend::Postgres(c) => {
            destinos::table.find(chave).select(colunas).for_no_key_update().first(*c).optional()?
        }
    };
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

fn gravar_destino(tx: &mut Tx<'_>, destino: Destino, estado: &Estado) -> Result<(), StoreError> {
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
fn adiantar(
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
