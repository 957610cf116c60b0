//! One event, and its text put together from what was stored.

use serde::{Deserialize, Serialize};

use super::change::Dados;
use super::kind::TipoEvento;
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
pub struct Body<'a> {
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
pub fn evento_id(posicao: i64, draw: i64) -> String {
    format!("evt_{posicao:x}_{draw:016x}")
}

/// An event as JSON, out of its stored parts, without looking into `corpo` ([`Body`] as JSON).
pub fn assemble(posicao: i64, draw: i64, kind: TipoEvento, usuario_id: &str, body: &str) -> String {
    // a text is always writable as JSON
    let usuario = serde_json::to_string(usuario_id).unwrap_or_default();
    let id = evento_id(posicao, draw);
    let rest = body.strip_prefix('{').unwrap_or_default();
    format!(r#"{{"posicao":{posicao},"eventoId":"{id}","tipo":"{kind}","usuarioId":{usuario},{rest}"#)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::evento::{Change, Detalhe};
    use crate::pedido::StatusPedido;

    #[test]
    fn an_event_put_together_is_the_event() {
        let change = Change::PedidoStatus {
            anterior: StatusPedido::Pago.into(),
            atual: StatusPedido::Enviado.into(),
            pulados: vec![StatusPedido::Faturado],
            detalhes: vec![Detalhe::Rastreio],
            itens: Vec::new(),
        };
        let kind = change.kind();
        let body = Body {
            canal_id: Some("ml \"1\""),
            sku: None,
            pedido_id: Some(PedidoId(7)),
            data: Instante::from_micros(0),
            dados: change.data(),
        };
        let text = assemble(300, -1, kind, "loja \"é\"", &serde_json::to_string(&body).unwrap());
        assert_eq!(
            text,
            concat!(
                r#"{"posicao":300,"eventoId":"evt_12c_ffffffffffffffff","tipo":"pedido.status","#,
                r#""usuarioId":"loja \"é\"","canalId":"ml \"1\"","pedidoId":7,"data":"1970-01-01T00:00:00Z","#,
                r#""dados":{"statusAnterior":"Pago","status":"Enviado","pulados":["Faturado"],"detalhes":["rastreio"]}}"#
            )
        );
        let parsed: Evento = serde_json::from_str(&text).unwrap();
        assert_eq!((parsed.posicao, parsed.tipo, parsed.canal_id.as_deref()), (300, kind, body.canal_id));
        assert_eq!((parsed.pedido_id, parsed.data, parsed.dados), (body.pedido_id, body.data, body.dados));
    }
}
