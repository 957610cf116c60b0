//! People: who gets into the console, what they may do and where. An owner decides about those whose scope
//! lies within the own one; the others are not there.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::{Act, Role};
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;
use maud::{Markup, html};
use store::accesses::{self, Access, Scope};
use store::paging::{Page, PageRequest};
use store::pessoas::{self, Pessoa};
use store::{Conn, Tx, aplicacoes, lojas};

use crate::access::{
    Form, INVITE_SECONDS, Secret, Sent, Visit, invitation, loja_of, named, path_of, typed_email,
};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::filling::{Filling, Seen};
use crate::view::parts::{Again, Input, badge, done, nothing, owned, page_of, pager, when};
use crate::view::words::Mood;
use crate::view::{shell, words};

/// Stores that a form offers; others are named by their number.
const OFFERED: u32 = 300;

/// What stands for the whole hub in a form.
const EVERYTHING: &str = "tudo";

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pessoas", web::get().to(list))
        .route("/pessoas", web::post().to(invite))
        .route("/pessoas/{id}", web::get().to(show))
        .route("/pessoas/{id}", web::post().to(change))
        .route("/pessoas/{id}/link", web::post().to(link_anew))
        .route("/pessoas/{id}/segundo-fator", web::post().to(without_factor))
        .route("/acessos/encerrar", web::post().to(end));
}

/// A scope and its name.
type Place = (Scope, String);

/// How a form names a scope.
fn code_of(scope: Scope) -> String {
    match scope {
        Scope::All => EVERYTHING.to_owned(),
        Scope::Aplicacao(id) => id.0.to_string(),
        Scope::Loja(id) => path_of(id),
    }
}

fn scope_of(code: &str) -> Option<Scope> {
    if code == EVERYTHING {
        return Some(Scope::All);
    }
    let application = || Some(Scope::Aplicacao(AplicacaoId(code.parse().ok()?)));
    loja_of(code).map(Scope::Loja).or_else(application)
}

/// The name of a scope; `None` when there is no such application or store.
fn name_of(conn: &mut Conn<'_>, lang: Lang, scope: Scope) -> Result<Option<String>, Failure> {
    Ok(match scope {
        Scope::All => Some(lang.say("tudo", "everything").to_owned()),
        Scope::Aplicacao(id) => aplicacoes::list(conn)?
            .into_iter()
            .find(|one| one.id == id)
            .map(|one| format!("{} {}", lang.say("empresa", "company"), one.nome)),
        Scope::Loja(id) => {
            lojas::find(conn, id)?.map(|row| format!("{} {}", lang.say("loja", "store"), row.nome))
        }
    })
}

/// The scopes that somebody may give away; true when there are more stores.
fn places(conn: &mut Conn<'_>, lang: Lang, own: Scope) -> Result<(Vec<Place>, bool), Failure> {
    let mut all = Vec::new();
    if own == Scope::All {
        all.push((own, lang.say("Tudo", "Everything").to_owned()));
    }
    for one in aplicacoes::list(conn)? {
        let scope = Scope::Aplicacao(one.id);
        if own.covers(scope) {
            all.push((scope, format!("{}: {}", lang.say("Empresa", "Company"), one.nome)));
        }
    }
    let page = lojas::list(conn, own, None, PageRequest::first(OFFERED))?;
    let more = page.next.is_some();
    let stores = page.rows.into_iter();
    let store = lang.say("Loja", "Store");
    all.extend(
        stores.map(|row| (Scope::Loja(row.loja.id), format!("{store}: {} ({})", row.nome, row.aplicacao))),
    );
    Ok((all, more))
}

/// What a list shows.
struct Shown {
    page: Page<Pessoa>,
    names: Vec<String>,
    sessions: Vec<(Access, String)>,
    places: (Vec<Place>, bool),
}

async fn list(visit: Visit) -> Result<HttpResponse, Failure> {
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
            Ok(Shown { page, names, sessions, places: places(conn, lang, own)? })
        })
        .await?;
    let title = lang.say("Pessoas", "People");
    let said = [
        ("gravado", lang.say("Foi gravado.", "It was saved.")),
        ("encerrado", lang.say("O acesso foi encerrado.", "The access was ended.")),
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
        section.sheet {
            h2 { (lang.say("Sessões e links abertos", "Open sessions and links")) }
            (sessions(visit, &shown.sessions))
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

/// The inputs of role and scope.
fn choices(
    lang: Lang,
    (all, more): &(Vec<Place>, bool),
    again: Option<&Again>,
    now: (Role, Scope),
) -> Markup {
    let (role, scope) = (now.0.name().to_owned(), code_of(now.1));
    let typed = |name: &str, or: String| again.map_or(or, |again| again.form.text(name).to_owned());
    let (role, scope) = (typed("papel", role), typed("alcance", scope));
    html! {
        label { span { (lang.say("Pode", "May")) } select name="papel" {
            @for one in Role::ALL { option value=(one.name()) selected[role == one.name()] { (means(lang, one)) } }
        } }
        label { span { (lang.say("Onde", "Where")) } select name="alcance" {
            @for (place, words) in all {
                @let code = code_of(*place);
                option value=(code) selected[scope == code] { (words) }
            }
        } }
        @if *more { (Input { name: "loja", words: lang.say("Ou o número da loja, como no endereço dela",
            "Or the store's number, as in its address"), pattern: Some("[0-9]+-[0-9]+"), ..Input::default() }
            .of(again)) }
    }
}

/// What a role is for.
const fn means(lang: Lang, role: Role) -> &'static str {
    match role {
        Role::Look => lang.say("ve: só vê", "ve: looks only"),
        Role::Operate => lang.say("opera: vê e faz", "opera: looks and acts"),
        Role::Own => lang.say("dono: e também pessoas e chaves", "dono: people and keys, too"),
    }
}

fn state(lang: Lang, one: &Pessoa) -> (&'static str, Mood) {
    match (one.ativo, &one.senha) {
        (false, _) => (lang.say("desligada", "off"), Mood::Plain),
        (true, None) => (lang.say("convidada", "invited"), Mood::Under),
        (true, Some(_)) => (lang.say("entra", "gets in"), Mood::Good),
    }
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
            td { (badge(state(lang, one))) }
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
            td { (owned(visit, "/console/acessos/encerrar", &html! {
                input type="hidden" name="numero" value=(one.id);
                button.danger.small { (lang.say("Encerrar", "End")) }
            })) }
        } } }
    } } }
}

/// Role and scope that a form wants, where the visitor may give them away.
fn wanted(tx: &mut Tx<'_>, lang: Lang, own: Scope, form: &Form) -> Result<(Role, Scope), Failure> {
    let wrong = |pt, en| Failure::Wrong("", lang.say(pt, en).to_owned());
    let role = Role::from_name(form.text("papel"));
    let role = role.ok_or_else(|| wrong("Escolha o que a pessoa pode.", "Choose what the person may do."))?;
    let code = if form.text("loja").is_empty() { form.text("alcance") } else { form.text("loja") };
    let scope = scope_of(code).filter(|scope| own.covers(*scope));
    let none = || wrong("Escolha onde: não há isso aqui.", "Choose where: there is no such place here.");
    let scope = scope.ok_or_else(none)?;
    name_of(tx, lang, scope)?.ok_or_else(none)?;
    Ok((role, scope))
}

async fn invite(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    match invited(&visit, &form).await {
        Ok(answer) => Ok(answer),
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

/// The link, which is shown in this answer and never again.
fn link_page(visit: &Visit, secret: &Secret, until: Instante) -> HttpResponse {
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

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let one = asked(&visit).await?;
    shown(&visit, &one, None).await
}

async fn shown(visit: &Visit, one: &Pessoa, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, own) = (visit.lang, visit.access.scope);
    let offered = visit.read(move |conn| places(conn, lang, own)).await?;
    let address = |rest: &str| format!("/console/pessoas/{}{rest}", one.id);
    let seen = seen(one);
    let filling = Filling::of(visit, &seen, again);
    let oneself = visit.access.pessoa == Some(one.id);
    let question = lang.say(
        "Dar um link que define uma senha nova? O anterior deixa de valer.",
        "Give a link that sets a new password? The one before stops working.",
    );
    let factor = lang.say(
        "Desligar o segundo fator? A pessoa entra só com a senha até ligá-lo de novo.",
        "Switch the second factor off? The person signs in by password alone until it is on again.",
    );
    let told = [(
        "segundo-fator",
        lang.say("O segundo fator foi desligado.", "The second factor was switched off."),
    )];
    let body = html! {
        (done(visit, &told))
        h1 { (one.nome) " " (badge(state(lang, one))) }
        p.sub { (one.email) @if let Some(until) = one.convite_expira_em {
            " · " (lang.say("link vale até", "link works until")) " " (when(visit, until)) } }
        section.sheet { (owned(visit, &address(""), &html! { div.import {
            (filling.head())
            (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(100),
                ..Input::default() }))
            (choices(lang, &offered, again, (one.role, one.scope)))
            @for name in ["papel", "alcance"] { (filling.others(name)) }
            (filling.tick("ativo", lang.say("Pode entrar", "May sign in")))
            div { button.strong { (lang.say("Gravar", "Save")) } }
        } })) }
        div.actions {
            @if oneself { a.button href="/console/conta" {
                (lang.say("Senha e segundo fator…", "Password and second factor…")) } }
            @else { (owned(visit, &address("/link"), &html! { button data-question=(question) {
                (lang.say("Novo link de senha", "New password link")) } })) }
            @if one.segundo_fator && !oneself { (owned(visit, &address("/segundo-fator"), &html! {
                button.danger data-question=(factor) { (lang.say("Desligar o segundo fator",
                    "Switch the second factor off")) } })) }
            a.button href="/console/pessoas" { (lang.say("Voltar a Pessoas", "Back to People")) }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, &one.nome, &body)))
}

async fn change(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
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

async fn link_anew(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let (one, own, secret) = (asked(&visit).await?, visit.access.scope, Secret::draw()?);
    not_oneself(&visit, &one)?;
    let (id, hash) = (one.id, secret.hash());
    let until = visit
        .act((one.scope, Act::PersonLinked, one.email.clone()), move |tx| {
            let one = within(tx, own, id)?;
            let until = tx.now().plus_seconds(INVITE_SECONDS);
            pessoas::invite(tx, one.id, &hash, until)?;
            Ok((until, Some(String::new())))
        })
        .await?;
    Ok(link_page(&visit, &secret, until))
}

async fn without_factor(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let (one, own) = (asked(&visit).await?, visit.access.scope);
    not_oneself(&visit, &one)?;
    let id = one.id;
    visit
        .act((one.scope, Act::SecondFactorOff, one.email.clone()), move |tx| {
            let one = within(tx, own, id)?;
            pessoas::set_second_factor(tx, id, None)?;
            accesses::end_all_of(tx, id, None)?;
            Ok(((), one.segundo_fator.then(String::new)))
        })
        .await?;
    let back = format!("/console/pessoas/{id}?feito=segundo-fator");
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
}

async fn end(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    let (own, id) = (visit.access.scope, form.text("numero").parse().map_err(|_| Failure::Missing)?);
    visit
        .act((own, Act::AccessEnded, form.text("numero").to_owned()), move |tx| {
            let now = tx.now();
            let one = accesses::open(tx, id, now)?.filter(|one| own.covers(one.scope));
            let one = one.ok_or(Failure::Missing)?;
            accesses::end(tx, id)?;
            Ok(((), Some(one.nome)))
        })
        .await?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, "/console/pessoas?feito=encerrado")).finish())
}
