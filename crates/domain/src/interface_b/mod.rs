//! Records as interface B's clients read and write them: not entities, but made from them.
//!
//! Nothing outside this folder knows it; it knows every entity.

pub mod fabricante;
pub mod faturamento;
pub mod inscricao;
pub mod produto;
pub mod registro;
pub mod situacao_pedido;
pub mod tabela_preco;
