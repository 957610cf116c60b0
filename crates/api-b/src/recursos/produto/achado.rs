//! Finding the product that is meant, and what is answered where there is none or more than one.

use domain::interface_b::produto::{Fonte, Identificador};
use store::produtos;

use crate::contexto::Ctx;
use crate::erro::ErroB;

/// What a missing product is answered with.
pub const AUSENTE: ErroB = ErroB::NaoEncontrado("O produto não foi encontrado.");

/// What a change is told whose identifier names a group.
pub const VARIOS: &str = "O ProdutoId é de um grupo com vários SKUs: informe o SKU ou o ProdutoVarianteId.";

/// The product that an identifier names.
pub async fn achar(ctx: &Ctx, id: Identificador) -> Result<Fonte, ErroB> {
    ctx.ler_por_chave(move |conn, loja| produtos::find(conn, loja, &id)?.ok_or(AUSENTE)).await
}
