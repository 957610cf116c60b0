//! Persons of the console: who they are, what they may do, and what they show it by. Of passwords and links
//! only hashes are stored, and the secret of the second factor is sealed.

use diesel::prelude::*;
use domain::console::Role;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::scope::{Scope, within};
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::aplicacoes;
use crate::base::schema::console_pessoas::{self, dsl};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, Place, StoreError, Tx, on};

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pessoa {
    /// Their number.
    pub id: i64,
    /// Their name.
    pub nome: String,
    /// Their e-mail, in small letters; no other person has it.
    pub email: String,
    /// Permission.
    pub role: Role,
    /// Scope.
    pub scope: Scope,
    /// False = they do not get in.
    pub ativo: bool,
    /// The hash of their password; `None` = they have set none yet.
    pub senha: Option<String>,
    /// Who they are at a provider, as [`bind`] got it; `None` = they have not signed in by one.
    pub identidade: Option<String>,
    /// Until when their link sets a password.
    pub convite_expira_em: Option<Instante>,
    /// Whether they have a second factor.
    pub segundo_fator: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = console_pessoas)]
struct PessoaRow {
    pessoa_id: i64,
    nome: String,
    email: String,
    senha: Option<String>,
    identidade: Option<String>,
    papel: i16,
    aplicacao_id: Option<i32>,
    loja_id: Option<i32>,
    ativo: bool,
    convite_expira_em: Option<i64>,
    segundo_fator: Option<String>,
}

fn from_row(row: PessoaRow) -> Result<Pessoa, StoreError> {
    let role = Role::from_code(row.papel);
    Ok(Pessoa {
        id: row.pessoa_id,
        nome: row.nome,
        email: row.email,
        role: role.ok_or_else(|| StoreError::corrupt("console_pessoas.papel", row.papel))?,
        scope: Scope::of(row.aplicacao_id, row.loja_id),
        ativo: row.ativo,
        senha: row.senha,
        identidade: row.identidade,
        convite_expira_em: row.convite_expira_em.map(Instante::from_micros),
        segundo_fator: row.segundo_fator.is_some(),
    })
}

macro_rules! one {
    ($conn:expr, $condition:expr) => {{
        let row: Option<PessoaRow> = on!($conn, c => console_pessoas::table
            .filter($condition)
            .select(PessoaRow::as_select())
            .first(c)
            .optional())?;
        row.map(from_row).transpose()
    }};
}

/// True while there is neither a person nor an application.
pub fn is_fresh(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    let application: bool = on!(conn, c =>
        diesel::select(diesel::dsl::exists(aplicacoes::table.select(aplicacoes::id))).get_result(c))?;
    Ok(!application && !any(conn)?)
}

/// Keeps others who would begin a fresh hub, and who would change what persons may do, waiting.
pub fn exclusive(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.exclusive("pessoas", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")
}

/// Whether there is any person.
pub fn any(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    Ok(on!(conn, c =>
        diesel::select(diesel::dsl::exists(console_pessoas::table.select(dsl::pessoa_id))).get_result(c))?)
}

/// The person of a number.
pub fn find(conn: &mut Conn<'_>, id: i64) -> Result<Option<Pessoa>, StoreError> {
    one!(conn, dsl::pessoa_id.eq(id))
}

/// The person of an e-mail.
pub fn of_email(conn: &mut Conn<'_>, email: &str) -> Result<Option<Pessoa>, StoreError> {
    one!(conn, dsl::email.eq(email))
}

/// The person whom a provider knows by this name.
pub fn of_identity(conn: &mut Conn<'_>, identidade: &str) -> Result<Option<Pessoa>, StoreError> {
    one!(conn, dsl::identidade.eq(identidade))
}

/// The person whose link sets a password now.
pub fn invited(conn: &mut Conn<'_>, link: &[u8; 32], now: Instante) -> Result<Option<Pessoa>, StoreError> {
    let found = one!(conn, dsl::convite_hash.eq(link.as_slice()))?;
    Ok(found.filter(|one| one.ativo && one.convite_expira_em.is_some_and(|until| until > now)))
}

/// The persons whose scopes a scope covers, in the order of their creation.
pub fn list(conn: &mut Conn<'_>, scope: Scope, page: PageRequest) -> Result<Page<Pessoa>, StoreError> {
    let (rows, total): (Vec<PessoaRow>, i64) = on!(conn, c => {
        let its = || within!(console_pessoas, scope);
        let mut q = its();
        if let Some([after, _]) = page.after() {
            q = q.filter(dsl::pessoa_id.gt(after));
        }
        let rows = q
            .order(dsl::pessoa_id)
            .select(PessoaRow::as_select())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, its().count().get_result(c)?)
    });
    page.page(rows, total, |row| [row.pessoa_id, 0], from_row)
}

/// Stores a person without a password; `None` when another one has the e-mail.
pub fn create(
    tx: &mut Tx<'_>,
    (nome, email): (&str, &str),
    (role, scope): (Role, Scope),
) -> Result<Option<Pessoa>, StoreError> {
    let (id, now) = (next_number(tx, Sequence::ConsolePessoas)?, tx.now());
    let (aplicacao, loja) = scope.columns();
    on!(tx, c => diesel::insert_into(console_pessoas::table)
        .values((
            dsl::pessoa_id.eq(id),
            dsl::nome.eq(nome),
            dsl::email.eq(email),
            dsl::papel.eq(role.code()),
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::ativo.eq(true),
            dsl::codigo_passo.eq(0),
            dsl::reservas.eq(""),
            dsl::criado_em.eq(now.micros()),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    find(tx, id)
}

/// Gives a person a link that sets a password, in the place of the one before.
pub fn invite(tx: &mut Tx<'_>, id: i64, link: &[u8; 32], until: Instante) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(console_pessoas::table.find(id))
        .set((dsl::convite_hash.eq(link.as_slice()), dsl::convite_expira_em.eq(until.micros())))
        .execute(c))?;
    Ok(())
}

/// Sets a password by a link, once. One UPDATE decides, so that of two requests at once only one succeeds. Who they were at
/// a provider is forgotten: a link is for whoever has it, from the beginning.
pub fn accept(tx: &mut Tx<'_>, link: &[u8; 32], senha: &str) -> Result<Option<Pessoa>, StoreError> {
    let now = tx.now();
    let Some(one) = invited(tx, link, now)? else { return Ok(None) };
    let changed = on!(tx, c => diesel::update(console_pessoas::table
        .filter(dsl::convite_hash.eq(link.as_slice()))
        .filter(dsl::convite_expira_em.gt(now.micros()))
        .filter(dsl::ativo.eq(true)))
        .set((
            dsl::senha.eq(senha),
            dsl::identidade.eq(None::<String>),
            dsl::convite_hash.eq(None::<Vec<u8>>),
            dsl::convite_expira_em.eq(None::<i64>),
        ))
        .execute(c))?;
    if changed == 0 { Ok(None) } else { find(tx, one.id) }
}

/// Sets a password. A link to set one by opens nothing from then on.
pub fn set_password(tx: &mut Tx<'_>, id: i64, senha: &str) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(console_pessoas::table.find(id))
        .set((
            dsl::senha.eq(senha),
            dsl::convite_hash.eq(None::<Vec<u8>>),
            dsl::convite_expira_em.eq(None::<i64>),
        ))
        .execute(c))?;
    Ok(())
}

/// Stores who a person is at a provider: its issuer, a blank, and its `sub` for them. It takes the place of their password,
/// and their link opens nothing from then on. False when nobody would be left who decides about the whole hub and has a
/// password, since a provider may be away; nothing is changed then. To be called under [`exclusive`], when nobody else
/// [has it](of_identity).
pub fn bind(tx: &mut Tx<'_>, one: &Pessoa, identidade: &str) -> Result<bool, StoreError> {
    if decides(one) && !others_decide(tx, one.id)? {
        return Ok(false);
    }
    on!(tx, c => diesel::update(console_pessoas::table.find(one.id))
        .set((
            dsl::identidade.eq(identidade),
            dsl::senha.eq(None::<String>),
            dsl::convite_hash.eq(None::<Vec<u8>>),
            dsl::convite_expira_em.eq(None::<i64>),
        ))
        .execute(c))?;
    Ok(true)
}

/// Whether somebody decides about the whole hub and gets in whatever becomes of a provider.
fn decides(one: &Pessoa) -> bool {
    one.ativo && one.senha.is_some() && (one.role, one.scope) == (Role::Own, Scope::All)
}

/// Whether anybody else [does](decides).
fn others_decide(conn: &mut Conn<'_>, id: i64) -> Result<bool, StoreError> {
    let others: i64 = on!(conn, c => console_pessoas::table
        .filter(dsl::pessoa_id.ne(id))
        .filter(dsl::papel.eq(Role::Own.code()))
        .filter(dsl::aplicacao_id.is_null())
        .filter(dsl::ativo.eq(true))
        .filter(dsl::senha.is_not_null())
        .count()
        .get_result(c))?;
    Ok(others > 0)
}

/// Stores a person as they are to be: name, role, scope, and whether they get in. False when nobody would be left who decides
/// about the whole hub and has a password, since a provider may be away; nothing is changed then. To be called under
/// [`exclusive`].
pub fn change(tx: &mut Tx<'_>, new: &Pessoa) -> Result<bool, StoreError> {
    let before = find(tx, new.id)?;
    if before.is_some_and(|before| decides(&before)) && !decides(new) && !others_decide(tx, new.id)? {
        return Ok(false);
    }
    let (aplicacao, loja) = new.scope.columns();
    on!(tx, c => diesel::update(console_pessoas::table.find(new.id))
        .set((
            dsl::nome.eq(new.nome.as_str()),
            dsl::papel.eq(new.role.code()),
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::ativo.eq(new.ativo),
        ))
        .execute(c))?;
    Ok(true)
}

/// The secret of a person's second factor, as [`set_second_factor`] got it.
pub fn second_factor(conn: &mut Conn<'_>, id: i64) -> Result<Option<String>, StoreError> {
    let sealed: Option<Option<String>> = on!(conn, c => console_pessoas::table
        .find(id)
        .select(dsl::segundo_fator)
        .first(c)
        .optional())?;
    sealed.flatten().map(|sealed| conn.open(&Place::SegundoFator { pessoa: id }, &sealed)).transpose()
}

/// Switches a person's second factor on, with its secret, the last step whose code was taken and the hashes
/// of the codes for a lost phone; or off.
pub fn set_second_factor(
    tx: &mut Tx<'_>,
    id: i64,
    new: Option<(&str, i64, &[String])>,
) -> Result<(), StoreError> {
    let sealed = new.map(|(secret, ..)| tx.seal(&Place::SegundoFator { pessoa: id }, secret)).transpose()?;
    let (step, codes) = new.map_or((0, String::new()), |(_, step, codes)| (step, codes.join(" ")));
    on!(tx, c => diesel::update(console_pessoas::table.find(id))
        .set((dsl::segundo_fator.eq(sealed), dsl::codigo_passo.eq(step), dsl::reservas.eq(codes)))
        .execute(c))?;
    Ok(())
}

/// Takes the code of a step; false when it, or a later one, was taken before.
pub fn take_step(tx: &mut Tx<'_>, id: i64, step: i64) -> Result<bool, StoreError> {
    let changed = on!(tx, c => diesel::update(console_pessoas::table
        .filter(dsl::pessoa_id.eq(id))
        .filter(dsl::codigo_passo.lt(step)))
        .set(dsl::codigo_passo.eq(step))
        .execute(c))?;
    Ok(changed == 1)
}

/// Takes one of the codes for a lost phone, by its hash; false when there is none such.
pub fn take_reserve(tx: &mut Tx<'_>, id: i64, hash: &str) -> Result<bool, StoreError> {
    let before = reserves(tx, id)?;
    let left: Vec<&str> = before.split(' ').filter(|one| *one != hash).collect();
    let left = left.join(" ");
    if left == before {
        return Ok(false);
    }
    // of two at once one finds others than it has read
    let changed = on!(tx, c => diesel::update(console_pessoas::table
        .filter(dsl::pessoa_id.eq(id))
        .filter(dsl::reservas.eq(before.as_str())))
        .set(dsl::reservas.eq(left))
        .execute(c))?;
    Ok(changed == 1)
}

fn reserves(conn: &mut Conn<'_>, id: i64) -> Result<String, StoreError> {
    let found: Option<String> = on!(conn, c =>
        console_pessoas::table.find(id).select(dsl::reservas).first(c).optional())?;
    Ok(found.unwrap_or_default())
}

/// How many codes for a lost phone a person has left.
pub fn reserves_left(conn: &mut Conn<'_>, id: i64) -> Result<usize, StoreError> {
    Ok(reserves(conn, id)?.split_whitespace().count())
}
