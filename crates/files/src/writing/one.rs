//! A thing written by itself.

use domain::categoria::Categoria;
use domain::interface_b::produto::Source;
use domain::reading::keyed::Keyed;
use domain::reading::problems::Problems;
use domain::sku::{AjusteEmCentro, AjusteEstoque};
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, LojaId, SkuId};
use serde_json::value::RawValue;
use store::categorias::{self, Tree};
use store::inventory::{self, StockOutcome};
use store::produtos::{self, PrecoWriteOutcome};
use store::skus::{self, ReadySku};
use store::{StoreError, Tx, canais, sku_canais};

use super::known::Known;
use super::outcome::Outcome;
use super::thing::Prepared;
use crate::entry::Entry;
use crate::kind::CENTRO;

pub const NO_SKU: &str = "este SKU não existe: importe os SKUs antes, ou corrija o código";
const NO_CENTRO: &str = "este centro de distribuição não existe: crie-o com PUT /Centro, ou corrija o número";
pub const NO_CANAL: &str = "este canal não existe: crie-o com POST /Canal, ou corrija o código";

/// Writes it; says what became of it.
pub fn one(
    tx: &mut Tx<'_>,
    known: &mut Known,
    entry: &Entry,
    thing: &Prepared,
) -> Result<Outcome, StoreError> {
    if !entry.wrong.is_empty() {
        return Ok(Outcome::Refused(entry.wrong.clone()));
    }
    let refused = |column: &str, what: &str| Ok(Outcome::Refused(entry.refused(column, what)));
    match thing {
        Prepared::Sku(id, new, words) => put_sku(tx, known.loja, entry, (id, new, words)),
        Prepared::Estoque(sku, centro, units) => {
            let ajuste = AjusteEstoque::Set(*units).into();
            let ajuste = AjusteEmCentro { ajuste, centro_id: Some(*centro) };
            match inventory::change_stock(tx, known.loja, sku.as_str(), ajuste)? {
                StockOutcome::Done(_) => Ok(Outcome::Stored),
                StockOutcome::Missing => refused("sku", NO_SKU),
                StockOutcome::CentroMissing => refused(CENTRO, NO_CENTRO),
                StockOutcome::Refused(_) => refused("estoque", "este estoque não é possível"),
            }
        }
        Prepared::Preco(sku, change) => {
            let done = produtos::set_precos(tx, known.loja, &[(sku.as_str(), *change)])?;
            match done.first() {
                Some(PrecoWriteOutcome::Done(_)) => Ok(Outcome::Stored),
                Some(PrecoWriteOutcome::Refused(why)) => refused("precoDe", &why.to_string()),
                Some(PrecoWriteOutcome::Missing) | None => refused("sku", NO_SKU),
            }
        }
        Prepared::EstoqueCanal(sku, canal, _) | Prepared::PrecoCanal(sku, canal, _) => {
            in_channel(tx, known, (entry, thing), (sku, canal))
        }
        Prepared::Categoria(canal, categoria) => put_categoria(tx, known, entry, canal, categoria),
        Prepared::Pedido(_) => Err(StoreError::Internal("an order is written with others".to_owned())),
    }
}

/// What happens to a SKU that is there.
enum Patch {
    Failed(StoreError),
    Refused(Problems),
}

impl From<StoreError> for Patch {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

fn put_sku(
    tx: &mut Tx<'_>,
    loja: LojaId,
    entry: &Entry,
    (id, new, words): (&SkuId, &Result<Box<ReadySku>, Problems>, &RawValue),
) -> Result<Outcome, StoreError> {
    let patched = skus::edit(tx, loja, id.as_str(), |produto: &mut Source| {
        (produto.sku, _) = produto.sku.patch(words).map_err(Patch::Refused)?;
        Ok(())
    });
    match (patched, new) {
        (Ok(Some(())), _) => Ok(Outcome::Stored),
        // whoever creates the same one waits
        (Ok(None), Ok(ready)) => skus::upsert_lote(tx, loja, &[&**ready]).map(|_| Outcome::Created(None)),
        (Ok(None), Err(problems)) => Ok(Outcome::Refused(entry.wrong(problems))),
        (Err(Patch::Refused(problems)), _) => Ok(Outcome::Refused(entry.wrong(&problems))),
        (Err(Patch::Failed(error)), _) => Err(error),
    }
}

fn in_channel(
    tx: &mut Tx<'_>,
    known: &mut Known,
    (entry, thing): (&Entry, &Prepared),
    (sku, canal): (&SkuId, &CanalId),
) -> Result<Outcome, StoreError> {
    let loja = known.loja;
    let Some(number) = known.canal(tx, canal)? else {
        return Ok(Outcome::Refused(entry.refused("canalId", NO_CANAL)));
    };
    let Some(sku_num) = skus::number_locked(tx, loja, sku)? else {
        return Ok(Outcome::Refused(entry.refused("sku", NO_SKU)));
    };
    let before = sku_canais::find(tx, loja, (number, canal), sku_num)?;
    let mut settings = before.unwrap_or_else(|| SkuCanal::new(canal.clone()));
    thing.set_in_channel(&mut settings);
    let new = sku_canais::upsert(tx, loja, number, sku_num, &settings)?;
    Ok(if new { Outcome::Created(None) } else { Outcome::Stored })
}

fn put_categoria(
    tx: &mut Tx<'_>,
    known: &mut Known,
    entry: &Entry,
    canal: &CanalId,
    categoria: &Categoria,
) -> Result<Outcome, StoreError> {
    let Some(canal_num) = known.canal(tx, canal)? else {
        return Ok(Outcome::Refused(entry.refused("canalId", NO_CANAL)));
    };
    canais::exclusive(tx, known.loja, canal)?;
    Ok(match categorias::upsert(tx, Tree { loja: known.loja, canal_num }, categoria)? {
        categorias::WriteOutcome::Created(_) => Outcome::Created(None),
        categorias::WriteOutcome::Replaced(_) => Outcome::Stored,
        categorias::WriteOutcome::ParentMissing => Outcome::Refused(
            entry.refused("categoriaPaiId", "esta categoria não existe: ponha a linha dela antes desta"),
        ),
        categorias::WriteOutcome::Cycle => Outcome::Refused(
            entry.refused("categoriaPaiId", "a categoria ficaria abaixo de si mesma: corrija o pai"),
        ),
    })
}
