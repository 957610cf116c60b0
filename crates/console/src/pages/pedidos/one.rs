//! One order: what was bought, by whom, what has happened, and where it may go.

use std::collections::HashMap;

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Endereco, FORMA_PAGAMENTO_KEY, Frete, ItemPedido, Pedido, TipoEndereco};
use domain::values::ids::PedidoId;
use domain::values::money::Dinheiro;
use maud::{Markup, html};
use store::orders::{self, PedidoRow, Rendering};
use store::{canais, lojas_config, skus};

use super::movement;
use crate::access::{LojaVisit, Sent};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, badge, done, escaped, nothing, pairs, pretty, when};
use crate::view::{format, shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pedidos/{id:[0-9]{1,18}}", web::get().to(show))
        .route("/pedidos/{id:[0-9]{1,18}}/mover", web::post().to(submit));
}

/// All that is shown.
struct Seen {
    row: PedidoRow,
    order: Pedido,
    history: Vec<RegistroHistorico>,
    record: String,
    /// What the SKUs are called, by their codes.
    names: HashMap<String, String>,
    /// What the channel is called; its identifier where it is gone.
    channel: String,
    /// What the payment method is called.
    payment: Option<String>,
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let id = PedidoId(visit.number()?);
    page(&visit, id, None).await
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let id = PedidoId(visit.number()?);
    match movement::moved(&visit, id, &form).await {
        Ok(()) => {
            let back = visit.address(&format!("/pedidos/{}?feito=movido", id.0));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
        }
        Err(failure) => page(&visit, id, Some(&Again::of(form, failure)?)).await,
    }
}

/// The page, with a move that was refused.
async fn page(visit: &LojaVisit, id: PedidoId, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja, state) = (visit.lang, visit.id(), visit.state.clone());
    let seen = visit
        .read(move |conn| {
            let row = orders::find(conn, loja, id)?.ok_or(Failure::Missing)?;
            let config = lojas_config::find(conn, loja)?;
            let style = config.record_style(state.defaults);
            let with = Rendering { style, types: &state.types, memory: &state.memory };
            let record = orders::find_registro(conn, loja, id, with)?.unwrap_or_default();
            let unreadable = |_| Failure::Fault("an order's document cannot be read");
            let order: Pedido = serde_json::from_str(&row.documento).map_err(unreadable)?;
            let history = orders::historico(conn, loja, id)?;
            let codes: Vec<&str> = order.produtos.iter().map(|item| item.sku.as_str()).collect();
            let names = skus::names(conn, loja, &codes)?;
            let channel = canais::find(conn, loja, &order.canal_id)?.map(|row| row.canal.nome);
            let channel = channel.unwrap_or_else(|| order.canal_id.as_str().to_owned());
            let method = order.forma_pagamento_id();
            let payment =
                config.formas_with([method]).into_iter().find(|one| one.forma_pagamento_id == method);
            let payment = payment.map(|one| one.nome_exibicao);
            let record = String::from_utf8_lossy(&record).into_owned();
            Ok(Seen { row, order, history, record, names, channel, payment })
        })
        .await?;
    let order = &seen.order;
    let title = format!("{} {}", lang.say("Pedido", "Order"), id.0);
    let moved = [
        ("movido", lang.say("O pedido foi movido.", "The order was moved.")),
        ("criado", lang.say("O pedido foi criado.", "The order was made.")),
        (
            "ja-gravado",
            lang.say(
                "Este pedido já estava gravado. Para outra venda igual, comece um pedido novo.",
                "This order was stored before. For another sale like it, begin a new order.",
            ),
        ),
    ];
    let body = html! {
        (done(visit, &moved))
        div.row {
            div {
                h1 { (title) " " (badge(words::status(lang, seen.row.status))) }
                p.sub { (seen.channel) " · " span.code { (order.source_id) } " · " (when(visit,
                    order.data)) }
            }
        }
        (movement::forms(visit, id, seen.row.status, again))
        div.grid {
            section.sheet.c8 { h2 { (lang.say("Itens", "Items")) } (items(visit, &seen)) }
            section.sheet.c4 { h2 { (lang.say("O que aconteceu",
                "What happened")) } (timeline(visit, &seen))
                p.note.faint { a href=(visit.address(&format!("/eventos?pedido={}", id.0))) {
                    (lang.say("Os eventos deste pedido", "The events of this order")) } } }
            section.sheet.c4 { h2 { (lang.say("Comprador", "Buyer")) } (buyer(visit, order)) }
            section.sheet.c4 { h2 { (lang.say("Entrega", "Delivery")) } (delivery(visit, order)) }
            section.sheet.c4 { h2 { (lang.say("Avisos", "Notices")) } (notices(visit, &seen)) }
            (further(visit, order))
            section.sheet.c12 { details {
                summary { (lang.say("Como as interfaces A e B mostram este pedido",
                    "As interfaces A and B show this order")) }
                div.grid {
                    div.c6 { h3 { "A" } pre tabindex="0" { code { (pretty(&seen.row.documento)) } } }
                    div.c6 { h3 { "B" } pre tabindex="0" { code { (pretty(&seen.record)) } } }
                }
            } }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &title, &body)))
}

fn items(visit: &LojaVisit, seen: &Seen) -> Markup {
    let (lang, order) = (visit.lang, &seen.order);
    let money = |amount: Dinheiro| format::money(lang, amount);
    let sum =
        |item: &ItemPedido| item.preco.minus(item.desconto).and_then(|each| each.times(item.quantidade));
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { "SKU" }
                th.num scope="col" { (lang.say("Qtd.", "Qty")) }
                th.num scope="col" { (lang.say("Preço", "Price")) }
                th.num scope="col" { (lang.say("Desconto", "Discount")) }
                th.num scope="col" { (lang.say("Frete", "Freight")) }
                th.num scope="col" { (lang.say("Soma", "Sum")) }
            } }
            tbody { @for item in &order.produtos { tr {
                td.code { @if item.sku.is_empty() { "–" } @else {
                    a href=(visit.address(&format!("/skus/ver?codigo={}", escaped(&item.sku)))) { (item.sku) }
                    @if let Some(name) = seen.names.get(&item.sku) { div.faint { (name) } }
                } }
                td.num { (format::count(lang, item.quantidade.into())) }
                td.num { (money(item.preco)) }
                td.num { (money(item.desconto)) }
                td.num { (money(item.frete)) }
                td.num { @match sum(item) { Some(sum) => (money(sum)), None => "–" } }
            } } }
        } }
        (pairs(&[
            (lang.say("Desconto do pedido", "Discount of the order"), html! { (money(order.desconto)) }),
            (lang.say("Juros", "Interest"), html! { (money(order.juros)) }),
            (lang.say("Pagamento", "Payment"), html! { (seen.payment.as_deref().unwrap_or("–")) }),
            (lang.say("Parcelas", "Instalments"), html! { (order.quantidade_parcelas) }),
            (lang.say("Total", "Total"), html! { b { "R$ " (money(order.total)) } }),
        ]))
    }
}

fn timeline(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    let last = seen.history.len().saturating_sub(1);
    html! { ol.timeline { @for (n, entry) in seen.history.iter().enumerate() { li.now[n == last] {
        b { (words::status(lang, entry.status).0) } " " (when(visit, entry.data))
        @for skipped in &entry.pulados { div.faint { (words::status(lang, *skipped).0) " "
            (lang.say("(pulado)",
            "(skipped)")) } }
        @if !entry.itens.is_empty() { div.faint { (entry.itens.len()) " " (lang.say("itens", "items")) } }
        @if !entry.motivo.is_empty() { div { (entry.motivo) } }
        @if let Some(invoice) = &entry.nota_fiscal { div.code {
            "NF-e " (invoice.numero)
            @if !invoice.serie.is_empty() { " · " (invoice.serie) } } }
        @if let Some(parcel) = &entry.rastreio { div.code { (parcel.transportadora) " " (parcel.codigo) } }
    } } } }
}

fn buyer(visit: &LojaVisit, order: &Pedido) -> Markup {
    let (lang, buyer) = (visit.lang, &order.usuario);
    let all = [
        (lang.say("Nome", "Name"), &buyer.nome),
        ("CPF", &format::document(&buyer.cpf)),
        ("CNPJ", &format::document(&buyer.cnpj)),
        (lang.say("Inscrição estadual", "State registration"), &buyer.inscricao_estadual),
        (lang.say("E-mail", "E-mail"), &buyer.email),
    ];
    let known = all.into_iter().filter(|(_, text)| !text.is_empty());
    let billing = addresses(lang, order, TipoEndereco::Cobranca);
    html! {
        @if buyer.is_unknown() {
            (nothing(lang.say("Ainda não é conhecido.", "Not known yet.")))
        }
        (pairs(&known.map(|(name, text)| (name, html! { (text) })).collect::<Vec<_>>()))
        @if let Some(billing) = billing {
            h3 { (lang.say("Endereço de cobrança", "Billing address")) }
            (billing)
        }
    }
}

fn delivery(visit: &LojaVisit, order: &Pedido) -> Markup {
    let lang = visit.lang;
    let address = addresses(lang, order, TipoEndereco::Entrega).unwrap_or_else(|| {
        nothing(lang.say("O pedido não tem endereço de entrega.", "The order has no delivery address."))
    });
    html! {
        (address)
        @for freight in &order.frete {
            (pairs(&[
                (lang.say("Frete", "Freight"), html! {
                    @if freight.frete_source_id.is_empty() { "–" } @else { (freight.frete_source_id) } }),
                (lang.say("Cobrado", "Charged"), html! { (format::money(lang, freight.valor_cobrado)) }),
                (lang.say("Prometido", "Promised"), promised(visit, freight)),
            ]))
        }
    }
}

/// Until when it was promised: the day, or the days from the payment on.
fn promised(visit: &LojaVisit, freight: &Frete) -> Markup {
    let days = freight.prazo_preparacao.saturating_add(freight.prazo_entrega);
    html! { @match freight.data_agendamento.or(freight.data_prevista_entrega) {
        Some(at) => (when(visit, at)),
        None if days > 0 => {
            (days) " " (visit.lang.count(days.into(), ["dia", "dias"], ["day", "days"]))
        }
        None => "–",
    } }
}

/// What the order says besides: gift marks, telephones, whatever the channel sent.
fn further(visit: &LojaVisit, order: &Pedido) -> Markup {
    let others = order.informacao_adicional.iter().filter(|one| one.chave != FORMA_PAGAMENTO_KEY);
    let others: Vec<(&str, Markup)> = others.map(|one| (&*one.chave, html! { (one.valor) })).collect();
    html! { @if !others.is_empty() { section.sheet.c12 {
        h2 { (visit.lang.say("Mais sobre o pedido", "More about the order")) }
        (pairs(&others))
    } } }
}

/// The addresses of a kind; `None` where there are none.
fn addresses(lang: Lang, order: &Pedido, kind: TipoEndereco) -> Option<Markup> {
    let all: Vec<&Endereco> = order.endereco.iter().filter(|at| at.tipo_endereco == kind).collect();
    (!all.is_empty()).then(|| {
        html! { @for at in all { p.address {
            (at.rua) ", " (at.numero) " " (at.complemento) br;
            (at.bairro) ", " (at.cidade) " – " (at.estado) br;
            span.code { (at.cep) } @if !at.pais.eq_ignore_ascii_case("Brasil") { " " (at.pais) }
            @if !at.referencia.is_empty() { br; (lang.say("Referência: ", "Landmark: ")) (at.referencia) }
        } } }
    })
}

fn notices(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    let all: Vec<&String> = seen.history.iter().flat_map(|entry| &entry.avisos).collect();
    html! {
        @if all.is_empty() { p.empty { (lang.say("Nenhum.", "None.")) } }
        ul.attention { @for text in all { li { div.mild { b aria-hidden="true" { "!" } span { (text) } } } } }
    }
}
