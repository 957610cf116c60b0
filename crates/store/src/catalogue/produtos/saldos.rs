//! Stocks of products in distribution centres.

use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{NewEstoque, NewSaldo};
use domain::sku::{AjusteEmCentro, AjusteEstoque};
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::catalogue::skus::change_each;
use crate::inventory::change_stocks;

/// Sets stock and dispatch time of SKUs, by their codes and in this order, in distribution centres that exist;
/// returns for each whether it is there. What is already there changes nothing.
pub fn set_estoques(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, &NewEstoque)],
) -> Result<Vec<bool>, StoreError> {
    let stocks =
        changes.iter().flat_map(|(sku, new)| new.saldos.iter().map(move |saldo| (*sku, ajuste(saldo))));
    change_stocks(tx, loja, &stocks.collect::<Vec<_>>())?;
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

/// Sets the stock of a SKU in distribution centres, which exist; the main one is left out, whose stock is set with
/// the rest of the product.
pub fn set_elsewhere(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &str,
    saldos: &[NewSaldo],
) -> Result<(), StoreError> {
    let elsewhere = saldos.iter().filter(|saldo| saldo.centro != CENTRO_PADRAO);
    let stocks: Vec<_> = elsewhere.map(|saldo| (sku, ajuste(saldo))).collect();
    change_stocks(tx, loja, &stocks).map(drop)
}

fn ajuste(saldo: &NewSaldo) -> AjusteEmCentro {
    AjusteEmCentro { ajuste: AjusteEstoque::Set(saldo.physical).into(), centro_id: Some(saldo.centro) }
}
