//! Parts of the statements on SKUs: columns that are read, rows that are written.

use super::rows::{NewRow, NewTexts, SkuRow};
use crate::inventory::StockLevel;

/// The rows of a SKU, joined.
macro_rules! with_texts {
    () => {
        skus::table.inner_join(
            sku_textos::table.on(sku_textos::aplicacao_id
                .eq(skus::aplicacao_id)
                .and(sku_textos::loja_id.eq(skus::loja_id))
                .and(sku_textos::sku_num.eq(skus::sku_num))),
        )
    };
}
pub(crate) use with_texts;

/// The number of a SKU that a page lies behind, unless it is the first: of those that are skipped nothing but
/// the number is read. `before_page!(the number's column, all rows, page, connection)`.
macro_rules! before_page {
    ($number:path, $rows:expr, $page:expr, $c:expr) => {
        match ($page.after(), $page.offset()) {
            (Some([num, _]), _) => Some(num),
            (None, 0) => None,
            (None, skipped) => {
                let numbers = $rows.order($number).select($number);
                Some(numbers.offset(skipped - 1).first($c).optional()?.unwrap_or(i64::MAX))
            }
        }
    };
}
pub(crate) use before_page;

/// Reads a part of a page of SKUs, for `gather`: what lies behind the last row, or where the page begins.
macro_rules! part_of_page {
    ($filtered:expr, $before:expr, $last:expr, $wanted:expr, $c:expr) => {{
        let mut q = $filtered;
        let last: Option<&(SkuRow, Texts)> = $last;
        if let Some(after) = last.map(|(row, _)| row.sku_num).or($before) {
            q = q.filter(skus::sku_num.gt(after)).filter(crate::base::Implied(sku_textos::sku_num.gt(after)));
        }
        q.order(skus::sku_num).select((SkuRow::as_select(), Texts::as_select())).limit($wanted).load($c)
    }};
}
pub(crate) use part_of_page;

/// A SKU as an order needs it: level, name, GTIN and cost; weight, height, width and length; attributes.
pub(super) type Found = (StockLevel, String, String, i64, (i32, i32, i32, i32), String);

/// The columns of [`Found`].
macro_rules! found {
    () => {
        (
            $crate::inventory::StockLevel::as_select(),
            skus::nome,
            skus::gtin,
            skus::preco_custo,
            (skus::peso, skus::altura, skus::largura, skus::comprimento),
            sku_textos::atributos,
        )
    };
}
pub(super) use found;

/// SKUs of a store as orders need them, by a condition.
macro_rules! for_orders {
    ($loja:expr, $condition:expr) => {
        with_texts!()
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter($condition)
            .order(skus::sku)
            .select(found!())
    };
}
pub(super) use for_orders;

/// Rows by a condition.
macro_rules! rows_of {
    ($loja:expr, $condition:expr) => {
        skus::table
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter($condition)
            .select(SkuRow::as_select())
    };
}
pub(super) use rows_of;

/// Rows to be written.
#[derive(Debug, Default)]
pub(super) struct Writes<'a> {
    pub new: Vec<(NewRow<'a>, NewTexts<'a>)>,
    /// Of these more than stock and prices has changed.
    pub changed: Vec<NewRow<'a>>,
    /// Of these stock, prices or the time of change alone.
    pub balances: Vec<NewRow<'a>>,
    /// Texts that have changed.
    pub texts: Vec<NewTexts<'a>>,
}

impl<'a> Writes<'a> {
    /// Writes a row in place of another one, in the shortest way; nothing of it when nothing differs.
    /// `or_time`: the time of change at least.
    pub fn replace(&mut self, before: &SkuRow, after: NewRow<'a>, or_time: bool) {
        if before.differs_beyond_balance(&after) {
            self.changed.push(after);
        } else if or_time || before.difere(&after) {
            self.balances.push(after);
        }
    }
}
