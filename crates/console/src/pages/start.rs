//! The start of a store: what came in, and what needs somebody.

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
use store::{Conn, channels, inventory, notificacoes, orders, skus};

use super::canais::{all, channel_address};
use super::fila::readers;
use super::notificacoes::rows::of_loja;
use super::ofertas::showcases;
use super::pedidos::list::rows;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::view::chart::{Bar, stacked};
use crate::view::parts::{done, nothing};
use crate::view::{format, shell, words};

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
    short: i64,
    failing: Vec<Failing>,
    late: Late,
    bare: Bare,
    /// Open errors of connected channels, by number.
    refused: BTreeMap<i32, i64>,
}

/// A notification that fails.
struct Failing {
    id: i64,
    /// It is not sent to until its pause ends, or somebody switches it on.
    stopped: bool,
    error: String,
}

/// What readers of the queue have left: dead events, and those that wait, `more` where they were not all counted.
#[derive(Default, Clone, Copy)]
struct Late {
    dead: i64,
    waiting: i64,
    more: bool,
    shared: bool,
}

/// What a store has nothing of yet.
struct Bare {
    canais: bool,
    skus: bool,
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
                short: inventory::count_faltas(conn, loja.id, format::MANY)?,
                failing: failing(conn, loja.id)?,
                refused: channels::open_errors(conn, loja.id)?,
                late: late(conn, loja.id, sees_one, now)?,
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
                "Needs attention")) } (attention(&visit, &seen)) }
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

/// Notifications that concern the store and fail.
fn failing(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Failing>, Failure> {
    let all = of_loja(conn, loja)?;
    let saudes = notificacoes::saudes(conn, loja.aplicacao, &all)?;
    let mut failing = Vec::new();
    for one in &all {
        let Some(saude) = saudes.get(&one.id) else { continue };
        let stopped = saude.pausada_ate.is_some() || saude.encerrada_em.is_some();
        if stopped || (one.ativo && saude.falhas_seguidas > 0) {
            let error = saude.ultimo_erro.as_ref().map(|error| error.texto.clone()).unwrap_or_default();
            failing.push(Failing { id: one.id, stopped, error });
        }
    }
    Ok(failing)
}

/// What the readers of the store's queue have left, and those of its application's for whoever sees them.
fn late(conn: &mut Conn<'_>, loja: LojaId, sees_one: bool, now: Instante) -> Result<Late, Failure> {
    let mut late = Late::default();
    for (own, one) in readers(conn, loja, sees_one, now)? {
        late.dead += one.mortos;
        late.waiting += one.nao_lidos + one.aguardando;
        late.more |= one.nao_lidos_limitado;
        late.shared |= !own;
    }
    Ok(late)
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
        (tile(lang.say("A despachar",
            "To be shipped"), &format::count(lang, paid + invoiced), &format!("{} {}",
            format::count(lang, paid), lang.say("ainda sem nota", "not yet invoiced"))))
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

fn attention(visit: &LojaVisit, seen: &Panorama) -> Markup {
    let lang = visit.lang;
    let impeded = seen.offers.all - seen.offers.publishable;
    let Late { dead, waiting, more, shared } = seen.late;
    let queue = if shared {
        lang.say("nas filas da loja e da aplicação", "in the store's and the application's queue")
    } else {
        lang.say("na fila da loja", "in the store's queue")
    };
    let count = |n: i64| format::count(lang, n);
    let bare = seen.bare.canais || seen.bare.skus;
    let late = dead > 0 || waiting > 0;
    let calm = seen.short == 0
        && impeded == 0
        && seen.failing.is_empty()
        && seen.refused.is_empty()
        && !late
        && !bare;
    html! {
        @if calm { (nothing(lang.say("Nada agora. ✓", "Nothing now. ✓"))) }
        ul.attention {
            @if seen.short > 0 { (notice(false, &visit.address("/skus?faltas=sim"),
                &format::count_to_many(lang, seen.short), lang.count(seen.short,
                ["venda acima do estoque", "vendas acima do estoque"], ["sale beyond the stock",
                    "sales beyond the stock"]),
                lang.say("pedidos que esperam unidades", "orders that wait for units"))) }
            @for row in &seen.channels { @if let Some(errors) = seen.refused.get(&row.num) {
                (notice(false, &channel_address(visit, "erros", &row.canal.canal_id), &count(*errors),
                    lang.count(*errors, ["erro de canal", "erros de canal"], ["channel error", "channel errors"]),
                    &row.canal.nome))
            } }
            @if impeded > 0 { (notice(false, &visit.address("/ofertas"), &count(impeded), lang.count(impeded,
                ["oferta impedida", "ofertas impedidas"], ["impeded offer", "impeded offers"]),
                &super::ofertas::summary(lang, &seen.offers))) }
            @if seen.bare.canais { (notice(true, &visit.address("/canais/novo"), "0",
                lang.say("canais", "channels"),
                lang.say("crie o primeiro: é onde os SKUs aparecem",
                    "make the first one: it is where SKUs are shown"))) }
            @if seen.bare.skus { (notice(true, &visit.address("/skus/novo"), "0", "SKUs",
                lang.say("crie o primeiro, ou importe um arquivo",
                    "make the first one, or import a file"))) }
            @for Failing { id, stopped, error } in &seen.failing { (notice(!stopped,
                &visit.address(&format!("/notificacoes/{id}")), "1",
                if *stopped { lang.say("notificação em pausa", "paused notification") }
                else { lang.say("notificação falhando", "failing notification") }, error)) }
            @if dead > 0 { (notice(false, &visit.address("/fila"), &count(dead), lang.count(dead,
                ["evento morto na fila", "eventos mortos na fila"], ["dead event in the queue",
                    "dead events in the queue"]),
                lang.say("entregues dez vezes sem confirmação",
                    "handed out ten times, never confirmed"))) }
            @if waiting > 0 { (notice(true, &visit.address("/fila"),
                &format!("{}{}", count(waiting), if more { "+" } else { "" }), lang.count(waiting,
                ["evento aguarda leitura", "eventos aguardam leitura"], ["event waits to be read",
                    "events wait to be read"]),
                queue)) }
        }
    }
}

fn notice(mild: bool, address: &str, figure: &str, what: &str, below: &str) -> Markup {
    html! { li { a.mild[mild] href=(address) {
        b { (figure) }
        span { (what) @if !below.is_empty() { small { (below) } } }
    } } }
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
