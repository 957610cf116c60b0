//! Whether the stored parts of records are what a fresh rendering gives.

use diesel::prelude::*;
use domain::interface_b::registro;
use domain::values::dates::EstiloData;
use domain::values::ids::{LojaId, PedidoId};

use super::caudas::renderizar;
use super::record_row::{Linha, colunas};
use crate::base::StoreError;
use crate::base::schema::{pedido_registros, pedidos};
use crate::base::{Conn, on};
use crate::catalogo::canais::rotulos;

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
    let guardados: Vec<(Linha, String)> = on!(conn, c => pedidos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedidos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedido_registros::registro_versao.eq(registro::VERSAO))
        .select((colunas!(), pedido_registros::registro))
        .load(c))?;
    let canais = rotulos(conn, loja, guardados.iter().map(|(linha, _)| linha.canal_num))?;
    let mut conferencia = Conferencia { comparados: guardados.len(), divergencias: Vec::new() };
    for (linha, guardado) in guardados {
        let tipo = canais.get(&linha.canal_num).map_or("", |canal| canal.tipo.as_str());
        let fresco = renderizar(conn, loja, &linha, tipo, EstiloData::Utc)?;
        if fresco != guardado {
            let pedido_id = PedidoId(linha.pedido_id);
            conferencia.divergencias.push(Divergencia { pedido_id, guardado, fresco });
        }
    }
    Ok(conferencia)
}
