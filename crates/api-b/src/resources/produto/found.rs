//! Finding the product that is meant, and what is answered where there is none or more than one.

use domain::interface_b::produto::{Identifier, Source};
use store::produtos;

use crate::context::Ctx;
use crate::error::ErrorB;

/// What a missing product is answered with.
pub const MISSING: ErrorB = ErrorB::ProdutoMissing;

/// What a change is told whose identifier names a group.
pub const SEVERAL: &str = "O ProdutoId é de um grupo com vários SKUs: informe o SKU ou o ProdutoVarianteId.";

/// The product that an identifier names.
pub async fn find(ctx: &Ctx, id: Identifier) -> Result<Source, ErrorB> {
    ctx.read_by_key(move |conn, loja| produtos::find(conn, loja, &id)?.ok_or(MISSING)).await
}
