//! How the program and its database are doing.

use std::time::Duration;

use actix_web::{HttpResponse, web};
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::{entregas, queue};

use crate::access::Visit;
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{badge, pairs};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/sistema", web::get().to(show));
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    visit.must_see_all()?;
    let lang = visit.lang;
    let now = Instante::now();
    let (queue, sending) =
        visit.read(move |conn| Ok((queue::backlog(conn, now)?, entregas::backlog(conn)?))).await?;
    let title = lang.say("Sistema", "System");
    let database = database(visit).await?;
    let body = html! {
        h1 { (title) }
        div.grid {
            section.sheet.c6 { h2 { (lang.say("Banco de dados", "Database")) } (database) }
            section.sheet.c6 {
                h2 { (lang.say("O que espera", "What waits")) }
                (pairs(&[
                    (lang.say("Eventos mortos em filas",
                        "Dead events in queues"), number(lang, queue.mortos)),
                    (lang.say("Evento mais antigo sem leitura",
                        "Oldest unread event"), ago(lang, queue.mais_antigo, now)),
                    (lang.say("Chamadas a enviar", "Calls to be sent"), number(lang, sending.pending)),
                    (lang.say("Chamada mais antiga", "Oldest call"), ago(lang, sending.oldest, now)),
                    (lang.say("Endereços em pausa", "Paused addresses"), number(lang, sending.paused)),
                ]))
            }
            section.sheet.c12 {
                h2 { (lang.say("Este programa", "This program")) }
                dl.pairs {
                    @for ([pt, en], value) in visit.state.facts.iter() { dt { (lang.say(pt,
                        en)) } dd.code { (value) } }
                }
                p.row { @for (name, address) in visit.state.links.iter() { a.button href=(address) {
                    (name) } } }
            }
        }
    };
    Ok(shell::of_hub(visit, title, &body))
}

fn number(lang: Lang, n: i64) -> Markup {
    html! { (format::count(lang, n)) }
}

fn ago(lang: Lang, at: Option<Instante>, now: Instante) -> Markup {
    html! { @match at { Some(at) => (format::distance(lang, at, now)), None => "–" } }
}

async fn database(visit: &Visit) -> Result<Markup, Failure> {
    let lang = visit.lang;
    let (stats, commits) = (visit.store().stats(), visit.store().commits());
    let sizes = visit.store().sizes().await?;
    let size = |bytes: Option<u64>| {
        html! { @match bytes { Some(bytes) => (format::bytes(lang, bytes)), None => "–" } }
    };
    let writing = match &commits.failing {
        None => badge((lang.say("grava", "writes"), Mood::Good)),
        Some(failing) => html! {
            (badge((lang.say("não grava", "does not write"), Mood::Bad))) " "
            (seconds(failing.since.elapsed())) ": " (failing.reason)
        },
    };
    let failed = i64::try_from(commits.failed).unwrap_or(i64::MAX);
    Ok(pairs(&[
        (lang.say("Programa", "Engine"), html! { (stats.backend) }),
        (lang.say("Gravação", "Writing"), writing),
        (lang.say("Gravações que falharam", "Failed commits"), number(lang, failed)),
        (lang.say("Tamanho", "Size"), size(sizes.database)),
        (lang.say("Diário de gravação", "Write-ahead log"), size(sizes.log)),
        (lang.say("Livre no disco", "Free on the disk"), size(sizes.free)),
        (
            lang.say("Conexões", "Connections"),
            html! { (stats.connections) " (" (stats.idle) " " (lang.say("livres", "idle")) ")" },
        ),
    ]))
}

fn seconds(for_so_long: Duration) -> String {
    format!("{} s", for_so_long.as_secs())
}
