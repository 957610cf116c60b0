//! A record as JSON text, in its two parts.

use super::assembly;
use super::source::{Observacao, OrderState, Source};
use crate::pedido::{Lines, Standing, StatusPedido};
use crate::values::dates::DateStyle;

/// To be incremented whenever the output of [`stable`] changes: stored text of another version is rendered
/// again instead of being sent.
pub const VERSION: i16 = 3;

/// The unchanging part as JSON text, an object.
pub fn stable(source: &Source<'_>, style: DateStyle) -> serde_json::Result<String> {
    serde_json::to_string(&assembly::stable_part(source, style))
}

/// All of a record that follows its head: the notes and the unchanging part, with the statuses of the items.
pub fn tail(
    observacoes: &[Observacao],
    stable: &str,
    (order, lines): (Standing, &Lines),
    style: DateStyle,
) -> serde_json::Result<Vec<u8>> {
    let mut tail = Vec::with_capacity(stable.len() + 64);
    tail.extend_from_slice(b"\"observacao\":");
    serde_json::to_writer(&mut tail, &assembly::observacoes(observacoes, style))?;
    // `{"b":2}` goes on as `,"b":2}`; it always has members
    tail.push(b',');
    with_standings(stable.get(1..).unwrap_or("}"), order, lines, &mut tail);
    Ok(tail)
}

/// The members of an item that hold its status. In the unchanging part each is 0; a text cannot hold them,
/// since its quotes are escaped there.
const STANDING_KEYS: [&str; 2] = ["\"situacaoPedidoProdutoId\":", "\"situacaoProdutoId\":"];

/// The unchanging part with the status of each item, which stand there in their order, each member once.
fn with_standings(stable: &str, order: Standing, lines: &Lines, output: &mut Vec<u8>) {
    let mut seen = [0; STANDING_KEYS.len()];
    let mut rest = stable;
    while let Some(at) = rest.find("\"situacaoP") {
        let (before, from) = rest.split_at(at);
        output.extend_from_slice(before.as_bytes());
        let member = STANDING_KEYS.iter().zip(&mut seen).find(|(key, _)| from.starts_with(**key));
        let Some((key, seen)) = member else {
            let (quote, after) = from.split_at(1);
            output.extend_from_slice(quote.as_bytes());
            rest = after;
            continue;
        };
        output.extend_from_slice(key.as_bytes());
        output.extend_from_slice(lines.standing(*seen, order).code().to_string().as_bytes());
        *seen += 1;
        rest = from.get(key.len()..).unwrap_or_default().trim_start_matches(|c: char| c.is_ascii_digit());
    }
    output.extend_from_slice(rest.as_bytes());
}

/// Appends the head of a record to `output`; its tail has to follow. It is [`super::parts::Cabeca`],
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
    output.extend_from_slice(state.canal_nome.as_bytes());
    output.extend_from_slice(b",\"valido\":");
    output.extend_from_slice(match state.standing.status {
        StatusPedido::Cancelado => b"false,".as_slice(),
        _ => b"true,",
    });
    Ok(())
}
