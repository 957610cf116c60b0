//! Care for secrets at rest: the key file at the start, the check of all that is sealed, another key for it
//! (`docs/decisions/0039-secrets-at-rest.md`).

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::inscricao::Registration;
use domain::notificacao::Segredo;
use domain::values::ids::AplicacaoId;

use crate::accounts::idempotencia::{self, IdempotencyKey};
use crate::accounts::pessoas;
use crate::base::schema::{
    canais as channels, conexoes, console_pessoas as persons, idempotencia as answers, notificacoes,
};
use crate::base::{Conn, Place, StoreError, Tx, is_sealed, key_of, on, to_json};
use crate::catalogue::canais;
use crate::store::Store;

/// Values that one transaction seals anew.
const AT_ONCE: usize = 100;
/// Looks through everything that a change of keys takes at most: other servers may be writing.
const PASSES: usize = 5;
/// Channels and notifications whose values are tried at a start.
const TRIED: i64 = 1;

/// What is sealed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Values that open, by the name of their key.
    pub opened: BTreeMap<String, u64>,
    /// Why others do not, a sentence each.
    pub wrong: Vec<String>,
    /// The key that seals; `None` = the key file cannot be used.
    pub first: Option<String>,
}

/// Opens everything that is sealed.
pub fn examine(conn: &mut Conn<'_>) -> Result<Tally, StoreError> {
    let mut tally = Tally { first: conn.secrets().first().ok(), ..Tally::default() };
    for place in places(conn, None)? {
        let Some(text) = stored(conn, &place)? else { continue };
        match conn.secrets().open(&place, &text) {
            Ok(_) => *tally.opened.entry(key_of(&text).unwrap_or_default()).or_default() += 1,
            Err(error) => tally.wrong.push(error.to_string()),
        }
    }
    Ok(tally)
}

impl Store {
    /// Sees that what is sealed can be opened: a channel and a notification are tried. Makes the key file where
    /// nothing is sealed yet and the file is not there. [`Store::migrate`] does it.
    pub(crate) fn prepare_secrets(&self) -> Result<(), StoreError> {
        let any = self.read_blocking(|conn| {
            let places = places(conn, Some(TRIED))?;
            for place in &places {
                if let Some(text) = stored(conn, place)? {
                    conn.open(place, &text)?;
                }
            }
            Ok::<_, StoreError>(!places.is_empty())
        })?;
        let secrets = self.secrets();
        let Some(path) = secrets.path() else { return Ok(()) };
        if !any && secrets.make_file()? {
            tracing::warn!(
                file = %path.display(),
                "a key file was made: keep a copy of it apart from the backups, which are not whole without it"
            );
        }
        secrets.first()?;
        if secrets.is_exposed() {
            tracing::warn!(file = %path.display(), "others can read the key file: chmod 600");
        }
        Ok(())
    }

    /// Puts a new key in front of the key file.
    pub fn add_secrets_key(&self) -> Result<(), StoreError> {
        Ok(self.secrets().add_key()?)
    }

    /// Gives up what does not open, for when its key is lost: channels lose their settings, connections their access,
    /// subscriptions their forms, notifications get secrets that nobody knows, persons lose their second factor, kept answers
    /// go. A key file that is not there is made. Returns how many values.
    pub fn discard_secrets(&self) -> Result<u64, StoreError> {
        if self.secrets().path().is_some() {
            self.secrets().make_file()?;
        }
        let mut discarded = 0;
        for place in self.read_blocking(|conn| places(conn, None))? {
            discarded += u64::from(self.write_blocking(move |tx| discard(tx, &place))?);
        }
        Ok(discarded)
    }

    /// Seals everything with the first key that is sealed with another one; returns how many values. Others may
    /// write meanwhile. What is done stays done when it ends early.
    pub fn reseal_secrets(&self, progress: &mut dyn FnMut(u64)) -> Result<u64, StoreError> {
        let mut resealed = 0;
        for _ in 0..PASSES {
            let before = resealed;
            let places = self.read_blocking(|conn| places(conn, None))?;
            for some in places.chunks(AT_ONCE) {
                let some = some.to_vec();
                let now = self.write_blocking(move |tx| reseal(tx, &some))?;
                progress(now);
                resealed += now;
            }
            if resealed == before {
                break;
            }
        }
        Ok(resealed)
    }
}

/// Puts something usable where a value does not open; false when it opens or is gone.
fn discard(tx: &mut Tx<'_>, place: &Place) -> Result<bool, StoreError> {
    let Some(text) = stored(tx, place)? else { return Ok(false) };
    // a file that cannot be read at the moment is no reason
    tx.secrets().first()?;
    if tx.secrets().open(place, &text).is_ok() {
        return Ok(false);
    }
    let new = match place {
        Place::Configuracoes { .. } => canais::NO_SETTINGS.to_owned(),
        // somebody has to consent anew
        Place::Acesso { .. } => tx.seal(place, "")?,
        Place::Segredo { .. } | Place::SegredoAnterior { .. } => {
            tx.seal(place, &Segredo::new(rand::random()).text())?
        }
        Place::Cadastro { .. } => tx.seal(place, &to_json(&Registration::default())?)?,
        // they sign in by their password alone until they switch it on anew
        Place::SegundoFator { pessoa } => {
            pessoas::set_second_factor(tx, *pessoa, None)?;
            return Ok(true);
        }
        Place::Resposta { aplicacao, token, chave } => {
            let aplicacao = AplicacaoId(*aplicacao);
            let key = IdempotencyKey { aplicacao, token_id: *token, texto: chave.clone() };
            return Ok(idempotencia::forget(tx, &[key])? > 0);
        }
    };
    Ok(replace(tx, place, &text, &new)? > 0)
}

/// Seals some values with the first key.
fn reseal(tx: &mut Tx<'_>, places: &[Place]) -> Result<u64, StoreError> {
    let first = tx.secrets().first()?;
    let mut resealed = 0;
    for place in places {
        let Some(text) = stored(tx, place)? else { continue };
        if key_of(&text).as_ref() == Some(&first) {
            continue;
        }
        let new = tx.seal(place, &tx.open(place, &text)?)?;
        resealed += replace(tx, place, &text, &new)? as u64;
    }
    Ok(resealed)
}

/// Where sealed values stand: all of them, or some in channels and notifications.
fn places(conn: &mut Conn<'_>, some: Option<i64>) -> Result<Vec<Place>, StoreError> {
    let limit = some.unwrap_or(i64::MAX);
    let of_channels: Vec<(i32, i32, i32)> = on!(conn, c => channels::table
        .filter(channels::configuracoes.like(SEALED))
        .select((channels::aplicacao_id, channels::loja_id, channels::canal_num))
        .limit(limit)
        .load(c))?;
    let of_connections: Vec<(i32, i32, i32)> = on!(conn, c => conexoes::table
        .filter(conexoes::acesso.is_not_null())
        .select((conexoes::aplicacao_id, conexoes::loja_id, conexoes::canal_num))
        .limit(limit)
        .load(c))?;
    let of_notifications: Vec<(i32, i64, bool, bool)> = on!(conn, c => notificacoes::table
        .select((
            notificacoes::aplicacao_id,
            notificacoes::notificacao_id,
            notificacoes::segredo_anterior.is_not_null(),
            notificacoes::cadastro.is_not_null(),
        ))
        .limit(limit)
        .load(c))?;
    let of_persons: Vec<i64> = on!(conn, c => persons::table
        .filter(persons::segundo_fator.is_not_null())
        .select(persons::pessoa_id)
        .limit(limit)
        .load(c))?;
    // among many answers few are sealed: some cannot be found without reading all
    let of_answers: Vec<(i32, i64, String)> = match some {
        Some(_) => Vec::new(),
        None => on!(conn, c => answers::table
            .filter(answers::cabecalhos.like(SEALED))
            .select((answers::aplicacao_id, answers::token_id, answers::chave))
            .load(c))?,
    };
    let of_channels = of_channels.into_iter().map(|(aplicacao, loja, canal)| Place::Configuracoes {
        aplicacao,
        loja,
        canal,
    });
    let of_connections =
        of_connections.into_iter().map(|(aplicacao, loja, canal)| Place::Acesso { aplicacao, loja, canal });
    let of_notifications = of_notifications.into_iter().flat_map(|(aplicacao, notificacao, before, form)| {
        let before = before.then_some(Place::SegredoAnterior { aplicacao, notificacao });
        let form = form.then_some(Place::Cadastro { aplicacao, notificacao });
        [Some(Place::Segredo { aplicacao, notificacao }), before, form].into_iter().flatten()
    });
    let of_answers =
        of_answers.into_iter().map(|(aplicacao, token, chave)| Place::Resposta { aplicacao, token, chave });
    let of_persons = of_persons.into_iter().map(|pessoa| Place::SegundoFator { pessoa });
    Ok(of_channels
        .chain(of_connections)
        .chain(of_notifications)
        .chain(of_persons)
        .chain(of_answers)
        .collect())
}

/// The pattern of sealed values.
const SEALED: &str = "sealed:%";

/// The text at a place; `None` when nothing sealed is there any more.
fn stored(conn: &mut Conn<'_>, place: &Place) -> Result<Option<String>, StoreError> {
    let found: Option<Option<String>> = match place {
        Place::Configuracoes { aplicacao, loja, canal } => on!(conn, c => channels::table
            .find((aplicacao, loja, canal))
            .select(channels::configuracoes.nullable())
            .first(c)
            .optional())?,
        Place::Acesso { aplicacao, loja, canal } => on!(conn, c => conexoes::table
            .find((aplicacao, loja, canal))
            .select(conexoes::acesso)
            .first(c)
            .optional())?,
        Place::Segredo { aplicacao, notificacao } => on!(conn, c => notificacoes::table
            .find((aplicacao, notificacao))
            .select(notificacoes::segredo.nullable())
            .first(c)
            .optional())?,
        Place::SegredoAnterior { aplicacao, notificacao } => on!(conn, c => notificacoes::table
            .find((aplicacao, notificacao))
            .select(notificacoes::segredo_anterior)
            .first(c)
            .optional())?,
        Place::Cadastro { aplicacao, notificacao } => on!(conn, c => notificacoes::table
            .find((aplicacao, notificacao))
            .select(notificacoes::cadastro)
            .first(c)
            .optional())?,
        Place::Resposta { aplicacao, token, chave } => on!(conn, c => answers::table
            .find((aplicacao, token, chave))
            .select(answers::cabecalhos.nullable())
            .first(c)
            .optional())?,
        Place::SegundoFator { pessoa } => on!(conn, c => persons::table
            .find(pessoa)
            .select(persons::segundo_fator)
            .first(c)
            .optional())?,
    };
    // an answer or settings in the clear may have taken its place; a secret never
    let clear = matches!(place, Place::Configuracoes { .. } | Place::Resposta { .. });
    Ok(found.flatten().filter(|text| !clear || is_sealed(text)))
}

/// Replaces a value, unless it was changed meanwhile.
fn replace(tx: &mut Tx<'_>, place: &Place, old: &str, new: &str) -> Result<usize, StoreError> {
    Ok(match place {
        Place::Configuracoes { aplicacao, loja, canal } => on!(tx, c => diesel::update(
            channels::table.find((aplicacao, loja, canal)).filter(channels::configuracoes.eq(old)))
            .set(channels::configuracoes.eq(new))
            .execute(c))?,
        Place::Acesso { aplicacao, loja, canal } => on!(tx, c => diesel::update(
            conexoes::table.find((aplicacao, loja, canal)).filter(conexoes::acesso.eq(old)))
            .set(conexoes::acesso.eq(new))
            .execute(c))?,
        Place::Segredo { aplicacao, notificacao } => on!(tx, c => diesel::update(
            notificacoes::table.find((aplicacao, notificacao)).filter(notificacoes::segredo.eq(old)))
            .set(notificacoes::segredo.eq(new))
            .execute(c))?,
        Place::SegredoAnterior { aplicacao, notificacao } => on!(tx, c => diesel::update(
            notificacoes::table.find((aplicacao, notificacao)).filter(notificacoes::segredo_anterior.eq(old)))
            .set(notificacoes::segredo_anterior.eq(new))
            .execute(c))?,
        Place::Cadastro { aplicacao, notificacao } => on!(tx, c => diesel::update(
            notificacoes::table.find((aplicacao, notificacao)).filter(notificacoes::cadastro.eq(old)))
            .set(notificacoes::cadastro.eq(new))
            .execute(c))?,
        Place::Resposta { aplicacao, token, chave } => on!(tx, c => diesel::update(
            answers::table.find((aplicacao, token, chave)).filter(answers::cabecalhos.eq(old)))
            .set(answers::cabecalhos.eq(new))
            .execute(c))?,
        Place::SegundoFator { pessoa } => on!(tx, c => diesel::update(
            persons::table.find(pessoa).filter(persons::segundo_fator.eq(old)))
            .set(persons::segundo_fator.eq(new))
            .execute(c))?,
    })
}
