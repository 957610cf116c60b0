//! Routes of signing in, by e-mail and password, by a provider or by a link, and of signing out.
//!
//! Following a link shows a page with one button: programs that look at links ahead of their readers (mail
//! filters, chat previews) do not use it up.

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use http_kit::QueryReader;
use maud::html;
use store::accesses::{self, Access};
use store::aplicacoes;

use super::cookies::{self, SESSION_SECONDS};
use super::entrance::{Beginning, how_to_enter, own_path, page};
use super::form::{Form, Sent};
use super::secret::Secret;
use super::visit::Unfinished;
use super::{SIGN_IN, external, first, invite, person};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/entrar", web::get().to(door))
        .route("/entrar", web::post().to(enter))
        .route("/entrar/codigo", web::post().to(person::by_code))
        .route("/sair", web::post().to(leave))
        .route("/idioma", web::get().to(change_language))
        .configure(external::mount)
        .configure(invite::mount)
        .configure(first::mount);
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
        @if code.is_empty() { (how_to_enter(&req, &back, None)) } @else {
            p { (lang.say(
                "Este link vale uma vez e abre uma sessão neste navegador.",
                "This link works once and opens a session in this browser.")) }
            form method="post" action=(SIGN_IN) {
                input type="hidden" name="codigo" value=(code);
                button.strong autofocus { (lang.say("Entrar", "Sign in")) }
            }
        }
    };
    Ok(page(&req, lang.say("Entrar", "Sign in"), &body))
}

async fn enter(req: HttpRequest, state: web::Data<State>, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let beginning = Beginning::of(&req)?;
    if form.has("senha") {
        return person::enter(&req, &state, form, beginning).await;
    }
    by_link(&state, &form, &beginning).await
}

async fn by_link(state: &State, form: &Form, beginning: &Beginning) -> Result<HttpResponse, Failure> {
    let (link, begun) = (Secret::sent(form.text("codigo")).hash(), beginning.clone());
    let access: Option<Access> = state
        .store
        .write(move |tx| {
            let until = Instante::now().plus_seconds(SESSION_SECONDS);
            let access = accesses::enter(tx, &link, &begun.session.hash(), until)?;
            if let Some(access) = &access {
                // a link is one factor; it is left unused
                if aplicacoes::requires_factor(tx, access.scope)? {
                    return Err(Failure::NoLinks);
                }
                begun.noted(tx, access)?;
            }
            Ok::<_, Failure>(access)
        })
        .await?;
    access.ok_or(Failure::DeadLink)?;
    Ok(beginning.answer(SESSION_SECONDS, "/console/"))
}

async fn leave(Unfinished(visit): Unfinished, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let (id, scope) = (visit.access.id, visit.access.scope);
    let done = (scope, Act::SignedOut, String::new());
    visit.act(done, move |tx| Ok(((), accesses::end(tx, id)?.then(String::new)))).await?;
    visit.state.kept.forget(&visit.session());
    let out = HttpResponse::SeeOther()
        .insert_header((LOCATION, SIGN_IN))
        .cookie(cookies::no_session(visit.by_tls))
        .finish();
    Ok(out)
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
