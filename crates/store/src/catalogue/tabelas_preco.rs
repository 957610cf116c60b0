//! Price lists as interface B's clients see them: the store's own prices, and those of each of its channels.
//!
//! A list is nothing of its own: its prices are written by the repositories that interface A writes them by.

use diesel::prelude::*;
use domain::interface_b::produto::OWN_PRICE_LIST;
use domain::interface_b::produto::PrecoChange;
use domain::interface_b::tabela_preco::{PrecoTabela, Tabela};
use domain::sku_canal::{FromBelowSelling, Preco, SkuCanal};
use domain::values::ids::{CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, sku_canais, skus};
use crate::base::{Conn, Implied, StoreError, Tx, of_store, on};
use crate::catalogue::produtos::{self, PrecoWriteOutcome};
use crate::catalogue::skus::before_page;
use crate::catalogue::{sku_canais as settings, skus as catalogue};

macro_rules! channels {
    ($loja:ident) => {
        $crate::base::of_store!(canais, $loja).order(canais::canal_num).select((
            canais::canal_num,
            canais::nome,
            canais::ativo,
        ))
    };
}

/// The price lists: the store's own, then those of its channels in the order of their creation.
pub fn list(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Tabela>, StoreError> {
    let channels: Vec<(i32, String, bool)> = on!(conn, c => channels!(loja).load(c))?;
    let of_channels =
        channels.into_iter().map(|(number, name, active)| Tabela::of_canal(number, name, active));
    Ok(std::iter::once(Tabela::own()).chain(of_channels).collect())
}

/// One price list.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, number: i32) -> Result<Option<Tabela>, StoreError> {
    if number == OWN_PRICE_LIST {
        return Ok(Some(Tabela::own()));
    }
    let found: Option<(i32, String, bool)> =
        on!(conn, c => channels!(loja).filter(canais::canal_num.eq(number)).first(c).optional())?;
    Ok(found.map(|(number, name, active)| Tabela::of_canal(number, name, active)))
}

/// The prices of a list, in the order of the SKUs' creation; `None` when there is no such list.
pub fn prices(
    conn: &mut Conn<'_>,
    loja: LojaId,
    number: i32,
    page: PageRequest,
) -> Result<Option<Page<PrecoTabela>>, StoreError> {
    type Row = (i64, String, i64, Option<i64>);
    if find(conn, loja, number)?.is_none() {
        return Ok(None);
    }
    let (rows, total): (Vec<Row>, i64) = if number == OWN_PRICE_LIST {
        on!(conn, c => {
            let own = || of_store!(skus, loja);
            let before = before_page!(skus::sku_num, own(), page, c).unwrap_or(i64::MIN);
            let rows = own()
                .filter(skus::sku_num.gt(before))
                .order(skus::sku_num)
                .select((skus::sku_num, skus::sku, skus::preco_por, skus::preco_de.nullable()))
                .limit(page.limit())
                .load(c)?;
            (rows, own().count().get_result(c)?)
        })
    } else {
        on!(conn, c => {
            macro_rules! of_canal {
                ($base:expr) => {
                    $base
                        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
                        .filter(sku_canais::loja_id.eq(loja.loja))
                        .filter(sku_canais::canal_num.eq(number))
                        .filter(sku_canais::preco_por.is_not_null())
                };
            }
            let before = before_page!(sku_canais::sku_num, of_canal!(sku_canais::table), page, c);
            let before = before.unwrap_or(i64::MIN);
            let rows = of_canal!(sku_canais::table.inner_join(skus::table.on(skus::aplicacao_id
                .eq(sku_canais::aplicacao_id)
                .and(skus::loja_id.eq(sku_canais::loja_id))
                .and(skus::sku_num.eq(sku_canais::sku_num)))))
                .filter(sku_canais::sku_num.gt(before))
                .filter(Implied(skus::sku_num.gt(before)))
                .order(sku_canais::sku_num)
                .select((
                    sku_canais::sku_num,
                    skus::sku,
                    sku_canais::preco_por.assume_not_null(),
                    sku_canais::preco_de,
                ))
                .limit(page.limit())
                .load(c)?;
            (rows, of_canal!(sku_canais::table).count().get_result(c)?)
        })
    };
    let price = |(produto_variante_id, sku, preco_por, preco_de): Row| {
        Ok(PrecoTabela {
            tabela_preco_produto_variante_id: produto_variante_id,
            tabela_preco_id: number,
            sku,
            produto_variante_id,
            preco_de: Dinheiro::from_ten_thousandths(preco_de.unwrap_or(0)),
            preco_por: Dinheiro::from_ten_thousandths(preco_por),
        })
    };
    Ok(Some(page.page(rows, total, |(num, ..)| [*num, 0], price)?))
}

/// Outcome of a change of one price of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabelaOutcome {
    /// Done.
    Done,
    /// There is no such SKU.
    MissingSku,
    /// The SKU has no price of its own in the list.
    NotListed,
    /// The SKU has another price in the list already.
    Listed,
    /// A new price needs a selling price.
    Incomplete,
    /// The "from" price would be below the selling price.
    Refused(FromBelowSelling),
    /// Every SKU is in the store's own list.
    OwnList,
}

/// Whether a price must be new in a list or exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It comes new.
    New,
    /// It is there.
    Listed,
}

/// Locks the SKU of a price; returns the SKU, the channel and the current setting.
fn locked(
    tx: &mut Tx<'_>,
    loja: LojaId,
    number: i32,
    sku: &SkuId,
) -> Result<Option<(i64, CanalId, Option<SkuCanal>)>, StoreError> {
    let variante = catalogue::number_locked(tx, loja, sku)?;
    let canal: Option<String> = on!(tx, c => canais::table
        .find((loja.aplicacao.0, loja.loja, number))
        .select(canais::canal_id)
        .first(c)
        .optional())?;
    let (Some(canal), Some(variante)) = (canal, variante) else { return Ok(None) };
    let canal = CanalId::stored(canal).map_err(|e| StoreError::corrupt("canais.canal_id", e))?;
    let current = settings::find(tx, loja, (number, &canal), variante)?;
    Ok(Some((variante, canal, current)))
}

/// Sets one price of an existing list.
pub fn set(
    tx: &mut Tx<'_>,
    loja: LojaId,
    number: i32,
    (sku, change, standing): (&SkuId, PrecoChange, Standing),
) -> Result<TabelaOutcome, StoreError> {
    if number == OWN_PRICE_LIST {
        let Some(variante) = catalogue::number(tx, loja, sku)? else { return Ok(TabelaOutcome::MissingSku) };
        return Ok(match produtos::set_preco(tx, loja, variante, change)? {
            PrecoWriteOutcome::Done(_) => TabelaOutcome::Done,
            PrecoWriteOutcome::Missing => TabelaOutcome::MissingSku,
            PrecoWriteOutcome::Refused(refusal) => TabelaOutcome::Refused(refusal),
        });
    }
    let Some((variante, canal, current)) = locked(tx, loja, number, sku)? else {
        return Ok(TabelaOutcome::MissingSku);
    };
    let current = current.unwrap_or_else(|| SkuCanal::new(canal));
    if standing == Standing::New && change.preco_por.is_none() {
        return Ok(TabelaOutcome::Incomplete);
    }
    let before = match (current.preco, standing) {
        (None, Standing::Listed) => return Ok(TabelaOutcome::NotListed),
        (before, Standing::Listed) => before.unwrap_or_default(),
        (_, Standing::New) => Preco::default(),
    };
    let after = match change.over(before) {
        Ok((after, _)) => after,
        Err(refusal) => return Ok(TabelaOutcome::Refused(refusal)),
    };
    if standing == Standing::New && current.preco.is_some_and(|preco| preco != after) {
        return Ok(TabelaOutcome::Listed);
    }
    settings::upsert(tx, loja, number, variante, &SkuCanal { preco: Some(after), ..current })?;
    Ok(TabelaOutcome::Done)
}

/// Removes one price from an existing list: in the channel the SKU has its own price again.
pub fn remove(tx: &mut Tx<'_>, loja: LojaId, number: i32, sku: &SkuId) -> Result<TabelaOutcome, StoreError> {
    if number == OWN_PRICE_LIST {
        return Ok(TabelaOutcome::OwnList);
    }
    let Some((variante, canal, current)) = locked(tx, loja, number, sku)? else {
        return Ok(TabelaOutcome::MissingSku);
    };
    let Some(current) = current.filter(|current| current.preco.is_some()) else {
        return Ok(TabelaOutcome::NotListed);
    };
    let left = SkuCanal { preco: None, ..current };
    if left == SkuCanal::new(canal) {
        settings::delete(tx, loja, number, variante)?;
    } else {
        settings::upsert(tx, loja, number, variante, &left)?;
    }
    Ok(TabelaOutcome::Done)
}
