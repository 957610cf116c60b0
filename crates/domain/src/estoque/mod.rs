//! Stock that orders move: who keeps it, what orders hold of it, what is left to be offered.
//!
//! `docs/estoque.md` has the rules in one table; `docs/decisions/0074-stock-that-orders-move.md` says why.

mod allocation;
mod centro;
mod controle;
mod fase;
mod limites;

mod movimento;
mod reserva;
mod settings;

pub use allocation::{Part, Share, allocate};
pub use centro::{
    CENTRO_MAX, CENTRO_PADRAO, CENTROS_MAX, Centro, CentrosCanal, DadosCentro, EstoqueEmCentro,
    NOME_DO_PADRAO,
};
pub use controle::ControleEstoque;
pub use fase::{Fase, Line};
pub use limites::{EstoqueCanal, Limite, Limites, Shown};
pub use movimento::{CausaMovimento, Movimento};
pub use reserva::{Reserva, Step};
pub use settings::EstoqueUsuario;
