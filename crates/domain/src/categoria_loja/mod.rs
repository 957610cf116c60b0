//! A store's own category tree, as interface B shows it.

mod arvore;
mod category;
mod entrada;

pub use arvore::{ArvoreLoja, Escolha, FiltroCategorias, caminho};
pub use category::{CategoriaLoja, ExibirMatriz};
pub use entrada::{DadosCategoria, NIVEIS_MAX, Recusa};
