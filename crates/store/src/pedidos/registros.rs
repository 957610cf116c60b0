//! Orders as interface B downloads them: found by one of five dates, sent as ready records.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::datas::Instante;
use domain::ids::{LojaId, PedidoId};
use domain::pedido::{Pedido, StatusPedido};
use domain::registro::{self, Estado, EstiloData, Fonte, ItemCatalogo, Observacao};

use super::busca::{self, Corte};
use super::linhas::{self, de_json};
use crate::conexao::{Conn, on};
use crate::erro::StoreError;
use crate::paging::{Cursor, Faixa, Page, PageRequest};
use crate::schema::{canais, pedido_documentos, pedido_registros, pedidos};

/// Which date a range applies to, and by which the list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TipoData {
    /// When the order was placed.
    #[default]
    Pedido,
    /// When it was paid; orders that were not never match.
    Aprovacao,
    /// When its status last changed.
    ModificacaoStatus,
    /// When anything of it last changed.
    Alteracao,
    /// When the service heard of it.
    Criacao,
}

/// Which records are wanted.
#[derive(Debug, Clone, Default)]
pub struct FiltroRegistros {
    /// Which date counts.
    pub tipo: TipoData,
    /// The earliest first.
    pub crescente: bool,
    /// The range of that date.
    pub faixa: Faixa,
    /// In one of these states; `None` = in any.
    pub status: Option<Vec<StatusPedido>>,
    /// Paid by one of these; empty = by any.
    pub formas: Vec<i32>,
    /// Only these orders; empty = all.
    pub ids: Vec<PedidoId>,
    /// Of this buyer, without regard to case.
    pub email: Option<String>,
    /// That hold this SKU.
    pub sku: Option<String>,
    /// Not cancelled, or cancelled.
    pub valido: Option<bool>,
}

impl FiltroRegistros {
    /// True when something else than the range leaves few orders.
    pub(super) fn seletivo(&self) -> bool {
        !self.ids.is_empty() || self.email.is_some() || self.sku.is_some()
    }
}

/// Some records, as one JSON array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registros {
    /// The array.
    pub corpo: Vec<u8>,
    /// All records that match, not only these.
    pub total: i64,
    /// Where the next page starts; `None` on the last.
    pub next: Option<Cursor>,
}

/// What of an order a record is put together from.
#[derive(Queryable)]
struct Linha {
    pedido_id: i64,
    status: i16,
    canal_num: i32,
    data_pagamento: Option<i64>,
    comprador_num: i64,
    rastreado: bool,
    alterado_em: i64,
    registro: String,
    registro_versao: i16,
    observacoes: Option<String>,
}

macro_rules! colunas {
    () => {
        (
            pedidos::pedido_id,
            pedidos::status,
            pedidos::canal_num,
            pedidos::data_pagamento,
            pedidos::comprador_num,
            pedidos::rastreado,
            pedidos::alterado_em,
            pedido_registros::registro,
            pedido_registros::registro_versao,
            pedido_registros::observacoes,
        )
    };
}

/// The rows of an order, joined.
macro_rules! com_registro {
    () => {
        pedidos::table.inner_join(
            pedido_registros::table.on(pedido_registros::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_registros::loja_id.eq(pedidos::loja_id))
                .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))),
        )
    };
}

/// One record.
pub fn find_registro(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    estilo: EstiloData,
) -> Result<Option<Vec<u8>>, StoreError> {
    let linha: Option<Linha> = on!(conn, c => com_registro!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select(colunas!())
        .first(c)
        .optional())?;
    let Some(linha) = linha else { return Ok(None) };
    let canais = canais_da_loja(conn, loja)?;
    let mut corpo = Vec::with_capacity(4096);
    escrever(conn, loja, &canais, &linha, estilo, &mut corpo)?;
    Ok(Some(corpo))
}

/// A page of records, by the chosen date and then by number.
pub fn list_registros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
    estilo: EstiloData,
) -> Result<Registros, StoreError> {
    if filtro.status.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Registros { corpo: b"[]".to_vec(), total: 0, next: None });
    }
    let page = linhas(conn, loja, filtro, pedida)?;
    let canais = canais_da_loja(conn, loja)?;
    let mut corpo = Vec::with_capacity(page.rows.len() * 3072 + 2);
    corpo.push(b'[');
    for (i, linha) in page.rows.iter().enumerate() {
        if i > 0 {
            corpo.push(b',');
        }
        escrever(conn, loja, &canais, linha, estilo, &mut corpo)?;
    }
    corpo.push(b']');
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
                busca::ordenados!(busca::filtrados!(com_registro!(), loja, filtro, corte, $data), filtro, $data)
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
    let achadas: Vec<Linha> = on!(conn, c => com_registro!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(ids))
        .select(colunas!())
        .load(c))?;
    Ok(achadas.into_iter().map(|linha| (linha.pedido_id, linha)).collect())
}

fn canais_da_loja(conn: &mut Conn<'_>, loja: LojaId) -> Result<HashMap<i32, (String, String)>, StoreError> {
    let achados: Vec<(i32, String, String)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .select((canais::canal_num, canais::nome, canais::tipo_canal))
        .load(c))?;
    Ok(achados.into_iter().map(|(num, nome, tipo)| (num, (nome, tipo))).collect())
}

/// Appends one record: the head, the notes and the stored part, or that part anew where the stored one
/// would be wrong.
fn escrever(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canais: &HashMap<i32, (String, String)>,
    linha: &Linha,
    estilo: EstiloData,
    saida: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let (canal_nome, tipo_canal) =
        canais.get(&linha.canal_num).map_or(("", ""), |(nome, tipo)| (nome.as_str(), tipo.as_str()));
    let estado = Estado {
        pedido_id: PedidoId(linha.pedido_id),
        status: linhas::status(linha.status)?,
        data_pagamento: linha.data_pagamento.map(Instante::from_micros),
        alterado_em: Instante::from_micros(linha.alterado_em),
        rastreado: linha.rastreado,
        canal_nome,
    };
    let observacoes: Vec<Observacao> = match &linha.observacoes {
        Some(texto) => de_json("pedido_registros.observacoes", texto)?,
        None => Vec::new(),
    };
    let anotar = |e: serde_json::Error| StoreError::Interno(e.to_string());
    if linha.registro_versao == registro::VERSAO && estilo == EstiloData::Utc {
        return registro::juntar(saida, &estado, &observacoes, &linha.registro, estilo).map_err(anotar);
    }
    let estavel = renderizar(conn, loja, linha, tipo_canal, estilo)?;
    registro::juntar(saida, &estado, &observacoes, &estavel, estilo).map_err(anotar)
}

/// The unchanging part, out of the order itself.
fn renderizar(
    conn: &mut Conn<'_>,
    loja: LojaId,
    linha: &Linha,
    tipo_canal: &str,
    estilo: EstiloData,
) -> Result<String, StoreError> {
    let (documento, catalogo): (String, String) = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(linha.pedido_id))
        .select((pedido_documentos::documento, pedido_registros::catalogo))
        .first(c))?;
    let pedido: Pedido = de_json("pedido_documentos.documento", &documento)?;
    let catalogo: Vec<ItemCatalogo> = de_json("pedido_registros.catalogo", &catalogo)?;
    let fonte = Fonte {
        pedido: &pedido,
        pedido_id: PedidoId(linha.pedido_id),
        catalogo: &catalogo,
        canal_num: linha.canal_num,
        tipo_canal,
        comprador_num: linha.comprador_num,
    };
    registro::estavel(&fonte, estilo).map_err(|e| StoreError::Interno(e.to_string()))
}

/// An order whose stored part is not what a fresh rendering gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergencia {
    /// The order.
    pub pedido_id: PedidoId,
    /// As stored.
    pub guardado: String,
    /// As it should be.
    pub fresco: String,
}

/// What a comparison of the stored parts with fresh renderings found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conferencia {
    /// Orders whose stored part was compared.
    pub comparados: usize,
    /// Those that differ.
    pub divergencias: Vec<Divergencia>,
}

/// Compares what is stored of every order of a store with a fresh rendering.
pub fn conferir_registros(conn: &mut Conn<'_>, loja: LojaId) -> Result<Conferencia, StoreError> {
    let linhas: Vec<Linha> = on!(conn, c => com_registro!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .select(colunas!())
        .load(c))?;
    let canais = canais_da_loja(conn, loja)?;
    let mut conferencia = Conferencia { comparados: 0, divergencias: Vec::new() };
    for linha in linhas.iter().filter(|l| l.registro_versao == registro::VERSAO) {
        let tipo = canais.get(&linha.canal_num).map_or("", |(_, tipo)| tipo.as_str());
        let fresco = renderizar(conn, loja, linha, tipo, EstiloData::Utc)?;
        conferencia.comparados += 1;
        if fresco != linha.registro {
            let (pedido_id, guardado) = (PedidoId(linha.pedido_id), linha.registro.clone());
            conferencia.divergencias.push(Divergencia { pedido_id, guardado, fresco });
        }
    }
    Ok(conferencia)
}
