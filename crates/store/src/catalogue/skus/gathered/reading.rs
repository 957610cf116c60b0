//! Reading SKUs of any stores at once.

use std::collections::HashMap;
use std::sync::Arc;

use domain::values::ids::{AplicacaoId, LojaId};

use super::rows::OfLoja;
use crate::base::{Conn, StoreError, dialect};
use crate::catalogue::skus::rows::{SkuRow, Texts};

/// What is stored of some SKUs, in their order, shared where one is asked for twice; by one statement where
/// that saves a round trip for each.
pub(crate) fn find_gathered(
    conn: &mut Conn<'_>,
    asked: &[(LojaId, String)],
) -> Result<Vec<Option<Arc<(SkuRow, Texts)>>>, StoreError> {
    let keys: Vec<(LojaId, &str)> = asked.iter().map(|(loja, sku)| (*loja, sku.as_str())).collect();
    let found: Vec<OfLoja> = dialect!(conn => find(&keys))?;
    let keyed = |(aplicacao, loja, row, texts): OfLoja| {
        let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja };
        ((loja, row.sku.clone()), Arc::new((row, texts)))
    };
    let found: HashMap<(LojaId, String), Arc<(SkuRow, Texts)>> = found.into_iter().map(keyed).collect();
    Ok(asked.iter().map(|key| found.get(key).cloned()).collect())
}
