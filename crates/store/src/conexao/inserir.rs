//! Inserting many rows the way that each database likes best.

/// Rows per statement on PostgreSQL: their values stay below what it takes (65,535).
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
                for parte in linhas.chunks($crate::conexao::LINHAS_POR_COMANDO) {
                    diesel::insert_into($tabela).values(parte.to_vec()).execute(*c)?;
                }
            }
        }
    };
}
pub(crate) use inserir;
