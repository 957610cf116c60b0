//! Keys: making them, finding them in a request, and knowing whose they are.

mod cabecalho;
mod formato;
mod memoria;
mod tentativas;
mod verificacao;

pub use formato::{ChaveAnalisada, ChaveInvalida, SemAleatorios, analisar, gerar};
pub use verificacao::{Chaves, ConfigChaves, Credencial};
