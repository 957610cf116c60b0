//! Applications: who calls interface A.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::aplicacoes;
use crate::base::sequences::{Sequencia, proximo_i32};
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

type Linha = (i32, String, i64);

fn de_linha((id, nome, criado_em): Linha) -> Aplicacao {
    Aplicacao { id: AplicacaoId(id), nome, criado_em: Instante::from_micros(criado_em) }
}

/// The application of a name.
pub fn find(conn: &mut Conn<'_>, nome: &str) -> Result<Option<Aplicacao>, StoreError> {
    let linha: Option<Linha> =
        on!(conn, c => aplicacoes::table.filter(aplicacoes::nome.eq(nome)).first(c).optional())?;
    Ok(linha.map(de_linha))
}

/// Every application, by number.
pub fn list(conn: &mut Conn<'_>) -> Result<Vec<Aplicacao>, StoreError> {
    let linhas: Vec<Linha> = on!(conn, c => aplicacoes::table.order(aplicacoes::id).load(c))?;
    Ok(linhas.into_iter().map(de_linha).collect())
}

/// Creates an application; `None` when the name is taken.
pub fn create(tx: &mut Tx<'_>, nome: &str) -> Result<Option<Aplicacao>, StoreError> {
    let id = proximo_i32(tx, Sequencia::Aplicacoes)?;
    let agora = tx.agora();
    let nova = (aplicacoes::id.eq(id), aplicacoes::nome.eq(nome), aplicacoes::criado_em.eq(agora.micros()));
    let inseridas = on!(tx, c =>
        diesel::insert_into(aplicacoes::table).values(nova).on_conflict_do_nothing().execute(c))?;
    Ok((inseridas == 1).then(|| Aplicacao { id: AplicacaoId(id), nome: nome.to_owned(), criado_em: agora }))
}
