//! Applications: the clients of interface A.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

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
}

type AplicacaoRow = (i32, String, i64);

fn from_row((id, nome, criado_em): AplicacaoRow) -> Aplicacao {
    Aplicacao { id: AplicacaoId(id), nome, criado_em: Instante::from_micros(criado_em) }
}

/// The application of a name.
pub fn find(conn: &mut Conn<'_>, nome: &str) -> Result<Option<Aplicacao>, StoreError> {
    let row: Option<AplicacaoRow> =
        on!(conn, c => aplicacoes::table.filter(aplicacoes::nome.eq(nome)).first(c).optional())?;
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
    Ok((inserted == 1).then(|| Aplicacao { id: AplicacaoId(id), nome: nome.to_owned(), criado_em: now }))
}
