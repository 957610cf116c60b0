//! The ledger of a SKU.

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, Movimento};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::estoque_movimentos::{self, dsl};
use crate::base::{Conn, StoreError, on};
use crate::catalogue::skus::shelf::MovimentoRow;

/// What has changed of a SKU's stock in a centre, the latest first.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (sku_num, centro): (i64, i32),
    page: PageRequest,
) -> Result<Page<Movimento>, StoreError> {
    let (rows, total): (Vec<MovimentoRow>, i64) = on!(conn, c => {
        let of_sku = || estoque_movimentos::table
            .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
            .filter(dsl::loja_id.eq(loja.loja))
            .filter(dsl::sku_num.eq(sku_num))
            .filter(dsl::centro_num.eq(centro));
        let mut q = of_sku().into_boxed();
        if let Some([after, _]) = page.after() {
            q = q.filter(dsl::seq.lt(after));
        }
        let rows = q
            .order(dsl::seq.desc())
            .select(MovimentoRow::as_select())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, of_sku().count().get_result(c)?)
    });
    page.page(rows, total, |row| [row.seq, 0], movimento)
}

fn movimento(row: MovimentoRow) -> Result<Movimento, StoreError> {
    let causa = CausaMovimento::from_code(row.causa)
        .ok_or_else(|| StoreError::corrupt("estoque_movimentos.causa", row.causa))?;
    Ok(Movimento {
        numero: row.seq,
        data: Instante::from_micros(row.data),
        causa,
        pedido_id: row.pedido_id.map(PedidoId),
        estoque_anterior: i64::from(row.estoque) - row.estoque_variacao,
        estoque: row.estoque.into(),
        reservado_anterior: row.reservado - row.reservado_variacao,
        reservado: row.reservado,
    })
}
