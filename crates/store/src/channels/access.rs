//! Access of connections by OAuth: the consent that is awaited, and the tokens, sealed.
//!
//! What a consent's address carries is a random state, of which the hash alone is stored; the return of the consent uses
//! it up. Tokens are replaced only where they are still those that the new ones were got with: of two servers that
//! renew, or a renewal and a new consent, none undoes what the other has stored.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;
use domain::canal::Canal;
use domain::tipo_canal::filled;
use domain::values::dates::Instante;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::connections::{loja, random, restart};
use super::{CanalKey, Conexao, find, of_canal};
use crate::accounts::accesses;
use crate::base::schema::conexoes::{self, dsl};
use crate::base::{Conn, Place, StoreError, Tx, from_json, locked, on, to_json};

/// How long a consent may take.
const CONSENT_SECONDS: i64 = 600;

/// Tokens of a connection.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acesso {
    /// What calls are signed with.
    pub token: String,
    /// When it was got, microseconds.
    pub desde: i64,
    /// Until when it is good, microseconds; none: until it is refused.
    pub ate: Option<i64>,
    /// When it is to be renewed, microseconds.
    pub renovar_em: Option<i64>,
    /// What renews it.
    pub renovacao: Option<String>,
}

impl fmt::Debug for Acesso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acesso").field("ate", &self.ate).finish_non_exhaustive()
    }
}

/// The address at which somebody is to consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The address.
    pub address: String,
    /// Until when the return is awaited.
    pub until: Instante,
}

/// A consent that came back.
#[derive(Debug, Clone)]
pub struct Returned {
    /// The connection.
    pub conexao: Conexao,
    /// The verifier of PKCE.
    pub verifier: String,
}

fn place(key: CanalKey) -> Place {
    Place::Acesso { aplicacao: key.loja.aplicacao.0, loja: key.loja.loja, canal: key.canal }
}

fn hash(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}

/// The verifier of PKCE: what is not in the consent's address goes into it, so that who sees that address cannot make it.
fn verifier(state: &str, aviso: &str) -> String {
    hash(&format!("{state} {aviso}"))
}

/// Begins to wait for a consent, in place of one that was awaited before. `sessao`: the number of the console's access
/// that asks for it; none: an application. An error is the setting that cannot stand in the address.
pub fn ask_consent(
    tx: &mut Tx<'_>,
    (key, canal): (CanalKey, &Canal),
    address: &str,
    sessao: Option<i64>,
) -> Result<Option<Result<Consent, String>>, StoreError> {
    let aviso: Option<String> =
        on!(tx, c => of_canal!(conexoes, key).select(conexoes::aviso).first(c).optional())?;
    let Some(aviso) = aviso else { return Ok(None) };
    let state = random();
    let challenge = hash(&verifier(&state, &aviso));
    let address = filled(address, |name| match name {
        "estado" => Some(&state),
        "desafio" => Some(&challenge),
        setting => canal
            .configuracoes_adicionais
            .iter()
            .find(|one| one.codigo == setting)
            .map(|one| one.valor.trim()),
    });
    let address = match address {
        Ok(address) => address,
        Err(setting) => return Ok(Some(Err(setting.to_owned()))),
    };
    let until = tx.now().plus_seconds(CONSENT_SECONDS);
    on!(tx, c => diesel::update(of_canal!(conexoes, key))
        .set((
            dsl::consentimento_hash.eq(hash(&state)),
            dsl::consentimento_ate.eq(until.micros()),
            dsl::consentimento_sessao.eq(sessao),
        ))
        .execute(c))?;
    Ok(Some(Ok(Consent { address, until })))
}

/// Takes the consent that a state stands for, once. `None` when the state is unknown, used or too old, or when the
/// session that asked for it has ended.
pub fn take_consent(tx: &mut Tx<'_>, state: &str) -> Result<Option<Returned>, StoreError> {
    let row = conexoes::table.filter(dsl::consentimento_hash.eq(hash(state))).select((
        (dsl::aplicacao_id, dsl::loja_id, dsl::canal_num),
        dsl::aviso,
        dsl::consentimento_ate,
        dsl::consentimento_sessao,
    ));
    type Found = ((i32, i32, i32), String, Option<i64>, Option<i64>);
    let found: Option<Found> = locked!(tx, row, first).optional()?;
    let Some(((a, l, canal), aviso, until, sessao)) = found else { return Ok(None) };
    let key = CanalKey { loja: loja(a, l), canal };
    on!(tx, c => diesel::update(of_canal!(conexoes, key))
        .set((
            dsl::consentimento_hash.eq(None::<&str>),
            dsl::consentimento_ate.eq(None::<i64>),
            dsl::consentimento_sessao.eq(None::<i64>),
        ))
        .execute(c))?;
    let now = tx.now();
    if until.is_none_or(|until| until <= now.micros()) {
        return Ok(None);
    }
    if let Some(sessao) = sessao
        && !accesses::is_open(tx, sessao, now)?
    {
        return Ok(None);
    }
    let found = find(tx, key)?;
    Ok(found.map(|conexao| Returned { conexao, verifier: verifier(state, &aviso) }))
}

/// The tokens of a connection; `None` = nobody has consented, or the consent has ended.
pub fn acesso(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<Acesso>, StoreError> {
    let sealed: Option<Option<String>> =
        on!(conn, c => of_canal!(conexoes, key).select(conexoes::acesso).first(c).optional())?;
    open(conn, key, sealed.flatten())
}

fn open(conn: &Conn<'_>, key: CanalKey, sealed: Option<String>) -> Result<Option<Acesso>, StoreError> {
    let Some(sealed) = sealed else { return Ok(None) };
    let clear = conn.open(&place(key), &sealed)?;
    // what was given up by `secrets discard` is no access
    if clear.is_empty() { Ok(None) } else { from_json("conexoes.acesso", &clear).map(Some) }
}

/// Replaces tokens, unless they are no longer those of `before`: then false. `None` after: the consent has ended.
pub fn replace_acesso(
    tx: &mut Tx<'_>,
    key: CanalKey,
    before: &Acesso,
    after: Option<&Acesso>,
) -> Result<bool, StoreError> {
    let row = of_canal!(conexoes, key).select(conexoes::acesso);
    let sealed: Option<Option<String>> = locked!(tx, row, first).optional()?;
    if open(tx, key, sealed.flatten())?.as_ref() != Some(before) {
        return Ok(false);
    }
    write(tx, key, after)?;
    Ok(true)
}

fn write(tx: &mut Tx<'_>, key: CanalKey, acesso: Option<&Acesso>) -> Result<(), StoreError> {
    let sealed = acesso.map(|acesso| tx.seal(&place(key), &to_json(acesso)?)).transpose()?;
    on!(tx, c => diesel::update(of_canal!(conexoes, key))
        .set(conexoes::acesso.eq(sealed.as_deref()))
        .execute(c))?;
    Ok(())
}

/// Stores what a consent gave: the account is checked, and what is due is done, at once. Whatever a server was doing with
/// the connection meanwhile is not stored. False when the connection is gone, or bound to another account than before.
pub fn consented(
    tx: &mut Tx<'_>,
    (key, conta): (CanalKey, &str),
    acesso: &Acesso,
    fatos: &BTreeMap<String, String>,
) -> Result<bool, StoreError> {
    let changed = restart(tx, key, conta, fatos)?;
    if changed {
        write(tx, key, Some(acesso))?;
    }
    Ok(changed)
}
