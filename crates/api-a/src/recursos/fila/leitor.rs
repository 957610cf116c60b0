//! Which reader of the queue is meant, and what an event tells it of an order.

use domain::evento::{Evento, TipoEvento};
use domain::pedido::StatusPedido;
use domain::values::ids::{AplicacaoId, ConsumidorId, LojaId, PedidoId};
use http_kit::{FromConsulta, Leitor as Consulta};
use store::StoreError;
use store::fila::{Fila, Leitor};
use utoipa::IntoParams;

use crate::erro::ErroA;

/// Which reader of the queue asks.
#[derive(Clone, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParamConsumidor {
    /// The reader's name, its own choice. It belongs to the queue of the user given, or to the application's.
    #[param(value_type = String, min_length = 1, max_length = 100)]
    pub consumidor: ConsumidorId,
}

impl FromConsulta for ParamConsumidor {
    fn de(c: &mut Consulta<'_>) -> Option<Self> {
        Some(Self { consumidor: c.obrigatorio("consumidor", |texto| ConsumidorId::parse(texto))? })
    }
}

impl ParamConsumidor {
    /// As the store knows it.
    pub fn leitor(&self, aplicacao: AplicacaoId, loja: Option<LojaId>) -> Leitor<'_> {
        Leitor { fila: Fila { aplicacao, loja }, nome: &self.consumidor }
    }
}

/// What an event of an order always has.
pub fn de_pedido(evento: &Evento) -> Result<(TipoEvento, PedidoId, StatusPedido), ErroA> {
    match (evento.pedido_id, evento.dados.status) {
        (Some(pedido), Some(status)) => Ok((evento.tipo, pedido, status)),
        _ => Err(StoreError::Corrompido(format!("eventos.corpo {}", evento.posicao)).into()),
    }
}
