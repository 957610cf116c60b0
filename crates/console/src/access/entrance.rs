//! What every way into the console has: its pages, the form for e-mail and password, and the session that begins.

use actix_web::http::Method;
use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse};
use domain::console::Act;
use maud::{Markup, html};
use store::accesses::{self, Access};
use store::acts::{self, NewAct};
use store::{StoreError, Tx};

use super::secret::Secret;
use super::visit::{forwarded, origin, same_origin};
use super::{caller, cookies};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::frame;
use crate::view::parts::{Again, Input};

/// A page of whoever has not signed in.
pub fn page(req: &HttpRequest, title: &str, body: &Markup) -> HttpResponse {
    let asked = req.method() == Method::GET;
    let here = if asked { req.uri().to_string() } else { "/console/entrar".to_owned() };
    let page = frame::plain(cookies::language_of(req), title, &here, body);
    HttpResponse::Ok().content_type(frame::HTML).body(page.into_string())
}

/// The form for e-mail and password, and what to do without them. `back` is where it leads.
pub fn how_to_enter(lang: Lang, back: &str, again: Option<&Again>) -> Markup {
    html! {
        form.import method="post" action="/console/entrar" {
            (Again::alert(again, &["email", "senha"]))
            input type="hidden" name="volta" value=(own_path(back));
            (Input { name: "email", words: "E-mail", kind: Some("email"), required: true, fills: Some("username"),
                ..Input::default() }.of(again))
            (Input { name: "senha", words: lang.say("Senha", "Password"), kind: Some("password"), required: true,
                fills: Some("current-password"), ..Input::default() }.of(again))
            div { button.strong { (lang.say("Entrar", "Sign in")) } }
        }
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

/// Whether a form that begins a session was sent by TLS; one of another origin is refused.
fn sent_here(req: &HttpRequest) -> Result<bool, Failure> {
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

    /// The answer that hands it out.
    pub fn answer(&self, seconds: i64, to: &str) -> HttpResponse {
        HttpResponse::SeeOther()
            .insert_header((LOCATION, own_path(to)))
            .cookie(cookies::session(&self.session, self.by_tls, seconds))
            .finish()
    }
}

/// A path of the console that somebody named; the start where it is none.
pub fn own_path(named: &str) -> &str {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    if named.starts_with("/console/") && named.bytes().all(plain) { named } else { "/console/" }
}
