//! Reading SKUs of any stores at once.

use std::collections::HashMap;

use domain::values::ids::LojaId;

use super::among::{Among, OfLoja};
use crate::base::{Conn, StoreError, dialect};
use crate::catalogue::skus::rows::{SkuRow, Texts};

/// What is stored of some SKUs, in their order; by one statement where that saves a round trip for each.
pub(crate) fn find_gathered(
    conn: &mut Conn<'_>,
    asked: &[(LojaId, String)],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    let among = Among {
        aplicacoes: asked.iter().map(|(loja, _)| loja.aplicacao.0).collect(),
        lojas: asked.iter().map(|(loja, _)| loja.loja).collect(),
        codes: asked.iter().map(|(_, sku)| sku.clone()).collect(),
    };
    let found: Vec<OfLoja> = dialect!(conn => find(among))?;
    let found: HashMap<(i32, i32, String), (SkuRow, Texts)> = found
        .into_iter()
        .map(|(aplicacao, loja, row, texts)| ((aplicacao, loja, row.sku.clone()), (row, texts)))
        .collect();
    let of = |(loja, sku): &(LojaId, String)| found.get(&(loja.aplicacao.0, loja.loja, sku.clone())).cloned();
    Ok(asked.iter().map(of).collect())
}
