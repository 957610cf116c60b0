//! Keys: hashed, expiring, revocable. A key itself is never stored.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::StoreError;
use crate::base::schema::{aplicacoes, tokens, usuarios};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, Tx, on};

/// Scope of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Interface A: an application.
    Aplicacao,
    /// Interface B: one store.
    Loja,
}

/// A stored key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRow {
    /// Its number, for the operator.
    pub id: i64,
    /// Its scope.
    pub tipo: TokenKind,
    /// Whose it is.
    pub aplicacao: AplicacaoId,
    /// The store, for a store's key.
    pub loja: Option<LojaId>,
    /// The caller's identifier of that store.
    pub usuario_id: Option<String>,
    /// The application's name.
    pub aplicacao_name: String,
    /// A note of the operator's.
    pub rotulo: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// When it was created.
    pub criado_em: Instante,
    /// When it stops working by itself.
    pub expira_em: Option<Instante>,
    /// When it was revoked.
    pub revogado_em: Option<Instante>,
    /// When it was last seen, give or take a minute.
    pub usado_em: Option<Instante>,
}

/// A key to store.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Whose it is.
    pub aplicacao: AplicacaoId,
    /// The store; `None` makes an application's key.
    pub loja: Option<LojaId>,
    /// A note of the operator's.
    pub rotulo: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// When it stops working by itself.
    pub expira_em: Option<Instante>,
}

type TokenColumns = (Fields, String, Option<String>);
type Fields = (i64, i32, Option<i32>, Vec<u8>, String, i64, Option<i64>, Option<i64>, Option<i64>);

fn from_row((fields, aplicacao_name, usuario_id): TokenColumns) -> Result<TokenRow, StoreError> {
    let (id, aplicacao, loja, hash, rotulo, criado_em, expira_em, revogado_em, usado_em) = fields;
    let aplicacao = AplicacaoId(aplicacao);
    Ok(TokenRow {
        id,
        tipo: if loja.is_some() { TokenKind::Loja } else { TokenKind::Aplicacao },
        aplicacao,
        loja: loja.map(|loja| LojaId { aplicacao, loja }),
        usuario_id,
        aplicacao_name,
        rotulo,
        hash: hash.try_into().map_err(|_| StoreError::Corrupt(format!("hash of token {id}")))?,
        criado_em: Instante::from_micros(criado_em),
        expira_em: expira_em.map(Instante::from_micros),
        revogado_em: revogado_em.map(Instante::from_micros),
        usado_em: usado_em.map(Instante::from_micros),
    })
}

macro_rules! query {
    () => {
        tokens::table
            .inner_join(aplicacoes::table.on(aplicacoes::id.eq(tokens::aplicacao_id)))
            .left_join(
                usuarios::table.on(usuarios::aplicacao_id
                    .eq(tokens::aplicacao_id)
                    .and(usuarios::loja_id.nullable().eq(tokens::loja_id))),
            )
            .select((tokens::all_columns, aplicacoes::nome, usuarios::usuario_id.nullable()))
    };
}

/// The key of a hash, whatever its state: expired and revoked ones too.
pub fn find_by_hash(conn: &mut Conn<'_>, hash: &[u8; 32]) -> Result<Option<TokenRow>, StoreError> {
    let row: Option<TokenColumns> =
        on!(conn, c => query!().filter(tokens::hash.eq(hash.as_slice())).first(c).optional())?;
    row.map(from_row).transpose()
}

/// The key of a number.
pub fn find(conn: &mut Conn<'_>, id: i64) -> Result<Option<TokenRow>, StoreError> {
    let row: Option<TokenColumns> = on!(conn, c => query!().filter(tokens::id.eq(id)).first(c).optional())?;
    row.map(from_row).transpose()
}

/// Whether there is any key.
pub fn any(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(tokens::table.select(tokens::id))).get_result(c))?)
}

/// Every key, by number.
pub fn list(conn: &mut Conn<'_>) -> Result<Vec<TokenRow>, StoreError> {
    let rows: Vec<TokenColumns> = on!(conn, c => query!().order(tokens::id).load(c))?;
    rows.into_iter().map(from_row).collect()
}

/// Stores a key; returns its number.
pub fn create(tx: &mut Tx<'_>, new: &NewToken) -> Result<i64, StoreError> {
    let id = next_number(tx, Sequence::Tokens)?;
    let now = tx.now();
    on!(tx, c => diesel::insert_into(tokens::table)
        .values((
            tokens::id.eq(id),
            tokens::aplicacao_id.eq(new.aplicacao.0),
            tokens::loja_id.eq(new.loja.map(|l| l.loja)),
            tokens::hash.eq(new.hash.as_slice()),
            tokens::rotulo.eq(new.rotulo.as_str()),
            tokens::criado_em.eq(now.micros()),
            tokens::expira_em.eq(new.expira_em.map(Instante::micros)),
        ))
        .execute(c))?;
    Ok(id)
}

/// Sets the expiry of a key; false when there is no such key.
pub fn expire(tx: &mut Tx<'_>, id: i64, at: Option<Instante>) -> Result<bool, StoreError> {
    let changed = on!(tx, c => diesel::update(tokens::table.filter(tokens::id.eq(id)))
        .set(tokens::expira_em.eq(at.map(Instante::micros)))
        .execute(c))?;
    Ok(changed == 1)
}

/// Revokes a key at once; false when there is no such key. Revoking again keeps the first time.
pub fn revoke(tx: &mut Tx<'_>, id: i64) -> Result<bool, StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(tokens::table.filter(tokens::id.eq(id)).filter(tokens::revogado_em.is_null()))
        .set(tokens::revogado_em.eq(now))
        .execute(c))?;
    Ok(find(tx, id)?.is_some())
}

/// Notes that a key was seen.
pub fn touch(tx: &mut Tx<'_>, id: i64, at: Instante) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(tokens::table.filter(tokens::id.eq(id)))
        .set(tokens::usado_em.eq(at.micros()))
        .execute(c))?;
    Ok(())
}
