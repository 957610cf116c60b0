//! Limits of an application set by the operator: numbers of users and SKUs.
//!
//! Creations and deletions are counted here, in their transaction; this locks the row until the transaction
//! ends, so that two of them cannot both take the last free one. An application without limits has no row,
//! and nothing to wait for.

use diesel::prelude::*;
use domain::values::ids::AplicacaoId;

use crate::base::schema::{limites, skus, usuarios};
use crate::base::{BindValue, Conn, Statement, StoreError, Tx, locked, on};

/// Limits and counts of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Queryable, Selectable)]
#[diesel(table_name = limites)]
pub struct Limites {
    /// Users at most; `None` = without limit.
    pub usuarios: Option<i64>,
    /// Number of users.
    pub usuarios_contados: i64,
    /// SKUs at most, of all users together; `None` = without limit.
    pub skus: Option<i64>,
    /// Number of SKUs.
    pub skus_contados: i64,
}

impl Limites {
    /// The limit of users, when exceeded.
    pub fn too_many_usuarios(&self) -> Option<i64> {
        self.usuarios.filter(|limit| self.usuarios_contados > *limit)
    }

    /// The limit of SKUs, when exceeded.
    pub fn too_many_skus(&self) -> Option<i64> {
        self.skus.filter(|limit| self.skus_contados > *limit)
    }
}

/// Limits and counts of an application; `None` = it has no limits. Call after a creation, in its transaction,
/// and do not commit what exceeds them.
pub fn find(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Option<Limites>, StoreError> {
    Ok(on!(conn, c => limites::table
        .find(aplicacao.0)
        .select(Limites::as_select())
        .first(c)
        .optional())?)
}

/// Inserts the row of limits: from then on creations and deletions are counted. Call [`set`] in a second
/// transaction, so that it counts concurrent creations.
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

/// Changes the given limits of an application and recounts; without any limit left, counting ends.
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
        // without those of deleted users
        skus::table
            .inner_join(usuarios::table.on(usuarios::aplicacao_id
                .eq(skus::aplicacao_id)
                .and(usuarios::loja_id.eq(skus::loja_id))))
            .filter(skus::aplicacao_id.eq(aplicacao.0))
            .count()
            .get_result(c)?,
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
