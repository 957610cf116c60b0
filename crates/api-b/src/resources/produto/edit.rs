//! Changing the product that a request names, and what creations answer.

use domain::interface_b::produto::{EditRefusal, Source};
use http_kit::{FromQuery, QueryReader};
use serde::Serialize;
use store::skus;
use utoipa::{IntoParams, ToSchema};

use super::found::{MISSING, Named};
use crate::context::Ctx;
use crate::error::ErrorB;

impl From<EditRefusal> for ErrorB {
    fn from(refusal: EditRefusal) -> Self {
        match refusal.missing() {
            Some(sentence) => Self::NotFound(sentence),
            None => Self::rule(refusal),
        }
    }
}

/// Changes a product by a function of what there is of it, which may run again.
pub async fn edit<T: Send + 'static>(
    ctx: &Ctx,
    named: Named,
    mut change: impl FnMut(&mut Source) -> Result<T, ErrorB> + Send + 'static,
) -> Result<T, ErrorB> {
    ctx.write(move |tx, loja| {
        let (_, code) = named.single(tx, loja)?;
        skus::edit(tx, loja, &code, &mut change)?.ok_or(MISSING)
    })
    .await
}

/// Which answer a creation gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
enum TipoRetorno {
    /// `true`.
    Booleano,
    /// The number of what is new.
    Id,
    /// The same.
    ProdutoVarianteId,
    /// The numbers of what is new.
    ListaIds,
}

/// What a creation is to answer.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Returned {
    /// `Booleano` for a bare `true`, or the numbers of what is new, in any case.
    #[param(inline)]
    tipo_retorno: Option<TipoRetorno>,
}

impl FromQuery for Returned {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let words = [
            ("Booleano", TipoRetorno::Booleano),
            ("Id", TipoRetorno::Id),
            ("ProdutoVarianteId", TipoRetorno::ProdutoVarianteId),
            ("ListaIds", TipoRetorno::ListaIds),
        ];
        Some(Self { tipo_retorno: c.one_of("tipoRetorno", &words) })
    }
}

impl Returned {
    /// Whether numbers are wanted; `default` where that is not said.
    pub fn numbers(self, default: bool) -> bool {
        self.tipo_retorno.map_or(default, |kind| kind != TipoRetorno::Booleano)
    }
}

/// The answer to a creation.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Criado {
    /// The number of what is new.
    Number(i64),
    /// The numbers of what is new, in the order of the request.
    Numbers(Vec<i64>),
    /// A bare `true`.
    Done(bool),
}
