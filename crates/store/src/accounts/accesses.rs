//! Access to the console: a link that is followed once, and the session that it becomes. Neither is stored,
//! only their hashes.

use diesel::prelude::*;
use domain::console::Role;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::console_acessos::{self, dsl};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, on};

/// Accesses that a list shows, the latest ones.
const SHOWN: i64 = 200;

/// How long an access is kept that opens nothing any more.
const KEPT_SECONDS: i64 = 7 * 86_400;

/// Scope of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    All,
    /// One application.
    Aplicacao(AplicacaoId),
    /// One store.
    Loja(LojaId),
}

impl Scope {
    /// True when this holds a store.
    pub fn holds(self, loja: LojaId) -> bool {
        match self {
            Self::All => true,
            Self::Aplicacao(aplicacao) => aplicacao == loja.aplicacao,
            Self::Loja(own) => own == loja,
        }
    }

    fn of(aplicacao: Option<i32>, loja: Option<i32>) -> Self {
        match (aplicacao.map(AplicacaoId), loja) {
            (None, _) => Self::All,
            (Some(aplicacao), None) => Self::Aplicacao(aplicacao),
            (Some(aplicacao), Some(loja)) => Self::Loja(LojaId { aplicacao, loja }),
        }
    }

    pub(super) fn columns(self) -> (Option<i32>, Option<i32>) {
        match self {
            Self::All => (None, None),
            Self::Aplicacao(aplicacao) => (Some(aplicacao.0), None),
            Self::Loja(loja) => (Some(loja.aplicacao.0), Some(loja.loja)),
        }
    }
}

/// Somebody's access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// Its number.
    pub id: i64,
    /// Whose it is, as the operator wrote it.
    pub nome: String,
    /// Permission.
    pub role: Role,
    /// Scope.
    pub scope: Scope,
    /// Until when the link can be followed.
    pub link_expira_em: Instante,
    /// Until when the session lasts; `None` = the link has not been followed.
    pub sessao_expira_em: Option<Instante>,
    /// When the link was made.
    pub criado_em: Instante,
}

/// A link to be given out.
#[derive(Debug, Clone)]
pub struct NewLink {
    /// For whom.
    pub nome: String,
    /// Permission.
    pub role: Role,
    /// Scope.
    pub scope: Scope,
    /// SHA-256 of the token in the link.
    pub hash: [u8; 32],
    /// Until when it can be followed.
    pub expira_em: Instante,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = console_acessos)]
struct AcessoRow {
    acesso_id: i64,
    nome: String,
    papel: i16,
    aplicacao_id: Option<i32>,
    loja_id: Option<i32>,
    link_expira_em: i64,
    sessao_expira_em: Option<i64>,
    criado_em: i64,
}

fn from_row(row: AcessoRow) -> Result<Access, StoreError> {
    let role = Role::from_code(row.papel);
    Ok(Access {
        id: row.acesso_id,
        nome: row.nome,
        role: role.ok_or_else(|| StoreError::corrupt("console_acessos.papel", row.papel))?,
        scope: Scope::of(row.aplicacao_id, row.loja_id),
        link_expira_em: Instante::from_micros(row.link_expira_em),
        sessao_expira_em: row.sessao_expira_em.map(Instante::from_micros),
        criado_em: Instante::from_micros(row.criado_em),
    })
}

/// Stores a link; returns its number.
pub fn create(tx: &mut Tx<'_>, new: &NewLink) -> Result<i64, StoreError> {
    let (id, now) = (next_number(tx, Sequence::ConsoleAcessos)?, tx.now());
    let (aplicacao, loja) = new.scope.columns();
    on!(tx, c => diesel::insert_into(console_acessos::table)
        .values((
            dsl::acesso_id.eq(id),
            dsl::nome.eq(new.nome.as_str()),
            dsl::papel.eq(new.role.code()),
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::link_hash.eq(new.hash.as_slice()),
            dsl::link_expira_em.eq(new.expira_em.micros()),
            dsl::criado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(id)
}

/// Turns a link into a session, once; `None` when it is unknown, was followed before or is too old. One
/// UPDATE decides, so that of two requests at once only one succeeds.
pub fn enter(
    tx: &mut Tx<'_>,
    link: &[u8; 32],
    session: &[u8; 32],
    until: Instante,
) -> Result<Option<Access>, StoreError> {
    let now = tx.now().micros();
    let changed = on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::link_hash.eq(link.as_slice()))
        .filter(dsl::sessao_expira_em.is_null())
        .filter(dsl::link_expira_em.gt(now)))
        .set((dsl::sessao_hash.eq(session.as_slice()), dsl::sessao_expira_em.eq(until.micros())))
        .execute(c))?;
    if changed == 0 {
        return Ok(None);
    }
    by_session(tx, session)
}

/// Whose session it is; `None` when it is nobody's, or over.
pub fn find(conn: &mut Conn<'_>, session: &[u8; 32], now: Instante) -> Result<Option<Access>, StoreError> {
    let found = by_session(conn, session)?;
    Ok(found.filter(|access| access.sessao_expira_em.is_some_and(|until| until > now)))
}

fn by_session(conn: &mut Conn<'_>, session: &[u8; 32]) -> Result<Option<Access>, StoreError> {
    let row: Option<AcessoRow> = on!(conn, c => console_acessos::table
        .filter(dsl::sessao_hash.eq(session.as_slice()))
        .select(AcessoRow::as_select())
        .first(c)
        .optional())?;
    row.map(from_row).transpose()
}

/// Links and sessions that still open something, the latest first.
pub fn list(conn: &mut Conn<'_>, now: Instante) -> Result<Vec<Access>, StoreError> {
    let rows: Vec<AcessoRow> = on!(conn, c => console_acessos::table
        .filter(dsl::sessao_expira_em.gt(now.micros())
            .or(dsl::sessao_expira_em.is_null().and(dsl::link_expira_em.gt(now.micros()))))
        .order(dsl::acesso_id.desc())
        .limit(SHOWN)
        .select(AcessoRow::as_select())
        .load(c))?;
    rows.into_iter().map(from_row).collect()
}

/// Whether the session of this number still lasts.
pub fn is_open(conn: &mut Conn<'_>, id: i64, now: Instante) -> Result<bool, StoreError> {
    let found: Option<i64> = on!(conn, c => console_acessos::table
        .filter(dsl::acesso_id.eq(id))
        .filter(dsl::sessao_expira_em.gt(now.micros()))
        .select(dsl::acesso_id)
        .first(c)
        .optional())?;
    Ok(found.is_some())
}

/// Ends a link or a session now; false when there is none of this number that opens anything.
pub fn end(tx: &mut Tx<'_>, id: i64) -> Result<bool, StoreError> {
    let now = tx.now().micros();
    let ended = on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::acesso_id.eq(id))
        .filter(dsl::sessao_expira_em.is_null().or(dsl::sessao_expira_em.gt(now))))
        .set((dsl::link_expira_em.eq(now), dsl::sessao_expira_em.eq(now)))
        .execute(c))?;
    Ok(ended == 1)
}

/// Deletes links and sessions that ended a week ago; the record of their acts stays.
pub fn purge(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let before = tx.now().plus_seconds(-KEPT_SECONDS).micros();
    Ok(on!(tx, c => diesel::delete(console_acessos::table
        .filter(dsl::link_expira_em.lt(before))
        .filter(dsl::sessao_expira_em.is_null().or(dsl::sessao_expira_em.lt(before))))
        .execute(c))?)
}
