//! SKUs as interface B's clients see them: as products, by three kinds of identifier.

mod among;
mod creation;
#[cfg(test)]
mod plans;

use std::collections::HashMap;
use std::iter;

use diesel::prelude::*;
use domain::estoque::{CENTRO_PADRAO, SaldoEmCentro};
use domain::interface_b::produto::{
    Identifier, NewEstoque, NewSaldo, PrecoChange, PrecoOutcome, ProdutoRelacionado, Source, TabelaPreco,
};
use domain::sku::AjusteEstoque;
use domain::sku_canal::{FromBelowSelling, Preco};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::paging::{Gathered, Page, PageRequest, gather};
use crate::base::schema::{canais, estoque_centros, sku_canais, sku_textos, skus};
use crate::base::{Conn, Rare, Tx, on};
use crate::catalogue::centros;
use crate::catalogue::skus::rows::{SkuRow, Texts, source};
use crate::catalogue::skus::{adjust_in_centro, change, part_of_page, with_texts};

pub use among::{in_categories, list_among};
pub use creation::{CreateProdutoOutcome, create, update};

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

/// What lies of products in distribution centres besides the one that every store has.
type Elsewhere = HashMap<i64, Vec<SaldoEmCentro>>;

fn elsewhere<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    rows: impl Iterator<Item = &'a Registro>,
) -> Result<Elsewhere, StoreError> {
    let spread = rows.filter(|(row, _)| row.centros > 0).map(|(row, _)| (loja, row.sku_num));
    centros::elsewhere(conn, &spread.collect::<Vec<_>>())
}

/// A product with all that lies of it.
fn placed(rows: Registro, elsewhere: &Elsewhere) -> Result<Source, StoreError> {
    let mut produto = source(rows)?;
    produto.centros = elsewhere.get(&produto.variante).cloned().unwrap_or_default();
    Ok(produto)
}

/// What an identifier names, for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One SKU: its number and its code.
    Single(i64, String),
    /// A group of several: a change must say which one it means.
    Several,
    /// Nothing.
    Missing,
}

/// What an identifier names, for a change.
pub fn resolve(conn: &mut Conn<'_>, loja: LojaId, id: &Identifier) -> Result<Target, StoreError> {
    let mut found_ones: Vec<(i64, String)> = on!(conn, c => {
        macro_rules! find {
            ($condition:expr) => {
                skus::table
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
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
    Ok(match (found_ones.pop(), found_ones.is_empty()) {
        (Some((num, sku)), true) => Target::Single(num, sku),
        (Some(_), false) => Target::Several,
        (None, _) => Target::Missing,
    })
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
        let read = |last: Option<&Registro>, wanted| {
            part_of_page!(filtered!(loja, filter, with_texts!()), page, last, wanted, c)
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
                skus::table
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
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

/// Sets stock and dispatch time of a SKU; false when there is no such SKU. What is already there changes
/// nothing.
pub fn set_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    new: &NewEstoque,
) -> Result<bool, StoreError> {
    set_saldos(tx, loja, variante, &new.saldos)?;
    change(tx, loja, variante, |row| {
        if let Some(saldo) = NewSaldo::main(&new.saldos) {
            row.estoque_reservado = saldo.reserved.unwrap_or(row.estoque_reservado);
            row.alerta_estoque = saldo.alert.unwrap_or(row.alerta_estoque);
        }
        row.prazo_despacho = new.prazo_entrega.unwrap_or(row.prazo_despacho);
    })
}

/// Sets the stock of a SKU in distribution centres, which are all there.
fn set_saldos<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    saldos: impl IntoIterator<Item = &'a NewSaldo>,
) -> Result<(), StoreError> {
    for saldo in saldos {
        let ajuste = AjusteEstoque::Absolute(saldo.physical);
        adjust_in_centro(tx, loja, (variante, saldo.centro), ajuste.into())?;
    }
    Ok(())
}

/// The same, but for the one that every store has: that is set with the rest of the product.
pub fn set_elsewhere(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    saldos: &[NewSaldo],
) -> Result<(), StoreError> {
    set_saldos(tx, loja, variante, saldos.iter().filter(|saldo| saldo.centro != CENTRO_PADRAO))
}

/// What became of a change of prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecoWriteOutcome {
    /// Done, and what else that did.
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
    let mut outcome = Ok(PrecoOutcome::default());
    let found = change(tx, loja, variante, |row| {
        let before = Preco {
            preco_de: Dinheiro::from_ten_thousandths(row.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(row.preco_por),
        };
        outcome = new.over(before).map(|(after, outcome)| {
            row.preco_custo = new.cost.map_or(row.preco_custo, Dinheiro::ten_thousandths);
            row.preco_de = after.preco_de.ten_thousandths();
            row.preco_por = after.preco_por.ten_thousandths();
            outcome
        });
    })?;
    Ok(match (found, outcome) {
        (false, _) => PrecoWriteOutcome::Missing,
        (true, Ok(outcome)) => PrecoWriteOutcome::Done(outcome),
        (true, Err(refusal)) => PrecoWriteOutcome::Refused(refusal),
    })
}
