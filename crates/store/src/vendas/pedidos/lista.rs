//! Lists of orders as interface A asks for them: the newest first.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::pedido::StatusPedido;
use domain::values::ids::{CanalId, LojaId};

use super::busca;
use super::filtro::{FiltroRegistros, TipoData};
use super::order::{Achado, PedidoRow, com_documento, row};
use crate::base::StoreError;
use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{pedido_documentos, pedido_itens, pedidos};
use crate::base::{Conn, on};

/// Which orders are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// Of this channel.
    pub canal: Option<CanalId>,
    /// In one of these states; empty = in any.
    pub status: Vec<StatusPedido>,
    /// With exactly this identifier in the marketplace.
    pub source_id: Option<String>,
    /// That hold this SKU.
    pub sku: Option<String>,
    /// Placed in this range.
    pub data: Faixa,
    /// Changed in this range.
    pub alterado: Faixa,
}

impl Filtro {
    /// The same question, where it is about the date, the status and nothing else: what counters answer.
    fn por_data(&self) -> Option<FiltroRegistros> {
        let so_data =
            self.canal.is_none() && self.source_id.is_none() && self.sku.is_none() && self.alterado.aberta();
        so_data.then(|| FiltroRegistros {
            faixa: self.data,
            status: self.status(),
            ..FiltroRegistros::default()
        })
    }

    /// The same for the date of the last change.
    fn por_alteracao(&self) -> Option<FiltroRegistros> {
        let outro = Self { data: self.alterado, alterado: Faixa::default(), ..self.clone() };
        let filtro = outro.por_data().filter(|_| self.data.aberta())?;
        Some(FiltroRegistros { tipo: TipoData::Alteracao, ..filtro })
    }

    fn status(&self) -> Option<Vec<StatusPedido>> {
        Some(self.status.clone()).filter(|status| !status.is_empty())
    }
}

/// Of some orders, those that a filter lets through.
macro_rules! filtrados {
    ($base:expr, $loja:expr, $canal:expr, $filtro:expr) => {{
        let (loja, canal_num, filtro) = ($loja, $canal, $filtro);
        let mut q = $base
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .into_boxed();
        if let Some(num) = canal_num {
            q = q.filter(pedidos::canal_num.eq(num));
        }
        if !filtro.status.is_empty() {
            q = q.filter(pedidos::status.eq_any(busca::codigos(&filtro.status)));
        }
        if let Some(source_id) = &filtro.source_id {
            q = q.filter(pedidos::source_id.eq(source_id.as_str()));
        }
        if let Some(sku) = &filtro.sku {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    pedido_itens::table
                        .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
                        .filter(pedido_itens::loja_id.eq(loja.loja))
                        .filter(pedido_itens::sku.eq(sku.as_str()))
                        .select(pedido_itens::pedido_id),
                ),
            );
        }
        if !filtro.data.aberta() {
            q = q
                .filter(pedidos::data.ge(filtro.data.de_micros()))
                .filter(pedidos::data.lt(filtro.data.ate_micros()));
        }
        if !filtro.alterado.aberta() {
            q = q
                .filter(pedidos::alterado_em.ge(filtro.alterado.de_micros()))
                .filter(pedidos::alterado_em.lt(filtro.alterado.ate_micros()));
        }
        q
    }};
}

/// What a row of a page is made of, and its date.
macro_rules! colunas {
    () => {
        (
            (pedidos::pedido_id, pedidos::status, pedidos::alterado_em, pedido_documentos::documento),
            pedidos::data,
        )
    };
}

/// Orders, the newest first: by the date they were placed, then by number.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<PedidoRow>, StoreError> {
    let canal_num = match &filtro.canal {
        None => None,
        Some(canal) => {
            match crate::catalogo::canais::numeros(conn, loja, std::slice::from_ref(canal))?.first() {
                Some((_, num)) => Some(*num),
                None => return Ok(pagina.vazia()),
            }
        }
    };
    let total = match filtro.por_data().or_else(|| filtro.por_alteracao()) {
        Some(contado) => busca::total(conn, loja, &contado)?,
        None => on!(conn, c => filtrados!(pedidos::table, loja, canal_num, filtro).count().get_result(c))?,
    };
    if total <= pagina.offset() {
        return Ok(Page { total, ..pagina.vazia() });
    }
    let linhas = if pagina.offset() > 0 {
        // rows to be skipped may be many: their keys are jumped over or skipped, and none of them is read
        let chaves = match filtro.por_data() {
            Some(contado) => busca::chaves(conn, loja, &contado, pagina)?,
            None => chaves(conn, loja, canal_num, filtro, pagina)?,
        };
        por_ids(conn, loja, &chaves)?
    } else {
        primeiras(conn, loja, canal_num, filtro, pagina)?
    };
    pagina.page(linhas, total, |((id, ..), data)| [*data, *id], |(achado, _)| row(achado))
}

/// The rows of the first page, or of the one after a cursor.
fn primeiras(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: Option<i32>,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Vec<(Achado, i64)>, StoreError> {
    Ok(on!(conn, c => {
        let mut q = filtrados!(com_documento!(), loja, canal_num, filtro);
        if let Some([data, id]) = pagina.apos() {
            // the first condition says nothing new, but it is the one that an index can start from
            q = q.filter(pedidos::data.le(data)).filter(pedidos::data.lt(data).or(pedidos::pedido_id.lt(id)));
        }
        q.order((pedidos::data.desc(), pedidos::pedido_id.desc()))
            .select(colunas!())
            .limit(pagina.limit())
            .load(c)
    })?)
}

/// The keys of a page by number.
fn chaves(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: Option<i32>,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let achadas: Vec<(i64, i64)> = on!(conn, c => filtrados!(pedidos::table, loja, canal_num, filtro)
        .order((pedidos::data.desc(), pedidos::pedido_id.desc()))
        .select((pedidos::data, pedidos::pedido_id))
        .limit(pagina.limit())
        .offset(pagina.offset())
        .load(c))?;
    Ok(achadas.into_iter().map(|(data, id)| [data, id]).collect())
}

/// Rows by their keys, in the order of these.
fn por_ids(conn: &mut Conn<'_>, loja: LojaId, chaves: &[[i64; 2]]) -> Result<Vec<(Achado, i64)>, StoreError> {
    let achadas: Vec<(Achado, i64)> = on!(conn, c => com_documento!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(chaves.iter().map(|[_, id]| *id)))
        .select(colunas!())
        .load(c))?;
    let mut achadas: HashMap<i64, (Achado, i64)> = achadas.into_iter().map(|a| (a.0.0, a)).collect();
    Ok(chaves.iter().filter_map(|[_, id]| achadas.remove(id)).collect())
}
