//! The visitor's second factor: switched on with a phone, shown with its reserve codes, switched off.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use qrcode::{Color, QrCode};
use store::accesses;
use store::aplicacoes;
use store::pessoas::{self, Pessoa};

use super::account::{ACCOUNT, back, page, person};
use crate::access::{
    Form, Proof, Sent, Unfinished, Visit, draw_factor, password_field, phone_address, reserve_hash, reserves,
    step_of,
};
use crate::error::{FACTOR, Failure};
use crate::view::parts::{Again, Input, own_form};
use crate::view::{frame, shell};

pub(super) async fn factor(Unfinished(visit): Unfinished) -> Result<HttpResponse, Failure> {
    let one = person(&visit).await?;
    if one.segundo_fator {
        return Ok(to_account());
    }
    factor_page(&visit, &one, &draw_factor()?, None)
}

fn to_account() -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, ACCOUNT)).finish()
}

/// A picture that phones read.
fn picture(text: &str, label: &str) -> Result<Markup, Failure> {
    let code = QrCode::new(text).map_err(|_| Failure::Fault("a picture could not be made"))?;
    let width = code.width();
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark);
    let path: String =
        dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % width + 4, at / width + 4)).collect();
    let whole = width + 8;
    Ok(html! { svg.qr viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label=(label) {
        rect width=(whole) height=(whole) {}
        path d=(path) {}
    } })
}

fn factor_page(
    visit: &Visit,
    one: &Pessoa,
    secret: &str,
    again: Option<&Again>,
) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let title = lang.say("Ligar o segundo fator", "Switch the second factor on");
    let address = phone_address(secret, &one.email);
    let label = lang.say("Código QR para o aplicativo", "QR code for the app");
    let content = html! {
            p { (lang.say("Num aplicativo de códigos (Google Authenticator, Aegis, 1Password…), aponte a câmera para a figura. \
                No próprio telefone, ", "In an app for codes (Google Authenticator, Aegis, 1Password…), point the camera at the \
                picture. On the phone itself, ")) a href=(address) { (lang.say("abra o aplicativo", "open the app")) }
                (lang.say(" ou digite a chave.", " or type the key.")) }
            (picture(&address, label)?)
            p.code { (secret) }
            (own_form(visit, FACTOR, &html! { div.import {
                (Again::alert(again, &["codigo", "atual"]))
                input type="hidden" name="segredo" value=(secret);
                (Input { name: "codigo", words: lang.say("Código que o aplicativo mostra", "Code that the app shows"),
                    required: true, pattern: Some("[0-9 ]{6,8}"), fills: Some("one-time-code"), ..Input::default() }
                    .of(again))
                (password_field(visit, again))
                div { button.strong { (lang.say("Ligar", "Switch on")) } }
            } }))
    };
    let page = match visit.lacks_factor {
        false => shell::of_hub(visit, title, &html! { h1 { (title) } section.sheet { (content) } }),
        true => required_page(visit, title, &content),
    };
    Ok(Again::answered(again, page))
}

/// The page of somebody to whom nothing else is shown before.
fn required_page(visit: &Visit, title: &str, content: &Markup) -> HttpResponse {
    let lang = visit.lang;
    let body = html! {
        h1 { (title) }
        p { (lang.say("A empresa exige de todos também um código do telefone. Ligue o seu para continuar.",
            "The company requires of everybody a code from a phone, too. Switch yours on to go on.")) }
        (content)
        (own_form(visit, "/console/sair", &html! { p { button { (lang.say("Sair", "Sign out")) } } }))
    };
    let page = frame::plain(lang, title, FACTOR, &body);
    HttpResponse::Ok().content_type(frame::HTML).body(page.into_string())
}

pub(super) async fn factor_on(
    Unfinished(mut visit): Unfinished,
    Sent(form): Sent,
) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    if one.segundo_fator {
        // another one in its place takes the code of the first
        return Ok(to_account());
    }
    match switched_on(&mut visit, &one, &form).await {
        Ok(codes) => visit.hand_out(reserves_page(&visit, &codes)),
        Err(failure) => {
            let again = Again::of(form, failure)?;
            let secret = again.form.text("segredo").to_owned();
            factor_page(&visit, &one, &secret, Some(&again))
        }
    }
}

async fn switched_on(visit: &mut Visit, one: &Pessoa, form: &Form) -> Result<Vec<String>, Failure> {
    let (lang, one, secret) = (visit.lang, one.clone(), form.text("segredo").to_owned());
    let proof = Proof::by_password(visit, &one, form).await?;
    let step = step_of(&secret, form.text("codigo"), Instante::now().micros() / 1_000_000)
        .filter(|_| secret.len() == 32);
    let step = step.ok_or_else(|| {
        let words = lang.say(
            "O código não confere. O relógio do telefone está certo?",
            "The code is wrong. Is the phone's clock right?",
        );
        Failure::Wrong("codigo", words.to_owned())
    })?;
    let codes = reserves()?;
    let hashes: Vec<String> = codes.iter().map(|one| reserve_hash(one)).collect();
    let this = visit.access.id;
    visit
        .act_anew((one.scope, Act::SecondFactorOn, String::new()), move |tx| {
            proof.holds(tx, lang)?;
            pessoas::set_second_factor(tx, one.id, Some((&secret, step, &hashes)))?;
            // what was begun by the password alone
            accesses::end_all_of(tx, one.id, Some(this))?;
            Ok(((), Some(String::new())))
        })
        .await?;
    Ok(codes)
}

/// The codes for a lost phone, which are shown in this answer and never again.
fn reserves_page(visit: &Visit, codes: &[String]) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Códigos de reserva", "Reserve codes");
    let next = if visit.lacks_factor { "/console/" } else { ACCOUNT };
    let body = html! {
        h1 { (title) }
        section.sheet {
            p.told role="status" { (lang.say("O segundo fator está ligado.", "The second factor is on.")) }
            p { (lang.say("Guarde estes códigos fora do telefone. Sem o telefone, cada um vale uma vez no lugar do código. \
                Eles não são mostrados de novo.", "Keep these codes elsewhere than on the phone. Without the phone, each one \
                works once in the place of the code. They are not shown again.")) }
            pre tabindex="0" { code { @for one in codes { (one) "\n" } } }
            p.row { a.button.strong href=(next) { (lang.say("Guardei", "I have kept them")) } }
        }
    };
    shell::of_hub(visit, title, &body)
}

pub(super) async fn factor_off(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    if !one.segundo_fator {
        return Ok(to_account());
    }
    match switched_off(&mut visit, one, &form).await {
        Ok(()) => visit.hand_out(back("sem-fator")),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn switched_off(visit: &mut Visit, one: Pessoa, form: &Form) -> Result<(), Failure> {
    let proof = Proof::whole(visit, &one, form).await?;
    let (lang, this) = (visit.lang, visit.access.id);
    visit
        .act_anew((one.scope, Act::SecondFactorOff, one.email.clone()), move |tx| {
            if aplicacoes::requires_factor(tx, one.scope)? {
                let words = lang.say(
                    "A empresa exige o segundo fator: ele não pode ser desligado.",
                    "The company requires the second factor: it cannot be switched off.",
                );
                return Err(Failure::Refused(words.to_owned()));
            }
            proof.holds(tx, lang)?;
            pessoas::set_second_factor(tx, one.id, None)?;
            accesses::end_all_of(tx, one.id, Some(this))?;
            Ok(((), Some(String::new())))
        })
        .await
}
