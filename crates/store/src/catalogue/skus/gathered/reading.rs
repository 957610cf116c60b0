//! Reading SKUs of any stores at once.

use std::collections::HashMap;
use std::sync::Arc;

use domain::values::ids::{AplicacaoId, LojaId};

use super::among::{Among, OfLoja};
use crate::base::{Conn, StoreError, dialect};
use crate::catalogue::skus::rows::{SkuRow, Texts};

/// What is stored of some SKUs, in their order, shared where one is asked for twice; by one statement where
/// that saves a round trip for each.
pub(crate) fn find_gathered(
    conn: &mut Conn<'_>,
    asked: &[(LojaId, String)],
) -> Result<Vec<Option<Arc<(SkuRow, Texts)>>>, StoreError> {
    let among = Among {
        aplicacoes: asked.iter().map(|(loja, _)| loja.aplicacao.0).collect(),
        lojas: asked.iter().map(|(loja, _)| loja.loja).collect(),
        codes: asked.iter().map(|(_, sku)| sku.clone()).collect(),
    };
    let found: Vec<OfLoja> = dialect!(conn => find(among))?;
    let keyed = |(aplicacao, loja, row, texts): OfLoja| {
        let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja };
        ((loja, row.sku.clone()), Arc::new((row, texts)))
    };
    let found: HashMap<(LojaId, String), Arc<(SkuRow, Texts)>> = found.into_iter().map(keyed).collect();
    Ok(asked.iter().map(|key| found.get(key).cloned()).collect())
}
