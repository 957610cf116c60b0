//! Coming in by a link, and going out.
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

use super::cookies::{self, SESSION_SECONDS};
use super::form::Sent;
use super::secret::Secret;
use super::visit::{Visit, forwarded, origin, same_origin};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::frame;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/entrar", web::get().to(door))
        .route("/entrar", web::post().to(enter))
        .route("/sair", web::post().to(leave))
        .route("/idioma", web::get().to(change_language));
}

/// The page that a link leads to.
async fn door(req: HttpRequest) -> HttpResponse {
    let code = QueryReader::of_request(&req).text("codigo").unwrap_or_default();
    let lang = cookies::language_of(&req);
    let title = lang.say("Entrar", "Sign in");
    let body = html! {
        h1 { (lang.say("Entrar no console", "Sign in to the console")) }
        @if code.is_empty() { (how_to_enter(lang)) } @else {
            p { (lang.say(
                "Este link vale uma vez e abre uma sessão neste navegador.",
                "This link works once and opens a session in this browser.")) }
            form method="post" action="/console/entrar" {
                input type="hidden" name="codigo" value=(code);
                button.strong autofocus { (lang.say("Entrar", "Sign in")) }
            }
        }
    };
    let here = req.uri().to_string();
    HttpResponse::Ok().content_type(frame::HTML).body(frame::plain(lang, title, &here, &body).into_string())
}

/// What to do without a link.
pub fn how_to_enter(lang: Lang) -> Markup {
    html! {
        p { (lang.say(
            "O console abre com um link, que vale uma vez. Peça um a quem opera o servidor:",
            "The console opens with a link that works once. Ask whoever runs the server for one:")) }
        pre tabindex="0" { code { "server console link --role operar" } }
    }
}

async fn enter(req: HttpRequest, state: web::Data<State>, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    // without a word of a proxy the browser's own: it says how it reached the page that sends the form
    let by_tls = forwarded(&req).or_else(|| origin(&req).map(|(tls, _)| tls)).unwrap_or_default();
    if !same_origin(&req, by_tls) {
        return Err(Failure::Foreign);
    }
    let (link, session) = (Secret::sent(form.text("codigo")).hash(), Secret::draw()?);
    let hash = session.hash();
    let access: Option<Access> = state
        .store
        .write(move |tx| {
            let until = Instante::now().plus_seconds(SESSION_SECONDS);
            let access = accesses::enter(tx, &link, &hash, until)?;
            if let Some(access) = &access {
                let new = NewAct { scope: access.scope, act: Act::SignedIn, assunto: "", detalhe: "" };
                acts::record(tx, access, &new)?;
            }
            Ok::<_, Failure>(access)
        })
        .await?;
    access.ok_or(Failure::DeadLink)?;
    Ok(HttpResponse::SeeOther()
        .insert_header((LOCATION, "/console/"))
        .cookie(cookies::session(&session, by_tls))
        .finish())
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

/// Nothing but the reader's own cookie changes. Leads back to where they were, on this listener alone.
async fn change_language(req: HttpRequest) -> HttpResponse {
    let mut reader = QueryReader::of_request(&req);
    let (wanted, from) = (reader.text("para").unwrap_or_default(), reader.text("de").unwrap_or_default());
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    let here = from.starts_with("/console/") && from.bytes().all(plain);
    let back = if here { from.as_str() } else { "/console/" };
    HttpResponse::SeeOther()
        .insert_header((LOCATION, back))
        .cookie(cookies::language(Lang::named(&wanted).unwrap_or_default()))
        .finish()
}
