//! Reading SKUs of any stores at once.

use std::collections::HashMap;
use std::sync::Arc;

use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use super::rows::OfLoja;
use crate::accounts::usuarios;
use crate::base::{Conn, Known, Moment, StoreError, dialect};
use crate::catalogue::skus::rows::{SkuRow, Texts};

/// One SKU that is asked for.
#[derive(Debug, Clone)]
pub(crate) struct GatheredRead {
    /// Whose, and its code.
    pub key: (Whose, String),
    /// When it was asked for.
    pub moment: Moment,
}

/// The store of a SKU, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Whose {
    /// Looked up already.
    Loja(LojaId),
    /// To be looked up.
    Usuario(AplicacaoId, UsuarioId),
}

/// A SKU as it was found among others; or why it was not.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// What is stored of it.
    Sku(Arc<(SkuRow, Texts)>),
    /// There is no such SKU.
    Missing,
    /// It has to be read by itself, which says why: nobody could look, or there is no such user.
    Alone,
}

/// Finds some SKUs, in their order, shared where one is asked for twice; by one statement where that saves a
/// round trip for each, and one more for the users that nobody remembers. They are remembered from then on.
pub(crate) fn find_gathered(
    conn: &mut Conn<'_>,
    known: &Known,
    asked: &[GatheredRead],
) -> Result<Vec<Found>, StoreError> {
    let lojas = lojas(conn, known, asked)?;
    let keys: Vec<Option<(LojaId, &str)>> =
        asked.iter().zip(lojas).map(|(read, loja)| Some((loja?, read.key.1.as_str()))).collect();
    let of_lojas: Vec<(LojaId, &str)> = keys.iter().flatten().copied().collect();
    let found: Vec<OfLoja> = dialect!(conn => find(&of_lojas))?;
    let keyed = |(aplicacao, loja, row, texts): OfLoja| {
        let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja };
        ((loja, row.sku.clone()), Arc::new((row, texts)))
    };
    let found: HashMap<(LojaId, String), Arc<(SkuRow, Texts)>> = found.into_iter().map(keyed).collect();
    let of_key = |key: Option<(LojaId, &str)>| {
        let Some((loja, sku)) = key else { return Found::Alone };
        found.get(&(loja, sku.to_owned())).cloned().map_or(Found::Missing, Found::Sku)
    };
    Ok(keys.into_iter().map(of_key).collect())
}

/// The stores of what is asked for; none where there is no such user.
fn lojas(
    conn: &mut Conn<'_>,
    known: &Known,
    asked: &[GatheredRead],
) -> Result<Vec<Option<LojaId>>, StoreError> {
    let unknown = asked.iter().filter_map(|read| match &read.key.0 {
        Whose::Usuario(aplicacao, usuario) => Some((*aplicacao, usuario)),
        Whose::Loja(_) => None,
    });
    let found = usuarios::resolve_all(conn, unknown)?;
    let loja = |read: &GatheredRead| match &read.key.0 {
        Whose::Loja(loja) => Some(*loja),
        Whose::Usuario(aplicacao, usuario) => {
            let loja = *found.get(&(*aplicacao, usuario))?;
            known.recall_at(read.moment).keep(|known| &known.lojas, (*aplicacao, usuario.clone()), loja);
            Some(loja.id)
        }
    };
    Ok(asked.iter().map(loja).collect())
}
