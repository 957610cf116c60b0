//! A store: made, and what is registered of it.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::estoque::{ControleEstoque, EstoqueUsuario};
use domain::reading::keyed::Keyed;
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use maud::{Markup, html};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};
use store::accesses::Scope;
use store::aplicacoes::{self, Aplicacao};
use store::paging::PageRequest;
use store::{Conn, CreateOutcome, inventory, limites, lojas, usuarios};

use super::ofertas::Mending;
use crate::access::{Form, LojaVisit, Sent, Visit, named, path_of};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::filling::{Filling, Member, Seen, Touched, member, read, refused};
use crate::view::parts::{Again, Input, act, done, nothing, pairs};
use crate::view::{shell, words};

/// SKUs that change hands in one transaction.
const AT_ONCE: i64 = 500;
/// The members of a store, and how they are read.
const MEMBERS: [(&str, Member); 4] = [
    ("nome", Member::Text),
    ("email", Member::Text),
    ("urlIntegracao", Member::Text),
    ("ativo", Member::Tick),
];

/// The routes of the hub.
pub fn of_hub(cfg: &mut web::ServiceConfig) {
    cfg.route("/lojas/nova", web::get().to(blank)).route("/lojas/nova", web::post().to(create));
}

/// The routes of a store.
pub fn of_loja(cfg: &mut web::ServiceConfig) {
    cfg.route("/loja", web::get().to(show)).route("/loja", web::post().to(change));
}

/// True for whoever may make a store: one store is not for making another.
pub fn may_create(visit: &Visit) -> bool {
    visit.may_act() && !visit.sees_one()
}

/// The applications in which a visitor may make a store, and how many stores they see.
fn applications(conn: &mut Conn<'_>, scope: Scope) -> Result<(Vec<Aplicacao>, i64), Failure> {
    let mut all = aplicacoes::list(conn)?;
    if let Scope::Aplicacao(id) = scope {
        all.retain(|one| one.id == id);
    }
    let stores = lojas::list(conn, scope, None, PageRequest::first(1))?.total;
    Ok((all, stores))
}

async fn blank(visit: Visit) -> Result<HttpResponse, Failure> {
    new_page(&visit, None).await
}

async fn new_page(visit: &Visit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    if visit.sees_one() {
        return Err(Failure::Missing);
    }
    let (lang, scope) = (visit.lang, visit.access.scope);
    let (all, stores) = visit.read(move |conn| applications(conn, scope)).await?;
    let title = lang.say("Nova loja", "New store");
    let only = all.first().filter(|_| all.len() == 1).map(|one| one.id.0);
    let seen = Seen::default()
        .with("nome", "")
        .with("usuarioId", format!("loja-{}", stores + 1))
        .with("email", "")
        .with("controle", ControleEstoque::Hub)
        .given("aplicacao", only)
        .with("nomeAplicacao", "");
    let filling = Filling::of(visit, &seen, again);
    let options: Vec<(String, String)> =
        all.iter().map(|one| (one.id.0.to_string(), one.nome.clone())).collect();
    let content = html! { div.import {
        (filling.head())
        (filling.field(&Input { name: "nome", words: lang.say("Nome da loja", "Name of the store"), required: true,
            most: Some(200), ..Input::default() }))
        (filling.field(&Input { name: "usuarioId", words: lang.say("Código", "Code"), required: true,
            most: Some(100), help: lang.say("Como os programas a chamam; não muda depois",
            "What programs call it; it never changes"), ..Input::default() }))
        (filling.field(&Input { name: "email", words: "E-mail", kind: Some("email"), most: Some(254),
            ..Input::default() }))
        (control(lang, &filling))
        @match all.len() {
            0 => (filling.field(&Input { name: "nomeAplicacao", words: lang.say("Nome da aplicação",
                "Name of the application"), required: true, most: Some(100), help: lang.say(
                "A aplicação reúne lojas: uma chave da interface A abre todas as dela",
                "An application has stores: a key of interface A opens all of them"), ..Input::default() })),
            1 => input type="hidden" name="aplicacao" value=[only];,
            _ => (filling.field(&Input { name: "aplicacao", words: lang.say("Aplicação", "Application"),
                required: true, options: &options, ..Input::default() })),
        }
        div { button.strong { (lang.say("Criar a loja", "Make the store")) } }
    } };
    let body = html! {
        h1 { (title) }
        section.sheet {
            @if may_create(visit) { (act(visit, "/console/lojas/nova", &content)) }
            @else { (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only."))) }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

/// Who keeps the stock, to be chosen.
fn control(lang: Lang, filling: &Filling<'_>) -> Markup {
    let option = |one: ControleEstoque| (one.name().to_owned(), words::controle(lang, one).to_owned());
    let options = [ControleEstoque::Hub, ControleEstoque::Erp, ControleEstoque::Nenhum].map(option);
    filling.field(&Input {
        name: "controle",
        words: lang.say("Quem conta o estoque", "Who counts the stock"),
        required: true,
        options: &options,
        ..Input::default()
    })
}

async fn create(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    visit.must_see_more_than_one()?;
    match created(&visit, &form).await {
        Ok(loja) => {
            let address = format!("/console/{}?feito=criada", path_of(loja));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
        }
        Err(failure) => new_page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn created(visit: &Visit, form: &Form) -> Result<LojaId, Failure> {
    let (lang, scope) = (visit.lang, visit.access.scope);
    let body: Map<String, Value> = ["usuarioId", "nome", "email"]
        .into_iter()
        .map(|name| (name.to_owned(), form.text(name).into()))
        .collect();
    let usuario: Usuario = read(&body.into(), member)?;
    let controle = form.text("controle").parse().map_err(|_| Failure::Unreadable)?;
    let (chosen, form) = (form.text("aplicacao").parse().ok(), form.clone());
    let who = usuario.usuario_id.as_str().to_owned();
    visit
        .act((scope, Act::StoreWritten, who), move |tx| {
            let aplicacao = match (applications(tx, scope)?.0.as_slice(), chosen) {
                ([], _) if scope == Scope::All => {
                    let name = named(lang, &form, "nomeAplicacao")?;
                    aplicacoes::create(tx, &name)?.ok_or(Failure::Missing)?.id
                }
                (all, Some(id)) if all.iter().any(|one| one.id.0 == id) => AplicacaoId(id),
                _ => return Err(Failure::Missing),
            };
            match usuarios::create(tx, aplicacao, &usuario)? {
                CreateOutcome::Created(_) => {}
                CreateOutcome::Equal(_) | CreateOutcome::Different => {
                    let words =
                        lang.say("Já há uma loja com este código.", "There is a store with this code.");
                    return Err(Failure::Wrong("usuarioId", words.to_owned()));
                }
            }
            if let Some(limit) = limites::find(tx, aplicacao)?.and_then(|limites| limites.too_many_usuarios())
            {
                let words =
                    lang.say("A aplicação já tem lojas demais:", "The application has too many stores:");
                return Err(Failure::Refused(format!("{words} {limit}")));
            }
            let loja = usuarios::resolve(tx, aplicacao, &usuario.usuario_id)?.ok_or(Failure::Missing)?;
            let now = inventory::find(tx, loja.id)?.ok_or(Failure::Missing)?;
            inventory::set(tx, loja.id, EstoqueUsuario { controle_estoque: controle, ..now })?;
            Ok((loja.id, Some(format!("criada: {}", usuario.nome))))
        })
        .await
}

/// What is stored of a store.
fn stored(conn: &mut Conn<'_>, loja: LojaId, id: &UsuarioId) -> Result<(Usuario, EstoqueUsuario), Failure> {
    let usuario = usuarios::find(conn, loja.aplicacao, id)?.ok_or(Failure::Missing)?;
    Ok((usuario, inventory::find(conn, loja)?.ok_or(Failure::Missing)?))
}

/// What its form shows. Whether it is active, and who counts, is its application's to say.
fn seen(sees_one: bool, usuario: &Usuario, estoque: EstoqueUsuario) -> Seen {
    let seen = Seen::default()
        .with("nome", &usuario.nome)
        .with("email", &usuario.email)
        .with("urlIntegracao", &usuario.url_integracao);
    match sees_one {
        true => seen,
        false => seen.ticked("ativo", usuario.ativo).with("controle", estoque.controle_estoque),
    }
}

fn identifier(visit: &LojaVisit) -> Result<UsuarioId, Failure> {
    UsuarioId::stored(visit.loja.usuario_id.clone()).map_err(|_| Failure::Missing)
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, None).await
}

async fn page(visit: &LojaVisit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), identifier(visit)?);
    let (usuario, estoque) = visit.read(move |conn| stored(conn, loja, &id)).await?;
    let seen = seen(visit.sees_one(), &usuario, estoque);
    let filling = Filling::of(visit, &seen, again);
    let text = |name, words, kind, most, required| {
        filling.field(&Input { name, words, kind, required, most: Some(most), ..Input::default() })
    };
    let content = html! { div.import {
        (filling.head())
        (Mending::of(visit, again).inputs())
        (text("nome", lang.say("Nome", "Name"), None, 200, true))
        (text("email", "E-mail", Some("email"), 254, false))
        (filling.field(&Input { name: "urlIntegracao", words: lang.say("Endereço de integração",
            "Integration address"), kind: Some("url"), most: Some(2000), help: lang.say(
            "Só se um programa seu pediu: para onde vão os avisos desta loja",
            "Only where a program of yours asks for it: where this store's events go"), ..Input::default() }))
        @if !visit.sees_one() {
            (control(lang, &filling))
            (filling.tick("ativo", lang.say("Ativa: o que é dela pode mudar, e suas ofertas aparecem",
                "Active: what is its own can change, and its offers are shown")))
        }
        div { button.strong { (lang.say("Gravar", "Save")) } }
    } };
    let title = lang.say("Loja", "Store");
    let said = [("gravada", lang.say("A loja foi gravada.", "The store was saved."))];
    let yes = |on: bool| if on { lang.say("sim", "yes") } else { lang.say("não", "no") };
    let body = html! {
        (done(visit, &said))
        h1 { (title) " " (usuario.nome) }
        p.sub { span.code { (usuario.usuario_id.as_str()) } " · " (lang.say("aplicação", "application")) " "
            (visit.loja.aplicacao) }
        p.row { a.button href=(visit.address("/centros")) { (lang.say("Centros de distribuição",
            "Distribution centres")) }
            @if visit.sees_all() { a.button href="/console/chaves" { (lang.say("Chaves de programas",
                "Keys of programs")) } } }
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/loja"), &content)) } @else { (pairs(&[
                (lang.say("Nome", "Name"), html! { (usuario.nome) }),
                ("E-mail", html! { (usuario.email) }),
                (lang.say("Ativa", "Active"), html! { (yes(usuario.ativo)) }),
                (lang.say("Quem conta o estoque", "Who counts the stock"),
                    html! { (words::controle(lang, estoque.controle_estoque)) }),
            ])) }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    match changed(&visit, &form).await {
        Ok(()) => Ok(Mending::answer(&visit, &form, visit.address("/loja?feito=gravada"))),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(visit: &LojaVisit, form: &Form) -> Result<(), Failure> {
    let (lang, loja, id, form) = (visit.lang, visit.id(), identifier(visit)?, form.clone());
    let one = visit.sees_one();
    let counts_otherwise = visit
        .act_here((Act::StoreWritten, id.as_str().to_owned()), move |tx| {
            usuarios::exclusive(tx, loja.aplicacao, &id)?;
            let (usuario, estoque) = stored(tx, loja, &id)?;
            let seen = seen(one, &usuario, estoque);
            seen.unchanged(lang, &form)?;
            let touched = seen.touched(&form);
            write(tx, (loja, lang), &usuario, &touched)?;
            let controle = touched.get("controle").and_then(|name| name.parse().ok());
            if let Some(controle_estoque) = controle {
                inventory::set(tx, loja, EstoqueUsuario { controle_estoque, ..estoque })?;
            }
            let names = touched.names();
            Ok((controle.is_some(), (!names.is_empty()).then_some(names)))
        })
        .await?;
    if counts_otherwise {
        // what is left when this is cut off, the housekeeping goes on with
        while visit.store().write(move |tx| Ok::<_, Failure>(inventory::convert(tx, loja, AT_ONCE)?)).await? {
        }
    }
    Ok(())
}

fn write(
    tx: &mut store::Tx<'_>,
    (loja, lang): (LojaId, Lang),
    usuario: &Usuario,
    touched: &Touched,
) -> Result<(), Failure> {
    let patch = touched.members(lang, &MEMBERS)?;
    if patch.is_empty() {
        return Ok(());
    }
    let patch = to_raw_value(&patch).map_err(|_| Failure::Unreadable)?;
    let (new, _) = usuario.patch(&patch).map_err(|problems| refused(&problems, member))?;
    usuarios::upsert(tx, loja.aplicacao, &new)?;
    Ok(())
}
