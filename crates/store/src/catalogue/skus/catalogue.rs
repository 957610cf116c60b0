//! What orders take of the SKUs that they hold: what those are, and units of them.

use std::collections::BTreeMap;

use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::{AplicacaoId, LojaId};
use domain::values::money::Dinheiro;

use super::parts::Found;
use super::shelf::{self, Balance, Shelf};
use super::waiting;
use crate::base::from_json;
use crate::base::{StoreError, Tx, dialect};

/// What some SKUs are right now, for orders that hold them, and those SKUs locked for what the orders hold.
/// Those that are not registered are left out; nobody registers one of them before this transaction ends.
pub(crate) fn for_sale(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<(Vec<CatalogueItem>, Shelf), StoreError> {
    let found: Vec<Found> = dialect!(tx => for_orders(loja, codes))?;
    of_loja(tx, loja, (codes, found))
}

/// [`for_sale`] for the SKUs of some stores.
pub(crate) fn for_sale_of_many(
    tx: &mut Tx<'_>,
    codes: &BTreeMap<LojaId, Vec<&str>>,
) -> Result<BTreeMap<LojaId, (Vec<CatalogueItem>, Shelf)>, StoreError> {
    let things: Vec<(LojaId, &str)> =
        codes.iter().flat_map(|(loja, codes)| codes.iter().map(|code| (*loja, *code))).collect();
    let mut found: BTreeMap<LojaId, Vec<Found>> = BTreeMap::new();
    for (aplicacao, loja, one) in dialect!(tx => for_orders_of_many(&things))? {
        found.entry(LojaId { aplicacao: AplicacaoId(aplicacao), loja }).or_default().push(one);
    }
    let mut all = BTreeMap::new();
    for (loja, codes) in codes {
        let found = found.remove(loja).unwrap_or_default();
        all.insert(*loja, of_loja(tx, *loja, (codes, found))?);
    }
    Ok(all)
}

fn of_loja(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (codes, mut found): (&[&str], Vec<Found>),
) -> Result<(Vec<CatalogueItem>, Shelf), StoreError> {
    if found.len() < codes.len() && !tx.is_alone() {
        let unknown = |code: &&&str| !found.iter().any(|(balance, ..)| balance.sku == **code);
        let unknown: Vec<&str> = codes.iter().filter(unknown).copied().collect();
        if waiting::somebody_keeps(tx, loja)? {
            waiting::exclusive(tx, loja)?;
            found.append(&mut dialect!(tx => for_orders(loja, &unknown))?);
            found.sort_unstable_by(|(one, ..), (other, ..)| one.sku.cmp(&other.sku));
        }
    }
    let (mut catalogue, mut locked): (_, Vec<Balance>) =
        (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for (balance, nome, gtin, cost, (peso, altura, largura, comprimento), atributos) in found {
        catalogue.push(CatalogueItem {
            sku: balance.sku.clone(),
            variante: balance.sku_num,
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
        locked.push(balance);
    }
    let others = shelf::others(tx, loja, &locked)?;
    Ok((catalogue, Shelf::new(loja, tx.now(), locked, others)))
}
