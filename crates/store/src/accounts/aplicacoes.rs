//! Applications: the clients of interface A.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use super::scope::Scope;
use crate::base::StoreError;
use crate::base::schema::aplicacoes;
use crate::base::sequences::{Sequence, next_i32};
use crate::base::{Conn, Tx, on};

/// A stored application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aplicacao {
    /// Its number.
    pub id: AplicacaoId,
    /// Its unique name.
    pub nome: String,
    /// When it was created.
    pub criado_em: Instante,
    /// Whether nobody gets into the console without a second factor whose scope reaches it.
    pub exige_segundo_fator: bool,
}

type AplicacaoRow = (i32, String, i64, bool);

fn from_row((id, nome, criado_em, exige_segundo_fator): AplicacaoRow) -> Aplicacao {
    Aplicacao { id: AplicacaoId(id), nome, criado_em: Instante::from_micros(criado_em), exige_segundo_fator }
}

/// The application of a name.
pub fn find(conn: &mut Conn<'_>, nome: &str) -> Result<Option<Aplicacao>, StoreError> {
    let row: Option<AplicacaoRow> =
        on!(conn, c => aplicacoes::table.filter(aplicacoes::nome.eq(nome)).first(c).optional())?;
    Ok(row.map(from_row))
}

/// The application of a number.
pub fn by_id(conn: &mut Conn<'_>, id: AplicacaoId) -> Result<Option<Aplicacao>, StoreError> {
    let row: Option<AplicacaoRow> = on!(conn, c => aplicacoes::table.find(id.0).first(c).optional())?;
    Ok(row.map(from_row))
}

/// Every application, by number.
pub fn list(conn: &mut Conn<'_>) -> Result<Vec<Aplicacao>, StoreError> {
    let rows: Vec<AplicacaoRow> = on!(conn, c => aplicacoes::table.order(aplicacoes::id).load(c))?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// Creates an application; `None` when the name is taken.
pub fn create(tx: &mut Tx<'_>, nome: &str) -> Result<Option<Aplicacao>, StoreError> {
    let id = next_i32(tx, Sequence::Aplicacoes)?;
    let now = tx.now();
    let new = (aplicacoes::id.eq(id), aplicacoes::nome.eq(nome), aplicacoes::criado_em.eq(now.micros()));
    let inserted = on!(tx, c =>
        diesel::insert_into(aplicacoes::table).values(new).on_conflict_do_nothing().execute(c))?;
    let made = || from_row((id, nome.to_owned(), now.micros(), false));
    Ok((inserted == 1).then(made))
}

/// Whether somebody of a scope needs a second factor to get into the console: an application that the scope
/// reaches requires it.
pub fn requires_factor(conn: &mut Conn<'_>, scope: Scope) -> Result<bool, StoreError> {
    let requiring =
        || aplicacoes::table.filter(aplicacoes::exige_segundo_fator.eq(true)).select(aplicacoes::id);
    let found: Option<i32> = match scope.columns() {
        (Some(id), _) => on!(conn, c => requiring().filter(aplicacoes::id.eq(id)).first(c).optional())?,
        (None, _) => on!(conn, c => requiring().first(c).optional())?,
    };
    Ok(found.is_some())
}

/// Requires a second factor for an application, or no longer; false when it was so before.
pub fn require_factor(tx: &mut Tx<'_>, id: AplicacaoId, on: bool) -> Result<bool, StoreError> {
    let changed = on!(tx, c => diesel::update(aplicacoes::table
        .filter(aplicacoes::id.eq(id.0))
        .filter(aplicacoes::exige_segundo_fator.ne(on)))
        .set(aplicacoes::exige_segundo_fator.eq(on))
        .execute(c))?;
    Ok(changed == 1)
}
