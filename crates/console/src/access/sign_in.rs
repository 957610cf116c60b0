//! The door: a form for e-mail and password, links, and the way out.
//!
//! Following a link shows a page with one button: programs that look at links ahead of their readers (mail
//! filters, chat previews) do not use it up.

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use http_kit::QueryReader;
use maud::{Markup, html};
use store::accesses::{self, Access};
use store::acts::{self, NewAct};
use store::{StoreError, Tx};

use super::cookies::{self, SESSION_SECONDS};
use super::form::{Form, Sent};
use super::secret::Secret;
use super::visit::{Visit, forwarded, origin, same_origin};
use super::{caller, first, invite, person};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::frame;
use crate::view::parts::{Again, Input};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/entrar", web::get().to(door))
        .route("/entrar", web::post().to(enter))
        .route("/entrar/codigo", web::post().to(person::by_code))
        .route("/sair", web::post().to(leave))
        .route("/idioma", web::get().to(change_language))
        .configure(invite::mount)
        .configure(first::mount);
}

/// A page of whoever has not signed in.
pub fn page(req: &HttpRequest, title: &str, body: &Markup) -> HttpResponse {
    let asked = req.method() == actix_web::http::Method::GET;
    let here = if asked { req.uri().to_string() } else { "/console/entrar".to_owned() };
    let page = frame::plain(cookies::language_of(req), title, &here, body);
    HttpResponse::Ok().content_type(frame::HTML).body(page.into_string())
}

/// The page that a link leads to, or the form for everybody else.
async fn door(req: HttpRequest, state: web::Data<State>) -> Result<HttpResponse, Failure> {
    let mut reader = QueryReader::of_request(&req);
    let code = reader.text("codigo").unwrap_or_default();
    let back = reader.text("volta").unwrap_or_default();
    let lang = cookies::language_of(&req);
    if code.is_empty() && state.is_fresh().await? {
        return Err(Failure::FirstVisit);
    }
    let body = html! {
        h1 { (lang.say("Entrar no console", "Sign in to the console")) }
        @if code.is_empty() { (how_to_enter(lang, &back, None)) } @else {
            p { (lang.say(
                "Este link vale uma vez e abre uma sessão neste navegador.",
                "This link works once and opens a session in this browser.")) }
            form method="post" action="/console/entrar" {
                input type="hidden" name="codigo" value=(code);
                button.strong autofocus { (lang.say("Entrar", "Sign in")) }
            }
        }
    };
    Ok(page(&req, lang.say("Entrar", "Sign in"), &body))
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
pub fn sent_here(req: &HttpRequest) -> Result<bool, Failure> {
    // without a word of a proxy the browser's own: it says how it reached the page that sends the form
    let by_tls = forwarded(req).or_else(|| origin(req).map(|(tls, _)| tls)).unwrap_or_default();
    if same_origin(req, by_tls) { Ok(by_tls) } else { Err(Failure::Foreign) }
}

/// What begins in a browser: a new session, in the place of the one that was there.
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
    pub fn noted(tx: &mut Tx<'_>, before: Option<[u8; 32]>, access: &Access) -> Result<(), StoreError> {
        let now = tx.now();
        if let Some(old) = before.map(|hash| accesses::find(tx, &hash, now)).transpose()?.flatten() {
            accesses::end(tx, old.id)?;
        }
        let new = NewAct { scope: access.scope, act: Act::SignedIn, assunto: "", detalhe: "" };
        acts::record(tx, access, &new)
    }

    /// The session that it takes the place of.
    pub fn before(&self) -> Option<[u8; 32]> {
        self.before
    }

    /// The answer that hands it out.
    pub fn answer(&self, seconds: i64, to: &str) -> HttpResponse {
        HttpResponse::SeeOther()
            .insert_header((LOCATION, own_path(to)))
            .cookie(cookies::session(&self.session, self.by_tls, seconds))
            .finish()
    }
}

async fn enter(req: HttpRequest, state: web::Data<State>, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let beginning = Beginning::of(&req)?;
    if form.has("senha") {
        return person::enter(&req, &state, form, beginning).await;
    }
    by_link(&state, &form, &beginning).await
}

async fn by_link(state: &State, form: &Form, beginning: &Beginning) -> Result<HttpResponse, Failure> {
    let link = Secret::sent(form.text("codigo")).hash();
    let (hash, before) = (beginning.session.hash(), beginning.before());
    let access: Option<Access> = state
        .store
        .write(move |tx| {
            let until = Instante::now().plus_seconds(SESSION_SECONDS);
            let access = accesses::enter(tx, &link, &hash, until)?;
            if let Some(access) = &access {
                Beginning::noted(tx, before, access)?;
            }
            Ok::<_, Failure>(access)
        })
        .await?;
    access.ok_or(Failure::DeadLink)?;
    Ok(beginning.answer(SESSION_SECONDS, "/console/"))
}

async fn leave(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let (id, scope) = (visit.access.id, visit.access.scope);
    let done = (scope, Act::SignedOut, String::new());
    visit.act(done, move |tx| Ok(((), accesses::end(tx, id)?.then(String::new)))).await?;
    visit.state.kept.forget(&visit.session());
    let out = HttpResponse::SeeOther()
        .insert_header((LOCATION, "/console/entrar"))
        .cookie(cookies::no_session(visit.by_tls))
        .finish();
    Ok(out)
}

/// A path of the console that somebody named; the start where it is none.
pub fn own_path(named: &str) -> &str {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    if named.starts_with("/console/") && named.bytes().all(plain) { named } else { "/console/" }
}

/// Nothing but the reader's own cookie changes. Leads back to where they were, on this listener alone.
async fn change_language(req: HttpRequest) -> HttpResponse {
    let mut reader = QueryReader::of_request(&req);
    let (wanted, from) = (reader.text("para").unwrap_or_default(), reader.text("de").unwrap_or_default());
    HttpResponse::SeeOther()
        .insert_header((LOCATION, own_path(&from)))
        .cookie(cookies::language(Lang::named(&wanted).unwrap_or_default()))
        .finish()
}
