//! One event, and its text put together from what was stored.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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

/// The part of an [`Evento`] that is stored as text; the other members follow from the columns of its row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Body<'a> {
    /// The channel, when one is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canal_id: Option<&'a str>,
    /// The SKU, when one is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sku: Option<&'a str>,
    /// What changed.
    pub dados: Dados,
}

/// The part of an [`Evento`] that follows from the columns of its row.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Its place in the application's log.
    pub posicao: i64,
    /// The random number of its identifier.
    pub sorteio: i64,
    /// What kind of change it tells of.
    pub tipo: TipoEvento,
    /// The user that it happened to.
    pub usuario_id: &'a str,
    /// The order, when one is concerned.
    pub pedido_id: Option<PedidoId>,
    /// When the service recorded the change.
    pub data: Instante,
}

/// A [`Body`] whose members are copied without being read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawBody<'a> {
    #[serde(borrow, default)]
    canal_id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    sku: Option<&'a RawValue>,
    #[serde(borrow)]
    dados: &'a RawValue,
}

/// An [`Evento`] put together from its columns and its body.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RawEvento<'a> {
    posicao: i64,
    evento_id: String,
    tipo: TipoEvento,
    usuario_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    canal_id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sku: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pedido_id: Option<PedidoId>,
    data: Instante,
    dados: &'a RawValue,
}

/// The identifier of an event: its place and a number drawn when it was written, so that two databases that
/// give out the same places (a copy, a backup that was put back) never give out the same identifiers.
pub fn evento_id(posicao: i64, draw: i64) -> String {
    format!("evt_{posicao:x}_{draw:016x}")
}

/// An event as JSON, from its columns and its body as JSON.
///
/// # Errors
/// The body is not the JSON of a [`Body`].
pub fn assemble(columns: &Columns<'_>, body: &str) -> Result<String, serde_json::Error> {
    let Columns { posicao, sorteio, tipo, usuario_id, pedido_id, data } = *columns;
    let RawBody { canal_id, sku, dados } = serde_json::from_str(body)?;
    let evento_id = evento_id(posicao, sorteio);
    serde_json::to_string(&RawEvento {
        posicao,
        evento_id,
        tipo,
        usuario_id,
        canal_id,
        sku,
        pedido_id,
        data,
        dados,
    })
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
        let body = Body { canal_id: Some("ml \"1\""), sku: None, dados: change.data() };
        let columns = Columns {
            posicao: 300,
            sorteio: -1,
            tipo: kind,
            usuario_id: "loja \"é\"",
            pedido_id: Some(PedidoId(7)),
            data: Instante::from_micros(0),
        };
        let text = assemble(&columns, &serde_json::to_string(&body).unwrap()).unwrap();
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
        assert_eq!(
            (parsed.pedido_id, parsed.data, parsed.dados),
            (columns.pedido_id, columns.data, body.dados)
        );
    }
}
