//! A category and how it is read.

use serde::{Deserialize, Serialize};

use crate::reading::json::InputObject;
use crate::reading::keyed::Keyed;
use crate::reading::problems::Problems;
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

impl Keyed for Categoria {
    type Key = CategoriaId;
    const KEY: &'static str = "categoriaId";

    fn key(&self) -> &CategoriaId {
        &self.categoria_id
    }

    fn read_members(obj: &InputObject<'_>, key: Option<CategoriaId>, p: &mut Problems) -> Option<Self> {
        let name = obj.text("nome", 1, 200, p);
        // an empty text stands for the first level, as null does
        let parent = obj.optional::<CategoriaId>("categoriaPaiId", p);
        if key.is_some() && parent.as_ref() == Some(&key) {
            obj.problem::<()>("categoriaPaiId", p, "não pode ser a própria categoria");
        }
        Some(Self { categoria_id: key?, nome: name?, categoria_pai_id: parent?, contem_subcategorias: false })
    }
}
