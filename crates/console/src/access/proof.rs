//! Proof that a visitor is the person whose session it is: the password, or where they have none a session that has just
//! begun, and a code where they have a second factor. For what an unattended browser must not give away.

use domain::values::dates::Instante;
use maud::{Markup, html};
use sha2::{Digest, Sha256};
use store::pessoas::{self, Pessoa};
use store::tentativas::{self, Pace};
use store::{StoreError, Tx};

use super::cookies::SESSION_SECONDS;
use super::form::Form;
use super::visit::Visit;
use super::{password, totp};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::parts::{Again, Input};

/// Passwords for one e-mail. Strangers can use these up: the wait stays short.
pub const BY_EMAIL: Pace = Pace { free: 5, most_seconds: 60 };
/// Codes of one person, after the right password.
pub const BY_CODE: Pace = Pace { free: 5, most_seconds: 900 };
/// The longest code of a second factor that a field takes: one in reserve, with blanks between its letters.
pub const CODE_MOST: usize = 40;
/// Bytes of a password that is tried.
pub const TYPED_MOST: usize = 1024;

/// How long a link, or a sign-in by a provider, has shown who somebody is.
pub const FRESH_SECONDS: i64 = 1800;

/// The fields of a form that a proof is typed in.
pub const PROOF: [&str; 2] = ["atual", "codigo"];

/// What attempts are counted by.
pub fn counted_by(kind: &str, whom: &str) -> [u8; 32] {
    Sha256::digest(format!("{kind}:{whom}")).into()
}

/// Counts an attempt by each of some keys; refuses one that has to wait. What is refused later has counted,
/// however many come at once and to whichever server.
pub async fn counted(state: &State, lang: Lang, keys: Vec<([u8; 32], Pace)>) -> Result<(), Failure> {
    let wait = state
        .store
        .write(move |tx| {
            for (key, pace) in &keys {
                if let Some(wait) = tentativas::count(tx, key, *pace)? {
                    return Ok(Some(wait));
                }
            }
            Ok::<_, StoreError>(None)
        })
        .await?;
    let Some(wait) = wait else { return Ok(()) };
    let before =
        lang.say("Houve tentativas demais. Tente de novo em", "There were too many attempts. Try again in");
    let unit = lang.count(wait, ["segundo", "segundos"], ["second", "seconds"]);
    Err(Failure::Slowed(format!("{before} {wait} {unit}."), wait))
}

/// Says that a code was none.
pub fn wrong_code(lang: Lang) -> Failure {
    let words = lang.say(
        "O código não confere, ou já foi usado. Espere o próximo.",
        "The code is wrong, or was used before. Wait for the next one.",
    );
    Failure::Wrong("codigo", words.to_owned())
}

/// Takes a code of a person, from the phone or in reserve, once.
pub fn taken(tx: &mut Tx<'_>, id: i64, typed: &str) -> Result<bool, StoreError> {
    let Some(secret) = pessoas::second_factor(tx, id)? else { return Ok(false) };
    match totp::step_of(&secret, typed, tx.now().micros() / 1_000_000) {
        Some(step) => pessoas::take_step(tx, id, step),
        None => pessoas::take_reserve(tx, id, &totp::reserve_hash(typed)),
    }
}

/// What a person has shown once more.
#[derive(Clone)]
pub struct Proof {
    one: Pessoa,
    /// The code that is still to be taken, and what attempts at it are counted by.
    code: Option<(String, [u8; 32])>,
}

impl Proof {
    /// By the password alone. Who has none has come by a provider: it counts for half an hour.
    pub async fn by_password(visit: &Visit, one: &Pessoa, form: &Form) -> Result<Self, Failure> {
        if one.senha.is_none() {
            just_begun(visit)?;
            return Ok(Self { one: one.clone(), code: None });
        }
        let (state, lang, typed) = (&visit.state, visit.lang, form.typed("atual"));
        let key = counted_by("pessoa", &one.id.to_string());
        counted(state, lang, vec![(key, BY_EMAIL)]).await?;
        if typed.len() > TYPED_MOST || !password::fits(state, typed.to_owned(), one.senha.clone()).await? {
            let words = lang.say("Não é a sua senha de agora.", "It is not the password that you have now.");
            return Err(Failure::Wrong("atual", words.to_owned()));
        }
        state.store.write(move |tx| tentativas::forget(tx, &key)).await?;
        Ok(Self { one: one.clone(), code: None })
    }

    /// By all that they sign in by.
    pub async fn whole(visit: &Visit, one: &Pessoa, form: &Form) -> Result<Self, Failure> {
        let proof = Self::by_password(visit, one, form).await?;
        if !one.segundo_fator {
            return Ok(proof);
        }
        let key = counted_by("codigo", &one.id.to_string());
        counted(&visit.state, visit.lang, vec![(key, BY_CODE)]).await?;
        Ok(Self { code: Some((form.text("codigo").to_owned(), key)), ..proof })
    }

    /// Of an owner who changes how somebody else gets in: by all that they sign in by. Whoever came by a link has
    /// nothing but that, and half an hour for it.
    pub async fn of_owner(visit: &Visit, form: &Form) -> Result<Option<Self>, Failure> {
        if let Some(own) = visit.person().await? {
            return Self::whole(visit, &own, form).await.map(Some);
        }
        let until =
            visit.access.sessao_expira_em.map(|end| end.plus_seconds(FRESH_SECONDS - SESSION_SECONDS));
        if until.is_some_and(|until| until > Instante::now()) {
            return Ok(None);
        }
        let words = visit.lang.say(
            "Faz mais de meia hora que o link foi aberto. Peça outro a quem opera o servidor.",
            "The link was opened more than half an hour ago. Ask whoever runs the server for another one.",
        );
        Err(Failure::Refused(words.to_owned()))
    }

    /// In the transaction of what it is for: takes the code, and refuses where the password or the factor has changed
    /// meanwhile.
    pub fn holds(&self, tx: &mut Tx<'_>, lang: Lang) -> Result<(), Failure> {
        let same =
            |now: &Pessoa| (&now.senha, now.segundo_fator) == (&self.one.senha, self.one.segundo_fator);
        pessoas::find(tx, self.one.id)?.filter(same).ok_or(Failure::SignedOut)?;
        if let Some((typed, key)) = &self.code {
            if !taken(tx, self.one.id, typed)? {
                return Err(wrong_code(lang));
            }
            tentativas::forget(tx, key)?;
        }
        Ok(())
    }
}

/// Refuses a session of somebody without a password that has lasted for a while.
fn just_begun(visit: &Visit) -> Result<(), Failure> {
    if visit.access.criado_em.plus_seconds(FRESH_SECONDS) > Instante::now() {
        return Ok(());
    }
    let words = visit.lang.say(
        "Você entrou há mais de meia hora, e não tem senha aqui. Saia, entre de novo e repita.",
        "You signed in more than half an hour ago, and have no password here. Sign out and in again, and repeat this.",
    );
    Err(Failure::Refused(words.to_owned()))
}

/// The field of the password; for who has none, what counts in its place.
pub fn password_field(visit: &Visit, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    if !visit.access.com_senha {
        return html! { p.faint { (lang.say("Você não tem senha aqui: vale até meia hora depois de entrar.",
        "You have no password here: this counts for half an hour after signing in.")) } };
    }
    Input {
        name: "atual",
        words: lang.say("Sua senha de agora", "Your password of now"),
        kind: Some("password"),
        required: true,
        fills: Some("current-password"),
        ..Input::default()
    }
    .of(again)
}

/// The fields of all that a person signs in by.
pub fn proof_fields(visit: &Visit, factor: bool, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    html! {
        (password_field(visit, again))
        @if factor {
            (Input { name: "codigo", words: lang.say("Código do seu telefone, ou de reserva",
                "Code of your phone, or in reserve"), required: true, most: Some(CODE_MOST),
                fills: Some("one-time-code"), ..Input::default() }.of(again))
        }
    }
}
