//! Finding the product that is meant, and what is answered where there is none or more than one.

use domain::interface_b::produto::{Identifier, Source};
use domain::loja_config::LojaDefaults;
use domain::values::ids::LojaId;
use store::Conn;
use store::produtos::{self, Target};

use super::query::ByKind;
use crate::context::Ctx;
use crate::error::ErrorB;

/// What a missing product is answered with.
pub const MISSING: ErrorB = ErrorB::ProductMissing;

/// What a change is told whose identifier names a group.
pub const SEVERAL: &str = "O ProdutoId é de um grupo com vários SKUs: informe o SKU ou o ProdutoVarianteId.";

/// A product as a request names it.
#[derive(Debug, Clone)]
pub struct Named {
    text: String,
    kind: ByKind,
    defaults: LojaDefaults,
}

impl Named {
    /// Out of the path and the query.
    pub fn new(ctx: &Ctx, text: String, kind: ByKind) -> Self {
        Self { text, kind, defaults: ctx.defaults() }
    }

    /// What it names; a number that is none names nothing.
    fn identify(&self, conn: &mut Conn<'_>, loja: LojaId) -> Result<Identifier, ErrorB> {
        self.kind.of(conn, loja, self.defaults)?.identify(&self.text).ok_or(MISSING)
    }

    /// The product; of a group, its first SKU.
    pub fn find(&self, conn: &mut Conn<'_>, loja: LojaId) -> Result<Source, ErrorB> {
        let id = self.identify(conn, loja)?;
        produtos::find(conn, loja, &id)?.ok_or(MISSING)
    }

    /// The one SKU that a change means: its number and its code.
    pub fn single(&self, conn: &mut Conn<'_>, loja: LojaId) -> Result<(i64, String), ErrorB> {
        let id = self.identify(conn, loja)?;
        match produtos::resolve(conn, loja, &id)? {
            Target::Single(variante, sku) => Ok((variante, sku)),
            Target::Missing => Err(MISSING),
            Target::Several => Err(ErrorB::rule(SEVERAL)),
        }
    }
}

/// The product that a request names.
pub async fn find(ctx: &Ctx, text: String, kind: ByKind) -> Result<Source, ErrorB> {
    let named = Named::new(ctx, text, kind);
    ctx.read_one(move |conn, loja| named.find(conn, loja)).await
}
