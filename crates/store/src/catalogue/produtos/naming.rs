//! Resolution of product identifiers, for changes.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::interface_b::produto::Identifier;
use domain::values::ids::LojaId;

use crate::base::schema::skus;
use crate::base::{Conn, Rare, StoreError, load_by_key, of_store, on};
use crate::catalogue::skus::find_numbers;

/// Resolves an identifier, for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One SKU: its number and its code.
    Single(i64, String),
    /// A group of several SKUs: a change must name one of them.
    Several,
    /// Nothing.
    Missing,
}

/// Resolves an identifier, for a change.
pub fn resolve(conn: &mut Conn<'_>, loja: LojaId, id: &Identifier) -> Result<Target, StoreError> {
    let mut found_rows: Vec<(i64, String)> = on!(conn, c => {
        macro_rules! find {
            ($condition:expr) => {
                of_store!(skus, loja)
                    .filter($condition)
                    .select((skus::sku_num, skus::sku))
                    .limit(2)
                    .load(c)?
            };
        }
        match id {
            Identifier::Sku(sku) => find!(skus::sku.eq(sku)),
            Identifier::Variante(num) => find!(skus::sku_num.eq(*num)),
            Identifier::Produto(num) => find!(Rare(skus::produto_num.eq(*num))),
        }
    });
    Ok(match (found_rows.pop(), found_rows.is_empty()) {
        (Some((num, sku)), true) => Target::Single(num, sku),
        (Some(_), false) => Target::Several,
        (None, _) => Target::Missing,
    })
}

/// [`resolve`] for many; identifiers of single SKUs cost no additional round trip.
pub fn resolve_all(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[&Identifier],
) -> Result<Vec<Target>, StoreError> {
    let (mut codes, mut numbers) = (Vec::new(), Vec::new());
    for id in ids {
        match id {
            Identifier::Sku(sku) => codes.push(sku.as_str()),
            Identifier::Variante(num) => numbers.push(*num),
            Identifier::Produto(_) => {}
        }
    }
    let by_code: HashMap<String, i64> = match codes.as_slice() {
        [] => HashMap::new(),
        codes => find_numbers(conn, loja, codes)?.into_iter().collect(),
    };
    let by_number = of_numbers(conn, loja, &numbers)?;
    let single = |num: Option<&i64>, sku: Option<&String>| match (num, sku) {
        (Some(num), Some(sku)) => Target::Single(*num, sku.clone()),
        _ => Target::Missing,
    };
    ids.iter()
        .map(|id| match id {
            Identifier::Sku(sku) => Ok(single(by_code.get(sku), Some(sku))),
            Identifier::Variante(num) => Ok(single(Some(num), by_number.get(num))),
            Identifier::Produto(_) => resolve(conn, loja, id),
        })
        .collect()
}

fn of_numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
) -> Result<HashMap<i64, String>, StoreError> {
    if numbers.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, String)> =
        load_by_key!(conn, skus::sku_num, numbers, |of_them| of_store!(skus, loja)
            .filter(of_them)
            .select((skus::sku_num, skus::sku)));
    Ok(found.into_iter().collect())
}
