//! Subscriptions: where a store's own system wants to hear of changes. Wire form: interface B's inscricao.

mod header;
mod subscription;
mod topico;

pub use header::Cabecalho;
pub use subscription::{Ativacao, HEADERS_MAX, Inscricao, Registration};
pub use topico::{Topico, Topicos};

#[cfg(test)]
mod tests;
