//! Numbers that the service gives out: never reused, not without gaps.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::conexao::{Backend, Tx};
use crate::erro::StoreError;

/// What is numbered.
#[derive(Clone, Copy)]
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
    Notificacoes,
    Entregas,
}

impl Sequencia {
    fn nome(self) -> &'static str {
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
            Self::Notificacoes => "notificacoes",
            Self::Entregas => "entregas",
        }
    }
}

#[derive(QueryableByName)]
struct Numero {
    #[diesel(sql_type = BigInt)]
    valor: i64,
}

/// The next `quantos` numbers, in ascending order.
pub(crate) fn proximos(tx: &mut Tx<'_>, seq: Sequencia, quantos: usize) -> Result<Vec<i64>, StoreError> {
    if quantos == 0 {
        return Ok(Vec::new());
    }
    let n = quantos as i64;
    match &mut tx.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            // the one writer makes a counter row as good as a sequence
            let ultimo =
                diesel::sql_query("UPDATE sequencias SET valor = valor + ? WHERE nome = ? RETURNING valor")
                    .bind::<BigInt, _>(n)
                    .bind::<Text, _>(seq.nome())
                    .get_result::<Numero>(*c)?
                    .valor;
            Ok((ultimo - n + 1..=ultimo).collect())
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            let mut numeros: Vec<i64> =
                diesel::sql_query("SELECT nextval('seq_' || $1) AS valor FROM generate_series(1, $2)")
                    .bind::<Text, _>(seq.nome())
                    .bind::<BigInt, _>(n)
                    .load::<Numero>(*c)?
                    .into_iter()
                    .map(|numero| numero.valor)
                    .collect();
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
