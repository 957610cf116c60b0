//! Stock that orders move: who keeps it, what orders hold of it, what is left to be offered.
//!
//! `docs/estoque.md` has the rules in tables; `docs/decisions/0034-stock-reservations-and-ledger.md` and
//! `0035-distribution-centres.md` say why.

mod allocation;
mod centro;
mod controle;
mod limites;
mod line;
mod movimento;
mod reserva;
mod settings;

pub use allocation::{Share, UnitsOfLine, allocate, units};
pub use centro::{
    CENTRO_MAX, CENTRO_PADRAO, CENTROS_MAX, Centro, CentrosCanal, DadosCentro, NOME_DO_PADRAO, SaldoEmCentro,
};
pub use controle::ControleEstoque;
pub use limites::{EstoqueCanal, Limite, Limites, Shown};
pub use line::{Fase, Line};
pub use movimento::{CausaMovimento, Movimento};
pub use reserva::{Lot, Number, Reserva, Step, mark};
pub use settings::EstoqueUsuario;
