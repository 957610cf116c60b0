//! Balances of SKUs, shortfalls of orders, and movements.

use diesel::prelude::*;
use domain::estoque::{CENTRO_PADRAO, CausaMovimento, ControleEstoque, Movimento, SaldoEmCentro};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId, SkuId};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{estoque_centros, estoque_reservas, pedidos, skus};
use crate::base::{Conn, Implied, StoreError, of_store, on};
use crate::catalogue::skus::before_page;
use crate::inventory::ledger::{self, LedgerEntry};
use crate::inventory::{StockLevel, centros};

/// Balance of a SKU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saldo {
    /// By centre; the one that every user has is the first.
    pub centros: Vec<SaldoEmCentro>,
    /// Who controls it.
    pub controle: ControleEstoque,
}

/// The balance of a SKU; `None` when there is no such SKU.
pub fn saldo(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<Saldo>, StoreError> {
    let found: Option<StockLevel> = on!(conn, c => of_store!(skus, loja)
        .filter(skus::sku.eq(sku.as_str()))
        .select(StockLevel::as_select())
        .first(c)
        .optional())?;
    let Some(one) = found else { return Ok(None) };
    let mut centros = vec![SaldoEmCentro::new(CENTRO_PADRAO, one.estoque, one.reservado)];
    if one.centros > 0 {
        let elsewhere = centros::elsewhere(conn, &[(loja, one.sku_num)])?;
        centros.extend(elsewhere.into_values().flatten());
    }
    Ok(Some(Saldo { centros, controle: one.control()? }))
}

/// SKUs that lie in a centre besides the one that every user has, with their stock there, in the order of
/// their creation.
pub fn in_centro(
    conn: &mut Conn<'_>,
    loja: LojaId,
    centro: i32,
    page: PageRequest,
) -> Result<Page<(String, i32)>, StoreError> {
    let (rows, total): (Vec<(i64, String, i32)>, i64) = on!(conn, c => {
        let lying = || of_store!(estoque_centros, loja)
            .filter(estoque_centros::centro_num.eq(centro));
        let before = before_page!(estoque_centros::sku_num, lying(), page, c).unwrap_or(i64::MIN);
        let rows = lying()
            .inner_join(skus::table.on(skus::aplicacao_id
                .eq(estoque_centros::aplicacao_id)
                .and(skus::loja_id.eq(estoque_centros::loja_id))
                .and(skus::sku_num.eq(estoque_centros::sku_num))))
            .filter(estoque_centros::sku_num.gt(before))
            .filter(Implied(skus::sku_num.gt(before)))
            .order(estoque_centros::sku_num)
            .select((estoque_centros::sku_num, skus::sku, estoque_centros::estoque))
            .limit(page.limit())
            .load(c)?;
        (rows, lying().count().get_result(c)?)
    });
    page.page(rows, total, |(num, ..)| [*num, 0], |(_, sku, estoque)| Ok((sku, estoque)))
}

/// Units of a SKU that were missing when an order came in that still waits for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Falta {
    /// The order.
    pub pedido_id: PedidoId,
    /// When it came in.
    pub criado_em: Instante,
    /// The SKU.
    pub sku: String,
    /// Units that the order holds.
    pub reservada: i64,
    /// Units that were missing.
    pub falta: i64,
    /// The centre that it was missing in.
    pub centro_id: i32,
    /// The SKU's stock there now.
    pub estoque: i32,
    /// What all orders hold of the SKU there now.
    pub reservado: i64,
}

/// Shortfalls that orders still wait for. A macro, because the type of such a condition cannot be written
/// down.
macro_rules! waiting {
    ($loja:expr) => {
        $crate::base::of_store!(estoque_reservas, $loja)
            // written out, not bound: a partial index serves only a condition that it can read
            .filter(diesel::dsl::sql::<diesel::sql_types::Bool>("estoque_reservas.falta > 0"))
            .filter(estoque_reservas::reservada.gt(0))
    };
}

/// How many of [`faltas`] there are, counted up to a limit: a store that sells without stock has as many as
/// orders.
pub fn count_faltas(conn: &mut Conn<'_>, loja: LojaId, most: i64) -> Result<i64, StoreError> {
    let found: Vec<i64> = on!(conn, c => waiting!(loja)
        .order((estoque_reservas::pedido_id, estoque_reservas::sku_num))
        .select(estoque_reservas::sku_num)
        .limit(most)
        .load(c))?;
    Ok(found.len() as i64)
}

/// Shortfalls of orders that still wait for stock, the oldest first.
pub fn faltas(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<Falta>, StoreError> {
    let total = on!(conn, c => waiting!(loja).count().get_result(c)?);
    page_of_faltas(conn, loja, page, total)
}

/// [`faltas`] whose total is counted up to a limit.
pub fn faltas_counted_to(
    conn: &mut Conn<'_>,
    loja: LojaId,
    page: PageRequest,
    most: i64,
) -> Result<Page<Falta>, StoreError> {
    let total = count_faltas(conn, loja, most)?;
    page_of_faltas(conn, loja, page, total)
}

fn page_of_faltas(
    conn: &mut Conn<'_>,
    loja: LojaId,
    page: PageRequest,
    total: i64,
) -> Result<Page<Falta>, StoreError> {
    type There = (Option<i32>, Option<i64>);
    type Row = (i64, i64, i64, (i64, i64, i32), String, (i32, i64), There);
    let rows: Vec<Row> = on!(conn, c => {
        let short = || waiting!(loja)
            .inner_join(skus::table.on(skus::aplicacao_id
                .eq(estoque_reservas::aplicacao_id)
                .and(skus::loja_id.eq(estoque_reservas::loja_id))
                .and(skus::sku_num.eq(estoque_reservas::sku_num))))
            .inner_join(pedidos::table.on(pedidos::aplicacao_id
                .eq(estoque_reservas::aplicacao_id)
                .and(pedidos::loja_id.eq(estoque_reservas::loja_id))
                .and(pedidos::pedido_id.eq(estoque_reservas::pedido_id))))
            .left_join(estoque_centros::table.on(estoque_centros::aplicacao_id
                .eq(estoque_reservas::aplicacao_id)
                .and(estoque_centros::loja_id.eq(estoque_reservas::loja_id))
                .and(estoque_centros::sku_num.eq(estoque_reservas::sku_num))
                .and(estoque_centros::centro_num.eq(estoque_reservas::centro_num))));
        let mut q = short().into_boxed();
        if let Some([pedido, sku]) = page.after() {
            q = q.filter(estoque_reservas::pedido_id.gt(pedido).or(estoque_reservas::pedido_id
                .eq(pedido)
                .and(estoque_reservas::sku_num.gt(sku))));
        }
        q.order((estoque_reservas::pedido_id, estoque_reservas::sku_num))
            .select((
                estoque_reservas::pedido_id,
                estoque_reservas::sku_num,
                pedidos::criado_em,
                (estoque_reservas::reservada, estoque_reservas::falta, estoque_reservas::centro_num),
                skus::sku,
                (skus::estoque, skus::reservado),
                (estoque_centros::estoque.nullable(), estoque_centros::reservado.nullable()),
            ))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?
    });
    page.page(
        rows,
        total,
        |(pedido, sku_num, ..)| [*pedido, *sku_num],
        |(pedido, _, criado_em, (reservada, falta, centro_id), sku, (estoque, reservado), there)| {
            Ok(Falta {
                pedido_id: PedidoId(pedido),
                criado_em: Instante::from_micros(criado_em),
                sku,
                reservada,
                falta,
                centro_id,
                estoque: there.0.unwrap_or(estoque),
                reservado: there.1.unwrap_or(reservado),
            })
        },
    )
}

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
    page.page(rows, total, |(row, _)| [row.seq, 0], movimento)
}

fn movimento((row, motivo): (LedgerEntry, Option<String>)) -> Result<Movimento, StoreError> {
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
        motivo,
    })
}
