//! Passwords: Argon2id, away from the threads that serve and a few at a time.

use std::sync::OnceLock;

use actix_web::rt::task::spawn_blocking;
use actix_web::rt::time::timeout;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use super::form::Form;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;

/// The fields of a form that sets one.
pub const FIELDS: [&str; 2] = ["senha", "repetida"];

/// Letters of a password.
const LEAST: usize = 12;
/// As many as anybody's manager makes.
const MOST: usize = 200;
/// Different letters.
const DIFFERENT: usize = 5;
/// Letters that are left when what everybody would try first is taken out.
const OWN: usize = 6;

/// What everybody would try first, in small letters; the longer ones first.
const COMMON: [&str; 28] = [
    "entreposto",
    "password",
    "qwertyuiop",
    "qwerty",
    "asdfghjkl",
    "asdfgh",
    "zxcvbn",
    "1q2w3e4r",
    "iloveyou",
    "letmein",
    "welcome",
    "administrador",
    "administrator",
    "admin",
    "mudar",
    "senha",
    "brasil",
    "flamengo",
    "corinthians",
    "palmeiras",
    "princesa",
    "jesus",
    "teamo",
    "abcdef",
    "1234567890",
    "123456",
    "12345",
    "1234",
];

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

fn is_common(password: &str, known: &[&str]) -> bool {
    let mut rest = password.to_lowercase();
    let mut letters: Vec<char> = rest.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let known = known.iter().flat_map(|text| text.split(['@', '.', ' ', '-', '_'])).map(str::to_lowercase);
    let known: Vec<String> = known.filter(|part| part.chars().count() >= 3).collect();
    for word in known.iter().map(String::as_str).chain(COMMON) {
        rest = rest.replace(word, "");
    }
    letters.len() < DIFFERENT || rest.chars().count() < OWN
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_would_try_is_common() {
        let known = ["Maria da Silva", "maria@papelaria.example"];
        for common in [
            "senha1234567",
            "MariaSilva12345",
            "papelaria-maria",
            "aaaaaaaaaaaaaaa",
            "ababababababab",
            "Password12345!",
        ] {
            assert!(is_common(common, &known), "{common}");
        }
        for own in ["cavalo bateria grampo", "Maria mora no 7o andar", "x9!kPq2#vLm4"] {
            assert!(!is_common(own, &known), "{own}");
        }
    }
}
