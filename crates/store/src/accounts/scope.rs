//! Scope of an access to the console, of a person and of an act.

use domain::values::ids::{AplicacaoId, LojaId};

/// Scope of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    All,
    /// One application.
    Aplicacao(AplicacaoId),
    /// One store.
    Loja(LojaId),
}

impl Scope {
    /// True when this holds a store.
    pub fn holds(self, loja: LojaId) -> bool {
        match self {
            Self::All => true,
            Self::Aplicacao(aplicacao) => aplicacao == loja.aplicacao,
            Self::Loja(own) => own == loja,
        }
    }

    /// True when nothing of another scope lies beyond this one.
    pub fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::Aplicacao(own), Self::Aplicacao(other)) => own == other,
            (_, Self::Loja(loja)) => self.holds(loja),
            (Self::Aplicacao(_) | Self::Loja(_), _) => false,
        }
    }

    pub(super) fn of(aplicacao: Option<i32>, loja: Option<i32>) -> Self {
        match (aplicacao.map(AplicacaoId), loja) {
            (None, _) => Self::All,
            (Some(aplicacao), None) => Self::Aplicacao(aplicacao),
            (Some(aplicacao), Some(loja)) => Self::Loja(LojaId { aplicacao, loja }),
        }
    }

    pub(super) fn columns(self) -> (Option<i32>, Option<i32>) {
        match self {
            Self::All => (None, None),
            Self::Aplicacao(aplicacao) => (Some(aplicacao.0), None),
            Self::Loja(loja) => (Some(loja.aplicacao.0), Some(loja.loja)),
        }
    }
}

/// The rows of a table that lie within a scope.
macro_rules! within {
    ($table:ident, $scope:expr) => {{
        let (aplicacao, loja) = $scope.columns();
        let mut rows = $table::table.into_boxed();
        if let Some(aplicacao) = aplicacao {
            rows = rows.filter($table::aplicacao_id.eq(aplicacao));
        }
        if let Some(loja) = loja {
            rows = rows.filter($table::loja_id.eq(loja));
        }
        rows
    }};
}
pub(super) use within;
