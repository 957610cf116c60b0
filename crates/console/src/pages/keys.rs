//! Keys of programs.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::accesses::Scope;
use store::tokens::{self, TokenKind, TokenRow};

use crate::access::{Form, Sent, Visit};
use crate::error::Failure;
use crate::view::parts::{badge, done, nothing, owned, when};
use crate::view::shell;
use crate::view::words::Mood;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/chaves", web::get().to(show)).route("/chaves/revogar", web::post().to(revoke));
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.must_see_all()?;
    let lang = visit.lang;
    let keys = visit.read(|conn| Ok(tokens::list(conn)?)).await?;
    let title = lang.say("Chaves", "Keys");
    let said = [(
        "revogada",
        lang.say(
            "A chave foi revogada: vale por no máximo mais dois segundos.",
            "The key was revoked: it works for two more seconds at most.",
        ),
    )];
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        section.sheet {
            h2 { (lang.say("Chaves de programas", "Keys of programs")) }
            @if visit.may_own() { p { a.button href="/console/chaves/nova" { (lang.say("Nova chave…", "New key…")) } } }
            @if keys.is_empty() { (nothing(lang.say("Nenhuma.", "None."))) }
            @else { (programs(visit, &keys)) }
        }
    };
    Ok(shell::of_hub(visit, title, &body))
}

fn programs(visit: &Visit, keys: &[TokenRow]) -> Markup {
    let (lang, now) = (visit.lang, Instante::now());
    let question = lang
        .say("Revogar a chave? Programas que a usam param.", "Revoke the key? Programs that use it stop.");
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th.num scope="col" { "#" }
            th scope="col" { (lang.say("Abre", "Opens")) }
            th scope="col" { (lang.say("Para quê", "What for")) }
            th scope="col" { (lang.say("Criada", "Created")) }
            th scope="col" { (lang.say("Vista", "Seen")) }
            th scope="col" { (lang.say("Situação", "State")) }
            th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
        } }
        tbody { @for key in keys { tr {
            td.num { (key.id) }
            td { (match key.tipo { TokenKind::Aplicacao => "A",
                TokenKind::Loja => "B" }) " · " (key.aplicacao_name)
                @if let Some(user) = &key.usuario_id { " / " span.code { (user) } } }
            td { (key.rotulo) }
            td { (when(visit, key.criado_em)) }
            td { @match key.usado_em { Some(at) => (when(visit, at)), None => "–" } }
            td { (badge(state(visit, key, now))) }
            td { @if key.revogado_em.is_none() { (owned(visit, "/console/chaves/revogar", &html! {
                input type="hidden" name="numero" value=(key.id);
                button.danger.small data-question=(question) { (lang.say("Revogar", "Revoke")) }
            })) } }
        } } }
    } } }
}

fn state(visit: &Visit, key: &TokenRow, now: Instante) -> (&'static str, Mood) {
    let lang = visit.lang;
    if key.revogado_em.is_some() {
        (lang.say("revogada", "revoked"), Mood::Plain)
    } else if key.expira_em.is_some_and(|end| end <= now) {
        (lang.say("vencida", "expired"), Mood::Warn)
    } else {
        (lang.say("vale", "works"), Mood::Good)
    }
}

fn number(form: &Form) -> Result<i64, Failure> {
    form.text("numero").parse().map_err(|_| Failure::Missing)
}

async fn revoke(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.must_see_all()?;
    visit.owns(&form)?;
    let id = number(&form)?;
    visit
        .act((Scope::All, Act::KeyRevoked, id.to_string()), move |tx| {
            let key = tokens::find(tx, id)?.ok_or(Failure::Missing)?;
            tokens::revoke(tx, id)?;
            Ok(((), key.revogado_em.is_none().then_some(key.rotulo)))
        })
        .await?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/chaves?feito=revogada")).finish())
}
