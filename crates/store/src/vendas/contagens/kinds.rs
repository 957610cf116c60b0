//! Which tree: of which store, by which kind of date.

use domain::values::ids::LojaId;

use super::niveis;

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
    pub(super) const fn raiz(self) -> i16 {
        match self {
            Self::Pendentes => niveis::DO_INSTANTE + 1,
            _ => 0,
        }
    }
}

/// One tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arvore {
    pub loja: LojaId,
    pub tipo: Tipo,
}
