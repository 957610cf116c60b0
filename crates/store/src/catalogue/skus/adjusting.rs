//! Many stocks are told or varied at once. A number contains what the owner of the stock had taken over
//! before it was counted: of a stock whose owner has never told one, that may be hundreds of orders.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::estoque::{CENTRO_PADRAO, CausaMovimento};
use domain::sku::{AjusteDatado, AjusteEstoque, EstoqueTooLow};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::rows::SkuRow;
use super::shelf::{self, Balance, Shelf};
use super::telling::{Adjustment, adjust_on, open, with_taken_over};
use crate::base::{StoreError, Tx};

/// Reservations that are read at once, to be contained in numbers (of one SKU alone there may be more): all
/// of them are in memory then.
const CONTAINED: i64 = 5_000;

/// Stocks have been told with their SKUs, which were read once they were locked; that has been written into
/// the event log.
pub(super) fn told(
    tx: &mut Tx<'_>,
    loja: LojaId,
    told: &[(&SkuRow, i32)],
    as_of: Instante,
) -> Result<(), StoreError> {
    if told.is_empty() {
        return Ok(());
    }
    let number = |(row, stock): &(&SkuRow, i32)| {
        let ajuste = AjusteEstoque::Absolute(*stock);
        ((row.sku_num, CENTRO_PADRAO), AjusteDatado { ajuste, data_referencia: Some(as_of) })
    };
    let changes: Vec<Adjustment> = told.iter().map(number).collect();
    let locked = told.iter().map(|(row, _)| balance(row)).collect();
    let shelf = shelf::of_locked(tx, loja, locked)?.without_telling();
    adjust_all(tx, shelf, &changes, CausaMovimento::Cadastro).map(drop)
}

/// A SKU as far as its stock is concerned, in the centre that every user has.
fn balance(row: &SkuRow) -> Balance {
    Balance {
        sku_num: row.sku_num,
        sku: row.sku.clone(),
        estoque: row.estoque,
        reservado: row.reservado,
        movimentos: row.movimentos,
        controle: row.controle,
        centros: row.centros,
    }
}

/// Makes changes of stocks of locked SKUs, in centres that are kept, and puts the SKUs back; answers for
/// each, in order, whether it was made. Numbers are entered for `causa`.
pub(super) fn adjust_all(
    tx: &mut Tx<'_>,
    mut shelf: Shelf,
    changes: &[Adjustment],
    causa: CausaMovimento,
) -> Result<Vec<Result<(), EstoqueTooLow>>, StoreError> {
    open(tx, &mut shelf, changes)?;
    let (held, now) = (held(tx, &shelf, changes)?, tx.now());
    let contains = |(account, ajuste): &Adjustment| is_number(ajuste) && held.contains_key(&account.0);
    let mut outcomes = vec![Ok(()); changes.len()];
    for (change, outcome) in changes.iter().zip(&mut outcomes) {
        if !contains(change) {
            *outcome = adjust_on(&mut shelf, *change, causa, now)?;
        }
    }
    let (loja, silent) = (shelf.loja(), shelf.is_silent());
    shelf.put_back(tx)?;
    let containing: Vec<(usize, &Adjustment)> =
        changes.iter().enumerate().filter(|(_, change)| contains(change)).collect();
    for group in groups(containing, &held) {
        let numbers: BTreeSet<i64> = group.iter().map(|(_, (account, _))| account.0).collect();
        let Some(latest) = latest(tx, group.iter().map(|(_, change)| *change)) else { continue };
        let shelf = shelf::lock(tx, loja, &Vec::from_iter(numbers))?;
        let mut shelf = with_taken_over(tx, if silent { shelf.without_telling() } else { shelf }, latest)?;
        for (place, change) in group {
            let outcome = adjust_on(&mut shelf, *change, causa, now)?;
            outcomes.get_mut(place).into_iter().for_each(|at_place| *at_place = outcome);
        }
        shelf.put_back(tx)?;
    }
    Ok(outcomes)
}

fn is_number(ajuste: &AjusteDatado) -> bool {
    matches!(ajuste.ajuste, AjusteEstoque::Absolute(_))
}

/// The latest instant as of which a stock was counted.
fn latest<'a>(tx: &Tx<'_>, changes: impl Iterator<Item = &'a Adjustment>) -> Option<Instante> {
    let now = tx.now();
    changes.filter(|(_, ajuste)| is_number(ajuste)).map(|(_, ajuste)| ajuste.as_of(now)).max()
}

/// How many reservations the numbers may contain, by SKU; of most none.
fn held(tx: &mut Tx<'_>, shelf: &Shelf, changes: &[Adjustment]) -> Result<HashMap<i64, i64>, StoreError> {
    let holding = shelf.holding();
    let numbers = changes.iter().filter(|(_, ajuste)| is_number(ajuste)).map(|(account, _)| account.0);
    let numbers: BTreeSet<i64> = numbers.filter(|num| holding.contains(num)).collect();
    match latest(tx, changes.iter()) {
        Some(latest) if !numbers.is_empty() => {
            shelf::count_taken_over(tx, shelf.loja(), &Vec::from_iter(numbers), latest)
        }
        _ => Ok(HashMap::new()),
    }
}

/// Groups that contain few enough reservations; all numbers of a SKU are in one.
fn groups<'a>(
    containing: Vec<(usize, &'a Adjustment)>,
    held: &HashMap<i64, i64>,
) -> Vec<Vec<(usize, &'a Adjustment)>> {
    let mut of_skus: BTreeMap<i64, Vec<(usize, &Adjustment)>> = BTreeMap::new();
    for one in containing {
        of_skus.entry(one.1.0.0).or_default().push(one);
    }
    let (mut groups, mut group, mut contained) = (Vec::new(), Vec::new(), 0);
    for (num, mut of_sku) in of_skus {
        let more = held.get(&num).copied().unwrap_or(0);
        if contained + more > CONTAINED && !group.is_empty() {
            groups.push(std::mem::take(&mut group));
            contained = 0;
        }
        contained += more;
        group.append(&mut of_sku);
    }
    groups.push(group);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_contain_few_reservations_and_split_no_sku() {
        let number = |num, centro| {
            ((num, centro), AjusteDatado { ajuste: AjusteEstoque::Absolute(1), data_referencia: None })
        };
        let all = [number(3, 1), number(1, 1), number(2, 1), number(1, 2), number(4, 1)];
        let held = HashMap::from([(1, 3_000), (2, 2_000), (3, 9_000), (4, 1)]);
        let places = |all: Vec<Vec<(usize, &Adjustment)>>| -> Vec<Vec<usize>> {
            all.into_iter().map(|group| group.into_iter().map(|(place, _)| place).collect()).collect()
        };
        let groups_of = |all: &[Adjustment]| places(groups(all.iter().enumerate().collect(), &held));
        assert_eq!(groups_of(&all), [vec![1, 3, 2], vec![0], vec![4]]);
    }
}
