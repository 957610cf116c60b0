//! The order queue: named readers of the log's order events, each with its place, and what they have taken over
//! and not confirmed (`docs/decisions/0024-order-queue.md`).

mod arrendamento;
mod confirmacao;
mod consumidores;
mod mortos;
mod situacao;

use std::collections::HashMap;

use domain::evento::Evento;
use domain::fila::ENTREGAS_MAX;
use domain::ids::{AplicacaoId, ConsumidorId, LojaId};

use crate::base::Conn;
use crate::base::StoreError;
use crate::eventos;

pub use arrendamento::{Arrendado, Entrega, Inicio, Pedida, arrendar};
pub use confirmacao::{Confirmacao, confirmar};
pub use consumidores::{LEITORES_MAX, cabe, delete, delete_da_loja};
pub use mortos::{mortos, reviver};
pub use situacao::{SITUACOES_MAX, Situacao, situacao};

/// Whose order events a queue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fila {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Of one user; `None` = of all users of the application.
    pub loja: Option<LojaId>,
}

impl Fila {
    /// As stored: numbers of users start at 1.
    fn loja_id(&self) -> i32 {
        self.loja.map_or(0, |loja| loja.loja)
    }
}

/// A reader of a queue.
#[derive(Debug, Clone, Copy)]
pub struct Leitor<'a> {
    /// The queue.
    pub fila: Fila,
    /// The reader's name in it.
    pub nome: &'a ConsumidorId,
}

/// An event that a reader has taken over.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What happened.
    pub evento: Evento,
    /// How often it has been handed out since it came, or since it was last revived.
    pub entregas: i32,
}

/// Dead or not: it is in the key, and named for the key's sake also where it does not matter.
const MORTO_OU_NAO: [bool; 2] = [false, true];

/// Kinds of events that tell of orders, as stored.
fn tipos_de_pedido() -> Vec<i16> {
    let tipos = domain::evento::TipoEvento::TODOS.iter();
    tipos.filter(|tipo| tipo.de_pedido()).map(|tipo| tipo.codigo()).collect()
}

/// The events at some places, read.
fn eventos_em(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<HashMap<i64, Evento>, StoreError> {
    if posicoes.is_empty() {
        return Ok(HashMap::new());
    }
    eventos::find_all(conn, aplicacao, posicoes)?
        .into_iter()
        .map(|linha| {
            let evento = serde_json::from_str(&linha.documento);
            Ok((linha.posicao, evento.map_err(|e| StoreError::corrompido("eventos.corpo", e))?))
        })
        .collect()
}
