//! What can be done about a notification: test, resend, another secret, pause, resume.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use maud::{Markup, html};
use serde::Deserialize;
use store::Tx;
use store::notificacoes::{self, NotificacaoRow, Owner, ResendOutcome, RotateOutcome, Test};

use super::rows::{find_to_act, is_own};
use crate::access::{LojaVisit, Sent};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::act;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route(
        "/notificacoes/{id:[0-9]{1,18}}/{ato:testar|reenviar|segredo|pausar|retomar}",
        web::post().to(submit),
    );
}

/// What the forms send.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Form {
    marca: String,
    de: String,
    ate: String,
}

/// What is said once it is done.
pub fn said(lang: Lang) -> [(&'static str, &'static str); 4] {
    [
        (
            "testar",
            lang.say(
                "O teste foi posto a caminho: veja as entregas.",
                "The test is on its way: see the deliveries.",
            ),
        ),
        ("reenviar", lang.say("Os eventos serão enviados de novo.", "The events will be sent again.")),
        ("pausar", lang.say("A notificação foi desligada.", "The notification was switched off.")),
        ("retomar", lang.say("A notificação foi ligada.", "The notification was switched on.")),
    ]
}

/// The buttons.
pub fn forms(visit: &LojaVisit, row: &NotificacaoRow) -> Markup {
    let lang = visit.lang;
    let address = |what: &str| visit.address(&format!("/notificacoes/{}/{what}", row.id));
    let button = |what: &str, words: &str| act(visit, &address(what), &html! { button { (words) } });
    let resend = html! {
        label { span { (lang.say("Da posição",
            "From position")) } input name="de" inputmode="numeric" required pattern="[0-9]{1,18}"; }
        label { span { (lang.say("Até a posição",
            "To position")) } input name="ate" inputmode="numeric" required pattern="[0-9]{1,18}"; }
        button.strong { (lang.say("Reenviar", "Send again")) }
    };
    let question =
        lang.say("Trocar o segredo? Por um dia valem os dois.", "Change the secret? For a day both hold.");
    html! {
        @if visit.may_act() && (is_own(row) || !visit.sees_one()) { div.actions {
            (button("testar", lang.say("Enviar teste", "Send a test")))
            details.action { summary.button { (lang.say("Reenviar eventos…",
                "Send events again…")) } (act(visit, &address("reenviar"), &resend)) }
            (act(visit, &address("segredo"), &html! { button data-question=(question) {
                (lang.say("Trocar segredo",
                "Change the secret")) } }))
            @if row.ativo { (button("pausar", lang.say("Desligar", "Switch off"))) }
            @else { (button("retomar", lang.say("Ligar", "Switch on"))) }
        } }
    }
}

async fn submit(visit: LojaVisit, Sent(form): Sent<Form>) -> Result<HttpResponse, Failure> {
    let form = &form;
    visit.acts(&form.marca)?;
    let (lang, loja, id) = (visit.lang, visit.id(), visit.number()?);
    let sees_one = visit.sees_one();
    let what = visit.req.match_info().get("ato").unwrap_or_default().to_owned();
    let named = id.to_string();
    match what.as_str() {
        "testar" => {
            visit
                .act_here((Act::NotificationTested, named), move |tx| {
                    let owner = find_to_act(tx, loja, id, sees_one)?;
                    test(tx, owner, id, loja, lang).map(|delivery| ((), Some(format!("entrega {delivery}"))))
                })
                .await?;
        }
        "reenviar" => {
            let (from, to) = (place(lang, &form.de)?, place(lang, &form.ate)?);
            visit.store().place_events().await?;
            visit
                .act_here((Act::NotificationResent, named), move |tx| {
                    let owner = find_to_act(tx, loja, id, sees_one)?;
                    resend(tx, owner, id, (from, to), lang).map(|told| ((), Some(told)))
                })
                .await?;
        }
        "segredo" => return rotate(&visit, id).await,
        _ => {
            let on = what == "retomar";
            let act = if on { Act::NotificationResumed } else { Act::NotificationPaused };
            visit
                .act_here((act, named), move |tx| {
                    let owner = find_to_act(tx, loja, id, sees_one)?;
                    let now = tx.now();
                    notificacoes::switch(tx, owner, id, on, now)?.ok_or(Failure::Missing)?;
                    Ok(((), Some(String::new())))
                })
                .await?;
        }
    }
    let back = visit.address(&format!("/notificacoes/{id}?feito={what}"));
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
}

fn test(tx: &mut Tx<'_>, owner: Owner, id: i64, loja: LojaId, lang: Lang) -> Result<i64, Failure> {
    let now = tx.now();
    match notificacoes::send_test(tx, owner, id, Some(loja), now)? {
        Test::Created(delivery) => Ok(delivery),
        Test::Excess => Err(too_many(lang)),
        Test::UserMissing | Test::Missing => Err(Failure::Missing),
    }
}

fn place(lang: Lang, text: &str) -> Result<i64, Failure> {
    let number = text.trim().parse().ok().filter(|n| *n >= 1);
    let words = lang.say("Posição: um número a partir de 1.", "Position: a number from 1 on.");
    number.ok_or_else(|| Failure::Refused(words.to_owned()))
}

fn resend(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    (from, to): (i64, i64),
    lang: Lang,
) -> Result<String, Failure> {
    match notificacoes::resend(tx, owner, id, from, to)? {
        ResendOutcome::Accepted { de, ate } => Ok(format!("{de}–{ate}")),
        ResendOutcome::Empty => Err(Failure::Refused(
            lang.say("O registro não tem eventos nesta faixa.", "The log has no events in this stretch.")
                .to_owned(),
        )),
        ResendOutcome::Excess => Err(too_many(lang)),
        ResendOutcome::Missing => Err(Failure::Missing),
    }
}

fn too_many(lang: Lang) -> Failure {
    let words = lang
        .say("Já há muitos a caminho. Espere que terminem.", "Many are under way already. Wait for them.");
    Failure::Refused(words.to_owned())
}

/// The secret is shown in this answer and never again.
async fn rotate(visit: &LojaVisit, id: i64) -> Result<HttpResponse, Failure> {
    let (lang, loja, sees_one) = (visit.lang, visit.id(), visit.sees_one());
    let (secret, until): (String, Instante) = visit
        .act_here((Act::SecretRotated, id.to_string()), move |tx| {
            let owner = find_to_act(tx, loja, id, sees_one)?;
            let now = tx.now();
            match notificacoes::rotate(tx, owner, id, now)? {
                RotateOutcome::Done(secret, until) => Ok(((secret.text(), until), Some(String::new()))),
                RotateOutcome::InProgress(_) => Err(Failure::Refused(
                    lang.say(
                        "O segredo anterior ainda vale: espere um dia entre trocas.",
                        "The secret before still holds: wait a day between changes.",
                    )
                    .to_owned(),
                )),
                RotateOutcome::Missing => Err(Failure::Missing),
            }
        })
        .await?;
    let title = lang.say("Segredo novo", "New secret");
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("Guarde-o agora: não será mostrado de novo.",
                "Keep it now: it will not be shown again.")) }
            pre tabindex="0" { code data-segredo { (secret) } }
            p.faint { (lang.say("O anterior vale até", "The one before holds until")) " "
                (format::moment(lang, until, visit.state.zone())) }
            a.button href=(visit.address(&format!("/notificacoes/{id}"))) { (lang.say("Voltar", "Back")) }
        }
    };
    Ok(shell::of_loja(visit, title, &body))
}
