//! Which reader of the queue is meant, and what an event tells it of an order.

use domain::evento::{Evento, TipoEvento};
use domain::pedido::StatusPedido;
use domain::values::ids::{AplicacaoId, ConsumidorId, LojaId, PedidoId};
use http_kit::{FromQuery, QueryReader as Query};
use store::StoreError;
use store::queue::{Fila, QueueReader};
use utoipa::IntoParams;

use crate::error::ErrorA;

/// Which reader of the queue asks.
#[derive(Clone, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConsumidorParam {
    /// The reader's name, its own choice. It belongs to the queue of the user given, or to the application's.
    #[param(value_type = String, min_length = 1, max_length = 100)]
    pub consumidor: ConsumidorId,
}

impl FromQuery for ConsumidorParam {
    fn of(c: &mut Query<'_>) -> Option<Self> {
        Some(Self { consumidor: c.required("consumidor", |text| ConsumidorId::parse(text))? })
    }
}

impl ConsumidorParam {
    /// As the store knows it.
    pub fn reader(&self, aplicacao: AplicacaoId, loja: Option<LojaId>) -> QueueReader<'_> {
        QueueReader { fila: Fila { aplicacao, loja }, nome: &self.consumidor }
    }
}

/// What an event of an order always has.
pub fn of_pedido(evento: &Evento) -> Result<(TipoEvento, PedidoId, StatusPedido), ErrorA> {
    match (evento.pedido_id, evento.dados.status) {
        (Some(pedido), Some(status)) => Ok((evento.tipo, pedido, status)),
        _ => Err(StoreError::Corrupt(format!("eventos.corpo {}", evento.posicao)).into()),
    }
}
