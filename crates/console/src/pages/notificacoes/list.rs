//! The notifications that tell of a store.

use actix_web::{HttpResponse, web};
use domain::entrega::{Saude, host};
use maud::{Markup, html};
use store::notificacoes::{self, NotificacaoRow};

use super::edit;
use super::rows::of_loja;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{badge, nothing, when};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/notificacoes", web::get().to(show));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let rows: Vec<(NotificacaoRow, Saude)> = visit
        .read(move |conn| {
            let all = of_loja(conn, loja)?;
            let mut saudes = notificacoes::saudes(conn, loja.aplicacao, &all)?;
            Ok(all
                .into_iter()
                .map(|one| {
                    let saude = saudes.remove(&one.id).unwrap_or_default();
                    (one, saude)
                })
                .collect())
        })
        .await?;
    let title = lang.say("Notificações", "Notifications");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Para onde vão os eventos desta loja, e se chegam",
            "Where this store's events go, and whether they arrive")) }
        @if edit::may_make(&visit) { p.row { a.button.strong href=(visit.address("/notificacoes/nova")) {
            (lang.say("Nova notificação…", "New notification…")) } } }
        section.sheet {
            @if rows.is_empty() {
                (nothing(lang.say("Nenhuma. Programas também as criam, pelas interfaces A e B.",
                    "None. Programs make them, too, through interfaces A and B.")))
            } @else { div.scroll tabindex="0" { table {
                thead { tr {
                    th scope="col" { "#" }
                    th scope="col" { (lang.say("Endereço", "Address")) }
                    th scope="col" { (lang.say("Situação", "State")) }
                    th.num scope="col" { (lang.say("A enviar", "To be sent")) }
                    th scope="col" { (lang.say("Último sucesso", "Last success")) }
                    th scope="col" { (lang.say("Último erro", "Last error")) }
                } }
                tbody { @for (one, saude) in &rows { tr {
                    td { a.code.strong href=(visit.address(&format!("/notificacoes/{}", one.id))) {
                        (one.id) } }
                    td.code { (address(&visit, one)) }
                    td { (state(lang, one, saude)) }
                    td.num { (format::count(lang, saude.pendentes)) }
                    td { @match saude.ultimo_sucesso { Some(at) => (when(&visit, at)), None => "–" } }
                    td.faint { @match &saude.ultimo_erro { Some(error) => (error.texto), None => "–" } }
                } } }
            } } }
        }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

/// Whether it tells of other stores, too, than the one that the visitor sees.
pub fn is_shared(visit: &LojaVisit, one: &NotificacaoRow) -> bool {
    visit.sees_one() && one.loja.is_none()
}

/// Where it sends; of one that is shared the host alone: the rest of an address may hold a password or a token.
pub fn address(visit: &LojaVisit, one: &NotificacaoRow) -> Markup {
    let lang = visit.lang;
    html! { @match &one.url {
        Some(url) if is_shared(visit, one) => (host(url).unwrap_or_default()),
        Some(url) => (url),
        None => (lang.say("urlIntegracao de cada usuário", "urlIntegracao of each user")),
    } }
}

/// How it is.
pub fn state(lang: Lang, one: &NotificacaoRow, saude: &Saude) -> Markup {
    badge(if saude.encerrada_em.is_some() {
        (lang.say("encerrada pelo destino", "ended by its address"), Mood::Bad)
    } else if !one.ativo {
        (lang.say("desligada", "switched off"), Mood::Plain)
    } else if saude.pausada_ate.is_some() {
        (lang.say("em pausa", "paused"), Mood::Bad)
    } else if saude.falhas_seguidas > 0 {
        (lang.say("falhando", "failing"), Mood::Warn)
    } else {
        (lang.say("envia", "sends"), Mood::Good)
    })
}
