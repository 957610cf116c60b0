//! SKUs on SQLite: one writer, so that nothing has to be locked; statements that stay in the statement cache
//! by their text, and so rows one by one (a statement for many rows is another text for each number of them).

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, SmallInt, Text};
use domain::estoque::{CENTRO_PADRAO, CausaMovimento, ControleEstoque};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId};

use super::changes;
use super::columns::{Value, names, sku_columns};
use super::parts::{Changed, Found, FoundOfLoja, Writes, for_orders, found, rows_of, with_texts};
use super::rows::{SkuRow, Texts};
use super::shelf::{Balance, Why};
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::to_json;
use crate::base::{BindValue, Statement};
use crate::ledger::{MovimentoRow, Place, enter, next_place};

/// The numbers of some SKUs, with their codes.
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

/// The same: nobody writes beside this transaction.
pub(super) fn lock(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    numbers(c, loja, codes)
}

/// What orders take of some SKUs: few, each by a statement that is cached.
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

/// [`for_orders`] of any stores.
pub(super) fn for_orders_of_many(
    c: &mut SqliteConnection,
    things: &[(LojaId, &str)],
) -> Result<Vec<FoundOfLoja>, StoreError> {
    let mut found = Vec::with_capacity(things.len());
    for (loja, code) in things {
        let of_loja = for_orders(c, *loja, &[code])?;
        found.extend(of_loja.into_iter().map(|one| (loja.aplicacao.0, loja.loja, one)));
    }
    Ok(found)
}

macro_rules! sql_types {
    (; $($name:ident: $_type:ty => $sql:ty $(, $_wire:literal)?;)*) => { ($($sql,)*) };
}

/// One statement for lists of any length, which looks each code up in the order of the join: to a list of
/// values SQLite prefers a walk through all SKUs of the store.
const SEARCH: &str = concat!(
    "SELECT j.key, ",
    sku_columns!(row => names, "s."),
    ", ",
    sku_columns!([texts kept] => names, "t."),
    " FROM json_each(?) j \
     CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value \
     CROSS JOIN sku_textos t ON t.sku_num = s.sku_num"
);

/// What there is of each of some SKUs, in their order.
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

/// All of a row that is there, but what never changes.
const UPDATE: &str = concat!(
    "UPDATE skus SET ",
    sku_columns!([members balance of_b group search changed] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

/// Stock and prices alone, what nearly every change is about. SQLite rewrites the entries of each index of
/// which a column is set, the same value or not: this leaves all but one alone.
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

/// Sets the stock unless it is that already, or a number as of `as_of` contains what orders hold of it;
/// `None` when there is no such SKU.
pub(super) fn set_stock(
    c: &mut SqliteConnection,
    loja: LojaId,
    sku: &SkuId,
    (n, as_of): (i32, Instante),
    now: Instante,
) -> Result<Option<Changed>, StoreError> {
    let Some(balance) = balance(c, loja, sku)? else { return Ok(None) };
    let erp = balance.controle == ControleEstoque::Erp.code();
    if erp && balance.reservado > 0 && contains(c, loja, balance.sku_num, as_of)? {
        return Ok(Some(Changed { num: balance.sku_num, stock: n, holding: true, untold: None }));
    }
    replace(c, loja, balance, (n, CausaMovimento::Saldo), now).map(Some)
}

/// A SKU as far as its stock is concerned: nobody else writes before this transaction ends.
fn balance(c: &mut SqliteConnection, loja: LojaId, sku: &SkuId) -> Result<Option<Balance>, StoreError> {
    let found = skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select(Balance::as_select())
        .first(c);
    Ok(found.optional()?)
}

/// Writes another stock, and enters it into the ledger where somebody keeps it.
fn replace(
    c: &mut SqliteConnection,
    loja: LojaId,
    mut balance: Balance,
    (n, causa): (i32, CausaMovimento),
    now: Instante,
) -> Result<Changed, StoreError> {
    let (num, before) = (balance.sku_num, balance.estoque);
    if before != n {
        balance.estoque = n;
        let kept = balance.kept();
        balance.movimentos += i64::from(kept);
        let difference = i64::from(n) - i64::from(before);
        // before the row names it: it is entered behind the one that the row names
        let last = if kept { Some(enter_one(c, loja, now, &balance, (difference, causa))?) } else { None };
        Statement::<(), 7>::new(
            "UPDATE skus SET estoque = ?, movimentos = ?, alterado_em = ?, \
             ultimo_movimento = coalesce(?, ultimo_movimento) \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                BindValue::I32(n),
                BindValue::I64(balance.movimentos),
                BindValue::I64(now.micros()),
                BindValue::NullableI64(last),
                BindValue::I32(loja.aplicacao.0),
                BindValue::I32(loja.loja),
                BindValue::I64(num),
            ],
        )
        .execute(c)?;
    }
    let untold = changes::of_estoque(before, n).map(|change| (num, change));
    Ok(Changed { num, stock: n, holding: false, untold })
}

/// Whether orders hold some of a SKU that its owner took over before an instant.
fn contains(c: &mut SqliteConnection, loja: LojaId, num: i64, as_of: Instante) -> Result<bool, StoreError> {
    let held: Statement<'_, (BigInt,), 4> = Statement::new(
        "SELECT 1 FROM estoque_reservas WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? \
         AND assumida_em < ? AND reservada > 0 LIMIT 1",
        [
            BindValue::I32(loja.aplicacao.0),
            BindValue::I32(loja.loja),
            BindValue::I64(num),
            BindValue::I64(as_of.micros()),
        ],
    );
    Ok(held.get_result::<(i64,)>(c).optional()?.is_some())
}

/// Varies the stock where it is between the two bounds; `None` where it is not, or there is none.
pub(super) fn vary_stock(
    c: &mut SqliteConnection,
    loja: LojaId,
    sku: &SkuId,
    (v, (least, most)): (i32, (i32, i32)),
    now: Instante,
) -> Result<Option<Changed>, StoreError> {
    let bounded = |found: &Balance| (least..=most).contains(&found.estoque);
    let Some(balance) = balance(c, loja, sku)?.filter(bounded) else { return Ok(None) };
    let n = balance.estoque.saturating_add(v);
    replace(c, loja, balance, (n, CausaMovimento::Variacao), now).map(Some)
}

/// Notes a change of stock by itself, behind what the row names as the last; answers where.
fn enter_one(
    c: &mut SqliteConnection,
    loja: LojaId,
    now: Instante,
    after: &Balance,
    (difference, causa): (i64, CausaMovimento),
) -> Result<Place, StoreError> {
    let row =
        MovimentoRow::new(loja, now, (after, CENTRO_PADRAO), (difference, 0), Why { causa, pedido: None });
    let (place,): (Place,) = next_place().get_result(c)?;
    enter(&row, place, None).execute(c)?;
    Ok(place)
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
