//! Scopes as forms of people offer them, and what somebody may give away.

use domain::console::Role;
use domain::values::ids::AplicacaoId;
use maud::{Markup, html};
use store::accesses::Scope;
use store::paging::PageRequest;
use store::{Conn, Tx, aplicacoes, lojas};

use crate::access::{Form, loja_of, path_of};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, Input};

/// Stores that a form offers; others are named by their number.
const OFFERED: u32 = 300;

/// What stands for the whole hub in a form.
const EVERYTHING: &str = "tudo";
/// A scope and its name.
pub(super) type Place = (Scope, String);

/// How a form names a scope.
pub(super) fn code_of(scope: Scope) -> String {
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
pub(super) fn name_of(conn: &mut Conn<'_>, lang: Lang, scope: Scope) -> Result<Option<String>, Failure> {
    Ok(match scope {
        Scope::All => Some(lang.say("tudo", "everything").to_owned()),
        Scope::Aplicacao(id) => {
            aplicacoes::by_id(conn, id)?.map(|one| format!("{} {}", lang.say("empresa", "company"), one.nome))
        }
        Scope::Loja(id) => {
            lojas::find(conn, id)?.map(|row| format!("{} {}", lang.say("loja", "store"), row.nome))
        }
    })
}

/// The scopes that somebody may give away; true when there are more stores.
pub(super) fn places(conn: &mut Conn<'_>, lang: Lang, own: Scope) -> Result<(Vec<Place>, bool), Failure> {
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

/// The inputs of role and scope.
pub(super) fn choices(
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

/// Role and scope that a form wants, where the visitor may give them away.
pub(super) fn wanted(tx: &mut Tx<'_>, lang: Lang, own: Scope, form: &Form) -> Result<(Role, Scope), Failure> {
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
