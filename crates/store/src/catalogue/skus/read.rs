//! Reads of SKUs.

use std::collections::{BTreeSet, HashMap};

use diesel::backend::Backend;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Bool, HasSqlType};
use domain::interface_b::produto::Cadastro;
use domain::sku::{Sku, codigo_interno};
use domain::sku_canal::Preco;
use domain::values::documents::gtin_spellings;
use domain::values::ids::{LojaId, SkuId};
use domain::values::search_text::fold;

use crate::base::paging::{Gathered, Page, PageRequest, Range, gather};
use crate::base::schema::{sku_textos, skus};
use crate::base::{Conn, Implied, InTime, Rare, StoreError, contains, from_json, load_by_key, of_store, on};
use crate::catalogue::skus::changes::preco_de as preco;
use crate::catalogue::skus::rows::{SkuRow, Texts, merge, sku_id};
use crate::catalogue::skus::sql::{self, before_page, part_of_page, with_texts};

/// Microseconds of a stretch, as in the definition of the column.
const PERIOD: i64 = 600_000_000;

/// Lets through whatever changed in the stretches that a range of instants touches. Beside the condition on
/// `alterado_em`, not in its place.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct InPeriods {
    first: i64,
    last: i64,
}

impl InPeriods {
    /// From the first to the last of some microseconds.
    pub fn of(first: i64, last: i64) -> Self {
        Self { first: first / PERIOD, last: last / PERIOD }
    }
}

impl Expression for InPeriods {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for InPeriods {}

impl<QS> SelectableExpression<QS> for InPeriods {}

impl<GB> ValidGrouping<GB> for InPeriods {
    type IsAggregate = is_aggregate::Never;
}

impl<DB> QueryFragment<DB> for InPeriods
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("skus.alterado_periodo BETWEEN ");
        out.push_bind_param::<BigInt, _>(&self.first)?;
        out.push_sql(" AND ");
        out.push_bind_param::<BigInt, _>(&self.last)
    }
}

/// Which SKUs are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// With exactly this code.
    pub sku: Option<String>,
    /// Of this group.
    pub parent_id: Option<String>,
    /// With this GTIN, written with or without zeros before it.
    pub gtin: Option<String>,
    /// Of exactly this brand.
    pub marca: Option<String>,
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Whose code, name, brand or GTIN holds this text, whatever its case and accents.
    pub busca: Option<String>,
    /// Changed in this range.
    pub changed: Range,
}

pub(super) fn rows(
    conn: &mut Conn<'_>,
    loja: LojaId,
    sku: &SkuId,
) -> Result<Option<(SkuRow, Texts)>, StoreError> {
    Ok(on!(conn, c => with_texts!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select((SkuRow::as_select(), Texts::as_select()))
        .first(c)
        .optional())?)
}

/// One SKU.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<Sku>, StoreError> {
    rows(conn, loja, sku)?.map(merge).transpose()
}

/// The service's numbers of some SKUs, with their codes.
pub fn find_numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    sql::numbers(conn, loja, codes)
}

/// The names of some SKUs, by their codes.
pub fn names(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<HashMap<String, String>, StoreError> {
    let found: Vec<(String, String)> = load_by_key!(conn, skus::sku, codes, |of_them| of_store!(skus, loja)
        .filter(of_them)
        .select((skus::sku, skus::nome)));
    Ok(found.into_iter().collect())
}

/// What tells a SKU on the shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub nome: String,
    /// Its GTIN, or what stands for none.
    pub gtin: String,
    /// Its place in the warehouse, where the store's system says one.
    pub local: Option<String>,
}

/// What tells some SKUs on the shelf, by their codes.
pub fn labels(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<HashMap<String, Label>, StoreError> {
    let found: Vec<(String, String, String, String)> =
        load_by_key!(conn, skus::sku, codes.iter().copied(), |of_them| with_texts!()
            .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
            .filter(skus::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((skus::sku, skus::nome, skus::gtin, sku_textos::cadastro)));
    let label = |(sku, nome, gtin, cadastro): (String, String, String, String)| {
        let cadastro: Cadastro = from_json("sku_textos.cadastro", &cadastro)?;
        Ok((sku, Label { nome, gtin, local: cadastro.localizacao_estoque.filter(|text| !text.is_empty()) }))
    };
    found.into_iter().map(label).collect()
}

/// The codes of SKUs, by the codes that channels are given in their place, of those among `named` that are such.
pub(crate) fn own_codes<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    named: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, String>, StoreError> {
    let numbers: BTreeSet<i64> = named.filter_map(codigo_interno::number).collect();
    if numbers.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, String)> =
        load_by_key!(conn, skus::sku_num, numbers, |of_them| of_store!(skus, loja)
            .filter(of_them)
            .select((skus::sku_num, skus::sku)));
    Ok(found.into_iter().map(|(num, own)| (codigo_interno::of(num), own)).collect())
}

/// The code of the SKU that channels are given another code for.
pub fn own_code(conn: &mut Conn<'_>, loja: LojaId, given: &str) -> Result<Option<SkuId>, StoreError> {
    let own = own_codes(conn, loja, std::iter::once(given))?.into_values().next();
    Ok(own.and_then(|own| SkuId::parse(&own).ok()))
}

/// The service's number of a SKU.
pub fn number(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => of_store!(skus, loja)
        .filter(skus::sku.eq(sku.as_str()))
        .select(skus::sku_num)
        .first(c)
        .optional())?)
}

/// The numbers of the next SKUs of a store after one.
pub(crate) fn next_numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    after: i64,
    most: i64,
) -> Result<Vec<i64>, StoreError> {
    Ok(on!(conn, c => of_store!(skus, loja)
        .filter(skus::sku_num.gt(after))
        .order(skus::sku_num)
        .select(skus::sku_num)
        .limit(most)
        .load(c))?)
}

/// The next SKUs after a number, in the order of their creation, without a total: for a scan of all SKUs.
pub fn next(conn: &mut Conn<'_>, loja: LojaId, after: i64, most: u32) -> Result<Vec<(i64, Sku)>, StoreError> {
    let rows: Gathered<(SkuRow, Texts)> = on!(conn, c => {
        let read = |last: Option<&(SkuRow, Texts)>, wanted| {
            let after = last.map_or(after, |(row, _)| row.sku_num);
            with_texts!()
                .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                .filter(skus::loja_id.eq(loja.loja))
                .filter(skus::sku_num.gt(after))
                .filter(Implied(sku_textos::sku_num.gt(after)))
                .order(skus::sku_num)
                .select((SkuRow::as_select(), Texts::as_select()))
                .limit(wanted)
                .load(c)
        };
        gather(most.into(), read, |(_, texts)| texts.bytes())?
    });
    rows.into_rows().map(|rows| Ok((rows.0.sku_num, merge(rows)?))).collect()
}

/// Stock and prices of a SKU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBalance {
    /// Whose they are.
    pub sku: SkuId,
    /// The stock.
    pub estoque: i32,
    /// The prices.
    pub preco: Preco,
}

/// [`next`], of each SKU its stock and prices.
pub fn next_balances(
    conn: &mut Conn<'_>,
    loja: LojaId,
    after: i64,
    most: u32,
) -> Result<Vec<(i64, OwnBalance)>, StoreError> {
    type Row = (i64, String, i32, i64, i64);
    let rows: Vec<Row> = on!(conn, c => of_store!(skus, loja)
        .filter(skus::sku_num.gt(after))
        .order(skus::sku_num)
        .select((skus::sku_num, skus::sku, skus::estoque, skus::preco_de, skus::preco_por))
        .limit(most.into())
        .load(c))?;
    let own = |(num, sku, estoque, preco_de, preco_por): Row| {
        Ok((num, OwnBalance { sku: sku_id(sku)?, estoque, preco: preco(preco_de, preco_por) }))
    };
    rows.into_iter().map(own).collect()
}

diesel::alias! {
    const SAME_GTIN: Alias<SameGtin> = skus as same_gtin;
}

/// SKUs in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<Sku>, StoreError> {
    let (rows, total): (Gathered<(SkuRow, Texts)>, i64) = on!(conn, c => {
        macro_rules! filtered {
            ($base:expr) => {{
                let mut q = $base
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .into_boxed();
                if let Some(sku) = &filter.sku {
                    q = q.filter(skus::sku.eq(sku.as_str()));
                }
                if let Some(parent_id) = &filter.parent_id {
                    let group = skus::parent_id.eq(parent_id.as_str());
                    // without a group: a store may have only such SKUs
                    q = if parent_id.is_empty() { q.filter(group) } else { q.filter(Rare(group)) };
                }
                if let Some(gtin) = &filter.gtin {
                    // most SKUs of a store may have no GTIN; the few that have one are found by an index first, which
                    // SQLite does not search by several values of its own accord
                    q = match gtin.starts_with(|first: char| first.is_ascii_digit()) {
                        true => q.filter(skus::sku_num.eq_any(
                            SAME_GTIN
                                .filter(SAME_GTIN.field(skus::aplicacao_id).eq(loja.aplicacao.0))
                                .filter(SAME_GTIN.field(skus::loja_id).eq(loja.loja))
                                .filter(SAME_GTIN.field(skus::gtin).eq_any(gtin_spellings(gtin)))
                                .select(SAME_GTIN.field(skus::sku_num)),
                        )),
                        false => q.filter(skus::gtin.eq(gtin.as_str())),
                    };
                }
                if let Some(marca) = &filter.marca {
                    let brand = skus::marca.eq(marca.as_str());
                    // a store may have a single brand: the other filters are more selective
                    let alone = filter.parent_id.is_none() && filter.changed.open();
                    q = if alone { q.filter(Rare(brand)) } else { q.filter(brand) };
                }
                if let Some(active) = filter.ativo {
                    q = q.filter(skus::ativo.eq(active));
                }
                if let Some(search) = &filter.busca {
                    // in this order: a row that does not fit asks, too
                    q = q.filter(InTime).filter(skus::texto_busca.like(contains(&fold(search))).escape('\\'));
                }
                if !filter.changed.open() {
                    let (from, until) = (filter.changed.start_micros(), filter.changed.end_micros());
                    q = q.filter(InPeriods::of(from, until))
                        .filter(skus::alterado_em.ge(from))
                        .filter(skus::alterado_em.lt(until));
                }
                q
            }};
        }
        let before = before_page!(skus::sku_num, filtered!(skus::table), page, c);
        let read = |last: Option<&(SkuRow, Texts)>, wanted| {
            part_of_page!(filtered!(with_texts!()), before, last, wanted, c)
        };
        let rows = gather(page.limit(), read, |(_, texts)| texts.bytes())?;
        (rows, filtered!(skus::table).count().get_result(c)?)
    });
    page.page_of_gathered(rows, total, |(l, _)| [l.sku_num, 0], merge)
}
