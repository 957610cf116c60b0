//! Finding orders for interface B: which, how many, in what order.
//!
//! A range of dates is read from that date's index. Where something else leaves few orders (numbers, a buyer, a
//! SKU), that is where the search has to start: without statistics SQLite would still walk the range, so the
//! date is then written in a way that no index answers to.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use domain::ids::LojaId;
use domain::pedido::StatusPedido;

use super::registros::{FiltroRegistros, TipoData};
use crate::conexao::{Conn, on};
use crate::erro::StoreError;
use crate::paging::PageRequest;
use crate::schema::pedidos;

diesel::alias! {
    pub(super) const COMPRADOS: Alias<Comprados> = pedidos as comprados;
}

/// The range of dates that is left after a cursor. One lower and one upper bound: of two, SQLite would start
/// from the first it sees and walk all that lies between.
#[derive(Clone, Copy)]
pub(super) struct Corte {
    /// Inclusive start.
    pub de: i64,
    /// Exclusive end.
    pub ate: i64,
    /// The last order seen, when there is one.
    pub apos: Option<[i64; 2]>,
}

impl Corte {
    pub fn novo(filtro: &FiltroRegistros, apos: Option<[i64; 2]>) -> Self {
        let (de, ate) = (filtro.faixa.de_micros(), filtro.faixa.ate_micros());
        match apos {
            None => Self { de, ate, apos },
            Some([data, _]) if filtro.crescente => Self { de: de.max(data), ate, apos },
            Some([data, _]) => Self { de, ate: ate.min(data.saturating_add(1)), apos },
        }
    }
}

/// The orders that a filter lets through, out of a source of orders.
macro_rules! filtrados {
    ($base:expr, $loja:expr, $filtro:expr, $corte:expr, $data:expr) => {{
        use $crate::pedidos::busca::{COMPRADOS, cancelado, codigos};
        use $crate::schema::{pedido_itens, pedidos};
        let (loja, filtro, corte) = ($loja, $filtro, $corte);
        let mut q = $base
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter($data.ge(corte.de))
            .filter($data.lt(corte.ate))
            .into_boxed();
        q = match corte.apos {
            None => q,
            Some([data, id]) if filtro.crescente => {
                q.filter($data.gt(data).or(pedidos::pedido_id.gt(id).nullable()))
            }
            Some([data, id]) => q.filter($data.lt(data).or(pedidos::pedido_id.lt(id).nullable())),
        };
        if let Some(status) = &filtro.status {
            q = q.filter(pedidos::status.eq_any(codigos(status)));
        }
        match filtro.valido {
            Some(true) => q = q.filter(pedidos::status.ne(cancelado())),
            Some(false) => q = q.filter(pedidos::status.eq(cancelado())),
            None => {}
        }
        if !filtro.formas.is_empty() {
            q = q.filter(pedidos::forma_pagamento.eq_any(&filtro.formas));
        }
        if !filtro.ids.is_empty() {
            q = q.filter(pedidos::pedido_id.eq_any(filtro.ids.iter().map(|id| id.0)));
        }
        if let Some(email) = &filtro.email {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    COMPRADOS
                        .filter(COMPRADOS.field(pedidos::aplicacao_id).eq(loja.aplicacao.0))
                        .filter(COMPRADOS.field(pedidos::loja_id).eq(loja.loja))
                        .filter(COMPRADOS.field(pedidos::email).eq($crate::pedidos::linhas::email(email)))
                        .select(COMPRADOS.field(pedidos::pedido_id)),
                ),
            );
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
        q
    }};
}
pub(super) use filtrados;

/// In the order of a list: by a date and then by number.
macro_rules! ordenados {
    ($q:expr, $filtro:expr, $data:expr) => {{
        use $crate::schema::pedidos;
        if $filtro.crescente {
            $q.order(($data.asc(), pedidos::pedido_id.asc()))
        } else {
            $q.order(($data.desc(), pedidos::pedido_id.desc()))
        }
    }};
}
pub(super) use ordenados;

pub(super) fn codigos(status: &[StatusPedido]) -> Vec<i16> {
    status.iter().map(|s| s.codigo()).collect()
}

pub(super) fn cancelado() -> i16 {
    StatusPedido::Cancelado.codigo()
}

type Coluna<C> = Box<
    dyn BoxableExpression<pedidos::table, <C as diesel::Connection>::Backend, SqlType = Nullable<BigInt>>,
>;

/// A connection on which a date can be chosen while the program runs.
trait ComDatas: diesel::Connection {
    /// The date that a filter means; for a selective one, in the way that no index answers to.
    fn data(&self, filtro: &FiltroRegistros) -> Coluna<Self>;
}

macro_rules! com_datas {
    ($conexao:ty) => {
        impl ComDatas for $conexao {
            fn data(&self, filtro: &FiltroRegistros) -> Coluna<Self> {
                match (filtro.tipo, filtro.seletivo()) {
                    (TipoData::Pedido, false) => Box::new(pedidos::data.nullable()),
                    (TipoData::Pedido, true) => Box::new((pedidos::data + 0).nullable()),
                    (TipoData::Aprovacao, false) => Box::new(pedidos::data_pagamento),
                    (TipoData::Aprovacao, true) => Box::new(pedidos::data_pagamento + 0),
                    (TipoData::ModificacaoStatus, false) => Box::new(pedidos::status_em.nullable()),
                    (TipoData::ModificacaoStatus, true) => Box::new((pedidos::status_em + 0).nullable()),
                    (TipoData::Alteracao, false) => Box::new(pedidos::alterado_em.nullable()),
                    (TipoData::Alteracao, true) => Box::new((pedidos::alterado_em + 0).nullable()),
                    (TipoData::Criacao, false) => Box::new(pedidos::criado_em.nullable()),
                    (TipoData::Criacao, true) => Box::new((pedidos::criado_em + 0).nullable()),
                }
            }
        }
    };
}

#[cfg(feature = "sqlite")]
com_datas!(diesel::SqliteConnection);
#[cfg(feature = "postgres")]
com_datas!(diesel::PgConnection);

/// How many orders a filter lets through.
pub(super) fn total(conn: &mut Conn<'_>, loja: LojaId, filtro: &FiltroRegistros) -> Result<i64, StoreError> {
    let corte = Corte::novo(filtro, None);
    Ok(on!(conn, c => filtrados!(pedidos::table, loja, filtro, corte, c.data(filtro)).count().get_result(c))?)
}

/// Date and number of the orders of a page, and of one more when there is one.
pub(super) fn chaves(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let corte = Corte::novo(filtro, pedida.apos());
    let achadas: Vec<(Option<i64>, i64)> = on!(conn, c => {
        let q = filtrados!(pedidos::table, loja, filtro, corte, c.data(filtro));
        ordenados!(q, filtro, c.data(filtro))
            .select((c.data(filtro), pedidos::pedido_id))
            .limit(pedida.limit())
            .offset(pedida.offset())
            .load(c)
    })?;
    Ok(achadas.into_iter().map(|(data, id)| [data.unwrap_or_default(), id]).collect())
}
