//! How many orders there are, without counting them: a tree of counters per store and kind of date.
//!
//! A bucket holds the orders of a span of time, and how many there are of each status and payment method. One
//! that holds too many is divided into smaller ones, in the end into those of one instant by number, so that no
//! crowd of orders, however close together, is ever walked through (`docs/decisions/0023-counters.md`). Whoever
//! changes a row of `pedidos` says so in [`mudou`]; the counters follow in the same transaction.

mod conferencia;
mod divisao;
mod escrita;
mod fold;
mod kinds;
mod leitura;
mod memoria;
#[cfg(test)]
mod migracao;
mod mudancas;
mod niveis;
mod partes;
mod postgres;
mod rows;
mod sqlite;
mod write;

pub use conferencia::{Balde, ConferenciaContagens, DivergenciaContagem, conferir_contagens};
pub(crate) use fold::{dobrar, lojas_com_pendentes};
pub(crate) use kinds::Tipo;
pub(crate) use leitura::{Contador, Salto};
pub(crate) use memoria::Memoria;
pub(crate) use mudancas::{mudou, new_order};
pub(crate) use partes::Seletor;
pub(crate) use write::write;
