//! SKUs as interface B's clients see them: as products, by three kinds of identifier.

mod among;
mod naming;
#[cfg(test)]
mod plans;
mod writing;

use std::collections::HashMap;
use std::iter;

use diesel::prelude::*;
use domain::estoque::SaldoEmCentro;
use domain::interface_b::produto::{Identifier, ProdutoRelacionado, Source, TabelaPreco};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::paging::{Gathered, Page, PageRequest, gather};
use crate::base::schema::{canais, estoque_centros, sku_canais, sku_textos, skus};
use crate::base::{Conn, Rare, of_store, on};
use crate::catalogue::skus::rows::{SkuRow, Texts, source};
use crate::catalogue::skus::{before_page, part_of_page, with_texts};
use crate::inventory::centros;

pub use among::{in_categories, list_among};
pub use naming::{Target, resolve, resolve_all};
pub use writing::{
    CreateProdutoOutcome, PrecoWriteOutcome, create, set_elsewhere, set_estoques, set_preco, set_precos,
    update,
};

type Registro = (SkuRow, Texts);

/// One product; of a group, its first SKU.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, id: &Identifier) -> Result<Option<Source>, StoreError> {
    let found: Option<Registro> = on!(conn, c => {
        macro_rules! find {
            ($condition:expr) => {
                with_texts!()
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .filter($condition)
                    .order(skus::sku_num)
                    .select((SkuRow::as_select(), Texts::as_select()))
                    .first(c)
                    .optional()?
            };
        }
        match id {
            Identifier::Sku(sku) => find!(skus::sku.eq(sku)),
            Identifier::Variante(num) => find!(skus::sku_num.eq(*num)),
            Identifier::Produto(num) => find!(Rare(skus::produto_num.eq(*num))),
        }
    });
    let Some(found) = found else { return Ok(None) };
    let elsewhere = elsewhere(conn, loja, iter::once(&found))?;
    placed(found, &elsewhere).map(Some)
}

/// Stock of products in distribution centres besides the main one.
type Elsewhere = HashMap<i64, Vec<SaldoEmCentro>>;

fn elsewhere<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    rows: impl Iterator<Item = &'a Registro>,
) -> Result<Elsewhere, StoreError> {
    let spread = rows.filter(|(row, _)| row.centros > 0).map(|(row, _)| (loja, row.sku_num));
    centros::elsewhere(conn, &spread.collect::<Vec<_>>())
}

/// A product with its stock in all centres.
fn placed(rows: Registro, elsewhere: &Elsewhere) -> Result<Source, StoreError> {
    let mut produto = source(rows)?;
    produto.centros = elsewhere.get(&produto.variante).cloned().unwrap_or_default();
    Ok(produto)
}

/// Which products are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Changed then or later.
    pub changed_since: Option<Instante>,
    /// Active ones alone.
    pub somente_validos: bool,
    /// Of one of these brands.
    pub brands: Option<Vec<String>>,
    /// Of this group.
    pub produto: Option<i64>,
    /// Which lie in one of these distribution centres; all lie in the one that every store has.
    pub centros: Option<Vec<i32>>,
}

/// Products by a filter, of a table that holds at least `skus`.
macro_rules! filtered {
    ($loja:ident, $filter:ident, $base:expr) => {{
        let mut q = $base
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .into_boxed();
        if let Some(since) = $filter.changed_since {
            q = q
                .filter(crate::catalogue::skus::InPeriods::of(since.micros(), i64::MAX))
                .filter(skus::alterado_em.ge(since.micros()));
        }
        if $filter.somente_validos {
            q = q.filter(skus::ativo.eq(true));
        }
        if let Some(brands) = &$filter.brands {
            q = q.filter(skus::marca.eq_any(brands));
        }
        if let Some(produto) = $filter.produto {
            q = q.filter(crate::base::Rare(skus::produto_num.eq(produto)));
        }
        if let Some(centros) = &$filter.centros {
            q = q.filter(diesel::dsl::exists(
                estoque_centros::table
                    .filter(estoque_centros::aplicacao_id.eq(skus::aplicacao_id))
                    .filter(estoque_centros::loja_id.eq(skus::loja_id))
                    .filter(estoque_centros::sku_num.eq(skus::sku_num))
                    .filter(estoque_centros::centro_num.eq_any(centros)),
            ));
        }
        q
    }};
}
use filtered;

/// Products in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<Source>, StoreError> {
    let (registros, total): (Gathered<Registro>, i64) = on!(conn, c => {
        let before = before_page!(skus::sku_num, filtered!(loja, filter, skus::table), page, c);
        let read = |last: Option<&Registro>, wanted| {
            part_of_page!(filtered!(loja, filter, with_texts!()), before, last, wanted, c)
        };
        let registros = gather(page.limit(), read, |(_, texts)| texts.bytes())?;
        (registros, filtered!(loja, filter, skus::table).count().get_result(c)?)
    });
    let elsewhere = elsewhere(conn, loja, registros.rows())?;
    page.page_of_gathered(registros, total, |(row, _)| [row.sku_num, 0], |rows| placed(rows, &elsewhere))
}

/// The other SKUs of a product's group, in the order of their creation.
pub fn relacionados(
    conn: &mut Conn<'_>,
    loja: LojaId,
    produto: &Source,
    page: PageRequest,
) -> Result<Page<ProdutoRelacionado>, StoreError> {
    type Sibling = (i64, i64, String);
    let (siblings, total): (Vec<Sibling>, i64) = on!(conn, c => {
        macro_rules! siblings {
            () => {
                of_store!(skus, loja)
                    .filter(Rare(skus::produto_num.eq(produto.produto)))
                    .filter(skus::sku_num.ne(produto.variante))
            };
        }
        let siblings = siblings!()
            .filter(skus::sku_num.gt(page.after().map_or(i64::MIN, |[num, _]| num)))
            .order(skus::sku_num)
            .select((skus::sku_num, skus::produto_num, skus::sku))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (siblings, siblings!().count().get_result(c)?)
    });
    page.page(
        siblings,
        total,
        |(num, ..)| [*num, 0],
        |(produto_variante_id, produto_id, sku)| {
            Ok(ProdutoRelacionado { produto_id, parent_id: produto_id, produto_variante_id, sku })
        },
    )
}

/// The prices of some SKUs in the channels where they have one of their own, by SKU and channel.
pub fn tables(
    conn: &mut Conn<'_>,
    loja: LojaId,
    variants: &[i64],
) -> Result<Vec<(i64, TabelaPreco)>, StoreError> {
    type Row = (i64, i32, String, Option<i64>, Option<i64>);
    let precos: Vec<Row> = on!(conn, c => sku_canais::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(canais::loja_id.eq(sku_canais::loja_id))
            .and(canais::canal_num.eq(sku_canais::canal_num))))
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(sku_canais::sku_num.eq_any(variants))
        .filter(sku_canais::preco_por.is_not_null())
        .order((sku_canais::sku_num, sku_canais::canal_num))
        .select((
            sku_canais::sku_num,
            sku_canais::canal_num,
            canais::nome,
            sku_canais::preco_de,
            sku_canais::preco_por,
        ))
        .load(c))?;
    let table = |(num, tabela_preco_id, nome, preco_de, preco_por): Row| {
        let preco_de = Dinheiro::from_ten_thousandths(preco_de.unwrap_or(0));
        let preco_por = Dinheiro::from_ten_thousandths(preco_por?);
        Some((num, TabelaPreco { tabela_preco_id, nome, preco_de, preco_por }))
    };
    Ok(precos.into_iter().filter_map(table).collect())
}
