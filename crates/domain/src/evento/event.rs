//! One event, and its text put together from what was stored.

use serde::{Deserialize, Serialize};

use super::mudanca::Dados;
use super::tipo::TipoEvento;
use crate::values::dates::Instante;
use crate::values::ids::PedidoId;

/// One event, as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evento {
    /// Its place in the application's log, from 1, without gaps.
    pub posicao: i64,
    /// Its identifier, the same however often it is read or sent.
    pub evento_id: String,
    /// What kind of change it tells of.
    pub tipo: TipoEvento,
    /// The user that it happened to.
    pub usuario_id: String,
    /// The channel, when one is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub canal_id: Option<String>,
    /// The SKU, when one is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub sku: Option<String>,
    /// The order, when one is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub pedido_id: Option<PedidoId>,
    /// When the service recorded the change.
    pub data: Instante,
    /// What changed.
    pub dados: Dados,
}

/// What of an event is known while its change is being written, before it has its place in the log: the
/// members of [`Evento`] that are stored as text. (Not flattened into it: amounts of money would not be read
/// exactly.)
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Corpo<'a> {
    /// The channel, when one is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canal_id: Option<&'a str>,
    /// The SKU, when one is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sku: Option<&'a str>,
    /// The order, when one is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pedido_id: Option<PedidoId>,
    /// When the service recorded the change.
    pub data: Instante,
    /// What changed.
    pub dados: Dados,
}

/// The identifier of an event: its place and a number drawn when it was written, so that two databases that
/// give out the same places (a copy, a backup that was put back) never give out the same identifiers.
pub fn evento_id(posicao: i64, sorteio: i64) -> String {
    format!("evt_{posicao:x}_{sorteio:016x}")
}

/// An event as JSON, out of its stored parts, without looking into `corpo` ([`Corpo`] as JSON).
pub fn montar(posicao: i64, sorteio: i64, tipo: TipoEvento, usuario_id: &str, corpo: &str) -> String {
    // a text is always writable as JSON
    let usuario = serde_json::to_string(usuario_id).unwrap_or_default();
    let id = evento_id(posicao, sorteio);
    let resto = corpo.strip_prefix('{').unwrap_or_default();
    format!(r#"{{"posicao":{posicao},"eventoId":"{id}","tipo":"{tipo}","usuarioId":{usuario},{resto}"#)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::evento::{Detalhe, Mudanca};
    use crate::pedido::StatusPedido;

    #[test]
    fn an_event_put_together_is_the_event() {
        let mudanca = Mudanca::PedidoStatus {
            anterior: StatusPedido::Pago,
            status: StatusPedido::Enviado,
            pulados: vec![StatusPedido::Faturado],
            detalhes: vec![Detalhe::Rastreio],
        };
        let tipo = mudanca.tipo();
        let corpo = Corpo {
            canal_id: Some("ml \"1\""),
            sku: None,
            pedido_id: Some(PedidoId(7)),
            data: Instante::from_micros(0),
            dados: mudanca.dados(),
        };
        let texto = montar(300, -1, tipo, "loja \"é\"", &serde_json::to_string(&corpo).unwrap());
        assert_eq!(
            texto,
            concat!(
                r#"{"posicao":300,"eventoId":"evt_12c_ffffffffffffffff","tipo":"pedido.status","#,
                r#""usuarioId":"loja \"é\"","canalId":"ml \"1\"","pedidoId":7,"data":"1970-01-01T00:00:00Z","#,
                r#""dados":{"statusAnterior":"Pago","status":"Enviado","pulados":["Faturado"],"detalhes":["rastreio"]}}"#
            )
        );
        let lido: Evento = serde_json::from_str(&texto).unwrap();
        assert_eq!((lido.posicao, lido.tipo, lido.canal_id.as_deref()), (300, tipo, corpo.canal_id));
        assert_eq!((lido.pedido_id, lido.data, lido.dados), (corpo.pedido_id, corpo.data, corpo.dados));
    }
}
