//! Notices of channels: a bell that makes a connection due, and says nothing of what has changed.

use diesel::prelude::*;
use domain::values::dates::Instante;

use super::connections::loja;
use super::{CanalKey, Conexao, find, of_canal};
use crate::base::schema::{canais, conexoes};
use crate::base::{Conn, StoreError, Tx, on};

/// Notices of this time are one: a channel that floods is read from once in it.
const GATHER_SECONDS: i64 = 2;
/// All listings are compared within this time after a notice, which may be about them.
const COMPARE_SECONDS: i64 = 3600;

/// A connection that a notice names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bell {
    /// The channel.
    pub key: CanalKey,
    /// The code of its type.
    pub tipo: String,
    /// It rings already.
    pub rings: bool,
}

/// What the address of a connection's notices ends in; `None` = there is no connection.
pub fn bell_of(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<String>, StoreError> {
    Ok(on!(conn, c => of_canal!(conexoes, key).select(conexoes::aviso).first(c).optional())?)
}

/// The connection whose address of notices ends in this.
pub fn bell(conn: &mut Conn<'_>, aviso: &str) -> Result<Option<Bell>, StoreError> {
    type Found = ((i32, i32, i32), Option<i64>, String);
    let found: Option<Found> = on!(conn, c => conexoes::table
        .inner_join(canais::table.on(canais::aplicacao_id.eq(conexoes::aplicacao_id)
            .and(canais::loja_id.eq(conexoes::loja_id))
            .and(canais::canal_num.eq(conexoes::canal_num))))
        .filter(conexoes::aviso.eq(aviso))
        .select((
            (conexoes::aplicacao_id, conexoes::loja_id, conexoes::canal_num),
            conexoes::avisada_em,
            canais::tipo_canal,
        ))
        .first(c)
        .optional())?;
    Ok(found.map(|((a, l, canal), rung, tipo)| Bell {
        key: CanalKey { loja: loja(a, l), canal },
        tipo,
        rings: rung.is_some(),
    }))
}

/// Rings: a moment later the connection is due.
pub fn ring(tx: &mut Tx<'_>, key: CanalKey) -> Result<(), StoreError> {
    let at = tx.now().plus_seconds(GATHER_SECONDS).micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::avisada_em.is_null()))
        .set(conexoes::avisada_em.eq(at))
        .execute(c))?;
    Ok(())
}

/// What a server that begins to work a connection does about a notice: changed orders are asked for now, and all listings
/// compared soon. One that comes while it works rings again.
pub fn hear(tx: &mut Tx<'_>, conexao: Conexao) -> Result<Conexao, StoreError> {
    let key = conexao.key;
    let now = Instante::now();
    let heard = on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::avisada_em.le(now.micros())))
        .set((conexoes::avisada_em.eq(None::<i64>), conexoes::pedidos_devida.eq(now.micros())))
        .execute(c))?;
    if heard == 0 {
        return Ok(conexao);
    }
    let soon = now.plus_seconds(COMPARE_SECONDS).micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::conferencia_devida.gt(soon)))
        .set(conexoes::conferencia_devida.eq(soon))
        .execute(c))?;
    Ok(find(tx, key)?.unwrap_or(conexao))
}
