//! A store's own category tree, as interface B shows it.

mod category;
mod input;
mod tree;

pub use category::{CategoriaLoja, ExibirMatriz};
pub use input::{DadosCategoria, LEVELS_MAX, Refusal};
pub use tree::{CategoriasFilter, Choice, LojaTree, path};
