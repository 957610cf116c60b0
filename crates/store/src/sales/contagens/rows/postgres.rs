//! A row that every order adds to would make writers wait for each other. So a transaction appends what it
//! changes, totals add what is still to be folded in, and a fold takes it away in one transaction.

use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt, Text};
use diesel::upsert::excluded;
use domain::values::ids::{AplicacaoId, LojaId};

use super::ahead::{Loaded, Stretches, UNFOLDED, of_stretches};
use super::change::{Pendente, put_aside};
use super::row::ContagemRow;
use crate::base::schema::{contagem_mudancas, contagens};
use crate::base::{CountedChange, ROWS_PER_STATEMENT, StoreError};
use crate::sales::contagens::TreeKind;
use crate::sales::contagens::kinds::Tree;

/// Together: each statement is a round trip.
pub(super) fn save(
    c: &mut PgConnection,
    new: &[ContagemRow],
    changed: &[ContagemRow],
) -> Result<(), StoreError> {
    let all: Vec<&ContagemRow> = new.iter().chain(changed).collect();
    for some in all.chunks(ROWS_PER_STATEMENT) {
        diesel::insert_into(contagens::table)
            .values(some.to_vec())
            .on_conflict(contagens::table.primary_key())
            .do_update()
            .set((
                contagens::total.eq(excluded(contagens::total)),
                contagens::dividido.eq(excluded(contagens::dividido)),
                contagens::partes.eq(excluded(contagens::partes)),
            ))
            .execute(c)?;
    }
    Ok(())
}

pub(super) fn append(c: &mut PgConnection, changes: &[CountedChange]) -> Result<usize, StoreError> {
    if !changes.is_empty() {
        put_aside(changes).execute(c)?;
    }
    Ok(changes.len())
}

pub(super) fn unfolded(c: &mut PgConnection, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    let rows: Vec<Pendente> = contagem_mudancas::table
        .filter(contagem_mudancas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(contagem_mudancas::loja_id.eq(loja.loja))
        .select(Pendente::as_select())
        .load(c)?;
    Ok(rows.into_iter().map(CountedChange::from).collect())
}

pub(super) fn ahead(
    c: &mut PgConnection,
    tree: Tree,
    stretches: Stretches,
    between: (i64, i64),
    whole: bool,
) -> Result<Loaded, StoreError> {
    macro_rules! with_changes {
        ($total:expr, $of_change:expr) => {
            of_stretches!(tree, $total, stretches).union_all(
                contagem_mudancas::table
                    .filter(contagem_mudancas::aplicacao_id.eq(tree.loja.aplicacao.0))
                    .filter(contagem_mudancas::loja_id.eq(tree.loja.loja))
                    .filter(date(tree.tipo).ge(between.0))
                    .filter(date(tree.tipo).lt(between.1))
                    .select((
                        (
                            UNFOLDED.into_sql::<SmallInt>(),
                            date(tree.tipo),
                            contagem_mudancas::pedido_id,
                            false.into_sql::<Bool>(),
                        ),
                        $of_change,
                    )),
            )
        };
    }
    Ok(match whole {
        true => Loaded::Totals(with_changes!(contagens::total, contagem_mudancas::quantos).load(c)?),
        false => {
            let part = concat_ws(
                ":",
                contagem_mudancas::status,
                contagem_mudancas::forma_pagamento,
                contagem_mudancas::quantos,
            );
            Loaded::Parts(with_changes!(contagens::partes, part).load(c)?)
        }
    })
}

type Column = Box<dyn BoxableExpression<contagem_mudancas::table, Pg, SqlType = BigInt>>;

/// By which a tree holds orders; `NULL`, which is in no range, where one stands in none.
fn date(kind: TreeKind) -> Column {
    match kind {
        TreeKind::Pedido => Box::new(contagem_mudancas::data),
        TreeKind::Approval => Box::new(contagem_mudancas::data_pagamento.assume_not_null()),
        TreeKind::StatusChange => Box::new(contagem_mudancas::status_em),
        TreeKind::Alteracao => Box::new(contagem_mudancas::alterado_em),
        TreeKind::CreatedAt => Box::new(contagem_mudancas::criado_em),
        // by number
        TreeKind::Pending => Box::new(None::<i64>.into_sql::<Nullable<BigInt>>().assume_not_null()),
    }
}

define_sql_function! {
    /// As a bucket's parts are written.
    fn concat_ws(separator: Text, status: SmallInt, forma: Integer, quantos: BigInt) -> Text;
}

pub(super) fn stores_to_fold(c: &mut PgConnection) -> Result<Vec<LojaId>, StoreError> {
    let lojas: Vec<(i32, i32)> = contagem_mudancas::table
        .select((contagem_mudancas::aplicacao_id, contagem_mudancas::loja_id))
        .distinct()
        .load(c)?;
    Ok(lojas.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

pub(super) fn take(c: &mut PgConnection, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    let rows: Vec<Pendente> = diesel::delete(
        contagem_mudancas::table
            .filter(contagem_mudancas::aplicacao_id.eq(loja.aplicacao.0))
            .filter(contagem_mudancas::loja_id.eq(loja.loja)),
    )
    .returning(Pendente::as_returning())
    .get_results(c)?;
    Ok(rows.into_iter().map(CountedChange::from).collect())
}

pub(super) fn fresh_snapshot(c: &mut PgConnection) -> Result<(), StoreError> {
    sql_query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(c)?;
    Ok(())
}
