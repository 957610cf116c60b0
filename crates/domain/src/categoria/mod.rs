//! Categories of a channel, as the marketplace arranges them.

mod category;
mod tree;

pub use category::Categoria;
pub use tree::check_tree;
pub(crate) use tree::cycles;
