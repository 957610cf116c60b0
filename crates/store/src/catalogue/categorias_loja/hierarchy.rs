//! What lies above a category, and how much below it: each in one statement, of one moment.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use domain::categoria_loja;
use domain::categoria_loja::LEVELS_MAX;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::{Conn, on};

// Both databases take numbered parameters. Each walk ends even where a tree, against the rules, goes in
// circles.

/// From a category up to the first level.
const ABOVE: &str = "\
    WITH RECURSIVE acima (num, pai, nome, nivel) AS ( \
        SELECT categoria_num, pai_num, nome, 1 FROM categorias_loja \
        WHERE aplicacao_id = $1 AND loja_id = $2 AND categoria_num = $3 \
        UNION ALL \
        SELECT c.categoria_num, c.pai_num, c.nome, a.nivel + 1 FROM acima a \
        JOIN categorias_loja c ON c.aplicacao_id = $1 AND c.loja_id = $2 AND c.categoria_num = a.pai \
        WHERE a.nivel < $4 \
    ) SELECT num, nome FROM acima ORDER BY nivel";

/// The levels from a category down to the deepest one below it.
const BELOW: &str = "\
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
pub(super) struct Rung {
    #[diesel(sql_type = BigInt)]
    pub(super) num: i64,
    #[diesel(sql_type = Text)]
    nome: String,
}

#[derive(QueryableByName)]
struct Levels {
    #[diesel(sql_type = Integer)]
    niveis: i32,
}

/// The names from the first level down to a category: `Parent > Child`.
pub fn path(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<String, StoreError> {
    let mut names: Vec<String> = above(conn, loja, num)?.into_iter().map(|rung| rung.nome).collect();
    names.reverse();
    Ok(categoria_loja::path(&names))
}

/// A category and those above it, itself first; nothing when it is not there.
pub(super) fn above(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<Vec<Rung>, StoreError> {
    Ok(on!(conn, c => diesel::sql_query(ABOVE)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(LEVELS_MAX as i32)
        .load(c))?)
}

/// How many levels a category and those below it take; 1 when it has none below.
pub(super) fn levels(conn: &mut Conn<'_>, loja: LojaId, num: i64) -> Result<usize, StoreError> {
    let Levels { niveis } = on!(conn, c => diesel::sql_query(BELOW)
        .bind::<Integer, _>(loja.aplicacao.0)
        .bind::<Integer, _>(loja.loja)
        .bind::<BigInt, _>(num)
        .bind::<Integer, _>(LEVELS_MAX as i32)
        .get_result(c))?;
    Ok(usize::try_from(niveis).unwrap_or(0))
}
