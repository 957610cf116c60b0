//! Open orders of SKUs that were not registered, or whose stock nobody controlled, when the orders came in.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, ControleEstoque, Fase, Line};
use domain::pedido::{Lines, Pedido, Standing, StatusPedido};
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{pedido_documentos, pedido_itens, pedidos, usuarios};
use crate::base::{Conn, Packed, StoreError, Tx, load_by_key, on, stored};
use crate::catalogue::skus::find_numbers;
use crate::inventory::lock;
use crate::inventory::locked::{LockedStock, Sold};

/// The lock that orders of unregistered SKUs and registrations of SKUs share.
const LOCK: &str = "cadastro";

/// Who controls the stock of a store.
fn control(conn: &mut Conn<'_>, loja: LojaId) -> Result<ControleEstoque, StoreError> {
    let code: Option<i16> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::controle_estoque)
        .first(c)
        .optional())?;
    // deleted since it was looked up
    let code = code.ok_or_else(|| StoreError::Concurrency("a user vanished".to_owned()))?;
    stored::control("usuarios", code)
}

/// Who controls the stock of SKUs that are about to be registered. That does not change until this transaction
/// ends, nor does an order come in that does not see the SKUs.
pub(crate) fn control_of_new(tx: &mut Tx<'_>, loja: LojaId) -> Result<ControleEstoque, StoreError> {
    tx.shared(LOCK, loja, "")?;
    control(tx, loja)
}

/// Whether somebody controls the stock of a store. Where nobody does, nobody begins to before this transaction
/// ends: an order of SKUs that are not registered would not be seen by who then reserves for open orders.
pub(crate) fn somebody_controls(tx: &mut Tx<'_>, loja: LojaId) -> Result<bool, StoreError> {
    if control(tx, loja)?.reserves() {
        return Ok(true);
    }
    Ok(control_of_new(tx, loja)?.reserves())
}

/// Locks registrations of SKUs of a store: those that had begun are committed when this returns.
pub(crate) fn exclusive_registration(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusive(LOCK, loja, "")
}

/// Reserves new SKUs for the open orders that came in before them.
pub(crate) fn reserve_for_open_orders(
    tx: &mut Tx<'_>,
    loja: LojaId,
    control: ControleEstoque,
    codes: &[&str],
) -> Result<(), StoreError> {
    if !control.reserves() || codes.is_empty() {
        return Ok(());
    }
    let orders = open_orders(tx, loja, codes)?;
    let codes: BTreeSet<&str> =
        orders.iter().flat_map(|order| order.skus.keys().map(String::as_str)).collect();
    if codes.is_empty() {
        return Ok(());
    }
    let codes: Vec<&str> = codes.into_iter().collect();
    let numbers: Vec<i64> = find_numbers(tx, loja, &codes)?.into_iter().map(|(_, num)| num).collect();
    let mut stock = lock(tx, loja, &numbers)?;
    for order in &orders {
        order.allocate(tx, &mut stock, |_| true, CausaMovimento::Cadastro)?;
    }
    stock.write(tx)
}

/// An order that is neither delivered nor cancelled.
#[derive(Debug, Clone)]
pub(crate) struct OpenOrder {
    pub id: PedidoId,
    /// Whether the store's own system has taken it over.
    pub integrado: bool,
    /// The channel.
    pub canal: i32,
    /// Its lines of the SKUs that were asked for.
    pub skus: BTreeMap<String, Vec<Line>>,
}

impl OpenOrder {
    /// Allocates its open units of some SKUs; marks them where the owner's system has taken the order over.
    pub fn allocate(
        &self,
        tx: &mut Tx<'_>,
        stock: &mut LockedStock,
        which: impl Fn(&str) -> bool,
        causa: CausaMovimento,
    ) -> Result<(), StoreError> {
        let open = |lines: &[Line]| {
            let open = lines.iter().enumerate().filter(|(_, line)| line.to == Fase::Open);
            open.map(|(place, line)| (place, line.units)).collect()
        };
        let sold = self.skus.iter().filter(|(sku, _)| which(sku));
        let sold: Vec<Sold<'_>> = sold.map(|(sku, lines)| Sold { sku, lines: open(lines) }).collect();
        let centros = stock.centres_of_channel(tx, self.canal)?;
        stock.allocate(self.id, (&sold, &centros), Fase::Open, causa)?;
        for sold in sold {
            let Some(num) = stock.number(sold.sku) else { continue };
            for key in stock.reservations_of(num, self.id.0).into_iter().filter(|_| self.integrado) {
                stock.mark_taken_over(key);
            }
        }
        Ok(())
    }
}

/// Open orders of some SKUs, in the order of their numbers.
pub(crate) fn open_orders(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<OpenOrder>, StoreError> {
    type Found = (i64, i16, Option<String>, bool, i32, Packed);
    // one by one: SQLite would compile a statement with a list anew for each SKU
    let [delivered, cancelled] = ENDED;
    let with_them: Vec<i64> = load_by_key!(conn, pedido_itens::sku, codes, |of_them| pedido_itens::table
        .inner_join(
            pedidos::table.on(pedidos::aplicacao_id
                .eq(pedido_itens::aplicacao_id)
                .and(pedidos::loja_id.eq(pedido_itens::loja_id))
                .and(pedidos::pedido_id.eq(pedido_itens::pedido_id)))
        )
        .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_itens::loja_id.eq(loja.loja))
        .filter(of_them)
        .filter(pedidos::status.ne(delivered).and(pedidos::status.ne(cancelled)))
        .select(pedido_itens::pedido_id));
    let with_them: BTreeSet<i64> = with_them.into_iter().collect();
    let with_them: Vec<i64> = with_them.into_iter().collect();
    let found: Vec<Found> = load_by_key!(conn, pedidos::pedido_id, &with_them, |of_them| pedidos::table
        .inner_join(
            pedido_documentos::table.on(pedido_documentos::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
                .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id)))
        )
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            pedidos::pedido_id,
            pedidos::status,
            pedidos::itens,
            pedidos::integrado,
            pedidos::canal_num,
            pedido_documentos::documento,
        )));
    let codes: BTreeSet<&str> = codes.iter().copied().collect();
    let mut orders = Vec::with_capacity(found.len());
    for (id, status, itens, integrado, canal, documento) in found {
        let (standing, lines) = (stored::standing(status)?, stored::lines(itens.as_deref())?);
        let pedido: Pedido = documento.read_document(PedidoId(id))?;
        orders.push(OpenOrder {
            id: PedidoId(id),
            integrado,
            canal,
            skus: lines_of(&pedido, &lines, standing, &codes),
        });
    }
    orders.sort_unstable_by_key(|order| order.id.0);
    Ok(orders)
}

/// Final statuses.
const ENDED: [i16; 2] = [StatusPedido::Entregue.code(), StatusPedido::Cancelado.code()];

/// The lines of some SKUs in an order.
fn lines_of(
    pedido: &Pedido,
    lines: &Lines,
    standing: Standing,
    codes: &BTreeSet<&str>,
) -> BTreeMap<String, Vec<Line>> {
    let mut skus: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for (index, item) in pedido.produtos.iter().enumerate() {
        if codes.contains(item.sku.as_str()) {
            let stands = Fase::from(lines.standing(index, standing).status);
            let line = Line { units: item.quantidade.into(), from: stands, to: stands };
            skus.entry(item.sku.clone()).or_default().push(line);
        }
    }
    skus
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use domain::values::ids::AplicacaoId;

    use super::*;

    #[test]
    fn sqlite_compiles_once_what_it_is_asked_for_each_new_sku() {
        let kept = crate::base::plans::kept(|conn| {
            let loja = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
            assert!(open_orders(conn, loja, &["A", "B", "C"]).unwrap().is_empty());
        });
        assert_eq!(kept.len(), 1, "{kept:?}");
    }
}
