//! Which tree: of which store, by which kind of date.

use domain::values::ids::LojaId;

use super::levels;

/// Which tree of a store: a kind of date, or the orders that were not taken over, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TreeKind {
    Pedido,
    Approval,
    StatusChange,
    Alteracao,
    CreatedAt,
    Pending,
}

impl TreeKind {
    pub const ALL: [Self; 6] =
        [Self::Pedido, Self::Approval, Self::StatusChange, Self::Alteracao, Self::CreatedAt, Self::Pending];

    /// As it is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Pedido => 0,
            Self::Approval => 1,
            Self::StatusChange => 2,
            Self::Alteracao => 3,
            Self::CreatedAt => 4,
            Self::Pending => 5,
        }
    }

    /// The level at which the tree begins.
    pub(super) const fn root(self) -> i16 {
        match self {
            Self::Pending => levels::OF_INSTANT + 1,
            _ => 0,
        }
    }
}

/// One tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tree {
    pub loja: LojaId,
    pub tipo: TreeKind,
}
