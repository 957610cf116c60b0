//! How the program and its database are doing.

use std::time::Duration;

use actix_web::{HttpResponse, web};
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::{entregas, queue};

use crate::access::Visit;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::SettingOrigin;
use crate::view::parts::{badge, pairs, when};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// Seconds after which the newest backup is too old: as the alert that comes with the project has it.
const BACKUP_OLD: i64 = 26 * 3600;

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
    let backup = backup(visit, now).await?;
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
            section.sheet.c6 { h2 { (lang.say("Backup", "Backup")) } (backup) }
            section.sheet.c6 {
                h2 { (lang.say("Este programa", "This program")) }
                dl.pairs {
                    @for ([pt, en], value) in visit.state.facts.iter() { dt { (lang.say(pt,
                        en)) } dd.code { (value) } }
                }
                p.row { @for (name, address) in visit.state.links.iter() { a.button href=(address) {
                    (name) } } }
            }
            @if !visit.state.settings.is_empty() { section.sheet.c12 {
                h2 { (lang.say("Configuração", "Settings")) }
                (settings(visit))
            } }
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

/// Where backups are written, and how old the newest one is.
async fn backup(visit: &Visit, now: Instante) -> Result<Markup, Failure> {
    let lang = visit.lang;
    let Some(backups) = visit.state.backups.clone() else {
        return Ok(html! { p { (lang.say("O servidor não sabe dos backups: a opção ",
        "The server does not know of backups: the setting ")) code { "backup_folder" }
        (lang.say(" não diz onde estão.", " does not say where they are.")) } });
    };
    let folder = backups.folder.display().to_string();
    let newest = web::block(move || (backups.newest)()).await;
    let newest = newest.map_err(|_| Failure::Fault("the backups could not be looked at"))?;
    let age = match newest {
        None => badge((lang.say("nenhum ainda", "none yet"), Mood::Bad)),
        Some(at) => html! {
            (format::distance(lang, at, now)) " · " (when(visit, at)) " "
            @if at < now.plus_seconds(-BACKUP_OLD) { (badge((lang.say("velho demais", "too old"), Mood::Bad))) }
            @else { (badge((lang.say("em dia", "recent"), Mood::Good))) }
        },
    };
    Ok(pairs(&[
        (lang.say("O mais novo", "The newest"), age),
        (lang.say("Pasta", "Folder"), html! { span.code { (folder) } }),
    ]))
}

fn settings(visit: &Visit) -> Markup {
    let lang = visit.lang;
    let origin = |origin: &SettingOrigin| match origin {
        SettingOrigin::Default => lang.say("padrão", "default").to_owned(),
        SettingOrigin::File(file) => format!("{} {file}", lang.say("arquivo", "file")),
        SettingOrigin::Environment(name) => format!("{} {name}", lang.say("ambiente", "environment")),
        SettingOrigin::Flag(name) => format!("{} --{name}", lang.say("opção", "flag")),
        SettingOrigin::Program => lang.say("demonstração", "demonstration").to_owned(),
    };
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Nome", "Name")) }
            th scope="col" { (lang.say("Valor", "Value")) }
            th scope="col" { (lang.say("Veio de", "Came from")) }
        } }
        tbody { @for one in visit.state.settings.iter() { tr {
            td.code { (one.name) }
            td.code.whole { @if one.value.is_empty() { "–" } @else { (one.value) } }
            td { @if one.origin == SettingOrigin::Default { span.faint { (origin(&one.origin)) } }
                @else { b { (origin(&one.origin)) } } }
        } } }
    } } }
}

fn seconds(for_so_long: Duration) -> String {
    format!("{} s", for_so_long.as_secs())
}
