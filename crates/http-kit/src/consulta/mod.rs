//! Reading the query string: tolerant of spelling, strict about values, all problems at once.

mod leitor;
mod par;

pub use leitor::{Consulta, Filtros, FromConsulta, Leitor};

pub(crate) use par::mesmo_nome;
