//! New products, as a store's own system registers them.

use domain::interface_b::produto::{NovoAtacado, Source};
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::catalogue::{atacados, skus};

/// What became of the creation of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateProdutoOutcome {
    /// Done; the number of its SKU.
    Created(i64),
    /// The code is another SKU's, of this number.
    Taken(i64),
}

/// Creates a product with its wholesale prices (of distinct quantities, at most
/// [`ATACADOS_MAX`](atacados::ATACADOS_MAX)), unless its code is taken.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new: Source,
    wholesale: &[NovoAtacado],
) -> Result<CreateProdutoOutcome, StoreError> {
    let (number, is_new) = skus::create_whole(tx, loja, new)?;
    if !is_new {
        return Ok(CreateProdutoOutcome::Taken(number));
    }
    if !wholesale.is_empty() {
        atacados::create(tx, loja, number, wholesale)?;
    }
    Ok(CreateProdutoOutcome::Created(number))
}
