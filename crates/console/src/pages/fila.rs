//! The order queue: who reads it, how far they are, and what was given up.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use domain::values::ids::{ConsumidorId, LojaId};
use maud::{Markup, html};
use store::paging::{Page, PageRequest};
use store::queue::{self, Fila, Item, QueueReader, Situacao};

use crate::access::{LojaVisit, Sent};
use crate::error::Failure;
use crate::view::parts::{act, done, nothing, page_of, pager, parameter_as, when};
use crate::view::{format, shell};

/// Dead events that one press of the button revives.
const REVIVED: u32 = 250;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/fila", web::get().to(show)).route("/fila/reviver", web::post().to(revive));
}

/// The readers of a store: those of its own queue, and those of its application's.
pub fn readers(
    conn: &mut store::Conn<'_>,
    loja: LojaId,
    sees_one: bool,
    now: Instante,
) -> Result<Vec<(bool, Situacao)>, Failure> {
    let own = queue::situacao(conn, queue(loja, true), None, now)?;
    if sees_one {
        // the application's queue holds other stores' orders, too
        return Ok(own.into_iter().map(|one| (true, one)).collect());
    }
    let all = queue::situacao(conn, queue(loja, false), None, now)?;
    let shared = all.into_iter().filter(|one| one.usuario_id.is_none());
    Ok(own.into_iter().map(|one| (true, one)).chain(shared.map(|one| (false, one))).collect())
}

fn queue(loja: LojaId, own: bool) -> Fila {
    Fila { aplicacao: loja.aplicacao, loja: own.then_some(loja) }
}

/// The reader whose dead events are looked at.
fn chosen(own: bool, nome: &str) -> Option<(bool, ConsumidorId)> {
    Some((own, ConsumidorId::parse(nome).ok()?))
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(&visit));
    let own = parameter_as(&visit, "de", |whose| match whose {
        "loja" => Some(true),
        "aplicacao" => Some(false),
        _ => None,
    })?;
    let own = own.unwrap_or(true);
    let chosen = parameter_as(&visit, "leitor", |nome| chosen(own, nome))?;
    let sees_one = visit.sees_one();
    if !own && sees_one {
        return Err(Failure::Missing);
    }
    let asked = chosen.clone();
    visit.store().place_events().await?;
    let (all, dead) = visit
        .read(move |conn| {
            let now = Instante::now();
            let dead = match &asked {
                Some((own, nome)) => {
                    let reader = QueueReader { fila: queue(loja, *own), nome };
                    Some(queue::mortos(conn, reader, wanted, now)?.ok_or(Failure::Missing)?)
                }
                None => None,
            };
            Ok((readers(conn, loja, sees_one, now)?, dead))
        })
        .await?;
    let title = lang.say("Fila de pedidos", "Order queue");
    let body = html! {
        (done(&visit, &[("revividos", lang.say("Os eventos voltaram à fila.",
            "The events are back in the queue."))]))
        h1 { (title) }
        p.sub { (lang.say("Quem lê os pedidos desta loja, e até onde",
            "Who reads this store's orders, and how far")) }
        section.sheet {
            @if all.is_empty() { (nothing(lang.say("Ninguém lê a fila.", "Nobody reads the queue."))) }
            @else { (table(&visit, &all)) }
        }
        @if let (Some(dead), Some((own, nome))) = (&dead, &chosen) { (given_up(&visit, *own, nome, dead)) }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

fn table(visit: &LojaVisit, all: &[(bool, Situacao)]) -> Markup {
    let lang = visit.lang;
    let count = |n: i64| format::count(lang, n);
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Leitor", "Reader")) }
            th scope="col" { (lang.say("Fila", "Queue")) }
            th.num scope="col" { (lang.say("Não lidos", "Unread")) }
            th.num scope="col" { (lang.say("Em leitura", "Under lease")) }
            th.num scope="col" { (lang.say("Aguardam", "Waiting")) }
            th.num scope="col" { (lang.say("Mortos", "Dead")) }
            th scope="col" { (lang.say("Mais antigo", "Oldest")) }
            th scope="col" { (lang.say("Visto", "Seen")) }
        } }
        tbody { @for (own, one) in all { tr {
            td.code { (one.consumidor) }
            td { (if *own { lang.say("da loja", "the store's") } else { lang.say("da aplicação",
                "the application's") }) }
            td.num { (count(one.nao_lidos)) @if one.nao_lidos_limitado { "+" } }
            td.num { (count(one.arrendados)) }
            td.num { (count(one.aguardando)) }
            td.num { @if one.mortos > 0 { a.bad.strong href=(dead_address(visit, *own, &one.consumidor)) {
                (count(one.mortos)) } } @else { "0" } }
            td { @match one.mais_antigo { Some(at) => (when(visit, at)), None => "–" } }
            td { (when(visit, one.visto_em)) }
        } } }
    } } }
}

fn dead_address(visit: &LojaVisit, own: bool, reader: &str) -> String {
    let of = if own { "loja" } else { "aplicacao" };
    visit.address(&format!("/fila?leitor={}&de={of}", crate::view::parts::escaped(reader)))
}

fn given_up(visit: &LojaVisit, own: bool, nome: &ConsumidorId, page: &Page<Item>) -> Markup {
    let lang = visit.lang;
    let form = html! {
        input type="hidden" name="leitor" value=(nome.as_str());
        input type="hidden" name="de" value=(if own { "loja" } else { "aplicacao" });
        button.strong { (lang.say("Reviver os mais antigos",
            "Revive the oldest")) " (" (REVIVED.min(u32::try_from(page.total).unwrap_or(REVIVED))) ")" }
    };
    html! {
        section.sheet {
            div.row { h2 { (lang.say("Eventos mortos de",
                "Dead events of")) " " span.code { (nome.as_str()) } }
                @if page.total > 0 && (own || !visit.sees_one()) { div.right { (act(visit,
                    &visit.address("/fila/reviver"), &form)) } } }
            @if page.rows.is_empty() { (nothing(lang.say("Nenhum.",
                "None."))) } @else { div.scroll tabindex="0" { table {
                thead { tr {
                    th.num scope="col" { (lang.say("Posição", "Position")) }
                    th scope="col" { (lang.say("Evento", "Event")) }
                    th scope="col" { (lang.say("Pedido", "Order")) }
                    th scope="col" { (lang.say("Quando", "When")) }
                    th.num scope="col" { (lang.say("Entregas", "Handed out")) }
                } }
                tbody { @for item in &page.rows { tr {
                    td.num { (item.evento.posicao) }
                    td.code { (item.evento.tipo.name()) }
                    td.code { @if let Some(id) = item.evento.pedido_id {
                        @if item.evento.usuario_id == visit.loja.usuario_id {
                            a href=(visit.address(&format!("/pedidos/{}", id.0))) { (id.0) } }
                        @else { (id.0) }
                    } }
                    td { (when(visit, item.evento.data)) }
                    td.num { (item.entregas) }
                } } }
            } } }
        }
        (pager(visit, page))
    }
}

async fn revive(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let loja = visit.id();
    let (own, nome) = chosen(form.text("de") != "aplicacao", form.text("leitor")).ok_or(Failure::Missing)?;
    if !own && visit.sees_one() {
        return Err(Failure::Missing);
    }
    let assunto = nome.as_str().to_owned();
    visit
        .act_here((Act::EventsRevived, assunto), move |tx| {
            let reader = QueueReader { fila: queue(loja, own), nome: &nome };
            let now = Instante::now();
            let page =
                queue::mortos(tx, reader, PageRequest::first(REVIVED), now)?.ok_or(Failure::Missing)?;
            let places: Vec<i64> = page.rows.iter().map(|item| item.evento.posicao).collect();
            queue::revive(tx, reader, &places, now)?;
            Ok(((), (!places.is_empty()).then(|| places.len().to_string())))
        })
        .await?;
    let back = visit.address("/fila?feito=revividos");
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
}
