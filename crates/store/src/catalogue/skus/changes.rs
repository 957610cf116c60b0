//! Events of changes of SKUs.

use domain::evento::Change;
use domain::interface_b::produto::Cadastro;
use domain::sku_canal::Preco;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use super::columns::{name_differences, sku_columns};
use super::rows::{NewRow, NewTexts, SkuRow, Texts};
use crate::base::StoreError;
use crate::base::Tx;
use crate::base::from_json;
use crate::events::{self, NewEvento};

/// The changes from one state of a SKU's row to the next; none when nothing changed.
pub(super) fn of_row(current: &SkuRow, new: &NewRow<'_>) -> Vec<Change> {
    between(current, new, Vec::new())
}

/// The changes from one state of a SKU to the next; none when nothing changed.
pub(super) fn of_sku(
    (current, current_texts): (&SkuRow, &Texts),
    (new, texts): (&NewRow<'_>, &NewTexts<'_>),
) -> Result<Vec<Change>, StoreError> {
    let mut of_texts = Vec::new();
    sku_columns!([texts] => name_differences, of_texts, current_texts, texts);
    if current_texts.cadastro != texts.cadastro {
        let read = |text: &str| from_json::<Cadastro>("sku_textos.cadastro", text);
        of_texts.extend(read(texts.cadastro)?.differences(&read(&current_texts.cadastro)?));
    }
    Ok(between(current, new, of_texts))
}

fn between(current: &SkuRow, new: &NewRow<'_>, of_texts: Vec<&'static str>) -> Vec<Change> {
    let mut campos = Vec::new();
    sku_columns!([members of_b] => name_differences, campos, current, new);
    campos.extend(of_texts);
    let others = (!campos.is_empty()).then_some(Change::SkuAlterado { campos });
    let estoque = of_estoque(current.estoque, new.estoque);
    let preco = of_preco(preco_de(current.preco_de, current.preco_por), preco(new));
    others.into_iter().chain(estoque).chain(preco).collect()
}

/// The change of a stock, if it is one.
pub(crate) fn of_estoque(anterior: i32, estoque: i32) -> Option<Change> {
    (anterior != estoque).then_some(Change::SkuEstoque { anterior, estoque })
}

/// The change of prices, if it is one.
pub(super) fn of_preco(anterior: Preco, preco: Preco) -> Option<Change> {
    (anterior != preco).then_some(Change::SkuPreco { anterior, preco })
}

/// That a SKU is new.
pub(super) fn created(row: &NewRow<'_>) -> Change {
    Change::SkuCriado { estoque: row.estoque, preco: preco(row) }
}

fn preco(row: &NewRow<'_>) -> Preco {
    preco_de(row.preco_de, row.preco_por)
}

/// Prices as they are stored.
pub(super) fn preco_de(preco_de: i64, preco_por: i64) -> Preco {
    Preco {
        preco_de: Dinheiro::from_ten_thousandths(preco_de),
        preco_por: Dinheiro::from_ten_thousandths(preco_por),
    }
}

/// Writes changes of one SKU into the event log.
pub(super) fn record(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (sku_num, sku): (i64, &str),
    changes: impl IntoIterator<Item = Change>,
) -> Result<(), StoreError> {
    let added = changes.into_iter().map(|change| new((sku_num, sku), change));
    let now = tx.now();
    events::record(tx, loja, now, added)
}

/// The event of a change of one SKU.
pub(crate) fn new((sku_num, sku): (i64, &str), change: Change) -> NewEvento<'_> {
    NewEvento { assunto: sku_num, canal: None, sku: Some(sku), change }
}
