//! SKUs for orders: catalogue data, and the locked stock that units are allocated from.

use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use super::parts::Found;
use crate::base::from_json;
use crate::base::{StoreError, Tx, dialect};
use crate::inventory::{self, LockedStock, StockLevel};

/// Locks SKUs for orders of them. SKUs that are not registered are left out; none of them is registered before
/// this transaction ends.
pub(crate) fn for_sale(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<(Vec<CatalogueItem>, LockedStock), StoreError> {
    let mut found: Vec<Found> = dialect!(tx => for_orders(loja, codes))?;
    if found.len() < codes.len() && !tx.is_alone() {
        let unknown = |code: &&&str| !found.iter().any(|(level, ..)| level.sku == **code);
        let unknown: Vec<&str> = codes.iter().filter(unknown).copied().collect();
        if inventory::somebody_controls(tx, loja)? {
            inventory::exclusive_registration(tx, loja)?;
            found.append(&mut dialect!(tx => for_orders(loja, &unknown))?);
            found.sort_unstable_by(|(one, ..), (other, ..)| one.sku.cmp(&other.sku));
        }
    }
    let (mut catalogue, mut locked): (_, Vec<StockLevel>) =
        (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for (level, nome, gtin, cost, (peso, altura, largura, comprimento), atributos) in found {
        catalogue.push(CatalogueItem {
            sku: level.sku.clone(),
            variante: level.sku_num,
            nome,
            gtin,
            preco_custo: Dinheiro::from_ten_thousandths(cost),
            peso,
            altura,
            largura,
            comprimento,
            atributos: from_json("sku_textos.atributos", &atributos)?,
            centros: Vec::new(),
        });
        locked.push(level);
    }
    Ok((catalogue, inventory::of_locked(tx, loja, locked)?))
}
