//! How many orders there are, without counting them: a tree of counters per store and kind of date.
//!
//! A bucket holds the orders of a span of time, and how many there are of each status and payment method. One
//! that holds too many is divided into smaller ones, in the end into those of one instant by number, so that no
//! crowd of orders, however close together, is ever walked through (`docs/decisions/0023-counters.md`). Whoever
//! changes a row of `pedidos` says so in [`mudou`]; the counters follow in the same transaction.

mod conferencia;
mod divisao;
mod escrita;
mod leitura;
mod memoria;
#[cfg(all(test, feature = "sqlite"))]
mod migracao;
mod mudancas;
mod niveis;
mod partes;
#[cfg(feature = "postgres")]
mod pendentes;

pub use conferencia::{Balde, ConferenciaContagens, DivergenciaContagem, conferir_contagens};
#[cfg(feature = "sqlite")]
pub(crate) use escrita::aplicar;
pub(crate) use leitura::{Contador, Salto};
#[cfg(feature = "sqlite")]
pub(crate) use memoria::Memoria;
pub(crate) use mudancas::{Estado, Mudancas, mudou};
pub(crate) use partes::Seletor;
#[cfg(feature = "postgres")]
pub(crate) use pendentes::{Pendente, anexar, dobrar, lojas_com_pendentes};

use domain::ids::LojaId;

/// Which tree of a store: a kind of date, or the orders that were not taken over, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tipo {
    Pedido,
    Aprovacao,
    ModificacaoStatus,
    Alteracao,
    Criacao,
    Pendentes,
}

impl Tipo {
    pub const TODOS: [Self; 6] = [
        Self::Pedido,
        Self::Aprovacao,
        Self::ModificacaoStatus,
        Self::Alteracao,
        Self::Criacao,
        Self::Pendentes,
    ];

    /// As it is stored.
    pub const fn codigo(self) -> i16 {
        match self {
            Self::Pedido => 0,
            Self::Aprovacao => 1,
            Self::ModificacaoStatus => 2,
            Self::Alteracao => 3,
            Self::Criacao => 4,
            Self::Pendentes => 5,
        }
    }

    /// The level at which the tree begins.
    const fn raiz(self) -> i16 {
        match self {
            Self::Pendentes => niveis::DO_INSTANTE + 1,
            _ => 0,
        }
    }
}

/// One tree.
#[derive(Debug, Clone, Copy)]
struct Arvore {
    loja: LojaId,
    tipo: Tipo,
}
