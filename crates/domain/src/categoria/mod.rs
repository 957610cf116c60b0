//! Categories of a channel, as the marketplace arranges them.

mod arvore;
mod category;

pub(crate) use arvore::ciclos;
pub use arvore::conferir_arvore;
pub use category::Categoria;
