//! A notification of a store, made and changed by people: where it sends, and which kinds of events.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::evento::TipoEvento;
use domain::notificacao::Notificacao;
use domain::values::ids::LojaId;
use maud::{Markup, html};
use serde_json::json;
use store::Conn;
use store::notificacoes::{self, New, NotificacaoRow, Owner};

use super::rows::{find, is_own};
use crate::access::{Form, LojaVisit, Sent};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::filling::{Filling, Seen, member, read};
use crate::view::parts::{Again, Input, act};
use crate::view::shell;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/notificacoes/nova", web::get().to(blank))
        .route("/notificacoes/nova", web::post().to(create))
        .route("/notificacoes/{id:[0-9]{1,18}}/editar", web::get().to(show))
        .route("/notificacoes/{id:[0-9]{1,18}}/editar", web::post().to(change));
}

/// True for one that this page changes: an application's, with an address of its own, of whoever sees the application.
pub fn may_change(visit: &LojaVisit, row: &NotificacaoRow) -> bool {
    may_make(visit) && !is_own(row) && row.url.is_some()
}

/// True for whoever may make one.
pub fn may_make(visit: &LojaVisit) -> bool {
    visit.may_act() && !visit.sees_one()
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    new_page(&visit, None)
}

fn new_page(visit: &LojaVisit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    if visit.sees_one() {
        return Err(Failure::Missing);
    }
    let seen = Seen::default().with("url", "").with("tipos", "").with("lojas", "esta");
    let filling = Filling::of(visit, &seen, again);
    let which = [
        ("esta".to_owned(), lang.say("Só desta loja", "Of this store alone").to_owned()),
        (
            "todas".to_owned(),
            lang.say("De todas as lojas da aplicação", "Of all stores of the application").to_owned(),
        ),
    ];
    let content = html! { div.import {
        (filling.head())
        (address(lang, &filling))
        (filling.field(&Input { name: "lojas", words: lang.say("De quais lojas", "Of which stores"), required: true,
            options: &which, ..Input::default() }))
        (kinds(lang, &filling))
        div { button.strong { (lang.say("Criar a notificação", "Make the notification")) } }
    } };
    let title = lang.say("Nova notificação", "New notification");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("O hub avisa um programa seu assim que algo acontece",
            "The hub tells a program of yours as soon as something happens")) }
        section.sheet { (act(visit, &visit.address("/notificacoes/nova"), &content)) }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
}

fn address(lang: Lang, filling: &Filling<'_>) -> Markup {
    filling.field(&Input {
        name: "url",
        words: lang.say("Endereço", "Address"),
        kind: Some("url"),
        required: true,
        most: Some(2000),
        help: lang.say("https, de quem fez o programa", "https, from whoever made the program"),
        ..Input::default()
    })
}

fn kinds(lang: Lang, filling: &Filling<'_>) -> Markup {
    let taken = filling.value("tipos");
    html! { fieldset.ways {
        legend { (lang.say("De que avisar (nenhum marcado: de tudo)", "What to tell of (none ticked: of everything)")) }
        input type="hidden" name="tipos";
        @for kind in TipoEvento::ALL { label.check {
            input type="checkbox" name="tipos" value=(kind.name())
                checked[taken.split(',').any(|taken| taken == kind.name())];
            span.code { (kind.name()) }
        } }
        (filling.others("tipos"))
    } }
}

fn body(url: &str, tipos: &str, ativo: bool) -> Result<Notificacao, Failure> {
    let tipos: Vec<&str> = tipos.split(',').filter(|kind| !kind.is_empty()).collect();
    read(&json!({ "url": url, "tipos": tipos, "ativo": ativo }), member)
}

/// Refuses an address that will never be called, as interface A does.
fn callable(visit: &LojaVisit, url: Option<&str>) -> Result<(), Failure> {
    let checked = url.map_or(Ok(()), |url| visit.state.allowed.check_text(url));
    checked.map_err(|forbidden| Failure::Wrong("url", forbidden.to_string()))
}

async fn create(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    visit.must_see_more_than_one()?;
    match created(&visit, &form).await {
        Ok(row) => Ok(secret(&visit, &row)),
        Err(failure) => new_page(&visit, Some(&Again::of(form, failure)?)),
    }
}

async fn created(visit: &LojaVisit, form: &Form) -> Result<NotificacaoRow, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let tipos = form.value("tipos").unwrap_or_default();
    let notificacao = body(form.text("url"), &tipos, true)?;
    callable(visit, notificacao.url.as_deref())?;
    let of = (form.text("lojas") != "todas").then_some(loja);
    // what has happened before has its place in the log, and is not sent
    visit.store().place_events().await?;
    let told = notificacao.url.as_deref().and_then(domain::entrega::host).unwrap_or_default().to_owned();
    visit
        .act_here((Act::NotificationWritten, told), move |tx| {
            let now = tx.now();
            let new = New::of_aplicacao(&notificacao, of);
            let row = notificacoes::create(tx, Owner::Aplicacao(loja.aplicacao), &new, now)?;
            let words = lang.say(
                "A aplicação já tem notificações demais:",
                "The application has too many notifications:",
            );
            let row = row.ok_or_else(|| Failure::Refused(format!("{words} {}", notificacoes::MAX)))?;
            let told = format!("criada: {}", row.id);
            Ok((row, Some(told)))
        })
        .await
}

/// Its secret is shown in this answer and never again.
fn secret(visit: &LojaVisit, row: &NotificacaoRow) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("A notificação foi criada", "The notification was made");
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("Com este segredo o programa confere que os avisos vêm daqui. Guarde-o agora: não será mostrado \
                de novo.", "By this secret the program checks that what it is told comes from here. Keep it now: it will \
                not be shown again.")) }
            pre tabindex="0" { code data-segredo { (row.segredo.text()) } }
            a.button href=(visit.address(&format!("/notificacoes/{}", row.id))) {
                (lang.say("Ver a notificação", "See the notification")) }
        }
    };
    shell::of_loja(visit, title, &body)
}

fn seen(row: &NotificacaoRow) -> Seen {
    let tipos: Vec<&str> = row.tipos.list().iter().map(|kind| kind.name()).collect();
    Seen::default().given("url", row.url.as_ref()).with("tipos", tipos.join(","))
}

/// One that this page changes, of an application that the visitor sees.
fn changeable(conn: &mut Conn<'_>, loja: LojaId, id: i64) -> Result<NotificacaoRow, Failure> {
    let (_, row) = find(conn, loja, id)?;
    if is_own(&row) || row.url.is_none() { Err(Failure::Missing) } else { Ok(row) }
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, visit.number()?, None).await
}

async fn page(visit: &LojaVisit, id: i64, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    if visit.sees_one() {
        return Err(Failure::Missing);
    }
    let (lang, loja) = (visit.lang, visit.id());
    let row = visit.read(move |conn| changeable(conn, loja, id)).await?;
    let seen = seen(&row);
    let filling = Filling::of(visit, &seen, again);
    let content = html! { div.import {
        (filling.head())
        (address(lang, &filling))
        (kinds(lang, &filling))
        div { button.strong { (lang.say("Gravar", "Save")) } }
    } };
    let title = format!("{} {id}", lang.say("Notificação", "Notification"));
    let body = html! {
        h1 { (title) }
        section.sheet { (act(visit, &visit.address(&format!("/notificacoes/{id}/editar")), &content)) }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &title, &body)))
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    visit.must_see_more_than_one()?;
    let id = visit.number()?;
    match changed(&visit, id, &form).await {
        Ok(()) => {
            let address = visit.address(&format!("/notificacoes/{id}?feito=gravada"));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
        }
        Err(failure) => page(&visit, id, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(visit: &LojaVisit, id: i64, form: &Form) -> Result<(), Failure> {
    let (lang, loja, form) = (visit.lang, visit.id(), form.clone());
    // one that is there already may stay, though it may be called no more
    let before = visit.read(move |conn| changeable(conn, loja, id)).await?;
    let url = form.value("url").filter(|url| Some(url) != before.url.as_ref());
    callable(visit, url.as_deref())?;
    visit
        .act_here((Act::NotificationWritten, id.to_string()), move |tx| {
            let owner = Owner::Aplicacao(loja.aplicacao);
            notificacoes::exclusive(tx, owner, id)?;
            let row = changeable(tx, loja, id)?;
            let seen = seen(&row);
            seen.unchanged(lang, &form)?;
            let touched = seen.touched(&form);
            let now_of = |name: &str| touched.get(name).unwrap_or_else(|| seen.get(name));
            let new = New::of_aplicacao(&body(now_of("url"), now_of("tipos"), row.ativo)?, row.loja);
            let now = tx.now();
            notificacoes::update(tx, owner, id, &new, now)?.ok_or(Failure::Missing)?;
            let names = touched.names();
            Ok(((), (!names.is_empty()).then_some(names)))
        })
        .await
}
