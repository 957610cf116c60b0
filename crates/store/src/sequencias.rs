//! Numbers that the service gives out: never reused, not without gaps.

#[cfg(feature = "postgres")]
use diesel::RunQueryDsl;
#[cfg(feature = "postgres")]
use diesel::sql_types::BigInt;

use crate::conexao::{Backend, Tx};
#[cfg(feature = "postgres")]
use crate::conexao::{Comando, Valor};
use crate::erro::StoreError;

/// What is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sequencia {
    Aplicacoes,
    Lojas,
    Tokens,
    Canais,
    Skus,
    Pedidos,
    CategoriasLoja,
    Compradores,
    Atacados,
    FilaConsumidores,
    Notificacoes,
    Entregas,
}

impl Sequencia {
    pub fn nome(self) -> &'static str {
        match self {
            Self::Aplicacoes => "aplicacoes",
            Self::Lojas => "lojas",
            Self::Tokens => "tokens",
            Self::Canais => "canais",
            Self::Skus => "skus",
            Self::Pedidos => "pedidos",
            Self::CategoriasLoja => "categorias_loja",
            Self::Compradores => "compradores",
            Self::Atacados => "atacados",
            Self::FilaConsumidores => "fila_consumidores",
            Self::Notificacoes => "notificacoes",
            Self::Entregas => "entregas",
        }
    }
}

/// The next `quantos` numbers, in ascending order.
pub(crate) fn proximos(tx: &mut Tx<'_>, seq: Sequencia, quantos: usize) -> Result<Vec<i64>, StoreError> {
    if quantos == 0 {
        return Ok(Vec::new());
    }
    let n = quantos as i64;
    match &mut tx.conn.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            // the one writer makes a counter row as good as a sequence
            let lembrado = tx.lembrado.as_deref_mut();
            let lembrado = lembrado.ok_or_else(|| StoreError::Interno("not the writer".to_owned()))?;
            let ultimo = lembrado.ultimo(c, seq, n)?;
            Ok((ultimo - n + 1..=ultimo).collect())
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            let mut numeros: Vec<i64> = Comando::<BigInt, 2>::novo(
                "SELECT nextval('seq_' || ?) FROM generate_series(1, ?)",
                [Valor::Texto(seq.nome()), Valor::Longo(n)],
            )
            .load(*c)?;
            numeros.sort_unstable();
            Ok(numeros)
        }
    }
}

/// The next number.
pub(crate) fn proximo(tx: &mut Tx<'_>, seq: Sequencia) -> Result<i64, StoreError> {
    let numeros = proximos(tx, seq, 1)?;
    numeros.first().copied().ok_or_else(|| StoreError::Interno("a sequence gave no number".to_owned()))
}

/// The next number of a sequence whose column is 32 bits wide.
pub(crate) fn proximo_i32(tx: &mut Tx<'_>, seq: Sequencia) -> Result<i32, StoreError> {
    i32::try_from(proximo(tx, seq)?)
        .map_err(|_| StoreError::Interno(format!("no numbers left for {}", seq.nome())))
}
