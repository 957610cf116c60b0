//! Subscriptions: where a store's own system wants to hear of changes. Wire form: interface B's inscricao.

mod cabecalho;
mod subscription;
mod topico;

pub use cabecalho::Cabecalho;
pub use subscription::{Ativacao, CABECALHOS_MAX, Cadastro, Inscricao};
pub use topico::{Topico, Topicos};

// the paths of before; other crates still use them
#[doc(hidden)]
pub use crate::interface_b::inscricao::{Aviso, EventoAviso, InscricaoLida, aviso};

#[cfg(test)]
mod tests;
