//! All people and their accesses, and how one is invited.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use domain::console::{Act, Role};
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::accesses::{self, Access, Scope};
use store::aplicacoes::{self, Aplicacao};
use store::paging::Page;
use store::pessoas::{self, Pessoa};

use super::one::{link_page, state};
use super::places::{Place, choices, code_of, name_of, places, wanted};
use super::rule;
use crate::access::{Form, INVITE_SECONDS, Secret, Sent, Visit, named, typed_email};
use crate::error::Failure;
use crate::view::parts::{Again, Input, badge, done, nothing, owned, page_of, pager, when};
use crate::view::words::Mood;
use crate::view::{shell, words};

/// What a list shows.
struct Shown {
    page: Page<Pessoa>,
    names: Vec<String>,
    sessions: Vec<(Access, String)>,
    places: (Vec<Place>, bool),
    /// The applications that the visitor decides about.
    applications: Vec<Aplicacao>,
}

pub(super) async fn list(visit: Visit) -> Result<HttpResponse, Failure> {
    listed(&visit, None).await
}

async fn listed(visit: &Visit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    if !visit.may_own() {
        return Err(Failure::OnlyOwns);
    }
    let (lang, own, wanted) = (visit.lang, visit.access.scope, page_of(visit));
    let shown = visit
        .read(move |conn| {
            let page = pessoas::list(conn, own, wanted)?;
            let mut names = Vec::new();
            for one in &page.rows {
                names.push(name_of(conn, lang, one.scope)?.unwrap_or_default());
            }
            let mut sessions = Vec::new();
            for one in accesses::list(conn, own, Instante::now())? {
                let name = name_of(conn, lang, one.scope)?.unwrap_or_default();
                sessions.push((one, name));
            }
            let mut applications = aplicacoes::list(conn)?;
            applications.retain(|one| own.covers(Scope::Aplicacao(one.id)));
            Ok(Shown { page, names, sessions, places: places(conn, lang, own)?, applications })
        })
        .await?;
    let rule = again.filter(|again| again.form.has("exigir"));
    let again = again.filter(|_| rule.is_none());
    let title = lang.say("Pessoas", "People");
    let said = [
        ("gravado", lang.say("Foi gravado.", "It was saved.")),
        ("encerrado", lang.say("O acesso foi encerrado.", "The access was ended.")),
        (
            "segundo-fator",
            lang.say("A regra do segundo fator mudou.", "The rule of the second factor has changed."),
        ),
    ];
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        p.sub { (lang.say("Quem entra no console, o que pode e onde.",
            "Who gets into the console, what they may do, and where.")) }
        details.action open[again.is_some() || shown.page.rows.is_empty()] {
            summary.button.strong { (lang.say("Convidar uma pessoa…", "Invite a person…")) }
            (owned(visit, "/console/pessoas", &html! {
                (Again::alert(again, &["nome", "email"]))
                (Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(100),
                    ..Input::default() }.of(again))
                (Input { name: "email", words: "E-mail", kind: Some("email"), required: true,
                    ..Input::default() }.of(again))
                (choices(lang, &shown.places, again, (Role::Operate, own)))
                button.strong { (lang.say("Convidar", "Invite")) }
            }))
        }
        section.sheet {
            @if shown.page.rows.is_empty() {
                (nothing(lang.say("Ninguém ainda: só há links.", "Nobody yet: there are links alone.")))
            } @else { (persons(visit, &shown)) }
        }
        (pager(visit, &shown.page))
        (rule::section(visit, &shown.applications, rule))
        section.sheet {
            h2 { (lang.say("Sessões e links abertos", "Open sessions and links")) }
            (sessions(visit, &shown.sessions))
        }
    };
    Ok(Again::answered(again.or(rule), shell::of_hub(visit, title, &body)))
}

fn persons(visit: &Visit, shown: &Shown) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Quem", "Who")) }
            th scope="col" { "E-mail" }
            th scope="col" { (lang.say("Pode", "May")) }
            th scope="col" { (lang.say("Onde", "Where")) }
            th scope="col" { (lang.say("Situação", "State")) }
        } }
        tbody { @for (one, place) in shown.page.rows.iter().zip(&shown.names) { tr {
            td { a.strong href={ "/console/pessoas/" (one.id) } { (one.nome) }
                @if visit.access.pessoa == Some(one.id) { " " (badge((lang.say("você", "you"), Mood::Under))) } }
            td { (one.email) }
            td { (words::role(lang, one.role)) }
            td { (place) }
            td { (badge(state(lang, one))) @if one.segundo_fator { " " (badge((lang.say("segundo fator",
                "second factor"), Mood::Good))) } }
        } } }
    } } }
}

fn sessions(visit: &Visit, all: &[(Access, String)]) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Quem", "Who")) }
            th scope="col" { (lang.say("Pode", "May")) }
            th scope="col" { (lang.say("Onde", "Where")) }
            th scope="col" { (lang.say("Como", "How")) }
            th scope="col" { (lang.say("Até", "Until")) }
            th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
        } }
        tbody { @for (one, place) in all { tr {
            td { (one.nome) @if one.id == visit.access.id { " " (badge((lang.say("esta",
                "this one"), Mood::Under))) } }
            td { (words::role(lang, one.role)) }
            td { (place) }
            td { @if one.pessoa.is_some() { (one.navegador) } @else { (lang.say("link", "link")) } }
            td { @match one.sessao_expira_em {
                Some(until) => (when(visit, until)),
                None => { (when(visit, one.link_expira_em)) " " span.faint {
                    (lang.say("(link ainda não usado)", "(link not used yet)")) } },
            } }
            td { @if is_own(visit, one) { a.button.small href="/console/conta" { (lang.say("Sua conta",
                "Your account")) } } @else { (owned(visit, "/console/acessos/encerrar", &html! {
                input type="hidden" name="numero" value=(one.id);
                button.danger.small { (lang.say("Encerrar", "End")) }
            })) } }
        } } }
    } } }
}

pub(super) async fn invite(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    match invited(&visit, &form).await {
        Ok(answer) => Ok(answer),
        Err(failure) => listed(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

/// Requires the second factor of an application's people, or no longer.
pub(super) async fn require(mut visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    match rule::changed(&mut visit, &form).await {
        Ok(()) => visit.hand_out(
            HttpResponse::SeeOther()
                .insert_header((LOCATION, "/console/pessoas?feito=segundo-fator"))
                .finish(),
        ),
        Err(failure) => listed(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn invited(visit: &Visit, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, own) = (visit.lang, visit.access.scope);
    let (nome, email) = (named(lang, form, "nome")?, typed_email(lang, form)?);
    let (secret, form, named) = (Secret::draw()?, form.clone(), email.clone());
    let hash = secret.hash();
    let until = visit
        .act((own, Act::PersonInvited, named), move |tx| {
            let (role, scope) = wanted(tx, lang, own, &form)?;
            let one = pessoas::create(tx, (&nome, &email), (role, scope))?.ok_or_else(|| {
                let words =
                    lang.say("Já há uma pessoa com este e-mail.", "There is a person with this e-mail.");
                Failure::Wrong("email", words.to_owned())
            })?;
            let until = tx.now().plus_seconds(INVITE_SECONDS);
            pessoas::invite(tx, one.id, &hash, until)?;
            Ok((until, Some(format!("{}, {}", role.name(), code_of(scope)))))
        })
        .await?;
    Ok(link_page(visit, &secret, until))
}

/// A session of the visiting person, which ends on their own account, by their password.
fn is_own(visit: &Visit, one: &Access) -> bool {
    one.pessoa.is_some() && one.pessoa == visit.access.pessoa
}

pub(super) async fn end(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let (own, id) = (visit.access.scope, form.text("numero").parse().map_err(|_| Failure::Missing)?);
    let oneself = visit.access.pessoa;
    let on_account = visit.lang.say(
        "As suas sessões terminam em Sua conta, com a senha.",
        "Your own sessions end on Your account, by your password.",
    );
    visit
        .act((own, Act::AccessEnded, form.text("numero").to_owned()), move |tx| {
            let now = tx.now();
            let one = accesses::open(tx, id, now)?.filter(|one| own.covers(one.scope));
            let one = one.ok_or(Failure::Missing)?;
            if one.pessoa.is_some() && one.pessoa == oneself {
                return Err(Failure::Refused(on_account.to_owned()));
            }
            accesses::end(tx, id)?;
            Ok(((), Some(one.nome)))
        })
        .await?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/pessoas?feito=encerrado")).finish())
}
