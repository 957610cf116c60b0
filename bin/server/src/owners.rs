//! Owners of keys: applications by name, stores by application and user.

use anyhow::{Result, anyhow, bail};
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::api_keys;
use store::tokens::{self, NewToken, TokenKind};
use store::{Store, aplicacoes, usuarios};

use crate::quantity::Span;
use crate::usage::usage;

/// The application of a name; an error that says what to do when there is none.
pub fn existing_application(store: &Store, name: &str) -> Result<AplicacaoId> {
    match store.read_blocking(|conn| anyhow::Ok(aplicacoes::find(conn, name)?))? {
        Some(app) => Ok(app.id),
        None => bail!(
            "there is no application named {name:?}: `server app list` shows the names, \
             `server app create {name:?}` creates it"
        ),
    }
}

/// The application of a name, created when there is none.
pub fn existing_or_new_application(store: &Store, name: &str) -> Result<AplicacaoId> {
    let name = checked_name(name)?.to_owned();
    store.write_blocking(move |tx| {
        if let Some(app) = aplicacoes::find(tx, &name)? {
            return Ok(app.id);
        }
        match aplicacoes::create(tx, &name)? {
            Some(app) => Ok(app.id),
            // somebody else was faster
            None => aplicacoes::find(tx, &name)?
                .map(|app| app.id)
                .ok_or_else(|| anyhow!("the application {name:?} came and went: try again")),
        }
    })
}

/// The name of an application without the space around it, when it is one that an application may have.
pub fn checked_name(name: &str) -> Result<&str> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > 100 || name.chars().any(char::is_control) {
        return Err(usage("the name of an application must have 1 to 100 printable characters"));
    }
    Ok(name)
}

/// The store of an application; an error that says what to do when there is none.
pub fn existing_store(store: &Store, app: &str, user: &str) -> Result<LojaId> {
    let application = existing_application(store, app)?;
    let user_id = UsuarioId::parse(user).map_err(|e| usage(format!("the usuarioId {user:?} {e}")))?;
    match store.read_blocking(|conn| anyhow::Ok(usuarios::resolve(conn, application, &user_id)?))? {
        Some(found) => Ok(found.id),
        None => bail!(
            "the application {app:?} has no user {user:?}: the application creates it with POST /Usuario"
        ),
    }
}

/// Creates a key of an application, or of one of its stores when `owner` is given, and answers it: it is
/// stored as a hash alone.
pub fn create_key(
    store: &Store,
    application: AplicacaoId,
    owner: Option<LojaId>,
    label: String,
    expires: Option<Span>,
) -> Result<String> {
    check_expiry(expires)?;
    let (key, row) = draw_key(application, owner, label)?;
    store.write_blocking(move |tx| {
        let expira_em = expires.map(|span| tx.now().plus_seconds(span.signed_seconds()));
        tokens::create(tx, &NewToken { expira_em, ..row.clone() })?;
        anyhow::Ok(())
    })?;
    Ok(key)
}

/// Refuses a key that would open nothing.
pub fn check_expiry(expires: Option<Span>) -> Result<()> {
    match expires {
        Some(span) if span.seconds() == 0 => {
            Err(usage("--expires: a key that has expired already opens nothing: write e.g. 90d"))
        }
        _ => Ok(()),
    }
}

/// A new key and the row that stands for it, not stored yet.
pub fn draw_key(
    application: AplicacaoId,
    owner: Option<LojaId>,
    label: String,
) -> Result<(String, NewToken)> {
    let kind = if owner.is_some() { TokenKind::Loja } else { TokenKind::Aplicacao };
    let (key, hash) = api_keys::generate(kind)?;
    Ok((key, NewToken { aplicacao: application, loja: owner, rotulo: label, hash, expira_em: None }))
}
