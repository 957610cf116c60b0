//! The start of a store: what came in, and what needs somebody.

mod attention;

use std::collections::BTreeMap;

use actix_web::{HttpResponse, web};
use domain::pedido::StatusPedido;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use maud::{Markup, html};
use store::canais::CanalRow;
use store::offers::{Impediments, impediments};
use store::orders::{CanalSales, PedidoRow};
use store::paging::{PageRequest, Range};
use store::{Conn, orders, skus};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::canais::all;
use crate::pages::ofertas::showcases;
use crate::pages::pedidos::list::rows;
use crate::view::chart::{Bar, stacked};
use crate::view::parts::{done, nothing};
use crate::view::{format, shell, words};
use attention::{Attention, Bare};

/// Days of the chart.
const DAYS: u32 = 30;
/// The latest orders that are shown.
const LATEST: u32 = 8;
/// The layers of the chart, from the bottom.
const LAYERS: [StatusPedido; 6] = [
    StatusPedido::Entregue,
    StatusPedido::Enviado,
    StatusPedido::Faturado,
    StatusPedido::Pago,
    StatusPedido::AguardandoPagamento,
    StatusPedido::Cancelado,
];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("", web::get().to(show));
}

/// What the page tells.
struct Panorama {
    days: Vec<(Range, BTreeMap<StatusPedido, i64>)>,
    today: Vec<CanalSales>,
    waiting: [i64; 2],
    channels: Vec<CanalRow>,
    offers: Impediments,
    latest: Vec<PedidoRow>,
    attention: Attention,
    bare: Bare,
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (loja, now) = (visit.loja.loja, Instante::now());
    let (zone, types, sees_one) = (visit.state.zone(), visit.state.types.clone(), visit.sees_one());
    let seen = visit
        .read(move |conn| {
            let days = by_day(conn, loja.id, (0..DAYS).rev().map(|n| day(now, n, zone)).collect())?;
            let mut offers = Impediments::default();
            for showcase in showcases(conn, loja.id)? {
                if let Some(one) = showcase.of(loja, &types) {
                    offers.add(impediments(conn, &one)?);
                }
            }
            let latest = orders::list(conn, loja.id, &orders::Filter::default(), PageRequest::first(LATEST))?;
            let channels = all(conn, loja.id)?;
            let skus = skus::list(conn, loja.id, &skus::Filter::default(), PageRequest::first(1))?;
            Ok(Panorama {
                today: orders::by_canal(conn, loja.id, day(now, 0, zone))?,
                waiting: waiting(conn, loja.id)?,
                bare: Bare { canais: channels.is_empty(), skus: skus.rows.is_empty() },
                channels,
                offers,
                latest: latest.rows,
                attention: Attention::read(conn, loja.id, sees_one, now)?,
                days,
            })
        })
        .await?;
    let lang = visit.lang;
    let body = html! {
        (done(&visit, &[("criada", lang.say("A loja foi criada. O que falta está abaixo.",
            "The store was made. What is missing stands below."))]))
        h1 { (visit.loja.nome) }
        p.sub { (format::weekday(lang, now, zone)) " · " (lang.say("dias contados em",
            "days counted in")) " " (zone.name()) }
        @if !visit.loja.loja.ativo { p.told.bad role="status" {
            (lang.say("Esta loja está inativa: nada dela pode mudar.",
                "This store is inactive: nothing of it can change."))
        } }
        div.grid {
            (tiles(&visit, &seen))
            section.sheet.c8 { h2 { (lang.say("Pedidos por dia", "Orders per day")) } (chart(&visit, &seen)) }
            section.sheet.c4 { h2 { (lang.say("Precisa de atenção",
                "Needs attention")) } (seen.attention.told(&visit, &seen.channels, &seen.offers, &seen.bare)) }
            section.sheet.c8.brief { h2 { (lang.say("Últimos pedidos", "Latest orders")) }
                @if seen.latest.is_empty() {
                    (nothing(lang.say("Nenhum pedido ainda.", "No order yet.")))
                } @else { (rows(&visit, &seen.channels, &seen.latest)?) }
            }
            section.sheet.c4 { h2 { (lang.say("Canais hoje", "Channels today")) } (channels(&visit, &seen)) }
        }
    };
    Ok(shell::of_loja(&visit, &visit.loja.nome, &body))
}

/// A day that lies so many days back, as days are in a time zone.
fn day(now: Instante, back: u32, zone: domain::values::dates::Zone) -> Range {
    // noon of it and a day: tomorrow, however long the days are where clocks are changed
    let start = now.days_before(back, zone);
    Range { de: Some(start), ate: Some(start.plus_seconds(36 * 3600).days_before(0, zone)) }
}

type Days = Vec<(Range, BTreeMap<StatusPedido, i64>)>;

fn by_day(conn: &mut Conn<'_>, loja: LojaId, days: Vec<Range>) -> Result<Days, Failure> {
    let counted = orders::by_day(conn, loja, &days)?;
    Ok(days.into_iter().zip(counted.into_iter().map(|day| day.into_iter().collect())).collect())
}

/// Paid and invoiced orders: those to be sent.
fn waiting(conn: &mut Conn<'_>, loja: LojaId) -> Result<[i64; 2], Failure> {
    let all: BTreeMap<StatusPedido, i64> =
        orders::by_status(conn, loja, Range::default())?.into_iter().collect();
    Ok([StatusPedido::Pago, StatusPedido::Faturado].map(|status| all.get(&status).copied().unwrap_or(0)))
}

fn tiles(visit: &LojaVisit, seen: &Panorama) -> Markup {
    let lang = visit.lang;
    let of_day = |n: usize| seen.days.iter().rev().nth(n).map_or(0, |(_, day)| day.values().sum::<i64>());
    let (orders, week_ago) = (of_day(0), of_day(7));
    let sold = seen.today.iter().map(|one| one.vendido.ten_thousandths()).sum();
    let [paid, invoiced] = seen.waiting;
    let Impediments { all, publishable, .. } = seen.offers;
    html! {
        (tile(lang.say("Pedidos hoje", "Orders today"), &format::count(lang, orders), &format!("{} {}",
            format::count(lang, week_ago), lang.say("há uma semana, no dia todo", "a week ago, all day"))))
        (tile(lang.say("Vendido hoje",
            "Sold today"), &format!("R$ {}", format::money(lang, Dinheiro::from_ten_thousandths(sold))),
            lang.say("pedidos pagos", "paid orders")))
        section.sheet.c3 {
            div.caption { (lang.say("A despachar", "To be shipped")) }
            div.figure { a href=(visit.address("/expedicao")) { (format::count(lang, paid + invoiced)) } }
            div.note.faint { (format::count(lang, paid)) " " (lang.say("ainda sem nota", "not yet invoiced")) }
        }
        (tile(lang.say("Ofertas publicáveis", "Publishable offers"), &format::count(lang, publishable),
            &format!("{} {}", lang.say("de", "of"), format::count(lang, all))))
    }
}

fn tile(name: &str, figure: &str, below: &str) -> Markup {
    html! { section.sheet.c3 {
        div.caption { (name) } div.figure { (figure) } div.note.faint { (below) }
    } }
}

fn chart(visit: &LojaVisit, seen: &Panorama) -> Markup {
    let (lang, zone) = (visit.lang, visit.state.zone());
    let bar = |(range, counted): &(Range, BTreeMap<StatusPedido, i64>)| {
        let start = range.de.unwrap_or_default();
        let date = start.utc().with_timezone(&zone).format("%Y-%m-%d");
        Bar {
            label: format::day(lang, start, zone),
            address: visit.address(&format!("/pedidos?dia={date}")),
            layers: LAYERS.iter().map(|status| counted.get(status).copied().unwrap_or(0)).collect(),
        }
    };
    let bars: Vec<Bar> = seen.days.iter().map(bar).collect();
    let legend = LAYERS.map(|status| words::status(lang, status).0);
    let title = lang
        .say("Pedidos por dia, por situação, nos últimos 30 dias", "Orders per day by status, last 30 days");
    stacked(lang, title, &bars, &legend)
}

fn channels(visit: &LojaVisit, seen: &Panorama) -> Markup {
    let lang = visit.lang;
    html! {
        @if seen.today.is_empty() { (nothing(lang.say("Nenhum pedido hoje.", "No order today."))) }
        @else { div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { (lang.say("Canal", "Channel")) }
                th.num scope="col" { (lang.say("Pedidos", "Orders")) }
                th.num scope="col" { (lang.say("Vendido", "Sold")) }
            } }
            tbody { @for one in &seen.today { tr {
                td { (seen.channels.iter().find(|row| row.num == one.canal_num).map_or("–",
                    |row| row.canal.nome.as_str())) }
                td.num { (format::count(lang, one.pedidos)) }
                td.num { (format::money(lang, one.vendido)) }
            } } }
        } } }
    }
}
