//! A record as JSON text, in its two parts.

use serde::ser::Error;
use serde_json::value::RawValue;

use super::assembly;
use super::gaps::{self, Filling, InvalidRecord};
use super::source::{Observacao, OrderState, Source};
use crate::loja_config::RecordStyle;
use crate::pedido::{Lines, Pedido, StatusPedido};
use crate::values::dates::{DateStyle, Instante};
use crate::values::ids::PedidoId;

/// To be incremented whenever the output of [`stable`] changes: stored text of another version is rendered
/// again instead of being sent.
pub const VERSION: i16 = 4;

/// What the gaps of an order of one item come to be longer than they are stored.
const MORE: usize = 128;

/// The unchanging part as it is stored: an object as JSON text, with gaps.
pub fn stable(source: &Source<'_>) -> serde_json::Result<String> {
    gaps::to_string(&assembly::stable_part(source))
}

/// A stored part as JSON: with its gaps filled in.
pub fn filled(stable: &str, filling: &Filling<'_>) -> Result<Vec<u8>, InvalidRecord> {
    let mut text = Vec::with_capacity(stable.len() + MORE);
    gaps::fill(stable, filling, &mut text)?;
    Ok(text)
}

/// The buyer of an order as JSON, by itself; `known` is since when the store knows the buyer, and when it last
/// learned of one of the buyer's orders.
pub fn buyer(
    pedido: &Pedido,
    comprador_num: i64,
    known: [Instante; 2],
    dates: DateStyle,
) -> serde_json::Result<Box<RawValue>> {
    let text = gaps::to_string(&assembly::buyer(pedido, comprador_num, known))?;
    let style = RecordStyle { dates, ..RecordStyle::default() };
    let filling = Filling { style, carrier: "", order: pedido.status.into(), lines: &Lines::default() };
    let text = filled(&text, &filling).map_err(serde_json::Error::custom)?;
    RawValue::from_string(String::from_utf8(text).map_err(serde_json::Error::custom)?)
}

/// Appends an order's link to itself to `output`, between the head of its record and its tail.
pub fn links(output: &mut Vec<u8>, id: PedidoId) {
    let link = format!(r#""links":[{{"href":"/pedidos/{}","rel":"self","method":"GET"}}],"#, id.0);
    output.extend_from_slice(link.as_bytes());
}

/// All of a record that follows its head: the notes, and the unchanging part with its gaps filled in.
pub fn tail(
    observacoes: &[Observacao],
    stable: &str,
    filling: &Filling<'_>,
) -> Result<Vec<u8>, InvalidRecord> {
    let mut tail = Vec::with_capacity(stable.len() + MORE);
    tail.extend_from_slice(b"\"observacao\":");
    serde_json::to_writer(&mut tail, &assembly::observacoes(observacoes, filling.style.dates))?;
    // `{"b":2}` goes on as `,"b":2}`; it always has members
    tail.push(b',');
    gaps::fill(stable.get(1..).unwrap_or("}"), filling, &mut tail)?;
    Ok(tail)
}

/// Appends the head of a record to `output`; its tail has to follow. It is [`super::parts::RegistroHead`],
/// written out: a serializer takes as long for fifty of them as the database for their orders.
pub fn head(output: &mut Vec<u8>, state: &OrderState<'_>, style: DateStyle) -> serde_json::Result<()> {
    output.extend_from_slice(b"{\"pedidoId\":");
    serde_json::to_writer(&mut *output, &state.pedido_id.0)?;
    output.extend_from_slice(b",\"situacaoPedidoId\":");
    serde_json::to_writer(&mut *output, &state.standing.code())?;
    output.extend_from_slice(b",\"tipoRastreamentoPedido\":");
    output.extend_from_slice(if state.rastreado {
        b"\"Rastreamento\"".as_slice()
    } else {
        b"\"SemRastreamento\""
    });
    output.extend_from_slice(b",\"dataPagamento\":");
    match state.data_pagamento {
        Some(date) => style.write(date, output)?,
        None => output.extend_from_slice(b"null"),
    }
    output.extend_from_slice(b",\"dataUltimaAtualizacao\":");
    style.write(state.alterado_em, output)?;
    output.extend_from_slice(b",\"canalNome\":");
    serde_json::to_writer(&mut *output, state.canal_nome)?;
    output.extend_from_slice(b",\"canalOrigem\":");
    output.extend_from_slice(state.canal_origem.as_bytes());
    output.extend_from_slice(b",\"valido\":");
    output.extend_from_slice(match state.standing.status {
        StatusPedido::Cancelado => b"false,".as_slice(),
        _ => b"true,",
    });
    Ok(())
}
