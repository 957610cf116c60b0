//! Access to the console: a link that is followed once, and the session that it becomes; and the sessions of
//! persons. Neither is stored, only their hashes.

use diesel::prelude::*;
use domain::console::Role;
use domain::values::dates::Instante;

use super::pessoas::Pessoa;
pub use super::scope::Scope;
use crate::base::schema::console_acessos::{self, dsl};
use crate::base::schema::console_pessoas;
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, on};

/// Accesses that a list shows, the latest ones.
const SHOWN: i64 = 200;

/// How long an access is kept that opens nothing any more.
const KEPT_SECONDS: i64 = 7 * 86_400;

/// How long a person's session lasts without being used.
pub const IDLE_SECONDS: i64 = 3 * 86_400;

/// How long it lasts at most.
pub const PERSON_SECONDS: i64 = 30 * 86_400;

/// A session that is used is made longer once in so many seconds.
const RENEWED_SECONDS: i64 = 3600;

/// Somebody's access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// Its number.
    pub id: i64,
    /// The person whose session it is; `None` = it came by a link.
    pub pessoa: Option<i64>,
    /// Whose it is: the person's name, or as the operator wrote it.
    pub nome: String,
    /// Permission.
    pub role: Role,
    /// Scope.
    pub scope: Scope,
    /// Whether it is of a person with a second factor.
    pub segundo_fator: bool,
    /// Whether it is of a person with a password: others have come by a provider, or by a link.
    pub com_senha: bool,
    /// The browser that it was begun in; empty where that is not known.
    pub navegador: String,
    /// Until when the link can be followed.
    pub link_expira_em: Instante,
    /// Until when the session lasts; `None` = the link has not been followed.
    pub sessao_expira_em: Option<Instante>,
    /// When the link was made, or a person signed in.
    pub criado_em: Instante,
}

impl Access {
    /// Until when it lasts now that it is used, where that is worth being written down.
    pub fn renewed(&self, now: Instante) -> Option<Instante> {
        let until = self.sessao_expira_em.filter(|_| self.pessoa.is_some())?;
        let then = now.plus_seconds(IDLE_SECONDS).min(self.criado_em.plus_seconds(PERSON_SECONDS));
        (then > until.plus_seconds(RENEWED_SECONDS)).then_some(then)
    }
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
    pessoa_id: Option<i64>,
    nome: String,
    papel: i16,
    aplicacao_id: Option<i32>,
    loja_id: Option<i32>,
    link_expira_em: i64,
    sessao_expira_em: Option<i64>,
    navegador: String,
    criado_em: i64,
}

/// What counts of a person, whatever it was when the session began.
#[derive(Queryable, Selectable)]
#[diesel(table_name = console_pessoas)]
struct DeQuem {
    nome: String,
    papel: i16,
    aplicacao_id: Option<i32>,
    loja_id: Option<i32>,
    ativo: bool,
    senha: Option<String>,
    segundo_fator: Option<String>,
}

macro_rules! with_person {
    () => {
        console_acessos::table
            .left_join(console_pessoas::table.on(dsl::pessoa_id.eq(console_pessoas::pessoa_id.nullable())))
            .select((AcessoRow::as_select(), Option::<DeQuem>::as_select()))
    };
}

/// `None` for the access of a person who is gone or switched off.
fn from_row((row, person): (AcessoRow, Option<DeQuem>)) -> Result<Option<Access>, StoreError> {
    let (nome, papel, scope, has) = match (row.pessoa_id, person) {
        (None, _) => (row.nome, row.papel, Scope::of(row.aplicacao_id, row.loja_id), (false, false)),
        (Some(_), Some(one)) if one.ativo => {
            let has = (one.segundo_fator.is_some(), one.senha.is_some());
            (one.nome, one.papel, Scope::of(one.aplicacao_id, one.loja_id), has)
        }
        (Some(_), _) => return Ok(None),
    };
    Ok(Some(Access {
        id: row.acesso_id,
        pessoa: row.pessoa_id,
        nome,
        role: Role::from_code(papel).ok_or_else(|| StoreError::corrupt("console_acessos.papel", papel))?,
        scope,
        segundo_fator: has.0,
        com_senha: has.1,
        navegador: row.navegador,
        link_expira_em: Instante::from_micros(row.link_expira_em),
        sessao_expira_em: row.sessao_expira_em.map(Instante::from_micros),
        criado_em: Instante::from_micros(row.criado_em),
    }))
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
            dsl::navegador.eq(""),
            dsl::criado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(id)
}

/// What a person's acts are written down by where there is no session yet.
pub fn unopened(pessoa: &Pessoa, now: Instante) -> Access {
    let nobody = nobody(&pessoa.nome, pessoa.scope, now);
    let (segundo_fator, com_senha) = (pessoa.segundo_fator, pessoa.senha.is_some());
    Access { pessoa: Some(pessoa.id), role: pessoa.role, segundo_fator, com_senha, ..nobody }
}

/// What the operator's acts are written down by, who has no session.
pub fn nobody(nome: &str, scope: Scope, now: Instante) -> Access {
    Access {
        id: 0,
        pessoa: None,
        nome: nome.to_owned(),
        role: Role::Own,
        scope,
        segundo_fator: false,
        com_senha: false,
        navegador: String::new(),
        link_expira_em: now,
        sessao_expira_em: None,
        criado_em: now,
    }
}

/// Begins a session of a person who has shown who they are.
pub fn begin(
    tx: &mut Tx<'_>,
    pessoa: &Pessoa,
    session: &[u8; 32],
    navegador: &str,
) -> Result<Option<Access>, StoreError> {
    let until = tx.now().plus_seconds(IDLE_SECONDS);
    insert(tx, pessoa, (None, tx.now()), (Some(session), Some(until)), navegador)?;
    by_session(tx, session)
}

/// Stores a link that becomes a session of a person once they have shown their second factor.
pub fn await_code(
    tx: &mut Tx<'_>,
    pessoa: &Pessoa,
    link: &[u8; 32],
    until: Instante,
) -> Result<(), StoreError> {
    insert(tx, pessoa, (Some(link), until), (None, None), "")
}

fn insert(
    tx: &mut Tx<'_>,
    pessoa: &Pessoa,
    (link, link_until): (Option<&[u8; 32]>, Instante),
    (session, until): (Option<&[u8; 32]>, Option<Instante>),
    navegador: &str,
) -> Result<(), StoreError> {
    let (id, now) = (next_number(tx, Sequence::ConsoleAcessos)?, tx.now());
    let (aplicacao, loja) = pessoa.scope.columns();
    on!(tx, c => diesel::insert_into(console_acessos::table)
        .values((
            dsl::acesso_id.eq(id),
            dsl::pessoa_id.eq(pessoa.id),
            dsl::nome.eq(pessoa.nome.as_str()),
            dsl::papel.eq(pessoa.role.code()),
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::link_hash.eq(link.map(<[u8; 32]>::as_slice)),
            dsl::link_expira_em.eq(link_until.micros()),
            dsl::sessao_hash.eq(session.map(<[u8; 32]>::as_slice)),
            dsl::sessao_expira_em.eq(until.map(Instante::micros)),
            dsl::navegador.eq(navegador),
            dsl::criado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(())
}

/// The person whose second factor a link waits for.
pub fn awaited(conn: &mut Conn<'_>, link: &[u8; 32], now: Instante) -> Result<Option<i64>, StoreError> {
    let found: Option<Option<i64>> = on!(conn, c => console_acessos::table
        .filter(dsl::link_hash.eq(link.as_slice()))
        .filter(dsl::sessao_expira_em.is_null())
        .filter(dsl::link_expira_em.gt(now.micros()))
        .select(dsl::pessoa_id)
        .first(c)
        .optional())?;
    Ok(found.flatten())
}

/// Turns the link of a person who has shown their second factor into a session, once.
pub fn complete(
    tx: &mut Tx<'_>,
    link: &[u8; 32],
    session: &[u8; 32],
    navegador: &str,
) -> Result<Option<Access>, StoreError> {
    let (now, until) = (tx.now(), tx.now().plus_seconds(IDLE_SECONDS));
    let changed = on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::link_hash.eq(link.as_slice()))
        .filter(dsl::pessoa_id.is_not_null())
        .filter(dsl::sessao_expira_em.is_null())
        .filter(dsl::link_expira_em.gt(now.micros())))
        .set((
            dsl::sessao_hash.eq(session.as_slice()),
            dsl::sessao_expira_em.eq(until.micros()),
            dsl::navegador.eq(navegador),
        ))
        .execute(c))?;
    if changed == 0 { Ok(None) } else { by_session(tx, session) }
}

/// Gives a session another secret, unless it has ended: what has the one before opens nothing any more.
pub fn renew(tx: &mut Tx<'_>, id: i64, session: &[u8; 32]) -> Result<bool, StoreError> {
    let now = tx.now().micros();
    let changed = on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::acesso_id.eq(id))
        .filter(dsl::sessao_expira_em.gt(now)))
        .set(dsl::sessao_hash.eq(session.as_slice()))
        .execute(c))?;
    Ok(changed == 1)
}

/// Makes a session last longer, unless it has ended.
pub fn extend(tx: &mut Tx<'_>, id: i64, until: Instante) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::acesso_id.eq(id))
        .filter(dsl::sessao_expira_em.gt(now)))
        .set(dsl::sessao_expira_em.eq(until.micros()))
        .execute(c))?;
    Ok(())
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
        .filter(dsl::pessoa_id.is_null())
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
    let row: Option<(AcessoRow, Option<DeQuem>)> = on!(conn, c => with_person!()
        .filter(dsl::sessao_hash.eq(session.as_slice()))
        .first(c)
        .optional())?;
    Ok(row.map(from_row).transpose()?.flatten())
}

/// Links and sessions that still open something, the latest first; those that a scope covers.
pub fn list(conn: &mut Conn<'_>, scope: Scope, now: Instante) -> Result<Vec<Access>, StoreError> {
    let (mut all, mut before) = (Vec::new(), i64::MAX);
    // those of other scopes and of persons who are switched off are not among the first ones
    while all.len() < SHOWN as usize {
        let rows: Vec<(AcessoRow, Option<DeQuem>)> = on!(conn, c => with_person!()
            .filter(dsl::acesso_id.lt(before))
            .filter(dsl::sessao_expira_em.gt(now.micros()).or(dsl::sessao_expira_em
                .is_null()
                .and(dsl::pessoa_id.is_null())
                .and(dsl::link_expira_em.gt(now.micros()))))
            .order(dsl::acesso_id.desc())
            .limit(SHOWN)
            .load(c))?;
        let Some((last, _)) = rows.last() else { break };
        before = last.acesso_id;
        for row in rows {
            all.extend(from_row(row)?.filter(|one| scope.covers(one.scope)));
        }
    }
    Ok(all)
}

/// The sessions of a person that last, the latest first.
pub fn of_person(conn: &mut Conn<'_>, pessoa: i64, now: Instante) -> Result<Vec<Access>, StoreError> {
    let rows: Vec<(AcessoRow, Option<DeQuem>)> = on!(conn, c => with_person!()
        .filter(dsl::pessoa_id.eq(pessoa))
        .filter(dsl::sessao_expira_em.gt(now.micros()))
        .order(dsl::acesso_id.desc())
        .limit(SHOWN)
        .load(c))?;
    let found: Result<Vec<_>, StoreError> = rows.into_iter().map(from_row).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The link or session of a number that still opens something.
pub fn open(conn: &mut Conn<'_>, id: i64, now: Instante) -> Result<Option<Access>, StoreError> {
    let row: Option<(AcessoRow, Option<DeQuem>)> = on!(conn, c => with_person!()
        .filter(dsl::acesso_id.eq(id))
        .filter(dsl::sessao_expira_em.is_null().or(dsl::sessao_expira_em.gt(now.micros())))
        .first(c)
        .optional())?;
    Ok(row.map(from_row).transpose()?.flatten())
}

/// Ends what a person has open, but the session of one number.
pub fn end_all_of(tx: &mut Tx<'_>, pessoa: i64, but: Option<i64>) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(console_acessos::table
        .filter(dsl::pessoa_id.eq(pessoa))
        .filter(dsl::acesso_id.ne(but.unwrap_or(0)))
        .filter(dsl::sessao_expira_em.is_null().or(dsl::sessao_expira_em.gt(now))))
        .set((dsl::link_expira_em.eq(now), dsl::sessao_expira_em.eq(now)))
        .execute(c))?;
    Ok(())
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
