//! Products as a whole, as a store's own system registers and changes them.

use domain::interface_b::produto::{NewSaldo, NovoAtacado, Source};
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::catalogue::atacados::{self, CreateAtacadoOutcome};
use crate::catalogue::skus;

/// What became of the creation of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateProdutoOutcome {
    /// Done; the number of its SKU.
    Created(i64),
    /// The code is another SKU's, of this number.
    Taken(i64),
}

/// Creates a product with its wholesale prices (of distinct quantities, at most
/// [`ATACADOS_MAX`](atacados::ATACADOS_MAX)) and its stock in distribution centres, which are all there,
/// unless its code is taken.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new: Source,
    (wholesale, saldos): (&[NovoAtacado], &[NewSaldo]),
) -> Result<CreateProdutoOutcome, StoreError> {
    // before orders that waited for it take from it
    let code = new.sku.sku.as_str().to_owned();
    let in_centres = |tx: &mut Tx<'_>| super::set_elsewhere(tx, loja, &code, saldos);
    let (number, is_new) = skus::create_whole(tx, loja, new, in_centres)?;
    if !is_new {
        return Ok(CreateProdutoOutcome::Taken(number));
    }
    if !wholesale.is_empty() {
        atacados::create(tx, loja, number, wholesale)?;
    }
    Ok(CreateProdutoOutcome::Created(number))
}

/// Changes a SKU, named by its number and its code, and makes some wholesale prices its own; `None` when
/// there is no such SKU.
pub fn update<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (number, code): (i64, &str),
    wholesale: Option<&[NovoAtacado]>,
    apply: impl FnOnce(&mut Source) -> Result<T, E>,
) -> Result<Option<(T, CreateAtacadoOutcome)>, E> {
    // the SKU first, then its wholesale prices, then its row: whoever takes several takes them in this order
    skus::wait(tx, loja, code)?;
    let outcome = match wholesale {
        Some(wholesale) => atacados::replace(tx, loja, number, wholesale)?,
        None => CreateAtacadoOutcome::Done(Vec::new()),
    };
    Ok(skus::edit(tx, loja, code, apply)?.map(|applied| (applied, outcome)))
}
