//! A subscription as it is read, and what it is sent.

use serde::Serialize;

use crate::entrega::LastError;
use crate::evento::Evento;
use crate::inscricao::{Inscricao, Topico};
use crate::pedido::StatusPedido;
use crate::values::dates::{Data, DateStyle, Instante};

/// A subscription as it is read: two members are called otherwise than in what is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct InscricaoLida {
    /// The service's number of it.
    pub inscricao_id: i64,
    /// Name.
    pub nome: String,
    /// Address that is called.
    pub app_url: String,
    /// False: nothing is sent.
    pub ativo: bool,
    /// E-mail of who is to be told; empty when not given.
    pub email_responsavel: String,
    /// Topics.
    pub topico: Vec<Topico>,
    /// Who set it up or last switched it.
    pub usuario: String,
    /// Headers that go with each call.
    pub header: Vec<CabecalhoLido>,
    /// Why sending failed the last time; absent while it never did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub ultimo_erro: Option<LastCallError>,
}

/// A header as it is read.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CabecalhoLido {
    /// Its number: made of the subscription's and its place.
    pub header_id: i64,
    /// Name.
    pub chave: String,
    /// Value.
    pub valor: String,
}

impl std::fmt::Debug for CabecalhoLido {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CabecalhoLido({}: {}: ****)", self.header_id, self.chave)
    }
}

/// More than a subscription has headers.
const HEADERS_PER_INSCRICAO: i64 = 100;

/// Why sending failed the last time, and when that was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = UltimoErroDaInscricao))]
pub struct LastCallError {
    /// A sentence, with the answer's status where there was one.
    pub texto: String,
    /// When the attempt came to its end, in the store's own form.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data: Data,
}

impl InscricaoLida {
    /// With why sending failed the last time.
    pub fn with_last_error(self, error: Option<LastError>, style: DateStyle) -> Self {
        let error = error.map(|e| LastCallError { texto: e.texto, data: style.date(e.data) });
        Self { ultimo_erro: error, ..self }
    }
}

impl Inscricao {
    /// As it is read, under its number.
    pub fn parsed(&self, id: i64) -> InscricaoLida {
        let numbers = id.saturating_mul(HEADERS_PER_INSCRICAO).saturating_add(1)..;
        let headers = numbers.zip(&self.cadastro.headers).map(|(header_id, header)| CabecalhoLido {
            header_id,
            chave: header.chave.clone(),
            valor: header.valor.clone(),
        });
        InscricaoLida {
            inscricao_id: id,
            nome: self.cadastro.nome.clone(),
            app_url: self.app_url.clone(),
            ativo: self.ativo,
            email_responsavel: self.cadastro.email_responsavel.clone(),
            topico: self.topicos.clone(),
            usuario: self.cadastro.usuario.clone(),
            header: headers.collect(),
            ultimo_erro: None,
        }
    }
}

/// The body of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Aviso<'a> {
    /// The topic.
    pub topico: Topico,
    /// What happened.
    pub evento: EventNotice<'a>,
    /// When this call is made.
    pub data_envio: Data,
    /// Which attempt it is, from 1.
    pub tentativa: i32,
}

/// What happened, as interface B names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EventNotice<'a> {
    /// The store: interface A's `usuarioId`.
    pub loja: &'a str,
    /// The order's number, when it happened to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pedido: Option<i64>,
    /// The product's number (`produtoVarianteId`), when it happened to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub produto_variante: Option<i64>,
    /// The order's status, by interface B's numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub situacao_pedido: Option<i16>,
    /// The event's identifier, the same in every attempt.
    pub id: &'a str,
    /// When it happened.
    pub data_evento: Data,
}

/// The body for an event; `assunto` is the service's number of the order or SKU.
pub fn aviso(
    evento: &Evento,
    assunto: i64,
    topico: Topico,
    style: DateStyle,
    now: Instante,
    tentativa: i32,
) -> Aviso<'_> {
    let pedido = evento.tipo.of_pedido();
    Aviso {
        topico,
        evento: EventNotice {
            loja: &evento.usuario_id,
            pedido: pedido.then_some(assunto),
            produto_variante: (!pedido).then_some(assunto),
            situacao_pedido: evento.dados.situacao_pedido_id.or(evento.dados.status.map(StatusPedido::code)),
            id: &evento.evento_id,
            data_evento: style.date(evento.data),
        },
        data_envio: style.date(now),
        tentativa,
    }
}

/// What a call about a topic looks like, as JSON.
pub fn sample(topico: Topico, style: DateStyle) -> serde_json::Result<String> {
    const ORDER: i64 = 7;
    const SKU: i64 = 42;
    /// A Sunday in May.
    const THEN: Instante = Instante::from_micros(1_778_414_400_000_000);
    let (pedido, situacao_pedido) = match topico {
        Topico::PedidoNew => (Some(ORDER), Some(StatusPedido::Pago)),
        Topico::PedidoSituacao | Topico::PedidoRastreamento => (Some(ORDER), Some(StatusPedido::Enviado)),
        Topico::Estoque | Topico::Preco => (None, None),
    };
    let evento = EventNotice {
        loja: "loja-1",
        pedido,
        produto_variante: pedido.is_none().then_some(SKU),
        situacao_pedido: situacao_pedido.map(|status| status.code()),
        id: "evt_12c_8f3b61c07a95d2e4",
        data_evento: style.date(THEN),
    };
    let data_envio = style.date(THEN.plus_seconds(1));
    serde_json::to_string(&Aviso { topico, evento, data_envio, tentativa: 1 })
}

#[cfg(test)]
mod tests;
