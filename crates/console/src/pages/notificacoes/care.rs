//! What can be done about a notification: test, resend (a time, a stretch of the log, one delivery), another
//! secret, pause, resume.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use chrono::NaiveDateTime;
use domain::console::Act;
use domain::entrega::{Entrega, EstadoEntrega};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use maud::{Markup, html};
use store::notificacoes::{self, NotificacaoRow, Owner, ResendOutcome, RotateOutcome, Test};
use store::{Tx, events};

use super::edit;
use super::rows::{find_to_act, is_own};
use crate::access::{Form, LojaVisit, Once};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, Input, act};
use crate::view::{format, shell};

/// The fields of the form that asks for events again.
const FIELDS: [&str; 3] = ["desde", "de", "ate"];

/// What is said once it is done.
pub fn said(lang: Lang) -> [(&'static str, &'static str); 5] {
    [
        ("gravada", lang.say("A notificação foi gravada.", "The notification was saved.")),
        (
            "testar",
            lang.say(
                "O teste foi posto a caminho: veja as entregas.",
                "The test is on its way: see the deliveries.",
            ),
        ),
        ("reenviar", lang.say("Os eventos são enviados de novo agora.", "The events are sent again now.")),
        ("pausar", lang.say("A notificação foi desligada.", "The notification was switched off.")),
        ("retomar", lang.say("A notificação foi ligada.", "The notification was switched on.")),
    ]
}

/// The buttons; a form that was refused stays open.
pub fn forms(visit: &LojaVisit, row: &NotificacaoRow, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let address = |what: &str| visit.address(&format!("/notificacoes/{}/{what}", row.id));
    let button = |what: &str, words: &str| act(visit, &address(what), &html! { button { (words) } });
    let test = html! { (Once::input()) button { (lang.say("Enviar teste", "Send a test")) } };
    let place =
        |name, words| Input { name, words, pattern: Some("[0-9]{1,18}"), ..Input::default() }.of(again);
    let since = lang.say("Desde quando", "Since when");
    let zone = visit.state.zone().name();
    let resend = html! {
        (Once::input())
        (Again::alert(again, &FIELDS))
        (Input { name: "desde", words: &format!("{since} ({zone})"), kind: Some("datetime-local"),
            ..Input::default() }.of(again))
        p.faint { (lang.say("Ou, em vez disso, um trecho do registro:", "Or a stretch of the log instead:")) }
        (place("de", lang.say("Da posição", "From position")))
        (place("ate", lang.say("Até a posição", "To position")))
        button.strong { (lang.say("Reenviar", "Send again")) }
    };
    let question =
        lang.say("Trocar o segredo? Por um dia valem os dois.", "Change the secret? For a day both hold.");
    html! {
        @if may_care(visit, row) { div.actions {
            (act(visit, &address("testar"), &test))
            details.action open[again.is_some()] { summary.button { (lang.say("Reenviar eventos…",
                "Send events again…")) } (act(visit, &address("reenviar"), &resend)) }
            (act(visit, &address("segredo"), &html! { button data-question=(question) {
                (lang.say("Trocar segredo",
                "Change the secret")) } }))
            @if edit::may_change(visit, row) { a.button href=(address("editar")) { (lang.say("Mudar…", "Change…")) } }
            @if row.ativo { (button("pausar", lang.say("Desligar", "Switch off"))) }
            @else { (button("retomar", lang.say("Ligar", "Switch on"))) }
        } }
    }
}

fn may_care(visit: &LojaVisit, row: &NotificacaoRow) -> bool {
    visit.may_act() && (is_own(row) || !visit.sees_one())
}

/// The button that sends a delivery's event again.
pub fn send_again(visit: &LojaVisit, row: &NotificacaoRow, one: &Entrega) -> Markup {
    let lang = visit.lang;
    let address = visit.address(&format!("/notificacoes/{}/entregas/{}/reenviar", row.id, one.entrega_id));
    let words = match one.estado {
        EstadoEntrega::Pendente => lang.say("Enviar agora", "Send now"),
        EstadoEntrega::Entregue | EstadoEntrega::Esgotada => lang.say("Reenviar", "Send again"),
    };
    html! { @if one.posicao > 0 && may_care(visit, row) {
        (act(visit, &address, &html! { (Once::input()) button.small { (words) } }))
    } }
}

/// The delivery that the path names.
pub fn entrega_of(visit: &LojaVisit) -> Result<i64, Failure> {
    let entrega = visit.req.match_info().get("entrega").and_then(|text| text.parse().ok());
    entrega.ok_or(Failure::Missing)
}

/// Sends a delivery's event again.
pub async fn send_one(visit: &LojaVisit, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, loja, id, sees_one) = (visit.lang, visit.id(), visit.number()?, visit.sees_one());
    let (entrega, once) = (entrega_of(visit)?, Once::of(visit, loja.aplicacao, form));
    visit
        .act_here((Act::NotificationResent, id.to_string()), move |tx| {
            let owner = find_to_act(tx, loja, id, sees_one)?;
            if !once.take(tx)? {
                return Ok(((), None));
            }
            let outcome = notificacoes::send_again(tx, owner, id, entrega)?;
            accepted(lang, outcome).map(|told| ((), Some(told)))
        })
        .await?;
    Ok(back(visit, id, "reenviar"))
}

fn back(visit: &LojaVisit, id: i64, what: &str) -> HttpResponse {
    let back = visit.address(&format!("/notificacoes/{id}?feito={what}"));
    HttpResponse::SeeOther().insert_header((LOCATION, back)).finish()
}

/// The act that asks for events again.
pub const RESEND: &str = "reenviar";

/// Does what a button or a form asks for.
pub async fn care(visit: &LojaVisit, what: &str, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), visit.number()?);
    let sees_one = visit.sees_one();
    let (named, once) = (id.to_string(), Once::of(visit, loja.aplicacao, form));
    match what {
        "testar" => {
            visit
                .act_here((Act::NotificationTested, named), move |tx| {
                    let owner = find_to_act(tx, loja, id, sees_one)?;
                    if !once.take(tx)? {
                        return Ok(((), None));
                    }
                    test(tx, owner, id, loja, lang).map(|delivery| ((), Some(format!("entrega {delivery}"))))
                })
                .await?;
        }
        RESEND => resent(visit, id, form).await?,
        "segredo" => return rotate(visit, id).await,
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
    Ok(back(visit, id, what))
}

fn test(tx: &mut Tx<'_>, owner: Owner, id: i64, loja: LojaId, lang: Lang) -> Result<i64, Failure> {
    let now = tx.now();
    match notificacoes::send_test(tx, owner, id, Some(loja), now)? {
        Test::Created(delivery) => Ok(delivery),
        Test::Excess => Err(too_many(lang)),
        Test::UserMissing | Test::Missing => Err(Failure::Missing),
    }
}

/// Which events are sent again.
#[derive(Clone, Copy)]
enum Stretch {
    Since(Instante),
    Places(i64, i64),
}

fn stretch(visit: &LojaVisit, form: &Form) -> Result<Stretch, Failure> {
    let lang = visit.lang;
    let since = form.text("desde");
    if since.is_empty() {
        return Ok(Stretch::Places(place(lang, "de", form)?, place(lang, "ate", form)?));
    }
    let read = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        .iter()
        .find_map(|shape| NaiveDateTime::parse_from_str(since, shape).ok())
        .and_then(|local| local.and_local_timezone(visit.state.zone()).earliest());
    let words = lang.say("Escreva dia e hora.", "Write day and time.");
    let read = read.ok_or_else(|| Failure::Wrong("desde", words.to_owned()))?;
    Ok(Stretch::Since(Instante::from_micros(read.timestamp_micros())))
}

fn place(lang: Lang, name: &'static str, form: &Form) -> Result<i64, Failure> {
    let number = form.text(name).parse().ok().filter(|n| *n >= 1);
    let words = lang.say("Um número a partir de 1.", "A number from 1 on.");
    number.ok_or_else(|| Failure::Wrong(name, words.to_owned()))
}

async fn resent(visit: &LojaVisit, id: i64, form: &Form) -> Result<(), Failure> {
    let (lang, loja, sees_one) = (visit.lang, visit.id(), visit.sees_one());
    let (wanted, once) = (stretch(visit, form)?, Once::of(visit, loja.aplicacao, form));
    visit.store().place_events().await?;
    visit
        .act_here((Act::NotificationResent, id.to_string()), move |tx| {
            let owner = find_to_act(tx, loja, id, sees_one)?;
            if !once.take(tx)? {
                return Ok(((), None));
            }
            let (from, to) = match wanted {
                Stretch::Places(from, to) => (from, to),
                Stretch::Since(at) => {
                    let from = events::position_since(tx, loja.aplicacao, at)?;
                    (from.ok_or_else(|| nothing_there(lang))?, i64::MAX)
                }
            };
            let outcome = notificacoes::resend(tx, owner, id, from, to)?;
            accepted(lang, outcome).map(|told| ((), Some(told)))
        })
        .await
}

/// What is written down of what is sent again.
fn accepted(lang: Lang, outcome: ResendOutcome) -> Result<String, Failure> {
    match outcome {
        ResendOutcome::Accepted { de, ate } => Ok(format!("{de}–{ate}")),
        ResendOutcome::Empty => Err(nothing_there(lang)),
        ResendOutcome::Excess => Err(too_many(lang)),
        ResendOutcome::Missing => Err(Failure::Missing),
    }
}

fn nothing_there(lang: Lang) -> Failure {
    let words = lang.say("O registro não guarda eventos assim.", "The log keeps no such events.");
    Failure::Refused(words.to_owned())
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
