//! The ledger of a SKU.

use domain::estoque::{CausaMovimento, Movimento};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest};
use crate::base::{Conn, StoreError};
use crate::inventory::ledger::{self, LedgerEntry};

/// What has changed of a SKU's stock in a centre, the latest first.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (sku_num, centro): (i64, i32),
    page: PageRequest,
) -> Result<Page<Movimento>, StoreError> {
    let Some((first, last)) = ledger::ends(conn, loja, (sku_num, centro))? else { return Ok(page.empty()) };
    let latest = page.after().map_or(last, |[after, _]| last.min(after.saturating_sub(1)));
    let latest = latest.saturating_sub(page.offset());
    let rows = match latest < first {
        true => Vec::new(),
        false => ledger::entries(conn, loja, (sku_num, centro), latest - page.limit() + 1..=latest)?,
    };
    let total = last - first + 1;
    page.page(rows, total, |row| [row.seq, 0], movimento)
}

fn movimento(row: LedgerEntry) -> Result<Movimento, StoreError> {
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
