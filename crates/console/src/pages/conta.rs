//! The visitor's own account: open sessions, the password, the second factor.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use qrcode::{Color, QrCode};
use store::accesses::{self, Access};
use store::pessoas::{self, Pessoa};
use store::tentativas;

use crate::access::{
    CODE_MOST, Form, Sent, Visit, counted_code, draw_factor, hashed_password, new_password, phone_address,
    prove, reserve_hash, reserves, step_of, taken, wanted_password, wrong_code,
};
use crate::error::Failure;
use crate::view::parts::{Again, Input, badge, done, nothing, own_form, when};
use crate::view::words::Mood;
use crate::view::{shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/conta", web::get().to(show))
        .route("/conta/senha", web::post().to(password))
        .route("/conta/sessoes", web::post().to(end))
        .route("/conta/segundo-fator", web::get().to(factor))
        .route("/conta/segundo-fator", web::post().to(factor_on))
        .route("/conta/segundo-fator/desligar", web::post().to(factor_off));
}

/// The person who visits; whoever came by a link has no account.
async fn person(visit: &Visit) -> Result<Pessoa, Failure> {
    let id = visit.access.pessoa.ok_or(Failure::Missing)?;
    visit.read(move |conn| pessoas::find(conn, id)?.ok_or(Failure::SignedOut)).await
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    page(&visit, None).await
}

fn current(visit: &Visit, again: Option<&Again>) -> Markup {
    Input {
        name: "atual",
        words: visit.lang.say("Senha de agora", "Password of now"),
        kind: Some("password"),
        required: true,
        fills: Some("current-password"),
        ..Input::default()
    }
    .of(again)
}

async fn page(visit: &Visit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let title = lang.say("Sua conta", "Your account");
    if visit.access.pessoa.is_none() {
        let body = html! {
            h1 { (title) }
            section.sheet { (nothing(lang.say(
                "Você entrou por um link, que não tem conta. Quem é dono convida pessoas em Pessoas, você também.",
                "You came in by a link, which has no account. An owner invites people on the page People, you, too."))) }
        };
        return Ok(shell::of_hub(visit, title, &body));
    }
    let one = person(visit).await?;
    let id = one.id;
    let (sessions, left) = visit
        .read(move |conn| {
            Ok((accesses::of_person(conn, id, Instante::now())?, pessoas::reserves_left(conn, id)?))
        })
        .await?;
    let said = [
        (
            "senha",
            lang.say(
                "A senha mudou; as outras sessões terminaram.",
                "The password has changed; the other sessions are over.",
            ),
        ),
        ("sessao", lang.say("A sessão foi encerrada.", "The session was ended.")),
        (
            "sem-fator",
            lang.say(
                "O segundo fator foi desligado; as outras sessões terminaram.",
                "The second factor was switched off; the other sessions are over.",
            ),
        ),
    ];
    let off = again.filter(|again| !again.form.text("desligar").is_empty());
    let renewed = again.filter(|_| off.is_none());
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        p.sub { (one.nome) " · " (one.email) " · " (words::role(lang, one.role)) }
        section.sheet {
            h2 { (lang.say("Sessões", "Sessions")) }
            (open_sessions(visit, &sessions))
        }
        section.sheet {
            h2 { (lang.say("Trocar a senha", "Change the password")) }
            (own_form(visit, "/console/conta/senha", &html! { div.import {
                input type="hidden" autocomplete="username" name="email" value=(one.email);
                (Again::alert(renewed, &["atual", "senha", "repetida"]))
                (current(visit, renewed))
                (new_password(lang, renewed))
                div { button.strong { (lang.say("Trocar", "Change")) } }
            } }))
        }
        section.sheet {
            h2 { (lang.say("Segundo fator", "Second factor")) " "
                @if one.segundo_fator { (badge((lang.say("ligado", "on"), Mood::Good))) } }
            @if one.segundo_fator {
                p { (lang.say("Ao entrar, o console pede também um código do seu telefone. Códigos de reserva que restam:",
                    "On signing in, the console also asks for a code from your phone. Reserve codes that are left:"))
                    " " b { (left) } }
                details.action open[off.is_some()] { summary.button { (lang.say("Desligar…", "Switch off…")) }
                    (own_form(visit, "/console/conta/segundo-fator/desligar", &html! {
                        input type="hidden" name="desligar" value="sim";
                        (Again::alert(off, &["codigo", "atual"]))
                        (Input { name: "codigo", words: lang.say("Código do telefone ou de reserva",
                            "Code of the phone, or in reserve"), required: true, most: Some(CODE_MOST),
                            fills: Some("one-time-code"), ..Input::default() }.of(off))
                        (current(visit, off))
                        button.danger { (lang.say("Desligar", "Switch off")) }
                    })) }
            } @else {
                p { (lang.say("Além da senha, um código do seu telefone: quem adivinha ou rouba a senha não entra.",
                    "Besides the password, a code from your phone: whoever guesses or steals the password does not get in.")) }
                p.row { a.button href="/console/conta/segundo-fator" { (lang.say("Ligar…", "Switch on…")) } }
            }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

fn open_sessions(visit: &Visit, all: &[Access]) -> Markup {
    let lang = visit.lang;
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { (lang.say("Navegador", "Browser")) }
                th scope="col" { (lang.say("Desde", "Since")) }
                th scope="col" { (lang.say("Até, sem uso", "Until, if unused")) }
                th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
            } }
            tbody { @for one in all { tr {
                td { (one.navegador) @if one.id == visit.access.id { " " (badge((lang.say("esta",
                    "this one"), Mood::Under))) } }
                td { (when(visit, one.criado_em)) }
                td { @if let Some(until) = one.sessao_expira_em { (when(visit, until)) } }
                td { @if one.id != visit.access.id { (own_form(visit, "/console/conta/sessoes", &html! {
                    input type="hidden" name="numero" value=(one.id);
                    button.danger.small { (lang.say("Encerrar", "End")) }
                })) } }
            } } }
        } }
    }
}

async fn end(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let (person, id) = (person(&visit).await?, form.text("numero").parse().map_err(|_| Failure::Missing)?);
    visit
        .act((person.scope, Act::AccessEnded, form.text("numero").to_owned()), move |tx| {
            let now = tx.now();
            let one = accesses::open(tx, id, now)?.filter(|one| one.pessoa == Some(person.id));
            let one = one.ok_or(Failure::Missing)?;
            accesses::end(tx, id)?;
            Ok(((), Some(one.nome)))
        })
        .await?;
    Ok(back("sessao"))
}

fn back(told: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, format!("/console/conta?feito={told}"))).finish()
}

async fn password(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    match renewed(&visit, one, &form).await {
        Ok(()) => Ok(back("senha")),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn renewed(visit: &Visit, one: Pessoa, form: &Form) -> Result<(), Failure> {
    prove(visit, &one, form.typed("atual")).await?;
    let password = wanted_password(visit.lang, form, &[&one.nome, &one.email])?;
    let hash = hashed_password(&visit.state, password).await?;
    let this = visit.access.id;
    visit
        .act((one.scope, Act::PasswordSet, String::new()), move |tx| {
            unchanged(tx, &one)?;
            pessoas::set_password(tx, one.id, &hash)?;
            accesses::end_all_of(tx, one.id, Some(this))?;
            Ok(((), Some(String::new())))
        })
        .await
}

/// Refuses what was proved by a password that has been replaced meanwhile.
fn unchanged(tx: &mut store::Tx<'_>, one: &Pessoa) -> Result<(), Failure> {
    let now = pessoas::find(tx, one.id)?.filter(|now| now.senha == one.senha);
    now.map(drop).ok_or(Failure::SignedOut)
}

async fn factor(visit: Visit) -> Result<HttpResponse, Failure> {
    let one = person(&visit).await?;
    if one.segundo_fator {
        return Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/conta")).finish());
    }
    factor_page(&visit, &one, &draw_factor()?, None)
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
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("Num aplicativo de códigos (Google Authenticator, Aegis, 1Password…), aponte a câmera para a figura. \
                No próprio telefone, ", "In an app for codes (Google Authenticator, Aegis, 1Password…), point the camera at the \
                picture. On the phone itself, ")) a href=(address) { (lang.say("abra o aplicativo", "open the app")) }
                (lang.say(" ou digite a chave.", " or type the key.")) }
            (picture(&address, label)?)
            p.code { (secret) }
            (own_form(visit, "/console/conta/segundo-fator", &html! { div.import {
                (Again::alert(again, &["codigo", "atual"]))
                input type="hidden" name="segredo" value=(secret);
                (Input { name: "codigo", words: lang.say("Código que o aplicativo mostra", "Code that the app shows"),
                    required: true, pattern: Some("[0-9 ]{6,8}"), fills: Some("one-time-code"), ..Input::default() }
                    .of(again))
                (current(visit, again))
                div { button.strong { (lang.say("Ligar", "Switch on")) } }
            } }))
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

async fn factor_on(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    if one.segundo_fator {
        // another one in its place takes the code of the first
        return Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/conta")).finish());
    }
    match switched_on(&visit, &one, &form).await {
        Ok(codes) => Ok(reserves_page(&visit, &codes)),
        Err(failure) => {
            let again = Again::of(form, failure)?;
            let secret = again.form.text("segredo").to_owned();
            factor_page(&visit, &one, &secret, Some(&again))
        }
    }
}

async fn switched_on(visit: &Visit, one: &Pessoa, form: &Form) -> Result<Vec<String>, Failure> {
    let (lang, one, secret) = (visit.lang, one.clone(), form.text("segredo").to_owned());
    prove(visit, &one, form.typed("atual")).await?;
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
        .act((one.scope, Act::SecondFactorOn, String::new()), move |tx| {
            unchanged(tx, &one)?;
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
    let body = html! {
        h1 { (title) }
        section.sheet {
            p.told role="status" { (lang.say("O segundo fator está ligado.", "The second factor is on.")) }
            p { (lang.say("Guarde estes códigos fora do telefone. Sem o telefone, cada um vale uma vez no lugar do código. \
                Eles não são mostrados de novo.", "Keep these codes elsewhere than on the phone. Without the phone, each one \
                works once in the place of the code. They are not shown again.")) }
            pre tabindex="0" { code { @for one in codes { (one) "\n" } } }
            p.row { a.button.strong href="/console/conta" { (lang.say("Guardei", "I have kept them")) } }
        }
    };
    shell::of_hub(visit, title, &body)
}

async fn factor_off(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    match switched_off(&visit, one, &form).await {
        Ok(()) => Ok(back("sem-fator")),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn switched_off(visit: &Visit, one: Pessoa, form: &Form) -> Result<(), Failure> {
    prove(visit, &one, form.typed("atual")).await?;
    let (lang, this, typed) = (visit.lang, visit.access.id, form.text("codigo").to_owned());
    let key = counted_code(visit, one.id).await?;
    visit
        .act((one.scope, Act::SecondFactorOff, one.email.clone()), move |tx| {
            unchanged(tx, &one)?;
            if !taken(tx, one.id, &typed)? {
                return Err(wrong_code(lang));
            }
            tentativas::forget(tx, &key)?;
            pessoas::set_second_factor(tx, one.id, None)?;
            accesses::end_all_of(tx, one.id, Some(this))?;
            Ok(((), Some(String::new())))
        })
        .await
}
