//! Writes of products: creation, changes, prices and stock of all their SKUs.

use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{NewEstoque, NewSaldo, NovoAtacado, PrecoChange, PrecoOutcome, Source};
use domain::sku::{AjusteEmCentro, AjusteEstoque};
use domain::sku_canal::{FromBelowSelling, Preco};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::{StoreError, Tx};
use crate::catalogue::atacados::{self, CreateAtacadoOutcome};
use crate::catalogue::skus;
use crate::catalogue::skus::rows::SkuRow;
use crate::catalogue::skus::{change, change_each};
use crate::inventory::change_stocks;

/// Outcome of the creation of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateProdutoOutcome {
    /// Done; the number of its SKU.
    Created(i64),
    /// The code is another SKU's, of this number.
    Taken(i64),
}

/// Creates a product with its wholesale prices (of distinct quantities, at most
/// [`ATACADOS_MAX`](atacados::ATACADOS_MAX)) and its stock in distribution centres, which are all there,
/// unless its code is taken.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new: Source,
    (wholesale, saldos): (&[NovoAtacado], &[NewSaldo]),
) -> Result<CreateProdutoOutcome, StoreError> {
    // before orders that waited for it take from it
    let code = new.sku.sku.as_str().to_owned();
    let in_centres = |tx: &mut Tx<'_>| super::set_elsewhere(tx, loja, &code, saldos);
    let (number, is_new) = skus::create_whole(tx, loja, new, in_centres)?;
    if !is_new {
        return Ok(CreateProdutoOutcome::Taken(number));
    }
    if !wholesale.is_empty() {
        atacados::create(tx, loja, number, wholesale)?;
    }
    Ok(CreateProdutoOutcome::Created(number))
}

/// Changes a SKU, named by its number and its code, and makes some wholesale prices its own; `None` when
/// there is no such SKU.
pub fn update<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (number, code): (i64, &str),
    wholesale: Option<&[NovoAtacado]>,
    apply: impl FnOnce(&mut Source) -> Result<T, E>,
) -> Result<Option<(T, CreateAtacadoOutcome)>, E> {
    // locks in this order everywhere: the SKU, its wholesale prices, its row
    skus::wait(tx, loja, code)?;
    let outcome = match wholesale {
        Some(wholesale) => atacados::replace(tx, loja, number, wholesale)?,
        None => CreateAtacadoOutcome::Done(Vec::new()),
    };
    Ok(skus::edit(tx, loja, code, apply)?.map(|applied| (applied, outcome)))
}

/// Outcome of a change of prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecoWriteOutcome {
    /// Done, with its side effects.
    Done(PrecoOutcome),
    /// There is no such SKU.
    Missing,
    /// The "from" price would be below the selling price.
    Refused(FromBelowSelling),
}

/// Changes the prices of a SKU. What is already there changes nothing.
pub fn set_preco(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    new: PrecoChange,
) -> Result<PrecoWriteOutcome, StoreError> {
    let mut outcome = PrecoWriteOutcome::Missing;
    change(tx, loja, variante, |row| outcome = reprice(row, new))?;
    Ok(outcome)
}

/// [`set_preco`] for SKUs by their codes, in this order; returns for each.
pub fn set_precos(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, PrecoChange)],
) -> Result<Vec<PrecoWriteOutcome>, StoreError> {
    let codes: Vec<&str> = changes.iter().map(|(sku, _)| *sku).collect();
    let mut outcomes = vec![PrecoWriteOutcome::Missing; changes.len()];
    change_each(tx, loja, &codes, |place, row| {
        if let (Some((_, new)), Some(outcome)) = (changes.get(place), outcomes.get_mut(place)) {
            *outcome = reprice(row, *new);
        }
    })?;
    Ok(outcomes)
}

/// Changes the prices of a row, unless they do not go together.
fn reprice(row: &mut SkuRow, new: PrecoChange) -> PrecoWriteOutcome {
    let before = Preco {
        preco_de: Dinheiro::from_ten_thousandths(row.preco_de),
        preco_por: Dinheiro::from_ten_thousandths(row.preco_por),
    };
    match new.over(before) {
        Ok((after, outcome)) => {
            row.preco_custo = new.cost.map_or(row.preco_custo, Dinheiro::ten_thousandths);
            row.preco_de = after.preco_de.ten_thousandths();
            row.preco_por = after.preco_por.ten_thousandths();
            PrecoWriteOutcome::Done(outcome)
        }
        Err(refusal) => PrecoWriteOutcome::Refused(refusal),
    }
}

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
