//! Links by which a person sets their first password, or a new one when it was forgotten, or is bound to a provider.

use actix_web::{HttpRequest, HttpResponse, web};
use domain::values::dates::Instante;
use http_kit::QueryReader;
use maud::{Markup, html};
use store::accesses::PERSON_SECONDS;
use store::pessoas::{self, Pessoa};

use super::cookies::language_of;
use super::entrance::{Beginning, button, page};
use super::form::Sent;
use super::password;
use super::person::{code_form, set_by_link};
use super::secret::Secret;
use super::visit::{Visit, forwarded, host, origin};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::parts::{Again, Input};

/// How long such a link can be followed.
pub const INVITE_SECONDS: i64 = 3 * 86_400;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/convite", web::get().to(show)).route("/convite", web::post().to(set));
}

/// The address of a link, as whoever hands it on reaches the console.
pub fn invitation(visit: &Visit, secret: &Secret) -> String {
    let by_tls =
        visit.by_tls || forwarded(&visit.req) == Some(true) || origin(&visit.req).is_some_and(|(tls, _)| tls);
    let scheme = if by_tls { "https" } else { "http" };
    format!("{scheme}://{}/console/convite?codigo={}", host(&visit.req), secret.text())
}

async fn invited(state: &State, code: &str) -> Result<Pessoa, Failure> {
    let (link, now) = (Secret::sent(code).hash(), Instante::now());
    let found = state.store.read_one(move |conn| pessoas::invited(conn, &link, now)).await?;
    found.ok_or(Failure::DeadLink)
}

async fn show(req: HttpRequest, state: web::Data<State>) -> Result<HttpResponse, Failure> {
    let code = QueryReader::of_request(&req).text("codigo").unwrap_or_default();
    let one = invited(&state, &code).await?;
    Ok(shown(&req, &one, &code, None))
}

fn shown(req: &HttpRequest, one: &Pessoa, code: &str, again: Option<&Again>) -> HttpResponse {
    let lang = language_of(req);
    let title = lang.say("Definir a sua senha", "Set your password");
    let body = html! {
        h1 { (title) }
        p { (one.nome) " · " span.code { (one.email) } }
        form.import method="post" action="/console/convite" {
            input type="hidden" name="codigo" value=(code);
            // managers of passwords look for the name that it belongs to
            input type="hidden" name="email" autocomplete="username" value=(one.email);
            (Again::alert(again, &password::FIELDS))
            (new_password(lang, again))
            div { button.strong { (lang.say("Gravar e entrar", "Save and sign in")) } }
        }
        (button(req, ("convite", code)))
    };
    Again::answered(again, page(req, title, &body))
}

/// The inputs of a new password.
pub fn new_password(lang: Lang, again: Option<&Again>) -> Markup {
    let [password, repeated] = password::FIELDS;
    let input = |name, words, help| Input {
        name,
        words,
        help,
        kind: Some("password"),
        required: true,
        fills: Some("new-password"),
        ..Input::default()
    };
    let help = lang.say(
        "De 12 letras em diante; três ou quatro palavras servem",
        "12 letters or more; some words will do",
    );
    html! {
        (input(password, lang.say("Senha nova", "New password"), help).of(again))
        (input(repeated, lang.say("A mesma senha de novo", "The same password again"), "").of(again))
    }
}

async fn set(req: HttpRequest, state: web::Data<State>, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let (lang, beginning) = (language_of(&req), Beginning::of(&req)?);
    let code = form.text("codigo").to_owned();
    let one = invited(&state, &code).await?;
    let password = match password::wanted_of(&state, lang, &form, &one).await {
        Ok(password) => password,
        Err(failure) => return Ok(shown(&req, &one, &code, Some(&Again::of(form, failure)?))),
    };
    let hash = password::hash(&state, password).await?;
    let (invitation, awaiting, begun) = (Secret::sent(&code).hash(), Secret::draw()?, beginning.clone());
    let link = awaiting.hash();
    let in_now = state.store.write(move |tx| set_by_link(tx, (&invitation, &link), &hash, &begun)).await?;
    if in_now {
        return Ok(beginning.answer(PERSON_SECONDS, "/console/"));
    }
    Ok(page(&req, lang.say("Código", "Code"), &code_form(lang, &awaiting, "/console/", None)))
}
