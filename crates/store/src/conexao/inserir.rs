//! Inserting many rows the way that each database likes best.

/// Rows per statement on PostgreSQL, where a statement is what it takes: values stay below its limit (65,535).
#[cfg(feature = "postgres")]
pub(crate) const LINHAS_POR_COMANDO: usize = 1500;

/// Inserts rows (an iterator of references): on SQLite one at a time by a statement that is prepared once and kept, since a statement of
/// many rows is another text each time and has to be compiled; on PostgreSQL many at a time, since each statement is
/// a trip to the server.
macro_rules! inserir {
    ($tx:expr, $tabela:expr, $linhas:expr) => {
        match &mut $tx.backend {
            #[cfg(feature = "sqlite")]
            $crate::conexao::Backend::Sqlite(c) => {
                for linha in $linhas {
                    diesel::insert_into($tabela).values(linha).execute(*c)?;
                }
            }
            #[cfg(feature = "postgres")]
            $crate::conexao::Backend::Postgres(c) => {
                let linhas: Vec<_> = $linhas.collect();
                $crate::conexao::copiar!(*c, $tabela, linhas);
            }
        }
    };
}
pub(crate) use inserir;

/// Inserts rows (a vector) on PostgreSQL by COPY, which has nothing to compile; what fails fails as an INSERT does.
/// One or two go by a statement that is kept: COPY takes more trips.
#[cfg(feature = "postgres")]
macro_rules! copiar {
    ($c:expr, $tabela:expr, $linhas:expr) => {
        if $linhas.len() > 2 {
            diesel::copy_from($tabela).from_insertable($linhas).execute($c)?;
        } else {
            for linha in $linhas {
                diesel::insert_into($tabela).values(linha).execute($c)?;
            }
        }
    };
}
#[cfg(feature = "postgres")]
pub(crate) use copiar;
