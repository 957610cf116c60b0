//! A category and how it is read.

use serde::{Deserialize, Serialize};

use crate::reading::json::{Leitura, Objeto};
use crate::reading::keyed::ComChave;
use crate::reading::problems::Problemas;
use crate::values::ids::CategoriaId;

/// A channel category. Wire form: interface A's Categoria; `categoriaPaiId` is this project's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Categoria {
    /// Identifier, unique in the channel.
    pub categoria_id: CategoriaId,
    /// Name, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub nome: String,
    /// The parent; null on the first level.
    pub categoria_pai_id: Option<CategoriaId>,
    /// Computed: true when another category has this one as its parent. Ignored on input.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(read_only))]
    pub contem_subcategorias: bool,
}

impl ComChave for Categoria {
    type Chave = CategoriaId;
    const CHAVE: &'static str = "categoriaId";

    fn chave(&self) -> &CategoriaId {
        &self.categoria_id
    }

    fn ler_membros(obj: &Objeto<'_>, chave: Option<CategoriaId>, p: &mut Problemas) -> Option<Self> {
        let nome = obj.texto("nome", 1, 200, p);
        // an empty text stands for the first level, as null does
        let pai = obj.com("categoriaPaiId", p, |valor, p| match valor.raw().get() {
            r#""""# => Some(None),
            _ => CategoriaId::ler(valor, p).map(Some),
        });
        if chave.is_some() && pai.as_ref().is_some_and(|pai| pai.as_ref().is_some_and(|pai| *pai == chave)) {
            obj.problema::<()>("categoriaPaiId", p, "não pode ser a própria categoria");
        }
        Some(Self {
            categoria_id: chave?,
            nome: nome?,
            categoria_pai_id: pai?.flatten(),
            contem_subcategorias: false,
        })
    }
}
