//! An order that somebody types: a sale at the counter, on a fair, by telephone. It becomes the body that interface A
//! takes, with the prices that the channel shows, and is read and stored as one that a program sends.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::forma_pagamento::FormaPagamento;
use domain::pedido::StatusPedido;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use maud::{Markup, html};
use store::canais::CanalRow;
use store::lojas_config;
use store::orders::{self, CreatePedidoOutcome, PedidoInput};

use super::typing::{ADDRESS, LINES_MAX, STANDS, Summed, is_filled, is_old, opened, order, own, summed};
use crate::access::{Form, LojaVisit, LongForm, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::canais;
use crate::view::parts::{Again, Input, act, nothing, parameter};
use crate::view::{format, shell, words};

/// Lines that a form has at first, and that it gets besides the filled ones.
const LINES: usize = 3;
/// The type of channel that a counter or a fair is.
const COUNTER: &str = "Loja";

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    let long = LongForm::at("/pedidos/novo", LongForm::FIELDS);
    cfg.service(long.route(web::get().to(blank)).route(web::post().to(submit)));
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, None, None).await
}

async fn submit(LongForm(visit, form, whole): LongForm) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let summed = match whole {
        Ok(()) => summed(&visit, &form).await,
        Err(failure) => Err(failure),
    };
    let summed = match summed {
        Ok(summed) => summed,
        Err(failure) => return page(&visit, Some(&Again::of(form, failure)?), None).await,
    };
    if form.has("conferir") || summed.lines.iter().any(|line| line.guessed) {
        let again = Again::unrefused(summed.form.clone());
        return page(&visit, Some(&again), Some(&summed)).await;
    }
    match created(&visit, &summed).await {
        Ok((id, new)) => {
            let done = if new { "criado" } else { "ja-gravado" };
            let address = visit.address(&format!("/pedidos/{}?feito={done}", id.0));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
        }
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?), None).await,
    }
}

async fn page(
    visit: &LojaVisit,
    again: Option<&Again>,
    summed: Option<&Summed>,
) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let (all, formas) = visit
        .read(move |conn| {
            let formas = lojas_config::find(conn, loja)?.formas().into_owned();
            Ok((canais::all(conn, loja)?, formas))
        })
        .await?;
    let channels = own(&visit.state.types, all);
    let title = lang.say("Novo pedido", "New order");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Uma venda de balcão, de feira ou por telefone. O estoque é reservado como em qualquer pedido.",
            "A sale at the counter, on a fair or by telephone. Its stock is reserved as for any order.")) }
        section.sheet {
            @if !visit.may_act() {
                (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only.")))
            } @else if channels.is_empty() {
                (nothing(lang.say("Nenhum canal em que se possam digitar vendas: crie um do tipo “Loja própria”.",
                    "No channel that sales can be typed in: make one of the type “Loja própria”.")))
                a.button.strong href=(visit.address(&format!("/canais/novo?tipo={COUNTER}"))) {
                    (lang.say("Criar um canal", "Make a channel")) }
            } @else {
                (act(visit, &visit.address("/pedidos/novo"), &fields(visit, (&channels, &formas), again, summed)))
            }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
}

fn fields(
    visit: &LojaVisit,
    (channels, formas): (&[CanalRow], &[FormaPagamento]),
    again: Option<&Again>,
    summed: Option<&Summed>,
) -> Markup {
    let lang = visit.lang;
    let before = again.map(|again| &again.form).filter(|form| !is_old(form));
    let opened = before.map_or_else(Instante::now, opened).micros();
    let field = |name, words, most| Input { name, words, most: Some(most), ..Input::default() }.of(again);
    // the counter, or the only one there is: a wrong channel would be taken for the right one
    let counter = channels.iter().find(|row| row.canal.tipo_canal == COUNTER || channels.len() == 1);
    let asked = parameter(visit, "canal").or_else(|| Some(counter?.canal.canal_id.as_str().to_owned()));
    let channels: Vec<(String, String)> =
        channels.iter().map(|row| (row.canal.canal_id.as_str().to_owned(), row.canal.nome.clone())).collect();
    let formas: Vec<(String, String)> = formas
        .iter()
        .map(|forma| (forma.forma_pagamento_id.to_string(), forma.nome_exibicao.clone()))
        .collect();
    let stands = STANDS.map(|one| (one.name().to_owned(), words::status(lang, one).0.to_owned()));
    let named = ["rua", "cidade", "cep"];
    let has_address = again.is_some_and(|again| named.iter().any(|part| !again.form.text(part).is_empty()));
    let known = known_fields(again.map_or(LINES, |again| lines_of(&again.form)));
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    html! { div.import {
        (Again::alert(again, &known))
        @if let Some(summed) = summed {
            p.told role="status" { (lang.say("Total", "Total")) ": R$ " (format::money(lang, summed.total)) ". "
                (lang.say("Ainda não foi gravado.", "Nothing is saved yet.")) }
        }
        input type="hidden" name="aberto" value=(opened);
        div.side {
            div { (Input { name: "canal", words: lang.say("Canal", "Channel"), required: true, options: &channels,
                value: asked.as_deref().unwrap_or_default(), ..Input::default() }.of(again)) }
            div { (Input { name: "codigo", words: lang.say("Código do pedido", "Code of the order"), required: true,
                most: Some(100), value: &format!("C-{}", opened / 1000), ..Input::default() }.of(again)) }
        }
        h2 { (lang.say("O que foi vendido", "What was sold")) }
        p.note.faint { (lang.say("Código, código de barras ou nome. Sem preço, vale o que o canal mostra.",
            "Code, bar code or name. Without a price, what the channel shows holds.")) }
        @for n in 1..=again.map_or(LINES, |again| lines_of(&again.form)) { (line(lang, n, again, summed)) }
        div.side {
            div { (Input { name: "frete", words: lang.say("Frete cobrado (R$)", "Freight charged (R$)"),
                decimal: true, most: Some(20), ..Input::default() }.of(again)) }
            div { (Input { name: "pagamento", words: lang.say("Pagamento", "Payment"), options: &formas,
                ..Input::default() }.of(again)) }
            div { (Input { name: "status", words: lang.say("Situação", "Status"), required: true,
                options: &stands, value: StatusPedido::Pago.name(), ..Input::default() }.of(again)) }
        }
        h2 { (lang.say("Quem comprou", "Who bought")) }
        (field("nome", lang.say("Nome", "Name"), 200))
        div.side {
            div { (field("documento", lang.say("CPF ou CNPJ", "CPF or CNPJ"), 20)) }
            div { (field("email", "E-mail", 254)) }
        }
        details open[has_address] {
            summary { (lang.say("Endereço de entrega", "Delivery address")) }
            div.import {
                (field("rua", lang.say("Rua", "Street"), 300))
                div.side {
                    div { (field("numero", lang.say("Número", "Number"), 50)) }
                    div { (field("complemento", lang.say("Complemento", "Complement"), 300)) }
                    div { (field("bairro", lang.say("Bairro", "District"), 200)) }
                    div { (field("cidade", lang.say("Cidade", "City"), 200)) }
                    div { (field("estado", "UF", 2)) }
                    div { (field("cep", "CEP", 9)) }
                }
            }
        }
        p.row {
            // what the return key does
            button name="conferir" value="sim" { (lang.say("Somar", "Add up")) }
            button.strong { (lang.say("Criar o pedido", "Make the order")) }
        }
    } }
}

fn line(lang: Lang, n: usize, again: Option<&Again>, summed: Option<&Summed>) -> Markup {
    let known = summed.and_then(|summed| summed.lines.iter().find(|line| line.n == n));
    let (sku, units, price) = (format!("sku{n}"), format!("quantidade{n}"), format!("preco{n}"));
    let words = |pt, en| format!("{} {n}", lang.say(pt, en));
    html! { div.side.line {
        div { (Input { name: &sku, words: &words("Produto", "Product"), most: Some(300),
            help: known.map_or("", |line| &line.nome), ..Input::default() }.of(again)) }
        div { (Input { name: &units, words: &words("Quantidade", "Quantity"), pattern: Some("[0-9]{1,9}"),
            ..Input::default() }.of(again)) }
        div { (Input { name: &price, words: &words("Preço (R$)", "Price (R$)"), decimal: true, most: Some(20),
            ..Input::default() }.of(again)) }
    } }
}

/// How many lines a form has: the filled ones, and some besides.
fn lines_of(form: &Form) -> usize {
    let filled = (1..=LINES_MAX).rev().find(|n| is_filled(form, *n)).unwrap_or_default();
    filled.saturating_add(LINES).min(LINES_MAX)
}

fn known_fields(lines: usize) -> Vec<String> {
    let of_lines = (1..=lines).flat_map(|n| ["sku", "quantidade", "preco"].map(|part| format!("{part}{n}")));
    let others = ["canal", "codigo", "frete", "pagamento", "status", "nome", "documento", "email"];
    others.iter().chain(&ADDRESS).map(|name| (*name).to_owned()).chain(of_lines).collect()
}

async fn created(visit: &LojaVisit, summed: &Summed) -> Result<(PedidoId, bool), Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let pedido = order(lang, summed)?;
    let (code, told) = (pedido.source_id.clone(), format!("R$ {}", format::money(Lang::Pt, pedido.total)));
    let input = PedidoInput::from(pedido);
    visit
        .act_here((Act::OrderTyped, code), move |tx| {
            must_be_active(tx, loja, lang)?;
            match orders::create(tx, loja, &input)? {
                CreatePedidoOutcome::Created { pedido, .. } => {
                    Ok(((pedido.pedido_id, true), Some(format!("{}, {told}", pedido.pedido_id.0))))
                }
                CreatePedidoOutcome::Equal { pedido, .. } => Ok(((pedido.pedido_id, false), None)),
                CreatePedidoOutcome::Different(id) => {
                    let words =
                        lang.say("Este código já é de outro pedido:", "This code is another order's:");
                    Err(Failure::Wrong("codigo", format!("{words} {}", id.0)))
                }
                CreatePedidoOutcome::ChannelMissing => {
                    let words = lang.say("O canal não existe mais.", "The channel is there no more.");
                    Err(Failure::Wrong("canal", words.to_owned()))
                }
            }
        })
        .await
}
