//! Interface B's order record: how it is made out of an order, in two parts.
//!
//! A page of records is the hottest answer of the product, so a record is stored ready to send. What never
//! changes after an order came in (buyer, addresses, items, payment …) is rendered once and kept as text;
//! what moves (status, dates, the channel's name) is a short head, written on reading. [`cabeca`] writes
//! the head, [`cauda`] the notes and the text after it, without looking into them.

mod montagem;
mod partes;

use serde::{Deserialize, Serialize, Serializer};

use crate::pedido::{Pedido, StatusPedido};
use crate::sku::Atributo;
use crate::values::dates::{Fuso, Instante};
use crate::values::ids::PedidoId;
use crate::values::money::Dinheiro;

pub use montagem::CENTRO_DISTRIBUICAO;
pub use partes::*;

/// Rises whenever [`estavel`] writes something else than before: stored text of another version is not
/// sent but rendered anew.
pub const VERSAO: i16 = 1;

/// How dates are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EstiloData {
    /// `yyyy-MM-ddTHH:mm:ssZ`.
    #[default]
    Utc,
    /// `yyyy-MM-ddTHH:mm:ss` in a time zone, for old clients.
    Local(Fuso),
}

/// A date as a record shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Data {
    /// When.
    pub instante: Instante,
    /// How it is written.
    pub estilo: EstiloData,
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.estilo {
            EstiloData::Utc => self.instante.serialize(s),
            EstiloData::Local(fuso) => {
                s.collect_str(&self.instante.utc().with_timezone(&fuso).format("%Y-%m-%dT%H:%M:%S"))
            }
        }
    }
}

impl EstiloData {
    /// A date in this style.
    pub fn data(self, instante: Instante) -> Data {
        Data { instante, estilo: self }
    }

    /// The same as JSON text.
    fn escrever(self, instante: Instante, saida: &mut Vec<u8>) -> serde_json::Result<()> {
        match self {
            // a page holds a hundred of these
            Self::Utc => {
                saida.push(b'"');
                saida.extend_from_slice(&instante.texto());
                saida.push(b'"');
                Ok(())
            }
            Self::Local(_) => serde_json::to_writer(saida, &self.data(instante)),
        }
    }
}

/// What a SKU was when an order that holds it came in. Later changes of the catalogue do not rewrite orders.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemCatalogo {
    /// Its code.
    pub sku: String,
    /// The service's number of it.
    pub variante: i64,
    /// Name.
    pub nome: String,
    /// GTIN; empty when it had none.
    pub gtin: String,
    /// Cost.
    pub preco_custo: Dinheiro,
    /// Weight, grams.
    pub peso: i32,
    /// Height, centimetres.
    pub altura: i32,
    /// Width, centimetres.
    pub largura: i32,
    /// Length, centimetres.
    pub comprimento: i32,
    /// Attributes.
    pub atributos: Vec<Atributo>,
}

/// All that the unchanging part follows from.
#[derive(Debug, Clone, Copy)]
pub struct Fonte<'a> {
    /// The order. Its status is not looked at.
    pub pedido: &'a Pedido,
    /// Its number, whatever the order itself says.
    pub pedido_id: PedidoId,
    /// Its SKUs, those that were registered.
    pub catalogo: &'a [ItemCatalogo],
    /// The service's number of the channel.
    pub canal_num: i32,
    /// The channel's type.
    pub tipo_canal: &'a str,
    /// The service's number of the buyer.
    pub comprador_num: i64,
}

/// What moves.
#[derive(Debug, Clone, Copy)]
pub struct Estado<'a> {
    /// The order.
    pub pedido_id: PedidoId,
    /// Where it stands.
    pub status: StatusPedido,
    /// When it was paid.
    pub data_pagamento: Option<Instante>,
    /// When anything of it last changed.
    pub alterado_em: Instante,
    /// It has a parcel that can be followed.
    pub rastreado: bool,
    /// The channel's name, as a JSON string.
    pub canal_nome: &'a str,
}

/// A note on an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observacao {
    /// The text.
    pub observacao: String,
    /// Who wrote it.
    pub usuario: String,
    /// When.
    pub data: Instante,
    /// The buyer may see it.
    pub publica: bool,
}

/// The unchanging part as JSON text, an object.
pub fn estavel(fonte: &Fonte<'_>, estilo: EstiloData) -> serde_json::Result<String> {
    serde_json::to_string(&montagem::parte_estavel(fonte, estilo))
}

/// All of a record that follows its head: the notes and the unchanging part.
pub fn cauda(observacoes: &[Observacao], estavel: &str, estilo: EstiloData) -> serde_json::Result<Vec<u8>> {
    let mut cauda = Vec::with_capacity(estavel.len() + 24);
    cauda.extend_from_slice(b"\"observacao\":");
    serde_json::to_writer(&mut cauda, &montagem::observacoes(observacoes, estilo))?;
    // `{"b":2}` goes on as `,"b":2}`; it always has members
    cauda.push(b',');
    cauda.extend_from_slice(estavel.get(1..).unwrap_or("}").as_bytes());
    Ok(cauda)
}

/// Appends the head of a record to `saida`; its tail has to follow. It is [`Cabeca`], written out: a serializer takes
/// as long for fifty of them as the database for their orders.
pub fn cabeca(saida: &mut Vec<u8>, estado: &Estado<'_>, estilo: EstiloData) -> serde_json::Result<()> {
    saida.extend_from_slice(b"{\"pedidoId\":");
    serde_json::to_writer(&mut *saida, &estado.pedido_id.0)?;
    saida.extend_from_slice(b",\"situacaoPedidoId\":");
    serde_json::to_writer(&mut *saida, &estado.status.codigo())?;
    saida.extend_from_slice(b",\"tipoRastreamentoPedido\":");
    saida.extend_from_slice(if estado.rastreado {
        b"\"Rastreamento\"".as_slice()
    } else {
        b"\"SemRastreamento\""
    });
    saida.extend_from_slice(b",\"dataPagamento\":");
    match estado.data_pagamento {
        Some(data) => estilo.escrever(data, saida)?,
        None => saida.extend_from_slice(b"null"),
    }
    saida.extend_from_slice(b",\"dataUltimaAtualizacao\":");
    estilo.escrever(estado.alterado_em, saida)?;
    saida.extend_from_slice(b",\"canalNome\":");
    saida.extend_from_slice(estado.canal_nome.as_bytes());
    saida.extend_from_slice(b",\"valido\":");
    saida.extend_from_slice(match estado.status {
        StatusPedido::Cancelado => b"false,".as_slice(),
        _ => b"true,",
    });
    Ok(())
}

#[cfg(test)]
mod tests;
