//! Stores across all applications, for operators.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::accesses::Scope;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{aplicacoes, usuarios};
use crate::base::{Conn, Loja, StoreError, contains, on};

/// A store with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LojaRow {
    /// Its number, and whether it is active.
    pub loja: Loja,
    /// Its name.
    pub nome: String,
    /// The identifier that its application gave it.
    pub usuario_id: String,
    /// The application's name.
    pub aplicacao: String,
}

diesel::define_sql_function! {
    /// Without case: of ASCII alone on SQLite.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

type Row = (i32, i32, bool, i64, String, String, String);

fn from_row((aplicacao, loja, ativo, alterado_em, nome, usuario_id, aplicacao_nome): Row) -> LojaRow {
    let id = LojaId { aplicacao: AplicacaoId(aplicacao), loja };
    let loja = Loja { id, ativo, alterado_em: Instante::from_micros(alterado_em) };
    LojaRow { loja, nome, usuario_id, aplicacao: aplicacao_nome }
}

macro_rules! with_aplicacao {
    () => {
        usuarios::table.inner_join(aplicacoes::table.on(aplicacoes::id.eq(usuarios::aplicacao_id))).select((
            usuarios::aplicacao_id,
            usuarios::loja_id,
            usuarios::ativo,
            usuarios::alterado_em,
            usuarios::nome,
            usuarios::usuario_id,
            aplicacoes::nome,
        ))
    };
}

/// One store.
pub fn find(conn: &mut Conn<'_>, id: LojaId) -> Result<Option<LojaRow>, StoreError> {
    let row: Option<Row> = on!(conn, c => with_aplicacao!()
        .filter(usuarios::aplicacao_id.eq(id.aplicacao.0))
        .filter(usuarios::loja_id.eq(id.loja))
        .first(c)
        .optional())?;
    Ok(row.map(from_row))
}

/// The stores of a scope, those of one application after those of another, in the order of their creation;
/// with a text, those whose name or identifier holds it.
pub fn list(
    conn: &mut Conn<'_>,
    scope: Scope,
    busca: Option<&str>,
    page: PageRequest,
) -> Result<Page<LojaRow>, StoreError> {
    let (aplicacao, loja) = scope.columns();
    let holding = busca.map(|text| contains(&text.to_lowercase()));
    let (rows, total): (Vec<Row>, i64) = on!(conn, c => {
        macro_rules! its {
            ($base:expr) => {{
                let mut q = $base.into_boxed();
                if let Some(aplicacao) = aplicacao {
                    q = q.filter(usuarios::aplicacao_id.eq(aplicacao));
                }
                if let Some(loja) = loja {
                    q = q.filter(usuarios::loja_id.eq(loja));
                }
                if let Some(text) = &holding {
                    q = q.filter(lower(usuarios::nome).like(text.clone()).escape('\\')
                        .or(lower(usuarios::usuario_id).like(text.clone()).escape('\\')));
                }
                q
            }};
        }
        let mut q = its!(with_aplicacao!());
        if let Some([aplicacao, loja]) = page.after() {
            q = q.filter(usuarios::aplicacao_id.gt(aplicacao as i32)
                .or(usuarios::aplicacao_id.eq(aplicacao as i32).and(usuarios::loja_id.gt(loja as i32))));
        }
        let rows = q
            .order((usuarios::aplicacao_id, usuarios::loja_id))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, its!(usuarios::table).count().get_result(c)?)
    });
    let key = |row: &Row| [row.0.into(), row.1.into()];
    page.page(rows, total, key, |row| Ok(from_row(row)))
}
