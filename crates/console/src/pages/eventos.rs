//! The event log: what happened, the latest first, by store, kind and order.

use actix_web::{HttpResponse, web};
use domain::evento::TipoEvento;
use domain::values::ids::PedidoId;
use maud::{Markup, html};
use store::events::{self, EventoRow, Recent, Wanted};

use crate::access::{LojaVisit, path_of};
use crate::error::Failure;
use crate::view::parts::{choices, nothing, parameter_as, pretty, says, when};
use crate::view::{format, shell, words};

/// Events of a page.
const ROWS: i64 = 40;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/eventos", web::get().to(show));
}

/// What the address asks for.
struct Asked {
    /// Of all stores of the application.
    all: bool,
    tipo: Option<TipoEvento>,
    pedido: Option<PedidoId>,
    /// Only what lies below this position.
    below: Option<i64>,
}

impl Asked {
    fn of(visit: &LojaVisit) -> Result<Self, Failure> {
        let all = says(visit, "lojas", "todas")?;
        if all && visit.sees_one() {
            return Err(Failure::Missing);
        }
        let pedido = parameter_as(visit, "pedido", |text| text.parse().ok())?.map(PedidoId);
        let tipo = parameter_as(visit, "tipo", TipoEvento::parse_ignoring_case)?;
        let below = parameter_as(visit, "antes", |text| text.parse().ok())?;
        // an order is one of this store's
        Ok(Self { all: all && pedido.is_none(), tipo, pedido, below })
    }

    fn address(&self, visit: &LojaVisit, all: bool, below: Option<i64>) -> String {
        let parts = [
            all.then(|| "lojas=todas".to_owned()),
            self.tipo.map(|tipo| format!("tipo={}", tipo.name())),
            self.pedido.filter(|_| !all).map(|id| format!("pedido={}", id.0)),
            below.map(|place| format!("antes={place}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        visit.address(&format!("/eventos?{}", parts.join("&")))
    }
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, asked) = (visit.lang, visit.id(), Asked::of(&visit)?);
    let wanted = Wanted { loja: (!asked.all).then_some(loja), tipo: asked.tipo, pedido: asked.pedido };
    let below = asked.below;
    visit.store().place_events().await?;
    let seen = visit.read(move |conn| Ok(events::recent(conn, loja.aplicacao, wanted, below, ROWS)?)).await?;
    let title = lang.say("Eventos", "Events");
    let which = [
        (asked.address(&visit, false, None), lang.say("Desta loja", "Of this store"), None, !asked.all),
        (asked.address(&visit, true, None), lang.say("De todas as lojas", "Of all stores"), None, asked.all),
    ];
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("O que aconteceu, o mais recente no alto: é o que programas leem e recebem",
            "What happened, the latest on top: it is what programs read and are sent")) }
        (filters(&visit, &asked))
        @if !visit.sees_one() { (choices(lang.say("De quem", "Whose"), &which)) }
        section.sheet {
            @if seen.eventos.is_empty() { (nothing(&none(&visit, &seen))) }
            @else { (table(&visit, &asked, &seen.eventos)) }
        }
        (further(&visit, &asked, &seen))
    };
    Ok(shell::of_loja(&visit, title, &body))
}

fn filters(visit: &LojaVisit, asked: &Asked) -> Markup {
    let lang = visit.lang;
    html! { form.row {
        @if asked.all { input type="hidden" name="lojas" value="todas"; }
        label { span { (lang.say("O quê", "What")) }
            select name="tipo" {
                option value="" { (lang.say("tudo", "everything")) }
                @for tipo in TipoEvento::ALL {
                    option value=(tipo.name()) selected[asked.tipo == Some(*tipo)] { (words::evento(lang, *tipo)) }
                }
            } }
        label { span { (lang.say("Pedido", "Order")) }
            input name="pedido" inputmode="numeric" pattern="[0-9]{1,18}" autocomplete="off"
                value=[asked.pedido.map(|id| id.0)]; }
        button { (lang.say("Mostrar", "Show")) }
    } }
}

/// Why there is nothing.
fn none(visit: &LojaVisit, seen: &Recent) -> String {
    let lang = visit.lang;
    match seen.next {
        None => lang.say("Nenhum evento aqui.", "No event here.").to_owned(),
        Some(place) => format!(
            "{} {}.",
            lang.say("Nada até a posição", "Nothing down to position"),
            format::count(lang, place)
        ),
    }
}

fn table(visit: &LojaVisit, asked: &Asked, all: &[EventoRow]) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Quando", "When")) }
            th scope="col" { (lang.say("O quê", "What")) }
            @if asked.all { th scope="col" { (lang.say("Loja", "Store")) } }
            th scope="col" { (lang.say("Sobre", "About")) }
            th.num scope="col" { (lang.say("Posição", "Position")) }
        } }
        tbody { @for one in all { tr {
            td { (when(visit, one.data)) }
            td { details { summary { (words::evento(lang, one.tipo)) " " span.code.faint { (one.tipo.name()) } }
                pre tabindex="0" { code { (pretty(&one.documento)) } } } }
            @if asked.all { td { a.code href={ "/console/" (path_of(one.loja)) } { (path_of(one.loja)) } } }
            td { (about(one)) }
            td.num { (one.posicao) }
        } } }
    } } }
}

/// What an event is about: an order, a SKU, a channel.
fn about(one: &EventoRow) -> Markup {
    let named: serde_json::Value = serde_json::from_str(&one.documento).unwrap_or_default();
    let text = |name: &str| named.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    let below = |rest: &str| format!("/console/{}{rest}", path_of(one.loja));
    html! {
        @if one.tipo.of_pedido() {
            a.code href=(below(&format!("/pedidos/{}", one.assunto))) { (one.assunto) }
        } @else if let Some(sku) = text("sku") {
            a.code href=(below(&format!("/skus/ver?codigo={}", crate::view::parts::escaped(&sku)))) { (sku) }
        } @else { span.code { (text("canalId").unwrap_or_else(|| "–".to_owned())) } }
    }
}

fn further(visit: &LojaVisit, asked: &Asked, seen: &Recent) -> Markup {
    let lang = visit.lang;
    let words = match seen.eventos.is_empty() {
        true => lang.say("Procurar mais atrás", "Look further back"),
        false => lang.say("Anteriores", "Earlier ones"),
    };
    html! { nav.pages aria-label=(lang.say("Páginas", "Pages")) {
        @if asked.below.is_some() { a.button href=(asked.address(visit, asked.all, None)) {
            (lang.say("Do início", "From the start")) } }
        @if let Some(place) = seen.next { a.button rel="next" href=(asked.address(visit, asked.all, Some(place))) {
            (words) } }
    } }
}
