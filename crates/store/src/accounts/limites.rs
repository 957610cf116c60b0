//! Limits of an application set by the operator: numbers of users and SKUs.
//!
//! Creations and deletions are counted here, in their transaction; this locks the row until the transaction
//! ends, so that two of them cannot both take the last free one. An application without limits has no row,
//! and nothing to wait for.

use diesel::prelude::*;
use domain::values::ids::AplicacaoId;

use crate::base::schema::{limites, skus, usuarios};
use crate::base::{BindValue, Conn, Statement, StoreError, Tx, locked, on};

/// What an application may have and has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Queryable, Selectable)]
#[diesel(table_name = limites)]
pub struct Limites {
    /// Users at most; `None` = without limit.
    pub usuarios: Option<i64>,
    /// Users that there are.
    pub usuarios_contados: i64,
    /// SKUs at most, of all users together; `None` = without limit.
    pub skus: Option<i64>,
    /// SKUs that there are.
    pub skus_contados: i64,
}

impl Limites {
    /// The greatest number of users, when there are more.
    pub fn too_many_usuarios(&self) -> Option<i64> {
        self.usuarios.filter(|limit| self.usuarios_contados > *limit)
    }

    /// The greatest number of SKUs, when there are more.
    pub fn too_many_skus(&self) -> Option<i64> {
        self.skus.filter(|limit| self.skus_contados > *limit)
    }
}

/// What an application may have and has; `None` = it has no limits. To be asked after a creation, in its
/// transaction: what is too much then must not be committed.
pub fn find(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Option<Limites>, StoreError> {
    Ok(on!(conn, c => limites::table
        .find(aplicacao.0)
        .select(Limites::as_select())
        .first(c)
        .optional())?)
}

/// Makes room for the limits of an application: from then on its creations and deletions are counted.
/// [`set`] follows in a transaction of its own, so that it counts what others were creating meanwhile.
pub fn prepare(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<(), StoreError> {
    on!(tx, c => diesel::insert_into(limites::table)
        .values((
            limites::aplicacao_id.eq(aplicacao.0),
            limites::usuarios_contados.eq(0),
            limites::skus_contados.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// Changes limits of an application, those that are named, and counts what it has; without any limit left it
/// is no longer counted.
pub fn set(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuarios_max: Option<Option<i64>>,
    skus_max: Option<Option<i64>>,
) -> Result<Limites, StoreError> {
    let current = locked!(tx, limites::table.find(aplicacao.0).select(Limites::as_select()), first)
        .optional()?
        .unwrap_or_default();
    let (usuarios_contados, skus_contados): (i64, i64) = on!(tx, c => (
        usuarios::table.filter(usuarios::aplicacao_id.eq(aplicacao.0)).count().get_result(c)?,
        skus::table.filter(skus::aplicacao_id.eq(aplicacao.0)).count().get_result(c)?,
    ));
    let new = Limites {
        usuarios: usuarios_max.unwrap_or(current.usuarios),
        usuarios_contados,
        skus: skus_max.unwrap_or(current.skus),
        skus_contados,
    };
    let row = limites::table.find(aplicacao.0);
    on!(tx, c => match (new.usuarios, new.skus) {
        (None, None) => diesel::delete(row).execute(c)?,
        _ => diesel::update(row)
            .set((
                limites::usuarios.eq(new.usuarios),
                limites::usuarios_contados.eq(new.usuarios_contados),
                limites::skus.eq(new.skus),
                limites::skus_contados.eq(new.skus_contados),
            ))
            .execute(c)?,
    });
    Ok(new)
}

/// Counts users and SKUs created; negative: deleted.
pub(crate) fn count(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuarios: i64,
    skus: i64,
) -> Result<(), StoreError> {
    let counted: Statement<'_, (), 3> = Statement::new(
        "UPDATE limites SET usuarios_contados = usuarios_contados + ?, skus_contados = skus_contados + ? \
         WHERE aplicacao_id = ?",
        [BindValue::I64(usuarios), BindValue::I64(skus), BindValue::I32(aplicacao.0)],
    );
    on!(tx, c => counted.execute(c))?;
    Ok(())
}
