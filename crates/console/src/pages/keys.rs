//! Keys of programs, and who may look at the console.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::accesses::{self, Access, Scope};
use store::tokens::{self, TokenKind, TokenRow};

use crate::access::{Form, Sent, Visit};
use crate::error::Failure;
use crate::view::parts::{act, badge, done, nothing, when};
use crate::view::words::Mood;
use crate::view::{shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/chaves", web::get().to(show))
        .route("/chaves/revogar", web::post().to(revoke))
        .route("/acessos/encerrar", web::post().to(end));
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.must_see_all()?;
    let lang = visit.lang;
    let (keys, people) =
        visit.read(|conn| Ok((tokens::list(conn)?, accesses::list(conn, Instante::now())?))).await?;
    let title = lang.say("Chaves", "Keys");
    let said = [
        (
            "revogada",
            lang.say(
                "A chave foi revogada: vale por no máximo mais dois segundos.",
                "The key was revoked: it works for two more seconds at most.",
            ),
        ),
        ("encerrado", lang.say("O acesso foi encerrado.", "The access was ended.")),
    ];
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        section.sheet {
            h2 { (lang.say("Chaves de programas", "Keys of programs")) }
            @if visit.may_act() { p { a.button href="/console/chaves/nova" { (lang.say("Nova chave…", "New key…")) } } }
            @if keys.is_empty() { (nothing(lang.say("Nenhuma.", "None."))) }
            @else { (programs(visit, &keys)) }
        }
        section.sheet {
            h2 { (lang.say("Quem entra neste console", "Who enters this console")) }
            (persons(visit, &people))
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
            td { @if key.revogado_em.is_none() { (act(visit, "/console/chaves/revogar", &html! {
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

fn persons(visit: &Visit, all: &[Access]) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Quem", "Who")) }
            th scope="col" { (lang.say("Pode", "May")) }
            th scope="col" { (lang.say("Vê", "Sees")) }
            th scope="col" { (lang.say("Até", "Until")) }
            th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
        } }
        tbody { @for one in all { tr {
            td { (one.nome) @if one.id == visit.access.id { " " (badge((lang.say("você",
                "you"), Mood::Under))) } }
            td { (words::role(lang, one.role)) }
            td { (match one.scope {
                Scope::All => lang.say("tudo", "everything").to_owned(),
                Scope::Aplicacao(id) => format!("{} {}", lang.say("aplicação", "application"), id.0),
                Scope::Loja(id) => format!("{} {}", lang.say("loja", "store"), crate::access::path_of(id)),
            }) }
            td { @match one.sessao_expira_em {
                Some(until) => (when(visit, until)),
                None => { (when(visit, one.link_expira_em)) " " span.faint {
                    (lang.say("(link ainda não usado)",
                    "(link not used yet)")) } },
            } }
            td { (act(visit, "/console/acessos/encerrar", &html! {
                input type="hidden" name="numero" value=(one.id);
                button.danger.small { (lang.say("Encerrar", "End")) }
            })) }
        } } }
    } } }
}

fn number(form: &Form) -> Result<i64, Failure> {
    form.text("numero").parse().map_err(|_| Failure::Missing)
}

async fn revoke(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.acts(&form)?;
    visit.must_see_all()?;
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

async fn end(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.acts(&form)?;
    visit.must_see_all()?;
    let id = number(&form)?;
    visit
        .act((Scope::All, Act::AccessEnded, id.to_string()), move |tx| {
            if accesses::end(tx, id)? { Ok(((), Some(String::new()))) } else { Err(Failure::Missing) }
        })
        .await?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/chaves?feito=encerrado")).finish())
}
