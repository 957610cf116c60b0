//! Tails of records: all of them that follows the head, ready to be sent.
//!
//! A store's own system downloads the same orders again and again, so the tails that were read last are kept in
//! memory. Such a tail cannot be out of date: it is found by the order's number and the instant of the order's last
//! change, both read in the transaction that asks.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, Fonte, ItemCatalogo, Observacao};
use domain::pedido::Pedido;
use domain::values::dates::EstiloData;
use domain::values::ids::{LojaId, PedidoId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::record_row::Linha;
use crate::base::Rotulos;
use crate::base::StoreError;
use crate::base::de_json;
use crate::base::schema::{pedido_documentos, pedido_registros};
use crate::base::{Conn, load_by_key, on};

/// A tail. Sharing it costs no copy.
pub(super) type Cauda = Bytes;

/// Orders have numbers that are unique over all stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Chave {
    pedido_id: i64,
    alterado_em: i64,
    estilo: EstiloData,
}

#[derive(Debug, Clone, Copy)]
struct Tamanho;

impl Weighter<Chave, Cauda> for Tamanho {
    fn weight(&self, _: &Chave, cauda: &Cauda) -> u64 {
        /// What an entry takes besides its text.
        const ENTRADA: usize = 96;
        (cauda.len() + ENTRADA) as u64
    }
}

/// Records in memory, those that are asked for most within a bound of bytes. For one database: whoever opens two keeps
/// two.
#[derive(Debug)]
pub struct MemoriaRegistros(Cache<Chave, Cauda, Tamanho>);

impl MemoriaRegistros {
    /// Holds at most so many bytes; with 0 nothing is kept.
    pub fn com_bytes(bytes: u64) -> Self {
        /// As long as a record commonly is.
        const REGISTRO: u64 = 4096;
        let registros = usize::try_from(bytes / REGISTRO).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(registros, bytes, Tamanho))
    }
}

impl Default for MemoriaRegistros {
    /// 16 MiB.
    fn default() -> Self {
        Self::com_bytes(16 << 20)
    }
}

/// The tails of some orders, in their order.
pub(super) fn caudas(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canais: &Rotulos,
    linhas: &[Linha],
    estilo: EstiloData,
    memoria: &MemoriaRegistros,
) -> Result<Vec<Cauda>, StoreError> {
    let chave = |linha: &Linha| Chave { pedido_id: linha.pedido_id, alterado_em: linha.alterado_em, estilo };
    let mut caudas: Vec<Option<Cauda>> = linhas.iter().map(|linha| memoria.0.get(&chave(linha))).collect();
    let faltam: Vec<i64> =
        linhas.iter().zip(&caudas).filter(|(_, c)| c.is_none()).map(|(l, _)| l.pedido_id).collect();
    for guardado in guardados(conn, loja, &faltam)? {
        let lugar = linhas.iter().zip(&mut caudas).find(|(l, _)| l.pedido_id == guardado.pedido_id);
        if let Some((linha, cauda)) = lugar {
            let tipo = canais.get(&linha.canal_num).map_or("", |canal| canal.tipo.as_str());
            let nova = Cauda::from(guardado.cauda(conn, loja, linha, tipo, estilo)?);
            memoria.0.insert(chave(linha), nova.clone());
            *cauda = Some(nova);
        }
    }
    let inteiras: Option<Vec<Cauda>> = caudas.into_iter().collect();
    inteiras.ok_or_else(|| StoreError::Corrompido("an order without a record".to_owned()))
}

/// What is stored for the tail of an order.
#[derive(Queryable)]
struct Guardado {
    pedido_id: i64,
    registro: String,
    registro_versao: i16,
    observacoes: Option<String>,
}

/// In the order of `ids` on SQLite, in any on PostgreSQL.
fn guardados(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<Guardado>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_by_key!(conn, pedido_registros::pedido_id, ids, |of_them| pedido_registros::table
        .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_registros::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            pedido_registros::pedido_id,
            pedido_registros::registro,
            pedido_registros::registro_versao,
            pedido_registros::observacoes,
        ))))
}

impl Guardado {
    /// The notes and the stored part, or that part anew where the stored one would be wrong.
    fn cauda(
        &self,
        conn: &mut Conn<'_>,
        loja: LojaId,
        linha: &Linha,
        tipo_canal: &str,
        estilo: EstiloData,
    ) -> Result<Vec<u8>, StoreError> {
        let observacoes: Vec<Observacao> = match &self.observacoes {
            Some(texto) => de_json("pedido_registros.observacoes", texto)?,
            None => Vec::new(),
        };
        let juntar = |estavel: &str| {
            registro::cauda(&observacoes, estavel, estilo).map_err(|e| StoreError::Interno(e.to_string()))
        };
        if self.registro_versao == registro::VERSAO && estilo == EstiloData::Utc {
            return juntar(&self.registro);
        }
        juntar(&renderizar(conn, loja, linha, tipo_canal, estilo)?)
    }
}

/// The unchanging part, out of the order itself.
pub(super) fn renderizar(
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
