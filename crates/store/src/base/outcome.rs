//! The outcomes of writes that are no errors.

/// What became of a create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Criacao<T> {
    /// It is new.
    Criado(T),
    /// It was there, with the same content.
    Igual(T),
    /// It was there, with other content: nothing was changed.
    Diferente,
}

/// What became of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upsert<T> {
    /// It is new.
    Criado(T),
    /// It replaced what was there.
    Substituido(T),
}

impl<T> Upsert<T> {
    /// The stored value.
    pub fn valor(&self) -> &T {
        match self {
            Self::Criado(v) | Self::Substituido(v) => v,
        }
    }
}

/// What became of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exclusao {
    /// It is gone.
    Excluido,
    /// It was not there.
    Ausente,
    /// Something refers to it: nothing was changed.
    EmUso,
}
