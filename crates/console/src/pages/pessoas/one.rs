//! One person: what they may do and where, and what an owner does about their password and second factor.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use domain::console::Act;
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::Conn;
use store::accesses::{self, Scope};
use store::pessoas::{self, Pessoa};

use super::places::{choices, code_of, places, wanted};
use crate::access::{
    Form, INVITE_SECONDS, PROOF, Proof, Secret, Sent, Visit, invitation, named, proof_fields, provider_of,
};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::filling::{Filling, Seen};
use crate::view::parts::{Again, Input, badge, done, owned, when};
use crate::view::shell;
use crate::view::words::Mood;

/// Where the forms about somebody's way in lead, below the person.
const LINK: &str = "/link";
const FACTOR: &str = "/segundo-fator";

pub(super) fn state(lang: Lang, one: &Pessoa) -> (&'static str, Mood) {
    match (one.ativo, one.senha.is_some() || one.identidade.is_some()) {
        (false, _) => (lang.say("desligada", "off"), Mood::Plain),
        (true, false) => (lang.say("convidada", "invited"), Mood::Under),
        (true, true) => (lang.say("entra", "gets in"), Mood::Good),
    }
}

/// What a person gets in by, where there is anything.
fn by_what(lang: Lang, one: &Pessoa) -> Option<String> {
    let account = lang.say("conta em", "account at");
    let account = one.identidade.as_deref().map(|identity| format!("{account} {}", provider_of(identity)));
    let password = one.senha.as_ref().map(|_| lang.say("senha", "password").to_owned());
    let before = lang.say("entra com", "signs in by");
    password.or(account).map(|what| format!("{before} {what}"))
}

/// The link, which is shown in this answer and never again.
pub(super) fn link_page(visit: &Visit, secret: &Secret, until: Instante) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Link para entregar", "Link to hand on");
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("Mande este link só à pessoa: quem o abre define a senha dela. Vale uma vez, até ",
                "Send this link to the person alone: whoever opens it sets their password. It works once, until "))
                (when(visit, until)) "." }
            pre tabindex="0" { code { (invitation(visit, secret)) } }
            p.faint { (lang.say("Ele não é mostrado de novo, e o hub não manda e-mails.",
                "It is not shown again, and the hub sends no e-mails.")) }
            p.row { a.button href="/console/pessoas" { (lang.say("Voltar a Pessoas", "Back to People")) } }
        }
    };
    shell::of_hub(visit, title, &body)
}

/// The person of the path, where the visitor decides about them.
async fn asked(visit: &Visit) -> Result<Pessoa, Failure> {
    if !visit.may_own() {
        return Err(Failure::OnlyOwns);
    }
    let id = visit.req.match_info().get("id").and_then(|text| text.parse().ok()).ok_or(Failure::Missing)?;
    let own = visit.access.scope;
    visit.read(move |conn| within(conn, own, id)).await
}

fn within(conn: &mut Conn<'_>, own: Scope, id: i64) -> Result<Pessoa, Failure> {
    pessoas::find(conn, id)?.filter(|one| own.covers(one.scope)).ok_or(Failure::Missing)
}

/// What the form of a person shows.
fn seen(one: &Pessoa) -> Seen {
    Seen::default()
        .with("nome", &one.nome)
        .with("papel", one.role.name())
        .with("alcance", code_of(one.scope))
        .ticked("ativo", one.ativo)
}

pub(super) async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let one = asked(&visit).await?;
    shown(&visit, &one, None).await
}

async fn shown(visit: &Visit, one: &Pessoa, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, own) = (visit.lang, visit.access.scope);
    let offered = visit.read(move |conn| places(conn, lang, own)).await?;
    let address = |rest: &str| format!("/console/pessoas/{}{rest}", one.id);
    let seen = seen(one);
    let oneself = visit.access.pessoa == Some(one.id);
    // what is shown once more is the form that was sent
    let sent = |rest: &str| again.filter(|_| visit.req.path() == address(rest));
    let filling = Filling::of(visit, &seen, sent(""));
    let (linked, switched) = (sent(LINK), sent(FACTOR));
    let told = [(
        "segundo-fator",
        lang.say("O segundo fator foi desligado.", "The second factor was switched off."),
    )];
    let body = html! {
        (done(visit, &told))
        h1 { (one.nome) " " (badge(state(lang, one))) }
        p.sub { (one.email)
            @if let Some(ways) = by_what(lang, one) { " · " (ways) }
            @if let Some(until) = one.convite_expira_em {
            " · " (lang.say("link vale até", "link works until")) " " (when(visit, until)) } }
        section.sheet { (owned(visit, &address(""), &html! { div.import {
            (filling.head())
            (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(100),
                ..Input::default() }))
            (choices(lang, &offered, sent(""), (one.role, one.scope)))
            @for name in ["papel", "alcance"] { (filling.others(name)) }
            (filling.tick("ativo", lang.say("Pode entrar", "May sign in")))
            div { button.strong { (lang.say("Gravar", "Save")) } }
        } })) }
        div.actions {
            @if oneself { a.button href="/console/conta" {
                (lang.say("Senha e segundo fator…", "Password and second factor…")) } }
            @else {
                (way_in(visit, &address(LINK), linked, (lang.say("Novo link de senha…", "New password link…"), lang.say(
                    "Dá um link que define uma senha nova, ou a conta de um provedor em vez dela. O anterior deixa de valer.",
                    "Gives a link that sets a new password, or an account at a provider in its place. The one before stops working.")),
                    lang.say("Dar o link", "Give the link")))
                @if one.segundo_fator { (way_in(visit, &address(FACTOR), switched, (lang.say("Desligar o segundo fator…",
                    "Switch the second factor off…"), lang.say(
                    "Para quem perdeu o telefone e os códigos de reserva: entra sem código até ligá-lo de novo.",
                    "For somebody who has lost the phone and the reserve codes: they sign in without a code until it is on again.")),
                    lang.say("Desligar", "Switch off"))) }
            }
            a.button href="/console/pessoas" { (lang.say("Voltar a Pessoas", "Back to People")) }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, &one.nome, &body)))
}

/// A form that changes how somebody gets in: how to be sure who asks stands beside it, and it asks who acts.
fn way_in(
    visit: &Visit,
    address: &str,
    again: Option<&Again>,
    (summary, what): (&str, &str),
    button: &str,
) -> Markup {
    let lang = visit.lang;
    html! { details.action open[again.is_some()] { summary.button { (summary) }
        (owned(visit, address, &html! {
            p { (what) }
            p { b { (lang.say("Tenha certeza de quem pede. ", "Be sure who asks. ")) } (lang.say(
                "Fale pessoalmente, ou ligue você para um número que já conhece. Não bastam mensagem, e-mail nem \
                 ligação recebida: quem tomou a conta de alguém pede em nome dessa pessoa.",
                "Talk face to face, or call a number yourself that you have known before. A message, an e-mail or a call \
                 that reaches you is not enough: whoever has taken somebody's account asks in their name.")) }
            (Again::alert(again, &PROOF))
            @if visit.access.pessoa.is_some() { (proof_fields(visit, visit.access.segundo_fator, again)) }
            button.danger { (button) }
        }))
    } }
}

pub(super) async fn change(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let one = asked(&visit).await?;
    match changed(&visit, &one, &form).await {
        Ok(()) => {
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/pessoas?feito=gravado")).finish())
        }
        Err(failure) => {
            let again = Again::of(form, failure)?;
            // as it is now: somebody else may have changed it
            shown(&visit, &asked(&visit).await?, Some(&again)).await
        }
    }
}

async fn changed(visit: &Visit, one: &Pessoa, form: &Form) -> Result<(), Failure> {
    let (lang, own, id, form) = (visit.lang, visit.access.scope, one.id, form.clone());
    let nome = named(lang, &form, "nome")?;
    visit
        .act((one.scope, Act::PersonChanged, one.email.clone()), move |tx| {
            pessoas::exclusive(tx)?;
            let before = within(tx, own, id)?;
            seen(&before).unchanged(lang, &form)?;
            let (role, scope) = wanted(tx, lang, own, &form)?;
            let ativo = !form.text("ativo").is_empty();
            let new = Pessoa { nome: nome.clone(), role, scope, ativo, ..before.clone() };
            if new == before {
                return Ok(((), None));
            }
            if !pessoas::change(tx, &new)? {
                let words = lang.say(
                    "É o último dono do hub: dê o papel a outra pessoa antes.",
                    "This is the last owner of the hub: give the role to somebody else first.",
                );
                return Err(Failure::Refused(words.to_owned()));
            }
            if !ativo {
                accesses::end_all_of(tx, id, None)?;
            }
            let off = if ativo { "" } else { ", desligada" };
            Ok(((), Some(format!("{}, {}{off}", role.name(), code_of(scope)))))
        })
        .await
}

/// Refuses an owner's act on themselves that one's own account asks the password for.
fn not_oneself(visit: &Visit, one: &Pessoa) -> Result<(), Failure> {
    if visit.access.pessoa != Some(one.id) {
        return Ok(());
    }
    let words = visit.lang.say(
        "A sua senha e o seu segundo fator mudam em Sua conta, com a senha de agora.",
        "Your own password and second factor are changed on Your account, by the password that you have now.",
    );
    Err(Failure::Refused(words.to_owned()))
}

pub(super) async fn link_anew(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let one = asked(&visit).await?;
    not_oneself(&visit, &one)?;
    match linked(&mut visit, &one, &form).await {
        Ok((secret, until)) => visit.hand_out(link_page(&visit, &secret, until)),
        Err(failure) => shown(&visit, &one, Some(&Again::of(form, failure)?)).await,
    }
}

async fn linked(visit: &mut Visit, one: &Pessoa, form: &Form) -> Result<(Secret, Instante), Failure> {
    let (lang, own, secret) = (visit.lang, visit.access.scope, Secret::draw()?);
    let proof = Proof::of_owner(visit, form).await?;
    let (id, hash) = (one.id, secret.hash());
    let until = visit
        .act_anew((one.scope, Act::PersonLinked, one.email.clone()), move |tx| {
            let one = within(tx, own, id)?;
            proof.iter().try_for_each(|proof| proof.holds(tx, lang))?;
            let until = tx.now().plus_seconds(INVITE_SECONDS);
            pessoas::invite(tx, one.id, &hash, until)?;
            Ok((until, Some(String::new())))
        })
        .await?;
    Ok((secret, until))
}

pub(super) async fn without_factor(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let one = asked(&visit).await?;
    not_oneself(&visit, &one)?;
    match switched_off(&mut visit, &one, &form).await {
        Ok(()) => {
            let back = format!("/console/pessoas/{}?feito=segundo-fator", one.id);
            visit.hand_out(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
        }
        Err(failure) => shown(&visit, &one, Some(&Again::of(form, failure)?)).await,
    }
}

async fn switched_off(visit: &mut Visit, one: &Pessoa, form: &Form) -> Result<(), Failure> {
    let (lang, own, id) = (visit.lang, visit.access.scope, one.id);
    let proof = Proof::of_owner(visit, form).await?;
    visit
        .act_anew((one.scope, Act::SecondFactorOff, one.email.clone()), move |tx| {
            let one = within(tx, own, id)?;
            proof.iter().try_for_each(|proof| proof.holds(tx, lang))?;
            pessoas::set_second_factor(tx, id, None)?;
            accesses::end_all_of(tx, id, None)?;
            Ok(((), one.segundo_fator.then(String::new)))
        })
        .await
}
