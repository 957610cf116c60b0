//! Coming in by e-mail and password, and by a code where the person has a second factor.
//!
//! Nobody learns from an answer, or from the time that it takes, whether there is a person of an e-mail.

use actix_web::{HttpRequest, HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use domain::values::web::check_email;
use maud::{Markup, html};
use store::Tx;
use store::accesses::{self, PERSON_SECONDS};
use store::acts::{self, NewAct};
use store::pessoas::{self, Pessoa};
use store::tentativas::{self, Pace};

use super::caller;
use super::cookies::language_of;
use super::entrance::{Beginning, again, page};
use super::form::{Form, Sent, writable};
use super::password;
use super::proof::{BY_CODE, BY_EMAIL, CODE_MOST, TYPED_MOST, counted, counted_by, taken, wrong_code};
use super::secret::Secret;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::parts::{Again, Input};

/// Passwords, and returns from a provider, from one address, which may be that of a whole office.
pub const BY_ADDRESS: Pace = Pace { free: 20, most_seconds: 60 };
/// How long a code is waited for.
const CODE_SECONDS: i64 = 300;
/// Letters of a name.
const NAME_MOST: usize = 100;

/// An e-mail as it is stored.
pub fn typed_email(lang: Lang, form: &Form) -> Result<String, Failure> {
    let email = form.text("email").to_lowercase();
    check_email(&email).map_err(|_| {
        let words = lang.say("Escreva um e-mail.", "Write an e-mail address.");
        Failure::Wrong("email", words.to_owned())
    })?;
    Ok(email)
}

/// A name of up to a hundred letters that can be seen.
pub fn named(lang: Lang, form: &Form, field: &'static str) -> Result<String, Failure> {
    let name = form.text(field);
    if name.is_empty() || name.chars().count() > NAME_MOST || !name.chars().all(writable) {
        let words = lang.say("Escreva um nome de até 100 letras.", "Write a name of at most 100 letters.");
        return Err(Failure::Wrong(field, words.to_owned()));
    }
    Ok(name.to_owned())
}

/// Lets somebody in, or shows the form once more.
pub async fn enter(
    req: &HttpRequest,
    state: &State,
    form: Form,
    beginning: Beginning,
) -> Result<HttpResponse, Failure> {
    match tried(req, state, &form, beginning).await {
        Ok(answer) => Ok(answer),
        Err(failure) => again(req, form, failure),
    }
}

fn unknown(lang: Lang) -> Failure {
    let words = lang.say("O e-mail ou a senha não confere.", "The e-mail or the password is wrong.");
    Failure::Wrong("senha", words.to_owned())
}

async fn tried(
    req: &HttpRequest,
    state: &State,
    form: &Form,
    beginning: Beginning,
) -> Result<HttpResponse, Failure> {
    let (lang, email, typed) = (language_of(req), form.text("email").to_lowercase(), form.typed("senha"));
    let by_address = counted_by("endereco", &caller::address(req));
    let by_email = counted_by("email", &email);
    counted(state, lang, vec![(by_address, BY_ADDRESS), (by_email, BY_EMAIL)]).await?;
    if typed.len() > TYPED_MOST {
        return Err(unknown(lang));
    }
    let found = state.store.read_one(move |conn| pessoas::of_email(conn, &email)).await?;
    let found = found.filter(|one| one.ativo);
    let stored = found.as_ref().and_then(|one| one.senha.clone());
    let fits = password::fits(state, typed.to_owned(), stored).await?;
    let (true, Some(one)) = (fits, found) else {
        tracing::info!("somebody could not sign in to the console");
        return Err(unknown(lang));
    };
    let (awaiting, begun) = (Secret::draw()?, beginning.clone());
    let link = awaiting.hash();
    let in_now = state
        .store
        .write(move |tx| {
            tentativas::forget(tx, &by_email)?;
            tentativas::give_back(tx, &by_address)?;
            // it may have changed since it was read
            let now = pessoas::find(tx, one.id)?.filter(|now| now.ativo && now.senha == one.senha);
            let now = now.ok_or_else(|| unknown(lang))?;
            entered(tx, &now, &begun, &link)
        })
        .await?;
    if in_now {
        return Ok(beginning.answer(PERSON_SECONDS, form.text("volta")));
    }
    Ok(page(req, lang.say("Código", "Code"), &code_form(lang, &awaiting, form.text("volta"), None)))
}

/// Begins the session of a person who has shown who they are; false when a code is waited for first.
pub fn entered(tx: &mut Tx<'_>, one: &Pessoa, begun: &Beginning, link: &[u8; 32]) -> Result<bool, Failure> {
    if one.segundo_fator {
        let until = tx.now().plus_seconds(CODE_SECONDS);
        accesses::await_code(tx, one, link, until)?;
        return Ok(false);
    }
    let access = accesses::begin(tx, one, &begun.session.hash(), &begun.browser)?;
    let access = access.ok_or(Failure::Fault("a session is not there"))?;
    begun.noted(tx, &access)?;
    Ok(true)
}

/// What asks for the code.
pub fn code_form(lang: Lang, link: &Secret, back: &str, again: Option<&Again>) -> Markup {
    html! {
        h1 { (lang.say("Código do telefone", "Code from your phone")) }
        p { (lang.say("Digite os seis números que o aplicativo mostra agora. Sem o telefone, um dos códigos de reserva.",
            "Type the six digits that the app shows now. Without the phone, one of the reserve codes.")) }
        form.import method="post" action="/console/entrar/codigo" {
            (Again::alert(again, &["codigo"]))
            input type="hidden" name="passo" value=(link.text());
            input type="hidden" name="volta" value=(back);
            (Input { name: "codigo", words: lang.say("Código", "Code"), required: true, most: Some(CODE_MOST),
                fills: Some("one-time-code"), ..Input::default() }.of(again))
            div { button.strong { (lang.say("Entrar", "Sign in")) } }
        }
    }
}

/// Lets somebody in by the code, or asks for it once more.
pub async fn by_code(
    req: HttpRequest,
    state: web::Data<State>,
    Sent(form): Sent,
) -> Result<HttpResponse, Failure> {
    let (lang, beginning) = (language_of(&req), Beginning::of(&req)?);
    match coded(&state, lang, &form, &beginning).await {
        Ok(()) => Ok(beginning.answer(PERSON_SECONDS, form.text("volta"))),
        Err(failure) => {
            let again = Again::of(form, failure)?;
            let (link, back) = (Secret::sent(again.form.text("passo")), again.form.text("volta").to_owned());
            let body = code_form(lang, &link, &back, Some(&again));
            Ok(Again::answered(Some(&again), page(&req, lang.say("Código", "Code"), &body)))
        }
    }
}

async fn coded(state: &State, lang: Lang, form: &Form, beginning: &Beginning) -> Result<(), Failure> {
    let (link, now) = (Secret::sent(form.text("passo")).hash(), Instante::now());
    let found = state.store.read_one(move |conn| accesses::awaited(conn, &link, now)).await?;
    let id = found.ok_or(Failure::SignedOut)?;
    let key = counted_by("codigo", &id.to_string());
    counted(state, lang, vec![(key, BY_CODE)]).await?;
    let (typed, begun) = (form.text("codigo").to_owned(), beginning.clone());
    state
        .store
        .write(move |tx| {
            if !taken(tx, id, &typed)? {
                return Err(wrong_code(lang));
            }
            let access = accesses::complete(tx, &link, &begun.session.hash(), &begun.browser)?;
            tentativas::forget(tx, &key)?;
            begun.noted(tx, &access.ok_or(Failure::SignedOut)?)?;
            Ok(())
        })
        .await
}

/// Sets a password by a link, and ends whatever was open; answers whether the person is in now.
pub fn set_by_link(
    tx: &mut Tx<'_>,
    (invitation, link): (&[u8; 32], &[u8; 32]),
    hash: &str,
    begun: &Beginning,
) -> Result<bool, Failure> {
    // somebody may use the same link by a provider now
    pessoas::exclusive(tx)?;
    let now = tx.now();
    let before = pessoas::invited(tx, invitation, now)?.ok_or(Failure::DeadLink)?;
    let one = pessoas::accept(tx, invitation, hash)?.ok_or(Failure::DeadLink)?;
    accesses::end_all_of(tx, one.id, None)?;
    let who = accesses::unopened(&one, now);
    let detalhe = if before.identidade.is_some() { "desvinculada do provedor" } else { "" };
    let new = NewAct { scope: one.scope, act: Act::PasswordSet, assunto: "", detalhe };
    acts::record(tx, &who, &new)?;
    entered(tx, &one, begun, link)
}
