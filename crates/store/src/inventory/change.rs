//! Changes of stock as clients ask for them: set or varied, one or many, by the same rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::estoque::{CENTRO_PADRAO, CausaMovimento, SaldoEmCentro};
use domain::sku::{AjusteDatado, AjusteEmCentro, AjusteEstoque};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::inventory::centros;
use crate::inventory::ledger::{self, Account};
use crate::inventory::level::StockLevel;
use crate::inventory::locked::LockedStock;
use crate::inventory::{lock_codes, of_locked, reservations};

/// Outcome of a change of stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockOutcome {
    /// Done; the stock now.
    Done(SaldoEmCentro),
    /// There is no such SKU.
    Missing,
    /// There is no such centre.
    CentroMissing,
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Refused(i32),
}

/// Changes the stock of a SKU; see [`change_stocks`].
pub fn change_stock(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &str,
    ajuste: impl Into<AjusteEmCentro>,
) -> Result<StockOutcome, StoreError> {
    let outcomes = change_stocks(tx, loja, &[(sku, ajuste.into())])?;
    Ok(outcomes.first().copied().unwrap_or(StockOutcome::Missing))
}

/// [`change_stock`] for a reason in somebody's words, which stands in the ledger beside the change.
pub fn change_stock_because(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &str,
    ajuste: AjusteEmCentro,
    motivo: &str,
) -> Result<StockOutcome, StoreError> {
    let outcomes = change_all(tx, loja, &[(sku, ajuste)], Some(motivo))?;
    Ok(outcomes.first().copied().unwrap_or(StockOutcome::Missing))
}

/// Sets or varies stocks, in this order; returns for each what became of it. Setting a stock that is the same
/// already changes nothing. Where the owner's own system controls the stock, a number contains the orders that
/// it had taken over before `data_referencia` (now, when not given).
pub fn change_stocks(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, AjusteEmCentro)],
) -> Result<Vec<StockOutcome>, StoreError> {
    change_all(tx, loja, changes, None)
}

fn change_all(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, AjusteEmCentro)],
    motivo: Option<&str>,
) -> Result<Vec<StockOutcome>, StoreError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let centres = changes.iter().map(|(_, ajuste)| ajuste.centro());
    if centres.clone().any(|centro| centro != CENTRO_PADRAO) {
        // before any SKU is locked
        centros::hold(tx, loja)?;
    }
    let centres = centros::there(tx, loja, centres)?;
    let codes: BTreeSet<&str> = changes.iter().map(|(sku, _)| *sku).collect();
    let mut stock = lock_codes(tx, loja, &Vec::from_iter(codes))?;
    let mut outcomes = Vec::with_capacity(changes.len());
    let (mut places, mut wanted) = (Vec::with_capacity(changes.len()), Vec::with_capacity(changes.len()));
    for (place, (sku, ajuste)) in changes.iter().enumerate() {
        match stock.number(sku) {
            None => outcomes.push(StockOutcome::Missing),
            Some(num) => {
                // until it is made
                outcomes.push(StockOutcome::CentroMissing);
                if centres.contains(&ajuste.centro()) {
                    places.push(place);
                    wanted.push(((num, ajuste.centro()), ajuste.ajuste));
                }
            }
        }
    }
    let made = apply(tx, &mut stock, &wanted, (CausaMovimento::Saldo, Events::PerSku))?;
    let explained = motivo.map(|motivo| (stock.entered(), motivo));
    stock.write(tx)?;
    if let Some((entered, motivo)) = explained {
        ledger::explain(tx, loja, &entered, motivo)?;
    }
    for (place, made) in places.into_iter().zip(made) {
        outcomes.get_mut(place).into_iter().for_each(|outcome| *outcome = made);
    }
    Ok(outcomes)
}

/// Sets the stocks that SKUs were registered with anew. Their rows are locked and were read since; the events of
/// the stocks are written among those of the SKUs.
pub(crate) fn set_with_skus(
    tx: &mut Tx<'_>,
    loja: LojaId,
    stocks: Vec<(StockLevel, i32)>,
) -> Result<(), StoreError> {
    if stocks.is_empty() {
        return Ok(());
    }
    let set = |(level, stock): &(StockLevel, i32)| {
        ((level.sku_num, CENTRO_PADRAO), AjusteEstoque::Set(*stock).into())
    };
    let changes: Vec<StockChange> = stocks.iter().map(set).collect();
    let mut stock =
        of_locked(tx, loja, stocks.into_iter().map(|(level, _)| level).collect())?.without_stock_events();
    apply(tx, &mut stock, &changes, (CausaMovimento::Cadastro, Events::PerSku))?;
    stock.write(tx)
}

/// A change of a SKU's stock in a centre.
pub(super) type StockChange = (Account, AjusteDatado);

/// How many events changes of one SKU have that are made in one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Events {
    /// One for each change: they are of different requests.
    PerChange,
    /// One for all of them.
    PerSku,
}

/// Reservations that are read at once, to be contained in numbers (of one SKU alone there may be more).
const RESERVATIONS_AT_ONCE: i64 = 5_000;

/// Changes locked stocks, in centres that exist, by the rules; returns for each what became of it. A number is
/// entered into the ledger with `causa`. What is not written yet remains in `stock`.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    stock: &mut LockedStock,
    changes: &[StockChange],
    (causa, events): (CausaMovimento, Events),
) -> Result<Vec<StockOutcome>, StoreError> {
    add_to_centres(tx, stock, changes)?;
    let falling = falling(stock, changes);
    let (contained, now) = (contained(tx, stock, changes, &falling)?, tx.now());
    let mut outcomes = vec![StockOutcome::Missing; changes.len()];
    for (n, batch) in batches(changes, &contained).into_iter().enumerate() {
        if n > 0 {
            stock.write(tx)?;
        }
        let numbers = batch.iter().filter_map(|(_, (account, ajuste))| {
            (tells(ajuste) && contained.contains_key(&account.0)).then_some(account.0)
        });
        let numbers: BTreeSet<i64> = numbers.collect();
        let falling: Vec<i64> = numbers.intersection(&falling).copied().collect();
        if !falling.is_empty() {
            let rows = reservations::waiting(tx, stock.loja(), &falling)?;
            stock.add_waiting(rows)?;
        }
        if let Some(latest) =
            latest(batch.iter().map(|(_, change)| *change), now).filter(|_| !numbers.is_empty())
        {
            let rows = reservations::taken_over(tx, stock.loja(), &Vec::from_iter(numbers), latest)?;
            stock.add_reservations(rows)?;
        }
        for (place, change) in batch {
            let outcome = apply_one(stock, *change, causa, now)?;
            if events == Events::PerChange {
                stock.emit(change.0)?;
            }
            outcomes.get_mut(place).into_iter().for_each(|at_place| *at_place = outcome);
        }
    }
    Ok(outcomes)
}

fn apply_one(
    stock: &mut LockedStock,
    (account, ajuste): StockChange,
    causa: CausaMovimento,
    now: Instante,
) -> Result<StockOutcome, StoreError> {
    let current = stock.level(account).map_or(0, |level| level.estoque);
    match (ajuste.ajuste.apply(current), ajuste.ajuste) {
        (Err(too_low), _) => return Ok(StockOutcome::Refused(too_low.atual)),
        (Ok(new), AjusteEstoque::Set(_)) => stock.set_stock(account, new, ajuste.as_of(now), causa)?,
        (Ok(_), AjusteEstoque::Vary(by)) => stock.vary_stock(account, by)?,
    }
    let (estoque, reservado) = stock.level(account).map_or((0, 0), |level| (level.estoque, level.reservado));
    Ok(StockOutcome::Done(SaldoEmCentro::new(account.1, estoque, reservado)))
}

/// Adds SKUs to the centres that changes set or raise their stock in, where they are not stocked yet.
fn add_to_centres(
    tx: &mut Tx<'_>,
    stock: &mut LockedStock,
    changes: &[StockChange],
) -> Result<(), StoreError> {
    let raises = |ajuste: &AjusteDatado| !matches!(ajuste.ajuste, AjusteEstoque::Vary(..0));
    let new = changes.iter().filter(|(account, ajuste)| stock.level(*account).is_none() && raises(ajuste));
    let new: BTreeSet<Account> = new.map(|(account, _)| *account).collect();
    let new = Vec::from_iter(new);
    // they may have been stocked there before, and the centre removed since
    let last = ledger::last(tx, stock.loja(), &new)?;
    for account in new {
        stock.add_to_centre(account, last.get(&account).copied());
    }
    Ok(())
}

/// Whether it says anything of what orders hold.
fn tells(ajuste: &AjusteDatado) -> bool {
    matches!(ajuste.ajuste, AjusteEstoque::Set(_) | AjusteEstoque::Vary(..0))
}

/// The latest instant as of which a stock was counted.
fn latest<'a>(changes: impl Iterator<Item = &'a StockChange>, now: Instante) -> Option<Instante> {
    changes.filter(|(_, ajuste)| tells(ajuste)).map(|(_, ajuste)| ajuste.as_of(now)).max()
}

/// SKUs whose stock may fall.
fn falling(stock: &LockedStock, changes: &[StockChange]) -> BTreeSet<i64> {
    let stands = |account| stock.level(account).map_or(0, |level| level.estoque);
    // a variation may be made before a number
    let falls = |(account, change): &StockChange| match change.ajuste {
        AjusteEstoque::Set(number) => (number < stands(*account)).then_some(account.0),
        AjusteEstoque::Vary(_) => Some(account.0),
    };
    changes.iter().filter_map(falls).collect()
}

/// How many reservations numbers may say anything of, by SKU; those without any are left out.
fn contained(
    tx: &mut Tx<'_>,
    stock: &LockedStock,
    changes: &[StockChange],
    falling: &BTreeSet<i64>,
) -> Result<HashMap<i64, i64>, StoreError> {
    let reserved = stock.reserved_at_owner();
    let numbers = changes.iter().filter(|(_, ajuste)| tells(ajuste)).map(|(account, _)| account.0);
    let numbers: BTreeSet<i64> = numbers.filter(|num| reserved.contains(num)).collect();
    match (latest(changes.iter(), tx.now()), numbers.len()) {
        (None, _) | (_, 0) => Ok(HashMap::new()),
        // those of one SKU are read at once, however many
        (_, 1) => Ok(numbers.into_iter().map(|num| (num, 1)).collect()),
        (Some(latest), _) => {
            let falling: Vec<i64> = numbers.intersection(falling).copied().collect();
            let numbers = Vec::from_iter(numbers);
            let mut counts = reservations::count_taken_over(tx, stock.loja(), &numbers, latest)?;
            if !falling.is_empty() {
                for (num, count) in reservations::count_waiting(tx, stock.loja(), &falling)? {
                    *counts.entry(num).or_default() += count;
                }
            }
            Ok(counts)
        }
    }
}

/// Changes in batches that contain few enough reservations; all changes of a SKU are in one, in their order.
fn batches<'a>(
    changes: &'a [StockChange],
    contained: &HashMap<i64, i64>,
) -> Vec<Vec<(usize, &'a StockChange)>> {
    let mut of_skus: BTreeMap<i64, Vec<(usize, &StockChange)>> = BTreeMap::new();
    for (place, change) in changes.iter().enumerate() {
        of_skus.entry(change.0.0).or_default().push((place, change));
    }
    let (mut batches, mut batch, mut count) = (Vec::new(), Vec::new(), 0);
    for (num, mut of_sku) in of_skus {
        let more = contained.get(&num).copied().unwrap_or(0);
        if count + more > RESERVATIONS_AT_ONCE && !batch.is_empty() {
            batches.push(std::mem::take(&mut batch));
            count = 0;
        }
        count += more;
        batch.append(&mut of_sku);
    }
    batches.push(batch);
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_contain_few_reservations_and_split_no_sku() {
        let number = |num, centro| {
            ((num, centro), AjusteDatado { ajuste: AjusteEstoque::Set(1), data_referencia: None })
        };
        let all = [number(3, 1), number(1, 1), number(2, 1), number(1, 2), number(4, 1)];
        let contained = HashMap::from([(1, 3_000), (2, 2_000), (3, 9_000), (4, 1)]);
        let places: Vec<Vec<usize>> = batches(&all, &contained)
            .into_iter()
            .map(|batch| batch.into_iter().map(|(place, _)| place).collect())
            .collect();
        assert_eq!(places, [vec![1, 3, 2], vec![0], vec![4]]);
    }
}
