//! The visitor's own account: open sessions, the password.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::accesses::{self, Access};
use store::aplicacoes;
use store::pessoas::{self, Pessoa};

use crate::access::{
    Form, PROOF, Proof, Sent, Visit, hashed_password, new_password, password_field, proof_fields,
    provider_of, wanted_password,
};
use crate::error::{FACTOR, Failure};
use crate::lang::Lang;
use crate::view::parts::{Again, badge, done, nothing, own_form, when};
use crate::view::words::Mood;
use crate::view::{format, shell, words};

/// Where this page is.
pub(super) const ACCOUNT: &str = "/console/conta";
/// Where the forms lead.
const SESSIONS: &str = "/console/conta/sessoes";
const PASSWORD: &str = "/console/conta/senha";
const FACTOR_OFF: &str = "/console/conta/segundo-fator/desligar";

/// The person who visits; whoever came by a link has no account.
pub(super) async fn person(visit: &Visit) -> Result<Pessoa, Failure> {
    visit.person().await?.ok_or(Failure::Missing)
}

pub(super) async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    page(&visit, None).await
}

pub(super) async fn page(visit: &Visit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
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
    let scope = one.scope;
    let (sessions, left, required) = visit
        .read(move |conn| {
            let sessions = accesses::of_person(conn, id, Instante::now())?;
            Ok((sessions, pessoas::reserves_left(conn, id)?, aplicacoes::requires_factor(conn, scope)?))
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
        (
            "sessao",
            lang.say("As sessões marcadas foram encerradas.", "The sessions that were ticked were ended."),
        ),
        (
            "sem-fator",
            lang.say(
                "O segundo fator foi desligado; as outras sessões terminaram.",
                "The second factor was switched off; the other sessions are over.",
            ),
        ),
    ];
    // what is shown once more is the form that was sent
    let sent = |path: &str| again.filter(|_| visit.req.path() == path);
    let (ended, renewed, off) = (sent(SESSIONS), sent(PASSWORD), sent(FACTOR_OFF));
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        p.sub { (one.nome) " · " (one.email) " · " (words::role(lang, one.role)) }
        section.sheet {
            h2 { (lang.say("Sessões", "Sessions")) }
            (open_sessions(visit, &sessions, ended))
        }
        section.sheet {
            @if one.senha.is_some() {
                h2 { (lang.say("Trocar a senha", "Change the password")) }
                (own_form(visit, PASSWORD, &html! { div.import {
                    input type="hidden" autocomplete="username" name="email" value=(one.email);
                    (Again::alert(renewed, &["atual", "senha", "repetida"]))
                    (password_field(visit, renewed))
                    (new_password(lang, renewed))
                    div { button.strong { (lang.say("Trocar", "Change")) } }
                } }))
            } @else {
                h2 { (lang.say("Como você entra", "How you get in")) }
                (Again::alert(renewed, &[]))
                (by_provider(visit, &one))
                p { (no_password(lang)) }
            }
        }
        section.sheet {
            h2 { (lang.say("Segundo fator", "Second factor")) " "
                @if one.segundo_fator { (badge((lang.say("ligado", "on"), Mood::Good))) } }
            @if one.segundo_fator {
                p { (lang.say("Ao entrar, o console pede também um código do seu telefone. Códigos de reserva que restam:",
                    "On signing in, the console also asks for a code from your phone. Reserve codes that are left:"))
                    " " b { (left) } }
                @if required { p { (lang.say("A empresa o exige de todos: ele não pode ser desligado. Para trocar de \
                    telefone, um dono o desliga, e você o liga no novo; o único dono deixa de exigi-lo enquanto troca.",
                    "The company requires it of everybody: it cannot be switched off. To change the phone, an owner switches \
                    it off, and you switch it on with the new one; the only owner requires it no longer meanwhile.")) } }
                @else { details.action open[off.is_some()] { summary.button { (lang.say("Desligar…", "Switch off…")) }
                    (own_form(visit, FACTOR_OFF, &html! {
                        (Again::alert(off, &PROOF))
                        (proof_fields(visit, true, off))
                        button.danger { (lang.say("Desligar", "Switch off")) }
                    })) } }
            } @else {
                p { (lang.say("Além do que você já usa para entrar, um código do seu telefone: só com a senha roubada não se entra.",
                    "Besides what you sign in by already, a code from your phone: a stolen password alone does not get in.")) }
                p.row { a.button href=(FACTOR) { (lang.say("Ligar…", "Switch on…")) } }
            }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

/// By which provider somebody gets in, where it is by one.
fn by_provider(visit: &Visit, one: &Pessoa) -> Markup {
    let before = visit.lang.say("Você entra com a sua conta em", "You sign in by your account at");
    html! { @if let Some(identity) = &one.identidade { p { (before) " " b { (provider_of(identity)) } "." } } }
}

fn no_password(lang: Lang) -> &'static str {
    lang.say(
        "Você não tem senha aqui. Para ter uma, peça a um dono um link de senha: ele desfaz a ligação com essa conta.",
        "You have no password here. To have one, ask an owner for a password link: it undoes the bond with that account.",
    )
}

fn open_sessions(visit: &Visit, all: &[Access], again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let table = html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { span.unseen { (lang.say("Encerrar", "End")) } }
                th scope="col" { (lang.say("Navegador", "Browser")) }
                th scope="col" { (lang.say("Desde", "Since")) }
                th scope="col" { (lang.say("Até, sem uso", "Until, if unused")) }
            } }
            tbody { @for one in all { tr {
                td { @if one.id != visit.access.id {
                    input type="checkbox" name="numero" value=(one.id)
                        checked[again.is_some_and(|again| again.form.all("numero").any(|id| id == one.id.to_string()))]
                        aria-label={ (lang.say("Encerrar", "End")) " " (one.navegador) ", "
                            (format::short_moment(lang, one.criado_em, visit.state.zone())) };
                } }
                td { (one.navegador) @if one.id == visit.access.id { " " (badge((lang.say("esta",
                    "this one"), Mood::Under))) } }
                td { (when(visit, one.criado_em)) }
                td { @if let Some(until) = one.sessao_expira_em { (when(visit, until)) } }
            } } }
        } }
    };
    html! { @if all.len() < 2 { (table) } @else { (own_form(visit, SESSIONS, &html! {
        (table)
        div.import {
            (Again::alert(again, &PROOF))
            (password_field(visit, again))
            div { button.danger { (lang.say("Encerrar as marcadas", "End those that are ticked")) } }
        }
    })) } }
}

/// Ends some of the visitor's other sessions.
pub(super) async fn end(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    match ended(&mut visit, &form).await {
        Ok(()) => visit.hand_out(back("sessao")),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn ended(visit: &mut Visit, form: &Form) -> Result<(), Failure> {
    let (lang, this, one) = (visit.lang, visit.access.id, person(visit).await?);
    let read: Result<Vec<i64>, _> = form.all("numero").map(str::parse).collect();
    let ids = read.map_err(|_| Failure::Missing)?;
    if ids.is_empty() {
        let words = lang.say("Marque as sessões que devem terminar.", "Tick the sessions that are to end.");
        return Err(Failure::Refused(words.to_owned()));
    }
    let proof = Proof::by_password(visit, &one, form).await?;
    let named = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    visit
        .act_anew((one.scope, Act::AccessEnded, named), move |tx| {
            proof.holds(tx, lang)?;
            let now = tx.now();
            for id in &ids {
                let its = |found: &Access| found.pessoa == Some(one.id) && found.id != this;
                accesses::open(tx, *id, now)?.filter(its).ok_or(Failure::Missing)?;
                accesses::end(tx, *id)?;
            }
            Ok(((), Some(one.nome.clone())))
        })
        .await
}

pub(super) fn back(told: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, format!("{ACCOUNT}?feito={told}"))).finish()
}

pub(super) async fn password(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.sent_it(&form)?;
    let one = person(&visit).await?;
    match renewed(&mut visit, one, &form).await {
        Ok(()) => visit.hand_out(back("senha")),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn renewed(visit: &mut Visit, one: Pessoa, form: &Form) -> Result<(), Failure> {
    if one.senha.is_none() {
        return Err(Failure::Refused(no_password(visit.lang).to_owned()));
    }
    let proof = Proof::by_password(visit, &one, form).await?;
    let password = wanted_password(&visit.state, visit.lang, form, &one).await?;
    let hash = hashed_password(&visit.state, password).await?;
    let (lang, this) = (visit.lang, visit.access.id);
    visit
        .act_anew((one.scope, Act::PasswordSet, String::new()), move |tx| {
            proof.holds(tx, lang)?;
            pessoas::set_password(tx, one.id, &hash)?;
            accesses::end_all_of(tx, one.id, Some(this))?;
            Ok(((), Some(String::new())))
        })
        .await
}
