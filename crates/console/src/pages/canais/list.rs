//! A store's channels, and the categories of each.

use std::collections::{BTreeMap, HashMap};

use actix_web::{HttpResponse, web};
use domain::categoria::Categoria;
use domain::values::ids::LojaId;
use maud::{Markup, html};
use store::Conn;
use store::canais::{self, CanalRow};
use store::categorias::{self, Tree};
use store::channels::{self, Conexao};
use store::paging::PageRequest;

use super::channel;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::view::parts::{badge, escaped, nothing, page_of, pager, pairs};
use crate::view::words::Mood;
use crate::view::{format, shell, words};

/// Categories that a page shows at most.
const SHOWN: usize = 2_000;

/// Channels of a store that other pages look at.
const CHANNELS: u32 = 100;

/// The channels of a store.
pub fn all(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<CanalRow>, Failure> {
    Ok(canais::list(conn, loja, &canais::Filter::default(), PageRequest::first(CHANNELS))?.rows)
}

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais", web::get().to(list)).route("/canais/categorias", web::get().to(tree));
}

async fn list(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(&visit));
    let (page, connections, errors) = visit
        .read(move |conn| {
            let page = canais::list(conn, loja, &canais::Filter::default(), wanted)?;
            let all = channels::list_connections(conn, loja)?.into_iter();
            let connections: HashMap<i32, Conexao> = all.map(|one| (one.key.canal, one)).collect();
            Ok((page, connections, channels::open_errors(conn, loja)?))
        })
        .await?;
    let title = lang.say("Canais", "Channels");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("O que cada canal leva do estoque, e como",
            "What each channel takes of the stock, and how")) }
        @if page.rows.is_empty() { section.sheet {
            (nothing(lang.say("Nenhum canal. A aplicação os cria pela interface A, ou crie um aqui.",
                "No channel. The application makes them through interface A, or make one here.")))
        } }
        @if visit.may_act() {
            p.row { a.button.strong href=(visit.address("/canais/novo")) { (lang.say("Novo canal…",
                "New channel…")) } }
        }
        div.grid { @for row in &page.rows {
            (card(&visit, row, connections.get(&row.num), errors.get(&row.num).copied()))
        } }
        (pager(&visit, &page))
    };
    Ok(shell::of_loja(&visit, title, &body))
}

fn card(visit: &LojaVisit, row: &CanalRow, connection: Option<&Conexao>, errors: Option<i64>) -> Markup {
    let (lang, canal) = (visit.lang, &row.canal);
    let kind = channel::kind(visit, &canal.tipo_canal)
        .map_or(canal.tipo_canal.as_str(), |kind| kind.titulo.as_str());
    let named = escaped(canal.canal_id.as_str());
    let most = row.estoque.estoque_maximo.map(|most| format::count(lang, most.into()));
    let centros: Vec<String> = row.centros.centros.iter().map(ToString::to_string).collect();
    html! {
        section.sheet.c6 {
            h2 { (canal.nome) " "
                (badge(if canal.ativo { (lang.say("ativo", "active"), Mood::Good) }
                    else { (lang.say("inativo", "inactive"), Mood::Plain) })) }
            (pairs(&[
                (lang.say("Código", "Code"), html! { span.code { (canal.canal_id.as_str()) } }),
                (lang.say("Tipo", "Type"), html! { (kind) }),
                (lang.say("Conexão", "Connection"), html! { @match connection {
                    Some(one) => { (badge(words::conexao(lang, one.estado))) " " (words::modo(lang,
                        one.settings.modo).0) },
                    None => "–",
                }
                @if let Some(errors) = errors { " · " a.bad href=(channel::address(visit, "erros",
                    &canal.canal_id)) { (format::count(lang, errors)) " " (lang.count(errors, ["erro", "erros"],
                    ["error", "errors"])) } } }),
                (lang.say("Parte do estoque",
                    "Share of the stock"), html! { (canal.percentual_estoque) " %" }),
                (lang.say("Fica na prateleira", "Stays on the shelf"),
                    html! { (format::count(lang, row.estoque.estoque_seguranca.unwrap_or(0).into())) }),
                (lang.say("Mostra no máximo", "Shows at most"), html! { (most.as_deref().unwrap_or("–")) }),
                (lang.say("Centros", "Centres"), html! {
                    @if centros.is_empty() { (lang.say("todos", "all")) } @else { (centros.join(" → ")) }
                }),
                (lang.say("Prazo a mais", "Extra days"), html! { (canal.prazo) " "
                    (lang.count(canal.prazo.into(), ["dia", "dias"], ["day", "days"])) }),
            ]))
            p.row {
                @if visit.may_act() { a.button href=(channel::address(visit, "configurar", &canal.canal_id)) {
                    (lang.say("Mudar", "Change")) } }
                a.button href=(channel::address(visit, "conexao", &canal.canal_id)) { (lang.say("Conexão",
                    "Connection")) }
                a.button href=(visit.address(&format!("/ofertas?canal={named}"))) { (lang.say("Ofertas",
                    "Offers")) }
                a.button href=(visit.address(&format!("/pedidos?canal={named}"))) { (lang.say("Pedidos",
                    "Orders")) }
                a.button href=(visit.address(&format!("/canais/categorias?canal={named}"))) {
                    (lang.say("Categorias", "Categories"))
                }
            }
        }
    }
}

async fn tree(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let named = channel::asked(&visit)?;
    let (canal, all) = visit
        .read(move |conn| {
            let canal = canais::find(conn, loja, &named)?.ok_or(Failure::Missing)?;
            let tree = Tree { loja, canal_num: canal.num };
            Ok((canal, categorias::list(conn, tree, &categorias::Filter::default())?))
        })
        .await?;
    let mut below: BTreeMap<&str, Vec<&Categoria>> = BTreeMap::new();
    for one in all.iter().take(SHOWN) {
        below.entry(one.categoria_pai_id.as_ref().map_or("", |id| id.as_str())).or_default().push(one);
    }
    let title = format!("{} · {}", lang.say("Categorias", "Categories"), canal.canal.nome);
    let body = html! {
        h1 { (title) }
        p.sub { (format::count(lang, all.len() as i64)) " " (lang.say("categorias", "categories"))
            @if all.len() > SHOWN { ", " (lang.say("as primeiras", "the first")) " " (SHOWN) } }
        section.sheet.tree {
            @if all.is_empty() { (nothing(lang.say("Nenhuma categoria.", "No category."))) }
            (branch(&below, "", 0))
        }
    };
    Ok(shell::of_loja(&visit, &title, &body))
}

/// Deeper than any channel's tree; a circle of parents would go on without end.
const DEEPEST: usize = 12;

fn branch(below: &BTreeMap<&str, Vec<&Categoria>>, parent: &str, depth: usize) -> Markup {
    let own = below.get(parent).filter(|_| depth < DEEPEST);
    html! {
        @if let Some(own) = own { ul { @for one in own { li {
            @let id = one.categoria_id.as_str();
            @if below.contains_key(id) {
                details open[depth == 0] {
                    summary { (one.nome) " " span.code.faint { (id) } }
                    (branch(below, id, depth + 1))
                }
            } @else { span.leaf { (one.nome) " " span.code.faint { (id) } } }
        } } } }
    }
}
