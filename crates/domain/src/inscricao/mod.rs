//! Subscriptions: where a store's own system wants to hear of changes. Wire form: interface B's inscricao.

mod cabecalho;
mod subscription;
mod topico;

pub use cabecalho::Cabecalho;
pub use subscription::{Ativacao, CABECALHOS_MAX, Cadastro, Inscricao};
pub use topico::{Topico, Topicos};

#[cfg(test)]
mod tests;
