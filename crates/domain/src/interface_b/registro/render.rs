//! A record as JSON text, in its two parts.

use super::montagem;
use super::source::{Estado, Fonte, Observacao};
use crate::pedido::StatusPedido;
use crate::values::dates::EstiloData;

/// To be incremented whenever the output of [`estavel`] changes: stored text of another version is rendered
/// again instead of being sent.
pub const VERSAO: i16 = 1;

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

/// Appends the head of a record to `saida`; its tail has to follow. It is [`Cabeca`], written out: a
/// serializer takes as long for fifty of them as the database for their orders.
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
