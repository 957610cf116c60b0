//! An order that somebody types: a sale at the counter, on a fair, by telephone. It becomes the body that interface A
//! takes, with the prices that the channel shows, and is read and stored as one that a program sends.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::forma_pagamento::FormaPagamento;
use domain::pedido::{FORMA_PAGAMENTO_KEY, Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::documents::{Cnpj, Cpf};
use domain::values::ids::{CanalId, PedidoId, SkuId};
use domain::values::money::Dinheiro;
use maud::{Markup, html};
use serde_json::{Value, json};
use store::canais::CanalRow;
use store::orders::{self, CreatePedidoOutcome, PedidoInput};
use store::paging::PageRequest;
use store::{Conn, lojas_config, offers, skus};

use crate::access::{Form, LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::canais;
use crate::pages::ofertas::Shown;
use crate::view::filling::{decimal, read};
use crate::view::format;
use crate::view::parts::{Again, Input, act, nothing, parameter};
use crate::view::{shell, words};

/// Lines that a form has at first, and that it gets besides the filled ones.
const LINES: usize = 3;
/// Lines that it has at most.
const LINES_MAX: usize = 40;
/// Products that are named where a text means several.
const NAMED: u32 = 5;
/// The parts of an address, by their names in interface A's body.
const ADDRESS: [&str; 7] = ["rua", "numero", "complemento", "bairro", "cidade", "estado", "cep"];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pedidos/novo", web::get().to(blank)).route("/pedidos/novo", web::post().to(submit));
}

/// A line whose product and price are known.
struct Line {
    /// Its place in the form.
    n: usize,
    sku: String,
    nome: String,
    units: i32,
    price: Dinheiro,
}

/// A form whose lines are known.
struct Summed {
    form: Form,
    lines: Vec<Line>,
    total: Dinheiro,
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, None, None).await
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let summed = match summed(&visit, &form).await {
        Ok(summed) => summed,
        Err(failure) => return page(&visit, Some(&Again::of(form, failure)?), None).await,
    };
    if form.has("conferir") {
        let again = Again::unrefused(summed.form.clone());
        return page(&visit, Some(&again), Some(&summed)).await;
    }
    match created(&visit, &summed).await {
        Ok(id) => {
            let address = visit.address(&format!("/pedidos/{}?feito=criado", id.0));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
        }
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?), None).await,
    }
}

/// The channels whose orders nobody else brings: those that the hub does not work itself.
fn own(visit: &LojaVisit, all: Vec<CanalRow>) -> Vec<CanalRow> {
    let connected =
        |row: &CanalRow| visit.state.types.find(&row.canal.tipo_canal).is_some_and(|kind| kind.conector);
    all.into_iter().filter(|row| !connected(row)).collect()
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
    let channels = own(visit, all);
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
                a.button.strong href=(visit.address("/canais/novo?tipo=Loja")) {
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
    let opened = again.and_then(|again| again.form.text("aberto").parse().ok());
    let opened: i64 = opened.unwrap_or_else(|| Instante::now().micros());
    let field = |name, words, most| Input { name, words, most: Some(most), ..Input::default() }.of(again);
    let channels: Vec<(String, String)> =
        channels.iter().map(|row| (row.canal.canal_id.as_str().to_owned(), row.canal.nome.clone())).collect();
    let first = channels.first().map_or("", |(id, _)| id.as_str());
    let asked = parameter(visit, "canal").unwrap_or_else(|| first.to_owned());
    let formas: Vec<(String, String)> = formas
        .iter()
        .map(|forma| (forma.forma_pagamento_id.to_string(), forma.nome_exibicao.clone()))
        .collect();
    let stands = [StatusPedido::Pago, StatusPedido::AguardandoPagamento];
    let stands = stands.map(|one| (one.name().to_owned(), words::status(lang, one).0.to_owned()));
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
                value: &asked, ..Input::default() }.of(again)) }
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
    html! { div.side {
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

fn is_filled(form: &Form, n: usize) -> bool {
    ["sku", "quantidade", "preco"].iter().any(|part| !form.text(&format!("{part}{n}")).is_empty())
}

fn known_fields(lines: usize) -> Vec<String> {
    let of_lines = (1..=lines).flat_map(|n| ["sku", "quantidade", "preco"].map(|part| format!("{part}{n}")));
    let others = ["canal", "codigo", "frete", "pagamento", "status", "nome", "documento", "email"];
    others.iter().chain(&ADDRESS).map(|name| (*name).to_owned()).chain(of_lines).collect()
}

/// An amount that is typed; nothing where the field is empty.
fn amount(lang: Lang, form: &Form, name: &str) -> Result<Option<Dinheiro>, (String, String)> {
    let text = form.text(name);
    if text.is_empty() {
        return Ok(None);
    }
    let read = decimal(lang, text).and_then(|text| text.parse::<Dinheiro>().map_err(|why| why.to_string()));
    match read {
        Ok(amount) if !amount.negative() => Ok(Some(amount)),
        Ok(_) => Err((name.to_owned(), lang.say("Escreva 0 ou mais.", "Write 0 or more.").to_owned())),
        Err(why) => Err((name.to_owned(), why)),
    }
}

/// Finds out what each line means, and what the whole comes to.
async fn summed(visit: &LojaVisit, form: &Form) -> Result<Summed, Failure> {
    let (lang, loja, form) = (visit.lang, visit.loja.loja, form.clone());
    let types = visit.state.types.clone();
    visit
        .read(move |conn| {
            let id = CanalId::parse(form.text("canal")).ok();
            let row =
                canais::all(conn, loja.id)?.into_iter().find(|row| Some(&row.canal.canal_id) == id.as_ref());
            let channel = Shown::from(row.ok_or_else(|| {
                Failure::Wrong("canal", lang.say("Escolha o canal.", "Choose the channel.").to_owned())
            })?);
            let (mut lines, mut wrong) = (Vec::new(), Vec::new());
            for n in (1..=LINES_MAX).filter(|n| is_filled(&form, *n)) {
                let units = match form.text(&format!("quantidade{n}")) {
                    "" => Some(1),
                    typed => typed.parse().ok().filter(|units| *units > 0),
                };
                let typed = amount(lang, &form, &format!("preco{n}"));
                let found = product(conn, lang, loja.id, form.text(&format!("sku{n}")))?;
                let ((sku, nome), units, price) = match (found, units, typed) {
                    (Ok(found), Some(units), Ok(price)) => (found, units, price),
                    (Err(why), ..) => {
                        wrong.push((format!("sku{n}"), why));
                        continue;
                    }
                    (_, None, _) => {
                        let words = lang.say("Escreva um número inteiro.", "Write a whole number.");
                        wrong.push((format!("quantidade{n}"), words.to_owned()));
                        continue;
                    }
                    (.., Err(one)) => {
                        wrong.push(one);
                        continue;
                    }
                };
                let offered = match (price, channel.of(loja, &types)) {
                    (None, Some(showcase)) => offers::find(conn, &showcase, &sku)?,
                    (Some(_), _) | (None, None) => None,
                };
                let offered =
                    offered.map(|offer| offer.preco.preco_por).filter(|price| *price > Dinheiro::ZERO);
                let Some(price) = price.or(offered) else {
                    let words = lang.say(
                        "Não tem preço neste canal: escreva um.",
                        "It has no price in this channel: write one.",
                    );
                    wrong.push((format!("preco{n}"), words.to_owned()));
                    continue;
                };
                lines.push(Line { n, sku: sku.as_str().to_owned(), nome, units, price });
            }
            if lines.is_empty() && wrong.is_empty() {
                let words = lang.say("Escreva o que foi vendido.", "Write what was sold.");
                wrong.push(("sku1".to_owned(), words.to_owned()));
            }
            let freight = amount(lang, &form, "frete").unwrap_or_else(|one| {
                wrong.push(one);
                None
            });
            if !wrong.is_empty() {
                return Err(Failure::Invalid(wrong));
            }
            let all = lines
                .iter()
                .map(|line| line.price.times(line.units))
                .chain([Some(freight.unwrap_or_default())]);
            let total = all.fold(Some(Dinheiro::ZERO), |sum, one| sum?.plus(one?));
            let too_much =
                || Failure::Refused(lang.say("A soma é grande demais.", "The sum is too large.").to_owned());
            let total = total.ok_or_else(too_much)?;
            let form = lines.iter().fold(form.clone(), |form, line| {
                let n = line.n;
                form.with(&format!("sku{n}"), &line.sku)
                    .with(&format!("quantidade{n}"), line.units)
                    .with(&format!("preco{n}"), format::money(lang, line.price))
            });
            Ok(Summed { form, lines, total })
        })
        .await
}

/// The product that a text means, by its code, its bar code or a name that no other has; or why it means none.
fn product(
    conn: &mut Conn<'_>,
    lang: Lang,
    loja: domain::values::ids::LojaId,
    text: &str,
) -> Result<Result<(SkuId, String), String>, Failure> {
    let first = PageRequest::first(NAMED);
    let by_code = match SkuId::parse(text) {
        Ok(sku) => skus::find(conn, loja, &sku)?,
        Err(_) => None,
    };
    if let Some(sku) = by_code {
        return Ok(Ok((sku.sku, sku.nome)));
    }
    let none = || Ok(Err(lang.say("Não há este produto.", "There is no such product.").to_owned()));
    if text.is_empty() {
        return none();
    }
    let filter = skus::Filter { busca: Some(text.to_owned()), ..skus::Filter::default() };
    let mut found = skus::list(conn, loja, &filter, first)?.rows;
    match (found.len(), found.pop()) {
        (_, None) => none(),
        (1, Some(sku)) => Ok(Ok((sku.sku, sku.nome))),
        (_, Some(last)) => {
            found.push(last);
            let named = found.iter().map(|sku| format!("{} ({})", sku.sku.as_str(), sku.nome));
            let named = named.collect::<Vec<_>>().join(", ");
            Ok(Err(format!(
                "{} {named}",
                lang.say("Há mais de um. Escreva o código:", "There are several. Write the code:")
            )))
        }
    }
}

/// The body that interface A would take.
fn body(lang: Lang, summed: &Summed) -> Result<Value, Failure> {
    let form = &summed.form;
    let now = Instante::now();
    let opened = form.text("aberto").parse().ok().map(Instante::from_micros);
    // the same form twice is the same order
    let placed = opened.filter(|at| *at <= now && *at > now.plus_seconds(-86_400)).unwrap_or(now);
    let document = form.text("documento");
    let (cpf, cnpj) = match (Cpf::parse(document), Cnpj::parse(document)) {
        _ if document.is_empty() => ("", ""),
        (Ok(_), _) => (document, ""),
        (Err(_), Ok(_)) => ("", document),
        (Err(_), Err(_)) => {
            let words = lang.say("Não é um CPF nem um CNPJ.", "It is neither a CPF nor a CNPJ.");
            return Err(Failure::Wrong("documento", words.to_owned()));
        }
    };
    let items = summed
        .lines
        .iter()
        .map(|line| json!({"sku": line.sku, "quantidade": line.units, "preco": line.price.to_string()}));
    let mut body = json!({
        "canalId": form.text("canal"), "sourceId": form.text("codigo"), "data": placed.to_string(),
        "status": form.text("status"), "total": summed.total.to_string(),
        "usuario": {"nome": form.text("nome"), "cpf": cpf, "cnpj": cnpj, "email": form.text("email")},
        "produtos": items.collect::<Vec<_>>(),
    });
    if ADDRESS.iter().any(|part| !form.text(part).is_empty()) {
        let mut address = json!({"tipoEndereco": "Entrega"});
        for part in ADDRESS {
            address[part] = form.text(part).into();
        }
        body["endereco"] = json!([address]);
    }
    if let Some(freight) = amount(lang, form, "frete").ok().flatten() {
        body["frete"] = json!([{"valorCobrado": freight.to_string()}]);
    }
    if !form.text("pagamento").is_empty() {
        body["informacaoAdicional"] =
            json!([{"chave": FORMA_PAGAMENTO_KEY, "valor": form.text("pagamento")}]);
    }
    Ok(body)
}

/// The field of a member's path.
fn field(path: &str, lines: &[Line]) -> String {
    let (whole, last) = (path.split(['[', '.']).next(), path.rsplit('.').next().unwrap_or_default());
    match whole {
        Some("canalId") => "canal".to_owned(),
        Some("sourceId") => "codigo".to_owned(),
        Some("frete" | "total") => "frete".to_owned(),
        Some("produtos") => {
            let nth = path.split(['[', ']']).nth(1).and_then(|nth| nth.parse::<usize>().ok());
            nth.and_then(|nth| lines.get(nth)).map_or_else(String::new, |line| format!("{last}{}", line.n))
        }
        _ => last.to_owned(),
    }
}

async fn created(visit: &LojaVisit, summed: &Summed) -> Result<PedidoId, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let pedido: Pedido = read(&body(lang, summed)?, |path| field(path, &summed.lines))?;
    let (code, told) = (pedido.source_id.clone(), format!("R$ {}", format::money(Lang::Pt, pedido.total)));
    let input = PedidoInput::from(pedido);
    visit
        .act_here((Act::OrderTyped, code), move |tx| {
            must_be_active(tx, loja, lang)?;
            match orders::create(tx, loja, &input)? {
                CreatePedidoOutcome::Created { pedido, .. } => {
                    Ok((pedido.pedido_id, Some(format!("{}, {told}", pedido.pedido_id.0))))
                }
                CreatePedidoOutcome::Equal { pedido, .. } => Ok((pedido.pedido_id, None)),
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
