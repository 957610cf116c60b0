//! What lies above a category, and how much below it: each in one statement, of one moment.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use domain::categoria_loja;
use domain::categoria_loja::NIVEIS_MAX;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::{Conn, on};

// Both databases take numbered parameters. Each walk ends even where a tree, against the rules, goes in
// circles.

/// From a category up to the first level.
const ACIMA: &str = "\
    WITH RECURSIVE acima (num, pai, nome, nivel) AS ( \
        SELECT categoria_num, pai_num, nome, 1 FROM categorias_loja \
        WHERE aplicacao_id = $1 AND loja_id = $2 AND categoria_num = $3 \
        UNION ALL \
        SELECT c.categoria_num, c.pai_num, c.nome, a.nivel + 1 FROM acima a \
        JOIN categorias_loja c ON c.aplicacao_id = $1 AND c.loja_id = $2 AND c.categoria_num = a.pai \
        WHERE a.nivel < $4 \
    ) SELECT num, nome FROM acima ORDER BY nivel";

/// The levels from a category down to the deepest one below it.
const ABAIXO: &str = "\
    WITH RECURSIVE abaixo (num, nivel) AS ( \
        SELECT categoria_num, 1 FROM categorias_loja \
        WHERE aplicacao_id = $1 AND loja_id = $2 AND categoria_num = $3 \
        UNION ALL \
        SELECT c.categoria_num, a.nivel + 1 FROM abaixo a \
        JOIN categorias_loja c ON c.aplicacao_id = $1 AND c.loja_id = $2 AND c.pai_num = a.num \
        WHERE a.nivel < $4 \
    ) SELECT COALESCE(MAX(nivel), 0) AS niveis FROM abaixo";

/// A category on the way up.
#[derive(QueryableByName)]
pub(super) struct Degrau {
    #[diesel(sql_type = BigInt)]
    pub(super) num: i64,
    #[diesel(sql_type = Text)]
    nome: String,
}

#[derive(QueryableByName)]
struct Niveis {
    #[diesel(sql_type = Integer)]
    niveis: i32,
}

/// The names from the first level down to a category: `Parent > Child`.
pub fn caminho(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<String, StoreError> {
    let mut nomes: Vec<String> = acima(conn, loja, num)?.into_iter().map(|degrau| degrau.nome).collect();
    nomes.reverse();
    Ok(categoria_loja::caminho(&nomes))
}

/// A category and those above it, itself first; nothing when it is not there.
pub(super) fn acima(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<Vec<Degrau>, StoreError> {
    Ok(on!(conn, c => diesel::sql_query(ACIMA)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(NIVEIS_MAX as i32)
        .load(c))?)
}

/// How many levels a category and those below it take; 1 when it has none below.
pub(super) fn niveis(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<usize, StoreError> {
    let Niveis { niveis } = on!(conn, c => diesel::sql_query(ABAIXO)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(NIVEIS_MAX as i32)
        .get_result(c))?;
    Ok(usize::try_from(niveis).unwrap_or(0))
}
