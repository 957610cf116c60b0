//! Passwords: Argon2id, away from the threads that serve and a few at a time.

use std::sync::OnceLock;

use actix_web::rt::task::spawn_blocking;
use actix_web::rt::time::timeout;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use store::accesses::Scope;
use store::aplicacoes::{self, Aplicacao};
use store::lojas;
use store::paging::PageRequest;
use store::pessoas::Pessoa;

use super::form::Form;
use super::guessing::is_common;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;

/// The fields of a form that sets one.
pub const FIELDS: [&str; 2] = ["senha", "repetida"];

/// Letters of a password.
const LEAST: usize = 12;
/// As many as anybody's manager makes.
const MOST: usize = 200;
/// Companies, and stores, whose names no password may consist of: of a hub with many, more would leave few words.
const NAMES_MOST: u32 = 50;

/// [`wanted`] of a person: besides their own name, others know those of the companies and stores that they reach.
pub async fn wanted_of(state: &State, lang: Lang, form: &Form, one: &Pessoa) -> Result<String, Failure> {
    let scope = one.scope;
    let (stores, mut names) = state
        .store
        .read(move |conn| {
            let stores = lojas::list(conn, scope, None, PageRequest::first(NAMES_MOST))?.rows;
            let reached = |one: &Aplicacao| scope.covers(Scope::Aplicacao(one.id));
            let names = aplicacoes::list(conn)?.into_iter().filter(reached).take(NAMES_MOST as usize);
            Ok::<_, Failure>((stores, names.map(|one| one.nome).collect::<Vec<_>>()))
        })
        .await?;
    names.extend(stores.into_iter().flat_map(|row| [row.nome, row.aplicacao]));
    names.extend([one.nome.clone(), one.email.clone()]);
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    wanted(lang, form, &known)
}

/// A password that is wanted: read as it was typed, with its repetition. `known` is what others know of
/// whoever wants it.
pub fn wanted(lang: Lang, form: &Form, known: &[&str]) -> Result<String, Failure> {
    let password = form.typed("senha");
    let wrong = |field, pt, en| Err(Failure::Wrong(field, lang.say(pt, en).to_owned()));
    let letters = password.chars().count();
    if !(LEAST..=MOST).contains(&letters) {
        return wrong("senha", "Escreva de 12 a 200 caracteres.", "Write 12 to 200 characters.");
    }
    if is_common(password, known) {
        return wrong(
            "senha",
            "É fácil de adivinhar. Junte três ou quatro palavras que não combinam.",
            "It is easy to guess. Put three or four words together that do not match.",
        );
    }
    if password != form.typed("repetida") {
        return wrong("repetida", "Não é igual à senha acima.", "It is not the password above.");
    }
    Ok(password.to_owned())
}

/// What is stored of a password.
pub async fn hash(state: &State, password: String) -> Result<String, Failure> {
    worked(state, move || {
        let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|_| Failure::Fault("a password could not be hashed"))
    })
    .await?
}

/// Whether a password is the one that is stored. Where none is, it takes as long, and is not.
pub async fn fits(state: &State, password: String, stored: Option<String>) -> Result<bool, Failure> {
    static NOBODYS: OnceLock<String> = OnceLock::new();
    worked(state, move || {
        let nobodys = || {
            let hash: Result<PasswordHash, _> = Argon2::default().hash_password(b"nobody");
            hash.map(|hash| hash.to_string()).unwrap_or_default()
        };
        let (hash, somebodys) = match &stored {
            Some(hash) => (hash, true),
            None => (NOBODYS.get_or_init(nobodys), false),
        };
        Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok() && somebodys
    })
    .await
}

/// Runs what takes long and much memory, when it is its turn.
async fn worked<T: Send + 'static>(
    state: &State,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let turn = timeout(state.patience, state.hashing.clone().acquire_owned()).await;
    let turn = turn.map_err(|_| Failure::TooSlow)?.map_err(|_| Failure::TooSlow)?;
    let done = spawn_blocking(move || {
        let done = work();
        drop(turn);
        done
    });
    done.await.map_err(|_| Failure::Fault("a password could not be worked on"))
}
