//! What every way into the console has: its pages, the form for e-mail and password, and the session that begins.

use actix_web::cookie::Cookie;
use actix_web::http::Method;
use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::console::Act;
use maud::{Markup, html};
use store::accesses::{self, Access};
use store::acts::{self, NewAct};
use store::{StoreError, Tx};

use super::form::Form;
use super::secret::Secret;
use super::visit::{forwarded, origin, same_origin};
use super::{SIGN_IN, caller, cookies};
use crate::error::Failure;
use crate::state::State;
use crate::view::frame;
use crate::view::parts::{Again, Input};

/// A page of whoever has not signed in.
pub fn page(req: &HttpRequest, title: &str, body: &Markup) -> HttpResponse {
    let asked = req.method() == Method::GET;
    page_at(req, &if asked { req.uri().to_string() } else { SIGN_IN.to_owned() }, title, body)
}

/// The same with where its other language leads.
pub fn page_at(req: &HttpRequest, here: &str, title: &str, body: &Markup) -> HttpResponse {
    let page = frame::plain(cookies::language_of(req), title, here, body);
    HttpResponse::Ok().content_type(frame::HTML).body(page.into_string())
}

/// A page that goes on by itself, with a link of these words for a browser that does not follow it.
pub fn leading(req: &HttpRequest, title: &str, to: &str, words: &str) -> HttpResponse {
    let body = html! {
        h1 { (title) }
        p.row { a.button.strong href=(to) rel="noreferrer" { (words) } }
    };
    let page = frame::leading(cookies::language_of(req), title, (SIGN_IN, to), &body);
    HttpResponse::Ok().content_type(frame::HTML).body(page.into_string())
}

/// The sign-in once more, and why.
pub fn refused(req: &HttpRequest, back: &str, failure: Failure) -> Result<HttpResponse, Failure> {
    again(req, Form::default().with("volta", back), failure)
}

/// The same with what was typed.
pub fn again(req: &HttpRequest, form: Form, failure: Failure) -> Result<HttpResponse, Failure> {
    let (lang, again) = (cookies::language_of(req), Again::of(form, failure)?);
    let body = html! {
        h1 { (lang.say("Entrar no console", "Sign in to the console")) }
        (how_to_enter(req, again.form.text("volta"), Some(&again)))
    };
    Ok(Again::answered(Some(&again), page_at(req, SIGN_IN, lang.say("Entrar", "Sign in"), &body)))
}

/// The form for e-mail and password, the way to a provider, and what to do without them. `back` is where they lead.
pub fn how_to_enter(req: &HttpRequest, back: &str, again: Option<&Again>) -> Markup {
    let lang = cookies::language_of(req);
    html! {
        form.import method="post" action=(SIGN_IN) {
            (Again::alert(again, &["email", "senha"]))
            input type="hidden" name="volta" value=(own_path(back));
            (Input { name: "email", words: "E-mail", kind: Some("email"), required: true, fills: Some("username"),
                ..Input::default() }.of(again))
            (Input { name: "senha", words: lang.say("Senha", "Password"), kind: Some("password"), required: true,
                fills: Some("current-password"), ..Input::default() }.of(again))
            div { button.strong { (lang.say("Entrar", "Sign in")) } }
        }
        (button(req, ("volta", own_path(back))))
        details.help { summary { (lang.say("Não consegue entrar?", "You cannot get in?")) }
            p { (lang.say(
                "Quem é dono no console dá um link que define uma senha nova, em Pessoas. Se não há ninguém assim, \
                 quem opera o servidor abre o console com um link que vale uma vez:",
                "Whoever is an owner in the console gives you a link that sets a new password, on the page People. \
                 Where there is nobody, whoever runs the server opens the console by a link that works once:")) }
            pre tabindex="0" { code { "server console link --role dono" } }
        }
    }
}

/// The form that leads to the provider, where there is one; with one more field.
pub fn button(req: &HttpRequest, (name, value): (&str, &str)) -> Markup {
    let state = req.app_data::<web::Data<State>>();
    let provider = state.and_then(|state| state.provider.as_ref());
    html! { @if let Some(provider) = provider {
        form.other method="post" action=(cookies::EXTERNAL) {
            input type="hidden" name=(name) value=(value);
            button { (cookies::language_of(req).say("Entrar com", "Sign in with")) " " (provider.host()) }
        }
    } }
}

/// Whether a form that begins a session was sent by TLS; one of another origin is refused.
pub(super) fn sent_here(req: &HttpRequest) -> Result<bool, Failure> {
    // without a word of a proxy the browser's own: it says how it reached the page that sends the form
    let by_tls = forwarded(req).or_else(|| origin(req).map(|(tls, _)| tls)).unwrap_or_default();
    if same_origin(req, by_tls) { Ok(by_tls) } else { Err(Failure::Foreign) }
}

/// What begins in a browser: a new session, in the place of the one that was there.
#[derive(Clone)]
pub struct Beginning {
    /// The new one.
    pub session: Secret,
    /// The browser and its system.
    pub browser: String,
    before: Option<[u8; 32]>,
    by_tls: bool,
}

impl Beginning {
    /// Of a form that was sent here.
    pub fn of(req: &HttpRequest) -> Result<Self, Failure> {
        let by_tls = sent_here(req)?;
        let before = cookies::session_of(req).map(|(secret, _)| secret.hash());
        Self::returned(req, by_tls, before)
    }

    /// Of somebody who is back from a provider, with the session that the browser had when they set out.
    pub fn returned(req: &HttpRequest, by_tls: bool, before: Option<[u8; 32]>) -> Result<Self, Failure> {
        Ok(Self { session: Secret::draw()?, browser: caller::browser(req), before, by_tls })
    }

    /// In its transaction: what is ended and written down.
    pub fn noted(&self, tx: &mut Tx<'_>, access: &Access) -> Result<(), StoreError> {
        let now = tx.now();
        if let Some(old) = self.before.map(|hash| accesses::find(tx, &hash, now)).transpose()?.flatten() {
            accesses::end(tx, old.id)?;
        }
        let new = NewAct { scope: access.scope, act: Act::SignedIn, assunto: "", detalhe: "" };
        acts::record(tx, access, &new)
    }

    /// What hands it out.
    pub fn cookie(&self, seconds: i64) -> Cookie<'static> {
        cookies::session(&self.session, self.by_tls, seconds)
    }

    /// The answer that does so.
    pub fn answer(&self, seconds: i64, to: &str) -> HttpResponse {
        HttpResponse::SeeOther().insert_header((LOCATION, own_path(to))).cookie(self.cookie(seconds)).finish()
    }
}

/// A path of the console that somebody named; the start where it is none.
pub fn own_path(named: &str) -> &str {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    if named.starts_with("/console/") && named.bytes().all(plain) { named } else { "/console/" }
}
