//! Orders as interface B downloads them: found by one of five dates, sent as ready records.

use std::collections::HashMap;

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, Estado};
use domain::values::dates::EstiloData;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::busca::{self, Corte};
use super::caudas::{Cauda, MemoriaRegistros, caudas};
use super::filtro::{FiltroRegistros, TipoData};
use super::linhas;
use super::record_row::{Linha, colunas};
use crate::base::Rotulos;
use crate::base::StoreError;
use crate::base::paging::{Cursor, Page, PageRequest};
use crate::base::schema::pedidos;
use crate::base::{Conn, on};
use crate::catalogo::canais::rotulos;

/// Some records, as one JSON array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registros {
    /// The array, in pieces: most of it is shared with the memory of records and not copied.
    pub corpo: Vec<Bytes>,
    /// All records that match, not only these.
    pub total: i64,
    /// Where the next page starts; `None` on the last.
    pub next: Option<Cursor>,
}

/// A head is about as long as this.
const CABECA: usize = 256;

/// One record.
pub fn find_registro(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    estilo: EstiloData,
    memoria: &MemoriaRegistros,
) -> Result<Option<Vec<u8>>, StoreError> {
    let linha: Option<Linha> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, id.0))
        .select(colunas!())
        .first(c)
        .optional())?;
    let Some(linha) = linha else { return Ok(None) };
    let canais = rotulos(conn, loja, std::iter::once(linha.canal_num))?;
    let caudas = caudas(conn, loja, &canais, std::slice::from_ref(&linha), estilo, memoria)?;
    let Some(cauda) = caudas.first() else { return Ok(None) };
    let mut corpo = Vec::with_capacity(CABECA + cauda.len());
    cabeca(&canais, &linha, estilo, &mut corpo)?;
    corpo.extend_from_slice(cauda);
    Ok(Some(corpo))
}

/// A page of records, by the chosen date and then by number.
pub fn list_registros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
    estilo: EstiloData,
    memoria: &MemoriaRegistros,
) -> Result<Registros, StoreError> {
    if filtro.status.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Registros { corpo: vec![Bytes::from_static(b"[]")], total: 0, next: None });
    }
    let page = linhas(conn, loja, filtro, pedida)?;
    let canais = rotulos(conn, loja, page.rows.iter().map(|linha| linha.canal_num))?;
    let caudas = caudas(conn, loja, &canais, &page.rows, estilo, memoria)?;
    let corpo = array(&canais, page.rows.iter().zip(caudas), estilo)?;
    Ok(Registros { corpo, total: page.total, next: page.next })
}

/// The rows of a page, found in whichever of two ways reads less.
fn linhas(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
) -> Result<Page<Linha>, StoreError> {
    let total = busca::total(conn, loja, filtro)?;
    if total <= pedida.offset() {
        // a range without a match would be walked to its end
        return Ok(Page { total, ..pedida.vazia() });
    }
    if pedida.offset() == 0 && !filtro.seletivo() {
        let achadas = primeiras(conn, loja, filtro, pedida)?;
        return pedida.page(
            achadas,
            total,
            |(l, data)| [data.unwrap_or_default(), l.pedido_id],
            |(l, _)| Ok(l),
        );
    }
    // rows to be skipped, or sorted, are many: only their keys are read
    let chaves = busca::chaves(conn, loja, filtro, pedida)?;
    let ids: Vec<i64> = chaves.iter().take(pedida.size as usize).map(|[_, id]| *id).collect();
    let mut linhas = por_ids(conn, loja, &ids)?;
    let linha = |[_, id]: [i64; 2]| {
        linhas.remove(&id).ok_or_else(|| StoreError::Concorrencia("an order vanished".to_owned()))
    };
    pedida.page(chaves, total, |chave| *chave, linha)
}

/// The first rows of the range that start in an index and end with the page.
fn primeiras(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
) -> Result<Vec<(Linha, Option<i64>)>, StoreError> {
    let corte = Corte::novo(filtro, pedida.apos());
    Ok(on!(conn, c => {
        macro_rules! por {
            ($data:expr) => {
                busca::ordenados!(busca::filtrados!(pedidos::table, loja, filtro, corte, $data), filtro, $data)
                    .select((colunas!(), $data.nullable()))
                    .limit(pedida.limit())
                    .load(c)?
            };
        }
        match filtro.tipo {
            TipoData::Pedido => por!(pedidos::data),
            TipoData::Aprovacao => por!(pedidos::data_pagamento),
            TipoData::ModificacaoStatus => por!(pedidos::status_em),
            TipoData::Alteracao => por!(pedidos::alterado_em),
            TipoData::Criacao => por!(pedidos::criado_em),
        }
    }))
}

/// Rows by their numbers.
fn por_ids(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<HashMap<i64, Linha>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let achadas: Vec<Linha> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(ids))
        .select(colunas!())
        .load(c))?;
    Ok(achadas.into_iter().map(|linha| (linha.pedido_id, linha)).collect())
}

/// Heads and tails, as one JSON array in pieces.
fn array<'a>(
    canais: &Rotulos,
    registros: impl Iterator<Item = (&'a Linha, Cauda)>,
    estilo: EstiloData,
) -> Result<Vec<Bytes>, StoreError> {
    let (mut cabecas, mut fins, mut caudas) = (Vec::new(), Vec::new(), Vec::new());
    for (linha, cauda) in registros {
        cabecas.push(if fins.is_empty() { b'[' } else { b',' });
        cabeca(canais, linha, estilo, &mut cabecas)?;
        fins.push(cabecas.len());
        caudas.push(cauda);
    }
    let cabecas = Bytes::from(cabecas);
    let inicios = std::iter::once(0).chain(fins.iter().copied());
    let mut pedacos = Vec::with_capacity(2 * fins.len() + 1);
    for ((inicio, fim), cauda) in inicios.zip(&fins).zip(caudas) {
        pedacos.push(cabecas.slice(inicio..*fim));
        pedacos.push(cauda);
    }
    pedacos.push(Bytes::from_static(if fins.is_empty() { b"[]" } else { b"]" }));
    Ok(pedacos)
}

/// Appends all of a record but its tail.
fn cabeca(
    canais: &Rotulos,
    linha: &Linha,
    estilo: EstiloData,
    saida: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let estado = Estado {
        pedido_id: PedidoId(linha.pedido_id),
        status: linhas::status(linha.status)?,
        data_pagamento: linha.data_pagamento.map(Instante::from_micros),
        alterado_em: Instante::from_micros(linha.alterado_em),
        rastreado: linha.rastreado,
        canal_nome: canais.get(&linha.canal_num).map_or("\"\"", |canal| canal.nome.as_str()),
    };
    registro::cabeca(saida, &estado, estilo).map_err(|e| StoreError::Interno(e.to_string()))
}
