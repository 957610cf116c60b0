//! A delivery on its way.

use domain::evento::TipoEvento;
use domain::inscricao::Topico;
use domain::values::ids::LojaId;

use crate::events::webhooks::destinos::Destino;

/// A delivery that this server has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reserved {
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

/// What keeps the order of deliveries: one line per order, SKU, channel and user.
pub(super) fn lane_of(kind: TipoEvento, assunto: i64) -> i64 {
    let class = match kind {
        TipoEvento::PedidoCriado
        | TipoEvento::PedidoStatus
        | TipoEvento::PedidoDetalhe
        | TipoEvento::PedidoFalta => 0,
        TipoEvento::SkuCriado
        | TipoEvento::SkuAlterado
        | TipoEvento::SkuEstoque
        | TipoEvento::SkuPreco
        | TipoEvento::SkuExcluido
        | TipoEvento::SkuCanalAlterado
        | TipoEvento::OfertaAlterada => 1,
        TipoEvento::CanalAlterado | TipoEvento::CanalExcluido => 2,
        TipoEvento::UsuarioAlterado => 3,
    };
    assunto.wrapping_mul(4).wrapping_add(class)
}
