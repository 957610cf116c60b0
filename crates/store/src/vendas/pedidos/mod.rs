//! Orders: one is read in `order`, many in `lista` and `registros`; written in `escrita` (one), `lote` (many) and
//! `movimento` (moves).

mod acompanhamento;
mod busca;
mod caudas;
mod conferencia;
mod entrada;
mod escrita;
mod filtro;
mod linhas;
mod lista;
mod lote;
mod movimento;
mod order;
mod outcome;
mod partes;
#[cfg(test)]
mod planos;
mod postgres;
mod record_row;
mod registros;
mod situacao;
mod sqlite;
mod statements;

pub use crate::vendas::contagens::{Balde, ConferenciaContagens, DivergenciaContagem, conferir_contagens};
pub use acompanhamento::{marcar_integrado, nao_integrados, observacoes, observar};
pub use caudas::MemoriaRegistros;
pub use conferencia::{Conferencia, Divergencia, conferir_registros};
pub use entrada::Entrada;
pub use escrita::create;
pub use filtro::{FiltroRegistros, TipoData};
pub use lista::{Filtro, list};
pub use lote::create_lote;
pub use movimento::{MudancaPedido, exclusivo, mover, mover_lote};
pub use order::{Detalhes, PedidoRow, detalhes, find, historico};
pub use outcome::CriacaoPedido;
pub use registros::{Registros, find_registro, list_registros};
pub use situacao::{Acompanhamento, acompanhar};
