//! Audit log of the console: who, what, when; written in the transaction of the act.

use diesel::prelude::*;
use domain::console::Act;
use domain::values::dates::Instante;

use super::accesses::Access;
use super::scope::{Scope, within};
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::console_atos::{self, dsl};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, on};

/// A recorded act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActRow {
    /// When.
    pub data: Instante,
    /// Who, as the operator named them.
    pub nome: String,
    /// What.
    pub act: Act,
    /// On what: an order's number, a SKU, a notification's number.
    pub assunto: String,
    /// Its outcome in words, with the reason given.
    pub detalhe: String,
}

/// An act to record.
#[derive(Debug, Clone)]
pub struct NewAct<'a> {
    /// Where: a store, an application, or everywhere.
    pub scope: Scope,
    /// What.
    pub act: Act,
    /// On what.
    pub assunto: &'a str,
    /// Its outcome.
    pub detalhe: &'a str,
}

/// Records an act.
pub fn record(tx: &mut Tx<'_>, who: &Access, new: &NewAct<'_>) -> Result<(), StoreError> {
    let (id, now) = (next_number(tx, Sequence::ConsoleAtos)?, tx.now());
    let (aplicacao, loja) = new.scope.columns();
    on!(tx, c => diesel::insert_into(console_atos::table)
        .values((
            dsl::ato_id.eq(id),
            dsl::data.eq(now.micros()),
            dsl::acesso_id.eq(who.id),
            dsl::pessoa_id.eq(who.pessoa),
            dsl::nome.eq(who.nome.as_str()),
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::ato.eq(new.act.name()),
            dsl::assunto.eq(new.assunto),
            dsl::detalhe.eq(new.detalhe),
        ))
        .execute(c))?;
    Ok(())
}

type Row = (i64, i64, String, String, String, String);

/// The acts within a scope, the latest first.
pub fn list(conn: &mut Conn<'_>, scope: Scope, page: PageRequest) -> Result<Page<ActRow>, StoreError> {
    let (rows, total): (Vec<Row>, i64) = on!(conn, c => {
        let its = || within!(console_atos, scope);
        let mut q = its();
        if let Some([after, _]) = page.after() {
            q = q.filter(dsl::ato_id.lt(after));
        }
        let rows = q
            .order(dsl::ato_id.desc())
            .select((dsl::ato_id, dsl::data, dsl::nome, dsl::ato, dsl::assunto, dsl::detalhe))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, its().count().get_result(c)?)
    });
    page.page(
        rows,
        total,
        |row| [row.0, 0],
        |(_, data, nome, act, assunto, detalhe)| {
            let known = Act::from_name(&act).ok_or_else(|| StoreError::corrupt("console_atos.ato", &act))?;
            Ok(ActRow { data: Instante::from_micros(data), nome, act: known, assunto, detalhe })
        },
    )
}
