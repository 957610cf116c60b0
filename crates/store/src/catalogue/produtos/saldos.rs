//! Stocks of products in distribution centres.

use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{NewEstoque, NewSaldo};
use domain::sku::AjusteEstoque;
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::catalogue::skus::{adjust_in_centro, change_each, tell_each};

/// Sets stock and dispatch time of SKUs, by their codes and in this order, in distribution centres that are
/// kept; answers for each whether it is there. What is already there changes nothing.
pub fn set_estoques(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, &NewEstoque)],
) -> Result<Vec<bool>, StoreError> {
    let stocks = changes
        .iter()
        .flat_map(|(sku, new)| new.saldos.iter().map(move |saldo| (*sku, saldo.centro, saldo.physical)));
    tell_each(tx, loja, &stocks.collect::<Vec<_>>())?;
    let codes: Vec<&str> = changes.iter().map(|(sku, _)| *sku).collect();
    change_each(tx, loja, &codes, |place, row| {
        let Some((_, new)) = changes.get(place) else { return };
        if let Some(saldo) = NewSaldo::main(&new.saldos) {
            row.estoque_reservado = saldo.reserved.unwrap_or(row.estoque_reservado);
            row.alerta_estoque = saldo.alert.unwrap_or(row.alerta_estoque);
        }
        row.prazo_despacho = new.prazo_entrega.unwrap_or(row.prazo_despacho);
    })
}

/// Sets the stock of a SKU in distribution centres, which are all there, but for the one that every store
/// has: that is set with the rest of the product.
pub fn set_elsewhere(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    saldos: &[NewSaldo],
) -> Result<(), StoreError> {
    for saldo in saldos.iter().filter(|saldo| saldo.centro != CENTRO_PADRAO) {
        let ajuste = AjusteEstoque::Absolute(saldo.physical);
        adjust_in_centro(tx, loja, (variante, saldo.centro), ajuste.into())?;
    }
    Ok(())
}
