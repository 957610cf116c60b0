//! Statements on SKUs on SQLite: one writer, so that nothing has to be locked; rows one by one, by statements that
//! stay in the statement cache (one for many rows has another text for each number of them).

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, SmallInt, Text};
use domain::values::ids::LojaId;

use super::columns::{Value, names, sku_columns};
use super::parts::{Found, Writes, for_orders, found, rows_of, with_texts};
use super::rows::{SkuRow, Texts};
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::to_json;
use crate::base::{BindValue, Statement};

/// Numbers of SKUs, with their codes.
pub(super) fn numbers(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(Statement::<(Text, BigInt), 3>::new(
        "SELECT s.sku, s.sku_num FROM json_each(?) j \
         CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value",
        [BindValue::Str(&to_json(codes)?), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
    )
    .load(c)?)
}

/// The same: there is no other writer.
pub(super) fn lock(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    numbers(c, loja, codes)
}

/// SKUs as orders need them.
pub(super) fn for_orders(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Found>, StoreError> {
    let mut found = Vec::with_capacity(codes.len());
    for code in codes {
        found.extend(for_orders!(loja, skus::sku.eq(code)).load::<Found>(c)?);
    }
    Ok(found)
}

macro_rules! sql_types {
    (; $($name:ident: $_type:ty => $sql:ty $(, $_wire:literal)?;)*) => { ($($sql,)*) };
}

/// One statement for lists of any length, which looks up each code in the order of the join: for a list of values
/// SQLite would scan all SKUs of the store.
const SEARCH: &str = concat!(
    "SELECT j.key, ",
    sku_columns!(row => names, "s."),
    ", ",
    sku_columns!([texts kept] => names, "t."),
    " FROM json_each(?) j \
     CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value \
     CROSS JOIN sku_textos t ON t.sku_num = s.sku_num"
);

/// SKUs by their codes, in this order.
pub(super) fn existing(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    type Found = (Integer, sku_columns!(row => sql_types), sku_columns!([texts kept] => sql_types));
    let list = to_json(codes)?;
    let search = Statement::<Found, 3>::new(
        SEARCH,
        [BindValue::Str(&list), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
    );
    let mut found: Vec<Option<(SkuRow, Texts)>> = codes.iter().map(|_| None).collect();
    for (place, row, texts) in search.load::<(i32, SkuRow, Texts)>(c)? {
        if let Some(at_place) = usize::try_from(place).ok().and_then(|place| found.get_mut(place)) {
            *at_place = Some((row, texts));
        }
    }
    Ok(found)
}

/// One row.
pub(super) fn locked(c: &mut SqliteConnection, loja: LojaId, num: i64) -> Result<Option<SkuRow>, StoreError> {
    Ok(rows_of!(loja, skus::sku_num.eq(num)).get_result(c).optional()?)
}

/// [`locked`] by the codes.
pub(super) fn locked_by_code(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<SkuRow>, StoreError> {
    let mut found = Vec::with_capacity(codes.len());
    for code in codes {
        found.extend(rows_of!(loja, skus::sku.eq(code)).get_result(c).optional()?);
    }
    Ok(found)
}

/// `a = ?, b = ?`.
macro_rules! set {
    (; $first:ident: $_t:ty => $_s:ty $(, $_w:literal)?;
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        concat!(stringify!($first), " = ?" $(, ", ", stringify!($name), " = ?")*)
    };
}

/// Runs an UPDATE with the values of some columns of a row, and what finds the row.
macro_rules! update {
    ($c:ident $text:ident $row:ident; $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        Statement::<(), _>::new(
            $text,
            [
                $($row.$name.value(),)*
                BindValue::I32($row.aplicacao_id),
                BindValue::I32($row.loja_id),
                BindValue::I64($row.sku_num),
            ],
        )
        .execute($c)?
    };
}

/// All columns but those that never change.
const UPDATE: &str = concat!(
    "UPDATE skus SET ",
    sku_columns!([members balance of_b group search changed] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

/// Stock and prices alone, as nearly every change. SQLite rewrites the entries of each index of which a column is
/// set, to another value or not: this statement touches one index.
const UPDATE_BALANCE: &str = concat!(
    "UPDATE skus SET ",
    sku_columns!([balance changed] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

const UPDATE_TEXTS: &str = concat!(
    "UPDATE sku_textos SET ",
    sku_columns!([texts kept] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

/// Writes rows.
pub(super) fn write(c: &mut SqliteConnection, writes: &Writes<'_>) -> Result<(), StoreError> {
    let Writes { new, changed, balances, texts } = writes;
    for (row, _) in new {
        diesel::insert_into(skus::table).values(row).execute(c)?;
    }
    for (_, texts) in new {
        diesel::insert_into(sku_textos::table).values(texts).execute(c)?;
    }
    for row in changed {
        sku_columns!([members balance of_b group search changed] => update, c, UPDATE, row);
    }
    for row in balances {
        sku_columns!([balance changed] => update, c, UPDATE_BALANCE, row);
    }
    for row in texts {
        sku_columns!([texts kept] => update, c, UPDATE_TEXTS, row);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use diesel_migrations::MigrationHarness;

    use super::*;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[test]
    fn each_code_is_looked_up() {
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.run_pending_migrations(migrations::SQLITE).unwrap();
        let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {SEARCH}"))
            .bind::<Text, _>("[]")
            .bind::<Integer, _>(1)
            .bind::<Integer, _>(1)
            .load(&mut c)
            .unwrap();
        let steps: Vec<&str> = steps.iter().map(|step| step.detail.as_str()).collect();
        assert_eq!(
            steps,
            [
                "SCAN j VIRTUAL TABLE INDEX 1:",
                "SEARCH s USING INDEX skus_sku (aplicacao_id=? AND loja_id=? AND sku=?)",
                "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
            ]
        );
    }
}
