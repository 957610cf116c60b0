//! Problems found in an input: all of them, each with the JSON path it was found at.

use std::fmt;

/// One problem of an input. Displayed as `produtos[2].quantidade: deve ser …`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problema {
    /// JSON path (`produtos[2].quantidade`); empty for the whole body.
    pub caminho: String,
    /// What is wrong, in Portuguese.
    pub mensagem: String,
}

impl fmt::Display for Problema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.caminho.is_empty() {
            f.write_str(&self.mensagem)
        } else {
            write!(f, "{}: {}", self.caminho, self.mensagem)
        }
    }
}

/// The collected problems of one input; empty means the input is good.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problemas(Vec<Problema>);

/// A hostile body could hold a problem per byte; past this many the rest is not worth the memory.
const MAXIMO: usize = 100;

impl Problemas {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a problem at `caminho`. Past 100 problems further ones are dropped.
    pub fn push(&mut self, caminho: impl fmt::Display, mensagem: impl fmt::Display) {
        if self.0.len() < MAXIMO {
            self.0.push(Problema { caminho: caminho.to_string(), mensagem: mensagem.to_string() });
        }
    }

    /// Notes the problems of another part of the same input.
    pub fn extend(&mut self, outros: Self) {
        let vagas = MAXIMO.saturating_sub(self.0.len());
        self.0.extend(outros.0.into_iter().take(vagas));
    }

    /// True when nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were noted.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problema> {
        self.0.iter()
    }

    /// `Ok(value)` when there is no problem, else the problems.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Problemas> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl fmt::Display for Problemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problema) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            problema.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problemas {}

/// A place inside a JSON document, kept on the stack: it becomes text only when a problem is noted.
#[derive(Debug, Clone, Copy)]
pub enum Caminho<'a> {
    /// The document itself.
    Raiz,
    /// A member of the object at the first place.
    Membro(&'a Caminho<'a>, &'a str),
    /// An item of the array at the first place.
    Item(&'a Caminho<'a>, usize),
}

impl fmt::Display for Caminho<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caminho::Raiz => Ok(()),
            Caminho::Membro(Caminho::Raiz, nome) => f.write_str(nome),
            Caminho::Membro(pai, nome) => write!(f, "{pai}.{nome}"),
            Caminho::Item(pai, indice) => write!(f, "{pai}[{indice}]"),
        }
    }
}
